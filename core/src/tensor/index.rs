//! One element by its position: `x[[i, j]]`.

use core::ops::{Index, IndexMut};

use super::{Ranked, Tensor};
use crate::scalar::Element;

/// The index of position `at` in the flat slice.
#[inline(always)]
#[track_caller]
fn offset<S: Ranked<RANK>, const RANK: usize>(at: [usize; RANK]) -> usize {
    let mut flat = 0;
    for axis in 0..RANK {
        if at[axis] >= S::LENS[axis] {
            out_of_bounds(&at, S::LENS);
        }
        flat = flat * S::LENS[axis] + at[axis];
    }
    flat
}

#[cold]
#[inline(never)]
#[track_caller]
fn out_of_bounds(at: &[usize], shape: &[usize]) -> ! {
    panic!("index {at:?} is out of bounds for shape {shape:?}")
}

/// The element at a position: one index per axis.
///
/// # Panics
///
/// If an index is not less than the length of its axis.
///
/// ```
/// use cotangent::tensor::tensor;
///
/// let x = tensor([[1, 2], [3, 4]]);
/// assert_eq!(x[[1, 0]], 3);
/// ```
///
/// ```should_panic
/// use cotangent::tensor::tensor;
///
/// let x = tensor([[1, 2], [3, 4]]);
/// x[[0, 2]]; // index [0, 2] is out of bounds for shape [2, 2]
/// ```
impl<T: Element, S: Ranked<RANK>, const RANK: usize> Index<[usize; RANK]> for Tensor<T, S> {
    type Output = T;
    #[inline(always)]
    #[track_caller]
    fn index(&self, at: [usize; RANK]) -> &T {
        &self.as_slice()[offset::<S, RANK>(at)]
    }
}

impl<T: Element, S: Ranked<RANK>, const RANK: usize> IndexMut<[usize; RANK]> for Tensor<T, S> {
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, at: [usize; RANK]) -> &mut T {
        &mut self.as_mut_slice()[offset::<S, RANK>(at)]
    }
}
