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
    ($($name:ident: $single:literal $double:literal, $standard:expr;)*) => {
        const FUNCTIONS: &[Function] = &[$(Function {
            name: stringify!($name),
            bounds: [$single, $double],
            single: [Separate::$name, Fused::$name],
            double: [Separate::$name, Fused::$name],
            standard: $standard,
        }),*];
    };
}
functions! {
    exp: 1.05 1.02, f64::exp;
    exp2: 1.07 1.06, f64::exp2;
    exp_m1: 1.32 1.65, f64::exp_m1;
    ln: 0.84 0.81, f64::ln;
    ln_1p: 0.84 0.80, f64::ln_1p;
    log2: 0.87 0.75, f64::log2;
    log10: 0.74 0.67, f64::log10;
    tanh: 1.43 1.40, f64::tanh;
    sigmoid: 1.97 1.91, |x| if x < 0.0 { x.exp() / (1.0 + x.exp()) } else { 1.0 / (1.0 + (-x).exp()) };
    sin: 0.94 0.90, f64::sin;
    cos: 0.94 0.90, f64::cos;
    erf: 1.20 1.20, cotangent::real::Real::erf;
    erfc: 1.80 1.90, cotangent::real::Real::erfc;
}

/// Whether a function is one of an angle: then a huge one is refused.
fn is_of_angle(function: &Function) -> bool {
    ["sin", "cos"].contains(&function.name)
}
