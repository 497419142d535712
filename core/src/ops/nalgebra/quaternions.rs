//! The algebra of quaternions that need not be of unit length.

use ::nalgebra::{Quaternion, SVector, Unit, UnitQuaternion};

use super::Number;
use super::constructors::from;
use super::forms::{bilinear, by_duals, lifted, linear};
use super::matrices::{dot, lerp, norm_squared, normalize, share, try_inverse};
use super::rotations::{as_vector, conjugate, imag, logarithm, powf, scalar};
use crate::ops::norm::norm;
use crate::rule::{By1, By2, By3, rule};
use crate::tape::{No, Yes};

type Vector<T> = SVector<T, 3>;

rule! {
    /// The exponential.
    quaternion_exp reads (Yes, No);
}
rule! {
    /// The logarithm.
    quaternion_ln reads (Yes, No);
}
rule! {
    /// A quaternion of its real and its imaginary part.
    from_scalar_and_vector<M> reads (No, No, No);
}
rule! {
    /// A quaternion with this imaginary part.
    from_imag<M> reads (No, No);
}
rule! {
    /// A quaternion with this real part.
    from_real<M> reads (No, No);
}
rule! {
    /// The normalised linear interpolation.
    nlerp reads (Yes, Yes, Yes, No);
}

linear! {
    from_imag<Quaternion<T>>: [] (Vector<T>) -> Quaternion<T>; |v| Quaternion::from_imag(*v); |t| Quaternion::from_imag(*t); |c| c.imag();
    from_real<Quaternion<T>>: [] (T) -> Quaternion<T>; |s| Quaternion::from_real(*s); |t| Quaternion::from_real(*t); |c| c.scalar();
}

bilinear! {
    dot: [] (Quaternion<T>, Quaternion<T>) -> T;
        |a, b| a.dot(b); |a, b| a.dot(b); |c, b| *b * *c; |a, c| *a * *c;
    dot: [] (UnitQuaternion<T>, UnitQuaternion<T>) -> T;
        |a, b| a.dot(b); |a, b| a.dot(b); |c, b| *b * *c; |a, c| *a * *c;
}

lifted! {
    norm: [] (q: Quaternion<T>) -> T; |q| q.norm(); |c, q, y| q.get() * share(*c, *y.get());
    norm_squared: [] (q: Quaternion<T>) -> T; |q| q.norm_squared(); |c, q, y| q.get() * (T::lit(2.0) * *c);
    from_scalar_and_vector<Quaternion<T>> => from_scalar_and_vector<Quaternion<crate::scalar::Dual<T>>>:
        [] (s: T, v: Vector<T>) -> Quaternion<T>;
        |s, v| Quaternion::from_parts(*s, *v); |c, s, v, y| c.scalar(); |c, s, v, y| c.imag();
}

by_duals! {
    normalize: [] (Quaternion<T>) -> Quaternion<T>; |q| q.normalize(); |q| q.normalize();
    try_inverse: [] (Quaternion<T>) -> Option<Quaternion<T>>; |q| q.try_inverse(); |q| q.try_inverse();
    quaternion_exp: [] (Quaternion<T>) -> Quaternion<T>; |q| q.exp(); |q| q.exp();
    quaternion_ln: [] (Quaternion<T>) -> Quaternion<T>; |q| q.ln(); |q| q.ln();
    quaternion_ln: [] (UnitQuaternion<T>) -> Quaternion<T>; |q| q.ln(); |q| Quaternion::from_imag(logarithm(&q));
    powf: [] (Quaternion<T>, T) -> Quaternion<T>; |q, n| q.powf(*n); |q, n| q.powf(n);
    lerp: [] (Quaternion<T>, Quaternion<T>, T) -> Quaternion<T>; |a, b, t| a.lerp(b, *t); |a, b, t| a.lerp(&b, t);
    lerp: [] (UnitQuaternion<T>, UnitQuaternion<T>, T) -> Quaternion<T>; |a, b, t| a.lerp(b, *t); |a, b, t| a.lerp(&b, t);
    nlerp: [] (UnitQuaternion<T>, UnitQuaternion<T>, T) -> UnitQuaternion<T>;
        |a, b, t| a.nlerp(b, *t); |a, b, t| Unit::new_normalize(a.lerp(&b, t));
}

/// Leads from the methods of quaternions to their rules.
pub trait QuaternionRules {
    crate::derivatives_of! {
        conjugate: By1<conjugate>;
        imag: By1<imag>;
        vector: By1<imag>;
        scalar: By1<scalar>;
        as_vector: By1<as_vector>;
        norm: By1<norm>;
        magnitude: By1<norm>;
        norm_squared: By1<norm_squared>;
        magnitude_squared: By1<norm_squared>;
        normalize: By1<normalize>;
        try_inverse: By1<try_inverse>;
        dot: By2<dot>;
        exp: By1<quaternion_exp>;
        ln: By1<quaternion_ln>;
        powf: By2<powf>;
        lerp: By3<lerp>;
    }
}
impl<T> QuaternionRules for Quaternion<T> {}

/// Leads from the methods that unit quaternions have beside those of rotations to their rules.
pub trait UnitQuaternionRules {
    crate::derivatives_of! {
        ln: By1<quaternion_ln>;
        lerp: By3<lerp>;
        nlerp: By3<nlerp>;
    }
}
impl<T> UnitQuaternionRules for UnitQuaternion<T> {}

/// Leads from the functions of quaternions to their rules.
pub trait QuaternionFunctions: Sized + 'static {
    crate::derivatives_of! {
        fn from_parts: By2<from_scalar_and_vector<Self>>;
        fn from_imag: By1<from_imag<Self>>;
        fn from_real: By1<from_real<Self>>;
        fn from_vector: By1<from<Self>>;
    }
}
impl<T: Number> QuaternionFunctions for Quaternion<T> {}
