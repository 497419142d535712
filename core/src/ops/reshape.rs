//! The same numbers under another shape. Linear: the cotangent goes back number by number.

use super::linear::{linear, rule};
use crate::rule::By1;
use crate::scalar::{Element, Real};
use crate::tensor::{Dim, HasAxis, One, Shape, Tensor, put_flat};

linear! {
    /// The elements under shape `R`. VJP: under the old shape.
    reshape<R>: for [R: Shape, T: Real, S: Shape] Tensor<T, S> => Tensor<T, R>;
    value(x) = x.reshape();
    adjoint(c, d, how) = put_flat(c, d, how);
}

linear! {
    /// `Dim<1>` at `AXIS` becomes [`One`]. VJP: becomes `Dim<1>` again.
    stretch[AXIS: isize]: for [T: Real, S: HasAxis<AXIS, Axis = Dim<1>>] Tensor<T, S> => Tensor<T, S::Kept>;
    value(x) = x.stretch::<AXIS>();
    adjoint(c, d, how) = put_flat(c, d, how);
}

linear! {
    /// [`One`] at `AXIS` becomes `Dim<1>`. VJP: becomes `One` again.
    fixed[AXIS: isize]: for [T: Real, S: HasAxis<AXIS, Axis = One>] Tensor<T, S> => Tensor<T, S::With<Dim<1>>>;
    value(x) = x.fixed::<AXIS>();
    adjoint(c, d, how) = put_flat(c, d, how);
}

linear! {
    /// The only element of a tensor without axes. VJP: the cotangent as such a tensor.
    item: for [T: Real] Tensor<T, ()> => T;
    value(x) = x.item();
    adjoint(c, d) = *d += *c;
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
