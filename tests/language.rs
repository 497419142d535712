//! What `#[differentiable]` accepts, construct by construct, against derivatives by hand.

mod bindings;
mod branches;
mod calls;
mod constants;
mod exits;
mod forms;
mod generics;
mod iteration;
mod loops;
mod methods;
mod mutation;
mod names;
mod operands;
mod recursion;
mod slices;
