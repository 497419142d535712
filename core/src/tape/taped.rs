//! Values that can be stored on the tape: plain old data, alone or in arrays, tuples and derived structs.

use core::borrow::Borrow;
use core::marker::PhantomData;
use core::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo};

use super::words::Frame;
#[cfg(feature = "alloc")]
use crate::differentiable::Extent;
use crate::differentiable::{Flag, No, NoGrad, Yes};

/// A value that can be stored on the tape for the reverse sweep.
///
/// Numbers, `bool`, tensors, arrays and tuples can; so can a struct with `#[derive(Differentiable)]`, field by field,
/// so that padding never matters; with the feature `alloc` lists, boxes and `String` too. References and closures cannot.
///
/// ```
/// use cotangent::prelude::*;
/// use cotangent::tape::Taped;
///
/// assert_eq!(<(f64, bool)>::WORDS, 2);
/// assert_eq!(<Vector<f32, 9>>::WORDS, 5); // packed
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be kept on the tape",
    label = "the reverse sweep reads this value again",
    note = "numbers, arrays, tuples, tensors and types with `#[derive(Differentiable)]` can be kept, if all their fields can, also those that \
            are `#[constant]`; pass anything else by reference as a `#[constant]` parameter"
)]
pub trait Taped: Sized + 'static {
    /// Bytes of one value inside an array: less than a whole word for small numbers.
    const BYTES: usize;
    /// Words of one value on its own.
    const WORDS: usize = Self::BYTES.div_ceil(8);
    /// The value in the reverse sweep: the value itself, or for large plain data a reference into the tape.
    type View<'t>: Borrow<Self>;
    /// Writes `values` into the next words of `frame`, `BYTES` each, rounded up to whole words at the end.
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>);
    /// Whether a value can be built in the words of the tape: see [`place`](Self::place).
    #[doc(hidden)]
    const HAS_PLACE: bool = false;
    /// The next words of `frame` as a value to overwrite.
    ///
    /// # Panics
    /// Unless `HAS_PLACE`.
    #[doc(hidden)]
    fn place<'t>(_: &mut Frame<&'t mut [u64]>) -> &'t mut Self {
        unreachable!("values of this type are copied to the tape")
    }
    /// Reads `N` values that [`put_all`](Self::put_all) wrote.
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N];
    /// A copy: a struct need not be `Clone`.
    fn copied(value: &Self) -> Self;
    /// Reads one value that [`put_all`](Self::put_all) wrote.
    fn view<'t>(frame: &mut Frame<&'t [u64]>) -> Self::View<'t>;
    /// Whether the type says how many words a value takes. If not, [`WORDS`](Self::WORDS) is the least.
    #[doc(hidden)]
    const FIXED: bool = true;
    /// The words of `values`.
    #[doc(hidden)]
    #[inline(always)]
    fn words_of(values: &[Self]) -> usize {
        array_words::<Self>(values.len())
    }
    /// Reads `n` values that [`put_all`](Self::put_all) wrote.
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn get_list(frame: &mut Frame<&[u64]>, n: usize) -> alloc::vec::Vec<Self> {
        let one = |_| {
            let [value] = Self::get_all::<1>(frame);
            value
        };
        (0..n).map(one).collect()
    }
    /// Whether the reverse sweep recomputes a sum or a product instead of reading it: [`Yes`] for numbers.
    type Recompute: Flag;
    /// [`No`] for a type without contents, such as `()`.
    type Stored: Flag;
}

/// Words of `n` consecutive values of `T`.
pub(crate) const fn array_words<T: Taped>(n: usize) -> usize {
    (n * T::BYTES).div_ceil(8)
}

/// A number of one word or less, packed by bytes in arrays. A single one takes a word: the same bytes, but debug builds
/// then skip the bounds checks of slices.
macro_rules! taped_number {
    ($($t:ty: $bytes:literal $to_bits:expr, $of_bits:expr;)*) => {$(
        #[allow(
            clippy::cast_lossless,
            clippy::cast_possible_truncation,
            clippy::cast_possible_wrap,
            clippy::cast_sign_loss,
            reason = "the bits of a number of one word or less, into a word and out of it"
        )]
        impl Taped for $t {
            const BYTES: usize = $bytes;
            type View<'t> = Self;
            #[inline(always)]
            fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
                if let [value] = values {
                    frame.put($to_bits(*value));
                    return;
                }
                let bytes: &mut [u8] = bytemuck::cast_slice_mut(frame.next(array_words::<Self>(values.len())));
                let source: &[u8] = bytemuck::cast_slice(values);
                bytes[..source.len()].copy_from_slice(source);
            }
            #[inline(always)]
            fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
                if N == 1 {
                    return [Self::view(frame); N];
                }
                let words = frame.next(array_words::<Self>(N));
                let mut values = [<$t>::default(); N];
                values.copy_from_slice(&bytemuck::cast_slice(words)[..N]);
                values
            }
            #[cfg(feature = "alloc")]
            fn get_list(frame: &mut Frame<&[u64]>, n: usize) -> alloc::vec::Vec<Self> {
                if n == 1 {
                    return [Self::view(frame)].into();
                }
                bytemuck::cast_slice(frame.next(array_words::<Self>(n)))[..n].into()
            }
            #[inline(always)]
            fn view(frame: &mut Frame<&[u64]>) -> Self {
                $of_bits(frame.word())
            }
            #[inline(always)]
            fn copied(value: &Self) -> Self {
                *value
            }
            type Recompute = Yes;
            type Stored = Yes;
        }
    )*};
}
taped_number! {
    f32: 4 |x: f32| u64::from(x.to_bits()), |word| f32::from_bits(word as u32);
    f64: 8 f64::to_bits, f64::from_bits;
}
#[cfg(feature = "half")]
taped_number! {
    half::f16: 2 |x: Self| u64::from(x.to_bits()), |word| Self::from_bits(word as u16);
    half::bf16: 2 |x: Self| u64::from(x.to_bits()), |word| Self::from_bits(word as u16);
}
/// An integer.
macro_rules! taped_integer {
    ($($t:ty: $bytes:literal)*) => {
        taped_number! { $($t: $bytes |x: $t| x as u64, |word| word as $t;)* }
    };
}
taped_integer!(u8: 1 u16: 2 u32: 4 u64: 8 usize: 8 i8: 1 i16: 2 i32: 4 i64: 8 isize: 8);

impl Taped for bool {
    const BYTES: usize = 8;
    type View<'t> = Self;
    #[inline(always)]
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for value in values {
            frame.put(u64::from(*value));
        }
    }
    #[inline(always)]
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| Self::view(frame))
    }
    #[inline(always)]
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        frame.word() != 0
    }
    #[inline(always)]
    fn copied(value: &Self) -> Self {
        *value
    }
    type Recompute = No;
    type Stored = Yes;
}

/// A word; `usize::MAX` is what is not known.
#[cfg(feature = "alloc")]
impl Taped for Extent {
    const BYTES: usize = 8;
    type View<'t> = Self;
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for Self(extent) in values {
            frame.put(extent.unwrap_or(usize::MAX) as u64);
        }
    }
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| Self::view(frame))
    }
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        Self(usize::try_from(frame.word()).ok().filter(|extent| *extent != usize::MAX))
    }
    #[inline(always)]
    fn copied(value: &Self) -> Self {
        *value
    }
    type Recompute = No;
    type Stored = Yes;
}

/// Zero-sized: nothing is written.
macro_rules! taped_nothing {
    ($([$($generics:tt)*] $t:ty: $value:expr;)*) => {$(
        impl<$($generics)*> Taped for $t {
            const BYTES: usize = 0;
            type View<'t> = Self;
            #[inline(always)]
            fn put_all(_: &[Self], _: &mut Frame<&mut [u64]>) {}
            #[inline(always)]
            fn get_all<const N: usize>(_: &mut Frame<&[u64]>) -> [Self; N] {
                [$value; N]
            }
            #[inline(always)]
            fn view(_: &mut Frame<&[u64]>) -> Self {
                $value
            }
            #[inline(always)]
            fn copied(_: &Self) -> Self {
                $value
            }
            type Recompute = No;
            type Stored = No;
        }
    )*};
}
taped_nothing! {
    [] (): ();
    [] NoGrad: NoGrad;
    [T: ?Sized + 'static] PhantomData<T>: PhantomData;
    [] RangeFull: Self;
}

/// A range is kept as its ends.
macro_rules! taped_range {
    ($($t:ty, $words:literal $word:ident: |$range:ident| $ends:expr, |$kept:pat_param| $made:expr;)*) => {$(
        impl Taped for $t {
            const BYTES: usize = 8 * $words;
            type View<'t> = Self;
            #[inline(always)]
            fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
                for $range in values {
                    usize::put_all(&$ends, frame);
                }
            }
            #[inline(always)]
            fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
                core::array::from_fn(|_| Self::view(frame))
            }
            #[inline(always)]
            fn view(frame: &mut Frame<&[u64]>) -> Self {
                let $kept = usize::get_all(frame);
                $made
            }
            #[inline(always)]
            fn copied(value: &Self) -> Self {
                value.clone()
            }
            type Recompute = No;
            type Stored = Yes;
        }
    )*};
}
taped_range! {
    Range<usize>, 2 words: |range| [range.start, range.end], |[start, end]| start..end;
    RangeInclusive<usize>, 2 words: |range| [*range.start(), *range.end()], |[start, end]| start..=end;
    RangeFrom<usize>, 1 word: |range| [range.start], |[start]| start..;
    RangeTo<usize>, 1 word: |range| [range.end], |[end]| ..end;
}

/// Rows start at whole words. They are copied, not read in place: the optimizer knows that nothing else changes a
/// local, which is worth more in the loops over it than the copy costs.
impl<T: Taped, const M: usize> Taped for [T; M] {
    const BYTES: usize = 8 * array_words::<T>(M);
    type View<'t> = Self;
    #[inline(always)]
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for row in values {
            T::put_all(row, frame);
        }
    }
    #[inline(always)]
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| T::get_all(frame))
    }
    #[inline(always)]
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        T::get_all(frame)
    }
    const FIXED: bool = T::FIXED;
    #[inline(always)]
    fn words_of(values: &[Self]) -> usize {
        if T::FIXED { array_words::<Self>(values.len()) } else { values.iter().map(|row| T::words_of(row)).sum() }
    }
    #[inline(always)]
    fn copied(value: &Self) -> Self {
        core::array::from_fn(|i| T::copied(&value[i]))
    }
    type Recompute = No;
    type Stored = T::Stored;
}

macro_rules! taped_tuple {
    ($($t:ident $i:tt),+) => {
        impl<$($t: Taped),+> Taped for ($($t,)+) {
            const BYTES: usize = 8 * (0 $(+ $t::WORDS)+);
            type View<'t> = Self;
            #[inline(always)]
            fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
                for value in values {
                    $($t::put_all(core::slice::from_ref(&value.$i), frame);)+
                }
            }
            #[inline(always)]
            fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
                core::array::from_fn(|_| Self::view(frame))
            }
            #[inline(always)]
            fn view(frame: &mut Frame<&[u64]>) -> Self {
                ($({ let [value] = $t::get_all::<1>(frame); value },)+)
            }
            const FIXED: bool = true $(&& $t::FIXED)+;
            #[inline(always)]
            fn words_of(values: &[Self]) -> usize {
                if Self::FIXED {
                    return array_words::<Self>(values.len());
                }
                values.iter().map(|value| 0 $(+ $t::words_of(core::slice::from_ref(&value.$i)))+).sum()
            }
            #[inline(always)]
            fn copied(value: &Self) -> Self {
                ($($t::copied(&value.$i),)+)
            }
            type Recompute = No;
            type Stored = Yes;
        }
    };
}
taped_tuple!(A 0);
taped_tuple!(A 0, B 1);
taped_tuple!(A 0, B 1, C 2);
taped_tuple!(A 0, B 1, C 2, D 3);
taped_tuple!(A 0, B 1, C 2, D 3, E 4);
taped_tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
taped_tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
taped_tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
taped_tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
taped_tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
taped_tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
taped_tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
