//! An axis cut into parts, or made anew: split, stack, squeeze, unsqueeze. Linear: the cotangents are put together again.

use crate::rule::{By1, rule};
use crate::scalar::Real;
use crate::tape::No;
use crate::tensor::{
    Concat, Dim, HasAxis, Insert, One, Shape, Squeeze, Stack, Tensor, put_flat, put_joined, put_pieces, put_stacked,
};

rule! {
    /// Axis `AXIS` cut into `N` parts of length `LEN`. VJP: the parts of the cotangent in their places.
    split[AXIS: isize, LEN: usize, N: usize] reads (No, No);
    linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> [Tensor<T, S::With<Dim<LEN>>>; N];
    y = x.split::<AXIS, LEN, N>();
    x (=> |c, d, how| put_pieces::<AXIS, LEN, N, T, S>(c, d, how));
}

rule! {
    /// Axis `AXIS` cut in two, of any lengths: the reverse of `concat_to`. VJP: both parts of the cotangent in their places.
    split_to[AXIS: isize]<A, B> reads (No, No);
    linear for [A: Concat<AXIS, B, S>, B: HasAxis<AXIS>, T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> (Tensor<T, A>, Tensor<T, B>);
    y = x.split_to::<AXIS, A, B>();
    x (=> |c, d, how| put_joined::<AXIS, T, A, B, S>(c, d, how));
}

rule! {
    /// The tensors of an array side by side along a new axis, which then has number `AXIS`. VJP: the cotangent, apart again.
    stack[AXIS: isize] reads (No, No);
    linear for [T: Real, S: Insert<AXIS>, const N: usize] (x: [Tensor<T, S>; N]) -> Tensor<T, S::Inserted<Dim<N>>>;
    y = x.stack::<AXIS>();
    x (=> |c, d, how| put_stacked::<AXIS, N, T, S>(c, d, how));
}

rule! {
    /// The same elements without axis `AXIS`, which must have length 1. VJP: with it again.
    squeeze[AXIS: isize] reads (No, No);
    linear for [T: Real, S: Squeeze<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S::Removed>;
    y = x.squeeze::<AXIS>();
    x (=> |c, d, how| put_flat(c, d, how));
}

rule! {
    /// The same elements with a new axis `One`, which stretches and then has number `AXIS`. VJP: without it again.
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
