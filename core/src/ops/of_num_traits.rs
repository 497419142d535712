//! Functions of `num_traits` that are called by a path.
//!
//! `T::from(x)`, `NumCast::from(x)`, `num_traits::cast(x)`, `num_traits::clamp(x, a, b)`, `num_traits::pow(x, n)`, `Float::sqrt(x)`.

use crate::ops::casts::{add_cast, from_parts_of, number_cast};
use crate::ops::elementwise::{FunctionsOfNumbers, clamp};
use crate::rule::{By1, By2, By3, formula, rule, times};
use crate::scalar::Real;
use crate::tape::{No, Yes};

rule! {
    /// `NumCast::from(a)`: `a` as a number of type `Y`, in an `Option`. Derivative 1; the cotangent is rounded to the type of `a`.
    num_cast<Y> reads (No, No);
    linear for [A: Real, Y: Real] (a: A) -> Option<Y>;
    y = Some(number_cast(*a));
    a (=> |c, d| add_cast(d, *c));
    tangent(a_dot) = a_dot.map_or(Y::ZERO, |t| from_parts_of(*t));
}

/// Of whole numbers: no derivative flows through it.
macro_rules! of_whole_numbers {
    ($($t:ty)*) => {$(
        formula! {
            {} {num_cast<Y>}
            constant for [Y: Real] (a: $t) -> Option<Y>;
            y = {
                #[allow(clippy::cast_precision_loss, clippy::cast_lossless)]
                Some(Y::lit(*a as f64))
            };
        }
    )*};
}
of_whole_numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

rule! {
    /// `num_traits::pow(x, n)`: `xⁿ` by squaring. Derivative `n xⁿ⁻¹`; 0 for `n = 0`, whatever `x` is.
    pow_by_squaring reads (Yes, Yes, No);
    lifted for [T: Real] (x: T, n: usize) -> T;
    y = power(*x, *n);
    x (x, n => |c, d| *d += times(*c, slope(*x, *n))), n (none);
    tangent(x_dot, _n) = x_dot.map_or(T::ZERO, |t| times(*t, slope(*x, *n)));
}

/// `xⁿ`, rounded as `num_traits::pow` rounds it.
#[inline(always)]
fn power<T: Real>(mut x: T, mut n: usize) -> T {
    if n == 0 {
        return T::ONE;
    }
    while n & 1 == 0 {
        x *= x;
        n >>= 1;
    }
    let mut product = x;
    while n > 1 {
        n >>= 1;
        x *= x;
        if n & 1 == 1 {
            product *= x;
        }
    }
    product
}

/// `n xⁿ⁻¹`
#[inline(always)]
fn slope<T: Real>(x: T, n: usize) -> T {
    #[allow(clippy::cast_precision_loss, reason = "a power so high is infinite, 1 or 0")]
    if n == 0 { T::ZERO } else { T::lit(n as f64) * power(x, n - 1) }
}

/// The functions of `num_traits`, and those of its traits. Derived code claims of a path that it is one of these.
#[derive(Debug)]
pub struct Functions;

impl Functions {
    crate::derivatives_of! {
        pub fn cast<Y: Real>: By1<num_cast<Y>>;
        pub fn clamp: By3<clamp>;
        pub fn pow: By2<pow_by_squaring>;
    }
}
impl FunctionsOfNumbers for Functions {}
