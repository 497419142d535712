//! `Vec`, `Box` and `String` on the tape. A list keeps its length, then its elements.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::slice::from_ref;

use super::{Frame, No, Taped, Yes};

macro_rules! list {
    ($($t:ty)*) => {$(
        impl<T: Taped> Taped for $t {
            const BYTES: usize = 8;
            type View<'t> = Self;
            fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
                for value in values {
                    frame.put(value.len() as u64);
                    T::put_all(value, frame);
                }
            }
            fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
                core::array::from_fn(|_| Self::view(frame))
            }
            #[allow(clippy::cast_possible_truncation, reason = "it was a length")]
            fn view(frame: &mut Frame<&[u64]>) -> Self {
                let length = frame.word() as usize;
                T::get_list(frame, length).into()
            }
            const FIXED: bool = false;
            fn words_of(values: &[Self]) -> usize {
                values.iter().map(|value| 1 + T::words_of(value)).sum()
            }
            fn copied(value: &Self) -> Self {
                value.iter().map(T::copied).collect()
            }
            type Recompute = No;
            type Stored = Yes;
        }
    )*};
}
list!(Vec<T> Box<[T]>);

/// Its bytes.
impl Taped for String {
    const BYTES: usize = 8;
    type View<'t> = Self;
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for value in values {
            frame.put(value.len() as u64);
            u8::put_all(value.as_bytes(), frame);
        }
    }
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| Self::view(frame))
    }
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        Self::from_utf8(Vec::view(frame)).expect("the bytes of a `String`")
    }
    const FIXED: bool = false;
    fn words_of(values: &[Self]) -> usize {
        values.iter().map(|value| 1 + u8::words_of(value.as_bytes())).sum()
    }
    fn copied(value: &Self) -> Self {
        value.clone()
    }
    type Recompute = No;
    type Stored = Yes;
}

impl<T: Taped> Taped for Box<T> {
    const BYTES: usize = 8 * T::WORDS;
    type View<'t> = Self;
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        values.iter().for_each(|value| T::put_all(from_ref(value), frame));
    }
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| Self::view(frame))
    }
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        let [value] = T::get_all::<1>(frame);
        Self::new(value)
    }
    const FIXED: bool = T::FIXED;
    fn words_of(values: &[Self]) -> usize {
        values.iter().map(|value| T::words_of(from_ref(value))).sum()
    }
    fn copied(value: &Self) -> Self {
        Self::new(T::copied(value))
    }
    type Recompute = No;
    type Stored = T::Stored;
}
