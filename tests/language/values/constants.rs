//! Values through which no derivative flows.

use cotangent::prelude::*;

#[differentiable]
fn weighted(x: f64, #[constant] w: f64, n: usize, name: &str, flags: &[bool; 2]) -> f64 {
    let scale = if flags[0] && name.len() > 2 { n as f64 } else { 1.0 };
    x * x * w * scale
}

#[test]
fn constant_parameters_have_no_gradient() {
    assert_eq!(both_modes!(weighted(3.0, 2.0, 4, "long", &[true, false])), (72.0, 48.0));
    assert_eq!(weighted::grad(3.0, 2.0, 4, "x", &[true, false]), 12.0);
}

#[differentiable]
fn questions(x: f64, y: &[f64; 4]) -> f64 {
    let n = y.len();
    let positive = x.is_sign_positive() || !y[0].is_nan();
    let k = if positive { n as f64 } else { 0.0 };
    k * x * y[3]
}

#[test]
fn questions_about_a_value_are_constants() {
    assert_eq!(both_modes!(questions(2.0, &[0.0, 0.0, 0.0, 3.0])), (24.0, (12.0, [0.0, 0.0, 0.0, 8.0])));
}

#[differentiable]
fn constant_local(x: f64, n: usize) -> f64 {
    let a = n as f64 * 0.5;
    let (b, c) = (a + 1.0, a - 1.0);
    let y = x * a;
    y * b / c
}

#[test]
fn constant_locals_are_kept_for_the_reverse_half() {
    // x a (a + 1) / (a - 1), a = 2
    assert_eq!(both_modes!(constant_local(3.0, 4)), (18.0, 6.0));
}

#[differentiable]
fn casts(x: f32, y: f64) -> f64 {
    let wide = x as f64;
    let narrow = (wide * y) as f32;
    narrow as f64 * 2.0
}

#[test]
fn casts_between_numbers_pass_the_gradient() {
    assert_eq!(casts::value_and_grad(3.0, 4.0), (24.0, (8.0_f32, 6.0)));
}

#[differentiable]
fn indices(xs: &[f64; 4], #[constant] at: usize) -> f64 {
    xs[at] * xs[at + 1]
}

#[test]
fn indices_may_be_constant_parameters() {
    assert_eq!(both_modes!(indices(&[1.0, 2.0, 3.0, 4.0], 1)), (6.0, [0.0, 3.0, 2.0, 0.0]));
}

#[differentiable]
fn stopped(x: f64, y: &Vector<f64, 2>) -> f64 {
    let c = stop_gradient(x * x);
    (y * c).sum() * weighted(x, stop_gradient(y.sum()), 1, "n", &[false; 2])
}

#[test]
fn a_derivative_ends_where_the_user_says_so() {
    // c Σy · x² k with c, k constant
    let (value, (dx, dy)) = both_modes!(stopped(2.0, &tensor([1.0, 2.0])));
    assert_eq!((value, dx, dy), (144.0, 144.0, tensor([48.0, 48.0])));
}

#[differentiable]
fn stopped_under_a_name(x: f64, p: &[f64; 2]) -> f64 {
    let (c, mut m) = (stop_gradient(x), x);
    let d = stop_gradient(x);
    m *= x;
    let e = stop_gradient(m);
    let q = stop_gradient(p);
    m * c * d * e * q[1] * p[0]
}

/// It counted as a call of a function without a derivative.
#[test]
fn a_place_whose_derivative_ends_may_have_a_name() {
    // x² c d e q₁ p₀ with c = d = x, e = x², q = p constant
    let (value, (dx, dp)) = both_modes!(stopped_under_a_name(2.0, &[3.0, 5.0]));
    assert_eq!((value, dx, dp), (960.0, 960.0, [320.0, 0.0]));
}

/// A tensor of whole numbers is constant by itself, as they are.
#[differentiable]
fn counted(x: f64, counts: &Vector<i32, 3>) -> f64 {
    x * x * f64::from(counts[[1]])
}

#[test]
fn tensors_of_whole_numbers_have_no_gradient() {
    assert_eq!(counted::grad(3.0, &tensor([1, 2, 4])), 12.0);
}

#[differentiable]
fn read_through(x: f64, p: [f64; 3], #[constant] scale: f64, k: &usize, n: usize) -> f64 {
    let (s, k, m) = (&scale, &k, &n);
    let bent = (*s).sqrt();
    x * (*s) * bent + p[**k] * p[*m] * (*m as f64)
}

/// The reverse half read the constant itself through the reference.
#[test]
fn a_reference_to_a_constant_is_read_through() {
    // x s √s + p₂ p₁
    let (value, (dx, dp)) = both_modes!(read_through(2.0, [1.0, 3.0, 5.0], 4.0, &2, 1));
    assert_eq!((value, dx, dp), (31.0, 8.0, [0.0, 5.0, 3.0]));
}

/// What patterns take out of constants, and what their methods give, may be references to numbers: operators take those too.
mod by_reference {
    use super::*;

    #[differentiable]
    fn in_a_loop(m: f64, s: f64) -> f64 {
        let ks = [0.5, 2.0];
        let mut t = m;
        for k in &ks {
            t += k * m * s + k;
        }
        t
    }

    #[differentiable]
    fn a_chain(m: f64, s: f64) -> f64 {
        let ks = [0.5, 2.0];
        let mut t = m;
        for k in ks.iter().filter(|k| **k > 1.0) {
            t = t.sin() * k + s.powf(*k) / k;
            t *= k;
            t -= k;
        }
        t
    }

    #[differentiable]
    fn hidden(m: f64, s: f64) -> f64 {
        let ks = [0.5, 2.0];
        let mut t = m;
        for k in &ks {
            t = t.sin() * k + s;
            let k = k * m;
            t *= k;
        }
        t
    }

    #[differentiable]
    fn in_a_checkpoint(m: f64, s: f64) -> f64 {
        let ks = [0.5, 2.0];
        let mut t = m;
        #[checkpoint]
        for _ in 0..3 {
            for k in &ks {
                t = (t * k).sin() + s;
            }
        }
        t
    }

    #[differentiable]
    fn patterns(m: f64, s: f64) -> f64 {
        let (list, some) = ([0.5, 2.0], Some(3.0));
        let mut t = if let Some(k) = &some { k * m } else { m };
        if let Some(k) = list.first() {
            t = k * t.sin() - k;
        }
        match &list {
            [k, ..] if *k < 1.0 => t * k * s,
            _ => t,
        }
    }

    #[differentiable]
    fn of_a_method(m: f64, s: f64) -> f64 {
        let list = [0.5, 2.0];
        let k = list.first().unwrap();
        let y = k * m;
        let k = y;
        k * s / list.last().unwrap()
    }

    #[test]
    fn operators_take_it() {
        follows!(in_a_loop a_chain hidden in_a_checkpoint patterns of_a_method);
        assert_eq!(in_a_loop::grad(3.0, 0.5), (1.0 + 2.5 * 0.5, 2.5 * 3.0));
    }

    #[differentiable]
    fn tensors(x: &Vector<f64, 2>, #[constant] weights: &[Vector<f64, 2>]) -> f64 {
        let mut t = 0.0;
        for w in weights.iter().filter(|w| w[[0]] > 0.0) {
            t += (w * x - w).sum();
        }
        t
    }

    #[test]
    fn tensors_too() {
        let weights = [tensor([1.0, 2.0]), tensor([-1.0, 5.0]), tensor([3.0, 4.0])];
        let (value, gradient) = both_modes!(tensors(&tensor([2.0, 3.0]), &weights));
        assert_eq!((value, gradient), (1.0 + 4.0 + 3.0 + 8.0, tensor([4.0, 6.0])));
    }
}
