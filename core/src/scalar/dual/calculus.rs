//! Dual numbers as differentiable values: their tangents are dual, and they can be stored on the tape.

use super::Dual;
use crate::differentiable::{Accepts, Difference, Differentiable};
use crate::scalar::{Element, Real};
use crate::tape::{Frame, Taped, Yes, array_words};

impl<T: Real> Differentiable for Dual<T> {
    type Tangent = Self;
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        <[T; 2]>::agrees(&found.0, &expected.0)
    }
}

impl<T: Real> Accepts<Self> for Dual<T> {
    type Wanted = Yes;
    #[inline]
    fn as_sink(&mut self) -> Option<&mut Self> {
        Some(self)
    }
    #[inline]
    fn as_source(&self) -> Option<&Self> {
        Some(self)
    }
}

impl<T: Real> Taped for Dual<T> {
    const BYTES: usize = size_of::<Self>();
    type View<'t> = Self;
    #[inline]
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(frame.next(array_words::<Self>(values.len())));
        let source: &[u8] = bytemuck::cast_slice(values);
        bytes[..source.len()].copy_from_slice(source);
    }
    #[inline]
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        let words: &[u8] = bytemuck::cast_slice(frame.next(array_words::<Self>(N)));
        let mut values = [Self::ZERO; N];
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut values);
        bytes.copy_from_slice(&words[..bytes.len()]);
        values
    }
    #[inline]
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        let [value] = Self::get_all(frame);
        value
    }
    #[inline(always)]
    fn copied(value: &Self) -> Self {
        *value
    }
    type Recompute = Yes;
    type Stored = Yes;
}
