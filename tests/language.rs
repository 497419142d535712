//! What `#[differentiable]` accepts, construct by construct, against derivatives by hand.
#![allow(
    clippy::assign_op_pattern,
    clippy::clone_on_copy,
    clippy::manual_is_multiple_of,
    clippy::misrefactored_assign_op,
    clippy::needless_late_init,
    clippy::needless_range_loop,
    reason = "every spelling is tested"
)]

mod bindings;
mod branches;
mod calls;
mod constants;
mod counters;
mod exits;
mod forms;
mod generics;
mod iteration;
mod lent;
mod loops;
mod methods;
mod mutation;
mod names;
mod operands;
mod recursion;
mod slices;
