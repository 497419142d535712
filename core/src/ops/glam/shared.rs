//! Rules that glam's types share with nalgebra's, each under a name of its own.
//!
//! A rule whose operands are all of one family takes `&&x` for `&x`: the compiler knows what to dereference to. With operands of a second
//! crate it would not. So glam's types are operands of rules of their own, and nalgebra's rules keep their one family.

use crate::ops::nalgebra::{matrices, parts, shapes};
use crate::rule::{Rule, rule};

macro_rules! shared {
    ($($of:ident: $($name:ident)*;)*) => {$($(
        rule! {
            #[doc = concat!("`", stringify!($name), "` of glam's types.")]
            $name reads <$of::$name as Rule>::Reads;
        }
    )*)*};
}
shared! {
    matrices: dot norm_squared normalize distance lerp sum product matrix_max matrix_min component_abs
        sup inf cross angle perp determinant transpose try_inverse diagonal tr_mul;
    parts: column;
    shapes: push;
}
