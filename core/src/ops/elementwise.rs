//! The tables of elementwise operations: one row is an operation, for numbers and for tensors, in both modes.
//!
//! `name(x) = value, x => partial` writes the derivative from the input, `y => partial` from the output, `none` is for a constant
//! one, `both` computes it with the value. A zero cotangent gives exactly zero, whatever the derivative; a row whose derivative is often
//! zero ends with `, often_zero`.

/// Operations that numbers already have as methods: a row makes the rule, and the method of tensors.
macro_rules! known {
    ($(#[$head:meta])* $vis:vis trait $trait:ident; $($rows:tt)*) => {
        crate::elementwise_rules! { $($rows)* }
        known_methods! { [$(#[$head])* $vis trait $trait] [] $($rows)* }
    };
}

macro_rules! known_methods {
    ([$(#[$head:meta])* $vis:vis trait $trait:ident] [$($(#[$doc:meta])* $name:ident)*]) => {
        impl<T: Real, S: Shape> Tensor<T, S> {
            $(
                $(#[$doc])*
                #[inline]
                #[must_use]
                pub fn $name(&self) -> Self {
                    crate::rule::Lanes::map_row::<$name>(self)
                }
            )*
        }

        $(#[$head])*
        $vis trait $trait {
            crate::derivatives_of! { $($name: By1<$name>;)* }
        }
        impl<X> $trait for X {}
    };
    ($head:tt [$($done:tt)*] $(#[$meta:meta])* $name:ident($x:ident) = $value:expr, $from:ident => $partial:expr $(, $often_zero:ident)?; $($rest:tt)*) => {
        known_methods! { $head [$($done)* $(#[$meta])* $name] $($rest)* }
    };
}

mod activations;
mod exponential;
mod fast;
mod functions;
mod probability;
mod steps;
mod trigonometric;

pub use activations::*;
pub use exponential::*;
pub use fast::*;
pub use functions::*;
pub use probability::*;
pub use steps::*;
pub use trigonometric::*;
