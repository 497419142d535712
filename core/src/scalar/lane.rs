//! Numbers whose functions are those of [`math`](crate::math), for kernels that compute functions of many numbers.
//!
//! [`Lane`] is a [`Real`] like the number inside, so every function that is generic over numbers also works on lanes,
//! and the compiler can compute several at once in a loop. `M`, which the level determines, is the way to add a
//! product. Functions that `math` lacks, or that it does not compute for every number (the sine of a huge angle, for
//! example), are those of the standard library, number by number.

use core::fmt::{self, Debug, Display, Formatter};
use core::marker::PhantomData;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, Sub, SubAssign};

use bytemuck::{Pod, Zeroable};

use super::math::{Arithmetic, Float};
use super::{Element, Fast, Real, ScalarFunction, StrongZero};
use crate::differentiable::{Accepts, Difference, Differentiable, Tangent, Yes};
use crate::tape::{Frame, Taped};

/// `f32` or `f64`.
pub trait Quick: Real<Wide = Self> + Float + Element<Accumulator = Self> {}
impl Quick for f32 {}
impl Quick for f64 {}

/// A number of a kernel.
#[derive(Pod, Zeroable)]
#[repr(transparent)]
pub struct Lane<M, T>(pub(crate) T, PhantomData<fn() -> M>);

impl<M, T> Lane<M, T> {
    /// Wraps the number.
    #[inline(always)]
    pub(crate) const fn new(x: T) -> Self {
        Lane(x, PhantomData)
    }
}

impl<M, T: Copy> Clone for Lane<M, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<M, T: Copy> Copy for Lane<M, T> {}

impl<M, T: Default> Default for Lane<M, T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<M, T: Debug> Debug for Lane<M, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

impl<M, T: Display> Display for Lane<M, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl<M, T: PartialEq> PartialEq for Lane<M, T> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<M, T: PartialOrd> PartialOrd for Lane<M, T> {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        self.0.partial_cmp(&other.0)
    }
    #[inline(always)]
    fn lt(&self, other: &Self) -> bool {
        self.0 < other.0
    }
    #[inline(always)]
    fn le(&self, other: &Self) -> bool {
        self.0 <= other.0
    }
    #[inline(always)]
    fn gt(&self, other: &Self) -> bool {
        self.0 > other.0
    }
    #[inline(always)]
    fn ge(&self, other: &Self) -> bool {
        self.0 >= other.0
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $assign_trait:ident $assign:ident;)*) => {$(
        impl<M, T: Quick> $trait for Lane<M, T> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self::new($trait::$method(self.0, other.0))
            }
        }
        operators!(@assign $assign_trait $assign $trait $method);
    )*};
    (@assign None none $trait:ident $method:ident) => {};
    (@assign $assign_trait:ident $assign:ident $trait:ident $method:ident) => {
        impl<M, T: Quick> $assign_trait for Lane<M, T> {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}
operators! {
    Add add AddAssign add_assign;
    Sub sub SubAssign sub_assign;
    Mul mul MulAssign mul_assign;
    Div div DivAssign div_assign;
    Rem rem None none;
}

impl<M, T: Quick> Neg for Lane<M, T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(Neg::neg(self.0))
    }
}

impl<M: Arithmetic, T: Quick> Element for Lane<M, T> {
    const ZERO: Self = Self::new(<T as Element>::ZERO);
    const ONE: Self = Self::new(<T as Element>::ONE);
    type Accumulator = Self;
    #[inline(always)]
    fn widen(self) -> Self {
        self
    }
    #[inline(always)]
    fn rounded(wide: Self) -> Self {
        wide
    }
}

impl<M: Arithmetic, T: Quick> StrongZero for Lane<M, T> {
    #[inline(always)]
    fn vanishes(self) -> bool {
        self.0.vanishes()
    }
    #[inline(always)]
    fn strongly(self, f: impl Fn(Self) -> Self) -> Self {
        Self::new(self.0.strongly(|x| f(Self::new(x)).0))
    }
    #[inline(always)]
    fn times(self, slope: Self) -> Self {
        Self::new(self.0.times(slope.0))
    }
    const PARTS: usize = 1;
    #[inline(always)]
    fn part(self, i: usize) -> f64 {
        self.0.part(i)
    }
    #[inline(always)]
    fn from_parts(part: impl Fn(usize) -> f64) -> Self {
        Self::new(T::from_parts(part))
    }
    #[inline(always)]
    fn row<R: ScalarFunction>(self) -> Self {
        R::at(self)
    }
    #[inline(always)]
    fn logistic(self) -> Self {
        Self::new(M::sigmoid(self.0))
    }
    #[inline(always)]
    fn logistics(self) -> (Self, Self) {
        let (s, opposite) = M::sigmoids(self.0);
        (Self::new(s), Self::new(opposite))
    }
    #[inline(always)]
    fn times_normal(self) -> (Self, Self) {
        let (value, slope) = M::gelu(self.0);
        (Self::new(value), Self::new(slope))
    }
}

macro_rules! real {
    (
        consts { $($konst:ident)* }
        math { $($quick:ident)* }
        plain { $($one:ident)* }
        two { $($two:ident)* }
    ) => {
        impl<M: Arithmetic, T: Quick> Real for Lane<M, T> {
            type Wide = Self;
            $(const $konst: Self = Self::new(<T as Real>::$konst);)*
            #[inline(always)]
            fn lit(value: f64) -> Self {
                Self::new(<T as Real>::lit(value))
            }
            #[inline(always)]
            fn from_usize(value: usize) -> Self {
                Self::new(T::from_usize(value))
            }
            #[inline(always)]
            fn to_f64(self) -> f64 {
                self.0.to_f64()
            }
            $(#[inline(always)] fn $quick(self) -> Self { Self::new(M::$quick(self.0)) })*
            $(#[inline(always)] fn $one(self) -> Self { Self::new(Real::$one(self.0)) })*
            $(#[inline(always)] fn $two(self, other: Self) -> Self { Self::new(Real::$two(self.0, other.0)) })*
            #[inline(always)]
            fn powf(self, p: Self) -> Self {
                Self::new(M::powf(self.0, p.0))
            }
            #[inline(always)]
            fn powi(self, n: i32) -> Self {
                Self::new(Real::powi(self.0, n))
            }
            #[inline(always)]
            fn sin(self) -> Self {
                Self::new(if M::EVERY_ANGLE { Real::sin(self.0) } else { M::sin(self.0) })
            }
            #[inline(always)]
            fn cos(self) -> Self {
                Self::new(if M::EVERY_ANGLE { Real::cos(self.0) } else { M::cos(self.0) })
            }
            #[inline(always)]
            fn sin_cos(self) -> (Self, Self) {
                let (sin, cos) = if M::EVERY_ANGLE { Real::sin_cos(self.0) } else { M::sin_cos(self.0) };
                (Self::new(sin), Self::new(cos))
            }
            #[inline(always)]
            fn mul_add(self, a: Self, b: Self) -> Self {
                Self::new(Real::mul_add(self.0, a.0, b.0))
            }
            #[inline(always)]
            fn clamp(self, low: Self, high: Self) -> Self {
                Self::new(Real::clamp(self.0, low.0, high.0))
            }
            #[inline(always)]
            fn is_nan(self) -> bool {
                Real::is_nan(self.0)
            }
            #[inline(always)]
            fn is_finite(self) -> bool {
                Real::is_finite(self.0)
            }
        }
    };
}
real! {
    consts { INFINITY NEG_INFINITY NAN EPSILON MIN_POSITIVE }
    math { exp exp2 exp_m1 ln ln_1p log2 log10 tanh erf erfc }
    plain {
        abs sqrt tan asin acos atan sinh cosh asinh acosh atanh cbrt recip signum floor ceil round trunc fract to_degrees to_radians
    }
    two { atan2 hypot copysign max min }
}

#[diagnostic::do_not_recommend]
impl<M: Arithmetic, T: Quick> Differentiable for Lane<M, T> {
    type Tangent = Self;
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        T::agrees(&found.0, &expected.0)
    }
}

impl<M: Arithmetic, T: Quick> Accepts<Self> for Lane<M, T> {
    type Wanted = Yes;
    fn as_sink(&mut self) -> Option<&mut Self> {
        Some(self)
    }
    fn as_source(&self) -> Option<&Self> {
        Some(self)
    }
}

impl<M: Arithmetic, T: Quick> Tangent for Lane<M, T> {
    fn zero() -> Self {
        Self::ZERO
    }
    fn neutral() -> Self {
        -Self::ZERO
    }
    fn accumulate(&mut self, other: &Self) {
        *self += *other;
    }
    fn scale(&mut self, factor: f64) {
        self.0.scale(factor);
    }
    fn inner(&self, other: &Self) -> f64 {
        self.0.inner(&other.0)
    }
}

impl<M: Arithmetic, T: Quick> Taped for Lane<M, T> {
    const BYTES: usize = size_of::<Self>();
    type View<'t> = Self;
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        T::put_all(bytemuck::cast_slice(values), frame);
    }
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        T::get_all::<N>(frame).map(Self::new)
    }
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        let [x] = Self::get_all(frame);
        x
    }
    type Recompute = Yes;
    type Stored = Yes;
}

impl<M: Arithmetic, T: Quick> Fast for Lane<M, T> {
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
