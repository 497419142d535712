//! Ranges of numbers in chains of iterators that are walked by index: `a.iter().zip(1..4)`.

use core::ops::{Range, RangeFrom, RangeInclusive};

/// A range of integers; no derivative flows through it.
#[inline(always)]
pub fn numbers<R: Positions>(range: R) -> R {
    range
}

/// The length of a range.
#[inline(always)]
pub fn count(range: &impl Positions) -> usize {
    range.count_of()
}

/// The number at an index of a range.
#[inline(always)]
pub fn number<R: Positions>(range: &R, position: usize) -> R::Number {
    range.at(position)
}

/// How many iterations a loop makes from one number to another.
#[inline(always)]
pub fn iterations_between<T: WholeNumber>(from: T, to: T) -> usize {
    from.steps_to(to)
}

/// The number of a loop's iteration that is counted from one; nothing for 0.
#[inline(always)]
pub fn numbered<R: Iterator>(mut range: R, iteration: usize) -> Option<R::Item> {
    range.nth(iteration.checked_sub(1)?)
}

/// A range that can be indexed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be part of a differentiated iterator chain",
    label = "not a range of integers",
    note = "write a loop over indices"
)]
pub trait Positions {
    /// The type of its numbers.
    type Number;
    /// Its length.
    fn count_of(&self) -> usize;
    /// The number at an index.
    fn at(&self, position: usize) -> Self::Number;
}

impl<T: WholeNumber> Positions for Range<T> {
    type Number = T;
    #[inline(always)]
    fn count_of(&self) -> usize {
        if self.start < self.end { self.start.steps_to(self.end) } else { 0 }
    }
    #[inline(always)]
    fn at(&self, position: usize) -> T {
        self.start.ahead(position)
    }
}

impl<T: WholeNumber> Positions for RangeInclusive<T> {
    type Number = T;
    #[inline(always)]
    fn count_of(&self) -> usize {
        if self.start() <= self.end() { self.start().steps_to(*self.end()).saturating_add(1) } else { 0 }
    }
    #[inline(always)]
    fn at(&self, position: usize) -> T {
        self.start().ahead(position)
    }
}

impl<T: WholeNumber> Positions for RangeFrom<T> {
    type Number = T;
    #[inline(always)]
    fn count_of(&self) -> usize {
        usize::MAX
    }
    #[inline(always)]
    fn at(&self, position: usize) -> T {
        self.start.ahead(position)
    }
}

/// An integer or a character.
#[diagnostic::on_unimplemented(
    message = "a range of `{Self}` cannot be part of a differentiated iterator chain",
    label = "not an integer",
    note = "write a loop over indices"
)]
pub trait WholeNumber: Copy + PartialOrd {
    /// The distance to a number that is not smaller.
    fn steps_to(self, to: Self) -> usize;
    /// The number this many steps further.
    fn ahead(self, steps: usize) -> Self;
    /// The number this many steps before.
    fn back(self, steps: usize) -> Self;
}

macro_rules! whole {
    ($($number:ty: $unsigned:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl WholeNumber for $number {
            #[inline(always)]
            #[allow(clippy::cast_sign_loss, clippy::cast_lossless, reason = "the distance of two numbers is not negative")]
            fn steps_to(self, to: Self) -> usize {
                usize::try_from(to.wrapping_sub(self) as $unsigned).unwrap_or(usize::MAX)
            }
            #[inline(always)]
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_possible_wrap,
                reason = "a position that is in the range is one step of the type after another"
            )]
            fn ahead(self, steps: usize) -> Self {
                self.wrapping_add(steps as $number)
            }
            #[inline(always)]
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_possible_wrap,
                reason = "a position that is in the range is one step of the type after another"
            )]
            fn back(self, steps: usize) -> Self {
                self.wrapping_sub(steps as $number)
            }
        }
    )*};
}
whole! {
    u8: u8; u16: u16; u32: u32; u64: u64; u128: u128; usize: usize;
    i8: u8; i16: u16; i32: u32; i64: u64; i128: u128; isize: usize;
}

#[diagnostic::do_not_recommend]
impl WholeNumber for char {
    #[inline(always)]
    fn steps_to(self, to: Self) -> usize {
        (self..to).size_hint().0
    }
    #[inline(always)]
    fn ahead(self, steps: usize) -> Self {
        (self..=Self::MAX).nth(steps).unwrap_or(Self::MAX)
    }
    #[inline(always)]
    fn back(self, steps: usize) -> Self {
        ('\0'..=self).rev().nth(steps).unwrap_or('\0')
    }
}

#[cfg(test)]
mod tests {
    use super::{count, number};

    #[test]
    fn the_numbers_are_those_of_the_range() {
        fn check<R: super::Positions + Iterator<Item = R::Number> + Clone>(range: &R)
        where
            R::Number: PartialEq + core::fmt::Debug,
        {
            assert_eq!(count(range), range.clone().count());
            for (position, found) in range.clone().enumerate() {
                assert_eq!(number(range, position), found);
            }
        }
        let (high, low) = (5_i32, 4_i32);
        check(&(0..4_usize));
        check(&('a'..='e'));
        check(&('\u{d7fe}'..'\u{e002}'));
        check(&(250..=255_u8));
        check(&(-128..=127_i8));
        check(&(-3..2_i64));
        check(&(high..=low));
        check(&(high..low));
        check(&(u128::MAX - 2..=u128::MAX));
        check(&(i128::MIN..i128::MIN + 3));
        assert_eq!(count(&(0..=u128::MAX)), usize::MAX);
        assert_eq!(number(&(7..), 3), 10);
    }
}
