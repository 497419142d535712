//! The operations that can be differentiated, one file each.
//!
//! A file holds the method, its documentation, and its rule: forward, VJP and JVP side by side. Operations that work number by
//! number are rows of one table, [`elementwise`](self).

mod arithmetic;
mod elementwise;
mod power;

pub use arithmetic::{add, cast, div, mul, neg, rem, sub};
pub use arithmetic::{Join, Numbers};
pub use elementwise::*;
pub use power::{powf, powi};
