//! The functions that make matrices, points, quaternions and translations: `Matrix3::from_columns(..)`, `Point3::from(..)`.

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{
    Complex, DefaultAllocator, Dim, Matrix, OMatrix, OVector, Point, Quaternion, Rotation, SMatrix, SVector,
    Translation, UnitComplex, UnitQuaternion,
};

use super::Number;
use super::any_size::Size;
use super::components::matrix;
use super::forms::linear;
use super::matrices::diagonal_of;
use super::of_numbers::New;
use super::rotations::{from_angle, from_scaled_axis};
use crate::differentiable::{Ct, Differentiable};
use crate::rule::lift::second;
use crate::rule::rule;
use crate::rule::slot::Slot;
use crate::rule::{By1, Companion, Rule1};
use crate::tape::{No, Read};

rule! {
    /// `from_columns`, of an array.
    from_columns<M> reads (No, No);
}
rule! {
    /// `from_rows`, of an array.
    from_rows<M> reads (No, No);
}
rule! {
    /// `from_diagonal`.
    from_diagonal<M> reads (No, No);
}
rule! {
    /// `from_diagonal_element`.
    from_diagonal_element<M> reads (No, No);
}
rule! {
    /// `from_element`, and `repeat`.
    from_element<M> reads (No, No);
}
rule! {
    /// `From`: the same numbers as another type.
    from<M> reads (No, No);
}

linear! {
    from_columns<SMatrix<T, R, C>>: [const R: usize, const C: usize] ([SVector<T, R>; C]) -> SMatrix<T, R, C>;
        |x| SMatrix::from_columns(x); |t| SMatrix::from_columns(t); |c| c.data.0.map(SVector::from);
    from_rows<SMatrix<T, R, C>>: [const R: usize, const C: usize] ([SMatrix<T, 1, C>; R]) -> SMatrix<T, R, C>;
        |x| SMatrix::from_rows(x); |t| SMatrix::from_rows(t); |c| core::array::from_fn::<SMatrix<T, 1, C>, R, _>(|i| c.row(i).into_owned());
    from_diagonal<OMatrix<T, D, D>>: [D: Size] (OVector<T, D>) -> OMatrix<T, D, D>
        where [DefaultAllocator: Allocator<D, D> + Allocator<D>];
        |x| OMatrix::from_diagonal(x); |t| OMatrix::from_diagonal(t); |c| diagonal_of(c);
    from_diagonal_element<SMatrix<T, D, D>>: [const D: usize] (T) -> SMatrix<T, D, D>;
        |x| SMatrix::from_diagonal_element(*x); |t| SMatrix::from_diagonal_element(*t); |c| c.trace();
    from_element<SMatrix<T, R, C>>: [const R: usize, const C: usize] (T) -> SMatrix<T, R, C>;
        |x| SMatrix::repeat(*x); |t| SMatrix::repeat(*t); |c| c.sum();
    from<SVector<T, D>>: [const D: usize] ([T; D]) -> SVector<T, D>; |x| SVector::from(*x); |t| SVector::from(*t); |c| c.data.0[0];
    from<SMatrix<T, R, C>>: [const R: usize, const C: usize] ([[T; R]; C]) -> SMatrix<T, R, C>; |x| matrix(*x); |t| matrix(*t); |c| c.data.0;
    from<OMatrix<T, R, C>>: [R: Size, C: Size] (OMatrix<T, R, C>) -> OMatrix<T, R, C> where [DefaultAllocator: Allocator<R, C>];
        |x| x.clone(); |t| t.clone(); |c| c.clone();
    from<[T; D]>: [const D: usize] (SVector<T, D>) -> [T; D]; |x| x.data.0[0]; |t| t.data.0[0]; |c| SVector::from(*c);
    from<[T; D]>: [const D: usize] (Point<T, D>) -> [T; D]; |x| x.coords.data.0[0]; |t| t.coords.data.0[0]; |c| Point::from(*c);
    from<Point<T, D>>: [const D: usize] (SVector<T, D>) -> Point<T, D>; |x| Point::from(*x); |t| Point::from(*t); |c| c.coords;
    from<Point<T, D>>: [const D: usize] ([T; D]) -> Point<T, D>; |x| Point::from(*x); |t| Point::from(*t); |c| c.coords.data.0[0];
    from<Translation<T, D>>: [const D: usize] (SVector<T, D>) -> Translation<T, D>; |x| Translation::from(*x); |t| Translation::from(*t); |c| c.vector;
    from<Translation<T, D>>: [const D: usize] (Point<T, D>) -> Translation<T, D>;
        |x| Translation::from(*x); |t| Translation::from(t.coords); |c| Point::from(c.vector);
    from<Quaternion<T>>: [] (SVector<T, 4>) -> Quaternion<T>; |x| Quaternion::from(*x); |t| Quaternion::from(*t); |c| c.coords;
}

rule! {
    /// `into`: `from` of the type that its place asks for.
    into<Y> reads (No, No);
}
impl<A, Y> Rule1<A> for into<Y>
where
    A: Differentiable + 'static,
    Y: Differentiable + 'static,
    from<Y>: Rule1<A, Output = Y, Residual = ()>,
{
    type Output = Y;
    type Residual = ();
    #[inline]
    fn forward(x: &A) -> (Y, ()) {
        <from<Y> as Rule1<A>>::forward(x)
    }
    #[inline]
    fn vjp((): &(), x: Read<'_, A>, y: Read<'_, Y>, c: &Ct<Y>, x_bar: impl Slot<Ct<A>>) {
        <from<Y> as Rule1<A>>::vjp(&(), x, y, c, x_bar);
    }
    #[inline]
    fn jvp(x: &A, y: &Y, x_dot: Option<&Ct<A>>) -> Ct<Y> {
        <from<Y> as Rule1<A>>::jvp(x, y, x_dot)
    }
    second!(linear for A);
}

/// Leads from `into` to its rule.
pub trait IntoRules {
    crate::derivatives_of! {
        into<Y: 'static>: By1<into<Y>>;
    }
}
impl<T, R: Dim, C: Dim, S> IntoRules for Matrix<T, R, C, S> {}
impl<T: Number, const D: usize> IntoRules for [T; D] {}
impl<T: Number, const R: usize, const C: usize> IntoRules for [[T; R]; C] {}
impl<T: Number, const D: usize> IntoRules for Point<T, D> {}

/// Leads from the functions of matrices whose sizes are in their types to their rules.
pub trait MatrixFunctions: Sized + 'static {
    crate::derivatives_of! {
        fn from_diagonal_element: By1<from_diagonal_element<Self>>;
        fn from_element: By1<from_element<Self>>;
        fn repeat: By1<from_element<Self>>;
    }
}
impl<T: Number, const R: usize, const C: usize> MatrixFunctions for SMatrix<T, R, C> {}

/// The same of functions whose arguments have the sizes.
pub trait AnySizeFunctions: Sized + 'static {
    crate::derivatives_of! {
        fn from_columns: By1<from_columns<Self>>;
        fn from_rows: By1<from_rows<Self>>;
        fn from_diagonal: By1<from_diagonal<Self>>;
    }
}
impl<T: Number, R: Size, C: Size> AnySizeFunctions for OMatrix<T, R, C> where DefaultAllocator: Allocator<R, C> {}

/// Leads from `From` to its rule.
pub trait FromFunction: Sized + 'static {
    crate::derivatives_of! {
        fn from: By1<from<Self>>;
    }
}
impl<T: Number, const R: usize, const C: usize> FromFunction for SMatrix<T, R, C> {}
impl<T: Number, const D: usize> FromFunction for Point<T, D> {}
impl<T: Number, const D: usize> FromFunction for Translation<T, D> {}
impl<T: Number> FromFunction for Quaternion<T> {}

/// Leads from `new` to what generated code calls.
pub trait NewFunction {
    /// What stands for the function.
    type New: Companion;
    crate::derivatives_of! {
        fn new: Self::New;
    }
}

impl<T: Number> NewFunction for UnitQuaternion<T> {
    type New = By1<from_scaled_axis<Self>>;
}
impl<T: Number> NewFunction for Rotation<T, 3> {
    type New = By1<from_scaled_axis<Self>>;
}
impl<T: Number> NewFunction for Rotation<T, 2> {
    type New = By1<from_angle<Self>>;
}
impl<T: Number> NewFunction for UnitComplex<T> {
    type New = By1<from_angle<Self>>;
}

macro_rules! new {
    ($($t:ty: $n:literal;)*) => {$(
        impl<T: Number> NewFunction for $t {
            type New = New<Self, $n>;
        }
    )*};
}
new! {
    SMatrix<T, 1, 1>: 1; SMatrix<T, 1, 2>: 2; SMatrix<T, 1, 3>: 3; SMatrix<T, 1, 4>: 4; SMatrix<T, 1, 5>: 5; SMatrix<T, 1, 6>: 6;
    SMatrix<T, 2, 1>: 2; SMatrix<T, 2, 2>: 4; SMatrix<T, 2, 3>: 6; SMatrix<T, 2, 4>: 8; SMatrix<T, 2, 5>: 10; SMatrix<T, 2, 6>: 12;
    SMatrix<T, 3, 1>: 3; SMatrix<T, 3, 2>: 6; SMatrix<T, 3, 3>: 9; SMatrix<T, 3, 4>: 12; SMatrix<T, 3, 5>: 15; SMatrix<T, 3, 6>: 18;
    SMatrix<T, 4, 1>: 4; SMatrix<T, 4, 2>: 8; SMatrix<T, 4, 3>: 12; SMatrix<T, 4, 4>: 16; SMatrix<T, 4, 5>: 20; SMatrix<T, 4, 6>: 24;
    SMatrix<T, 5, 1>: 5; SMatrix<T, 5, 2>: 10; SMatrix<T, 5, 3>: 15; SMatrix<T, 5, 4>: 20; SMatrix<T, 5, 5>: 25; SMatrix<T, 5, 6>: 30;
    SMatrix<T, 6, 1>: 6; SMatrix<T, 6, 2>: 12; SMatrix<T, 6, 3>: 18; SMatrix<T, 6, 4>: 24; SMatrix<T, 6, 5>: 30; SMatrix<T, 6, 6>: 36;
    Point<T, 1>: 1; Point<T, 2>: 2; Point<T, 3>: 3; Point<T, 4>: 4; Point<T, 5>: 5; Point<T, 6>: 6;
    Translation<T, 1>: 1; Translation<T, 2>: 2; Translation<T, 3>: 3; Translation<T, 4>: 4; Translation<T, 5>: 5; Translation<T, 6>: 6;
    Complex<T>: 2; Quaternion<T>: 4;
}
