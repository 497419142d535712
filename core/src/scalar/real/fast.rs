//! The functions of [`math`](crate::math) for every number type: of 16 bits by way of `f32`.

#[cfg(feature = "half")]
use super::Element;
use crate::scalar::math;

/// Calls a macro with all of them: what [`Fast`] calls it, what `math` does, and its row.
macro_rules! with_functions {
    ($call:ident $($of:ty)?) => {
        $call! {
            $($of;)?
            math_exp: exp, fast_exp;
            math_exp2: exp2, fast_exp2;
            math_exp_m1: exp_m1, fast_exp_m1;
            math_ln: ln, fast_ln;
            math_ln_1p: ln_1p, fast_ln_1p;
            math_log2: log2, fast_log2;
            math_log10: log10, fast_log10;
            math_tanh: tanh, fast_tanh;
            math_sigmoid: sigmoid, fast_sigmoid;
            math_sin: sin, fast_sin;
            math_cos: cos, fast_cos;
            math_erf: erf, fast_erf;
            math_erfc: erfc, fast_erfc;
        }
    };
}

pub(crate) use with_functions;

macro_rules! declare {
    ($($name:ident: $function:ident, $row:ident;)*) => {
        /// Elementary functions by [`math`](crate::math), see there.
        pub trait Fast: Copy {
            $(
                #[doc = concat!("[`math::", stringify!($function), "`](crate::scalar::math::", stringify!($function), ")")]
                #[must_use]
                fn $name(self) -> Self;
            )*
            /// [`math::powf`](crate::math::powf)
            #[must_use]
            fn math_powf(self, p: Self) -> Self;
            /// [`math::sin_cos`](crate::math::sin_cos)
            #[must_use]
            fn math_sin_cos(self) -> (Self, Self);
            /// [`math::sigmoids`](crate::math::sigmoids)
            #[must_use]
            fn math_sigmoids(self) -> (Self, Self);
            /// [`math::gelu`](crate::math::gelu)
            #[must_use]
            fn math_gelu(self) -> (Self, Self);
        }
    };
}
with_functions!(declare);

macro_rules! number {
    ($t:ty; $($name:ident: $function:ident, $row:ident;)*) => {
        impl Fast for $t {
            $(
                #[inline(always)]
                fn $name(self) -> Self {
                    math::$function(self)
                }
            )*
            #[inline(always)]
            fn math_powf(self, p: Self) -> Self {
                math::powf(self, p)
            }
            #[inline(always)]
            fn math_sin_cos(self) -> (Self, Self) {
                math::sin_cos(self)
            }
            #[inline(always)]
            fn math_sigmoids(self) -> (Self, Self) {
                math::sigmoids(self)
            }
            #[inline(always)]
            fn math_gelu(self) -> (Self, Self) {
                math::gelu(self)
            }
        }
    };
}
with_functions!(number f32);
with_functions!(number f64);

#[cfg(feature = "half")]
macro_rules! half {
    ($t:ty; $($name:ident: $function:ident, $row:ident;)*) => {
        impl Fast for $t {
            $(
                #[inline(always)]
                fn $name(self) -> Self {
                    Self::rounded(math::$function(self.widen()))
                }
            )*
            #[inline(always)]
            fn math_powf(self, p: Self) -> Self {
                Self::rounded(math::powf(self.widen(), p.widen()))
            }
            #[inline(always)]
            fn math_sin_cos(self) -> (Self, Self) {
                let (sin, cos) = math::sin_cos(self.widen());
                (Self::rounded(sin), Self::rounded(cos))
            }
            #[inline(always)]
            fn math_sigmoids(self) -> (Self, Self) {
                let (s, opposite) = math::sigmoids(self.widen());
                (Self::rounded(s), Self::rounded(opposite))
            }
            #[inline(always)]
            fn math_gelu(self) -> (Self, Self) {
                let (value, slope) = math::gelu(self.widen());
                (Self::rounded(value), Self::rounded(slope))
            }
        }
    };
}
#[cfg(feature = "half")]
with_functions!(half half::f16);
#[cfg(feature = "half")]
with_functions!(half half::bf16);
