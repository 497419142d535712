//! A tensor on the tape.

use core::borrow::Borrow;

use super::storage::IN_REGISTERS;
use super::{AnyShape, Tensor};
use crate::scalar::Element;
use crate::tape::{Frame, No, Taped, Yes};

/// Read in place: the words of the tape are the tensor. One with an axis `Dyn` is copied, and its number of rows is before it.
impl<T: Element, S: AnyShape> Taped for Tensor<T, S> {
    const BYTES: usize = 8 * if S::STATIC { size_of::<Self>().div_ceil(8) } else { 1 };
    type View<'t> = S::View<'t, T>;
    #[inline(always)]
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for value in values {
            if !S::STATIC {
                frame.put(value.count_rows() as u64);
            }
            let source: &[u8] = bytemuck::cast_slice(value.as_slice());
            let bytes: &mut [u8] = bytemuck::cast_slice_mut(frame.next(source.len().div_ceil(8)));
            bytes[..source.len()].copy_from_slice(source);
        }
    }
    #[inline(always)]
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| Self::view(frame).borrow().clone())
    }
    #[inline(always)]
    fn view<'t>(frame: &mut Frame<&'t [u64]>) -> S::View<'t, T> {
        S::view(frame)
    }
    const FIXED: bool = S::STATIC;
    #[inline(always)]
    fn words_of(values: &[Self]) -> usize {
        values
            .iter()
            .map(|value| Self::WORDS + if S::STATIC { 0 } else { size_of_val(value.as_slice()).div_ceil(8) })
            .sum()
    }
    // Small tensors are better kept in registers. In debug builds they have a place too, so that every test of a rule
    // covers this path.
    const HAS_PLACE: bool = S::STATIC && size_of::<Self>() > if cfg!(debug_assertions) { 0 } else { IN_REGISTERS };
    #[inline(always)]
    fn place<'t>(frame: &mut Frame<&'t mut [u64]>) -> &'t mut Self {
        S::place(frame)
    }
    #[inline(always)]
    fn copied(value: &Self) -> Self {
        value.clone()
    }
    type Recompute = No;
    type Stored = Yes;
}
