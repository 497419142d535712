//! `#[checkpoint]` on loops: less memory, and the same results to the last bit.

use cotangent::prelude::*;

/// The same simulation with and without checkpoints.
macro_rules! simulation {
    ($name:ident $(#[$mark:meta])*) => {
        #[differentiable]
        fn $name(x: f64, k: f64, n: usize) -> f64 {
            let mut y = x;
            let mut sum = 0.0;
            $(#[$mark])*
            for i in 0..n {
                y += 0.1 * (k * y).sin() * (i as f64 + 1.0).sqrt();
                sum += y * y;
            }
            sum * y
        }
    };
}
simulation!(stored);
simulation!(by_root #[checkpoint]);
simulation!(by_tens #[checkpoint(every = 10)]);
simulation!(by_bisection #[checkpoint(bisection)]);

#[test]
fn results_are_those_of_storing_all() {
    for n in 0..40 {
        let expected = both_modes!(stored(0.7, 1.3, n));
        assert_eq!(both_modes!(by_root(0.7, 1.3, n)), expected, "{n}");
        assert_eq!(both_modes!(by_tens(0.7, 1.3, n)), expected, "{n}");
        assert_eq!(both_modes!(by_bisection(0.7, 1.3, n)), expected, "{n}");
    }
    // What is chaos after so many steps is the same only if all operations are.
    for n in [99, 100, 101, 1000] {
        let expected = stored::value_and_grad(0.7, 1.3, n);
        assert_eq!(by_root::value_and_grad(0.7, 1.3, n), expected, "{n}");
        assert_eq!(by_tens::value_and_grad(0.7, 1.3, n), expected, "{n}");
        assert_eq!(by_bisection::value_and_grad(0.7, 1.3, n), expected, "{n}");
    }
}

#[test]
fn memory_grows_as_the_root_or_the_logarithm() {
    let words = |n: usize| {
        [
            stored::at(0.7, 1.3, n).tape_words(),
            by_root::at(0.7, 1.3, n).tape_words(),
            by_bisection::at(0.7, 1.3, n).tape_words(),
        ]
    };
    let ([all, root, log], [all_of_more, root_of_more, log_of_more]) = (words(1_000), words(100_000));
    assert!(all_of_more > 99 * all);
    assert!(root_of_more <= 10 * root, "{root} {root_of_more}");
    assert!(log_of_more <= log + 7 * 4, "{log} {log_of_more}");
    // The exact need is enough, one word less is not.
    for n in [1, 7, 8, 9, 100, 1000] {
        let need = by_root::at(0.7, 1.3, n).tape_words();
        let mut tape = vec![0; need];
        let expected = stored::value_and_grad(0.7, 1.3, n);
        assert_eq!(by_root::at(0.7, 1.3, n).on(&mut tape[..]).try_value_and_grad(), Ok(expected));
        let full = by_root::at(0.7, 1.3, n).on(&mut tape[1..]).try_value_and_grad();
        assert_eq!(full, Err(TapeOverflow { needed: need, available: need - 1 }));
        let need = by_bisection::at(0.7, 1.3, n).tape_words();
        let mut tape = vec![0; need];
        assert_eq!(by_bisection::at(0.7, 1.3, n).on(&mut tape[..]).try_value_and_grad(), Ok(expected));
        assert!(by_bisection::at(0.7, 1.3, n).on(&mut tape[1..]).try_value_and_grad().is_err());
    }
}

const STEPS: usize = 100;

macro_rules! fixed {
    ($name:ident $(#[$mark:meta])*) => {
        #[differentiable]
        fn $name(x: &[f64; 3]) -> f64 {
            let mut y = *x;
            $(#[$mark])*
            for i in (0..STEPS).rev() {
                let s = y[0] * 0.01 + y[i % 3];
                y[(i + 1) % 3] = s.sin();
            }
            y[0] * y[1] * y[2]
        }
    };
}
fixed!(fixed_and_stored);
fixed!(fixed #[checkpoint]);
fixed!(fixed_and_halved #[checkpoint(bisection)]);

#[test]
fn a_size_that_is_known_is_exact() {
    let x = [0.3, 0.5, 0.7];
    assert_eq!(both_modes!(fixed(&x)), both_modes!(fixed_and_stored(&x)));
    assert_eq!(both_modes!(fixed_and_halved(&x)), both_modes!(fixed_and_stored(&x)));
    assert_eq!(fixed::tape_words(), fixed::at(&x).tape_words());
    assert_eq!(fixed_and_halved::tape_words(), fixed_and_halved::at(&x).tape_words());
    assert!(fixed::tape_words() < fixed_and_stored::tape_words());
}

/// Steps with branches, exits, calls, tensors, a struct, outer names of all kinds, and side effects.
#[derive(Clone, Copy, Differentiable)]
struct State {
    h: Vector<f64, 3>,
    energy: f64,
}

#[differentiable]
fn kick(s: &State, w: &Matrix<f64, 3, 3>, gain: f64) -> State {
    let h = s.h.matmul(w).tanh();
    State { h: h * gain, energy: s.energy + h.sum() }
}

macro_rules! walk {
    ($name:ident $(#[$mark:meta])*) => {
        #[differentiable]
        fn $name(x: &Vector<f64, 3>, w: &Matrix<f64, 3, 3>, gains: &[f64], inc: &mut f64, n: usize) -> f64 {
            let scale = gains[0] * 2.0;
            let doubled = 2 * n;
            let again = w;
            let first = &gains[0];
            let mut s = State { h: *x, energy: 0.0 };
            let mut count = 0;
            let twice = |x: f64| 2.0 * x * scale;
            $(#[$mark])*
            for i in 0..=doubled {
                if i % 5 == 4 {
                    continue;
                }
                count += 1;
                s = kick(&s, again, gains[i % gains.len()] * *first);
                assert!(s.energy.is_finite());
                for j in 0..count % 3 {
                    s.h[[j]] *= twice(gains[j]);
                }
                if s.energy > 1.5 {
                    *inc += s.energy * scale;
                    break;
                }
                *inc *= 1.0 + 0.1 * s.h[[0]];
            }
            s.h.sum() * s.energy + count as f64 * scale
        }
    };
}
walk!(walk_stored);
walk!(walk_by_root #[checkpoint]);
walk!(walk_by_threes #[checkpoint(every = 3)]);
walk!(walk_by_bisection #[checkpoint(bisection)]);

#[test]
fn all_that_a_loop_may_do() {
    let x = Vector::from([0.3, -0.2, 0.5]);
    let w = Matrix::from([[0.7, -0.3, 0.2], [0.5, 0.4, -0.6], [0.1, 0.2, 0.8]]);
    let gains = [1.1, 0.9, 1.3, 0.7];
    macro_rules! run {
        ($f:ident, $n:expr) => {{
            let (mut dx, mut dw, mut dg) = (Vector::zeros(), Matrix::zeros(), [0.5; 4]);
            let (mut inc, mut dinc) = (0.4, 0.25);
            let mut tape = GrowableTape::new();
            let y = $f::at(&x, &w, &gains, &mut inc, $n)
                .on(&mut tape)
                .vjp_into(1.5, (&mut dx, &mut dw, &mut dg, &mut dinc));
            (y, inc, dx, dw, dg, dinc)
        }};
    }
    for n in 0..30 {
        let expected = run!(walk_stored, n);
        assert_eq!(run!(walk_by_root, n), expected, "{n}");
        assert_eq!(run!(walk_by_threes, n), expected, "{n}");
        assert_eq!(run!(walk_by_bisection, n), expected, "{n}");
    }
}

#[differentiable]
fn other_names(mut x: f64, n: usize) -> f64 {
    let start = x;
    let mut y = x;
    #[checkpoint]
    for i in 0..n {
        y += (start * y).sin() * i as f64;
    }
    let last = y;
    #[checkpoint(bisection)]
    for _ in 0..n {
        x += last * x.cos();
    }
    x * y
}

#[test]
fn a_copy_of_a_variable_is_not_the_variable() {
    for n in 0..5 {
        cotangent::check::gradient(|x: &f64| other_names(*x, n), |x| both_modes!(other_names(*x, n)), 0.4)
            .unwrap_or_else(|mismatch| panic!("{n}: {mismatch}"));
    }
}

#[derive(Differentiable, Clone)]
struct Named {
    again: f64,
}

#[differentiable]
fn names_of_fields(x: f64) -> f64 {
    let mut s = 0.5 * x;
    let again = &mut s;
    *again += x * x;
    let mut y = x;
    #[checkpoint]
    for _ in 0..4 {
        let named = Named { again: s * y };
        y += named.again.sin();
    }
    y
}

#[test]
fn the_name_of_a_field_is_not_the_variable() {
    cotangent::check::gradient(|x: &f64| names_of_fields(*x), |x| both_modes!(names_of_fields(*x)), 0.4).unwrap();
}

#[differentiable]
fn halvings(x: f64, limit: f64) -> f64 {
    let mut y = x;
    let mut k = 0;
    #[checkpoint(bisection)]
    while y > limit {
        y = 0.5 * y + 0.01 * y.sin();
        k += 1;
        if k == 500 {
            break;
        }
    }
    let mut z = y;
    #[checkpoint(every = 4)]
    loop {
        z *= 1.0 + 0.1 * z;
        if z > 1.0 {
            break;
        }
    }
    z * y
}

#[test]
fn loops_whose_number_is_not_known() {
    let gradient = |x| {
        let (y, (dx, _)) = both_modes!(halvings(x, 0.3));
        (y, dx)
    };
    for x in [0.5, 3.0, 1e6] {
        cotangent::check::gradient(|x: &f64| halvings(*x, 0.3), |x| gradient(*x), x)
            .unwrap_or_else(|mismatch| panic!("{x}: {mismatch}"));
    }
}

#[differentiable]
fn nested(x: f64, n: usize) -> f64 {
    let mut y = x;
    #[checkpoint]
    for i in 0..n {
        let z = y * x;
        #[checkpoint(bisection)]
        for j in 0..i {
            y += 0.01 * (z * y).sin() * j as f64;
        }
        y = by_tens(y, x, i);
    }
    y
}

#[differentiable]
fn nested_and_stored(x: f64, n: usize) -> f64 {
    let mut y = x;
    for i in 0..n {
        let z = y * x;
        for j in 0..i {
            y += 0.01 * (z * y).sin() * j as f64;
        }
        y = stored(y, x, i);
    }
    y
}

#[test]
fn loops_in_loops_and_in_calls() {
    for n in 0..12 {
        assert_eq!(both_modes!(nested(0.2, n)), both_modes!(nested_and_stored(0.2, n)), "{n}");
    }
}

#[differentiable]
fn bisected<const N: usize>(x: f64) -> f64 {
    let mut y = x.cos();
    #[checkpoint(bisection)]
    for _ in 0..N {
        y = y.sin();
    }
    y * x
}

#[test]
fn a_bisection_of_no_iterations_takes_no_state() {
    assert_eq!(bisected::at::<0>(0.5).tape_words(), bisected::tape_words::<0>());
    assert_eq!(bisected::value_and_grad::<0>(0.5).0, bisected::<0>(0.5));
}

#[differentiable]
fn hides_a_lent_name(x: f64, place: &mut f64, n: usize) {
    let mut y = x;
    #[checkpoint(every = 2)]
    for place in 0..n {
        y = (y * x).sin() + place as f64;
    }
    *place *= y;
}

#[test]
fn the_index_may_hide_a_lent_name() {
    let both = |x: &f64| {
        let mut place = 2.0;
        hides_a_lent_name(*x, &mut place, 5);
        place
    };
    let slope = |x: &f64| {
        let (mut place, mut dx, mut bar) = (2.0, 0.0, 1.0);
        hides_a_lent_name::at(*x, &mut place, 5).on(&mut GrowableTape::new()).vjp_into(NoGrad, (&mut dx, &mut bar));
        (place, dx)
    };
    cotangent::check::gradient(both, slope, 0.3).unwrap();
}

fn goes_on(k: &mut usize) -> bool {
    *k += 1;
    *k < 7
}

#[differentiable]
fn counted_in_the_condition(m: f64, s: f64) -> f64 {
    let mut k = 0;
    let mut t = m;
    #[checkpoint(every = 2)]
    while goes_on(&mut k) {
        t = t * s * 0.5 + k as f64 * m * t;
    }
    let (mut weight, mut i) = (0.0, 0);
    #[checkpoint(every = 3)]
    while {
        i += 1;
        weight += 0.5;
        i < 6
    } {
        if t > 100.0 {
            break;
        }
        t = t.sin() * s + weight * m;
    }
    t * weight
}

#[test]
fn a_condition_that_changes_something_is_run_again_too() {
    follows!(counted_in_the_condition);
}
