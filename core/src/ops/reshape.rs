//! Reshaping. Linear: the VJP restores the shape.

use crate::rule::{By1, rule};
use crate::scalar::{Element, Real};
use crate::tape::No;
use crate::tensor::{Dim, HasAxis, One, Shape, Tensor, put_flat};

rule! {
    /// The same elements with shape `R`, in row-major order. VJP: the cotangent with the old shape.
    reshape<R> reads (No, No);
    linear for [R: Shape, T: Real, S: Shape] (x: Tensor<T, S>) -> Tensor<T, R>;
    y = x.reshape();
    x (=> |c, d, how| put_flat(c, d, how));
}

rule! {
    /// `Dim<1>` at `AXIS` becomes [`One`]. VJP: the axis becomes `Dim<1>`.
    stretch[AXIS: isize] reads (No, No);
    linear for [T: Real, S: HasAxis<AXIS, Axis = Dim<1>>] (x: Tensor<T, S>) -> Tensor<T, S::Kept>;
    y = x.stretch::<AXIS>();
    x (=> |c, d, how| put_flat(c, d, how));
}

rule! {
    /// [`One`] at `AXIS` becomes `Dim<1>`. VJP: the axis becomes `One`.
    fixed[AXIS: isize] reads (No, No);
    linear for [T: Real, S: HasAxis<AXIS, Axis = One>] (x: Tensor<T, S>) -> Tensor<T, S::With<Dim<1>>>;
    y = x.fixed::<AXIS>();
    x (=> |c, d, how| put_flat(c, d, how));
}

rule! {
    /// The only element of a tensor without axes. VJP: the cotangent as a tensor without axes.
    item reads (No, No);
    linear for [T: Real] (x: Tensor<T, ()>) -> T;
    y = x.item();
    x (=> |c, d| *d += *c);
}

impl<T: Element, S: Shape> Tensor<T, S> {
    #[doc(hidden)]
    pub fn derivative_of_reshape<R: Shape>(&self) -> By1<reshape<R>> {
        By1::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_stretch<const AXIS: isize>(&self) -> By1<stretch<AXIS>> {
        By1::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_fixed<const AXIS: isize>(&self) -> By1<fixed<AXIS>> {
        By1::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_item(&self) -> By1<item> {
        By1::new()
    }
}
