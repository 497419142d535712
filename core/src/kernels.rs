//! Loops over slices of numbers.
//!
//! A kernel takes slices and a [`Plan`] of lengths and strides, never a tensor or a derivative. It is generic over the
//! element type only, so its code exists once per type and not once per shape; because it is `#[inline]`, the compiler
//! can still specialise it for a constant plan and a small shape. Pass functions to a kernel as `fn` items: the type of
//! a closure has all the type parameters of the surrounding function, including shapes, so the kernel would exist once
//! for each of them.
//!
//! Numbers may have less precision than their sums. A kernel that adds many numbers takes them as they are and has an
//! accumulator ([`Sum`]); if it reads its result again, the result is a slice of accumulators.

/// Whether code has to be small: plain loops in place of tiles, and one loop for all strides. Where there is `std`, there is room.
pub(crate) const SMALL_CODE: bool =
    cfg!(all(not(feature = "std"), any(feature = "small", all(target_os = "none", target_pointer_width = "32"))));

/// Called in a loop of small code, it keeps the compiler from unrolling the loop. It costs no instruction.
#[inline(always)]
pub(crate) fn rolled() {
    if const { SMALL_CODE } {
        core::hint::black_box(());
    }
}

mod block;
mod complex;
mod conv;
mod elementwise;
mod fourier;
mod functions;
mod level;
mod lines;
mod matmul;
mod normalise;
mod one_loop;
mod pairs;
mod plan;
#[cfg(all(test, feature = "std"))]
mod planted;
mod pool;
mod random;
mod reduce;
mod rows;
mod taps;
mod unfold;
mod vector;
mod view;
mod wide;
mod write_mode;
mod zero_sized;

pub(crate) use block::{Block, copy_block, put_block};
pub(crate) use complex::add_complex_products;
pub(crate) use conv::{Along, Convolution, Part, convolve};
pub(crate) use elementwise::{add, add_threes, map, map_twice, map_wide, zip, zip_assign, zip_wide};
pub(crate) use fourier::{add_spectra, add_waves};
pub(crate) use functions::{
    Function, FunctionOfTwo, Functions, map_function, map_function_in_place, map_functions, put_function,
};
pub(crate) use lines::{
    Lines, add_picked, add_running_sum_from_the_end, give_back, order, pick, products_of_others, running_product,
    running_sum, take,
};
pub(crate) use matmul::{
    MatmulPlan, Meeting, Number, multiply, multiply_add, multiply_rows, multiply_rows_with_row, multiply_with_row,
    put_rows_transposed_lhs, put_rows_transposed_rhs, put_transposed_lhs, put_transposed_rhs,
};
pub(crate) use normalise::{Groups, normalise, put_combination, sum_groups};
pub use one_loop::{Contributions, Elements};
pub(crate) use one_loop::{Segment, map_all, put_all};
pub(crate) use pairs::{Paired, add_pairs};
pub(crate) use plan::{MAX_RANK, Plan, contiguous};
pub(crate) use pool::{Pooling, add_at, max_of_parts, take_at};
pub(crate) use random::add_some;
pub(crate) use reduce::{accumulate, fold, sum_computed, sum_of, zip_put, zip3_put};
pub(crate) use rows::add_rows;
pub(crate) use taps::{Taps, add_tapped, give_back_tapped};
pub(crate) use view::{gather, scatter};
pub(crate) use wide::{Sum, add_to, is_wide};
pub use write_mode::WriteMode;
pub(crate) use zero_sized::leaked;
