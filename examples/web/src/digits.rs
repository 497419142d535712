//! The digits to learn from, and those to be tested on.

/// The pixels of a picture, 8 rows of 8.
pub const PIXELS: usize = 64;
/// The digits.
pub const CLASSES: usize = 10;

/// A picture, from 0 (paper) to 1 (ink), and the digit that it shows.
#[derive(Clone, Copy)]
pub struct Digit {
    /// The pixels.
    pub pixels: [f32; PIXELS],
    /// The digit.
    pub label: usize,
}

/// At most `N` digits.
pub struct Digits<const N: usize> {
    digits: [Digit; N],
    count: usize,
}

impl<const N: usize> Digits<N> {
    /// No digit.
    pub const EMPTY: Self = Self { digits: [Digit { pixels: [0.0; PIXELS], label: 0 }; N], count: 0 };

    /// Adds a digit. If there are `N` already, it takes the place of the last one.
    pub fn push(&mut self, digit: Digit) {
        let at = self.count.min(N - 1);
        self.digits[at] = digit;
        self.count = at + 1;
    }

    /// The digits that were added.
    pub fn as_slice(&self) -> &[Digit] {
        &self.digits[..self.count]
    }
}
