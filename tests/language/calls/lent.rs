//! Parameters of type `&mut T`: the cotangent of what comes out goes in, that of what went in comes out.

use cotangent::prelude::*;

#[differentiable]
fn decay(state: &mut [f64; 2], rate: f64) {
    state[0] -= rate * state[0] * state[1];
    state[1] *= state[0];
}

#[test]
fn the_cotangent_of_the_state_is_changed_in_place() {
    // a' = a - r a b, b' = b a'
    let (a, b, r) = (2.0, 0.5, 0.25);
    let (mut state, mut d_state, mut d_rate) = ([a, b], [1.0, 10.0], 100.0);
    let mut tape = TapeBuffer::<{ decay::tape_words() }>::new();
    decay::at(&mut state, r).on(&mut tape).vjp_into(NoGrad, (&mut d_state, &mut d_rate));
    assert_eq!(state, [1.75, 0.875]);
    // The cotangent of a' is 1 + 10 b = 6.
    assert_eq!(d_state, [6.0 * (1.0 - r * b), -6.0 * r * a + 10.0 * 1.75]);
    assert_eq!(d_rate, 100.0 - 6.0 * a * b);
}

#[test]
fn so_is_its_tangent_at_second_order() {
    // For cotangents p, q of what comes out: p a' + q a' b.
    let (a, b, r) = (2.0, 0.5, 0.25);
    let (mut state, mut d_state, mut d_rate) = ([a, b], [1.0, 10.0], 100.0);
    let (mut tangent, mut product, mut of_rate) = ([1.0, 2.0], [0.0, 0.0], 1000.0);
    decay::at(&mut state, r).on(&mut [0; 100]).value_grad_and_hvp_into(
        (&mut tangent, 3.0),
        (&mut d_state, &mut d_rate),
        (&mut product, &mut of_rate),
    );
    // a' moves by 1 - 3 a b - r b - 2 r a, and b' by 2 a' + b a'·.
    let a_dot = 1.0 - 3.0 * a * b - r * b - 2.0 * r * a;
    assert_eq!((state, tangent), ([1.75, 0.875], [a_dot, 2.0 * 1.75 + b * a_dot]));
    assert_eq!(d_state, [6.0 * (1.0 - r * b), -6.0 * r * a + 10.0 * 1.75]);
    assert_eq!(d_rate, 100.0 - 6.0 * a * b);
    // The cotangent of a', p + q b, moves by 2 q.
    let moves = 20.0;
    assert_eq!(product[0], moves * (1.0 - r * b) - 6.0 * (3.0 * b + r * 2.0));
    assert_eq!(product[1], -moves * r * a - 6.0 * (3.0 * a + r) + 10.0 * a_dot);
    assert_eq!(of_rate, 1000.0 - moves * a * b - 6.0 * (b + 2.0 * a));
}

#[derive(Clone, Debug, Differentiable, PartialEq)]
struct Pendulum {
    angle: f64,
    speed: f64,
    #[constant]
    steps: usize,
}
gradients!(PendulumTangent);

#[differentiable]
fn advance(p: &mut Pendulum, g: f64, dt: f64) -> f64 {
    p.speed -= g * p.angle.sin() * dt;
    p.angle += p.speed * dt;
    p.steps += 1;
    0.5 * p.speed * p.speed
}

#[differentiable]
fn simulate(start: &Pendulum, g: f64, n: usize) -> f64 {
    let mut p = start.clone();
    let mut energy = 0.0;
    for i in 0..n {
        energy += advance(&mut p, g, 0.1);
        if i == 3 {
            advance(&mut p, g * 0.5, 0.2);
        }
    }
    energy * p.angle
}

#[test]
fn calls_change_what_is_lent_to_them() {
    for n in 0..6 {
        cotangent::check::gradient(
            |(angle, speed, g): &(f64, f64, f64)| simulate(&Pendulum { angle: *angle, speed: *speed, steps: 0 }, *g, n),
            |(angle, speed, g)| {
                let start = Pendulum { angle: *angle, speed: *speed, steps: 0 };
                let (value, (d, dg)) = both_modes!(simulate(&start, *g, n));
                (value, (d.angle, d.speed, dg))
            },
            (0.7, -0.2, 9.81),
        )
        .unwrap_or_else(|mismatch| panic!("{n}: {mismatch}"));
    }
}

#[differentiable]
fn normalize(x: &mut [f64]) -> f64 {
    let norm = x.iter().map(|v| v * v).sum::<f64>().sqrt();
    for v in x.iter_mut() {
        *v /= norm;
    }
    norm
}

#[differentiable]
fn through_slices(x: &[f64; 5]) -> f64 {
    let mut a = *x;
    let first = normalize(&mut a[1..4]);
    a[2] *= first;
    normalize(&mut a) * a[0] + a[4] * a[2]
}

#[test]
fn parts_of_arrays_are_lent() {
    cotangent::check::gradient(through_slices, |x| both_modes!(through_slices(x)), [0.4, 1.2, -0.8, 0.9, 1.6])
        .unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

#[test]
fn a_growing_tape_starts_again_from_the_same_state() {
    let mut x = [3.0, 4.0];
    let mut d = [1.0, 0.0];
    let mut tape = GrowableTape::new();
    assert_eq!(normalize::at(&mut x).on(&mut tape).vjp_into(0.0, &mut d), 5.0);
    assert_eq!(x, [0.6, 0.8]);
    // 1/5 (1 - 0.36), -0.48/5
    assert!((d[0] - 0.128).abs() < 1e-15 && (d[1] + 0.096).abs() < 1e-15, "{d:?}");
}

/// Second derivatives of a slice that is lent, by tapes that grow and that do not.
#[test]
fn lent_slices_move() {
    let product = |on_tape: &dyn Fn([&mut [f64; 2]; 4]) -> f64| {
        let (mut x, mut v, mut bar, mut product) = ([3.0, 4.0], [1.0, 2.0], [0.5, 0.0], [0.0, 0.0]);
        let norm = on_tape([&mut x, &mut v, &mut bar, &mut product]);
        (norm, x, v, bar, product)
    };
    let grows = product(&|[x, v, bar, product]| {
        normalize::at(x).on(&mut GrowableTape::new()).value_grad_and_hvp_into(v, bar, product)
    });
    let fixed =
        product(&|[x, v, bar, product]| normalize::at(x).on(&mut [0; 100]).value_grad_and_hvp_into(v, bar, product));
    assert_eq!(grows, fixed);
    let (norm, x, v, ..) = grows;
    assert_eq!((norm, x), (5.0, [0.6, 0.8]));
    // v / 5 - x (x · v) / 125
    assert!((v[0] - (0.2 - 0.264)).abs() < 1e-15 && (v[1] - (0.4 - 0.352)).abs() < 1e-15, "{v:?}");
    let gradient = |x: [f64; 2]| {
        let (mut x, mut bar) = (x, [0.5, 0.0]);
        normalize::value_and_grad_into(&mut GrowableTape::new(), &mut x, &mut bar);
        bar
    };
    let h = 1e-5;
    let (above, below) = (gradient([3.0 + h, 4.0 + 2.0 * h]), gradient([3.0 - h, 4.0 - 2.0 * h]));
    for i in 0..2 {
        assert!(((above[i] - below[i]) / (2.0 * h) - grows.4[i]).abs() < 1e-9, "{i}");
    }
}

#[test]
fn too_small_a_tape_touches_no_cotangent() {
    let (mut x, mut v, mut bar, mut product) = ([3.0, 4.0], [1.0, 2.0], [0.5, 0.0], [0.25, 0.0]);
    let tried = normalize::at(&mut x).on(&mut [0; 1]).try_value_grad_and_hvp_into(&mut v, &mut bar, &mut product);
    assert!(tried.is_err_and(|full| full.needed > 1));
    assert_eq!((bar, product), ([0.5, 0.0], [0.25, 0.0]));
}

#[test]
#[should_panic(expected = "the product of `x` has 1 elements, `x` has 2")]
fn a_place_of_another_length_is_refused() {
    normalize::at(&mut [3.0, 4.0]).on(&mut [0; 100]).value_grad_and_hvp_into(
        &mut [1.0; 2],
        &mut [0.0; 2],
        &mut [0.0; 1],
    );
}

#[differentiable]
fn recursive(x: &mut f64, n: usize) {
    if n > 0 {
        *x = x.sin() * *x;
        recursive(x, n - 1);
    }
}

#[differentiable]
fn by_recursion(x: f64) -> f64 {
    let mut y = x;
    recursive(&mut y, 3);
    y * x
}

#[test]
fn what_is_lent_can_be_lent_on() {
    cotangent::check::gradient(|x: &f64| by_recursion(*x), |x| both_modes!(by_recursion(*x)), 1.3)
        .unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

#[differentiable]
fn scaled(v: &mut f64, x: f64) {
    *v = *v * x + 1.0;
}

#[differentiable]
fn names_of_places(start: &mut [f64; 2], x: f64, n: usize) -> f64 {
    let mut a = [x, 1.0];
    let second = &mut a[1];
    for _ in 0..n {
        scaled(second, x);
        *second += x;
    }
    scaled(second, *second);
    let r = &mut a;
    decay(r, x);
    if n > 1 && r[0] < 100.0 && decay_of(r) > 0.0 {
        decay(r, 0.5);
    }
    r[0] += start[1];
    let q = r;
    decay(q, 0.25);
    q[1] *= 2.0;
    let whole = &mut *start;
    decay(whole, x);
    for v in whole.iter_mut() {
        scaled(v, x);
    }
    scaled(&mut whole[0], 2.0);
    *whole = [whole[1], whole[0] * whole[1]];
    a[0] * a[1]
}

/// Only looks.
#[differentiable]
fn decay_of(state: &[f64; 2]) -> f64 {
    state[1]
}

#[test]
fn names_of_references_are_lent_again_and_again() {
    for n in 0..4 {
        both_modes_lent!(names_of_places(n));
    }
}

#[differentiable]
fn counted(calls: &mut [usize], x: f64) -> f64 {
    calls[0] += 1;
    x * calls[0] as f64
}

#[differentiable]
fn counting(calls: &mut [usize; 2], x: f64) -> f64 {
    let y = counted(calls, x);
    y * counted(&mut *calls, x) * counted(&mut calls[..1], y)
}

#[test]
fn what_has_no_cotangent_is_lent_too() {
    // x · 2x · 3x
    let (mut calls, mut dx) = ([0; 2], 1.0);
    let value = counting::value_and_grad_into(&mut GrowableTape::new(), &mut calls, 2.0, &mut dx);
    assert_eq!((value, dx, calls), (48.0, 73.0, [3, 0]));
}

#[differentiable]
fn iterated(a: &mut [f64; 2], x: f64) -> f64 {
    let mut b = [x, 2.0];
    let all = &mut b;
    for v in all {
        *v *= x;
        scaled(v, x);
    }
    let [p, q] = &mut b;
    *p *= *q;
    std::mem::swap(p, q);
    let mut pair = (x, b[0]);
    let (left, right) = (&mut pair.0, &mut pair.1);
    *left *= *right;
    *right += *left;
    for v in a {
        *v += b[1] * x;
    }
    pair.0 * pair.1 + b[0]
}

#[test]
fn names_of_lists_and_of_parts() {
    both_modes_lent!(iterated());
}

#[differentiable]
fn norm(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum()
}

/// All of a list that is lent, and of one that has another name, as a slice.
#[differentiable]
fn as_a_slice(x: &mut [f64; 3]) -> f64 {
    let before = norm(&x[..]);
    x[1] *= 2.0;
    let mut own = *x;
    let other = &mut own;
    other[0] += 1.0;
    before + norm(&x[..]) + norm(&other[..]) + norm(&x[1..])
}

#[test]
fn a_list_that_is_lent_is_a_slice() {
    let (mut x, mut bar) = ([1.0, 2.0, 3.0], [0.0; 3]);
    let y = as_a_slice::value_and_grad_into(&mut [0; 100], &mut x, &mut bar);
    // 1 + 4 + 9, 1 + 16 + 9, 4 + 16 + 9, 16 + 9
    assert_eq!((y, x), (94.0, [1.0, 4.0, 3.0]));
    assert_eq!(bar, [2.0 + 2.0 + 4.0, 4.0 + 3.0 * 16.0, 6.0 * 4.0]);
}

#[differentiable]
fn hidden_meanwhile(x: f64, place: &mut [f64; 2]) {
    let mut last = 0;
    for place in 0..4 {
        if place as f64 > x {
            break;
        }
        last = place;
    }
    if let Some(place) = Some(last) {
        assert!(place < 4);
    }
    place[0] *= x * last as f64;
}

/// In a loop without a derivative the name was still taken for the lent one.
#[test]
fn a_lent_name_may_be_hidden_where_nothing_is_differentiated() {
    let mut place = [3.0, 5.0];
    let (mut dx, mut bar) = (0.0, [1.0, 1.0]);
    hidden_meanwhile::at(2.5, &mut place).on(&mut GrowableTape::new()).vjp_into(NoGrad, (&mut dx, &mut bar));
    assert_eq!((place, dx, bar), ([15.0, 5.0], 6.0, [5.0, 1.0]));
}
