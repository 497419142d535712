//! A contiguous part of one axis. Linear: the VJP adds the cotangent to that part.

use crate::rule::{By1, rule};
use crate::scalar::{Element, Real};
use crate::tape::No;
use crate::tensor::{Dim, HasAxis, Shape, Tensor, accumulate_narrowed};

rule! {
    /// Positions `START..START + LEN` of axis `AXIS`. VJP: added at these positions.
    narrow[AXIS: isize, START: usize, LEN: usize] reads (No, No);
    linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S::With<Dim<LEN>>>;
    y = x.narrow::<AXIS, START, LEN>();
    x (=> |c, d| accumulate_narrowed::<AXIS, START, LEN, T, S>(c, d));
}

impl<T: Element, S: Shape> Tensor<T, S> {
    #[doc(hidden)]
    pub fn derivative_of_narrow<const AXIS: isize, const START: usize, const LEN: usize>(
        &self,
    ) -> By1<narrow<AXIS, START, LEN>> {
        By1::new()
    }
}
