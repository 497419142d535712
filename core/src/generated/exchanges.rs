//! Calls of `swap`, `replace` and `take` of [`core::mem`] by a name alone.
//!
//! The macro does not see what the name is imported from. So a call that may be one has a stand-in for a companion that is not there, and
//! derived code claims that the function is the one the stand-in is for ([`NamedAlike`]). If the user's own function has a companion,
//! that is called, and nothing is claimed.

use core::mem;

use crate::differentiable::{Ct, Differentiable};
use crate::generated::{LentPair, Places, neutral_of};
use crate::rule::by::{Companion, Derivative, Nowhere, PlainFunction};
use crate::rule::directions::{Directions, Width};
use crate::rule::pair::{PairOut, PairRef, PairSlot};
use crate::rule::slot::{Slot, give};
use crate::tape::{Mutable, No, Sweeps, Tape, TapeSize, Ty};

/// A function that is `F`. Every function has its own type.
#[diagnostic::on_unimplemented(
    message = "this function has no derivative",
    label = "not `#[differentiable]`, and not the function of `std::mem`",
    note = "put `#[differentiable]` on the function",
    note = "or give it a rule of your own: `#[differentiable(vjp = ..)]`",
    note = "or drop the derivative on purpose: `stop_gradient(..)`, or a `#[constant]` argument"
)]
pub trait IsOfMem<F> {}
#[diagnostic::do_not_recommend]
impl<F> IsOfMem<F> for F {}
/// No function is such an array. Without a second form the compiler would take the first for the only one, and report types that differ.
#[diagnostic::do_not_recommend]
impl<F> IsOfMem<[F; 1]> for F {}

/// The companion of a function that has the name of one of [`core::mem`], or what stands for none.
pub trait NamedAlike: Sized {
    /// Nothing is claimed. The function of [`core::mem`] is one for bytes.
    fn claimed_swap<F>(self, (found, _): (F, fn(&mut u8, &mut u8))) -> F {
        found
    }
    /// The same.
    fn claimed_replace<F>(self, (found, _): (F, fn(&mut u8, u8) -> u8)) -> F {
        found
    }
    /// The same.
    fn claimed_take<F>(self, (found, _): (F, fn(&mut u8) -> u8)) -> F {
        found
    }
}
impl<C: Companion> NamedAlike for C {}
impl NamedAlike for PlainFunction {}

/// A value of the type of another, for code that does not run.
pub fn like<T>(_: &T) -> T {
    unreachable!("it only has a type")
}

macro_rules! stand_in {
    ($(#[$meta:meta])* $name:ident $claim:ident, $($reads:ident)+) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name {}

        #[diagnostic::do_not_recommend]
        impl Derivative for $name {
            const THIS: Self = Self {};
            const PLAIN: bool = false;
            type On<X> = Nowhere;
        }

        #[allow(missing_docs, reason = "those of a companion")]
        impl $name {
            /// Claims that one is the other.
            pub fn $claim<F: IsOfMem<G>, G>(self, (found, _): (F, G)) -> F {
                found
            }
            #[must_use]
            pub const fn reads(self) -> ($($reads,)+ No) {
                ($($reads,)+ No)
            }
            #[must_use]
            pub const fn words<T>(self, _: &Ty<T>, _: usize, _: Sweeps) -> TapeSize {
                TapeSize::ZERO
            }
        }
    };
}

stand_in! {
    /// [`core::mem::swap`].
    Swap claimed_swap, Mutable Mutable
}
stand_in! {
    /// [`core::mem::replace`].
    Replace claimed_replace, Mutable No
}
stand_in! {
    /// [`core::mem::take`].
    Take claimed_take, Mutable
}

#[allow(clippy::too_many_arguments, reason = "those of a companion")]
#[allow(missing_docs, reason = "those of a companion")]
impl Swap {
    #[must_use]
    pub fn operands<T: Differentiable>(self, _: &mut T, _: &mut T) -> Ty<T> {
        Ty::new()
    }
    #[inline(always)]
    pub fn fwd<T: Differentiable>(self, _: &mut Tape<'_>, a: &mut T, b: &mut T) {
        mem::swap(a, b);
    }
    #[inline(always)]
    pub fn bwd<T: Differentiable>(
        self,
        _: &mut Tape<'_>,
        _: &Ty<T>,
        _: &Ty<T>,
        _: &Ct<()>,
        a_bar: &mut Ct<T>,
        b_bar: &mut Ct<T>,
    ) {
        mem::swap(a_bar, b_bar);
    }
    #[inline(always)]
    pub fn dual<T: Differentiable, const K: usize, S>(
        self,
        _: &mut Tape<'_>,
        _: Width<K, S>,
        _: &mut [Ct<()>; K],
        a: &mut T,
        b: &mut T,
        mut a_dot: impl Places<Ct<T>, K>,
        mut b_dot: impl Places<Ct<T>, K>,
    ) {
        mem::swap(a, b);
        for (a_dot, b_dot) in a_dot.places().into_iter().zip(b_dot.places()) {
            mem::swap(a_dot, b_dot);
        }
    }
    #[inline(always)]
    pub fn bwd_dual<T: Differentiable>(
        self,
        _: &mut Tape<'_>,
        _: &Ty<T>,
        _: &Ty<T>,
        _: impl Sized,
        _: impl Sized,
        _: PairRef<'_, Ct<()>>,
        mut a_bar: impl LentPair<Ct<T>>,
        mut b_bar: impl LentPair<Ct<T>>,
    ) {
        let (a_bar, b_bar) = (a_bar.places(), b_bar.places());
        mem::swap(a_bar.bar, b_bar.bar);
        mem::swap(a_bar.dot, b_bar.dot);
    }
}

#[allow(clippy::too_many_arguments, reason = "those of a companion")]
#[allow(missing_docs, reason = "those of a companion")]
impl Replace {
    #[must_use]
    pub fn operands<T: Differentiable>(self, _: &mut T, _: &T) -> Ty<T> {
        Ty::new()
    }
    #[inline(always)]
    pub fn fwd<T: Differentiable + Clone>(self, _: &mut Tape<'_>, place: &mut T, value: &T) -> T {
        mem::replace(place, value.clone())
    }
    #[inline(always)]
    pub fn bwd<T: Differentiable>(
        self,
        _: &mut Tape<'_>,
        _: &Ty<T>,
        _: impl Sized,
        old_bar: &Ct<T>,
        place_bar: &mut Ct<T>,
        value_bar: impl Slot<Ct<T>>,
    ) {
        give(value_bar, place_bar);
        place_bar.clone_from(old_bar);
    }
    #[inline(always)]
    pub fn dual<T: Differentiable + Clone, const K: usize, S>(
        self,
        _: &mut Tape<'_>,
        _: Width<K, S>,
        old_dot: &mut [Ct<T>; K],
        place: &mut T,
        value: &T,
        mut place_dot: impl Places<Ct<T>, K>,
        value_dot: impl Directions<Ct<T>, K>,
    ) -> T {
        for (k, (old_dot, place_dot)) in old_dot.iter_mut().zip(place_dot.places()).enumerate() {
            let dot = value_dot.at(k).cloned().unwrap_or_else(|| neutral_of(value));
            *old_dot = mem::replace(place_dot, dot);
        }
        mem::replace(place, value.clone())
    }
    #[inline(always)]
    pub fn bwd_dual<T: Differentiable>(
        self,
        _: &mut Tape<'_>,
        _: &Ty<T>,
        _: impl Sized,
        _: impl Sized,
        _: impl Sized,
        old_bar: PairRef<'_, Ct<T>>,
        mut place_bar: impl LentPair<Ct<T>>,
        mut value_bar: impl PairSlot<Ct<T>>,
    ) {
        let (place, PairOut { bar, dot }) = (place_bar.places(), value_bar.outs());
        give(bar, place.bar);
        give(dot, place.dot);
        place.bar.clone_from(old_bar.bar);
        place.dot.clone_from(old_bar.dot);
    }
}

#[allow(clippy::too_many_arguments, reason = "those of a companion")]
#[allow(missing_docs, reason = "those of a companion")]
impl Take {
    #[must_use]
    pub fn operands<T: Differentiable>(self, _: &mut T) -> Ty<T> {
        Ty::new()
    }
    #[inline(always)]
    pub fn fwd<T: Differentiable + Default>(self, _: &mut Tape<'_>, place: &mut T) -> T {
        mem::take(place)
    }
    #[inline(always)]
    pub fn bwd<T: Differentiable>(self, _: &mut Tape<'_>, _: &Ty<T>, old_bar: &Ct<T>, place_bar: &mut Ct<T>) {
        place_bar.clone_from(old_bar);
    }
    #[inline(always)]
    pub fn dual<T: Differentiable + Default, const K: usize, S>(
        self,
        _: &mut Tape<'_>,
        _: Width<K, S>,
        old_dot: &mut [Ct<T>; K],
        place: &mut T,
        mut place_dot: impl Places<Ct<T>, K>,
    ) -> T {
        let old = mem::take(place);
        for (old_dot, place_dot) in old_dot.iter_mut().zip(place_dot.places()) {
            *old_dot = mem::replace(place_dot, neutral_of(place));
        }
        old
    }
    #[inline(always)]
    pub fn bwd_dual<T: Differentiable>(
        self,
        _: &mut Tape<'_>,
        _: &Ty<T>,
        _: impl Sized,
        old_bar: PairRef<'_, Ct<T>>,
        mut place_bar: impl LentPair<Ct<T>>,
    ) {
        let place = place_bar.places();
        place.bar.clone_from(old_bar.bar);
        place.dot.clone_from(old_bar.dot);
    }
}
