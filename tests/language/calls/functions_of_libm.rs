//! Functions of `libm` by their paths: the value is that of `libm`, the derivative that of the method with this meaning.

#![allow(unstable_name_collisions, reason = "`erf` and `erfc` of numbers are the library's")]

use cotangent::prelude::*;

/// The function of `libm` beside the method: the gradients agree to rounding, and the value is that of `libm`.
macro_rules! each {
    ($($f:ident $single:ident ($($x:ident),+) = $method:expr, at $($at:expr),+;)+) => {$(
        {
            #[differentiable]
            fn of_libm($($x: f64),+) -> f64 {
                libm::$f($($x),+)
            }
            #[differentiable]
            fn method($($x: f64),+) -> f64 {
                $method
            }
            let (value, gradient) = of_libm::value_and_grad($($at),+);
            assert_eq!(value, libm::$f($($at),+), stringify!($f));
            let expected = method::grad($($at),+);
            near(stringify!($f), &gradient, &expected, 1e-13);
            of_libm::at($($at),+).check().unwrap();
            both_modes!(of_libm($($at),+));
        }
        {
            #[differentiable]
            fn of_libm($($x: f32),+) -> f32 {
                libm::$single($($x),+)
            }
            #[differentiable]
            fn method($($x: f32),+) -> f32 {
                $method
            }
            let (value, gradient) = of_libm::value_and_grad($($at),+);
            assert_eq!(value, libm::$single($($at),+), stringify!($single));
            near(stringify!($single), &gradient, &method::grad($($at),+), 1e-5);
        }
    )+};
}

fn near<G: Tangent>(name: &str, found: &G, expected: &G, tolerance: f64) {
    let mut apart = found.clone();
    let mut negative = expected.clone();
    negative.scale(-1.0);
    apart.accumulate(&negative);
    let (apart, size) = (apart.inner(&apart).sqrt(), expected.inner(expected).sqrt());
    assert!(apart <= tolerance * (1.0 + size), "{name}: {apart} apart");
}

#[test]
fn each_has_the_derivative_of_the_method() {
    each! {
        acos acosf(x) = x.acos(), at 0.3;
        acosh acoshf(x) = x.acosh(), at 1.7;
        asin asinf(x) = x.asin(), at 0.3;
        asinh asinhf(x) = x.asinh(), at 0.3;
        atan atanf(x) = x.atan(), at 0.3;
        atanh atanhf(x) = x.atanh(), at 0.3;
        cbrt cbrtf(x) = x.cbrt(), at 0.3;
        ceil ceilf(x) = x.ceil(), at 0.3;
        cos cosf(x) = x.cos(), at 0.3;
        cosh coshf(x) = x.cosh(), at 0.3;
        erf erff(x) = x.erf(), at 0.3;
        erfc erfcf(x) = x.erfc(), at 0.3;
        exp expf(x) = x.exp(), at 0.3;
        exp2 exp2f(x) = x.exp2(), at 0.3;
        expm1 expm1f(x) = x.exp_m1(), at 0.3;
        fabs fabsf(x) = x.abs(), at -0.3;
        floor floorf(x) = x.floor(), at 0.3;
        log logf(x) = x.ln(), at 0.3;
        log10 log10f(x) = x.log10(), at 0.3;
        log1p log1pf(x) = x.ln_1p(), at 0.3;
        log2 log2f(x) = x.log2(), at 0.3;
        rint rintf(x) = x.round_ties_even(), at 0.3;
        round roundf(x) = x.round(), at 0.3;
        sin sinf(x) = x.sin(), at 0.3;
        sinh sinhf(x) = x.sinh(), at 0.3;
        sqrt sqrtf(x) = x.sqrt(), at 0.3;
        tan tanf(x) = x.tan(), at 0.3;
        tanh tanhf(x) = x.tanh(), at 0.3;
        trunc truncf(x) = x.trunc(), at 0.3;
        atan2 atan2f(y, x) = y.atan2(x), at 0.3, -0.8;
        copysign copysignf(x, s) = x.copysign(s), at 0.3, -0.8;
        fmax fmaxf(x, y) = x.max(y), at 0.3, 0.8;
        fmin fminf(x, y) = x.min(y), at 0.3, 0.8;
        fmod fmodf(x, y) = x % y, at 1.7, 0.8;
        hypot hypotf(x, y) = x.hypot(y), at 0.3, 0.8;
        pow powf(x, y) = x.powf(y), at 0.3, 0.8;
        fma fmaf(x, y, z) = x.mul_add(y, z), at 0.3, 0.8, -0.5;
    }
}

/// The price of a call by Black and Scholes.
#[differentiable]
fn price(s: f64, strike: f64, rate: f64, years: f64, volatility: f64) -> f64 {
    let cdf = |x: f64| 0.5 * (1.0 + ::libm::erf(x / core::f64::consts::SQRT_2));
    let spread = volatility * libm::sqrt(years);
    let d1 = (libm::log(s / strike) + (rate + libm::pow(volatility, 2.0) / 2.0) * years) / spread;
    cdf(d1) * s - cdf(d1 - spread) * strike * libm::exp(-rate * years)
}

#[differentiable]
fn in_control_flow(x: f64) -> f64 {
    let mut sum = libm::tgamma(3.0);
    for i in 0..3 {
        if libm::fabs(x) > 0.1 {
            let (s, c) = libm::sincos(x + i as f64);
            sum += s * libm::exp(c);
        }
    }
    while libm::fabs(sum) > 3.0 {
        sum = libm::sqrt(sum);
    }
    sum
}

#[test]
fn in_formulas_and_control_flow() {
    each_is_right!([price](100.0, 110.0, 0.016, 0.5, 0.25));
    check!(in_control_flow() at 0.7, -0.4, 0.05;);
}
