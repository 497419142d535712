//! Whether a kernel adds to numbers or overwrites them.

use crate::scalar::Element;

/// What to do with a place and all numbers in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteMode {
    /// Add to them.
    Accumulate,
    /// Overwrite them: what they are means nothing.
    Overwrite,
}

impl WriteMode {
    /// Makes numbers zero that are to be written, so that they can be added to. Done run by run, just before, it costs next to nothing.
    #[inline(always)]
    pub(crate) fn ready<T: Element>(self, numbers: &mut [T]) {
        if matches!(self, WriteMode::Overwrite) {
            numbers.fill(T::ZERO);
        }
    }
}
