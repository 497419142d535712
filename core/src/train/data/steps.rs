//! The batches of a run by the number of the step, from any step on.

use core::ops::Range;

use super::{Batches, Data, Loader};

/// The batches of a run: see [`Loader::steps`].
#[derive(Clone, Debug)]
pub struct Steps<'a, D> {
    loader: &'a Loader<D>,
    numbers: Range<u64>,
    /// What is left of the epoch of the next step, or nothing if that begins one.
    left: Batches<'a, D>,
}

impl<D: Data> Loader<D> {
    /// The number of batches of an epoch; the last one may be smaller than the others.
    ///
    /// ```
    /// use cotangent::data::Loader;
    ///
    /// assert_eq!(Loader::new([1.0, 2.0, 3.0].as_slice(), 2).batches_per_epoch(), 2);
    /// ```
    #[must_use]
    pub const fn batches_per_epoch(&self) -> u64 {
        self.samples.div_ceil(self.size) as u64
    }

    /// Steps and their batches, epoch after epoch. Step `s` has batch `s % batches_per_epoch` of epoch `s / batches_per_epoch`, so a run
    /// that goes on from a checkpoint needs nothing but the number of its next step. Of data without samples there are no steps.
    ///
    /// ```
    /// use cotangent::data::Loader;
    ///
    /// let loader = Loader::new(['a', 'b', 'c', 'd', 'e'].as_slice(), 2).shuffled(7);
    /// let whole: Vec<_> = loader.steps(0..9).collect();
    /// assert_eq!((whole.len(), whole[4].0), (9, 4));
    /// assert!(loader.steps(4..9).eq(whole[4..].iter().cloned())); // in the middle of the second epoch
    /// ```
    #[must_use]
    pub fn steps(&self, steps: Range<u64>) -> Steps<'_, D> {
        let mut left = Batches { data: &self.data, order: [].into(), size: self.size, next: 0 };
        if let Some(epoch) = steps.start.checked_div(self.batches_per_epoch()) {
            left = self.epoch(epoch);
            #[allow(clippy::cast_possible_truncation, reason = "below a number of batches, which is a `usize`")]
            let batch = (steps.start % self.batches_per_epoch()) as usize;
            left.next = batch * self.size;
        }
        Steps { loader: self, numbers: steps, left }
    }
}

impl<D: Data> Iterator for Steps<'_, D> {
    type Item = (u64, D::Batch);

    fn next(&mut self) -> Option<Self::Item> {
        if self.loader.samples == 0 {
            return None;
        }
        let step = self.numbers.next()?;
        if self.left.len() == 0 {
            self.left = self.loader.epoch(step / self.loader.batches_per_epoch());
        }
        Some((step, self.left.next()?))
    }
}
