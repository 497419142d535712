//! `Matrix3::new(..)`, `Quaternion::new(..)`: values that are written down number by number.
//!
//! A rule has at most three operands; these functions have up to 36. Each operand becomes one component, so they need no rule, only the
//! functions that generated code calls.

use core::marker::PhantomData;

use ::nalgebra::{Complex, Point, Quaternion, SMatrix, Translation};

use super::components::{Components, matrix};
use crate::differentiable::{Ct, Differentiable, Tangent};
use crate::rule::directions::{Directions, Width};
use crate::rule::pair::{PairOut, PairRef, PairSlot};
use crate::rule::slot::Slot;
use crate::rule::{Companion, Nowhere};
use crate::scalar::Real;
use crate::tape::{No, Read, Saved, Sweeps, Tape, TapeSize, Ty, Yes};

/// A type whose `new` takes its numbers.
pub trait OfNumbers: Differentiable<Tangent: Components<Number = Self::Number>> + Sized {
    /// The number type.
    type Number: Real;
    /// The value.
    fn of_numbers(numbers: &[Self::Number]) -> Self;
    /// Which component of the tangent is that of the number at `i`.
    fn place(i: usize) -> usize;
}

/// Row by row, where the memory is column by column.
impl<T: Real, const R: usize, const C: usize> OfNumbers for SMatrix<T, R, C> {
    type Number = T;
    #[inline(always)]
    fn of_numbers(numbers: &[T]) -> Self {
        matrix(core::array::from_fn(|j| core::array::from_fn(|i| numbers[i * C + j])))
    }
    #[inline(always)]
    fn place(i: usize) -> usize {
        i % C * R + i / C
    }
}

macro_rules! in_order {
    ($([$($n:tt)*] $t:ty: |$numbers:ident| $value:expr, |$i:ident| $place:expr;)*) => {$(
        impl<T: Real, $($n)*> OfNumbers for $t {
            type Number = T;
            #[inline(always)]
            fn of_numbers($numbers: &[T]) -> Self {
                $value
            }
            #[inline(always)]
            fn place($i: usize) -> usize {
                $place
            }
        }
    )*};
}
in_order! {
    [const D: usize] Point<T, D>: |x| Self { coords: OfNumbers::of_numbers(x) }, |i| i;
    [const D: usize] Translation<T, D>: |x| Self { vector: OfNumbers::of_numbers(x) }, |i| i;
    [] Complex<T>: |x| Self { re: x[0], im: x[1] }, |i| i;
    // The real part is the first number and the last component.
    [] Quaternion<T>: |x| Self { coords: OfNumbers::of_numbers(&[x[1], x[2], x[3], x[0]]) }, |i| (i + 3) % 4;
}

/// What stands for `new` of `M` with `N` numbers.
#[derive(Debug)]
pub struct New<M, const N: usize>(PhantomData<fn() -> M>);

impl<M, const N: usize> Clone for New<M, N> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<M, const N: usize> Copy for New<M, N> {}

#[diagnostic::do_not_recommend]
impl<M: 'static, const N: usize> Companion for New<M, N> {
    const THIS: Self = Self(PhantomData);
    type On<X> = Nowhere;
}

impl<M, const N: usize> New<M, N> {
    /// The name.
    #[must_use]
    #[expect(clippy::self_named_constructors, reason = "the rule of `new`")]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

/// The number type of `M`.
type Of<M> = <M as OfNumbers>::Number;

macro_rules! same {
    ($of:tt $($same:tt)*) => {
        $($same)*
    };
}

macro_rules! new {
    (skipped $($rest:tt)*) => {};
    (made $(($x:ident $x_bar:ident $x_dot:ident $i:tt))+) => {
        #[allow(clippy::too_many_arguments, reason = "a number of a matrix each")]
        impl<M: OfNumbers> New<M, { 0 $(+ same!($i 1))+ }> {
            /// No number is read again.
            #[inline(always)]
            #[must_use]
            pub fn reads(self) -> ($(same!($i No),)+ No) {
                ($(same!($i No),)+ No)
            }

            /// No number is chosen.
            #[inline(always)]
            #[must_use]
            pub const fn often_zero(self) -> bool {
                false
            }

            /// Nothing.
            #[inline(always)]
            pub fn pushes(self, $($x: &Of<M>),+) -> Saved<((),), (Yes,)> {
                $(let _ = $x;)+
                Saved::new()
            }

            /// The value.
            #[inline(always)]
            pub fn fwd(self, _: &mut Tape<'_>, $($x: &Of<M>),+) -> M {
                M::of_numbers(&[$(*$x),+])
            }

            /// Each number gets the cotangent of its component.
            #[inline(always)]
            pub fn bwd(
                self,
                _: &mut Tape<'_>,
                $($x: Read<'_, Of<M>>,)+
                _: Read<'_, M>,
                y_bar: &Ct<M>,
                $($x_bar: impl Slot<Of<M>>),+
            ) {
                $(
                    let _ = $x;
                    $x_bar.accumulate(|d| *d += y_bar.component(M::place($i)));
                )+
            }

            /// The value and its tangents.
            #[inline(always)]
            pub fn dual<const K: usize, S>(
                self,
                tape: &mut Tape<'_>,
                _: Width<K, S>,
                y_dot: &mut [Ct<M>; K],
                $($x: &Of<M>,)+
                $($x_dot: impl Directions<Of<M>, K>),+
            ) -> M {
                for (k, y_dot) in y_dot.iter_mut().enumerate() {
                    *y_dot = Tangent::zero();
                    $(
                        if let Some(t) = $x_dot.at(k) {
                            *y_dot.component_mut(M::place($i)) = *t;
                        }
                    )+
                }
                self.fwd(tape, $($x),+)
            }

            /// No number is read again.
            #[inline(always)]
            #[must_use]
            pub fn reads_dual(self, _: &Ty<($(same!($i Of<M>),)+)>) -> ($(same!($i No),)+ No) {
                self.reads()
            }

            /// Each number gets the cotangent of its component, and its tangent.
            #[inline]
            pub fn bwd_dual(
                self,
                _: &mut Tape<'_>,
                $($x: Read<'_, Of<M>>,)+
                _: Read<'_, M>,
                $($x_dot: impl Directions<Of<M>, 1>,)+
                _: impl Directions<Ct<M>, 1>,
                y_bar: PairRef<'_, Ct<M>>,
                $(mut $x_bar: impl PairSlot<Of<M>>),+
            ) {
                $(
                    let _ = ($x, $x_dot);
                    let PairOut { bar, dot } = $x_bar.outs();
                    Slot::<Of<M>>::accumulate(bar, |d| *d += y_bar.bar.component(M::place($i)));
                    Slot::<Of<M>>::accumulate(dot, |d| *d += y_bar.dot.component(M::place($i)));
                )+
            }

            /// The types of the numbers.
            #[inline(always)]
            pub fn operands(self, $($x: &Of<M>),+) -> Ty<($(same!($i Of<M>),)+)> {
                $(let _ = $x;)+
                Ty::new()
            }

            /// Nothing is left on the tape.
            #[must_use]
            pub const fn words(self, _: &Ty<($(same!($i Of<M>),)+)>, _depth: usize, sweeps: Sweeps) -> TapeSize {
                sweeps.kept(0, 0)
            }
        }
    };
}

/// `new!` of each beginning of a list.
macro_rules! beginnings {
    ([$($done:tt)*]) => {};
    ([$($done:tt)*] ($x:ident $x_bar:ident $x_dot:ident $i:tt $made:ident) $($rest:tt)*) => {
        new!($made $($done)* ($x $x_bar $x_dot $i));
        beginnings!([$($done)* ($x $x_bar $x_dot $i)] $($rest)*);
    };
}
beginnings! {
    []
    (x0 b0 t0 0 made) (x1 b1 t1 1 made) (x2 b2 t2 2 made) (x3 b3 t3 3 made) (x4 b4 t4 4 made) (x5 b5 t5 5 made)
    (x6 b6 t6 6 skipped) (x7 b7 t7 7 made) (x8 b8 t8 8 made) (x9 b9 t9 9 made) (x10 b10 t10 10 skipped) (x11 b11 t11 11 made)
    (x12 b12 t12 12 skipped) (x13 b13 t13 13 skipped) (x14 b14 t14 14 made) (x15 b15 t15 15 made) (x16 b16 t16 16 skipped) (x17 b17 t17 17 made)
    (x18 b18 t18 18 skipped) (x19 b19 t19 19 made) (x20 b20 t20 20 skipped) (x21 b21 t21 21 skipped) (x22 b22 t22 22 skipped) (x23 b23 t23 23 made)
    (x24 b24 t24 24 made) (x25 b25 t25 25 skipped) (x26 b26 t26 26 skipped) (x27 b27 t27 27 skipped) (x28 b28 t28 28 skipped) (x29 b29 t29 29 made)
    (x30 b30 t30 30 skipped) (x31 b31 t31 31 skipped) (x32 b32 t32 32 skipped) (x33 b33 t33 33 skipped) (x34 b34 t34 34 skipped) (x35 b35 t35 35 made)
}
