//! What is decided of the loops of a bound function, and the lists that change in them.

mod differences;
pub(crate) mod elements;
mod kept_lists;
mod order;

use crate::ir::Function;

/// Orders the loops of a function, and finds the lists that are kept as a whole.
pub(crate) fn arrange(function: &mut Function) {
    order::order(function);
    kept_lists::keep(function);
}
