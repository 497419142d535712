//! The elementary functions of dual numbers against their derivatives.

use cotangent::dual::Dual;
use cotangent::prelude::*;

/// The value is that of the function, bit by bit, and the tangent its derivative, worked out by hand.
#[track_caller]
fn is(found: Dual<f64>, value: f64, tangent: f64) {
    assert!(found.value().to_bits() == value.to_bits(), "the value is {}, not {value}", found.value());
    assert!(
        (found.tangent() - tangent).abs() <= 4.0 * f64::EPSILON * tangent.abs(),
        "the tangent is {}, not {tangent}",
        found.tangent()
    );
}

macro_rules! functions {
    ($($name:ident($x:ident = $at:literal) => $derivative:expr;)*) => {$(
        #[test]
        fn $name() {
            let $x: f64 = $at;
            is(Real::$name(Dual::new($x, 3.0)), Real::$name($x), 3.0 * $derivative);
        }
    )*};
}
functions! {
    abs(x = -0.7) => x.signum();
    exp(x = 0.3) => x.exp();
    ln(x = 0.3) => 1.0 / x;
    ln_1p(x = 0.3) => 1.0 / (1.0 + x);
    exp_m1(x = 0.3) => x.exp();
    sqrt(x = 0.3) => 0.5 / x.sqrt();
    sin(x = 0.3) => x.cos();
    cos(x = 0.3) => -x.sin();
    tan(x = 0.3) => 1.0 + x.tan() * x.tan();
    asin(x = 0.3) => 1.0 / (1.0 - x * x).sqrt();
    acos(x = 0.3) => -1.0 / (1.0 - x * x).sqrt();
    atan(x = 0.3) => 1.0 / (1.0 + x * x);
    sinh(x = 0.3) => x.cosh();
    cosh(x = 0.3) => x.sinh();
    tanh(x = 0.3) => 1.0 - x.tanh() * x.tanh();
    asinh(x = 0.3) => 1.0 / (1.0 + x * x).sqrt();
    acosh(x = 1.3) => 1.0 / (x * x - 1.0).sqrt();
    atanh(x = 0.3) => 1.0 / (1.0 - x * x);
    exp2(x = 0.3) => x.exp2() * core::f64::consts::LN_2;
    log2(x = 0.3) => core::f64::consts::LOG2_E / x;
    log10(x = 0.3) => core::f64::consts::LOG10_E / x;
    cbrt(x = -0.3) => 1.0 / (3.0 * x.cbrt() * x.cbrt());
    recip(x = 0.3) => -1.0 / (x * x);
    signum(x = -0.3) => 0.0;
    floor(x = 1.3) => 0.0;
    ceil(x = 1.3) => 0.0;
    round(x = 1.3) => 0.0;
    trunc(x = 1.3) => 0.0;
    fract(x = 1.25) => 1.0;
    to_degrees(x = 0.3) => 180.0 / core::f64::consts::PI;
    to_radians(x = 0.3) => core::f64::consts::PI / 180.0;
    erf(x = 0.3) => core::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp();
    erfc(x = 0.3) => -core::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp();
}

#[test]
fn operators() {
    let (x, y) = (Dual::new(3.0, 5.0), Dual::new(2.0, 7.0));
    is(x + y, 5.0, 12.0);
    is(x - y, 1.0, -2.0);
    is(x * y, 6.0, 31.0);
    is(x / y, 1.5, (5.0 * 2.0 - 3.0 * 7.0) / 4.0);
    is(x % y, 1.0, 5.0 - 7.0);
    is(-x, -3.0, -5.0);
    let mut z = x;
    z += y;
    z -= Dual::constant(1.0);
    z *= y;
    z /= x;
    is(z, 8.0 / 3.0, ((12.0 * 2.0 + 4.0 * 7.0) * 3.0 - 8.0 * 5.0) / 9.0);
    z %= y;
    is(z, 8.0 / 3.0 - 2.0, ((12.0 * 2.0 + 4.0 * 7.0) * 3.0 - 8.0 * 5.0) / 9.0 - 7.0);
}

#[test]
fn functions_of_several_numbers() {
    let (x, y) = (Dual::new(3.0_f64, 5.0), Dual::new(2.0, 7.0));
    is(x.powi(3), 27.0, 27.0 * 5.0);
    is(x.powf(y), 9.0, 2.0 * 3.0 * 5.0 + 9.0 * 3.0_f64.ln() * 7.0);
    is(x.atan2(y), 3.0_f64.atan2(2.0), (2.0 * 5.0 - 3.0 * 7.0) / 13.0);
    is(x.hypot(y), 3.0_f64.hypot(2.0), (3.0 * 5.0 + 2.0 * 7.0) / 13.0_f64.sqrt());
    is(x.copysign(-y), -3.0, -5.0);
    is(x.mul_add(y, x), 9.0, 5.0 * 2.0 + 3.0 * 7.0 + 5.0);
    is(x.max(y), 3.0, 5.0);
    is(x.min(y), 2.0, 7.0);
    is(x.clamp(y - y, y), 2.0, 7.0);
    is((-x).rem_euclid(y), 1.0, -5.0 + 2.0 * 7.0);
    is((-x).div_euclid(y), -2.0, 0.0);
    let (sin, cos) = x.sin_cos();
    is(sin, 3.0_f64.sin(), 3.0_f64.cos() * 5.0);
    is(cos, 3.0_f64.cos(), -3.0_f64.sin() * 5.0);
}

#[test]
fn values_decide() {
    let (x, y) = (Dual::new(1.0, 5.0), Dual::new(1.0, -5.0));
    assert_eq!((x == y, x <= y, x >= y, x < y, x > y), (true, true, true, false, false));
    assert!(Dual::new(0.5, 9.0) < x);
    assert_eq!(x.partial_cmp(&Dual::new(f64::NAN, 0.0)), None);
    assert!(!Dual::new(1.0, f64::NAN).is_nan() && Dual::new(1.0, f64::INFINITY).is_finite());
    assert_eq!(tensor([x, Dual::new(3.0, 2.0), Dual::new(3.0, 4.0)]).max().tangent(), 2.0);
    assert_eq!((x.to_string(), format!("{x:?}")), ("1 + 5ε".to_string(), "Dual(1.0, 5.0)".to_string()));
}

#[test]
fn single_precision() {
    let y = Dual::new(0.3_f32, 3.0).sin();
    assert_eq!((y.value(), y.tangent()), (0.3_f32.sin(), 3.0 * 0.3_f32.cos()));
}

/// Computed in single precision and rounded once, both parts.
#[cfg(feature = "half")]
#[test]
fn half_precision() {
    let (x, t) = (f16::lit(0.3), f16::lit(3.0));
    let y = Dual::new(x, t).sin();
    assert_eq!((y.value(), y.tangent()), (x.sin(), f16::lit(3.0 * x.to_f64().cos())));
    let x = Vector::<Dual<f16>, 10_000>::full(Dual::new(f16::lit(100.0), f16::lit(0.5)));
    let mean = x.mean();
    assert_eq!((mean.value(), mean.tangent()), (f16::lit(100.0), f16::lit(0.5)));
}

#[test]
fn casts_keep_tangents() {
    let y = tensor([Dual::new(1.5_f64, 0.25)]).cast::<Dual<f32>>();
    assert_eq!((y[[0]].value(), y[[0]].tangent()), (1.5_f32, 0.25));
    let y = tensor([1.5_f32]).cast::<Dual<f64>>();
    assert_eq!((y[[0]].value(), y[[0]].tangent()), (1.5, 0.0));
}
