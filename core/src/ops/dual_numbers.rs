//! Functions of dual numbers.
//!
//! No formula is new here: a function takes its derivative from the row of the operation of the same name.

use super::{arithmetic, elementwise, powi};
use crate::rule::{Rule2, Rule3};
use crate::scalar::{Dictionary, Dual, Functions, Real, Scalar, StrongZero, div_euclid, each, rem_euclid};

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
        #[diagnostic::do_not_recommend]
        impl<T: Real> Scalar for Dual<T> {
            type Itself = Self;
        }

        impl<T: Real> Functions for Dictionary<Dual<T>> {
            type Number = Dual<T>;
            type Wide = Dual<T::Wide>;
            const ZERO: Dual<T> = Dual::constant(T::ZERO);
            const ONE: Dual<T> = Dual::constant(T::ONE);
            $(const $konst: Dual<T> = Dual::constant(T::$konst);)*
            const PLAIN: bool = false;
            #[inline]
            fn widen(x: Dual<T>) -> Dual<T::Wide> {
                let [x, t] = x.parts();
                Dual::new(x.widen(), t.widen())
            }
            #[inline]
            fn rounded(wide: Dual<T::Wide>) -> Dual<T> {
                let [x, t] = wide.parts();
                Dual::new(T::rounded(x), T::rounded(t))
            }
            #[inline]
            fn widen_all(numbers: &[Dual<T>], wide: &mut [Dual<T::Wide>]) {
                each(numbers, wide, Self::widen);
            }
            #[inline]
            fn round_all(wide: &[Dual<T::Wide>], numbers: &mut [Dual<T>]) {
                each(wide, numbers, Self::rounded);
            }
            #[inline]
            fn neutral() -> Dual<T> {
                Dual::new(T::neutral(), T::neutral())
            }
            #[inline]
            fn scale(x: &mut Dual<T>, factor: f64) {
                let [mut value, mut tangent] = x.parts();
                value.scale(factor);
                tangent.scale(factor);
                *x = Dual::new(value, tangent);
            }
            /// For the values only; an `f64` has no room for the tangent.
            #[inline]
            fn inner(x: &Dual<T>, other: &Dual<T>) -> f64 {
                x.value().inner(&other.value())
            }
            #[inline]
            fn is_nothing(_: &Dual<T>) -> bool {
                false
            }
            #[inline]
            fn lit(value: f64) -> Dual<T> {
                Dual::constant(T::lit(value))
            }
            #[inline]
            fn from_usize(value: usize) -> Dual<T> {
                Dual::constant(T::from_usize(value))
            }
            #[inline]
            fn to_f64(x: Dual<T>) -> f64 {
                x.value().to_f64()
            }
            $(
                #[inline]
                fn $row(x: Dual<T>) -> Dual<T> {
                    x.row::<elementwise::$row>()
                }
            )*
            $(
                #[inline]
                fn $two(x: Dual<T>, other: Dual<T>) -> Dual<T> {
                    x.two::<$rule>(other)
                }
            )*
            #[inline]
            fn powi(x: Dual<T>, n: i32) -> Dual<T> {
                let [x, t] = x.parts();
                Dual::new(x.powi(n), t.times(powi::powi_partial(x, n)))
            }
            #[inline]
            fn sin_cos(x: Dual<T>) -> (Dual<T>, Dual<T>) {
                let [x, t] = x.parts();
                let (sin, cos) = x.sin_cos();
                (Dual::new(sin, t.strongly(|t| t * cos)), Dual::new(cos, -t.strongly(|t| t * sin)))
            }
            #[inline]
            fn mul_add(x: Dual<T>, a: Dual<T>, b: Dual<T>) -> Dual<T> {
                three::<arithmetic::mul_add, T>(x, a, b)
            }
            #[inline]
            fn clamp(x: Dual<T>, low: Dual<T>, high: Dual<T>) -> Dual<T> {
                three::<elementwise::clamp, T>(x, low, high)
            }
            #[inline]
            fn rem_euclid(x: Dual<T>, other: Dual<T>) -> Dual<T> {
                rem_euclid(x, other)
            }
            #[inline]
            fn div_euclid(x: Dual<T>, other: Dual<T>) -> Dual<T> {
                div_euclid(x, other)
            }
            #[inline]
            fn is_nan(x: Dual<T>) -> bool {
                x.value().is_nan()
            }
            #[inline]
            fn is_finite(x: Dual<T>) -> bool {
                x.value().is_finite()
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
