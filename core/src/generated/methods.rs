//! The rules of methods of numbers, by their names.
#![allow(non_upper_case_globals, reason = "they are called what the methods are called")]

use crate::ops::elementwise as of;
use crate::rule::{By1, By2};

macro_rules! rules {
    ($($name:ident: $by:ident<$rule:path>;)*) => {
        $(
            #[doc = concat!("The rule of `", stringify!($name), "`.")]
            pub const $name: $by<$rule> = $by::new();
        )*
    };
}

rules! {
    abs: By1<of::abs>;
    acos: By1<of::acos>;
    acosh: By1<of::acosh>;
    asin: By1<of::asin>;
    asinh: By1<of::asinh>;
    atan: By1<of::atan>;
    atanh: By1<of::atanh>;
    cbrt: By1<of::cbrt>;
    cos: By1<of::cos>;
    cosh: By1<of::cosh>;
    exp: By1<of::exp>;
    exp2: By1<of::exp2>;
    exp_m1: By1<of::exp_m1>;
    fract: By1<of::fract>;
    ln: By1<of::ln>;
    ln_1p: By1<of::ln_1p>;
    log10: By1<of::log10>;
    log2: By1<of::log2>;
    max: By2<of::maximum>;
    min: By2<of::minimum>;
    powf: By2<of::powf>;
    powi: By2<crate::ops::powi::powi>;
    recip: By1<of::recip>;
    sin: By1<of::sin>;
    sinh: By1<of::sinh>;
    sqrt: By1<of::sqrt>;
    tan: By1<of::tan>;
    tanh: By1<of::tanh>;
    to_degrees: By1<of::to_degrees>;
    to_radians: By1<of::to_radians>;
}
