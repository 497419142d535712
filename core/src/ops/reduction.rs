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

/// The definition of a reduction, for a shape `K` that the full one sums down to.
pub(super) trait Reduce {
    /// The value.
    fn value<T: Real, S: Shape + SumTo<K>, K: Shape>(x: &Tensor<T, S>) -> Tensor<T, K>;
    /// Adds the contribution of the cotangent `c` to `d`; `y` is present if it is declared to be read.
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
    /// [`adjoint`](Self::adjoint) with tangents: adds the cotangents to one place, their tangents to the other.
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

/// Declares the rules and methods of a reduction. In its formulas `T` is the number type, `S` the shape of `x` and `K` that of the result;
/// `second = adjoint` runs the adjoint in dual numbers.
macro_rules! reduction {
    (
        $(#[$meta:meta])*
        $all:ident $axis:ident $keep:ident $to:ident reads $reads:ty; $what:literal;
        $y:ident = $value:expr;
        $x:ident ($($from:ident),+ => |$c:ident, $d:ident| $adjoint:expr);
        tangent($x_dot:ident) = $tangent:expr;
        second $($second:tt)+
    ) => {
        impl Reduce for $all {
            fn value<T: Real, S: Shape + SumTo<K>, K: Shape>($x: &Tensor<T, S>) -> Tensor<T, K> {
                $value
            }
            #[allow(unused_variables, reason = "a formula reads what it needs")]
            fn adjoint<T: Real, S: Shape + SumTo<K>, K: Shape>(
                $x: &Tensor<T, S>,
                $y: impl FnOnce() -> Tensor<T, K>,
                $c: &Tensor<T, K>,
                $d: &mut Tensor<T, S>,
            ) {
                crate::ops::reduction::reduction!(@adjoint [$($from)+] $y $adjoint)
            }
            #[allow(unused_variables, reason = "a formula reads what it needs")]
            fn tangent<T: Real, S: Shape + SumTo<K>, K: Shape>(
                $x: &Tensor<T, S>,
                $y: &Tensor<T, K>,
                $x_dot: &Tensor<T, S>,
            ) -> Tensor<T, K> {
                $tangent
            }
            crate::ops::reduction::reduction!(@second $($second)+);
        }
        crate::ops::reduction::reduction! {
            @forms $(#[$meta])* $all $axis $keep $to reads $reads; $what
        }
    };
    (@adjoint [$x:ident] $y:ident $adjoint:expr) => { $adjoint };
    (@adjoint [$x:ident $also:ident] $y:ident $adjoint:expr) => {{
        let $also = &$y();
        $adjoint
    }};
    (@second = adjoint;) => {};
    (@second |$x:pat_param, $c:pat_param, $place:ident, $place_dot:ident| $second:expr) => {
        crate::ops::reduction::reduction!(@of [$x] [$c] [$place $place_dot] y { $second });
    };
    (@second |$x:pat_param, $y:pat_param, $c:pat_param, $place:ident, $place_dot:ident| $second:expr) => {
        crate::ops::reduction::reduction!(@of [$x] [$c] [$place $place_dot] y {
            let $y = y();
            $second
        });
    };
    (@of [$x:pat_param] [$c:pat_param] [$place:ident $place_dot:ident] $y:ident { $($second:tt)* }) => {
        #[allow(unused_variables, reason = "a formula reads what it needs")]
        fn second<T: Real, S: Shape + SumTo<K>, K: Shape, P: crate::rule::slot::Slot<Tensor<T, S>>, Q: crate::rule::slot::Slot<Tensor<T, S>>>(
            $x: crate::rule::TensorWithTangent<'_, T, S>,
            $y: impl FnOnce() -> (Tensor<T, K>, Option<Tensor<T, K>>),
            $c: crate::rule::TensorWithTangent<'_, T, K>,
            ($place, $place_dot): (P, Q),
        ) {
            $($second)*
        }
    };
    (@forms $(#[$meta:meta])* $all:ident $axis:ident $keep:ident $to:ident reads $reads:ty; $what:literal) => {
        crate::rule::rule! {
            #[doc = concat!($what, " of all elements.")]
            $all reads $reads;
        }
        crate::rule::rule! {
            #[doc = concat!($what, " along axis `AXIS`, which is removed.")]
            $axis[AXIS: isize] reads $reads;
        }
        crate::rule::rule! {
            #[doc = concat!($what, " along axis `AXIS`, which becomes `One`.")]
            $keep[AXIS: isize] reads $reads;
        }
        crate::rule::rule! {
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
            crate::derivatives_of! {
                pub $all: crate::rule::By1<$all>;
                pub $axis<const AXIS: isize>: crate::rule::By1<$axis<AXIS>>;
                pub $keep<const AXIS: isize>: crate::rule::By1<$keep<AXIS>>;
                pub $to<K: Shape>: crate::rule::By1<$to<K>>;
            }
        }
    };
    (@rule [$($n:ident)?] $name:ident: [$($generics:tt)*] $s:ty, $k:ty, $y:ty, $of:ident, $view:expr, $back:expr) => {
        crate::rule::formula! {
            {} {$name$(<$n>)?}
            by_hand for [$($generics)*] (x: Tensor<T, $s>) -> $y;
            y = $back(&<$of as Reduce>::value::<T, $s, $k>(x));
            x (=> |c, d| <$of as Reduce>::adjoint::<T, $s, $k>(x.get(), || $view(*y.get()), &$view(*c), d));
            tangent(x_dot) = {
                let zero = Tensor::ZEROS;
                $back(&<$of as Reduce>::tangent::<T, $s, $k>(x, &$view(*y), x_dot.unwrap_or(&zero)))
            };
            second |(x, x_dot), (y, y_dot), (c, c_dot), place| {
                let y = || ($view(*y.get()), y_dot.map(|t| $view(*t)));
                let c = ($view(*c), c_dot.map(|t| $view(*t)));
                <$of as Reduce>::second::<T, $s, $k, _, _>((x.get(), x_dot), y, (&c.0, c.1.as_ref()), place);
            }
        }
    };
}

pub(super) use reduction;
