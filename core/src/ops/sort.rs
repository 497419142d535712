//! Sorting and top-k.
//!
//! The cotangent goes to the position each element came from. Equal elements keep their order.

use crate::kernels;
use crate::rule::{By1, rule};
use crate::scalar::{Element, Real};
use crate::tape::No;
use crate::tensor::{Axis, Dim, HasAxis, Shape, Tensor, Text, along, lines};

impl<T: Real, S: Shape> Tensor<T, S> {
    /// The elements of every line along axis `AXIS`, in ascending order; NaN comes last. Derivative: the cotangent goes to the original
    /// position; equal elements keep their order.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn median(x: &Vector<f64, 3>) -> f64 {
    ///     x.sort::<0>()[[1]]
    /// }
    /// assert_eq!(median::value_and_grad(&tensor([3.0, 1.0, 2.0])), (2.0, tensor([0.0, 0.0, 1.0])));
    /// ```
    #[inline]
    #[must_use]
    pub fn sort<const AXIS: isize>(&self) -> Self
    where
        S: HasAxis<AXIS>,
    {
        gathered::<AXIS, T, S, S>(self, &ordered::<AXIS, T, S>(self, false))
    }

    /// The `K` largest elements of every line along axis `AXIS`, in descending order; NaN comes last. Derivative: the cotangent goes
    /// back to where the element came from; among equal elements the first is taken first.
    ///
    /// More than there are do not compile.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([[3.0, 1.0, 2.0], [4.0, 5.0, 6.0]]).topk::<1, 2>(), tensor([[3.0, 2.0], [6.0, 5.0]]));
    /// ```
    #[inline]
    #[must_use]
    pub fn topk<const AXIS: isize, const K: usize>(&self) -> Tensor<T, S::With<Dim<K>>>
    where
        S: HasAxis<AXIS>,
    {
        const {
            if K > S::Axis::LEN {
                along::<AXIS, S>(Text::new("topk: ").number(K).push(" are more than there are along"))
            }
        }
        gathered::<AXIS, T, S, S::With<Dim<K>>>(self, &ordered::<AXIS, T, S>(self, true))
    }
}

/// The positions of the elements in order, line after line.
pub(super) fn ordered<const AXIS: isize, T: Real, S: HasAxis<AXIS>>(
    x: &Tensor<T, S>,
    descending: bool,
) -> Tensor<usize, S> {
    let mut order = Tensor::ZEROS;
    kernels::order(lines::<AXIS, S>(), x.as_slice(), descending, order.as_mut_slice());
    order
}

/// Calls `visit` with each position in a tensor of shape `R` and the position of its element in one of shape `S`.
#[inline(always)]
fn places<const AXIS: isize, S: HasAxis<AXIS>, R: Shape>(
    order: &Tensor<usize, S>,
    mut visit: impl FnMut(usize, usize),
) {
    let from = lines::<AXIS, S>();
    let to = kernels::Lines { len: R::NUMEL.checked_div(from.count).unwrap_or(0), ..from };
    for i in 0..to.count {
        for k in 0..to.len {
            visit(to.at(i, k), order.as_slice()[i * from.len + k]);
        }
    }
}

fn gathered<const AXIS: isize, T: Real, S: HasAxis<AXIS>, R: Shape>(
    x: &Tensor<T, S>,
    order: &Tensor<usize, S>,
) -> Tensor<T, R> {
    let mut out = Tensor::ZEROS;
    places::<AXIS, S, R>(order, |to, from| out.as_mut_slice()[to] = x.as_slice()[from]);
    out
}

fn scattered<const AXIS: isize, T: Real, S: HasAxis<AXIS>, R: Shape>(
    c: &Tensor<T, R>,
    order: &Tensor<usize, S>,
    d: &mut Tensor<T, S>,
) {
    places::<AXIS, S, R>(order, |to, from| d.as_mut_slice()[from] += c.as_slice()[to]);
}

macro_rules! permuting {
    ($($(#[$meta:meta])* $name:ident[$($k:ident)?] $descending:literal: $s:ident => $r:ty;)*) => {$(
        rule! {
            $(#[$meta])*
            $name[AXIS: isize $(, $k: usize)?] reads (No, No);
            linear for [T: Real, $s: HasAxis<AXIS>] (x: Tensor<T, $s>) -> Tensor<T, $r>,
                keeps order: Tensor<usize, $s> = ordered::<AXIS, T, $s>(x, $descending);
            y = gathered::<AXIS, T, $s, $r>(x, order);
            x (order => |c, d| scattered::<AXIS, T, $s, $r>(c, order, d));
        }
    )*};
}
permuting! {
    /// The elements of every line in ascending order. Residual: the order. VJP: back to where they came from.
    sort[] false: S => S;
    /// The largest elements of every line. Residual: the order. VJP: back to where they came from.
    topk[K] true: S => S::With<Dim<K>>;
}

impl<T: Element, S: Shape> Tensor<T, S> {
    #[doc(hidden)]
    pub fn derivative_of_sort<const AXIS: isize>(&self) -> By1<sort<AXIS>> {
        By1::new()
    }
    #[doc(hidden)]
    pub fn derivative_of_topk<const AXIS: isize, const K: usize>(&self) -> By1<topk<AXIS, K>> {
        By1::new()
    }
}
