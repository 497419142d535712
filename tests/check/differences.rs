//! The differences themselves: steps for all scales, kinks, jumps, edges of the domain, noise.

use cotangent::check::{self, Agreement, Checker, Mismatch};
use cotangent::prelude::*;

fn derivative(f: impl Fn(f64) -> f64, slope: f64, x: f64) -> Result<Agreement, Mismatch> {
    check::gradient(|x| f(*x), |x| (f(*x), slope), x)
}

#[track_caller]
fn exact(f: impl Fn(f64) -> f64, slope: f64, x: f64) {
    let agreement = derivative(f, slope, x).unwrap();
    assert!(agreement.error < 2e-11, "{agreement}");
}

#[test]
fn smooth_functions_at_every_scale() {
    exact(f64::sin, 0.3_f64.cos(), 0.3);
    exact(f64::exp, 20_f64.exp(), 20.0);
    exact(f64::exp, (-20_f64).exp(), -20.0);
    exact(f64::ln, 1e9, 1e-9);
    exact(f64::ln, 1e-9, 1e9);
    exact(f64::sqrt, 0.5e3, 1e-6);
    exact(|x| x.powi(5), 5e20, 1e5);
    exact(|x| (std::f64::consts::TAU * 512.0 * x).sin(), std::f64::consts::TAU * 512.0, 0.0);
    exact(|x| 1e-200 * x * x, 2e-200, 1.0);
    exact(|x| 1e200 * x * x, 2e200, 1.0);
    exact(|x| 1e-30 * x * x, 2e-30, 1.0);
    exact(|x| 1e30 * x * x, 2e30, 1.0);
    exact(|x| if x < 1e-4 { 0.0 } else { x * x }, 2.0 * 2e-4, 2e-4);
}

/// Rounding hides some digits of the slope: of the argument in one case, of the values around in the other.
#[test]
fn a_slope_that_nearly_drowns() {
    let agreement = derivative(|x| (1e4 * x).sin(), 1e4 * 1e4_f64.cos(), 1.0).unwrap();
    assert!(agreement.error < 2e-9 && agreement.margin < 0.1, "{agreement}");
    let agreement = derivative(|x| x.powi(7), 7e-18, 1e-3).unwrap();
    assert!(agreement.error < 1e-7 && agreement.margin < 0.1, "{agreement}");
    derivative(|x| x.powi(7), 7.001e-18, 1e-3).unwrap_err();
}

#[test]
fn a_slope_of_zero() {
    derivative(|_| 3.0, 0.0, 1.0).unwrap();
    derivative(|x| x.powi(5), 0.0, 0.0).unwrap();
    derivative(f64::cos, 0.0, 0.0).unwrap();
    derivative(|x| 1e-20 * x, 0.0, 1.0).unwrap_err();
}

#[test]
fn small_errors_do_not_pass() {
    for off in [1e-3, 1e-5, 1e-7] {
        for (f, slope, x) in [
            (f64::exp as fn(f64) -> f64, 1_f64.exp(), 1.0),
            (f64::exp, 400_f64.exp(), 400.0),
            (f64::exp, (-600_f64).exp(), -600.0),
            (f64::ln, 1e6, 1e-6),
            (f64::sin, 1e3_f64.cos(), 1e3),
        ] {
            derivative(f, slope * (1.0 + off), x).unwrap_err();
        }
    }
}

#[test]
fn kinks_are_named() {
    let wrong = derivative(|x| x.max(0.0), 0.0, 0.0).unwrap_err();
    let (left, right) = wrong.kink.unwrap();
    assert!(left.abs() < 1e-9 && (right - 1.0).abs() < 1e-9, "{wrong}");
    let report = wrong.to_string();
    let note = "; the differences from the left, 0.000000, and from the right, 1.000000, disagree: looks like a kink or a jump";
    assert!(report.ends_with(note), "{report}");
    // Another scale, and one coordinate of several.
    let wrong =
        check::gradient(|[x, y]| (x - 100.0).abs() * y, |[x, y]| ((x - 100.0).abs() * y, [1.0, 0.0]), [100.0, 2.0])
            .unwrap_err();
    let (left, right) = wrong.kink.unwrap();
    assert!((left + 2.0).abs() < 1e-6 && (right - 2.0).abs() < 1e-6, "{wrong}");
    assert_eq!(wrong.place, "args[0]");
    // A jump.
    assert!(derivative(f64::floor, 0.0, 2.0).unwrap_err().kink.is_some());
    // A smooth function with a wrong derivative has none, however curved.
    assert_eq!(derivative(|x| (30.0 * x).exp(), 1.0, 1.0).unwrap_err().kink, None);
    assert_eq!(derivative(f64::sqrt, 1.0, 1e-2).unwrap_err().kink, None);
}

#[test]
fn beside_a_kink_the_right_side_counts() {
    for x in [1e-2, 1e-5, 1e-8] {
        exact(|x| x.max(0.0), 1.0, x);
        exact(|x| x.max(0.0), 0.0, -x);
        assert!(derivative(|x| x.max(0.0), 0.0, x).is_err());
    }
}

#[test]
fn the_edge_of_the_domain_and_nan() {
    let wrong = derivative(f64::sqrt, 0.5, 0.0).unwrap_err();
    assert!(
        wrong.to_string().ends_with("; the reference is not finite: the point may lie at the edge of the domain"),
        "{wrong}"
    );
    let wrong = derivative(f64::ln, f64::NAN, -1.0).unwrap_err();
    assert!(
        wrong.to_string().ends_with("; neither is finite, so there is nothing to compare at this point"),
        "{wrong}"
    );
    let wrong = derivative(f64::exp, f64::INFINITY, 0.0).unwrap_err();
    assert!(wrong.to_string().contains("found inf, expected "), "{wrong}");
}

/// Masked logits: an infinite result that does not move has the derivative 0.
#[test]
fn constant_infinities() {
    let f = |x: &f64| [f64::NEG_INFINITY, 2.0 * x];
    check::vjp(f, |x, u: [f64; 2]| (f(x), 2.0 * u[1]), 1.0).unwrap();
}

#[test]
fn noise_is_called_noise() {
    let noisy = |x: f64| x * x + 1e-6 * (1e9 * x).sin();
    let wrong = derivative(noisy, 2.6, 1.3).unwrap_err();
    assert!(wrong.to_string().contains("; the differences themselves do not settle (± "), "{wrong}");
    Checker::new().tolerance(1e-2).gradient(|x| noisy(*x), |x| (noisy(*x), 2.6), 1.3).unwrap();
}

#[test]
fn single_precision() {
    for x in [0.3_f32, 3.0, 40.0, 1e-3] {
        check::gradient(|x| x.sin(), |x| (x.sin(), x.cos()), x).unwrap();
        check::gradient(|x| x.ln(), |x| (x.ln(), 1.0 / x), x).unwrap();
        check::gradient(|x| x.ln(), |x| (x.ln(), 1.01 / x), x).unwrap_err();
    }
    // A mixed function is as coarse as its coarsest number.
    let f = |(x, y): &(f32, f64)| f64::from(*x) * y;
    check::gradient(f, |p| (f(p), (f32::lit(p.1), f64::from(p.0))), (0.1, 0.7)).unwrap();
    check::gradient(f, |p| (f(p), (f32::lit(p.1), 0.0)), (0.1, 0.7)).unwrap_err();
}

#[test]
fn what_does_not_vary_is_not_varied() {
    let power = |(x, n): &(f64, i32)| x.powi(*n);
    let agreement =
        check::gradient(power, |(x, n)| (x.powi(*n), (f64::from(*n) * x.powi(n - 1), NoGrad)), (1.5, 3)).unwrap();
    assert_eq!(agreement.compared, 1);
}
