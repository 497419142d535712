//! Calls of derivatives: `g::grad`, `g::value_and_grad`, `g::vjp` and `g::jvp` in a function that is differentiated.
//!
//! Forward mode has to agree with reverse mode, and both with differences.

mod descent;
mod forms;

use cotangent::check;
use cotangent::prelude::*;

/// The gradient of a function of one number is what differences say, at some points.
fn agrees(what: &str, f: fn(f64) -> f64, both: fn(f64) -> (f64, f64), at: &[f64]) {
    for x in at {
        check::gradient(|x| f(*x), |x| both(*x), *x).unwrap_or_else(|mismatch| panic!("{what} at {x}: {mismatch}"));
    }
}

// ---- no perturbation is taken for another ----

#[differentiable]
fn sum(x: f64, y: f64) -> f64 {
    x + y
}

/// `x · d/dy (x + y)` at `y = 1`, by reverse mode and by forward mode.
#[differentiable]
fn by_grad(x: f64) -> f64 {
    let (_, by_y) = sum::grad(x, 1.0);
    x * by_y
}

#[differentiable]
fn by_jvp(x: f64) -> f64 {
    let (_, y_dot) = sum::jvp(x, 1.0, (0.0, 1.0));
    x * y_dot
}

#[test]
fn the_inner_perturbation_is_not_the_outer_one() {
    assert_eq!(first_order!(by_grad(1.0)), (1.0, 1.0));
    assert_eq!(first_order!(by_jvp(1.0)), (1.0, 1.0));
    assert_eq!(by_grad::vjp(3.0, 2.0), (3.0, 2.0));
}

#[differentiable]
fn product(y: f64, x: f64) -> f64 {
    x * y
}

/// `x · d/dy (x y) = x²`, whatever `y` is.
#[differentiable]
fn nested_product(x: f64) -> f64 {
    let (by_y, _) = product::grad(x, x);
    let (_, along_y) = product::jvp(2.0, x, (1.0, 0.0));
    x * by_y + x * along_y
}

#[test]
fn nested_products() {
    assert_eq!(first_order!(nested_product(3.0)), (18.0, 12.0));
}

/// The direction moves too: `d/dx (d/dy (x y³) along x²)`.
#[differentiable]
fn cubic(y: f64, x: f64) -> f64 {
    x * y * y * y
}

#[differentiable]
fn along_itself(x: f64) -> f64 {
    let (value, slope) = cubic::jvp(x, x, (x * x, x));
    value * slope
}

#[test]
fn a_direction_that_moves() {
    // value x⁴; slope 3 x³ x² + x³ x = 3 x⁵ + x⁴
    let x: f64 = 1.5;
    let (value, slope) = first_order!(along_itself(x));
    assert!((value - (3.0 * x.powi(9) + x.powi(8))).abs() < 1e-12);
    assert!((slope - (27.0 * x.powi(8) + 8.0 * x.powi(7))).abs() < 1e-11);
}

// ---- every call, with several parameters and constants among them ----

#[differentiable]
fn wave(x: f64, #[constant] k: f64, y: f64, n: i32) -> f64 {
    (k * x).sin() * y.powi(n) + x * y
}

#[differentiable]
fn through_grad(x: f64, y: f64) -> f64 {
    let (by_x, by_y) = wave::grad(x * y, 1.3, y, 3);
    by_x * by_y + x
}

#[differentiable]
fn through_value_and_grad(x: f64, y: f64) -> f64 {
    let (value, (by_x, by_y)) = wave::value_and_grad(x, 0.7, x + y, 2);
    value.sin() * by_x + by_y
}

#[differentiable]
fn through_vjp(x: f64, y: f64) -> f64 {
    let (value, (by_x, by_y)) = wave::vjp(x, 0.7, y, 2, x * y);
    value * by_x + by_y.cos()
}

#[differentiable]
fn through_jvp(x: f64, y: f64) -> f64 {
    let (value, dot) = wave::jvp(x, 0.7, y, 2, (x * y, y.sin()));
    value * dot + dot * dot
}

macro_rules! by_both {
    ($($f:ident)*) => {$(
        let (x, y) = (0.8, 1.1);
        let (value, (by_x, by_y)) = first_order!($f(x, y));
        assert_eq!(value, $f(x, y));
        check::gradient(|x: &f64| $f(*x, y), |x| { let (v, (d, _)) = $f::value_and_grad(*x, y); (v, d) }, x)
            .and_then(|_| check::gradient(|y: &f64| $f(x, *y), |y| { let (v, (_, d)) = $f::value_and_grad(x, *y); (v, d) }, y))
            .unwrap_or_else(|mismatch| panic!("{} ({by_x}, {by_y}): {mismatch}", stringify!($f)));
    )*};
}

#[test]
fn every_call() {
    by_both!(through_grad through_value_and_grad through_vjp through_jvp);
    // Several directions in a pass, and none.
    let (value, by_each) = through_jvp::at(0.8, 1.1).jacobian_fwd();
    let (again, gradient) = through_jvp::value_and_grad(0.8, 1.1);
    assert_eq!(value, again);
    assert!((by_each.0 - gradient.0).abs() < 1e-12 && (by_each.1 - gradient.1).abs() < 1e-12);
    let (_, [along_x, along_y]) = through_vjp::at(0.8, 1.1).jvp_many([(1.0, 0.0), (0.0, 1.0)]);
    let (by_x, by_y) = through_vjp::grad(0.8, 1.1);
    assert!((along_x - by_x).abs() < 1e-12 && (along_y - by_y).abs() < 1e-12);
}

// ---- where it stands ----

#[differentiable]
fn well(x: f64) -> f64 {
    x * x * x * x - 2.0 * x * x
}

#[differentiable]
fn in_a_loop(x: f64) -> f64 {
    let mut at = x;
    let mut travelled = 0.0;
    for i in 0..5 {
        let slope = well::grad(at);
        if i % 2 == 0 {
            at -= 0.1 * slope;
        } else {
            let (height, _) = well::jvp(at, 1.0);
            at -= 0.05 * well::grad(at) * height;
        }
        travelled += slope * slope;
    }
    at + travelled
}

#[differentiable]
fn in_a_condition(x: f64) -> f64 {
    if well::grad(x) > 0.0 { x * well::grad(x) } else { well::grad(x).exp() }
}

#[differentiable]
fn once(x: f64) -> f64 {
    x * well::grad(x)
}

#[differentiable]
fn in_a_callee(x: f64) -> f64 {
    once(once(x)) + once(x)
}

#[differentiable]
fn run_again(x: f64, n: usize) -> f64 {
    let mut at = x;
    #[checkpoint]
    for _ in 0..n {
        at -= 0.03 * well::grad(at);
    }
    at * #[checkpoint]
    once(x)
}

/// A loop that is reversed as it runs.
#[differentiable]
fn samples(w: f64, xs: &[f64; 3]) -> f64 {
    let mut total = 0.0;
    for x in xs {
        let (force, _) = product::grad(w * x, w);
        total += force * well::grad(w * x);
    }
    total / 3.0
}

#[test]
fn in_loops_branches_callees_and_what_runs_again() {
    agrees("in_a_loop", in_a_loop, |x| first_order!(in_a_loop(x)), &[0.3, 0.9, 1.2]);
    agrees("in_a_condition", in_a_condition, |x| first_order!(in_a_condition(x)), &[0.3, 1.2]);
    agrees("in_a_callee", in_a_callee, |x| first_order!(in_a_callee(x)), &[0.3, 1.2]);
    agrees("run_again", |x| run_again(x, 7), |x| first_order!(run_again(x, 7)), &[0.3, 1.2]);
    let xs = [0.4, -0.9, 1.3];
    assert_eq!(first_order!(samples(0.7, &xs)).0, samples(0.7, &xs));
    check::gradient(
        |xs: &[f64; 3]| samples(0.7, xs),
        |xs| {
            let (value, (_, by_xs)) = samples::value_and_grad(0.7, xs);
            (value, by_xs)
        },
        xs,
    )
    .unwrap();
}

/// Two levels: the gradient of a function that calls a gradient can be called itself, once more in forward mode.
#[differentiable]
fn of_constants(x: f64) -> f64 {
    // No derivative flows here, so this is a number like any other.
    let slope = well::grad(2.0);
    slope * x
}

#[differentiable]
fn stopped(x: f64) -> f64 {
    x * stop_gradient(well::grad(x)) + well::grad(stop_gradient(x))
}

#[test]
fn what_is_constant_stays_so() {
    assert_eq!(first_order!(of_constants(3.0)), (72.0, 24.0));
    // The slope of the well at 2 is 24.
    assert_eq!(first_order!(stopped(2.0)), (72.0, 24.0));
}

/// Newton's method: the second derivative of a scalar function by the gradient of its gradient.
#[differentiable]
fn slope(x: f64) -> f64 {
    well::grad(x)
}

#[test]
fn the_gradient_of_a_gradient() {
    // 12 x² - 4
    assert_eq!(first_order!(slope(2.0)), (24.0, 44.0));
    assert_eq!(well::at(2.0).hvp(1.0), 44.0);
}

/// With the number type as a parameter there are third derivatives too.
#[differentiable]
fn well_of<T: Real>(x: T) -> T {
    x * x * x * x - T::lit(2.0) * x * x
}

#[differentiable]
fn slope_of<T: Real>(x: T) -> T {
    let (height, slope) = well_of::jvp::<T>(x, T::ONE);
    well_of::grad::<T>(x) * height + slope
}

#[test]
fn generic_functions_have_third_derivatives() {
    use cotangent::dual::Dual;

    assert_eq!(slope_of::grad(2.0_f32), slope_of::grad(2.0_f64) as f32);
    // g h + g with h = x⁴ - 2x², g = 4x³ - 4x: g' h + g² + g', and g'' h + 3 g' g + g''
    let (h, g, g1, g2) = (8.0, 24.0, 44.0, 48.0);
    let bar = slope_of::grad(Dual::new(2.0, 1.0));
    assert_eq!((bar.value(), bar.tangent()), (g1 * h + g * g + g1, g2 * h + 3.0 * g1 * g + g2));
    assert_eq!(first_order!(slope_of::<f64>(2.0)), (g * h + g, g1 * h + g * g + g1));
}
