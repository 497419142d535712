//! What `#[differentiable]` accepts, construct by construct, against derivatives by hand.
#![deny(warnings)]
#![allow(
    clippy::almost_swapped,
    clippy::assign_op_pattern,
    clippy::blocks_in_conditions,
    clippy::clone_on_copy,
    clippy::manual_clamp,
    clippy::manual_is_multiple_of,
    clippy::misrefactored_assign_op,
    clippy::needless_late_init,
    clippy::needless_lifetimes,
    clippy::needless_range_loop,
    clippy::never_loop,
    clippy::op_ref,
    clippy::ptr_arg,
    clippy::redundant_pattern_matching,
    clippy::while_let_on_iterator,
    reason = "every spelling is tested"
)]

#[macro_use]
mod modes;

/// The gradient of a function of one number at some points, against differences.
macro_rules! check {
    ($($f:ident $arguments:tt at $($x:expr),+;)*) => {$($(
        check!(@one $f $arguments $x);
    )+)*};
    (@one $f:ident ($($argument:expr),*) $x:expr) => {
        cotangent::check::gradient(|x: &f64| $f(*x, $($argument),*), |x| both_modes!($f(*x, $($argument),*)), $x)
            .unwrap_or_else(|mismatch| panic!("{} at {}: {mismatch}", stringify!($f($($argument),*)), $x));
    };
}

mod active;
mod again;
mod annotated_traits;
mod bindings;
mod branches;
mod called_by_path;
mod calls;
mod catalogue;
mod checkpoints;
mod checkpoints_once;
mod chosen;
mod conditions;
mod configured;
mod constants;
mod counted_loops;
mod counters;
mod custom_rules;
mod enough_tape;
mod enums;
mod errors;
mod exchange;
mod exits;
mod fast_math;
mod final_elements;
mod firsts;
mod flat_lists;
mod foreign_numbers;
mod forms;
mod forward_mode;
mod functions;
mod fused;
mod generics;
mod integers;
mod items;
mod iteration;
mod kept_iterators;
mod known_bugs;
mod lending_patterns;
mod lent;
mod lent_to_read;
mod loop_order;
mod loops;
mod many;
mod methods;
mod mutable_receivers;
mod mutation;
mod names;
mod neighbours;
mod nested;
mod numbered;
mod operands;
mod outcome_methods;
mod outcomes;
mod own_operators;
mod parts;
mod passed_functions;
mod patterns;
mod plain_numbers;
mod primal;
mod recursion;
mod reserved;
mod second_order;
mod selections;
mod slices;
mod sound;
mod stages;
mod table_parts;
mod trait_impls;
mod vectors;
