//! What is decided of the loops of a bound function, and the lists and variables that change in them.

pub(crate) mod accesses;
mod differences;
pub(crate) mod elements;
mod kept_lists;
mod list_copies;
mod moved_out;
mod order;

use crate::ir::Function;

/// Orders the loops of a function, and finds the lists that are kept as a whole and the variables that move.
pub(crate) fn arrange(function: &mut Function) {
    list_copies::copy(function);
    order::order(function);
    kept_lists::keep(function);
    moved_out::move_out(function);
}
