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
use super::{Dictionary, Element, Fast, Functions, Real, Scalar, ScalarFunction, StrongZero, div_euclid, rem_euclid};
use crate::differentiable::{Accepts, Difference, Differentiable, Yes};
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
        #[diagnostic::do_not_recommend]
        impl<M: Arithmetic, T: Quick> Scalar for Lane<M, T> {
            type Itself = Self;
        }

        impl<M: Arithmetic, T: Quick> Functions for Dictionary<Lane<M, T>> {
            type Number = Lane<M, T>;
            type Wide = Lane<M, T>;
            const ZERO: Lane<M, T> = Lane::new(<T as Element>::ZERO);
            const ONE: Lane<M, T> = Lane::new(<T as Element>::ONE);
            #[inline(always)]
            fn widen(x: Lane<M, T>) -> Lane<M, T> {
                x
            }
            #[inline(always)]
            fn rounded(wide: Lane<M, T>) -> Lane<M, T> {
                wide
            }
            #[inline(always)]
            fn widen_all(numbers: &[Lane<M, T>], wide: &mut [Lane<M, T>]) {
                wide.copy_from_slice(numbers);
            }
            #[inline(always)]
            fn round_all(wide: &[Lane<M, T>], numbers: &mut [Lane<M, T>]) {
                numbers.copy_from_slice(wide);
            }
            #[inline(always)]
            fn neutral() -> Lane<M, T> {
                Lane::new(T::neutral())
            }
            #[inline(always)]
            fn scale(x: &mut Lane<M, T>, factor: f64) {
                x.0.scale(factor);
            }
            #[inline(always)]
            fn inner(x: &Lane<M, T>, other: &Lane<M, T>) -> f64 {
                x.0.inner(&other.0)
            }
            #[inline(always)]
            fn is_nothing(_: &Lane<M, T>) -> bool {
                false
            }
            #[inline(always)]
            fn rem_euclid(x: Lane<M, T>, other: Lane<M, T>) -> Lane<M, T> {
                rem_euclid(x, other)
            }
            #[inline(always)]
            fn div_euclid(x: Lane<M, T>, other: Lane<M, T>) -> Lane<M, T> {
                div_euclid(x, other)
            }
            $(const $konst: Lane<M, T> = Lane::new(<T as Real>::$konst);)*
            #[inline(always)]
            fn lit(value: f64) -> Lane<M, T> {
                Lane::new(<T as Real>::lit(value))
            }
            #[inline(always)]
            fn from_usize(value: usize) -> Lane<M, T> {
                Lane::new(<T as Real>::from_usize(value))
            }
            #[inline(always)]
            fn to_f64(x: Lane<M, T>) -> f64 {
                Real::to_f64(x.0)
            }
            $(#[inline(always)] fn $quick(x: Lane<M, T>) -> Lane<M, T> { Lane::new(M::$quick(x.0)) })*
            $(#[inline(always)] fn $one(x: Lane<M, T>) -> Lane<M, T> { Lane::new(Real::$one(x.0)) })*
            $(#[inline(always)] fn $two(x: Lane<M, T>, other: Lane<M, T>) -> Lane<M, T> { Lane::new(Real::$two(x.0, other.0)) })*
            #[inline(always)]
            fn powf(x: Lane<M, T>, p: Lane<M, T>) -> Lane<M, T> {
                Lane::new(M::powf(x.0, p.0))
            }
            #[inline(always)]
            fn powi(x: Lane<M, T>, n: i32) -> Lane<M, T> {
                Lane::new(Real::powi(x.0, n))
            }
            #[inline(always)]
            fn sin(x: Lane<M, T>) -> Lane<M, T> {
                Lane::new(if M::EVERY_ANGLE { Real::sin(x.0) } else { M::sin(x.0) })
            }
            #[inline(always)]
            fn cos(x: Lane<M, T>) -> Lane<M, T> {
                Lane::new(if M::EVERY_ANGLE { Real::cos(x.0) } else { M::cos(x.0) })
            }
            #[inline(always)]
            fn sin_cos(x: Lane<M, T>) -> (Lane<M, T>, Lane<M, T>) {
                let (sin, cos) = if M::EVERY_ANGLE { Real::sin_cos(x.0) } else { M::sin_cos(x.0) };
                (Lane::new(sin), Lane::new(cos))
            }
            #[inline(always)]
            fn mul_add(x: Lane<M, T>, a: Lane<M, T>, b: Lane<M, T>) -> Lane<M, T> {
                Lane::new(Real::mul_add(x.0, a.0, b.0))
            }
            #[inline(always)]
            fn clamp(x: Lane<M, T>, low: Lane<M, T>, high: Lane<M, T>) -> Lane<M, T> {
                Lane::new(Real::clamp(x.0, low.0, high.0))
            }
            #[inline(always)]
            fn is_nan(x: Lane<M, T>) -> bool {
                Real::is_nan(x.0)
            }
            #[inline(always)]
            fn is_finite(x: Lane<M, T>) -> bool {
                Real::is_finite(x.0)
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
    #[inline(always)]
    fn copied(value: &Self) -> Self {
        *value
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
