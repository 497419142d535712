//! Functions of nalgebra's types, and the rules behind them, against differences.
#![deny(warnings)]

/// What `f::value_and_grad` gives, after all modes have agreed with differences and with each other.
macro_rules! holds {
    ($f:ident($($argument:expr),* $(,)?), $($x:ident = $at:expr),+ $(,)?) => {{
        use $crate::harness::report;
        $(let $x = $at;)+
        report(stringify!($f), $f::at($($argument),*).check());
        report(stringify!($f), $f::at($($argument),*).check_jvp());
        report(stringify!($f), $f::at($($argument),*).check_hvp());
        $f::value_and_grad($($argument),*)
    }};
}

#[macro_use]
mod harness;

mod by_type;
mod const_generics;
mod decompositions;
mod differences;
mod elements;
mod factors;
mod free_functions;
mod functions;
mod generic_numbers;
mod homogeneous;
mod in_place;
mod isometries;
mod lists;
mod made;
mod matrices;
mod methods;
mod outcomes;
mod programs;
mod projections;
mod published;
mod quaternions;
mod ranges;
mod robots;
mod rotations;
mod run_time_sizes;
mod similarities;
mod sources;
mod swizzles;
mod views;
mod vision_and_control;
