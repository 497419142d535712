//! What is decided of the loops of a bound function, and the lists and variables that change in them.

pub(crate) mod accesses;
mod differences;
pub(crate) mod elements;
mod kept_lists;
pub(crate) mod large_values;
mod list_copies;
mod moved_out;
pub(crate) mod one_loop;
mod order;

use crate::ir::Function;

/// Orders the loops of a function, and finds the lists that are kept as a whole, the variables that move and the expressions that may be
/// loops.
pub(crate) fn arrange(function: &mut Function) {
    list_copies::copy(function);
    order::order(function);
    kept_lists::keep(function);
    moved_out::move_out(function);
    one_loop::find(function);
}
