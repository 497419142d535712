//! Elementary functions without branches, calls or tables: the compiler can compute several numbers of a loop at once.
//!
//! `f64::exp` calls the platform's library, one number at a time, and a loop with such a call is not vectorised.
//! [`exp`] and the other functions of this module are a few dozen multiplications and additions, for `f32` and `f64`,
//! inlined where they are used, also without `std`. In return their last digit may be off: the error is below 2 ulp
//! (units in the last place), except for [`gelu`], while the platform's error is mostly below 1.
//!
//! ```
//! use cotangent::math;
//!
//! let x = [0.0, 0.5, 1.0, 700.0_f64];
//! let mut y = [0.0; 4];
//! for (y, x) in y.iter_mut().zip(x) {
//!     *y = math::exp(x); // two, four or eight in a vector
//! }
//! assert!(y.iter().zip(x).all(|(y, x)| (y / x.exp() - 1.0).abs() < 4e-16));
//! ```
//!
//! | function | largest error in ulp, `f32` | `f64` |
//! |---|---|---|
//! | [`exp`] | 1.05 | 0.99 |
//! | [`exp2`] | 1.07 | 1.09 |
//! | [`exp_m1`] | 1.32 | 1.60 |
//! | [`ln`] | 0.84 | 0.81 |
//! | [`ln_1p`] | 0.84 | 0.80 |
//! | [`log2`] | 0.87 | 0.75 |
//! | [`log10`] | 0.74 | 0.67 |
//! | [`tanh`] | 1.33 | 1.28 |
//! | [`sigmoid`] | 1.99 | 1.75 |
//! | [`sin`], [`cos`] | 0.94 | 0.90 |
//! | [`erf`] | 1.20 | 1.20 |
//! | [`erfc`] | 1.70 | 1.70 |
//! | [`gelu`], the value | 4.70 | 7.70 |
//! | [`powf`] | 1.14 (random pairs) | 1.20 |
//!
//! These are the largest errors found among all `f32` between `2⁻³⁰` and `2³⁴` in magnitude, every 97th of the others,
//! and 3·10⁶ random `f64`, near 0 and 1 and over the whole range, with fused and with separate additions.
//!
//! Infinities, NaN, zeros of both signs, subnormal numbers and overflow behave as in the standard library, with one
//! exception: an angle may be at most `2²⁶` (`f32`) or `2³¹` (`f64`), and the sine of a larger one is NaN.
//!
//! Results are the same on every processor for the same [`Arithmetic`]. A program that is compiled for processors with
//! fused multiply-add uses it ([`Native`]), and the last digit may then differ.

mod arithmetic;
mod coefficients;
mod error;
mod exponential;
mod float;
mod hyperbolic;
mod logarithm;
mod normal;
mod power;
mod trigonometric;

#[cfg(feature = "std")]
pub use arithmetic::Fused;
pub use arithmetic::{Arithmetic, Native, Separate};
pub use float::Float;

macro_rules! functions {
    ($($(#[$meta:meta])* $name:ident($($x:ident),+) -> $out:ty;)*) => {$(
        $(#[$meta])*
        #[inline(always)]
        #[must_use]
        pub fn $name<T: Float>($($x: T),+) -> $out {
            Native::$name($($x),+)
        }
    )*};
}

functions! {
    /// `eˣ`. Gradual underflow to 0 below -708 (`f32`: -87), infinite above 709.78 (`f32`: 88.72).
    ///
    /// ```
    /// use cotangent::math;
    ///
    /// assert_eq!(math::exp(0.0), 1.0);
    /// assert_eq!(math::exp(-745.0), 5e-324);
    /// assert_eq!(math::exp(f32::NEG_INFINITY), 0.0);
    /// ```
    exp(x) -> T;
    /// `2ˣ`; exact for integers.
    ///
    /// ```
    /// use cotangent::math;
    ///
    /// assert_eq!(math::exp2(10.0), 1024.0);
    /// assert_eq!(math::exp2(-1074.0), 5e-324);
    /// ```
    exp2(x) -> T;
    /// `eˣ - 1`, accurate near 0.
    ///
    /// ```
    /// use cotangent::math;
    ///
    /// assert_eq!(math::exp_m1(1e-300), 1e-300);
    /// assert_eq!(math::exp_m1(-1e9), -1.0);
    /// ```
    exp_m1(x) -> T;
    /// Natural logarithm: `-∞` at both zeros, NaN for negative numbers.
    ///
    /// ```
    /// use cotangent::math;
    ///
    /// assert_eq!(math::ln(1.0), 0.0);
    /// assert_eq!(math::ln(0.0), f64::NEG_INFINITY);
    /// assert!(math::ln(-1.0_f64).is_nan());
    /// ```
    ln(x) -> T;
    /// `ln(1 + x)`, accurate near 0: `-∞` at -1, NaN below -1.
    ///
    /// ```
    /// use cotangent::math;
    ///
    /// assert_eq!(math::ln_1p(1e-300), 1e-300);
    /// assert_eq!(math::ln_1p(-1.0), f64::NEG_INFINITY);
    /// ```
    ln_1p(x) -> T;
    /// Logarithm to base 2; exact for powers of 2.
    ///
    /// ```
    /// use cotangent::math;
    ///
    /// assert_eq!(math::log2(1024.0), 10.0);
    /// assert_eq!(math::log2(5e-324), -1074.0);
    /// ```
    log2(x) -> T;
    /// Logarithm to base 10.
    ///
    /// ```
    /// use cotangent::math;
    ///
    /// assert_eq!(math::log10(1000.0), 3.0);
    /// ```
    log10(x) -> T;
    /// Hyperbolic tangent.
    ///
    /// ```
    /// use cotangent::math;
    ///
    /// assert_eq!(math::tanh(1e-300), 1e-300);
    /// assert_eq!(math::tanh(-1e9), -1.0);
    /// ```
    tanh(x) -> T;
    /// `1 / (1 + e⁻ˣ)`.
    ///
    /// ```
    /// use cotangent::math;
    ///
    /// assert_eq!(math::sigmoid(0.0), 0.5);
    /// assert_eq!(math::sigmoid(-745.0), 5e-324);
    /// ```
    sigmoid(x) -> T;
    /// [`sigmoid`] of `x` and of `-x` at once. The second has an error of up to 2.7 ulp, and is 0 for `x` above 660
    /// (`f32`: 60).
    ///
    /// ```
    /// use cotangent::math;
    ///
    /// let (s, opposite) = math::sigmoids(2.0_f64);
    /// assert_eq!(s, math::sigmoid(2.0));
    /// assert!((s + opposite - 1.0).abs() < 4e-16);
    /// ```
    sigmoids(x) -> (T, T);
    /// `x Φ(x)` and its derivative `Φ(x) + x φ(x)`, with the normal distribution function `Φ` and the normal density
    /// `φ`. Both are 0 at -∞. Near -0.75 the derivative crosses 0; its error is that of numbers around 1.
    ///
    /// ```
    /// use cotangent::math;
    ///
    /// assert_eq!(math::gelu(0.0), (0.0, 0.5));
    /// assert_eq!(math::gelu(1e9), (1e9, 1.0));
    /// ```
    gelu(x) -> (T, T);
    /// Sine of an angle in radians; NaN above `2³¹` (`f32`: `2²⁶`, where the next number is more than a full turn away).
    ///
    /// ```
    /// use cotangent::math;
    ///
    /// assert_eq!(math::sin(-0.0), -0.0);
    /// assert!((math::sin(1e9) - 1e9_f64.sin()).abs() < 1e-16);
    /// assert!(math::sin(1e10_f64).is_nan());
    /// ```
    sin(x) -> T;
    /// Cosine of an angle in radians; NaN above `2³¹` (`f32`: `2²⁶`, where the next number is more than a full turn away).
    ///
    /// ```
    /// use cotangent::math;
    ///
    /// assert_eq!(math::cos(0.0), 1.0);
    /// ```
    cos(x) -> T;
    /// [`sin`] and [`cos`] at once.
    ///
    /// ```
    /// use cotangent::math;
    ///
    /// assert_eq!(math::sin_cos(0.5), (math::sin(0.5), math::cos(0.5)));
    /// ```
    sin_cos(x) -> (T, T);
    /// The error function, `2/√π ∫ exp(-t²) dt` from 0 to `x`.
    ///
    /// ```
    /// use cotangent::math;
    ///
    /// assert_eq!(math::erf(-0.0), -0.0);
    /// assert_eq!(math::erf(1e9), 1.0);
    /// ```
    erf(x) -> T;
    /// `1 - erf(x)`, accurate where the result is tiny.
    ///
    /// ```
    /// use cotangent::math;
    ///
    /// assert_eq!(math::erfc(0.0), 1.0);
    /// assert!((math::erfc(20.0_f64) / 5.395865611607901e-176 - 1.0).abs() < 4e-16);
    /// ```
    erfc(x) -> T;
    /// `xʸ`: 1 if `y = 0` or `x = 1`, whatever the other is; NaN for a negative number to a power that is not an
    /// integer.
    ///
    /// ```
    /// use cotangent::math;
    ///
    /// assert_eq!(math::powf(-2.0, 3.0), -8.0);
    /// assert_eq!(math::powf(0.0, -1.0), f64::INFINITY);
    /// assert!(math::powf(-2.0_f64, 0.5).is_nan());
    /// ```
    powf(x, y) -> T;
}
