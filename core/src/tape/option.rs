//! `Option` and `Result` on the tape.

use super::{Frame, No, Taped, Yes};

/// The first word of an entry says whether there is a value.
const VALUE: u64 = 1;

/// Writes one of two values into space for the larger one.
fn put<T: Taped>(tag: u64, value: &T, words: usize, frame: &mut Frame<&mut [u64]>) {
    frame.next(1)[0] = tag;
    T::put_all(core::slice::from_ref(value), frame);
    if T::FIXED {
        frame.next(words - 1 - T::WORDS).fill(0);
    }
}

/// The words of a value that [`put`] writes.
fn words_of<T: Taped>(value: &T, words: usize) -> usize {
    if T::FIXED { words } else { 1 + T::words_of(core::slice::from_ref(value)) }
}

/// Reads a value that [`put`] wrote.
fn get<T: Taped>(words: usize, frame: &mut Frame<&[u64]>) -> T {
    let [value] = T::get_all::<1>(frame);
    if T::FIXED {
        frame.next(words - 1 - T::WORDS);
    }
    value
}

impl<T: Taped> Taped for Option<T> {
    const BYTES: usize = 8 * (1 + T::WORDS);
    type View<'t> = Self;
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for value in values {
            match value {
                Some(value) => put(VALUE, value, Self::WORDS, frame),
                None => put(!VALUE, &(), Self::WORDS, frame),
            }
        }
    }
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| Self::view(frame))
    }
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        if frame.next(1)[0] == VALUE {
            return Some(get(Self::WORDS, frame));
        }
        let () = get(Self::WORDS, frame);
        None
    }
    const FIXED: bool = T::FIXED;
    fn words_of(values: &[Self]) -> usize {
        let words = |value: &Self| match value {
            Some(value) => words_of(value, Self::WORDS),
            None => Self::WORDS,
        };
        values.iter().map(words).sum()
    }
    fn copied(value: &Self) -> Self {
        value.as_ref().map(T::copied)
    }
    type Recompute = No;
    type Stored = Yes;
}

impl<T: Taped, E: Taped> Taped for Result<T, E> {
    const BYTES: usize = 8 * (1 + if T::WORDS > E::WORDS { T::WORDS } else { E::WORDS });
    type View<'t> = Self;
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for value in values {
            match value {
                Ok(value) => put(VALUE, value, Self::WORDS, frame),
                Err(error) => put(!VALUE, error, Self::WORDS, frame),
            }
        }
    }
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| Self::view(frame))
    }
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        if frame.next(1)[0] == VALUE { Ok(get(Self::WORDS, frame)) } else { Err(get(Self::WORDS, frame)) }
    }
    const FIXED: bool = T::FIXED && E::FIXED;
    fn words_of(values: &[Self]) -> usize {
        let words = |value: &Self| match value {
            Ok(value) => words_of(value, Self::WORDS),
            Err(error) => words_of(error, Self::WORDS),
        };
        values.iter().map(words).sum()
    }
    fn copied(value: &Self) -> Self {
        value.as_ref().map(T::copied).map_err(E::copied)
    }
    type Recompute = No;
    type Stored = Yes;
}
