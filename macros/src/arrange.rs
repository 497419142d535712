//! What is decided of the loops of a bound function, and the lists and variables that change in them.

mod differences;
pub(crate) mod elements;
mod kept_lists;
mod moved_out;
mod order;

use crate::ir::Function;

/// Orders the loops of a function, and finds the lists that are kept as a whole and the variables that move.
pub(crate) fn arrange(function: &mut Function) {
    order::order(function);
    kept_lists::keep(function);
    moved_out::move_out(function);
}
