//! No prelude, and names that the derived code must not take for its own.
#![no_implicit_prelude]
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]

mod names;

/// In a module where every name means something else.
pub mod among_others {
    #[allow(clippy::wildcard_imports, unused_imports)]
    use crate::names::*;
    #[allow(unused_imports)]
    use crate::names::{Clone, Copy, Default, None, Ok, Option, Result, Some, Vec, core, f64, std};

    include!("../code.rs");
}

/// In a module without any name.
pub mod alone {
    include!("../code.rs");
}

/// In a module that has the constants of numbers, under the name of their type.
pub mod constants {
    use ::core::f64;

    /// Half a turn, turned.
    #[::cotangent::differentiable]
    #[must_use]
    pub fn turned(x: f64) -> f64 {
        (x + f64::consts::PI).sin()
    }
}
