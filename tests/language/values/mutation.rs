//! Variables whose value changes: reassignment, compound assignment, elements, fields, exchanges, aliases.

use std::mem;

use cotangent::prelude::*;

#[differentiable]
fn reassigned(x: f64, y: f64) -> f64 {
    let mut z = x * y;
    z = z * z;
    z = z * x + z;
    z
}

#[test]
fn every_value_of_a_variable_counts() {
    // x³y² + x²y²
    assert_eq!(
        both_modes!(reassigned(2.0, 3.0)),
        (108.0, (3.0 * 4.0 * 9.0 + 2.0 * 2.0 * 9.0, 2.0 * 8.0 * 3.0 + 2.0 * 4.0 * 3.0))
    );
}

#[differentiable]
fn compound(x: f64, y: f64) -> f64 {
    let mut z = x;
    z += y;
    z *= x;
    z -= x * y;
    z /= y;
    z += z;
    z
}

#[test]
fn compound_assignments_are_their_operators() {
    // 2 x² / y
    assert_eq!(both_modes!(compound(3.0, 2.0)), (9.0, (6.0, -4.5)));
}

#[differentiable]
fn inactive_start(x: f64) -> f64 {
    let mut product = 1.0;
    for _ in 0..3 {
        product *= x;
    }
    product
}

#[test]
fn a_variable_that_starts_constant_becomes_active() {
    assert_eq!(both_modes!(inactive_start(2.0)), (8.0, 12.0));
}

#[differentiable]
fn overwritten(x: f64, y: f64) -> f64 {
    let mut z = x * x;
    let before = z * y;
    z = 1.0;
    let after = z * y;
    z = y;
    before + after * z
}

#[test]
fn overwriting_ends_the_cotangent() {
    // x²y + y²
    assert_eq!(both_modes!(overwritten(3.0, 2.0)), (22.0, (12.0, 13.0)));
}

#[differentiable]
fn in_one_branch(x: f64, y: f64) -> f64 {
    let mut z = x * y;
    if x > 1.0 {
        z = z * x;
    }
    if y > 100.0 {
        z = 0.0;
    } else if y > 1.0 {
        let w = z + y;
        z *= w;
    }
    z
}

#[test]
fn assignment_in_one_branch_only() {
    assert_eq!(both_modes!(in_one_branch(0.5, 0.5)), (0.25, (0.5, 0.5)));
    // z = x²y, z(z + y) = x⁴y² + x²y²
    assert_eq!(
        both_modes!(in_one_branch(2.0, 3.0)),
        (180.0, (4.0 * 8.0 * 9.0 + 2.0 * 2.0 * 9.0, 2.0 * 16.0 * 3.0 + 2.0 * 4.0 * 3.0))
    );
    assert_eq!(both_modes!(in_one_branch(2.0, 101.0)), (0.0, (0.0, 0.0)));
}

#[differentiable]
fn swapped(x: f64, y: f64) -> f64 {
    let mut a = x * x;
    let mut b = y;
    mem::swap(&mut a, &mut b);
    (a, b) = (b * 2.0, a * 3.0);
    let mut pair = [a, b];
    pair.swap(0, 1);
    (b, a) = (pair[0], pair[1]);
    a * b * b
}

#[test]
fn exchanges_exchange_the_cotangents() {
    // 2x² · 9y²
    assert_eq!(both_modes!(swapped(2.0, 3.0)), (648.0, (648.0, 432.0)));
}

#[differentiable]
fn elements(x: &[f64; 3], at: usize) -> f64 {
    let mut a = *x;
    a[0] = a[1] * a[2];
    a[at] += a[0] * a[at];
    a[at] *= 2.0;
    let mut m = [[0.0; 2]; 2];
    m[at][1] = a[at] * a[0];
    m[1][at] += m[at][1] * a[2];
    m[1][1] + m[0][1] + m[1][0]
}

#[test]
fn elements_are_changed_by_run_time_indices() {
    for at in 0..2 {
        cotangent::check::gradient(|x: &[f64; 3]| elements(x, at), |x| both_modes!(elements(x, at)), [1.5, -0.7, 2.25])
            .unwrap_or_else(|mismatch| panic!("{at}: {mismatch}"));
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Particle {
    position: [f64; 2],
    speed: f64,
    #[constant]
    steps: usize,
}
gradients!(ParticleTangent);

#[differentiable]
fn pushed(start: &Particle, push: f64) -> f64 {
    let mut p = start.clone();
    p.position[1] += p.speed * push;
    p.speed = p.speed * p.position[1];
    p.steps += 1;
    p.position[p.steps] *= p.speed;
    p.position[0] + p.position[1] * p.speed
}

#[test]
fn fields_and_elements_of_fields() {
    let start = Particle { position: [0.5, 0.25], speed: 2.0, steps: 0 };
    // q = p1 + s u, v = s q, p1 = q v; p0 + q v²  = p0 + s² q³
    let q = 0.25 + 2.0 * 3.0;
    let (value, (d, du)) = both_modes!(pushed(&start, 3.0));
    assert_eq!(value, 0.5 + 4.0 * q * q * q);
    assert_eq!(d.position, [1.0, 12.0 * q * q]);
    assert_eq!(d.speed, 4.0 * q * q * q + 12.0 * q * q * 3.0);
    assert_eq!(du, 12.0 * q * q * 2.0);
}

#[differentiable]
fn aliased(x: f64, y: f64) -> f64 {
    let mut a = [x, y];
    let first = &mut a[0];
    *first *= y;
    *first += 1.0;
    let whole = &mut a;
    whole[1] *= whole[0];
    a[1] * a[0]
}

#[test]
fn a_reference_is_another_name_for_its_place() {
    // (xy + 1)² y
    assert_eq!(both_modes!(aliased(2.0, 3.0)), (147.0, (2.0 * 7.0 * 9.0, 2.0 * 7.0 * 2.0 * 3.0 + 49.0)));
}

#[differentiable]
fn mutable_parameter(mut x: f64, mut n: usize, (mut a, b): (f64, f64)) -> f64 {
    n += 1;
    a += b;
    x *= a;
    for _ in 0..n {
        x *= a;
    }
    x
}

#[test]
fn parameters_may_be_mutable() {
    let (value, (dx, (da, db))) = both_modes!(mutable_parameter(2.0, 1, (2.0, 1.0)));
    assert_eq!((value, dx, da, db), (54.0, 27.0, 54.0, 54.0));
}

#[differentiable]
fn later(x: f64, up: bool) -> f64 {
    let y;
    if up {
        y = x * x;
    } else {
        y = -x;
    }
    y * x
}

#[test]
fn a_value_may_come_after_the_declaration() {
    assert_eq!(both_modes!(later(2.0, true)), (8.0, 12.0));
    assert_eq!(both_modes!(later(2.0, false)), (-4.0, -4.0));
}

#[differentiable]
fn patterns(x: f64, y: f64) -> f64 {
    let (mut a, [mut b, c]) = (x * y, [y, x]);
    a += c;
    b *= a;
    a * b
}

#[test]
fn mutable_names_in_patterns() {
    // a = xy + x, a² y
    let a = 8.0;
    assert_eq!(both_modes!(patterns(2.0, 3.0)), (192.0, (2.0 * a * 4.0 * 3.0, 2.0 * a * 2.0 * 3.0 + a * a)));
}

#[differentiable]
fn shadows(x: f64) -> f64 {
    let mut y = x;
    y *= x;
    let y = y * x;
    let mut y = y + x;
    y *= 2.0;
    y
}

#[test]
fn a_changing_variable_may_be_shadowed() {
    assert_eq!(both_modes!(shadows(2.0)), (20.0, 26.0));
}

#[differentiable]
fn tensors(w: &Matrix<f64, 2, 3>, b: &Vector<f64, 3>) -> f64 {
    let mut m = w.clone();
    m += b;
    m *= 2.0;
    m -= w * w;
    m += 1.0;
    let mut total = m.sum();
    total += m.matmul(b).sum();
    total
}

#[test]
fn tensors_change_too() {
    let w = tensor([[1.0, -2.0, 0.5], [0.25, 3.0, -1.0]]);
    let b = tensor([0.5, 1.5, -0.75]);
    cotangent::check::gradient(
        |x: &(Matrix<f64, 2, 3>, Vector<f64, 3>)| tensors(&x.0, &x.1),
        |x| both_modes!(tensors(&x.0, &x.1)),
        (w, b),
    )
    .unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

#[differentiable]
fn accumulated(x: &[f64; 4]) -> f64 {
    let mut sum = 0.0;
    for i in 0..4 {
        sum += x[i];
        sum -= 2.0 * x[3 - i];
    }
    sum
}

#[test]
fn linear_updates_store_nothing() {
    assert_eq!(accumulated::grad(&[1.0, 2.0, 3.0, 4.0]), [-1.0; 4]);
    assert_eq!(accumulated::tape_words(), 0);
}

#[differentiable]
fn tuple_of_references(p: &Particle, x: f64) -> f64 {
    let mut a = [x, x * x];
    a[0] += p.speed;
    let (at, speed, b) = (&p.position, &p.speed, &a);
    at[0] * *speed * b[0] + at[1] * b[1]
}

#[test]
fn references_in_a_tuple_are_names_for_their_places() {
    // p0 s (x + s) + p1 x²
    let p = Particle { position: [2.0, 3.0], speed: 5.0, steps: 0 };
    let (value, (d, dx)) = both_modes!(tuple_of_references(&p, 7.0));
    assert_eq!((value, d.position, d.speed, dx), (267.0, [60.0, 49.0], 34.0, 52.0));
}

#[differentiable]
fn observed(x: f64) -> f64 {
    let mut y = x * x;
    let mut v = [x, 0.5];
    let mut i = 0.25;
    if y.sin() > 0.5 && v[0].max(0.1) < 10.0 {
        y *= x;
    }
    while y.abs() < 5.0 {
        y += v[1] + y;
        v[1] *= 1.5;
    }
    (v[0], i) = (stop_gradient(v[0].sigmoid()), v[0] * i);
    y * v[0] + i
}

#[test]
fn methods_may_look_at_a_changing_variable() {
    let f = |x: &f64| {
        let stopped = (1.0_f64).sigmoid();
        let mut y = x * x * x;
        let mut w = 0.5;
        while y.abs() < 5.0 {
            y += w + y;
            w *= 1.5;
        }
        y * stopped + x * 0.25
    };
    assert_eq!(observed(1.0), f(&1.0));
    let dx = (f(&(1.0 + 1e-6)) - f(&(1.0 - 1e-6))) / 2e-6;
    assert!((observed::grad(1.0) - dx).abs() < 1e-8, "{} {dx}", observed::grad(1.0));
}

#[differentiable]
fn constants_of_blocks(x: f64, n: usize) -> f64 {
    const LIMIT: usize = 2;
    let a = [x, x * x, x * x * x, 1.0];
    let mut y = a[LIMIT];
    if n > 1 {
        const LIMIT: usize = 1;
        y *= a[LIMIT] * a[LIMIT];
    } else {
        const LIMIT: usize = 0;
        for i in 0..=LIMIT {
            y *= a[i] * a[LIMIT] * a[LIMIT];
        }
    }
    y
}

#[test]
fn each_block_has_its_own_constants() {
    // x³ x⁴ and x³ x³
    assert_eq!(both_modes!(constants_of_blocks(2.0, 2)), (128.0, 7.0 * 64.0));
    assert_eq!(both_modes!(constants_of_blocks(2.0, 0)), (64.0, 6.0 * 32.0));
}

#[differentiable]
fn optional(x: f64, power: Option<usize>) -> f64 {
    match power {
        Some(n) => x * n as f64,
        None => x * x,
    }
}

#[differentiable]
fn options(x: f64, given: Option<usize>, n: usize) -> f64 {
    let mut sum = optional(x, given) + optional(x, None) * optional(x, Some(n));
    for i in 0..3 {
        sum *= optional(x, if i == n { None } else { Some(i + 1) });
    }
    sum
}

#[test]
fn options_of_constants_are_arguments() {
    cotangent::check::gradient(|x: &f64| options(*x, Some(3), 1), |x| both_modes!(options(*x, Some(3), 1)), 0.7)
        .unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

#[differentiable]
fn moved(start: &Particle, n: usize) -> f64 {
    let mut p = start.clone();
    for _ in 0..n {
        p.speed *= p.position[0];
    }
    let q = if n > 1 { p } else { start.clone() };
    q.speed * q.position[1]
}

#[test]
fn a_value_that_settled_may_be_the_value_of_a_branch() {
    let start = Particle { position: [2.0, 3.0], speed: 5.0, steps: 0 };
    let (value, d) = both_modes!(moved(&start, 2));
    assert_eq!((value, d.position, d.speed), (60.0, [60.0, 20.0], 12.0));
}

#[differentiable]
fn assigned_from_another(x: f64) -> f64 {
    let mut g = x;
    g *= 0.5;
    let mut y = x;
    let first = y;
    y = g;
    let a = y * g;
    y = 0.9;
    g * a + y + (first - x)
}

#[test]
fn a_variable_that_took_the_value_of_another_may_change_after_it() {
    // (x/2)^3 + 0.9
    assert_eq!(both_modes!(assigned_from_another(2.0)), (1.9, 1.5));
}

#[differentiable]
#[allow(unused_mut, reason = "the variable has to be one that settles")]
fn named_again(x: f64, k: usize) -> f64 {
    let mut c = x * 3.0;
    if k == 1 {
        return c * c;
    }
    let c = c;
    let c = c * c - x;
    c * c
}

#[test]
fn a_name_may_hide_a_variable_of_the_block_around_it() {
    // (9x² - x)²
    assert_eq!(both_modes!(named_again(2.0, 0)), (1156.0, 2380.0));
    assert_eq!(both_modes!(named_again(2.0, 1)), (36.0, 36.0));
}

// Steps that make a new list and hand it on.
over_lists! {
    once (x, p) {
        for _ in 0..3 {
            let mut next = x.clone();
            for i in 1..x.len() {
                next[i] = p * x[i] * x[i - 1];
            }
            x = next;
        }
    }
    and_used_after_it (x, p) {
        for _ in 0..3 {
            let mut next = x.clone();
            for i in 1..x.len() {
                next[i] = p * x[i] * x[i - 1];
            }
            x = next.clone();
            x[0] += 0.1 * next[1] * p;
            next = x.clone();
            x[1] += next[2] * next[0];
        }
    }
    twice (x, p) {
        let mut other = x.clone();
        for _ in 0..3 {
            let mut next = other.clone();
            for i in 1..x.len() {
                next[i] += p * x[i] * x[i - 1];
            }
            x = next.clone();
            other = next;
            other[0] *= p;
        }
        x[1] += other[0] * other[2];
    }
    begun_and_used_after_it (x, p) {
        for _ in 0..2 {
            let before = x.clone();
            let mut next = before.clone();
            next[0] *= p * before[1];
            let mut other = next.clone();
            other[1] += p * next[0];
            x = other;
            x[2] += next[1];
        }
    }
    in_branches (x, p) {
        for i in 0..3 {
            let mut next = x.clone();
            next[i] *= p;
            if x[i] > 0.05 {
                x = next;
            } else {
                x[0] += next[2];
            }
        }
    }
    run_again (x, p) {
        #[checkpoint]
        for _ in 0..4 {
            let mut next = x.clone();
            next[0] += p * x[1] * x[2];
            x = next;
            x[1] *= p;
        }
    }
    from_a_block (x, p) {
        let mut kept = x.clone();
        for _ in 0..2 {
            let next = {
                let mut next = x.clone();
                next[1] *= p * next[2];
                x = next.clone();
                next
            };
            x[2] += next[1];
            kept = next;
        }
        x[0] *= kept[1];
    }
}

/// What moves has another length than what it replaces.
#[differentiable]
fn handed_on_and_longer(first: &[f64], p: f64) -> f64 {
    let mut x = first.to_vec();
    for _ in 0..3 {
        let mut next = x.clone();
        next.push(p * x[0]);
        next[0] *= x[1];
        x = next;
        x[1] += p * x[2];
    }
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i] * p;
    }
    sum
}

#[test]
fn a_vector_that_is_handed_on_may_have_another_length() {
    handed_on_and_longer::at(&[0.7, 1.1], 0.8).check().unwrap();
}

/// A variable moves where another one begins.
#[differentiable]
fn moved_where_it_begins(first: &[f64], p: f64) -> f64 {
    let mut v = vec![vec![p; 2]; 2];
    v[1] = first.to_vec();
    let mut m = v;
    m[0][1] *= p;
    m[0][1] * m[1][0] + m[0][0]
}

#[test]
fn a_vector_may_move_where_a_variable_begins() {
    moved_where_it_begins::at(&[0.7, 1.1], 0.8).check().unwrap();
}

/// The loop is reversed as it runs.
#[differentiable]
fn handed_on_in_a_sum(first: &[f64], p: f64) -> f64 {
    let mut total = 0.0;
    for i in 1..first.len() {
        let mut state = first.to_vec();
        state[0] *= p;
        let mut next = state.clone();
        next[1] += state[0] * state[i];
        state = next;
        total += state[1] * state[i];
    }
    total
}

#[test]
fn a_vector_may_be_handed_on_in_a_loop_that_is_reversed_as_it_runs() {
    handed_on_in_a_sum::at(&[0.7, 1.1, -0.4], 0.8).check().unwrap();
}

/// What is assigned is used again after it, in the block, in a loop and as another variable's value.
#[differentiable]
fn handed_on_and_used(first: &[f64; 200], p: f64) -> f64 {
    let (mut x, mut other) = (*first, *first);
    for _ in 0..3 {
        let mut next = x;
        for i in 1..200 {
            next[i] = p * x[i] * other[i - 1];
        }
        x = next;
        for i in 0..3 {
            x[i] += 0.1 * next[i + 1] * p;
        }
        other = next;
        next[3] *= x[3];
        x = next;
        x[4] += next[5];
    }
    let mut sum = 0.0;
    for i in 0..200 {
        sum += x[i] * other[i];
    }
    sum
}

#[test]
fn a_list_that_is_handed_on_may_be_used_after_it() {
    let first: [f64; 200] = std::array::from_fn(|i| 1.0 + (0.3 * i as f64).sin());
    handed_on_and_used::at(&first, 0.7).check().unwrap();
}

/// The right side changes the list on the left, and a variable of its own with the name of the index.
#[differentiable]
fn beside_a_name_of_its_own(x: f64, at: usize) -> f64 {
    let mut sums = [x, x * x, 1.0];
    sums[at] += match at {
        0 => x,
        _ => {
            let mut at = [x.sin(), x];
            at[1] *= at[0];
            sums[2] *= at[1];
            sums[2] * x
        }
    };
    sums[0] * sums[1] + sums[2]
}

#[test]
fn a_variable_of_the_right_side_is_no_index_of_the_left() {
    for at in 0..3 {
        beside_a_name_of_its_own::at(0.7, at).check().unwrap();
        beside_a_name_of_its_own::at(0.7, at).check_jvp().unwrap();
    }
}
