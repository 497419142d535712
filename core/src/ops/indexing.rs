//! Rearranging one axis: flip, repeat, pad, select by a list of positions.
//!
//! Linear: the cotangent is added at the positions that were read.

use crate::kernels::{self, Lines};
use crate::rule::{By1, By2, rule};
use crate::scalar::{Element, Real};
use crate::tape::{No, Yes};
use crate::tensor::{Axis, Dim, HasAxis, Matrix, Shape, Tensor, Text, along, lines, wide_mut};

impl<T: Element, S: Shape> Tensor<T, S> {
    /// Axis `AXIS` in reverse order.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([[1, 2, 3], [4, 5, 6]]).flip::<1>(), tensor([[3, 2, 1], [6, 5, 4]]));
    /// ```
    #[inline]
    #[must_use]
    pub fn flip<const AXIS: isize>(&self) -> Self
    where
        S: HasAxis<AXIS>,
    {
        taken::<AXIS, _, _, S>(self, T::ZERO, &|k| Some(backwards::<AXIS, S>(k)))
    }

    /// Axis `AXIS` repeated to length `LEN`, a multiple of its length; any other `LEN` is a build error.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1, 2]).repeat::<0, 6>(), tensor([1, 2, 1, 2, 1, 2]));
    /// ```
    #[inline]
    #[must_use]
    pub fn repeat<const AXIS: isize, const LEN: usize>(&self) -> Tensor<T, S::With<Dim<LEN>>>
    where
        S: HasAxis<AXIS>,
    {
        const {
            if LEN != 0 && (S::Axis::LEN == 0 || !LEN.is_multiple_of(S::Axis::LEN)) {
                along::<AXIS, S>(Text::new("repeat: length ").number(LEN).push(" is no multiple of"))
            }
        }
        taken::<AXIS, _, _, S::With<Dim<LEN>>>(self, T::ZERO, &|k| Some(again::<AXIS, S>(k)))
    }

    /// Axis `AXIS` padded with `value` to length `LEN`; it begins at position `START`. If it does not fit, that is a build error.
    ///
    /// Derivatives: the part of the cotangent; by the value, the sum of the rest.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, 2.0]).pad::<0, 1, 4>(9.0), tensor([9.0, 1.0, 2.0, 9.0]));
    /// ```
    #[inline]
    #[must_use]
    pub fn pad<const AXIS: isize, const START: usize, const LEN: usize>(&self, value: T) -> Tensor<T, S::With<Dim<LEN>>>
    where
        S: HasAxis<AXIS>,
    {
        const {
            if START + S::Axis::LEN > LEN {
                let mut text = Text::new("pad: from position ");
                along::<AXIS, S>(text.number(START).push(" on a length of ").number(LEN).push(" does not hold"))
            }
        }
        taken::<AXIS, _, _, S::With<Dim<LEN>>>(self, value, &shifted::<AXIS, START, S>)
    }

    /// The `K` positions of axis `AXIS` that `indices` lists; one may occur several times.
    ///
    /// # Panics
    /// If an index is not below the length of the axis; the message names both.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn f(x: &Matrix<f64, 1, 3>) -> f64 {
    ///     x.index_select::<1, 4>(&[2, 0, 2, 2]).sum()
    /// }
    /// assert_eq!(f::value_and_grad(&tensor([[1.0, 5.0, 3.0]])), (10.0, tensor([[1.0, 0.0, 3.0]])));
    /// ```
    #[inline]
    #[must_use]
    pub fn index_select<const AXIS: isize, const K: usize>(&self, indices: &[usize; K]) -> Tensor<T, S::With<Dim<K>>>
    where
        S: HasAxis<AXIS>,
    {
        known::<AXIS, S>(indices);
        taken::<AXIS, _, _, S::With<Dim<K>>>(self, T::ZERO, &|k| Some(indices[k]))
    }
}

impl<T: Element, const V: usize, const D: usize> Matrix<T, V, D> {
    /// The rows of a table of `V` vectors that `indices` lists: `index_select::<0, _>` under its usual name for tokens.
    ///
    /// Derivative: the rows of the cotangent, added at their indices.
    ///
    /// # Panics
    /// If an index is not below `V`; the message names both.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let table = tensor([[1.0, 2.0], [3.0, 4.0]]);
    /// assert_eq!(table.embedding(&[1, 1, 0]), tensor([[3.0, 4.0], [3.0, 4.0], [1.0, 2.0]]));
    /// ```
    #[inline]
    #[must_use]
    pub fn embedding<const K: usize>(&self, indices: &[usize; K]) -> Matrix<T, K, D> {
        self.index_select::<0, K>(indices)
    }

    #[doc(hidden)]
    pub fn derivative_of_embedding<const K: usize>(&self) -> By2<index_select<0, K>> {
        By2::new()
    }
}

fn known<const AXIS: isize, S: HasAxis<AXIS>>(indices: &[usize]) {
    for (i, &index) in indices.iter().enumerate() {
        assert!(
            index < S::Axis::LEN,
            "index {index} at position {i} is not below the length of the axis, {}",
            S::Axis::LEN
        );
    }
}

#[inline(always)]
fn backwards<const AXIS: isize, S: HasAxis<AXIS>>(k: usize) -> usize {
    S::Axis::LEN - 1 - k
}
#[inline(always)]
fn again<const AXIS: isize, S: HasAxis<AXIS>>(k: usize) -> usize {
    k % S::Axis::LEN
}
#[inline(always)]
fn shifted<const AXIS: isize, const START: usize, S: HasAxis<AXIS>>(k: usize) -> Option<usize> {
    k.checked_sub(START).filter(|k| *k < S::Axis::LEN)
}

/// The lines of a tensor of shape `S`, and of one of shape `R` that differs in the length of the axis.
#[inline(always)]
fn both<const AXIS: isize, S: HasAxis<AXIS>, R: Shape>() -> [Lines; 2] {
    let from = lines::<AXIS, S>();
    [from, Lines { len: R::NUMEL.checked_div(from.count).unwrap_or(0), ..from }]
}

/// Copies every position along the axis from its source, or sets it to `value` if it has none.
#[inline]
fn taken<const AXIS: isize, T: Element, S: HasAxis<AXIS>, R: Shape>(
    x: &Tensor<T, S>,
    value: T,
    source: &dyn Fn(usize) -> Option<usize>,
) -> Tensor<T, R> {
    let mut out = Tensor::full(value);
    kernels::take(both::<AXIS, S, R>(), source, x.as_slice(), out.as_mut_slice());
    out
}

/// Adds the cotangent of every position to its source.
#[inline]
fn given_back<const AXIS: isize, T: Real, S: HasAxis<AXIS>, R: Shape>(
    c: &Tensor<T, R>,
    d: &mut Tensor<T, S>,
    source: &dyn Fn(usize) -> Option<usize>,
) {
    wide_mut(d, |d| kernels::give_back(both::<AXIS, S, R>(), source, c.as_slice(), d.as_mut_slice()));
}

rule! {
    /// Axis `AXIS` in reverse order. VJP: backwards again.
    flip[AXIS: isize] reads (No, No);
    linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S>;
    y = x.flip::<AXIS>();
    x (=> |c, d| given_back::<AXIS, T, S, S>(c, d, &|k| Some(backwards::<AXIS, S>(k))));
}

rule! {
    /// Axis `AXIS` again and again, up to a length of `LEN`. VJP: the sum of the repetitions.
    repeat[AXIS: isize, LEN: usize] reads (No, No);
    linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S::With<Dim<LEN>>>;
    y = x.repeat::<AXIS, LEN>();
    x (=> |c, d| given_back::<AXIS, T, S, S::With<Dim<LEN>>>(c, d, &|k| Some(again::<AXIS, S>(k))));
}

rule! {
    /// Axis `AXIS` in the middle of one of length `LEN`. VJP: its part of the cotangent; for the value the sum of the rest.
    pad[AXIS: isize, START: usize, LEN: usize] reads (No, No, No);
    linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>, value: T) -> Tensor<T, S::With<Dim<LEN>>>;
    y = x.pad::<AXIS, START, LEN>(*value);
    x (=> |c, d| given_back::<AXIS, T, S, S::With<Dim<LEN>>>(c, d, &shifted::<AXIS, START, S>)),
    value (=> |c, d| {
        let (mut rest, nothing) = (*c, Tensor::<T, S>::ZEROS);
        let lines = both::<AXIS, S, S::With<Dim<LEN>>>();
        kernels::take(lines, &shifted::<AXIS, START, S>, nothing.as_slice(), rest.as_mut_slice());
        *d += rest.sum();
    });
}

rule! {
    /// The `K` listed positions of axis `AXIS`. VJP: added at these positions.
    index_select[AXIS: isize, K: usize] reads (No, Yes, No);
    linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>, indices: [usize; K]) -> Tensor<T, S::With<Dim<K>>>;
    y = x.index_select::<AXIS, K>(indices);
    x (indices => |c, d| given_back::<AXIS, T, S, S::With<Dim<K>>>(c, d, &|k| Some(indices[k]))), indices (none);
}

impl<T: Element, S: Shape> Tensor<T, S> {
    crate::derivatives_of! {
        pub flip<const AXIS: isize>: By1<flip<AXIS>>;
        pub repeat<const AXIS: isize, const LEN: usize>: By1<repeat<AXIS, LEN>>;
        pub pad<const AXIS: isize, const START: usize, const LEN: usize>: By2<pad<AXIS, START, LEN>>;
        pub index_select<const AXIS: isize, const K: usize>: By2<index_select<AXIS, K>>;
    }
}
