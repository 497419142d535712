//! Gradients and steps on the group of rotations and on that of isometries.

use ::nalgebra::{
    Isometry2, Isometry3, Quaternion, Rotation2, Rotation3, SVector, Translation, Unit, UnitComplex, UnitQuaternion,
};

use super::Number;
use crate::differentiable::{Ct, Differentiable};

/// A type whose values are points of a manifold, given by more numbers than it has dimensions.
///
/// [`retract`](Self::retract) steps along a tangent in the local frame of the value, as in GTSAM and Sophus: a rotation `R` becomes
/// `R exp(δ)`; an isometry gets `t + R v` and `R exp(ω)` of `δ = (v, ω)`. [`to_local`](Self::to_local) is the gradient by such a step, at
/// the step of zero, of the gradient by the components that a derivative gives.
///
/// ```
/// use cotangent::nalgebra::Manifold;
/// use cotangent::prelude::*;
/// use nalgebra::{UnitQuaternion, Vector3};
///
/// #[differentiable]
/// fn misalignment(q: &UnitQuaternion<f64>, #[constant] from: &Vector3<f64>, #[constant] to: &Vector3<f64>) -> f64 {
///     (q * from - to).norm_squared()
/// }
///
/// let (from, to) = (Vector3::x(), Vector3::y());
/// let mut q = UnitQuaternion::identity();
/// for _ in 0..100 {
///     let gradient = misalignment::grad(&q, &from, &to);
///     q = q.retract(&(-0.2 * q.to_local(&gradient)));
/// }
/// assert!((q * from - to).norm() < 1e-9);
/// assert!((q.norm() - 1.0).abs() < 1e-12);
/// ```
pub trait Manifold: Differentiable + Sized {
    /// A tangent in the local frame: as many numbers as there are dimensions, but of a unit vector one more.
    type Local;
    /// The value after a step.
    #[must_use]
    fn retract(&self, step: &Self::Local) -> Self;
    /// The gradient by a step.
    #[must_use]
    fn to_local(&self, gradient: &Ct<Self>) -> Self::Local;
}

impl<T: Number> Manifold for UnitQuaternion<T> {
    type Local = SVector<T, 3>;
    fn retract(&self, step: &SVector<T, 3>) -> Self {
        Self::new_normalize((self * Self::from_scaled_axis(*step)).into_inner())
    }
    fn to_local(&self, gradient: &Quaternion<T>) -> SVector<T, 3> {
        (self.quaternion().conjugate() * gradient).imag() * T::lit(0.5)
    }
}

impl<T: Number> Manifold for Rotation3<T> {
    type Local = SVector<T, 3>;
    fn retract(&self, step: &SVector<T, 3>) -> Self {
        self * Self::from_scaled_axis(*step)
    }
    fn to_local(&self, gradient: &Ct<Self>) -> SVector<T, 3> {
        let turned = self.matrix().tr_mul(gradient);
        SVector::<T, 3>::new(turned.m32 - turned.m23, turned.m13 - turned.m31, turned.m21 - turned.m12)
    }
}

impl<T: Number> Manifold for UnitComplex<T> {
    type Local = T;
    fn retract(&self, step: &T) -> Self {
        Self::from_complex((self * Self::new(*step)).into_inner())
    }
    fn to_local(&self, gradient: &Ct<Self>) -> T {
        gradient.im * self.re - gradient.re * self.im
    }
}

impl<T: Number> Manifold for Rotation2<T> {
    type Local = T;
    fn retract(&self, step: &T) -> Self {
        self * Self::new(*step)
    }
    fn to_local(&self, gradient: &Ct<Self>) -> T {
        let turned = self.matrix().tr_mul(gradient);
        turned.m21 - turned.m12
    }
}

/// A step in the plane that touches the sphere; the part across it is left out.
impl<T: Number, const D: usize> Manifold for Unit<SVector<T, D>> {
    type Local = SVector<T, D>;
    fn retract(&self, step: &SVector<T, D>) -> Self {
        Self::new_normalize(self.as_ref() + self.to_local(step))
    }
    fn to_local(&self, gradient: &SVector<T, D>) -> SVector<T, D> {
        gradient - self.as_ref() * self.dot(gradient)
    }
}

/// A step `(v, ω)` of six numbers.
impl<T: Number> Manifold for Isometry3<T> {
    type Local = SVector<T, 6>;
    fn retract(&self, step: &SVector<T, 6>) -> Self {
        let (v, omega) = (step.fixed_rows::<3>(0), step.fixed_rows::<3>(3));
        Self {
            rotation: self.rotation.retract(&omega.into_owned()),
            translation: Translation::from(self.translation.vector + self.rotation * v),
        }
    }
    fn to_local(&self, gradient: &Ct<Self>) -> SVector<T, 6> {
        let v = self.rotation.inverse_transform_vector(&gradient.translation.vector);
        let omega = self.rotation.to_local(&gradient.rotation);
        SVector::<T, 6>::new(v.x, v.y, v.z, omega.x, omega.y, omega.z)
    }
}

/// A step `(v, ω)` of three numbers.
impl<T: Number> Manifold for Isometry2<T> {
    type Local = SVector<T, 3>;
    fn retract(&self, step: &SVector<T, 3>) -> Self {
        let v = step.fixed_rows::<2>(0);
        Self {
            rotation: self.rotation.retract(&step.z),
            translation: Translation::from(self.translation.vector + self.rotation * v),
        }
    }
    fn to_local(&self, gradient: &Ct<Self>) -> SVector<T, 3> {
        let v = self.rotation.inverse_transform_vector(&gradient.translation.vector);
        SVector::<T, 3>::new(v.x, v.y, self.rotation.to_local(&gradient.rotation))
    }
}
