//! Dual numbers as numbers: arithmetic, comparison, elementary functions.
//!
//! No formula is new here: a function takes its derivative from the row of the operation of the same name.

use core::cmp::Ordering;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};

use super::Dual;
use crate::ops::{arithmetic, elementwise, powi};
use crate::real::{Element, Real, Strong, logistic, times_normal};
use crate::rule::{Elementwise, Partial, Rule2, Rule3, times_partial};
use crate::tape::Read;

impl<T: Real> Element for Dual<T> {
    const ZERO: Self = Self::constant(T::ZERO);
    const ONE: Self = Self::constant(T::ONE);
    type Accumulator = Dual<T::Wide>;
    #[inline]
    fn widen(self) -> Dual<T::Wide> {
        Dual(self.0.map(T::widen))
    }
    #[inline]
    fn rounded(wide: Dual<T::Wide>) -> Self {
        Self(wide.0.map(T::rounded))
    }
}

/// By value.
impl<T: PartialEq> PartialEq for Dual<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.0[0] == other.0[0]
    }
}

/// By value.
impl<T: PartialOrd> PartialOrd for Dual<T> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.0[0].partial_cmp(&other.0[0])
    }
    #[inline]
    fn lt(&self, other: &Self) -> bool {
        self.0[0] < other.0[0]
    }
    #[inline]
    fn le(&self, other: &Self) -> bool {
        self.0[0] <= other.0[0]
    }
    #[inline]
    fn gt(&self, other: &Self) -> bool {
        self.0[0] > other.0[0]
    }
    #[inline]
    fn ge(&self, other: &Self) -> bool {
        self.0[0] >= other.0[0]
    }
}

/// `d · x`, nothing of a tangent `d` that is zero.
#[inline]
fn along<T: Real>(d: T, x: T) -> T {
    d.strongly(|d| d * x)
}

macro_rules! operators {
    ($($trait:ident $method:ident $assign_trait:ident $assign:ident: |[$a:ident, $s:ident], [$b:ident, $t:ident]| $value:expr;)*) => {$(
        impl<T: Real> $trait for Dual<T> {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let ([$a, $s], [$b, $t]) = (self.0, other.0);
                Self($value)
            }
        }
        impl<T: Real> $assign_trait for Dual<T> {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    )*};
}
operators! {
    Add add AddAssign add_assign: |[a, s], [b, t]| [a + b, s + t];
    Sub sub SubAssign sub_assign: |[a, s], [b, t]| [a - b, s - t];
    Mul mul MulAssign mul_assign: |[a, s], [b, t]| [a * b, along(s, b) + along(t, a)];
    Div div DivAssign div_assign: |[a, s], [b, t]| {
        let q = a / b;
        [q, (s - along(t, q)).strongly(|d| d / b)]
    };
    Rem rem RemAssign rem_assign: |[a, s], [b, t]| [a % b, s - along(t, (a / b).trunc())];
}

impl<T: Real> Neg for Dual<T> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(self.0.map(T::neg))
    }
}

impl<T: Real> Strong for Dual<T> {
    #[inline]
    fn vanishes(self) -> bool {
        self.0[0].vanishes() && self.0[1].vanishes()
    }
    /// A value of zero stays one, and then the tangent is that of `f` where it stands: its slope may move infinitely fast.
    #[inline]
    fn strongly(self, f: impl Fn(Self) -> Self) -> Self {
        let [c, d] = self.0;
        // Computed first, so that the choice is a mask and not a branch.
        let (moving, alone) = (f(self), Self([T::ZERO, d.strongly(|d| f(Self::constant(d)).0[0])]));
        if c.vanishes() { alone } else { moving }
    }
    #[inline]
    fn times(self, slope: Self) -> Self {
        let ([c, d], [s, t]) = (self.0, slope.0);
        Self([c.times(s), d.times(s) + c.times(t)])
    }
    const PARTS: usize = 2 * T::PARTS;
    #[inline]
    fn part(self, i: usize) -> f64 {
        if i < T::PARTS { self.0[0].part(i) } else { self.0[1].part(i - T::PARTS) }
    }
    #[inline]
    fn from_parts(part: impl Fn(usize) -> f64) -> Self {
        Self([T::from_parts(&part), T::from_parts(|i| part(T::PARTS + i))])
    }
    #[inline]
    fn logistic(self) -> Self {
        logistic(self)
    }
    #[inline]
    fn logistics(self) -> (Self, Self) {
        (logistic(self), logistic(-self))
    }
    #[inline]
    fn times_normal(self) -> (Self, Self) {
        times_normal(self, Real::erfc, Real::exp)
    }
    #[inline]
    fn row<R: Elementwise>(self) -> Self {
        let [x, t] = self.0;
        let (y, residual) = R::From::forward::<R, T>(&x);
        let from = R::From::pick(&residual, Read::live(&x), Read::live(&y), &t);
        Self([y, T::rounded(times_partial::<R, T::Wide>(t.widen(), from.widen()))])
    }
}

impl<T: Real> Dual<T> {
    /// The value and the tangent of a rule with two operands.
    #[inline]
    pub(crate) fn two<R: Rule2<T, T, Output = T>>(self, b: Self) -> Self {
        let ([a, a_dot], [b, b_dot]) = (self.0, b.0);
        let (y, _) = R::forward(&a, &b);
        Self([y, R::jvp(&a, &b, &y, Some(&a_dot), Some(&b_dot))])
    }
}

/// The value and the tangent of a rule with three operands.
#[inline]
fn three<R: Rule3<T, T, T, Output = T>, T: Real>(a: Dual<T>, b: Dual<T>, c: Dual<T>) -> Dual<T> {
    let ([a, a_dot], [b, b_dot], [c, c_dot]) = (a.0, b.0, c.0);
    let (y, _) = R::forward(&a, &b, &c);
    Dual([y, R::jvp(&a, &b, &c, &y, Some(&a_dot), Some(&b_dot), Some(&c_dot))])
}

macro_rules! real {
    (
        consts { $($konst:ident)* }
        rows { $($row:ident)* }
        two { $($two:ident: $rule:ty;)* }
    ) => {
        impl<T: Real> Real for Dual<T> {
            type Wide = Dual<T::Wide>;
            $(const $konst: Self = Self::constant(T::$konst);)*
            #[inline]
            fn lit(value: f64) -> Self {
                Self::constant(T::lit(value))
            }
            #[inline]
            fn from_usize(value: usize) -> Self {
                Self::constant(T::from_usize(value))
            }
            #[inline]
            fn to_f64(self) -> f64 {
                self.0[0].to_f64()
            }
            $(
                #[inline]
                fn $row(self) -> Self {
                    self.row::<elementwise::$row>()
                }
            )*
            $(
                #[inline]
                fn $two(self, other: Self) -> Self {
                    self.two::<$rule>(other)
                }
            )*
            #[inline]
            fn powi(self, n: i32) -> Self {
                let [x, t] = self.0;
                Self([x.powi(n), t.times(powi::powi_partial(x, n))])
            }
            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                let [x, t] = self.0;
                let (sin, cos) = x.sin_cos();
                (Self([sin, along(t, cos)]), Self([cos, -along(t, sin)]))
            }
            #[inline]
            fn mul_add(self, a: Self, b: Self) -> Self {
                three::<arithmetic::mul_add, T>(self, a, b)
            }
            #[inline]
            fn clamp(self, low: Self, high: Self) -> Self {
                three::<elementwise::clamp, T>(self, low, high)
            }
            #[inline]
            fn is_nan(self) -> bool {
                self.0[0].is_nan()
            }
            #[inline]
            fn is_finite(self) -> bool {
                self.0[0].is_finite()
            }
        }
    };
}
real! {
    consts { INFINITY NEG_INFINITY NAN EPSILON MIN_POSITIVE }
    rows {
        abs exp ln ln_1p exp_m1 sqrt sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp2 log2 log10 cbrt
        recip signum floor ceil round trunc fract to_degrees to_radians erf erfc
    }
    two {
        powf: elementwise::powf;
        atan2: elementwise::atan2;
        hypot: elementwise::hypot;
        copysign: elementwise::copysign;
        max: elementwise::maximum;
        min: elementwise::minimum;
    }
}
