//! Operations on pairs of a cotangent and its tangent, for the reverse half of second order.

use super::lent::TakesCopy;
use super::{Contribution, PartOf};
use crate::differentiable::{Accepts, Ct, Differentiable, NoGrad, Tangent};
use crate::ops::arithmetic::{self, GoesTo};
use crate::rule::pair::{PairMut, PairOut, PairRef, PairSlot};
use crate::tape::{Mutable, No, Read, Yes};

/// The places of an argument of type `&mut T`, which may be an array where a slice is expected.
pub trait LentPair<C: ?Sized> {
    /// The places.
    fn places(&mut self) -> PairMut<'_, C>;
}

impl<C: Accepts<V> + ?Sized, V: ?Sized> LentPair<V> for PairMut<'_, C> {
    #[inline]
    fn places(&mut self) -> PairMut<'_, V> {
        match (self.bar.as_sink(), self.dot.as_sink()) {
            (Some(bar), Some(dot)) => PairMut { bar, dot },
            _ => unreachable!("the place has a derivative"),
        }
    }
}

/// Without a place, the changed value must not have a cotangent; the first order reports that.
impl<V: ?Sized> LentPair<V> for NoGrad {
    fn places(&mut self) -> PairMut<'_, V> {
        unreachable!("the place has no derivative")
    }
}

/// Adds finished cotangents.
#[inline]
pub fn give<C: Tangent>(mut slots: impl PairSlot<C>, given: PairRef<'_, C>) {
    let PairOut { bar, dot } = slots.outs();
    crate::rule::slot::give(bar, given.bar);
    crate::rule::slot::give(dot, given.dot);
}

/// Adds what a rule returns for a slice to the places of its elements.
///
/// # Panics
/// When these are more or less.
#[track_caller]
pub fn give_list<C: Tangent>(what: &str, name: &str, mut slots: impl PairSlot<[C]>, given: PairRef<'_, [C]>) {
    let PairOut { bar, dot } = slots.outs();
    super::give_list(what, name, bar, given.bar);
    super::give_list(what, name, dot, given.dot);
}

/// Adds the cotangents of a copy to those of the place.
#[inline]
#[expect(clippy::needless_pass_by_value, reason = "the borrow ends here")]
pub fn add_copy<P: TakesCopy<C> + ?Sized, C>(place: PairMut<'_, P>, given: PairRef<'_, C>) {
    place.bar.add_copy(given.bar);
    place.dot.add_copy(given.dot);
}

/// Adds the cotangents of a copy of a slice.
#[cfg(feature = "alloc")]
#[inline]
pub fn give_copy<C: Tangent>(mut slots: impl PairSlot<[C]>, given: PairRef<'_, alloc::vec::Vec<C>>) {
    let PairOut { bar, dot } = slots.outs();
    super::give_copy(bar, given.bar);
    super::give_copy(dot, given.dot);
}

/// Adds the cotangents of a part.
#[inline]
pub fn give_part<C: Tangent, P: PartOf<C>>(mut slots: impl PairSlot<C>, given: PairRef<'_, P>) {
    let PairOut { bar, dot } = slots.outs();
    super::give_part(bar, given.bar);
    super::give_part(dot, given.dot);
}

/// Adds cotangents that were kept separately.
#[inline]
pub fn give_back<C: Contribution>(mut slots: impl PairSlot<C::Place>, given: PairRef<'_, C>)
where
    C::Place: Accepts<C::Place>,
{
    let PairOut { bar, dot } = slots.outs();
    super::give_back(bar, given.bar);
    super::give_back(dot, given.dot);
}

macro_rules! assign {
    ($($name:ident)*) => {$(
        /// The rule of the operator.
        #[inline]
        pub fn $name<A: GoesTo<B>, B: Differentiable>(
            bar: PairRef<'_, A>,
            value: Read<'_, B>,
            mut slots: impl PairSlot<Ct<B>>,
        ) {
            let to = slots.outs();
            arithmetic::$name(bar.bar, value, to.bar);
            arithmetic::$name(bar.dot, value, to.dot);
        }
    )*};
}
assign!(add_assign sub_assign);

/// The cotangents of an argument that a function borrows mutably or only reads, as its reverse half takes them.
pub trait LendsPair {
    /// Slots, or the places themselves.
    type Places<'a, C: ?Sized + 'a>;
    /// The cotangents.
    fn places<C: ?Sized>(bars: PairMut<'_, C>) -> Self::Places<'_, C>;
}

impl LendsPair for Mutable {
    type Places<'a, C: ?Sized + 'a> = PairMut<'a, C>;
    #[inline]
    fn places<C: ?Sized>(bars: PairMut<'_, C>) -> PairMut<'_, C> {
        bars
    }
}

macro_rules! by_value {
    ($($flag:ident)*) => {$(
        impl LendsPair for $flag {
            type Places<'a, C: ?Sized + 'a> = PairOut<'a, C, Yes>;
            #[inline]
            fn places<C: ?Sized>(bars: PairMut<'_, C>) -> PairOut<'_, C, Yes> {
                bars.into_outs()
            }
        }
    )*};
}
by_value!(Yes No);

/// `LendsPair::places`, by the flag.
#[inline]
pub fn place_of<F: LendsPair, C: ?Sized>(_: F, bars: PairMut<'_, C>) -> F::Places<'_, C> {
    F::places(bars)
}

/// The cotangents of an argument of a closure that is handed on, as the reverse half of the called function takes them.
#[inline]
pub fn place_on<'a, F: LendsPair, C: ?Sized>(_: F, bars: &'a mut PairOut<'_, C, Yes>) -> F::Places<'a, C> {
    match (bars.bar.place(), bars.dot.place()) {
        (Some(bar), Some(dot)) => F::places(PairMut { bar, dot }),
        _ => unreachable!("places that are wanted"),
    }
}
