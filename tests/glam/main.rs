//! Functions of glam's types, and the rules behind them, against differences.
#![deny(warnings)]

/// What `f::value_and_grad` gives, after all modes have agreed with differences and with each other.
macro_rules! holds {
    ($f:ident($($argument:expr),* $(,)?)) => {{
        use $crate::harness::report;
        report(stringify!($f), $f::at($($argument),*).check());
        report(stringify!($f), $f::at($($argument),*).check_jvp());
        report(stringify!($f), $f::at($($argument),*).check_hvp());
        $f::value_and_grad($($argument),*)
    }};
}

#[macro_use]
#[path = "../nalgebra/harness.rs"]
mod harness;

mod beside_nalgebra;
mod functions;
mod matrices;
mod methods;
mod quaternions;
#[path = "../nalgebra/sources.rs"]
mod sources;
mod vectors;
