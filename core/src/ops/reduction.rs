//! The four forms of a reduction: to a number, along an axis that goes, along one that stays, to any shape that broadcasts back.
//!
//! A reduction is written once, for a shape `K` that the full shape sums down to: `()` for a number, `S::Kept` for an axis. Three
//! functions say all: its value, what a cotangent adds, and the tangent.

use crate::differentiable::Tangent;
use crate::rule::TensorWithTangent;
use crate::rule::lift::Lift;
use crate::rule::slot::Slot;
use crate::scalar::{Dual, Real};
use crate::tensor::{Shape, SumTo, Tensor};

/// What a reduction must say, for a shape `K` that the full one sums down to.
pub(super) trait Reduce {
    /// The value.
    fn value<T: Real, S: Shape + SumTo<K>, K: Shape>(x: &Tensor<T, S>) -> Tensor<T, K>;
    /// Adds to `d` what the cotangent `c` contributes; `y` is there if it is declared to be read.
    fn adjoint<T: Real, S: Shape + SumTo<K>, K: Shape>(
        x: &Tensor<T, S>,
        y: impl FnOnce() -> Tensor<T, K>,
        c: &Tensor<T, K>,
        d: &mut Tensor<T, S>,
    );
    /// The tangent.
    fn tangent<T: Real, S: Shape + SumTo<K>, K: Shape>(
        x: &Tensor<T, S>,
        y: &Tensor<T, K>,
        x_dot: &Tensor<T, S>,
    ) -> Tensor<T, K>;
    /// [`adjoint`](Self::adjoint) of what moves: the cotangents to one place, their tangents to the other.
    fn second<T: Real, S: Shape + SumTo<K>, K: Shape, P: Slot<Tensor<T, S>>, Q: Slot<Tensor<T, S>>>(
        (x, x_dot): TensorWithTangent<'_, T, S>,
        y: impl FnOnce() -> (Tensor<T, K>, Option<Tensor<T, K>>),
        (c, c_dot): TensorWithTangent<'_, T, K>,
        (place, place_dot): (P, Q),
    ) {
        let mut bar = Tensor::neutral();
        let y = || {
            let (y, y_dot) = y();
            y.lift(y_dot.as_ref())
        };
        Self::adjoint::<Dual<T>, S, K>(&x.lift(x_dot), y, &c.lift(c_dot), &mut bar);
        Tensor::<T, S>::lower(&bar, place, place_dot);
    }
}

/// Declares the rules and methods of a reduction; the rule of its form to a number implements [`Reduce`].
macro_rules! reduction {
    ($(#[$meta:meta])* $trait:ident: $all:ident $axis:ident $keep:ident $to:ident reads $reads:ty; $what:literal) => {
        crate::ops::linear::rule! {
            #[doc = concat!($what, " of all elements.")]
            $all reads $reads;
        }
        crate::ops::linear::rule! {
            #[doc = concat!($what, " along axis `AXIS`, which is removed.")]
            $axis[AXIS: isize] reads $reads;
        }
        crate::ops::linear::rule! {
            #[doc = concat!($what, " along axis `AXIS`, which becomes `One`.")]
            $keep[AXIS: isize] reads $reads;
        }
        crate::ops::linear::rule! {
            #[doc = concat!($what, " of all elements that fall onto one of shape `K`.")]
            $to<K> reads $reads;
        }

        crate::ops::reduction::reduction!(@rule [] $all: [T: Real, S: Shape] S, (), T, $all, Tensor::from, Tensor::<T, ()>::item);
        crate::ops::reduction::reduction!(@rule [AXIS] $axis: [const AXIS: isize, T: Real, S: HasAxis<AXIS>] S, S::Kept, Tensor<T, S::Removed>, $all,
            (|x| *kept::<AXIS, T, S>(&x)), (|x: &Tensor<T, S::Kept>| x.reshape()));
        crate::ops::reduction::reduction!(@rule [AXIS] $keep: [const AXIS: isize, T: Real, S: HasAxis<AXIS>] S, S::Kept, Tensor<T, S::Kept>, $all,
            core::convert::identity, Clone::clone);
        crate::ops::reduction::reduction!(@rule [K] $to: [T: Real, S: Shape + SumTo<K>, K: Shape] S, K, Tensor<T, K>, $all,
            core::convert::identity, Clone::clone);

        impl<T: Real, S: Shape> Tensor<T, S> {
            $(#[$meta])*
            #[inline]
            #[must_use]
            pub fn $all(&self) -> T {
                <$all as Reduce>::value::<T, S, ()>(self).item()
            }
            #[doc = concat!($what, " along axis `AXIS`, which is removed; see [`", stringify!($all), "`](Self::", stringify!($all), ").")]
            #[inline]
            #[must_use]
            pub fn $axis<const AXIS: isize>(&self) -> Tensor<T, S::Removed>
            where
                S: HasAxis<AXIS>,
            {
                <$all as Reduce>::value::<T, S, S::Kept>(self).reshape()
            }
            #[doc = concat!($what, " along axis `AXIS`, which becomes `One`; see [`", stringify!($all), "`](Self::", stringify!($all), ").")]
            #[inline]
            #[must_use]
            pub fn $keep<const AXIS: isize>(&self) -> Tensor<T, S::Kept>
            where
                S: HasAxis<AXIS>,
            {
                <$all as Reduce>::value::<T, S, S::Kept>(self)
            }
            #[doc = concat!($what, " of all elements that fall onto one of shape `K`, several axes at once; see [`", stringify!($all), "`](Self::", stringify!($all), ").")]
            #[inline]
            #[must_use]
            pub fn $to<K: Shape>(&self) -> Tensor<T, K>
            where
                S: SumTo<K>,
            {
                <$all as Reduce>::value::<T, S, K>(self)
            }
        }

        /// Leads from these methods to their rules.
        pub trait $trait {
            crate::derivatives_of! {
                $all: By1<$all>;
                $axis<const AXIS: isize>: By1<$axis<AXIS>>;
                $keep<const AXIS: isize>: By1<$keep<AXIS>>;
                $to<K: Shape>: By1<$to<K>>;
            }
        }
        impl<X> $trait for X {}
    };
    (@rule [$($n:ident)?] $name:ident: [$($generics:tt)*] $s:ty, $k:ty, $y:ty, $of:ident, $view:expr, $back:expr) => {
        impl<$($generics)*> crate::rule::Rule1<Tensor<T, $s>> for $name$(<$n>)? {
            type Output = $y;
            type Residual = ();
            #[inline(always)]
            fn forward(x: &Tensor<T, $s>) -> ($y, ()) {
                ($back(&<$of as Reduce>::value::<T, $s, $k>(x)), ())
            }
            #[inline(always)]
            fn vjp(
                (): &(),
                x: crate::tape::Read<'_, Tensor<T, $s>>,
                y: crate::tape::Read<'_, $y>,
                c: &$y,
                x_bar: impl crate::rule::slot::Slot<Tensor<T, $s>>,
            ) {
                x_bar.accumulate(|d| <$of as Reduce>::adjoint::<T, $s, $k>(x.get(), || $view(*y.get()), &$view(*c), d));
            }
            fn jvp(x: &Tensor<T, $s>, y: &$y, x_dot: Option<&Tensor<T, $s>>) -> $y {
                let zero = Tensor::ZEROS;
                $back(&<$of as Reduce>::tangent::<T, $s, $k>(x, &$view(*y), x_dot.unwrap_or(&zero)))
            }
            crate::rule::lift::second!(Tensor<T, $s>: |(x, x_dot), (y, y_dot), (c, c_dot), place| {
                let y = || ($view(*y.get()), y_dot.map(|t| $view(*t)));
                let c = ($view(*c), c_dot.map(|t| $view(*t)));
                <$of as Reduce>::second::<T, $s, $k, _, _>((x.get(), x_dot), y, (&c.0, c.1.as_ref()), place);
            });
        }
    };
}

pub(super) use reduction;
