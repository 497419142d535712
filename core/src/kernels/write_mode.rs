//! Whether a kernel adds to numbers or overwrites them.

use crate::scalar::Element;

/// What to do with a place and all its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteMode {
    /// Add to them.
    Accumulate,
    /// Overwrite them: their old values are meaningless.
    Overwrite,
}

impl WriteMode {
    /// Sets numbers that are to be overwritten to zero, so that they can be added to. Run by run, just before the
    /// additions, this costs next to nothing.
    #[inline(always)]
    pub(crate) fn ready<T: Element>(self, numbers: &mut [T]) {
        if matches!(self, WriteMode::Overwrite) {
            numbers.fill(T::ZERO);
        }
    }
}
