//! Messages with numbers for build-time errors: `panic!` accepts no other arguments in constants.

use super::{Axis, HasAxis};

/// A message that is written at compile time.
pub(crate) struct Text {
    bytes: [u8; 512],
    len: usize,
}

impl Text {
    /// Starts with `text`.
    pub(crate) const fn new(text: &str) -> Self {
        let mut new = Text { bytes: [0; 512], len: 0 };
        new.push(text);
        new
    }

    /// Appends as much of `text` as fits.
    pub(crate) const fn push(&mut self, text: &str) -> &mut Self {
        let text = text.as_bytes();
        let mut i = 0;
        while i < text.len() && self.len < self.bytes.len() {
            self.bytes[self.len] = text[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    /// Appends a number in decimal.
    pub(crate) const fn number(&mut self, number: usize) -> &mut Self {
        const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        if number > 9 {
            self.number(number / 10);
        }
        self.push(DIGITS[number % 10])
    }

    /// Appends a shape, such as `(2, 3)`.
    pub(crate) const fn shape(&mut self, lens: &[usize]) -> &mut Self {
        self.push("(");
        let mut axis = 0;
        while axis < lens.len() {
            self.push(if axis == 0 { "" } else { ", " }).number(lens[axis]);
            axis += 1;
        }
        self.push(")")
    }

    /// The message so far.
    pub(crate) const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "shapes do not fit",
        }
    }
}

/// Fails the build for a part that does not fit along an axis: `text`, the axis and the shape.
#[track_caller]
pub(crate) const fn along<const AXIS: isize, S: HasAxis<AXIS>>(text: &mut Text) -> ! {
    text.push(" an axis of length ").number(S::Axis::LEN).push(" of shape ").shape(S::LENS);
    panic!("{}", text.as_str());
}
