//! Derivatives of [nalgebra](::nalgebra): of its matrices, its rotations and its decompositions (feature `nalgebra`, a default).
//!
//! A differentiable function takes and returns nalgebra's types as it does numbers and arrays.
//!
//! ```
//! use cotangent::prelude::*;
//! use nalgebra::{Matrix2, Vector2};
//!
//! #[differentiable]
//! fn energy(k: &Matrix2<f64>, x: &Vector2<f64>) -> f64 {
//!     0.5 * x.dot(&(k * x))
//! }
//!
//! let (k, x) = (Matrix2::new(2.0, 0.0, 0.0, 3.0), Vector2::new(1.0, 2.0));
//! let (value, (by_k, force)) = energy::value_and_grad(&k, &x);
//! assert_eq!(value, 7.0);
//! assert_eq!(force, k * x);
//! assert_eq!(by_k, 0.5 * x * x.transpose());
//! ```
//!
//! # Tangents
//!
//! The tangent of a value says how its *components* vary: a cotangent is what the chain rule of the components gives, in the space
//! around the value ("ambient"). It has the fields of the value.
//!
//! | type | tangent |
//! |---|---|
//! | [`SMatrix`], [`SVector`], `Matrix3`, `RowVector3`, .. | the same type |
//! | [`Point`], [`Translation`], [`Quaternion`], [`Complex`] | the same type |
//! | [`Unit<V>`](Unit), [`UnitQuaternion`], [`UnitComplex`] | that of what is inside: `V`, [`Quaternion`], [`Complex`] |
//! | [`Rotation`] | its matrix, [`SMatrix`] |
//!
//! [`Point`]: ::nalgebra::Point
//! [`SVector`]: ::nalgebra::SVector
//! [`UnitComplex`]: ::nalgebra::UnitComplex
//! [`UnitQuaternion`]: ::nalgebra::UnitQuaternion
//! [`SMatrix`]: ::nalgebra::SMatrix
//! [`Translation`]: ::nalgebra::Translation
//! [`Quaternion`]: ::nalgebra::Quaternion
//! [`Complex`]: ::nalgebra::Complex
//! [`Unit`]: ::nalgebra::Unit
//! [`Rotation`]: ::nalgebra::Rotation

mod components;
pub mod constructors;
pub mod decompositions;
#[allow(
    unsafe_code,
    reason = "simba's trait for lanes has two functions that are declared `unsafe`; what they do here is not"
)]
mod dual;
pub mod factors;
mod forms;
pub mod isometries;
pub mod matrices;
mod of_numbers;
mod operators;
pub mod rotations;
pub mod spectral;

pub use components::{Components, Moves};

/// The traits that lead from a method to its rule.
pub(crate) mod rules {
    pub use super::constructors::{FromFunction as _, MatrixFunctions as _, NewFunction as _};
    pub use super::decompositions::{CholeskyRules as _, DecompositionRules as _};
    pub use super::factors::{FactorRules as _, LuRules as _, QrRules as _};
    pub use super::isometries::{IsometryFunctions as _, IsometryRules as _, TranslationRules as _};
    pub use super::matrices::{MatrixRules as _, MatrixRulesByValue as _};
    pub use super::rotations::{
        QuaternionRules as _, RotationFunctions as _, RotationRules as _, RotationRulesByValue as _,
    };
    pub use super::spectral::SpectralRules as _;
}

use ::nalgebra::RealField;

use crate::scalar::Real;

/// A type whose product with a point or a vector is not linear in it: a rule needs it for its own cotangent.
pub trait NonlinearFactor {}

impl<T> NonlinearFactor for ::nalgebra::UnitQuaternion<T> {}
impl<T, R, const D: usize> NonlinearFactor for ::nalgebra::Isometry<T, R, D> {}

/// A number that nalgebra computes with: `f32`, `f64`, and dual numbers of them.
pub trait Number: Real + RealField {}

impl<T: Real + RealField> Number for T {}
