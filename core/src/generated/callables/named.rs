//! Differentiable functions that are passed by name: `twice(square, x)`.
//!
//! The struct beside a function is a [`Function1`] and the like, so its name as a value, a [`Named`], is a
//! [`Callable1`]. Whether a name is that of a function only its type says: [`FunctionByName`] goes before
//! [`NoFunctionByName`].

use core::marker::PhantomData;

use super::{
    Along, Borrowed, Callable1, Callable2, Callable3, Callable4, Captured, Changed, Handed, HandedTangents, Moved,
    Passing, Place, elsewhere,
};
use crate::differentiable::{Ct, Differentiable, NoGrad};
use crate::generated::sweep::{Ahead, Forward};
use crate::rule::by::{Derivative, PlainFunction};
use crate::rule::directions::Width;
use crate::rule::pair::{PairMut, PairRef};
use crate::tape::Tape;

/// The name of a function with the companion `G`, arguments `A` and the result `R`, as a value. It captures nothing.
#[derive(Debug)]
#[expect(clippy::type_complexity, reason = "a list of types without values")]
pub struct Named<G, A, R>(PhantomData<fn() -> (G, A, R)>);

#[diagnostic::do_not_recommend]
impl<G, A, R> Differentiable for Named<G, A, R> {
    type Tangent = NoGrad;
}

/// A function, with arguments and a result.
pub trait FunctionByName<A, R>: Sized {
    /// The function as derived code passes it.
    #[inline(always)]
    fn in_derived_code<'n, G: Derivative>(self, _: G) -> &'n Named<G, A, R> {
        &Named(PhantomData)
    }
}

#[diagnostic::do_not_recommend]
impl<F: Fn(A) -> R, A, R> FunctionByName<(A,), R> for F {}
#[diagnostic::do_not_recommend]
impl<F: Fn(A, B) -> R, A, B, R> FunctionByName<(A, B), R> for F {}
#[diagnostic::do_not_recommend]
impl<F: Fn(A, B, C) -> R, A, B, C, R> FunctionByName<(A, B, C), R> for F {}
#[diagnostic::do_not_recommend]
impl<F: Fn(A, B, C, D) -> R, A, B, C, D, R> FunctionByName<(A, B, C, D), R> for F {}

/// Any other value: a constant.
pub trait NoFunctionByName {
    /// The constant.
    #[inline(always)]
    fn in_derived_code<G>(&self, _: G) -> &Self {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<V: ?Sized> NoFunctionByName for V {}

/// Stands for the value of a name that is not there, which the user's own code reports.
#[derive(Clone, Copy, Debug)]
pub struct NoValue;

/// One of them.
pub const NO_VALUE: NoValue = NoValue;

impl NoValue {
    /// Nothing more to report: `G` is the compiler's error type.
    #[inline]
    pub fn in_derived_code<'n, G>(self, _: G) -> &'n G {
        elsewhere()
    }
}

/// A companion that is passed. A function that can only be passed in a closure has a method of its own of this name.
pub trait ByName: Sized {
    /// The companion.
    #[inline(always)]
    #[must_use]
    fn by_name(self) -> Self {
        self
    }
}
#[diagnostic::do_not_recommend]
impl<G> ByName for G {}

/// Not implemented: its message is that of a function that can only be passed in a closure.
#[diagnostic::on_unimplemented(
    message = "this function cannot be passed by its name",
    label = "a function, by its name",
    note = "it has a `#[constant]` parameter, or generic parameters that its arguments do not decide, or takes references in other types",
    note = "pass a closure that calls it: `|x| f(x)`"
)]
pub trait PassedByName<'one> {}

/// A function that cannot be passed by its name, which is reported where it is named.
pub trait OnlyInAClosure {}
impl OnlyInAClosure for PlainFunction {}

/// How a function takes an argument of type `A`.
pub trait Takes<A>: Passing {}
impl<X: Differentiable + Clone> Takes<X> for Moved<X> {}
impl<V: Captured + ?Sized> Takes<&V> for Borrowed<V> {}
impl<V: Captured + ?Sized> Takes<&mut V> for Changed<V> {}

macro_rules! by_name {
    ($function:ident $callable:ident: $($x:ident $A:ident $P:ident $V:ident $B:ident $x_bar:ident $x_dot:ident),*) => {
        /// A companion of a function with this number of arguments. `P` says how it takes one, `V` and `B` are the types
        /// of its value and its cotangent.
        #[diagnostic::on_unimplemented(
            message = "this function cannot be passed by its name",
            label = "a function, by its name",
            note = "pass a closure that calls it: `|x| f(x)`"
        )]
        pub trait $function<$($P, $V: ?Sized, $B: ?Sized,)* R: Differentiable> {
            /// The forward half.
            fn forward(tape: &mut Tape<'_>, $($x: Handed<'_, $V>),*) -> R;
            /// The reverse half.
            #[allow(clippy::too_many_arguments, reason = "a value and a cotangent for each argument")]
            fn reverse(tape: &mut Tape<'_>, $($x: Handed<'_, $V>,)* y_bar: &Ct<R>, $($x_bar: &mut $B),*);
            /// The forward half with tangents. Without feature `forward-mode` nothing calls it.
            #[allow(clippy::too_many_arguments, reason = "a value and its tangents for each argument")]
            fn dual<const K: usize, S: Ahead>(
                _: &mut Tape<'_>,
                _: Width<K, S>,
                _: &mut [Ct<R>; K],
                $($x: Handed<'_, $V>, $x_dot: HandedTangents<'_, $B, K>),*
            ) -> R {
                $(let _ = ($x, $x_dot);)*
                elsewhere()
            }
            /// The reverse half with tangents.
            #[allow(clippy::too_many_arguments, reason = "a value, its tangent and a cotangent for each argument")]
            fn reverse_dual(
                _: &mut Tape<'_>,
                $($x: Handed<'_, $V>, $x_dot: Along<'_, $B, 1>,)*
                _: PairRef<'_, Ct<R>>,
                $($x_bar: PairMut<'_, $B>),*
            ) {
                $(let _ = ($x, $x_dot, $x_bar);)*
                elsewhere()
            }
        }

        #[diagnostic::do_not_recommend]
        impl<G: OnlyInAClosure, $($P, $V: ?Sized, $B: ?Sized,)* R: Differentiable> $function<$($P, $V, $B,)* R> for G {
            fn forward(_: &mut Tape<'_>, $($x: Handed<'_, $V>),*) -> R {
                $(let _ = $x;)*
                elsewhere()
            }
            fn reverse(_: &mut Tape<'_>, $($x: Handed<'_, $V>,)* _: &Ct<R>, $($x_bar: &mut $B),*) {
                $(let _ = ($x, $x_bar);)*
                elsewhere()
            }
        }

        #[diagnostic::do_not_recommend]
        impl<G, $($A, $P: Takes<$A>,)* R: Differentiable> $callable<$($P,)* R> for Named<G, ($($A,)*), R>
        where
            G: $function<$($P, $P::Value, Place<$P::Value>,)* R>,
        {
            #[inline(always)]
            fn forward(&self, tape: &mut Tape<'_>, $($x: Handed<'_, $P::Value>),*) -> R {
                G::forward(tape, $($x),*)
            }
            #[inline(always)]
            fn reverse(
                &self,
                tape: &mut Tape<'_>,
                $($x: Handed<'_, $P::Value>,)*
                y_bar: &Ct<R>,
                _: &mut Ct<Self>,
                $($x_bar: &mut Place<$P::Value>),*
            ) {
                G::reverse(tape, $($x,)* y_bar, $($x_bar),*);
            }
            #[inline]
            fn dual<const K: usize>(
                &self,
                tape: &mut Tape<'_>,
                y_dot: &mut [Ct<R>; K],
                $($x: Handed<'_, $P::Value>, $x_dot: HandedTangents<'_, Place<$P::Value>, K>),*
            ) -> R {
                G::dual(tape, Width::<K, Forward>::new(), y_dot, $($x, $x_dot),*)
            }
            #[inline]
            fn reverse_dual(
                &self,
                tape: &mut Tape<'_>,
                $($x: Handed<'_, $P::Value>, $x_dot: Along<'_, Place<$P::Value>, 1>,)*
                y_bar: PairRef<'_, Ct<R>>,
                _: PairMut<'_, Ct<Self>>,
                $($x_bar: PairMut<'_, Place<$P::Value>>),*
            ) {
                G::reverse_dual(tape, $($x, $x_dot,)* y_bar, $($x_bar),*);
            }
        }
    };
}

by_name!(Function1 Callable1: x1 A1 P1 V1 B1 x1_bar x1_dot);
by_name!(Function2 Callable2: x1 A1 P1 V1 B1 x1_bar x1_dot, x2 A2 P2 V2 B2 x2_bar x2_dot);
by_name!(Function3 Callable3: x1 A1 P1 V1 B1 x1_bar x1_dot, x2 A2 P2 V2 B2 x2_bar x2_dot, x3 A3 P3 V3 B3 x3_bar x3_dot);
by_name!(Function4 Callable4: x1 A1 P1 V1 B1 x1_bar x1_dot, x2 A2 P2 V2 B2 x2_bar x2_dot, x3 A3 P3 V3 B3 x3_bar x3_dot, x4 A4 P4 V4 B4 x4_bar x4_dot);
