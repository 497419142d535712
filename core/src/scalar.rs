//! Numbers: their traits, dual numbers, several numbers at once, elementary functions, and the numbers that kernels compute with.

pub mod dual;
mod lane;
#[cfg(feature = "simd")]
pub mod lanes;
pub mod math;
pub mod real;
mod tangent;

pub(crate) use dual::Dual;
pub(crate) use lane::{Lane, Quick};
pub(crate) use real::{
    Dictionary, Element, Fast, Functions, Real, Scalar, ScalarFunction, StrongZero, div_euclid, each, logistic,
    rem_euclid, times_normal,
};
