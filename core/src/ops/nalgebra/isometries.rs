//! Translations and isometries: rotations and translations at once.
//!
//! The contributions to a rotation are those of its own rules, so there is one text for quaternions, matrices and complex numbers.

use ::nalgebra::{Isometry, Point, Rotation, SMatrix, SVector, Translation, UnitComplex, UnitQuaternion};

use super::Number;
use super::components::{Components, DualForm};
use super::constructors::NewFunction;
use super::forms::{by_duals, lifted, linear};
use super::rotations::{from_angle, from_scaled_axis, inverse, to_homogeneous};
use crate::differentiable::Difference;
use crate::differentiable::{Ct, Differentiable, NoGrad, Tangent};
use crate::leaves::{Count, Leaf, LeafMut, LeafName, LeafShape, Leaves};
use crate::ops::mul;
use crate::rule::lift::Lift;
use crate::rule::rule;
use crate::rule::slot::{Out, Slot};
use crate::rule::{By1, By2, By3, Rule1, Rule2};
use crate::scalar::Dual;
use crate::tape::{Frame, No, Read, Taped, Yes};

/// What the tangent is made of: a struct with the same fields.
mod fields {
    use cotangent_macros::Differentiable;

    #[derive(Differentiable)]
    #[allow(dead_code, reason = "its tangent is used")]
    pub struct Isometry<Q, V> {
        pub rotation: Q,
        pub translation: V,
    }
}
pub use fields::IsometryTangent;

/// The tangent of an isometry with rotations of type `R`.
type Parts<T, R, const D: usize> = IsometryTangent<R, Translation<T, D>>;

impl<R, V> Components for IsometryTangent<R, V>
where
    R: Differentiable<Tangent: Components>,
    V: Differentiable<Tangent: Components<Number = <Ct<R> as Components>::Number>>,
{
    type Number = <Ct<R> as Components>::Number;
    fn count(&self) -> usize {
        self.rotation.count() + self.translation.count()
    }
    fn component(&self, i: usize) -> Self::Number {
        match i.checked_sub(self.rotation.count()) {
            Some(i) => self.translation.component(i),
            None => self.rotation.component(i),
        }
    }
    fn component_mut(&mut self, i: usize) -> &mut Self::Number {
        match i.checked_sub(self.rotation.count()) {
            Some(i) => self.translation.component_mut(i),
            None => self.rotation.component_mut(i),
        }
    }
}

/// What a product passes on to its left operand.
pub(super) fn to_left<A: Differentiable, B: Differentiable>(a: &A, b: &B, c: &Ct<<mul as Rule2<A, B>>::Output>) -> Ct<A>
where
    mul: Rule2<A, B, Residual = ()>,
{
    let mut d = Ct::<A>::zero();
    <mul as Rule2<A, B>>::vjp(&(), Read::live(a), Read::live(b), Read::absent(), c, Out::new(&mut d), NoGrad);
    d
}

/// What it passes on to its right operand.
pub(super) fn to_right<A: Differentiable, B: Differentiable>(a: &A, c: &Ct<<mul as Rule2<A, B>>::Output>) -> Ct<B>
where
    mul: Rule2<A, B, Residual = ()>,
{
    let mut d = Ct::<B>::zero();
    <mul as Rule2<A, B>>::vjp(&(), Read::live(a), Read::absent(), Read::absent(), c, NoGrad, Out::new(&mut d));
    d
}

/// What the inverse of a rotation passes on.
fn to_inverse<R: Differentiable>(c: &Ct<R>) -> Ct<R>
where
    inverse: Rule1<R, Output = R, Residual = ()>,
{
    let mut d = Ct::<R>::zero();
    inverse::vjp(&(), Read::absent(), Read::absent(), c, Out::new(&mut d));
    d
}

/// The same rotation and translation.
fn parts<R: Differentiable, V: Differentiable>(rotation: Ct<R>, translation: Ct<V>) -> IsometryTangent<R, V> {
    IsometryTangent { rotation, translation }
}

rule! {
    /// An isometry of its translation and its rotation.
    from_parts<M> reads (No, No, No);
}
rule! {
    /// An isometry of a translation, and of an axis times an angle, or of an angle.
    from_vectors<M> reads (No, Yes, Yes);
}
rule! {
    /// `A⁻¹ B`.
    inv_mul reads (Yes, Yes, No);
}
rule! {
    /// `A⁻¹` of a point or a vector.
    inverse_transform reads (Yes, Yes, No);
}
rule! {
    /// The inverse of an isometry.
    inverse_isometry reads (Yes, No);
}
rule! {
    /// The inverse of a translation.
    inverse_translation reads (No, No);
}
rule! {
    /// The interpolation of translation and rotation.
    lerp_slerp reads (Yes, Yes, Yes, No);
}

linear! {
    inverse_translation: [const D: usize] (Translation<T, D>) -> Translation<T, D>;
        |a| a.inverse(); |t| Translation::from(-t.vector); |c| Translation::from(-c.vector);
}

lifted! {
    mul: [const D: usize] (a: Translation<T, D>, p: Point<T, D>) -> Point<T, D>;
        |a, p| a * p; |c, a, p, y| Translation::from(c.coords); |c, a, p, y| *c;
    mul: [const D: usize] (a: Translation<T, D>, b: Translation<T, D>) -> Translation<T, D>;
        |a, b| a * b; |c, a, b, y| *c; |c, a, b, y| *c;
}

/// What the inverse `(R⁻¹, -R⁻¹ t)` of an isometry passes on.
macro_rules! through_inverse {
    ($r:ty, $d:literal, $a:expr, $c:expr) => {{
        let (a, c) = ($a, $c);
        let (turned, opposite) = (a.rotation.inverse(), -a.translation.vector);
        let mut rotation = to_left(&turned, &opposite, &c.translation.vector);
        rotation.accumulate(&c.rotation);
        let translation = to_right::<$r, SVector<T, $d>>(&turned, &c.translation.vector);
        parts::<$r, Translation<T, $d>>(to_inverse::<$r>(&rotation), Translation::from(-translation))
    }};
}

/// The rules of isometries with one type of rotations, which are given by what `new` takes.
macro_rules! isometries {
    ($($r:ty, $lifted:ty, $d:literal, by $by:ty, $new:ident;)*) => {$(
        impl<T: Number> Differentiable for Isometry<T, $r, $d> {
            type Tangent = Parts<T, $r, $d>;
            fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
                Differentiable::agrees(&found.rotation, &expected.rotation)?;
                Differentiable::agrees(&found.translation, &expected.translation)
            }
        }

        impl<T: Number> Taped for Isometry<T, $r, $d> {
            const BYTES: usize = <($r, Translation<T, $d>)>::BYTES;
            type View<'t> = Self;
            fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
                for value in values {
                    Taped::put_all(&[(value.rotation, value.translation)], frame);
                }
            }
            fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
                core::array::from_fn(|_| <Self as Taped>::view(frame))
            }
            fn view(frame: &mut Frame<&[u64]>) -> Self {
                let (rotation, translation) = <($r, Translation<T, $d>)>::view(frame);
                Self { rotation, translation }
            }
            #[inline(always)]
            fn copied(value: &Self) -> Self {
                value.clone()
            }
            type Recompute = No;
            type Stored = Yes;
        }

        impl<T: Number + Leaves> Leaves for Isometry<T, $r, $d> {
            const COUNT: Option<Count> = Parts::<T, $r, $d>::COUNT;
            fn leaf(&self, i: usize) -> Leaf<'_> {
                match i {
                    0 => self.rotation.leaf(0),
                    _ => self.translation.leaf(i - 1),
                }
            }
            fn leaf_mut(&mut self, i: usize) -> LeafMut<'_> {
                match i {
                    0 => self.rotation.leaf_mut(0),
                    _ => self.translation.leaf_mut(i - 1),
                }
            }
            fn leaf_shape(&self, i: usize) -> LeafShape {
                match i {
                    0 => self.rotation.leaf_shape(0),
                    _ => self.translation.leaf_shape(i - 1),
                }
            }
            fn leaf_name(&self, i: usize) -> LeafName {
                match i {
                    0 => self.rotation.leaf_name(0).in_field("rotation"),
                    _ => self.translation.leaf_name(i - 1).in_field("translation"),
                }
            }
        }

        impl<T: Number> Lift for Isometry<T, $r, $d> {
            type Lifted = Isometry<Dual<T>, $lifted, $d>;
            fn lift(&self, dot: Option<&Ct<Self>>) -> Self::Lifted {
                let rotation = self.rotation.lift(dot.map(|dot| &dot.rotation));
                Isometry { rotation, translation: self.translation.lift(dot.map(|dot| &dot.translation)) }
            }
            fn lift_cotangent(bar: &Ct<Self>, dot: Option<&Ct<Self>>) -> Ct<Self::Lifted> {
                parts::<$lifted, Translation<Dual<T>, $d>>(
                    <$r>::lift_cotangent(&bar.rotation, dot.map(|dot| &dot.rotation)),
                    bar.translation.lift(dot.map(|dot| &dot.translation)),
                )
            }
            fn lower(bar: &Ct<Self::Lifted>, mut place: impl Slot<Ct<Self>>, mut place_dot: impl Slot<Ct<Self>>) {
                let (mut place, mut place_dot) = (place.out(), place_dot.out());
                let (rotation, rotation_dot) =
                    (place.parts(|place| &mut place.rotation), place_dot.parts(|place| &mut place.rotation));
                <$r>::lower(&bar.rotation, rotation, rotation_dot);
                let (translation, translation_dot) =
                    (place.parts(|place| &mut place.translation), place_dot.parts(|place| &mut place.translation));
                Translation::<T, $d>::lower(&bar.translation, translation, translation_dot);
            }
        }

        impl<T: Number> DualForm for Isometry<T, $r, $d> {
            fn tangent_of(dual: &Self::Lifted) -> Ct<Self> {
                parts::<$r, Translation<T, $d>>(
                    <$r>::tangent_of(&dual.rotation),
                    Translation::tangent_of(&dual.translation),
                )
            }
        }

        lifted! {
            mul: [] (a: Isometry<T, $r, $d>, p: Point<T, $d>) -> Point<T, $d>;
                |a, p| a * p;
                |c, a, p, y| parts::<$r, Translation<T, $d>>(
                    to_left(&a.get().rotation, p.get(), c), Translation::from(c.coords)
                );
                |c, a, p, y| to_right::<$r, Point<T, $d>>(&a.get().rotation, c);
            mul: [] (a: Isometry<T, $r, $d>, v: SVector<T, $d>) -> SVector<T, $d>;
                |a, v| a * v;
                |c, a, v, y| parts::<$r, Translation<T, $d>>(to_left(&a.get().rotation, v.get(), c), Tangent::zero());
                |c, a, v, y| to_right::<$r, SVector<T, $d>>(&a.get().rotation, c);
            mul: [] (a: Isometry<T, $r, $d>, b: Isometry<T, $r, $d>) -> Isometry<T, $r, $d>;
                |a, b| a * b;
                |c, a, b, y| {
                    let (a, b) = (a.get(), b.get());
                    let mut rotation = to_left(&a.rotation, &b.rotation, &c.rotation);
                    rotation.accumulate(&to_left(&a.rotation, &b.translation.vector, &c.translation.vector));
                    parts::<$r, Translation<T, $d>>(rotation, c.translation)
                };
                |c, a, b, y| {
                    let turn = &a.get().rotation;
                    let translation = to_right::<$r, SVector<T, $d>>(turn, &c.translation.vector);
                    parts::<$r, Translation<T, $d>>(
                        to_right::<$r, $r>(turn, &c.rotation), Translation::from(translation)
                    )
                };
            mul: [] (a: Translation<T, $d>, r: $r) -> Isometry<T, $r, $d>;
                |a, r| a * r; |c, a, r, y| c.translation; |c, a, r, y| c.rotation;
            mul: [] (a: Isometry<T, $r, $d>, r: $r) -> Isometry<T, $r, $d>;
                |a, r| a * r;
                |c, a, r, y| parts::<$r, Translation<T, $d>>(
                    to_left(&a.get().rotation, r.get(), &c.rotation), c.translation
                );
                |c, a, r, y| to_right::<$r, $r>(&a.get().rotation, &c.rotation);
            mul: [] (a: Isometry<T, $r, $d>, b: Translation<T, $d>) -> Isometry<T, $r, $d>;
                |a, b| a * b;
                |c, a, b, y| {
                    let mut rotation = to_left(&a.get().rotation, &b.get().vector, &c.translation.vector);
                    rotation.accumulate(&c.rotation);
                    parts::<$r, Translation<T, $d>>(rotation, c.translation)
                };
                |c, a, b, y| Translation::from(to_right::<$r, SVector<T, $d>>(&a.get().rotation, &c.translation.vector));
            inverse_isometry: [] (a: Isometry<T, $r, $d>) -> Isometry<T, $r, $d>;
                |a| a.inverse();
                |c, a, y| through_inverse!($r, $d, a.get(), c);
            inv_mul: [] (a: Isometry<T, $r, $d>, b: Isometry<T, $r, $d>) -> Isometry<T, $r, $d>;
                |a, b| a.inv_mul(b);
                |c, a, b, y| {
                    let (turned, b) = (a.get().rotation.inverse(), b.get());
                    let mut rotation = to_left(&turned, &b.rotation, &c.rotation);
                    rotation.accumulate(&to_left(&turned, &b.translation.vector, &c.translation.vector));
                    let inner = parts::<$r, Translation<T, $d>>(rotation, c.translation);
                    through_inverse!($r, $d, a.get(), &inner)
                };
                |c, a, b, y| {
                    let turned = a.get().rotation.inverse();
                    let translation = to_right::<$r, SVector<T, $d>>(&turned, &c.translation.vector);
                    parts::<$r, Translation<T, $d>>(
                        to_right::<$r, $r>(&turned, &c.rotation), Translation::from(translation)
                    )
                };
            inverse_transform: [] (a: Isometry<T, $r, $d>, p: Point<T, $d>) -> Point<T, $d>;
                |a, p| a.inverse_transform_point(p);
                |c, a, p, y| {
                    let turned = a.get().rotation.inverse();
                    let v = p.get() - a.get().translation.vector;
                    let translation = to_right::<$r, Point<T, $d>>(&turned, c);
                    parts::<$r, Translation<T, $d>>(
                        to_inverse::<$r>(&to_left(&turned, &v, c)), Translation::from(-translation.coords)
                    )
                };
                |c, a, p, y| to_right::<$r, Point<T, $d>>(&a.get().rotation.inverse(), c);
            inverse_transform: [] (a: Isometry<T, $r, $d>, v: SVector<T, $d>) -> SVector<T, $d>;
                |a, v| a.inverse_transform_vector(v);
                |c, a, v, y| parts::<$r, Translation<T, $d>>(
                    to_inverse::<$r>(&to_left(&a.get().rotation.inverse(), v.get(), c)), Tangent::zero()
                );
                |c, a, v, y| to_right::<$r, SVector<T, $d>>(&a.get().rotation.inverse(), c);
            from_parts<Isometry<T, $r, $d>> => from_parts<Isometry<Dual<T>, $lifted, $d>>:
                [] (t: Translation<T, $d>, r: $r) -> Isometry<T, $r, $d>;
                |t, r| Isometry::from_parts(*t, *r); |c, t, r, y| c.translation; |c, t, r, y| c.rotation;
            from_vectors<Isometry<T, $r, $d>> => from_vectors<Isometry<Dual<T>, $lifted, $d>>:
                [] (t: SVector<T, $d>, r: $by) -> Isometry<T, $r, $d>;
                |t, r| Isometry::<T, $r, $d>::new(*t, *r);
                |c, t, r, y| c.translation.vector;
                |c, t, r, y| {
                    let mut d = <Ct<$by> as Tangent>::zero();
                    let turned = Read::live(&y.get().rotation);
                    $new::<$r>::vjp(&(), r, turned, &c.rotation, Out::new(&mut d));
                    d
                };
        }

        impl<T: Number> NewFunction for Isometry<T, $r, $d> {
            type New = By2<from_vectors<Self>>;
        }
    )*};
}

isometries! {
    UnitQuaternion<T>, UnitQuaternion<Dual<T>>, 3, by SVector<T, 3>, from_scaled_axis;
    Rotation<T, 3>, Rotation<Dual<T>, 3>, 3, by SVector<T, 3>, from_scaled_axis;
    UnitComplex<T>, UnitComplex<Dual<T>>, 2, by T, from_angle;
    Rotation<T, 2>, Rotation<Dual<T>, 2>, 2, by T, from_angle;
}

by_duals! {
    to_homogeneous: [] (Isometry<T, UnitQuaternion<T>, 3>) -> SMatrix<T, 4, 4>; |a| a.to_homogeneous(); |a| a.to_homogeneous();
    to_homogeneous: [] (Isometry<T, UnitComplex<T>, 2>) -> SMatrix<T, 3, 3>; |a| a.to_homogeneous(); |a| a.to_homogeneous();
    lerp_slerp: [] (Isometry<T, UnitQuaternion<T>, 3>, Isometry<T, UnitQuaternion<T>, 3>, T) -> Isometry<T, UnitQuaternion<T>, 3>;
        |a, b, t| a.lerp_slerp(b, *t);
        |a, b, t| {
            let rotation = super::rotations::slerp::formula((a.rotation, b.rotation, t));
            Isometry { rotation, translation: Translation::from(a.translation.vector.lerp(&b.translation.vector, t)) }
        };
}

/// Leads from the methods of isometries to their rules.
pub trait IsometryRules {
    crate::derivatives_of! {
        inverse: By1<inverse_isometry>;
        inv_mul: By2<inv_mul>;
        transform_point: By2<mul>;
        transform_vector: By2<mul>;
        inverse_transform_point: By2<inverse_transform>;
        inverse_transform_vector: By2<inverse_transform>;
        to_homogeneous: By1<to_homogeneous>;
        to_matrix: By1<to_homogeneous>;
        lerp_slerp: By3<lerp_slerp>;
    }
}
impl<T, R, const D: usize> IsometryRules for Isometry<T, R, D> {}

/// Leads from the methods of translations to their rules.
pub trait TranslationRules {
    crate::derivatives_of! {
        inverse: By1<inverse_translation>;
        transform_point: By2<mul>;
    }
}
impl<T, const D: usize> TranslationRules for Translation<T, D> {}

/// Leads from the functions of isometries to their rules.
pub trait IsometryFunctions: Sized + 'static {
    crate::derivatives_of! {
        fn from_parts: By2<from_parts<Self>>;
    }
}
impl<T: 'static, R: 'static, const D: usize> IsometryFunctions for Isometry<T, R, D> {}
