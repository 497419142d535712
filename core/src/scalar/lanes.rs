//! Several numbers at once (feature `simd`): a function that is generic over numbers computes the values and the gradients of as many
//! problems in one call.
//!
//! ```
//! use cotangent::lanes::F64x4;
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn spring<T: Real>(x: T, y: T) -> T {
//!     let stretch = x.hypot(y) - T::ONE;
//!     stretch * stretch
//! }
//!
//! let (x, y) = (F64x4::new([3.0, 0.0, -1.0, 6.0]), F64x4::new([4.0, 2.0, 0.0, 8.0]));
//! let (energy, (dx, dy)) = spring::value_and_grad(x, y);
//! assert_eq!(energy.to_array(), [16.0, 1.0, 0.0, 81.0]);
//! assert_eq!(dy.to_array()[1], spring::grad(0.0, 2.0).1);
//! # let _ = dx;
//! ```
//!
//! They are numbers of nalgebra too (feature `nalgebra`), for functions with the bound `RealField`:
//!
#![cfg_attr(feature = "nalgebra", doc = "```")]
#![cfg_attr(not(feature = "nalgebra"), doc = "```ignore")]
//! use cotangent::lanes::F64x4;
//! use cotangent::prelude::*;
//! use nalgebra::{RealField, UnitQuaternion, Vector3};
//!
//! /// How far a turned point is from another.
//! #[differentiable]
//! fn error<T: RealField + Copy>(turn: &Vector3<T>, from: &Vector3<T>, to: &Vector3<T>) -> T {
//!     (UnitQuaternion::from_scaled_axis(*turn) * from - to).norm_squared()
//! }
//!
//! // The same two points, from four first guesses.
//! let turn = Vector3::from_fn(|i, _| F64x4::new([0.1, 0.2, 0.3, 0.4].map(|x| x + i as f64)));
//! let (from, to) = (Vector3::x().map(F64x4::splat), Vector3::y().map(F64x4::splat));
//! let (errors, (by_turn, ..)) = error::value_and_grad(&turn, &from, &to);
//!
//! let (alone, (by_turn_alone, ..)) = error::value_and_grad(&turn.map(|x| x.to_array()[2]), &Vector3::x(), &Vector3::y());
//! assert!((errors.to_array()[2] - alone).abs() < 1e-14);
//! assert!((by_turn.map(|x| x.to_array()[2]) - by_turn_alone).norm() < 1e-14);
//! ```
//!
//! The functions are those of the crate [`wide`], number by number where it has none; they agree with those of one number up to rounding
//! errors.
//!
//! A branch goes one way for all numbers. So a comparison whose answers differ panics, also in the derivative of a function with a kink, such
//! as `abs`, `max` and `hypot`: compute such problems one by one.

use core::cmp::Ordering;
use core::fmt::{self, Debug, Display, Formatter};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};

use bytemuck::{Pod, Zeroable};

use super::{Dictionary, Element, Fast, Functions, Real, Scalar, ScalarFunction, StrongZero, div_euclid, rem_euclid};
use crate::differentiable::{Accepts, Difference, Differentiable, Yes};
use crate::tape::{Frame, Taped, array_words};

/// The answer that all numbers give.
#[track_caller]
fn common<A: PartialEq + Copy + Debug, const N: usize>(answers: [A; N]) -> A {
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "a comparison of several numbers at once gives {answers:?}, and a branch goes one way for all of them: compute these problems one \
         by one"
    );
    answers[0]
}

macro_rules! operators {
    ($name:ident: $($trait:ident $method:ident $assign_trait:ident $assign:ident;)*) => {$(
        impl $trait for $name {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self::of($trait::$method(self.wide(), other.wide()))
            }
        }
        impl $assign_trait for $name {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    )*};
}

macro_rules! functions {
    (
        $name:ident: $t:ident, $n:literal;
        consts { $($konst:ident)* }
        wide { $($wide:ident)* }
        within { $($within:ident($range:expr))* }
        each { $($each:ident)* }
        two { $($two:ident)* }
        two_each { $($two_each:ident)* }
    ) => {
        #[diagnostic::do_not_recommend]
        impl Scalar for $name {
            type Itself = Self;
        }

        impl Functions for Dictionary<$name> {
            type Number = $name;
            type Wide = $name;
            const ZERO: $name = $name::splat(0.0);
            const ONE: $name = $name::splat(1.0);
            $(const $konst: $name = $name::splat($t::$konst);)*
            #[inline(always)]
            fn widen(x: $name) -> $name {
                x
            }
            #[inline(always)]
            fn rounded(wide: $name) -> $name {
                wide
            }
            #[inline(always)]
            fn widen_all(numbers: &[$name], wide: &mut [$name]) {
                wide.copy_from_slice(numbers);
            }
            #[inline(always)]
            fn round_all(wide: &[$name], numbers: &mut [$name]) {
                numbers.copy_from_slice(wide);
            }
            #[inline(always)]
            fn neutral() -> $name {
                $name::splat(-0.0)
            }
            #[inline(always)]
            fn scale(x: &mut $name, factor: f64) {
                *x *= Self::lit(factor);
            }
            #[inline(always)]
            fn inner(x: &$name, other: &$name) -> f64 {
                (*x * *other).to_array().iter().map(|x| Real::to_f64(*x)).sum()
            }
            #[inline(always)]
            fn is_nothing(x: &$name) -> bool {
                x.vanishes()
            }
            #[inline(always)]
            fn rem_euclid(x: $name, other: $name) -> $name {
                x.zip(other, rem_euclid)
            }
            #[inline(always)]
            fn div_euclid(x: $name, other: $name) -> $name {
                x.zip(other, div_euclid)
            }
            #[inline(always)]
            fn lit(value: f64) -> $name {
                $name::splat(Real::lit(value))
            }
            #[inline(always)]
            fn from_usize(value: usize) -> $name {
                $name::splat(Real::from_usize(value))
            }
            #[inline(always)]
            fn to_f64(x: $name) -> f64 {
                Real::to_f64(x.value())
            }
            $(#[inline(always)] fn $wide(x: $name) -> $name { $name::of(x.wide().$wide()) })*
            $(
                #[inline(always)]
                fn $within(x: $name) -> $name {
                    if x.are_in($range) { $name::of(x.wide().$within()) } else { x.map(Real::$within) }
                }
            )*
            $(#[inline] fn $each(x: $name) -> $name { x.map(Real::$each) })*
            $(#[inline(always)] fn $two(x: $name, other: $name) -> $name { $name::of(x.wide().$two(other.wide())) })*
            $(#[inline] fn $two_each(x: $name, other: $name) -> $name { x.zip(other, Real::$two_each) })*
            #[inline]
            fn powi(x: $name, n: i32) -> $name {
                let (mut power, mut square, mut rest) = (Self::ONE, x, n.unsigned_abs());
                while rest > 0 {
                    if rest % 2 == 1 {
                        power *= square;
                    }
                    square *= square;
                    rest /= 2;
                }
                if n < 0 { Self::ONE / power } else { power }
            }
            #[inline(always)]
            fn recip(x: $name) -> $name {
                Self::ONE / x
            }
            #[inline(always)]
            fn sin(x: $name) -> $name {
                Self::sin_cos(x).0
            }
            #[inline(always)]
            fn cos(x: $name) -> $name {
                Self::sin_cos(x).1
            }
            #[inline(always)]
            fn sin_cos(x: $name) -> ($name, $name) {
                if x.are_in(-1e5..1e5) {
                    let (sin, cos) = x.wide().sin_cos();
                    ($name::of(sin), $name::of(cos))
                } else {
                    (x.map(Real::sin), x.map(Real::cos))
                }
            }
            #[inline(always)]
            fn mul_add(x: $name, a: $name, b: $name) -> $name {
                let (x, a, b) = (x.to_array(), a.to_array(), b.to_array());
                $name::new(core::array::from_fn(|i| Real::mul_add(x[i], a[i], b[i])))
            }
            #[inline]
            fn clamp(x: $name, low: $name, high: $name) -> $name {
                let (x, low, high) = (x.to_array(), low.to_array(), high.to_array());
                $name::new(core::array::from_fn(|i| Real::clamp(x[i], low[i], high[i])))
            }
            #[inline]
            fn is_nan(x: $name) -> bool {
                x.to_array().into_iter().any(Real::is_nan)
            }
            #[inline]
            fn is_finite(x: $name) -> bool {
                x.to_array().into_iter().all(Real::is_finite)
            }
        }
    };
}

macro_rules! lanes {
    ($($(#[$meta:meta])* $name:ident: $wide:ident of $t:ident, $n:literal, $largest_power:literal;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Default, Pod, Zeroable)]
        #[repr(transparent)]
        pub struct $name([$t; $n]);

        impl $name {
            /// These numbers.
            #[inline(always)]
            #[must_use]
            pub const fn new(numbers: [$t; $n]) -> Self {
                Self(numbers)
            }

            /// One number everywhere.
            #[inline(always)]
            #[must_use]
            pub const fn splat(number: $t) -> Self {
                Self::new([number; $n])
            }

            /// The numbers.
            #[inline(always)]
            #[must_use]
            pub const fn to_array(self) -> [$t; $n] {
                self.0
            }

            /// Of `wide`, whose alignment is larger than that of a tape.
            #[inline(always)]
            const fn wide(self) -> wide::$wide {
                wide::$wide::new(self.0)
            }

            #[inline(always)]
            const fn of(wide: wide::$wide) -> Self {
                Self(wide.to_array())
            }

            /// [`splat`](Self::splat), by the name that dual numbers have for it.
            #[cfg(feature = "nalgebra")]
            pub(crate) const fn constant(number: $t) -> Self {
                Self::splat(number)
            }

            /// The number that all of them are.
            ///
            /// # Panics
            /// If they are not equal.
            #[track_caller]
            pub(crate) fn value(self) -> $t {
                common(self.to_array())
            }

            #[inline(always)]
            fn map(self, f: impl Fn($t) -> $t) -> Self {
                Self::new(self.to_array().map(f))
            }

            #[inline(always)]
            fn zip(self, other: Self, f: impl Fn($t, $t) -> $t) -> Self {
                let (a, b) = (self.to_array(), other.to_array());
                Self::new(core::array::from_fn(|i| f(a[i], b[i])))
            }

            /// Whether all numbers are in a range.
            #[inline(always)]
            fn are_in(self, range: core::ops::Range<$t>) -> bool {
                self.to_array().iter().all(|x| *x > range.start && *x < range.end)
            }

            /// The answers of a question about two numbers.
            #[inline(always)]
            #[track_caller]
            fn asked<A: PartialEq + Copy + Debug>(self, other: Self, f: impl Fn(&$t, &$t) -> A) -> A {
                let (a, b) = (self.to_array(), other.to_array());
                common(core::array::from_fn::<A, $n, _>(|i| f(&a[i], &b[i])))
            }
        }

        impl Debug for $name {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                Debug::fmt(&self.to_array(), f)
            }
        }
        impl Display for $name {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str("[")?;
                for (i, x) in self.to_array().iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { ", " })?;
                    Display::fmt(x, f)?;
                }
                f.write_str("]")
            }
        }
        impl From<[$t; $n]> for $name {
            fn from(numbers: [$t; $n]) -> Self {
                Self::new(numbers)
            }
        }
        impl PartialEq for $name {
            #[inline(always)]
            #[track_caller]
            fn eq(&self, other: &Self) -> bool {
                self.asked(*other, $t::eq)
            }
        }
        impl PartialOrd for $name {
            #[track_caller]
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                self.asked(*other, $t::partial_cmp)
            }
            #[track_caller]
            fn lt(&self, other: &Self) -> bool {
                self.asked(*other, $t::lt)
            }
            #[track_caller]
            fn le(&self, other: &Self) -> bool {
                self.asked(*other, $t::le)
            }
            #[track_caller]
            fn gt(&self, other: &Self) -> bool {
                self.asked(*other, $t::gt)
            }
            #[track_caller]
            fn ge(&self, other: &Self) -> bool {
                self.asked(*other, $t::ge)
            }
        }

        operators! {
            $name:
            Add add AddAssign add_assign;
            Sub sub SubAssign sub_assign;
            Mul mul MulAssign mul_assign;
            Div div DivAssign div_assign;
        }
        impl Rem for $name {
            type Output = Self;
            fn rem(self, other: Self) -> Self {
                self.zip(other, Rem::rem)
            }
        }
        impl RemAssign for $name {
            fn rem_assign(&mut self, other: Self) {
                *self = *self % other;
            }
        }
        impl Neg for $name {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self::of(-self.wide())
            }
        }

        impl StrongZero for $name {
            #[inline(always)]
            fn vanishes(self) -> bool {
                self.to_array() == [0.0; $n]
            }
            #[inline(always)]
            fn strongly(self, f: impl Fn(Self) -> Self) -> Self {
                let zero = Self::ZERO.wide();
                Self::of(self.wide().simd_eq(zero).bitselect(zero, f(self).wide()))
            }
            #[inline(always)]
            fn times(self, slope: Self) -> Self {
                let zero = Self::ZERO.wide();
                let is_zero = self.wide().simd_eq(zero) | slope.wide().simd_eq(zero);
                Self::of(is_zero.bitselect(zero, (self * slope).wide()))
            }
            const PARTS: usize = $n;
            #[inline(always)]
            fn part(self, i: usize) -> f64 {
                Real::to_f64(self.to_array()[i])
            }
            #[inline(always)]
            fn from_parts(part: impl Fn(usize) -> f64) -> Self {
                Self::new(core::array::from_fn(|i| Real::lit(part(i))))
            }
            #[inline(always)]
            fn row<R: ScalarFunction>(self) -> Self {
                R::at(self)
            }
            #[inline]
            fn logistic(self) -> Self {
                self.map(StrongZero::logistic)
            }
            #[inline]
            fn logistics(self) -> (Self, Self) {
                (self.logistic(), (-self).logistic())
            }
            #[inline]
            fn times_normal(self) -> (Self, Self) {
                (self.map(|x| x.times_normal().0), self.map(|x| x.times_normal().1))
            }
        }

        functions! {
            $name: $t, $n;
            consts { INFINITY NEG_INFINITY NAN EPSILON MIN_POSITIVE }
            wide { abs sqrt floor ceil trunc }
            within { exp(-$largest_power..$largest_power) ln($t::MIN_POSITIVE..$t::MAX) asin(-1.0..1.0) acos(-1.0..1.0) atan(-1e5..1e5) }
            each {
                tan sinh cosh tanh asinh acosh atanh exp2 exp_m1 ln_1p log2 log10 cbrt signum round fract to_degrees to_radians erf erfc
            }
            two { max min }
            two_each { powf atan2 hypot copysign }
        }

        #[diagnostic::do_not_recommend]
        impl Differentiable for $name {
            type Tangent = Self;
            fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
                <[$t; $n]>::agrees(&found.to_array(), &expected.to_array())
            }
        }
        impl Accepts<Self> for $name {
            type Wanted = Yes;
            fn as_sink(&mut self) -> Option<&mut Self> {
                Some(self)
            }
            fn as_source(&self) -> Option<&Self> {
                Some(self)
            }
        }
        impl Taped for $name {
            const BYTES: usize = size_of::<Self>();
            type View<'t> = Self;
            #[inline(always)]
            fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
                let bytes: &mut [u8] = bytemuck::cast_slice_mut(frame.next(array_words::<Self>(values.len())));
                bytes.copy_from_slice(bytemuck::cast_slice(values));
            }
            #[inline(always)]
            fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
                let mut values = [Self::ZERO; N];
                let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut values);
                bytes.copy_from_slice(bytemuck::cast_slice(frame.next(array_words::<Self>(N))));
                values
            }
            #[inline(always)]
            fn view(frame: &mut Frame<&[u64]>) -> Self {
                let [value] = Self::get_all(frame);
                value
            }
            #[inline(always)]
            fn copied(value: &Self) -> Self {
                *value
            }
            type Recompute = Yes;
            type Stored = Yes;
        }
        impl Fast for $name {
            type Lane = Self;
            #[inline(always)]
            fn lane(self) -> Self {
                self
            }
            #[inline(always)]
            fn of_lane(lane: Self) -> Self {
                lane
            }
        }
    )*};
}
lanes! {
    /// Four numbers of type `f64`. See the [module](self).
    ///
    /// ```
    /// use cotangent::lanes::F64x4;
    ///
    /// let x = F64x4::new([1.0, 2.0, 3.0, 4.0]) * F64x4::splat(0.5);
    /// assert_eq!(x.to_array(), [0.5, 1.0, 1.5, 2.0]);
    /// assert_eq!(x.to_string(), "[0.5, 1, 1.5, 2]");
    /// ```
    F64x4: f64x4 of f64, 4, 700.0;
    /// Eight numbers of type `f32`. See the [module](self).
    ///
    /// ```
    /// use cotangent::lanes::F32x8;
    ///
    /// let x = F32x8::from([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
    /// assert_eq!((x + x).to_array()[7], 16.0);
    /// ```
    F32x8: f32x8 of f32, 8, 80.0;
}
