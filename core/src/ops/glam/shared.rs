//! Rules of nalgebra's types that glam's have too, each under a name of its own here.
//!
//! Where all operands of a rule are of one family, the compiler sees through references to them. So none has operands of two crates.

use crate::ops::nalgebra::matrices as of;
use crate::rule::Rule;

macro_rules! shared {
    ($($name:ident)*) => {
        $(
            #[doc = concat!("`", stringify!($name), "` of glam's types.")]
            #[allow(non_camel_case_types)]
            #[derive(Clone, Copy, Debug, Default)]
            pub struct $name;
            impl Rule for $name {
                type Reads = <of::$name as Rule>::Reads;
            }
        )*
    };
}
shared! {
    dot norm_squared normalize distance lerp sum product matrix_max matrix_min component_abs
    sup inf cross angle perp determinant transpose try_inverse diagonal tr_mul
}

/// The last component of a vector that is one longer.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default)]
pub struct push;
impl Rule for push {
    type Reads = <crate::ops::nalgebra::shapes::push as Rule>::Reads;
}
