//! Owned arguments of a function: the checker changes their coordinates and lends them to the function, repeatedly.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use super::coordinates::Coordinates;
use crate::functions::{ByValue, Exclusive, Shared};
use crate::leaves::Leaves;

/// An argument of a parameter that is taken in the mode `Mode`.
#[doc(hidden)]
pub trait Argument<Mode> {
    /// The owned value.
    type Owned;
    /// The same type with another lifetime.
    type Lent<'x>;
    /// A copy of the argument.
    fn own(self) -> Self::Owned;
    /// A copy of the owned value.
    fn copy(owned: &Self::Owned) -> Self::Owned;
    /// The argument.
    fn lend(owned: &mut Self::Owned) -> Self::Lent<'_>;
    /// Shows its numbers, if it has a derivative.
    fn show(owned: &mut Self::Owned, see: &mut dyn FnMut(&mut dyn Coordinates));
}

/// One of each kind. What is `Shared` or `Exclusive` may be a slice.
macro_rules! argument {
    (impl[$($generics:tt)*] $mode:ty, $argument:ty, $owned:ty, $lent:ty; $own:expr, $copy:expr, $lend:expr, $show:expr) => {
        impl<$($generics)*> Argument<$mode> for $argument {
            type Owned = $owned;
            type Lent<'x> = $lent;
            fn own(self) -> $owned {
                $own(self)
            }
            fn copy(owned: &$owned) -> $owned {
                $copy(owned)
            }
            fn lend<'x>(owned: &'x mut $owned) -> Self::Lent<'x> {
                $lend(owned)
            }
            fn show(owned: &mut $owned, see: &mut dyn FnMut(&mut dyn Coordinates)) {
                $show(owned, see);
            }
        }
    };
}
argument! {
    impl[T: Leaves + Clone] ByValue<true>, T, T, T;
    |own| own, T::clone, |owned: &mut T| owned.clone(), numbers
}
argument! {
    impl[T: Clone] ByValue<false>, T, T, T;
    |own| own, T::clone, |owned: &mut T| owned.clone(), nothing
}
argument! {
    impl[T: Leaves + Clone + 'static] Shared<true>, &T, T, &'x T;
    T::clone, T::clone, |owned| owned, numbers
}
argument! {
    impl[T: Leaves + Clone + 'static] Shared<true>, &[T], Vec<T>, &'x [T];
    <[T]>::to_vec, Vec::clone, |owned| owned, numbers
}
argument! {
    impl['a, T: ?Sized + 'static] Shared<false>, &'a T, &'a T, &'x T;
    |own| own, |owned: &&'a T| *owned, |owned: &mut &'a T| *owned, nothing
}
argument! {
    impl[T: Leaves + Clone + 'static] Exclusive<true>, &mut T, T, &'x mut T;
    |own: &mut T| own.clone(), T::clone, |owned| owned, numbers
}
argument! {
    impl[T: Leaves + Clone + 'static] Exclusive<true>, &mut [T], Vec<T>, &'x mut [T];
    |own: &mut [T]| own.to_vec(), Vec::clone, |owned| owned, numbers
}
argument! {
    impl[T: ToOwned<Owned: Clone + core::borrow::BorrowMut<T>> + ?Sized + 'static] Exclusive<false>, &mut T, T::Owned, &'x mut T;
    |own: &mut T| T::to_owned(own), T::Owned::clone, core::borrow::BorrowMut::borrow_mut, nothing
}

fn numbers<T: Leaves>(mut owned: &mut T, see: &mut dyn FnMut(&mut dyn Coordinates)) {
    see(&mut owned);
}

fn nothing<T>(_: &mut T, _: &mut dyn FnMut(&mut dyn Coordinates)) {}

/// All arguments.
#[doc(hidden)]
pub trait Arguments<Modes> {
    /// The owned values.
    type Owned;
    /// The same types with another lifetime.
    type Lent<'x>;
    /// A copy of each argument.
    fn own(self) -> Self::Owned;
    /// Copies of the owned values.
    fn copy(owned: &Self::Owned) -> Self::Owned;
    /// The arguments.
    fn lend(owned: &mut Self::Owned) -> Self::Lent<'_>;
    /// Shows the numbers of each that has a derivative: its place among the parameters, and whether the function may change it.
    fn show(owned: &mut Self::Owned, see: &mut dyn FnMut(usize, bool, &mut dyn Coordinates));
}

/// Whether the function may change an argument.
#[doc(hidden)]
pub trait Mode {
    /// Whether it may.
    const CHANGES: bool;
}
impl<const ACTIVE: bool> Mode for ByValue<ACTIVE> {
    const CHANGES: bool = false;
}
impl<const ACTIVE: bool> Mode for Shared<ACTIVE> {
    const CHANGES: bool = false;
}
impl<const ACTIVE: bool> Mode for Exclusive<ACTIVE> {
    const CHANGES: bool = true;
}

/// Places of cotangents.
#[doc(hidden)]
pub trait CotangentPlaces {
    /// Shows each.
    fn show(self, see: &mut dyn FnMut(&mut dyn Coordinates));
}
impl<C: Leaves + ?Sized> CotangentPlaces for &mut C {
    fn show(mut self, see: &mut dyn FnMut(&mut dyn Coordinates)) {
        see(&mut self);
    }
}

macro_rules! tuples {
    ($($A:ident $M:ident)*) => {
        #[allow(non_snake_case, unused, clippy::unused_unit)]
        #[diagnostic::do_not_recommend]
        impl<$($M: Mode, $A: Argument<$M>),*> Arguments<($($M,)*)> for ($($A,)*) {
            type Owned = ($($A::Owned,)*);
            type Lent<'x> = ($($A::Lent<'x>,)*);
            fn own(self) -> Self::Owned {
                let ($($A,)*) = self;
                ($($A.own(),)*)
            }
            fn copy(($($A,)*): &Self::Owned) -> Self::Owned {
                ($($A::copy($A),)*)
            }
            fn lend(($($A,)*): &mut Self::Owned) -> Self::Lent<'_> {
                ($($A::lend($A),)*)
            }
            fn show(($($A,)*): &mut Self::Owned, see: &mut dyn FnMut(usize, bool, &mut dyn Coordinates)) {
                let mut places = 0..;
                $(
                    let place = places.next().expect("no end");
                    $A::show($A, &mut |numbers| see(place, $M::CHANGES, numbers));
                )*
            }
        }

        #[allow(non_snake_case, unused, clippy::unused_unit)]
        #[diagnostic::do_not_recommend]
        impl<$($A: CotangentPlaces),*> CotangentPlaces for ($($A,)*) {
            fn show(self, see: &mut dyn FnMut(&mut dyn Coordinates)) {
                let ($($A,)*) = self;
                $($A.show(see);)*
            }
        }
        tuples!(@less $($A $M)*);
    };
    (@less) => {};
    (@less $A:ident $M:ident $($rest:ident)*) => {
        tuples!($($rest)*);
    };
}
tuples!(
    A0 M0 A1 M1 A2 M2 A3 M3 A4 M4 A5 M5 A6 M6 A7 M7 A8 M8 A9 M9 A10 M10 A11 M11
    A12 M12 A13 M13 A14 M14 A15 M15 A16 M16 A17 M17 A18 M18 A19 M19 A20 M20 A21 M21 A22 M22 A23 M23
);
