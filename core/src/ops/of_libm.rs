//! Functions of `libm` that are called by their paths: `libm::erf(x)`, `libm::sqrtf(x)`.
//!
//! The value is that of `libm`, to the last bit. The derivative is that of the method with this meaning.

use core::marker::PhantomData;

use crate::differentiable::{Ct, Differentiable};
use crate::ops::{arithmetic, elementwise, sin_cos};
use crate::rule::slot::Slot;
use crate::rule::{By1, By2, By3, Rule, Rule1, Rule2, Rule3};
use crate::tape::Read;

/// The rule `R` with the value of the function `F`.
#[derive(Debug)]
pub struct OfLibm<F, R>(PhantomData<fn() -> (F, R)>);

impl<F, R> Clone for OfLibm<F, R> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<F, R> Copy for OfLibm<F, R> {}
impl<F, R> Default for OfLibm<F, R> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<F: 'static, R: Rule> Rule for OfLibm<F, R> {
    type Reads = R::Reads;
    const OFTEN_ZERO: bool = R::OFTEN_ZERO;
}

macro_rules! of_libm {
    ($by:ident $rule:ident $value:ident $operands:tt: $($f:ident $single:ident = $r:path;)+) => {
        of_libm!(@rule $rule $value $operands);
        $(
            of_libm!(@function $rule $value $operands f64: $f = $r);
            of_libm!(@function $rule $value $operands f32: $single = $r);
        )+

        impl Functions {
            $(crate::derivatives_of! {
                pub fn $f: $by<OfLibm<$f, $r>>;
                pub fn $single: $by<OfLibm<$single, $r>>;
            })+
        }
    };
    (@rule $rule:ident $value:ident ($($x:ident $X:ident $x_bar:ident $x_dot:ident $x_bar_dot:ident),+)) => {
        /// A function of `libm`.
        pub trait $value<$($X),+> {
            /// The type of the result.
            type Output;
            /// The value.
            fn value($($x: &$X),+) -> Self::Output;
        }

        impl<F, R, $($X: Differentiable),+> $rule<$($X),+> for OfLibm<F, R>
        where
            R: $rule<$($X),+>,
            F: $value<$($X,)+ Output = R::Output> + 'static,
        {
            type Output = R::Output;
            type Residual = R::Residual;
            #[inline(always)]
            fn forward($($x: &$X),+) -> (R::Output, R::Residual) {
                (F::value($($x),+), R::forward($($x),+).1)
            }
            #[inline(always)]
            fn vjp(
                residual: &R::Residual,
                $($x: Read<'_, $X>,)+
                y: Read<'_, R::Output>,
                y_bar: &Ct<R::Output>,
                $($x_bar: impl Slot<Ct<$X>>),+
            ) {
                R::vjp(residual, $($x,)+ y, y_bar, $($x_bar),+);
            }
            #[inline(always)]
            fn jvp($($x: &$X,)+ y: &R::Output, $($x_dot: Option<&Ct<$X>>),+) -> Ct<R::Output> {
                R::jvp($($x,)+ y, $($x_dot),+)
            }
            #[inline(always)]
            fn vjp_dual(
                $($x: Read<'_, $X>, $x_dot: Option<&Ct<$X>>,)+
                y: Read<'_, R::Output>,
                y_dot: Option<&Ct<R::Output>>,
                y_bar: &Ct<R::Output>,
                y_bar_dot: Option<&Ct<R::Output>>,
                $($x_bar: impl Slot<Ct<$X>>, $x_bar_dot: impl Slot<Ct<$X>>),+
            ) {
                R::vjp_dual($($x, $x_dot,)+ y, y_dot, y_bar, y_bar_dot, $($x_bar, $x_bar_dot),+);
            }
        }
    };
    (
        @function $rule:ident $value:ident ($($x:ident $X:ident $x_bar:ident $x_dot:ident $x_bar_dot:ident),+) $t:ident:
        $f:ident = $r:path
    ) => {
        #[doc = concat!("`libm::", stringify!($f), "`.")]
        #[derive(Debug)]
        #[allow(non_camel_case_types, reason = "it is a function")]
        pub struct $f;

        impl $value<$(of_libm!(@type $t $X)),+> for $f {
            type Output = <$r as $rule<$(of_libm!(@type $t $X)),+>>::Output;
            #[inline(always)]
            fn value($($x: &$t),+) -> Self::Output {
                libm::$f($(*$x),+)
            }
        }
    };
    (@type $t:ident $X:ident) => { $t };
}

/// The functions of `libm`. Derived code claims of a path that it is one of these.
#[derive(Debug)]
pub struct Functions;

of_libm! {
    By1 Rule1 Value1 (a A a_bar a_dot a_bar_dot):
    acos acosf = elementwise::acos;
    acosh acoshf = elementwise::acosh;
    asin asinf = elementwise::asin;
    asinh asinhf = elementwise::asinh;
    atan atanf = elementwise::atan;
    atanh atanhf = elementwise::atanh;
    cbrt cbrtf = elementwise::cbrt;
    ceil ceilf = elementwise::ceil;
    cos cosf = elementwise::cos;
    cosh coshf = elementwise::cosh;
    erf erff = elementwise::erf;
    erfc erfcf = elementwise::erfc;
    exp expf = elementwise::exp;
    exp2 exp2f = elementwise::exp2;
    expm1 expm1f = elementwise::exp_m1;
    fabs fabsf = elementwise::abs;
    floor floorf = elementwise::floor;
    log logf = elementwise::ln;
    log10 log10f = elementwise::log10;
    log1p log1pf = elementwise::ln_1p;
    log2 log2f = elementwise::log2;
    rint rintf = elementwise::round_ties_even;
    round roundf = elementwise::round;
    sin sinf = elementwise::sin;
    sincos sincosf = sin_cos::sin_cos;
    sinh sinhf = elementwise::sinh;
    sqrt sqrtf = elementwise::sqrt;
    tan tanf = elementwise::tan;
    tanh tanhf = elementwise::tanh;
    trunc truncf = elementwise::trunc;
}

of_libm! {
    By2 Rule2 Value2 (a A a_bar a_dot a_bar_dot, b B b_bar b_dot b_bar_dot):
    atan2 atan2f = elementwise::atan2;
    copysign copysignf = elementwise::copysign;
    fmax fmaxf = elementwise::maximum;
    fmin fminf = elementwise::minimum;
    fmod fmodf = arithmetic::rem;
    hypot hypotf = elementwise::hypot;
    pow powf = elementwise::powf;
}

of_libm! {
    By3 Rule3 Value3 (a A a_bar a_dot a_bar_dot, b B b_bar b_dot b_bar_dot, c C c_bar c_dot c_bar_dot):
    fma fmaf = arithmetic::mul_add;
}
