//! Methods of whole numbers, and bit operators, also of flags. They have no derivative: the rules are there so that a whole number that is a part of a differentiable
//! value, such as the length in a field, may be computed with.

use core::ops::{BitAnd, BitOr, BitXor, Shl, Shr};

use crate::rule::{By1, By2, By3, formula, rule};
use crate::tape::No;

/// Declares the rules and the trait that leads from the methods to them.
macro_rules! methods {
    ($($name:ident: $by:ident reads $reads:ty;)*) => {
        $(rule! {
            #[doc = concat!("`", stringify!($name), "` of a whole number: no derivative flows through it.")]
            $name reads $reads;
        })*

        /// Leads from the methods of whole numbers to their rules.
        pub trait RulesOfWholeNumbers {
            crate::derivatives_of! { $($name: $by<$name>;)* }
        }
    };
}
methods! {
    abs: By1 reads (No, No);
    ilog2: By1 reads (No, No);
    isqrt: By1 reads (No, No);
    next_power_of_two: By1 reads (No, No);
    signum: By1 reads (No, No);
    abs_diff: By2 reads (No, No, No);
    bitand: By2 reads (No, No, No);
    bitor: By2 reads (No, No, No);
    bitxor: By2 reads (No, No, No);
    div_ceil: By2 reads (No, No, No);
    div_euclid: By2 reads (No, No, No);
    max: By2 reads (No, No, No);
    min: By2 reads (No, No, No);
    next_multiple_of: By2 reads (No, No, No);
    pow: By2 reads (No, No, No);
    rem_euclid: By2 reads (No, No, No);
    saturating_add: By2 reads (No, No, No);
    saturating_mul: By2 reads (No, No, No);
    saturating_sub: By2 reads (No, No, No);
    shl: By2 reads (No, No, No);
    shr: By2 reads (No, No, No);
    wrapping_add: By2 reads (No, No, No);
    wrapping_mul: By2 reads (No, No, No);
    wrapping_sub: By2 reads (No, No, No);
    clamp: By3 reads (No, No, No, No);
}

macro_rules! of_all {
    ($($t:ident)*) => {$(
        impl RulesOfWholeNumbers for $t {}
        of_all!(@two $t: bitand bitor bitxor div_euclid max min rem_euclid saturating_add saturating_mul saturating_sub shl shr wrapping_add wrapping_mul wrapping_sub);
        formula! { {} {ilog2} constant for [] (a: $t) -> u32; y = a.ilog2(); }
        formula! { {} {isqrt} constant for [] (a: $t) -> $t; y = a.isqrt(); }
        formula! { {} {pow} constant for [] (a: $t, b: u32) -> $t; y = a.pow(*b); }
        formula! { {} {clamp} constant for [] (a: $t, b: $t, c: $t) -> $t; y = Ord::clamp(*a, *b, *c); }
    )*};
    (@shifted $t:ident by $($by:ident)*) => {$(
        formula! { {} {shl} constant for [] (a: $t, b: $by) -> $t; y = *a << *b; }
        formula! { {} {shr} constant for [] (a: $t, b: $by) -> $t; y = *a >> *b; }
    )*};
    (@two $t:ident: $($name:ident)*) => {
        $(formula! { {} {$name} constant for [] (a: $t, b: $t) -> $t; y = (*a).$name(*b); })*
    };
}
of_all!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

of_all!(@two bool: bitand bitor bitxor);
impl RulesOfWholeNumbers for bool {}
of_all!(@shifted u8 by u32 usize i32);
of_all!(@shifted u16 by u32 usize i32);
of_all!(@shifted u32 by usize i32);
of_all!(@shifted u64 by u32 usize i32);
of_all!(@shifted usize by u32 i32);
of_all!(@shifted i32 by u32 usize);
of_all!(@shifted i64 by u32 usize i32);

macro_rules! of_unsigned {
    ($($t:ident)*) => {$(
        of_all!(@two $t: abs_diff div_ceil next_multiple_of);
        formula! { {} {next_power_of_two} constant for [] (a: $t) -> $t; y = a.next_power_of_two(); }
    )*};
}
of_unsigned!(u8 u16 u32 u64 u128 usize);

macro_rules! of_signed {
    ($($t:ident $u:ident)*) => {$(
        formula! { {} {abs} constant for [] (a: $t) -> $t; y = a.abs(); }
        formula! { {} {signum} constant for [] (a: $t) -> $t; y = a.signum(); }
        formula! { {} {abs_diff} constant for [] (a: $t, b: $t) -> $u; y = a.abs_diff(*b); }
    )*};
}
of_signed!(i8 u8 i16 u16 i32 u32 i64 u64 i128 u128 isize usize);
