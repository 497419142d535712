//! The lane of a number: the same number with the functions of [`math`](crate::math), for every number type.
//!
//! A `fast_` operation is the row of the operation, computed in lanes.

use core::marker::PhantomData;

use bytemuck::{Pod, Zeroable};

#[cfg(feature = "half")]
use super::Element;
use super::Real;
use crate::scalar::math::{Arithmetic, Float, Native};
use crate::scalar::{Dual, Lane};

/// A number with a lane.
pub trait Fast: Copy {
    /// The same number, with the functions of [`math`](crate::math).
    type Lane: Real;
    /// The number, in its lane.
    #[must_use]
    fn lane(self) -> Self::Lane;
    /// The number in the lane, rounded.
    #[must_use]
    fn of_lane(lane: Self::Lane) -> Self;
}

/// Arithmetic with sine and cosine by [`math`](crate::math), which computes them for angles that are not huge.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(transparent)]
pub struct Bounded<M>(PhantomData<M>);

impl<M: Arithmetic> Arithmetic for Bounded<M> {
    const EVERY_ANGLE: bool = false;
    #[inline(always)]
    fn mul_add<T: Float>(x: T, a: T, b: T) -> T {
        M::mul_add(x, a, b)
    }
    #[inline(always)]
    fn lost_of_square<T: Float>(x: T, square: T) -> T {
        M::lost_of_square(x, square)
    }
}

macro_rules! fast {
    ($($t:ty as $wide:ty: $widen:expr, $round:expr;)*) => {$(
        impl Fast for $t {
            type Lane = Lane<Bounded<Native>, $wide>;
            #[inline(always)]
            fn lane(self) -> Self::Lane {
                Lane::new($widen(self))
            }
            #[inline(always)]
            fn of_lane(lane: Self::Lane) -> Self {
                $round(lane.0)
            }
        }
    )*};
}
fast! {
    f32 as f32: core::convert::identity, core::convert::identity;
    f64 as f64: core::convert::identity, core::convert::identity;
}
#[cfg(feature = "half")]
fast! {
    half::f16 as f32: Element::widen, Element::rounded;
    half::bf16 as f32: Element::widen, Element::rounded;
}

impl<T: Real> Fast for Dual<T> {
    type Lane = Dual<T::Lane>;
    #[inline]
    fn lane(self) -> Self::Lane {
        Dual::new(self.value().lane(), self.tangent().lane())
    }
    #[inline]
    fn of_lane(lane: Self::Lane) -> Self {
        Self::new(T::of_lane(lane.value()), T::of_lane(lane.tangent()))
    }
}
