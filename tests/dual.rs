//! Dual numbers: arithmetic, what happens where a value is zero or a function has a kink, gradients computed in them, third order.

mod edges;
mod functions;
mod gradients;
