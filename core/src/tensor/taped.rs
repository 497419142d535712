//! A tensor on the tape.

use super::{Shape, Tensor};
use crate::differentiable::SMALL;
use crate::scalar::Element;
use crate::tape::{Frame, No, Taped, Yes};

/// Read in place: the words of the tape are the tensor.
impl<T: Element, S: Shape> Taped for Tensor<T, S> {
    const BYTES: usize = 8 * size_of::<Self>().div_ceil(8);
    type View<'t> = &'t Self;
    #[inline(always)]
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for value in values {
            let bytes: &mut [u8] = bytemuck::cast_slice_mut(frame.next(Self::WORDS));
            let source = bytemuck::bytes_of(value);
            bytes[..source.len()].copy_from_slice(source);
        }
    }
    #[inline(always)]
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| *Self::view(frame))
    }
    #[inline(always)]
    fn view<'t>(frame: &mut Frame<&'t [u64]>) -> &'t Self {
        const { assert!(align_of::<Self>() <= 8, "the tape aligns its entries to 8 bytes") }
        bytemuck::from_bytes(&bytemuck::cast_slice(frame.next(Self::WORDS))[..size_of::<Self>()])
    }
    // Small tensors are better kept in registers. In debug builds they have a place too, so that every test of a rule
    // covers this path.
    const HAS_PLACE: bool = size_of::<Self>() > if cfg!(debug_assertions) { 0 } else { SMALL };
    #[inline(always)]
    fn place<'t>(frame: &mut Frame<&'t mut [u64]>) -> &'t mut Self {
        let bytes: &mut [u8] = &mut bytemuck::cast_slice_mut(frame.next(Self::WORDS))[..size_of::<Self>()];
        if cfg!(debug_assertions) {
            // So that every test notices a number that is not written.
            bytes.fill(0xFF);
        }
        bytemuck::from_bytes_mut(bytes)
    }
    type Recompute = No;
    type Stored = Yes;
}
