//! Splitting and creating axes: split, stack, squeeze, unsqueeze. Linear: the VJP joins the cotangents.

use crate::rule::{By1, rule};
use crate::scalar::Real;
use crate::tape::No;
use crate::tensor::{
    Concat, Dim, HasAxis, Insert, One, Shape, Squeeze, Stack, Tensor, put_flat, put_joined, put_pieces, put_stacked,
};

rule! {
    /// Axis `AXIS` split into `N` parts of length `LEN`. VJP: the cotangents of the parts, joined.
    split[AXIS: isize, LEN: usize, N: usize] reads (No, No);
    linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> [Tensor<T, S::With<Dim<LEN>>>; N];
    y = x.split::<AXIS, LEN, N>();
    x (=> |c, d, how| put_pieces::<AXIS, LEN, N, T, S>(c, d, how));
}

rule! {
    /// Axis `AXIS` split in two parts of any lengths: the inverse of `concat_to`. VJP: the cotangents of both parts, joined.
    split_to[AXIS: isize]<A, B> reads (No, No);
    linear for [A: Concat<AXIS, B, S>, B: HasAxis<AXIS>, T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> (Tensor<T, A>, Tensor<T, B>);
    y = x.split_to::<AXIS, A, B>();
    x (=> |c, d, how| put_joined::<AXIS, T, A, B, S>(c, d, how));
}

rule! {
    /// The tensors of an array, stacked along a new axis at position `AXIS`. VJP: the cotangent, split.
    stack[AXIS: isize] reads (No, No);
    linear for [T: Real, S: Insert<AXIS>, const N: usize] (x: [Tensor<T, S>; N]) -> Tensor<T, S::Inserted<Dim<N>>>;
    y = x.stack::<AXIS>();
    x (=> |c, d, how| put_stacked::<AXIS, N, T, S>(c, d, how));
}

rule! {
    /// The same elements without axis `AXIS`, which must have length 1. VJP: the axis is restored.
    squeeze[AXIS: isize] reads (No, No);
    linear for [T: Real, S: Squeeze<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S::Removed>;
    y = x.squeeze::<AXIS>();
    x (=> |c, d, how| put_flat(c, d, how));
}

rule! {
    /// The same elements with a new axis `One` at position `AXIS`. VJP: the axis is removed.
    unsqueeze[AXIS: isize] reads (No, No);
    linear for [T: Real, S: Insert<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S::Inserted<One>>;
    y = x.unsqueeze::<AXIS>();
    x (=> |c, d, how| put_flat(c, d, how));
}

/// Leads from these methods to their rules.
pub trait SplitRules {
    crate::derivatives_of! {
        split<const AXIS: isize, const LEN: usize, const N: usize>: By1<split<AXIS, LEN, N>>;
        split_to<const AXIS: isize, A: Shape, B: Shape>: By1<split_to<AXIS, A, B>>;
        stack<const AXIS: isize>: By1<stack<AXIS>>;
        squeeze<const AXIS: isize>: By1<squeeze<AXIS>>;
        unsqueeze<const AXIS: isize>: By1<unsqueeze<AXIS>>;
    }
}
impl<X: ?Sized> SplitRules for X {}
