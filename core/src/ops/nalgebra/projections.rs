//! Transformations by homogeneous matrices: `Transform3`, `Projective3`, `Affine3`, the same in the plane, and the projections of cameras,
//! `Perspective3` and `Orthographic3`.
//!
//! The tangent is that of the matrix. What a projection reads of its matrix has a derivative; the entries that are always the same have none.

use ::nalgebra::{
    Orthographic3, Perspective3, Point, Projective3, SMatrix, SVector, SubTCategoryOf, TCategory, TProjective,
    Transform,
};

use super::Number;
use super::constructors::NewFunction;
use super::forms::{bilinear, by_duals, lifted, linear};
use super::rotations::{components, unchecked};
use crate::ops::mul;
use crate::rule::rule;
use crate::rule::{By1, By2, By4};
use crate::scalar::Dual;
use crate::tape::{No, Yes};

rule! {
    /// The inverse of a transformation. VJP: `M̄ -= Y⁻ᵀ Ȳ Y⁻ᵀ`.
    inverse_transform reads (No, Yes);
}
rule! {
    /// The inverse of a transformation, `None` if there is none.
    try_inverse_transform reads (No, Yes);
}
rule! {
    /// The inverse of a transformation, of a point or a vector.
    inverse_transformed reads (Yes, Yes, No);
}
rule! {
    /// A perspective projection of the aspect ratio, the field of view and the depths of both planes; an orthographic one of the same.
    from_field_of_view<M> reads (Yes, Yes, Yes, Yes, No);
}
rule! {
    /// The projection of a point.
    project_point reads (Yes, Yes, No);
}
rule! {
    /// The point that is projected to a given one.
    unproject_point reads (Yes, Yes, No);
}
rule! {
    /// The projection of a vector.
    project_vector reads (Yes, Yes, No);
}
rule! {
    /// The inverse of the matrix of a projection.
    inverse_projection reads (Yes, No);
}
rule! {
    /// The projection as a transformation.
    to_projective reads (No, No);
}
rule! {
    /// The ratio of width and height.
    aspect reads (Yes, No);
}
rule! {
    /// The field of view.
    fovy reads (Yes, No);
}
rule! {
    /// The depth of the near plane.
    znear reads (Yes, No);
}
rule! {
    /// The depth of the far plane.
    zfar reads (Yes, No);
}

/// What the result of `m x`, divided by its last component if the matrix has a last row, passes on to `m x`.
fn through_division<T: Number, C: TCategory, const D: usize, const N: usize>(
    m: &SMatrix<T, N, N>,
    x: &SVector<T, N>,
    c: &SVector<T, D>,
) -> SVector<T, N> {
    let y = m * x;
    let w = if C::has_normalizer() { y[D] } else { T::ZERO };
    if w == T::ZERO {
        return SVector::from_fn(|i, _| if i < D { c[i] } else { T::ZERO });
    }
    let along = (0..D).fold(T::ZERO, |sum, i| sum + c[i] * y[i]) / w;
    SVector::from_fn(|i, _| if i < D { c[i] } else { -along }) / w
}

/// The first components.
fn shorter<T: Number, const D: usize, const N: usize>(x: &SVector<T, N>) -> SVector<T, D> {
    SVector::from_fn(|i, _| x[i])
}

/// The rules in a space of so many dimensions, with homogeneous matrices of one more.
macro_rules! transforms {
    ($($d:literal, $n:literal;)*) => {$(
        bilinear! {
            mul: [C: TCategory] (Transform<T, C, $d>, Transform<T, C, $d>) -> Transform<T, C, $d>;
                |a, b| Transform::from_matrix_unchecked(a.matrix() * b.matrix()); |a, b| a * b; |c, b| c * b.transpose(); |a, c| a.tr_mul(c);
        }

        linear! {
            components: [C: TCategory] (Transform<T, C, $d>) -> SMatrix<T, $n, $n>; |a| *a.matrix(); |t| *t; |c| *c;
            unchecked<Transform<T, C, $d>>: [C: TCategory] (SMatrix<T, $n, $n>) -> Transform<T, C, $d>;
                |m| Transform::from_matrix_unchecked(*m); |t| *t; |c| *c;
        }

        lifted! {
            mul: [C: TCategory] (a: Transform<T, C, $d>, p: Point<T, $d>) -> Point<T, $d>;
                |a, p| a * p;
                |c, a, p, y| {
                    let (m, x) = (a.get().matrix(), p.get().coords.push(T::ONE));
                    through_division::<T, C, $d, $n>(m, &x, &c.coords) * x.transpose()
                };
                |c, a, p, y| {
                    let (m, x) = (a.get().matrix(), p.get().coords.push(T::ONE));
                    Point::from(shorter(&m.tr_mul(&through_division::<T, C, $d, $n>(m, &x, &c.coords))))
                };
            mul: [C: TCategory] (a: Transform<T, C, $d>, v: SVector<T, $d>) -> SVector<T, $d>;
                |a, v| a * v;
                |c, a, v, y| {
                    let (m, x) = (a.get().matrix(), v.get().push(T::ZERO));
                    through_division::<T, C, $d, $n>(m, &x, c) * x.transpose()
                };
                |c, a, v, y| {
                    let (m, x) = (a.get().matrix(), v.get().push(T::ZERO));
                    shorter(&m.tr_mul(&through_division::<T, C, $d, $n>(m, &x, c)))
                };
            inverse_transform: [C: TCategory + SubTCategoryOf<TProjective>] (a: Transform<T, C, $d>) -> Transform<T, C, $d>;
                |a| a.inverse(); |c, a, y| -(y.get().matrix().tr_mul(c) * y.get().matrix().transpose());
            try_inverse_transform: [C: TCategory] (a: Transform<T, C, $d>) -> Option<Transform<T, C, $d>>;
                |a| a.try_inverse();
                |c, a, y| y.get().map_or_else(SMatrix::zeros, |y| -(y.matrix().tr_mul(c) * y.matrix().transpose()));
            inverse_transformed: [C: TCategory + SubTCategoryOf<TProjective>] (a: Transform<T, C, $d>, p: Point<T, $d>) -> Point<T, $d>;
                |a, p| a.inverse_transform_point(p);
                |c, a, p, y| {
                    let (inverse, x) = (a.get().inverse(), p.get().coords.push(T::ONE));
                    let m = inverse.matrix();
                    let through = through_division::<T, C, $d, $n>(m, &x, &c.coords);
                    -(m.tr_mul(&through) * (m * x).transpose())
                };
                |c, a, p, y| {
                    let (inverse, x) = (a.get().inverse(), p.get().coords.push(T::ONE));
                    let m = inverse.matrix();
                    Point::from(shorter(&m.tr_mul(&through_division::<T, C, $d, $n>(m, &x, &c.coords))))
                };
        }
    )*};
}
transforms! {
    2, 3;
    3, 4;
}

/// The matrix with these entries and zeros.
fn entries<T: Number>(xx: T, yy: T, zz: T, [x, y, z]: [T; 3]) -> SMatrix<T, 4, 4> {
    let (zero, mut m) = (T::ZERO, SMatrix::<T, 4, 4>::from_diagonal(&SVector::<T, 4>::new(xx, yy, zz, T::ZERO)));
    m.set_column(3, &SVector::<T, 4>::new(x, y, z, zero));
    m
}

lifted! {
    project_point: [] (a: Perspective3<T>, p: Point<T, 3>) -> Point<T, 3>;
        |a, p| a.project_point(p);
        |c, a, p, y| {
            let (p, over) = (p.get(), -T::ONE / p.get().z);
            entries(c.x * p.x * over, c.y * p.y * over, c.z * p.z * over, [T::ZERO, T::ZERO, c.z * over])
        };
        |c, a, p, y| {
            let (m, p) = (a.get().as_matrix(), p.get());
            let over = -T::ONE / p.z;
            let (x, y, z) = (m.m11 * over, m.m22 * over, m.m33 * over);
            let by_depth = c.x * x * p.x + c.y * y * p.y + c.z * (z * p.z + m.m34 * over);
            Point::<T, 3>::new(c.x * x, c.y * y, by_depth * over + c.z * z)
        };
    project_point: [] (a: Orthographic3<T>, p: Point<T, 3>) -> Point<T, 3>;
        |a, p| a.project_point(p);
        |c, a, p, y| entries(c.x * p.get().x, c.y * p.get().y, c.z * p.get().z, [c.x, c.y, c.z]);
        |c, a, p, y| {
            let m = a.get().as_matrix();
            Point::<T, 3>::new(c.x * m.m11, c.y * m.m22, c.z * m.m33)
        };
}

/// The rules of both projections.
macro_rules! projections {
    ($($name:ident: $from:ident;)*) => {$(
        linear! {
            components: [] ($name<T>) -> SMatrix<T, 4, 4>; |a| a.into_inner(); |t| *t; |c| *c;
            unchecked<$name<T>>: [] (SMatrix<T, 4, 4>) -> $name<T>; |m| $name::from_matrix_unchecked(*m); |t| *t; |c| *c;
            to_projective: [] ($name<T>) -> Projective3<T>; |a| a.to_projective(); |t| *t; |c| *c;
        }
        by_duals! {
            from_field_of_view<$name<T>> => from_field_of_view<$name<Dual<T>>>: [] (T, T, T, T) -> $name<T>;
                |a, b, c, d| $name::$from(*a, *b, *c, *d); |a, b, c, d| $name::$from(a, b, c, d);
            unproject_point: [] ($name<T>, Point<T, 3>) -> Point<T, 3>; |a, p| a.unproject_point(p); |a, p| a.unproject_point(&p);
            project_vector: [] ($name<T>, SVector<T, 3>) -> SVector<T, 3>; |a, v| a.project_vector(v); |a, v| a.project_vector(&v);
            inverse_projection: [] ($name<T>) -> SMatrix<T, 4, 4>; |a| a.inverse(); |a| a.inverse();
            znear: [] ($name<T>) -> T; |a| a.znear(); |a| a.znear();
            zfar: [] ($name<T>) -> T; |a| a.zfar(); |a| a.zfar();
        }
        impl<T: Number> ProjectionRules for $name<T> {}
        impl<T: Number> ProjectionFunctions for $name<T> {}
    )*};
}
projections! {
    Perspective3: new;
    Orthographic3: from_fov;
}

by_duals! {
    aspect: [] (Perspective3<T>) -> T; |a| a.aspect(); |a| a.aspect();
    fovy: [] (Perspective3<T>) -> T; |a| a.fovy(); |a| a.fovy();
}

impl<T: Number> NewFunction for Perspective3<T> {
    type New = By4<from_field_of_view<Self>>;
}

/// Leads from the methods of transformations to their rules.
pub trait TransformRules {
    crate::derivatives_of! {
        inverse: By1<inverse_transform>;
        try_inverse: By1<try_inverse_transform>;
        matrix: By1<components>;
        into_inner: By1<components>;
        to_homogeneous: By1<components>;
        transform_point: By2<mul>;
        transform_vector: By2<mul>;
        inverse_transform_point: By2<inverse_transformed>;
    }
}
impl<T: Number, C: TCategory> TransformRules for Transform<T, C, 2> {}
impl<T: Number, C: TCategory> TransformRules for Transform<T, C, 3> {}

/// Leads from the functions of transformations to their rules.
pub trait TransformFunctions: Sized + 'static {
    crate::derivatives_of! {
        fn from_matrix_unchecked: By1<unchecked<Self>>;
    }
}
impl<T: Number, C: TCategory> TransformFunctions for Transform<T, C, 2> {}
impl<T: Number, C: TCategory> TransformFunctions for Transform<T, C, 3> {}

/// Leads from the methods of projections to their rules.
pub trait ProjectionRules {
    crate::derivatives_of! {
        project_point: By2<project_point>;
        unproject_point: By2<unproject_point>;
        project_vector: By2<project_vector>;
        inverse: By1<inverse_projection>;
        as_matrix: By1<components>;
        into_inner: By1<components>;
        to_homogeneous: By1<components>;
        to_projective: By1<to_projective>;
        aspect: By1<aspect>;
        fovy: By1<fovy>;
        znear: By1<znear>;
        zfar: By1<zfar>;
    }
}

/// Leads from the functions of projections to their rules.
pub trait ProjectionFunctions: Sized + 'static {
    crate::derivatives_of! {
        fn from_matrix_unchecked: By1<unchecked<Self>>;
        fn from_fov: By4<from_field_of_view<Self>>;
    }
}
