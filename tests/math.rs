//! `cotangent::math`: how far off it is, everywhere, and what it makes of infinities, NaN, zeros and subnormal numbers; with products
//! that are added in one step and in two.

mod accuracy;
mod edges;

use cotangent::math::{Arithmetic, Separate};

#[cfg(feature = "std")]
use cotangent::math::Fused;
#[cfg(not(feature = "std"))]
use cotangent::math::Separate as Fused;

/// A function of one number.
struct Function {
    name: &'static str,
    /// How far off it may be, in units in the last place, for `f32` and `f64`: what the documentation says.
    bounds: [f64; 2],
    /// With both ways to add a product.
    single: [fn(f32) -> f32; 2],
    double: [fn(f64) -> f64; 2],
    /// The platform's, for `f64`.
    standard: fn(f64) -> f64,
}

macro_rules! functions {
    ($($name:ident $(($part:tt))?: $single:literal $double:literal, $standard:expr;)*) => {
        const FUNCTIONS: &[Function] = &[$(Function {
            name: concat!(stringify!($name) $(, ".", stringify!($part))?),
            bounds: [$single, $double],
            single: [|x| Separate::$name(x)$(.$part)?, |x| Fused::$name(x)$(.$part)?],
            double: [|x| Separate::$name(x)$(.$part)?, |x| Fused::$name(x)$(.$part)?],
            standard: $standard,
        }),*];
    };
}
functions! {
    exp: 1.05 0.99, f64::exp;
    exp2: 1.07 1.09, f64::exp2;
    exp_m1: 1.32 1.60, f64::exp_m1;
    ln: 0.84 0.81, f64::ln;
    ln_1p: 0.84 0.80, f64::ln_1p;
    log2: 0.87 0.75, f64::log2;
    log10: 0.74 0.67, f64::log10;
    tanh: 1.33 1.28, f64::tanh;
    sigmoid: 1.99 1.75, sigmoid;
    gelu(0): 4.70 7.70, gelu;
    sin: 0.94 0.90, f64::sin;
    cos: 0.94 0.90, f64::cos;
    erf: 1.20 1.20, cotangent::real::Real::erf;
    erfc: 1.70 1.70, cotangent::real::Real::erfc;
}

/// `1 / (1 + e⁻ˣ)`.
fn sigmoid(x: f64) -> f64 {
    if x < 0.0 { x.exp() / (1.0 + x.exp()) } else { 1.0 / (1.0 + (-x).exp()) }
}

/// `x Φ(x)`, as `x - x Φ(-x)` above 0.
fn gelu(x: f64) -> f64 {
    let beyond = 0.5 * cotangent::real::Real::erfc(std::f64::consts::FRAC_1_SQRT_2 * x.abs());
    if x.is_infinite() {
        if x > 0.0 { x } else { -0.0 }
    } else if x > 0.0 {
        x - x * beyond
    } else {
        x * beyond
    }
}

/// Whether a function is one of an angle: then a huge one is refused.
fn is_of_angle(function: &Function) -> bool {
    ["sin", "cos"].contains(&function.name)
}
