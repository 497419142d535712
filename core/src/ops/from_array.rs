//! The tensor of an array of numbers: the function [`tensor`](crate::tensor::tensor()) in differentiable code.

use crate::differentiable::{Ct, Differentiable, Tangent};
use crate::rule::directions::{Directions, Width};
use crate::rule::pair::{PairRef, PairSlot};
use crate::rule::slot::Slot;
use crate::rule::{By1, Companion, Nowhere, rule};
use crate::scalar::Real;
use crate::tape::{No, Read, Sweeps, Tape, TapeSize, Ty, Unread};
use crate::tensor::{Nested, Tensor};

/// A nested array of numbers that vary.
#[doc(hidden)]
pub trait NestedNumbers:
    Nested<Element: Real + Differentiable<Tangent = Self::Element>> + Differentiable<Tangent = Self> + Tangent + Copy
{
}
impl<N> NestedNumbers for N where
    N: Nested<Element: Real + Differentiable<Tangent = N::Element>> + Differentiable<Tangent = N> + Tangent + Copy
{
}

rule! {
    /// The tensor of a nested array. VJP: the cotangent as such an array.
    of_array reads (No, No);
    linear for [N: NestedNumbers] (x: N) -> Tensor<N::Element, N::Shape>;
    y = Tensor::new(*x);
    x (=> |c, d| d.accumulate(c.as_array()));
}

/// What stands for the function [`tensor`](crate::tensor::tensor()) in derived code.
#[doc(hidden)]
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug)]
pub struct tensor {}

const RULE: By1<of_array> = By1::new();

impl Companion for tensor {
    const THIS: Self = Self {};
    type On<X> = Nowhere;
}

/// The forms of [`By1`], for a function: it is told nothing of its result.
impl tensor {
    #[inline(always)]
    #[must_use]
    pub fn reads(self) -> (No, No) {
        RULE.reads()
    }

    pub fn operands<N: NestedNumbers>(self, x: &N) -> Ty<(Ty<N>,)> {
        let _ = x;
        Ty::new()
    }

    #[must_use]
    pub const fn words<N: NestedNumbers>(self, _: &Ty<(Ty<N>,)>, _: usize, _: Sweeps) -> TapeSize {
        TapeSize::kept(0)
    }

    #[inline(always)]
    pub fn fwd<N: NestedNumbers>(self, _: &mut Tape<'_>, x: &N) -> Tensor<N::Element, N::Shape> {
        Tensor::new(*x)
    }

    #[inline(always)]
    pub fn bwd<N: NestedNumbers>(
        self,
        tape: &mut Tape<'_>,
        _: Unread<&N>,
        bar: &Tensor<N::Element, N::Shape>,
        x_bar: impl Slot<Ct<N>>,
    ) {
        RULE.bwd::<N>(tape, Read::absent(), Read::absent(), bar, x_bar);
    }

    #[inline(always)]
    pub fn dual<N: NestedNumbers, const K: usize, S>(
        self,
        tape: &mut Tape<'_>,
        width: Width<K, S>,
        y_dot: &mut [Tensor<N::Element, N::Shape>; K],
        x: &N,
        x_dot: impl Directions<Ct<N>, K>,
    ) -> Tensor<N::Element, N::Shape> {
        RULE.dual(tape, width, y_dot, x, x_dot)
    }

    #[inline(always)]
    pub fn bwd_dual<N: NestedNumbers>(
        self,
        tape: &mut Tape<'_>,
        _: Unread<&N>,
        x_dot: impl Directions<Ct<N>, 1>,
        bar: PairRef<'_, Tensor<N::Element, N::Shape>>,
        x_bar: impl PairSlot<Ct<N>>,
    ) {
        RULE.bwd_dual::<N>(tape, Read::absent(), Read::absent(), x_dot, crate::differentiable::NoGrad, bar, x_bar);
    }
}
