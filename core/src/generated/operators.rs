//! Operators whose operands may be of the user's own types.
//!
//! `operands(&a, &b).of_mul()` is the rule of `a * b`: the companion of the user's operator, if there is one, else the [rule of the
//! library](OfLibrary). Both have functions of the same names. Where the operands are known to be numbers, derived code does not ask.

use core::marker::PhantomData;

use super::{First, last};
use crate::differentiable::{Ct, Differentiable};
use crate::ops;
use crate::ops::arithmetic::GoesTo;
use crate::rule::by::Companion;
use crate::rule::directions::{Directions, Width};
use crate::rule::pair::{PairMut, PairRef, PairSlot};
use crate::rule::slot::Slot;
use crate::rule::{By1, By2, Rule1, Rule2};
use crate::tape::size::{Sweeps, TapeSize};
use crate::tape::{No, Read, Saved, Tape, Ty, Yes};

/// An operator with a derivative of the user's, by the operands that it takes: `#[differentiable] impl Mul<B> for A`.
pub trait OwnOperator<A, B> {
    /// Its companion.
    type Derivative: Companion;
}

/// What stands for each operator.
pub mod rules {
    pub use crate::ops::{add, div, mul, neg, rem, sub};
}

/// An operator that assigns, as `ops::mul` in `a *= b`.
#[derive(Debug)]
pub struct Assigning<O>(PhantomData<O>);

/// The types of the operands of an operator, as the user's code has them.
#[derive(Debug)]
pub struct Operands<A, B>(PhantomData<fn() -> (A, B)>);

/// The operands of an operator; of a negation the second is `()`.
#[inline(always)]
pub fn operands<A, B>(_: &A, _: &B) -> Operands<A, B> {
    Operands(PhantomData)
}

/// The rule of an operator of the library.
#[derive(Debug)]
pub struct OfLibrary<O>(PhantomData<fn() -> O>);

impl<O> Clone for OfLibrary<O> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<O> Copy for OfLibrary<O> {}

#[diagnostic::do_not_recommend]
impl<O: 'static> Companion for OfLibrary<O> {
    const THIS: Self = Self(PhantomData);
    type On<X> = super::Nowhere;
}

macro_rules! rules {
    ($($rule:ident $operator:ty => $library:ty;)*) => {
        /// The rules of operands that are not the user's own.
        pub trait LibraryOperators {
            $(
                /// The rule.
                #[inline(always)]
                fn $rule(&self) -> OfLibrary<$library> {
                    OfLibrary::THIS
                }
            )*
        }
        impl<A, B> LibraryOperators for Operands<A, B> {}

        $(
            impl<A, B> Operands<A, B>
            where
                $operator: OwnOperator<A, B>,
            {
                /// The rule of the user's operator.
                #[inline(always)]
                #[must_use]
                pub fn $rule(&self) -> <$operator as OwnOperator<A, B>>::Derivative {
                    Companion::THIS
                }
            }
        )*
    };
}
rules! {
    of_add ops::add => ops::add;
    of_sub ops::sub => ops::sub;
    of_mul ops::mul => ops::mul;
    of_div ops::div => ops::div;
    of_rem ops::rem => ops::rem;
    of_add_assign Assigning<ops::add> => ops::add;
    of_sub_assign Assigning<ops::sub> => ops::sub;
    of_mul_assign Assigning<ops::mul> => ops::mul;
    of_div_assign Assigning<ops::div> => ops::div;
    of_rem_assign Assigning<ops::rem> => ops::rem;
}

/// What every rule of an operator has. The library's computes nothing here: the operator itself does.
impl<O> OfLibrary<O> {
    /// The value, if the operator is the user's own.
    #[inline(always)]
    pub fn own<A, B, Y>(self, _: &mut Tape<'_>, _: A, _: B) -> Option<Y> {
        None
    }

    /// The same with tangents.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "a value and its tangents for each operand")]
    pub fn own_dual<A, B, Y, C, const K: usize, S>(
        self,
        _: &mut Tape<'_>,
        _: Width<K, S>,
        _: &mut [C; K],
        _: A,
        _: B,
        _: impl Sized,
        _: impl Sized,
    ) -> Option<Y> {
        None
    }

    /// Whether `a += b` was computed, because it is the user's own.
    #[inline(always)]
    pub fn own_assign<A: ?Sized, B: ?Sized>(self, _: &mut Tape<'_>, _: &mut A, _: &B) -> bool {
        false
    }

    /// The same with tangents.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "a value and its tangents for each operand")]
    pub fn own_assign_dual<A: ?Sized, B: ?Sized, const K: usize, S>(
        self,
        _: &mut Tape<'_>,
        _: Width<K, S>,
        _: &mut A,
        _: &B,
        _: impl Sized,
        _: impl Sized,
    ) -> bool {
        false
    }

    /// The reverse half of `a += b` without a derivative of `b`: that of `a` stays as it is.
    #[inline(always)]
    pub fn bwd_assign_constant<A: ?Sized, B>(self, _: &mut Tape<'_>, _: Read<'_, B>, _: &mut A) {}

    /// The same with tangents.
    #[inline(always)]
    pub fn bwd_assign_constant_dual<A, B>(self, _: &mut Tape<'_>, _: Read<'_, B>, _: A) {}

    /// Claims that `a += b` without a derivative of `b` has derivative 1.
    #[inline(always)]
    pub const fn joins<A: super::Joins<B>, B>(self, _: &A, _: &B) {}

    /// The operands that the rule reads beside those that the derivative of a sum or a product of numbers reads.
    #[inline(always)]
    #[must_use]
    pub fn reads(self) -> (No, No, No) {
        (No, No, No)
    }

    /// The same with tangents.
    #[inline(always)]
    #[must_use]
    pub fn reads_dual(self, _: &Ty<()>) -> (No, No, No) {
        (No, No, No)
    }

    /// The types of the operands, of which nothing depends on.
    #[inline(always)]
    pub fn operands<A, B>(self, _: A, _: B) -> Ty<()> {
        Ty::new()
    }

    /// What the forward half stores.
    #[inline(always)]
    pub fn pushes<A, B>(self, _: A, _: B) -> Saved<((),), (Yes,)> {
        Saved::new()
    }

    /// Its words.
    #[must_use]
    pub const fn words(self, _: &Ty<()>, _depth: usize, _: Sweeps) -> TapeSize {
        TapeSize::ZERO
    }

    /// The value, once more.
    #[inline(always)]
    pub fn value<A: Differentiable, B: Differentiable>(self, a: &A, b: &B) -> O::Output
    where
        O: Rule2<A, B, Residual = ()>,
    {
        O::forward(a, b).0
    }

    /// The tangents of the value.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "a value and its tangents for each operand")]
    pub fn tangents<A: Differentiable, B: Differentiable, const K: usize, S>(
        self,
        _: Width<K, S>,
        y_dot: &mut [Ct<O::Output>; K],
        a: &A,
        b: &B,
        y: &O::Output,
        a_dot: impl Directions<Ct<A>, K>,
        b_dot: impl Directions<Ct<B>, K>,
    ) where
        O: Rule2<A, B, Residual = ()>,
    {
        for (k, y_dot) in y_dot.iter_mut().enumerate() {
            *y_dot = O::jvp(a, b, y, a_dot.at(k), b_dot.at(k));
        }
    }

    /// The reverse half.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "a value and a slot for each operand")]
    pub fn bwd<A: Differentiable, B: Differentiable>(
        self,
        _: &mut Tape<'_>,
        a: Read<'_, A>,
        b: Read<'_, B>,
        y: Read<'_, O::Output>,
        y_bar: &Ct<O::Output>,
        a_bar: impl Slot<Ct<A>>,
        b_bar: impl Slot<Ct<B>>,
    ) where
        O: Rule2<A, B, Residual = ()>,
    {
        O::vjp(&(), a, b, y, y_bar, a_bar, b_bar);
    }

    /// The same with tangents.
    #[inline]
    #[allow(clippy::too_many_arguments, reason = "a value, its tangents and a slot for each operand")]
    pub fn bwd_dual<A: Differentiable, B: Differentiable>(
        self,
        tape: &mut Tape<'_>,
        a: Read<'_, A>,
        b: Read<'_, B>,
        y: Read<'_, O::Output>,
        a_dot: impl Directions<Ct<A>, 1>,
        b_dot: impl Directions<Ct<B>, 1>,
        y_dot: impl Directions<Ct<O::Output>, 1>,
        y_bar: PairRef<'_, Ct<O::Output>>,
        a_bar: impl PairSlot<Ct<A>>,
        b_bar: impl PairSlot<Ct<B>>,
    ) where
        O: Rule2<A, B, Residual = ()>,
    {
        By2::<O>::new().bwd_dual(tape, a, b, y, a_dot, b_dot, y_dot, y_bar, a_bar, b_bar);
    }
}

/// The rule of a sum or difference whose cotangent becomes that of the left operand.
macro_rules! last_left {
    ($($operator:ident: $rule:ident;)*) => {$(
        impl OfLibrary<ops::$operator> {
            /// The reverse half, where the cotangent becomes that of the left operand.
            #[inline(always)]
            #[allow(clippy::too_many_arguments, reason = "a value and a slot for each operand")]
            pub fn bwd_left<'r, A: Differentiable, B: Differentiable>(
                self,
                _: &mut Tape<'_>,
                a: Read<'_, A>,
                b: Read<'_, B>,
                y: Read<'_, <ops::$operator as Rule2<A, B>>::Output>,
                y_bar: &'r mut Ct<<ops::$operator as Rule2<A, B>>::Output>,
                a_bar: &mut First<'r, Ct<A>>,
                b_bar: impl Slot<Ct<B>>,
            ) where
                ops::$operator: Rule2<A, B, Residual = ()>,
            {
                last::$rule(a, b, y, y_bar, a_bar, b_bar);
            }
        }
    )*};
}
last_left! {
    add: add_left;
    sub: sub_left;
}

macro_rules! assign {
    ($($operator:ident: $assign:tt $rule:ident;)*) => {$(
        /// `a += b` and `a -= b`.
        impl OfLibrary<ops::$operator> {
            /// The reverse half.
            #[inline(always)]
            pub fn bwd_assign<A: GoesTo<B>, B: Differentiable>(
                self,
                _: &mut Tape<'_>,
                value: Read<'_, B>,
                a_bar: &mut A,
                b_bar: impl Slot<Ct<B>>,
            ) {
                super::$rule(a_bar, value, b_bar);
            }

            /// The same with tangents.
            #[inline]
            pub fn bwd_assign_dual<A: GoesTo<B>, B: Differentiable>(
                self,
                _: &mut Tape<'_>,
                value: Read<'_, B>,
                _: impl Sized,
                bars: PairMut<'_, A>,
                b_bar: impl PairSlot<Ct<B>>,
            ) {
                super::dual::$rule(bars.seen(), value, b_bar);
            }

            /// A tangent of `a` changes with that of `b`.
            #[inline(always)]
            pub fn assign_tangent<A, B: Clone>(self, a_dot: &mut A, b_dot: &B)
            where
                A: core::ops::$assign<B>,
            {
                core::ops::$assign::$rule(a_dot, b_dot.clone());
            }
        }
    )*};
}
assign! {
    add: AddAssign add_assign;
    sub: SubAssign sub_assign;
}

impl OfLibrary<ops::add> {
    /// The reverse half, where the cotangent becomes that of the right operand.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "a value and a slot for each operand")]
    pub fn bwd_right<'r, A: Differentiable, B: Differentiable>(
        self,
        _: &mut Tape<'_>,
        a: Read<'_, A>,
        b: Read<'_, B>,
        y: Read<'_, <ops::add as Rule2<A, B>>::Output>,
        y_bar: &'r mut Ct<<ops::add as Rule2<A, B>>::Output>,
        a_bar: impl Slot<Ct<A>>,
        b_bar: &mut First<'r, Ct<B>>,
    ) where
        ops::add: Rule2<A, B, Residual = ()>,
    {
        last::add_right(a, b, y, y_bar, a_bar, b_bar);
    }
}

/// The rule of the negation of the library.
#[derive(Clone, Copy, Debug)]
pub struct NegationOfLibrary;

#[diagnostic::do_not_recommend]
impl Companion for NegationOfLibrary {
    const THIS: Self = Self;
    type On<X> = super::Nowhere;
}

/// The type of what is negated.
#[derive(Debug)]
pub struct Negated<A>(PhantomData<fn() -> A>);

/// What is negated.
#[inline(always)]
pub fn negated<A>(_: &A) -> Negated<A> {
    Negated(PhantomData)
}

/// The rule of negation, if it is not the user's own.
pub trait LibraryNegation {
    /// The rule.
    #[inline(always)]
    fn of_neg(&self) -> NegationOfLibrary {
        NegationOfLibrary
    }
}
impl<A> LibraryNegation for Negated<A> {}

impl<A> Negated<A>
where
    ops::neg: OwnOperator<A, ()>,
{
    /// The rule of the user's operator.
    #[inline(always)]
    #[must_use]
    pub fn of_neg(&self) -> <ops::neg as OwnOperator<A, ()>>::Derivative {
        Companion::THIS
    }
}

/// The same as of operators with two operands.
impl NegationOfLibrary {
    /// The value, if the operator is the user's own.
    #[inline(always)]
    pub fn own<A: ?Sized, Y>(self, _: &mut Tape<'_>, _: &A) -> Option<Y> {
        None
    }

    /// The same with tangents.
    #[inline(always)]
    pub fn own_dual<A: ?Sized, Y, C, const K: usize, S>(
        self,
        _: &mut Tape<'_>,
        _: Width<K, S>,
        _: &mut [C; K],
        _: &A,
        _: impl Sized,
    ) -> Option<Y> {
        None
    }

    /// Nothing is read.
    #[inline(always)]
    #[must_use]
    pub fn reads(self) -> (No, No) {
        (No, No)
    }

    /// The same with tangents.
    #[inline(always)]
    #[must_use]
    pub fn reads_dual(self, _: &Ty<()>) -> (No, No) {
        (No, No)
    }

    /// The types of the operands, of which nothing depends on.
    #[inline(always)]
    pub fn operands<A: ?Sized>(self, _: &A) -> Ty<()> {
        Ty::new()
    }

    /// What the forward half stores.
    #[inline(always)]
    pub fn pushes<A: ?Sized>(self, _: &A) -> Saved<((),), (Yes,)> {
        Saved::new()
    }

    /// Its words.
    #[must_use]
    pub const fn words(self, _: &Ty<()>, _depth: usize, _: Sweeps) -> TapeSize {
        TapeSize::ZERO
    }

    /// The value, once more.
    #[inline(always)]
    pub fn value<A: Differentiable>(self, a: &A) -> <ops::neg as Rule1<A>>::Output
    where
        ops::neg: Rule1<A>,
    {
        <ops::neg as Rule1<A>>::forward(a).0
    }

    /// The tangents of the value.
    #[inline(always)]
    pub fn tangents<A: Differentiable, const K: usize, S>(
        self,
        _: Width<K, S>,
        y_dot: &mut [Ct<<ops::neg as Rule1<A>>::Output>; K],
        a: &A,
        y: &<ops::neg as Rule1<A>>::Output,
        a_dot: impl Directions<Ct<A>, K>,
    ) where
        ops::neg: Rule1<A>,
    {
        for (k, y_dot) in y_dot.iter_mut().enumerate() {
            *y_dot = <ops::neg as Rule1<A>>::jvp(a, y, a_dot.at(k));
        }
    }

    /// The reverse half.
    #[inline(always)]
    pub fn bwd<A: Differentiable>(
        self,
        _: &mut Tape<'_>,
        a: Read<'_, A>,
        y: Read<'_, <ops::neg as Rule1<A>>::Output>,
        y_bar: &Ct<<ops::neg as Rule1<A>>::Output>,
        a_bar: impl Slot<Ct<A>>,
    ) where
        ops::neg: Rule1<A, Residual = ()>,
    {
        super::neg(a, y, y_bar, a_bar);
    }

    /// The same with tangents.
    #[inline]
    #[allow(clippy::too_many_arguments, reason = "a value, its tangents and a slot")]
    pub fn bwd_dual<A: Differentiable>(
        self,
        tape: &mut Tape<'_>,
        a: Read<'_, A>,
        y: Read<'_, <ops::neg as Rule1<A>>::Output>,
        a_dot: impl Directions<Ct<A>, 1>,
        y_dot: impl Directions<Ct<<ops::neg as Rule1<A>>::Output>, 1>,
        y_bar: PairRef<'_, Ct<<ops::neg as Rule1<A>>::Output>>,
        a_bar: impl PairSlot<Ct<A>>,
    ) where
        ops::neg: Rule1<A>,
    {
        By1::<ops::neg>::new().bwd_dual(tape, a, y, a_dot, y_dot, y_bar, a_bar);
    }
}
