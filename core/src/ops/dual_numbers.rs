//! Functions of dual numbers.
//!
//! No formula is new here: a function takes its derivative from the row of the operation of the same name.

use super::{arithmetic, elementwise, powi};
use crate::rule::{Rule2, Rule3};
use crate::scalar::{Dual, Real, StrongZero};

impl<T: Real> Dual<T> {
    /// The value and the tangent of a rule with two operands.
    #[inline]
    pub(crate) fn two<R: Rule2<T, T, Output = T>>(self, b: Self) -> Self {
        let ([a, a_dot], [b, b_dot]) = (self.parts(), b.parts());
        let (y, _) = R::forward(&a, &b);
        Self::new(y, R::jvp(&a, &b, &y, Some(&a_dot), Some(&b_dot)))
    }
}

/// The value and the tangent of a rule with three operands.
#[inline]
fn three<R: Rule3<T, T, T, Output = T>, T: Real>(a: Dual<T>, b: Dual<T>, c: Dual<T>) -> Dual<T> {
    let ([a, a_dot], [b, b_dot], [c, c_dot]) = (a.parts(), b.parts(), c.parts());
    let (y, _) = R::forward(&a, &b, &c);
    Dual::new(y, R::jvp(&a, &b, &c, &y, Some(&a_dot), Some(&b_dot), Some(&c_dot)))
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
                self.value().to_f64()
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
                let [x, t] = self.parts();
                Self::new(x.powi(n), t.times(powi::powi_partial(x, n)))
            }
            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                let [x, t] = self.parts();
                let (sin, cos) = x.sin_cos();
                (Self::new(sin, t.strongly(|t| t * cos)), Self::new(cos, -t.strongly(|t| t * sin)))
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
                self.value().is_nan()
            }
            #[inline]
            fn is_finite(self) -> bool {
                self.value().is_finite()
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
