//! Functions of numbers by their path: `T::sqrt(x)`, for a type parameter `T` that is a number.

use super::{
    abs, acos, acosh, asin, asinh, atan, atan2, atanh, cbrt, ceil, copysign, cos, cosh, exp, exp_m1, exp2, floor,
    fract, hypot, ln, ln_1p, log, log2, log10, maximum, minimum, powf, recip, round, signum, sin, sinh, sqrt, tan,
    tanh, to_degrees, to_radians, trunc,
};
use crate::ops::arithmetic::mul_add;
use crate::ops::of_num_traits::num_cast;
use crate::ops::powi::powi;
use crate::ops::sin_cos::sin_cos;
use crate::rule::{By1, By2, By3};
use crate::scalar::Scalar;

/// Leads from a function to its rule.
pub trait FunctionsOfNumbers: Sized + 'static {
    crate::derivatives_of! {
        fn abs: By1<abs>;
        fn acos: By1<acos>;
        fn acosh: By1<acosh>;
        fn asin: By1<asin>;
        fn asinh: By1<asinh>;
        fn atan: By1<atan>;
        fn atan2: By2<atan2>;
        fn atanh: By1<atanh>;
        fn cbrt: By1<cbrt>;
        fn ceil: By1<ceil>;
        fn copysign: By2<copysign>;
        fn cos: By1<cos>;
        fn cosh: By1<cosh>;
        fn exp: By1<exp>;
        fn exp2: By1<exp2>;
        fn exp_m1: By1<exp_m1>;
        fn floor: By1<floor>;
        fn fract: By1<fract>;
        fn from: By1<num_cast<Self>>;
        fn from_f32: By1<num_cast<Self>>;
        fn from_f64: By1<num_cast<Self>>;
        fn hypot: By2<hypot>;
        fn ln: By1<ln>;
        fn ln_1p: By1<ln_1p>;
        fn log: By2<log>;
        fn log10: By1<log10>;
        fn log2: By1<log2>;
        fn max: By2<maximum>;
        fn min: By2<minimum>;
        fn mul_add: By3<mul_add>;
        fn powf: By2<powf>;
        fn powi: By2<powi>;
        fn recip: By1<recip>;
        fn round: By1<round>;
        fn signum: By1<signum>;
        fn sin: By1<sin>;
        fn sin_cos: By1<sin_cos>;
        fn sinh: By1<sinh>;
        fn sqrt: By1<sqrt>;
        fn tan: By1<tan>;
        fn tanh: By1<tanh>;
        fn to_degrees: By1<to_degrees>;
        fn to_radians: By1<to_radians>;
        fn trunc: By1<trunc>;
    }
}
impl<T: Scalar> FunctionsOfNumbers for T {}
