//! Derivatives of [`::glam`]: of its vectors, matrices, quaternions and affine maps (feature `glam`).
//!
//! ```
//! use cotangent::prelude::*;
//! use glam::{DQuat, DVec3};
//!
//! /// How far a point of a body is from where it should be.
//! #[differentiable]
//! fn error(pose: DQuat, at: DVec3, #[constant] point: DVec3, #[constant] goal: DVec3) -> f64 {
//!     (pose.normalize() * point + at).distance_squared(goal)
//! }
//!
//! let (pose, at) = (DQuat::IDENTITY, DVec3::new(0.0, 1.0, 0.0));
//! let (value, (by_pose, by_at)) = error::value_and_grad(pose, at, DVec3::X, DVec3::ZERO);
//! assert_eq!((value, by_at), (2.0, DVec3::new(2.0, 2.0, 0.0)));
//! assert_eq!(by_pose, DQuat::from_xyzw(0.0, 0.0, 4.0, 0.0));
//! ```
//!
//! Each type is its own tangent: the gradient by a `Vec3` is a `Vec3`, that by a `Quat` is a `Quat` whose components are the derivatives
//! by the components. Operators have derivatives in all of glam's forms of values and references, and so do fields (`v.x`, `m.x_axis`,
//! `a.translation`), indices, `+=` and `-=`, `new` and `from_xyzw`. `docs/glam.md` lists every method. Values are glam's own, computed with
//! its SIMD instructions.
//!
//! | types | leaves |
//! |---|---|
//! | `Vec2` `Vec3` `Vec3A` `Vec4` `DVec2` `DVec3` `DVec4` `Quat` `DQuat` | one, of the components |
//! | `Mat2` `Mat3` `Mat4` `DMat2` `DMat3` `DMat4` `Affine3` `DAffine2` `DAffine3` | one, of the columns |
//! | `Mat3A` `Affine3A` | one for each column |
//!
//! # Conventions
//!
//! - `length`, `distance` and `angle_between` have the derivative 0 where they are 0; `normalize` is NaN there, as its value.
//! - The components of `max` and `min` share the derivative where they are equal; so do those of `max_element` and `min_element`.
//! - `inverse` of a singular matrix has no derivative: it is NaN.
//! - `to_axis_angle` is a constant for a rotation by less than `1e-8`, as in glam; `to_scaled_axis` is smooth there.

pub mod formulas;
pub mod matrices;
pub mod quaternions;
pub mod shared;
mod twins;
mod types;
pub mod vectors;

pub use twins::made;

/// The traits that lead from a method to its rule.
pub(crate) mod rules {
    pub use super::matrices::{
        AffineFunctions as _, AffineRules as _, MatrixFunctions as _, MatrixRules as _, MatrixRulesByValue as _,
        PlaneFunctions as _,
    };
    pub use super::quaternions::{QuaternionFunctions as _, QuaternionRules as _};
    pub use super::vectors::{
        PlaneRules as _, SpaceRules as _, VectorFunctions as _, VectorRules as _, VectorRulesByValue as _,
    };
}

impl crate::ops::NonlinearFactor for ::glam::Quat {}
impl crate::ops::NonlinearFactor for ::glam::DQuat {}
