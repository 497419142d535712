//! What `#[differentiable]` accepts, construct by construct, against derivatives by hand.
//! Here the order of statements: branches, loops, exits, recursion, checkpoints.
#![deny(warnings)]

#[macro_use]
#[path = "../modes.rs"]
mod modes;

mod answers;
mod begun_with_constants;
mod branches;
mod changing_conditions;
mod checkpoints;
mod checkpoints_once;
mod constant_ends;
mod counted_loops;
mod counters;
mod endless_ends;
mod enough_tape;
mod exits;
mod fused;
mod imported_variants;
mod last_replacements;
mod literal_ranges;
mod loop_order;
mod loops;
mod order_beside_exits;
mod parts_of_constants;
mod recursion;
mod repeated_conditions;
mod reserved;
mod same_in_all;
mod strips;
mod unit_values;
mod variants_that_change;
