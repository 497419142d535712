//! Similarities: isometries with a scaling factor, `x ↦ R (s x) + t`.

use ::nalgebra::{Isometry, Point, Rotation, SMatrix, SVector, Similarity, Translation, UnitComplex, UnitQuaternion};

use super::Number;
use super::components::{Components, DualForm};
use super::constructors::NewFunction;
use super::forms::{by_duals, lifted};
use super::isometries::{from_parts, inverse_transform, to_left, to_right};
use super::rotations::{from_angle, from_scaled_axis, to_homogeneous};
use crate::differentiable::Difference;
use crate::differentiable::{Ct, Differentiable, Tangent};
use crate::ops::mul;
use crate::rule::lift::Lift;
use crate::rule::rule;
use crate::rule::slot::{Out, Slot};
use crate::rule::{By1, By2, By3, Rule1};
use crate::scalar::Dual;
use crate::tape::{Frame, No, Read, Taped, Yes};

/// What the tangent is made of: a struct with the same fields.
mod fields {
    use cotangent_macros::Differentiable;

    #[derive(Differentiable)]
    #[allow(dead_code, reason = "its tangent is used")]
    pub struct Similarity<I, S> {
        pub isometry: I,
        pub scaling: S,
    }
}
pub use fields::SimilarityTangent;

/// The tangent of a similarity with rotations of type `R`.
type Parts<T, R, const D: usize> = SimilarityTangent<Isometry<T, R, D>, T>;

impl<I, S> Components for SimilarityTangent<I, S>
where
    I: Differentiable<Tangent: Components>,
    S: Differentiable<Tangent: Components<Number = <Ct<I> as Components>::Number>>,
{
    type Number = <Ct<I> as Components>::Number;
    fn count(&self) -> usize {
        self.isometry.count() + self.scaling.count()
    }
    fn component(&self, i: usize) -> Self::Number {
        match i.checked_sub(self.isometry.count()) {
            Some(i) => self.scaling.component(i),
            None => self.isometry.component(i),
        }
    }
    fn component_mut(&mut self, i: usize) -> &mut Self::Number {
        match i.checked_sub(self.isometry.count()) {
            Some(i) => self.scaling.component_mut(i),
            None => self.isometry.component_mut(i),
        }
    }
}

rule! {
    /// A similarity of its isometry and its scaling factor.
    from_isometry<M> reads (No, No, No);
}
rule! {
    /// A similarity of a translation, of an axis times an angle, or of an angle, and of a scaling factor.
    from_vectors<M> reads (No, Yes, No, Yes);
}
rule! {
    /// The scaling factor.
    scaling reads (No, No);
}
rule! {
    /// The inverse of a similarity.
    inverse_similarity reads (Yes, No);
}

/// The rules of similarities with one type of rotations, which are given by what `new` takes.
macro_rules! similarities {
    ($($r:ty, $lifted:ty, $d:literal, by $by:ty, $new:ident;)*) => {$(
        impl<T: Number> Differentiable for Similarity<T, $r, $d> {
            type Tangent = Parts<T, $r, $d>;
            fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
                Differentiable::agrees(&found.isometry, &expected.isometry)?;
                Differentiable::agrees(&found.scaling(), &expected.scaling())
            }
        }

        impl<T: Number> Taped for Similarity<T, $r, $d> {
            const BYTES: usize = <(Isometry<T, $r, $d>, T)>::BYTES;
            type View<'t> = Self;
            fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
                for value in values {
                    Taped::put_all(&[(value.isometry, value.scaling())], frame);
                }
            }
            fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
                core::array::from_fn(|_| <Self as Taped>::view(frame))
            }
            fn view(frame: &mut Frame<&[u64]>) -> Self {
                let (isometry, factor) = <(Isometry<T, $r, $d>, T)>::view(frame);
                Self::from_isometry(isometry, factor)
            }
            #[inline(always)]
            fn copied(value: &Self) -> Self {
                value.clone()
            }
            type Recompute = No;
            type Stored = Yes;
        }

        impl<T: Number> Lift for Similarity<T, $r, $d> {
            type Lifted = Similarity<Dual<T>, $lifted, $d>;
            fn lift(&self, dot: Option<&Ct<Self>>) -> Self::Lifted {
                Similarity::from_isometry(
                    self.isometry.lift(dot.map(|dot| &dot.isometry)),
                    self.scaling().lift(dot.map(|dot| &dot.scaling)),
                )
            }
            fn lift_cotangent(bar: &Ct<Self>, dot: Option<&Ct<Self>>) -> Ct<Self::Lifted> {
                SimilarityTangent {
                    isometry: Isometry::<T, $r, $d>::lift_cotangent(&bar.isometry, dot.map(|dot| &dot.isometry)),
                    scaling: bar.scaling.lift(dot.map(|dot| &dot.scaling)),
                }
            }
            fn lower(bar: &Ct<Self::Lifted>, mut place: impl Slot<Ct<Self>>, mut place_dot: impl Slot<Ct<Self>>) {
                let (mut place, mut place_dot) = (place.out(), place_dot.out());
                let (isometry, dot) = (place.parts(|place| &mut place.isometry), place_dot.parts(|place| &mut place.isometry));
                Isometry::<T, $r, $d>::lower(&bar.isometry, isometry, dot);
                let (factor, dot) = (place.parts(|place| &mut place.scaling), place_dot.parts(|place| &mut place.scaling));
                T::lower(&bar.scaling, factor, dot);
            }
        }

        impl<T: Number> DualForm for Similarity<T, $r, $d> {
            fn tangent_of(dual: &Self::Lifted) -> Ct<Self> {
                SimilarityTangent {
                    isometry: Isometry::<T, $r, $d>::tangent_of(&dual.isometry),
                    scaling: dual.scaling().tangent(),
                }
            }
        }

        lifted! {
            mul: [] (a: Similarity<T, $r, $d>, p: Point<T, $d>) -> Point<T, $d>;
                |a, p| a * p;
                |c, a, p, y| {
                    let (a, p) = (a.get(), p.get());
                    let isometry = to_left(&a.isometry, &(p * a.scaling()), c);
                    let by_scaled = to_right::<_, Point<T, $d>>(&a.isometry, c);
                    SimilarityTangent { isometry, scaling: by_scaled.coords.dot(&p.coords) }
                };
                |c, a, p, y| to_right::<_, Point<T, $d>>(&a.get().isometry, c) * a.get().scaling();
            mul: [] (a: Similarity<T, $r, $d>, v: SVector<T, $d>) -> SVector<T, $d>;
                |a, v| a * v;
                |c, a, v, y| {
                    let (a, v) = (a.get(), v.get());
                    let isometry = to_left(&a.isometry, &(v * a.scaling()), c);
                    let by_scaled = to_right::<_, SVector<T, $d>>(&a.isometry, c);
                    SimilarityTangent { isometry, scaling: by_scaled.dot(v) }
                };
                |c, a, v, y| to_right::<_, SVector<T, $d>>(&a.get().isometry, c) * a.get().scaling();
            scaling: [] (a: Similarity<T, $r, $d>) -> T;
                |a| a.scaling(); |c, a, y| SimilarityTangent { isometry: Tangent::zero(), scaling: *c };
            from_isometry<Similarity<T, $r, $d>> => from_isometry<Similarity<Dual<T>, $lifted, $d>>:
                [] (a: Isometry<T, $r, $d>, s: T) -> Similarity<T, $r, $d>;
                |a, s| Similarity::from_isometry(*a, *s); |c, a, s, y| c.isometry.clone(); |c, a, s, y| c.scaling;
            from_parts<Similarity<T, $r, $d>> => from_parts<Similarity<Dual<T>, $lifted, $d>>:
                [] (t: Translation<T, $d>, r: $r, s: T) -> Similarity<T, $r, $d>;
                |t, r, s| Similarity::from_parts(*t, *r, *s);
                |c, t, r, s, y| c.isometry.translation; |c, t, r, s, y| c.isometry.rotation; |c, t, r, s, y| c.scaling;
            from_vectors<Similarity<T, $r, $d>> => from_vectors<Similarity<Dual<T>, $lifted, $d>>:
                [] (t: SVector<T, $d>, r: $by, s: T) -> Similarity<T, $r, $d>;
                |t, r, s| Similarity::<T, $r, $d>::new(*t, *r, *s);
                |c, t, r, s, y| c.isometry.translation.vector;
                |c, t, r, s, y| {
                    let mut d = <Ct<$by> as Tangent>::zero();
                    let turned = Read::live(&y.get().isometry.rotation);
                    $new::<$r>::vjp(&(), r, turned, &c.isometry.rotation, Out::new(&mut d));
                    d
                };
                |c, t, r, s, y| c.scaling;
        }

        by_duals! {
            mul: [] (Similarity<T, $r, $d>, Similarity<T, $r, $d>) -> Similarity<T, $r, $d>; |a, b| a * b; |a, b| a * b;
            inverse_similarity: [] (Similarity<T, $r, $d>) -> Similarity<T, $r, $d>; |a| a.inverse(); |a| a.inverse();
            inverse_transform: [] (Similarity<T, $r, $d>, Point<T, $d>) -> Point<T, $d>;
                |a, p| a.inverse_transform_point(p); |a, p| a.inverse_transform_point(&p);
            inverse_transform: [] (Similarity<T, $r, $d>, SVector<T, $d>) -> SVector<T, $d>;
                |a, v| a.inverse_transform_vector(v); |a, v| a.inverse_transform_vector(&v);
        }

        impl<T: Number> NewFunction for Similarity<T, $r, $d> {
            type New = By3<from_vectors<Self>>;
        }
    )*};
}

similarities! {
    UnitQuaternion<T>, UnitQuaternion<Dual<T>>, 3, by SVector<T, 3>, from_scaled_axis;
    Rotation<T, 3>, Rotation<Dual<T>, 3>, 3, by SVector<T, 3>, from_scaled_axis;
    UnitComplex<T>, UnitComplex<Dual<T>>, 2, by T, from_angle;
    Rotation<T, 2>, Rotation<Dual<T>, 2>, 2, by T, from_angle;
}

by_duals! {
    to_homogeneous: [] (Similarity<T, UnitQuaternion<T>, 3>) -> SMatrix<T, 4, 4>; |a| a.to_homogeneous(); |a| a.to_homogeneous();
    to_homogeneous: [] (Similarity<T, UnitComplex<T>, 2>) -> SMatrix<T, 3, 3>; |a| a.to_homogeneous(); |a| a.to_homogeneous();
}

/// Leads from the methods of similarities to their rules.
pub trait SimilarityRules {
    crate::derivatives_of! {
        inverse: By1<inverse_similarity>;
        scaling: By1<scaling>;
        transform_point: By2<mul>;
        transform_vector: By2<mul>;
        inverse_transform_point: By2<inverse_transform>;
        inverse_transform_vector: By2<inverse_transform>;
        to_homogeneous: By1<to_homogeneous>;
    }
}
impl<T, R, const D: usize> SimilarityRules for Similarity<T, R, D> {}

/// Leads from the functions of similarities to their rules.
pub trait SimilarityFunctions: Sized + 'static {
    crate::derivatives_of! {
        fn from_parts: By3<from_parts<Self>>;
        fn from_isometry: By2<from_isometry<Self>>;
    }
}
impl<T: 'static, R: 'static, const D: usize> SimilarityFunctions for Similarity<T, R, D> {}
