//! Batches of training data (features `rand` and `alloc`): in order or shuffled by a seed, the last one as small as it comes.
//!
//! ```
//! use cotangent::data::Loader;
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn loss(w: &Matrix<f64, 2, 1>, #[constant] x: &Batch<f64, 2>, #[constant] y: &Batch<f64, 1>) -> f64 {
//!     x.matmul(w).mse(y)
//! }
//! let x: Batch<f64, 2> = Batch::of_rows((0..10).map(|i| [f64::from(i) / 10.0, 1.0]));
//! let y: Batch<f64, 1> = Batch::of_rows((0..10).map(|i| [f64::from(3 * i) / 10.0 - 1.0]));
//! let loader = Loader::new((&x, &y), 4).shuffled(1);
//!
//! let mut w = Matrix::zeros();
//! let mut sizes = vec![];
//! for epoch in 0..300 {
//!     for (x, y) in loader.epoch(epoch) {
//!         sizes.push(x.rows());
//!         w -= loss::at(&w, &x, &y).grad() * 0.3;
//!     }
//! }
//! assert_eq!(sizes[..3], [4, 4, 2]);
//! assert!((w - tensor([[3.0], [-1.0]])).abs().max() < 1e-6);
//! ```
//!
//! The order of an epoch is a function of the seed and of the number of the epoch, so a run that goes on from a
//! checkpoint needs these two and the number of the batch: `loader.epoch(epoch).skip(batch)`, which makes no batch that it skips. By the
//! number of the step, it needs that alone: [`Loader::steps`]. With `std`, `ahead` makes batches on another thread.

#[cfg(feature = "std")]
mod ahead;
mod steps;

#[cfg(feature = "std")]
pub use self::ahead::ahead;
pub use self::steps::Steps;

use alloc::vec::Vec;

use rand::seq::SliceRandom;
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use crate::scalar::Element;
use crate::tensor::{AnyShape, Batched, Tensor};

/// Samples that are numbered, of which some make a batch.
///
/// Tensors that begin with [`Dyn`](crate::tensor::Dyn) are, with a sample in each row; slices, whose batches are `Vec`s; and tuples of
/// them, with as many samples each.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no data to make batches of",
    label = "has no numbered samples",
    note = "take a `Tensor` that begins with `Dyn`, such as `Batch<f32, 784>`, a slice, or a tuple of them"
)]
pub trait Data {
    /// A batch.
    type Batch;

    /// The number of samples.
    ///
    /// # Panics
    /// When parts of a tuple have different numbers.
    #[track_caller]
    fn samples(&self) -> usize;

    /// The batch of the samples with these numbers, in this order.
    ///
    /// # Panics
    /// When there is no sample of a number.
    fn batch(&self, samples: &[usize]) -> Self::Batch;
}

impl<T: Element, S: Batched> Data for Tensor<T, S> {
    type Batch = Self;
    fn samples(&self) -> usize {
        self.rows()
    }
    fn batch(&self, samples: &[usize]) -> Self {
        let mut numbers = Vec::with_capacity(samples.len() * <S as AnyShape>::ROW);
        for i in samples {
            numbers.extend_from_slice(&self.as_slice()[i * <S as AnyShape>::ROW..][..<S as AnyShape>::ROW]);
        }
        S::of(numbers, samples.len())
    }
}

impl<A: Clone> Data for [A] {
    type Batch = Vec<A>;
    fn samples(&self) -> usize {
        self.len()
    }
    fn batch(&self, samples: &[usize]) -> Vec<A> {
        samples.iter().map(|i| self[*i].clone()).collect()
    }
}

impl<D: Data + ?Sized> Data for &D {
    type Batch = D::Batch;
    fn samples(&self) -> usize {
        (**self).samples()
    }
    fn batch(&self, samples: &[usize]) -> D::Batch {
        (**self).batch(samples)
    }
}

macro_rules! tuples {
    ($($first:ident $($other:ident $i:tt),*;)*) => {$(
        impl<$first: Data, $($other: Data),*> Data for ($first, $($other),*) {
            type Batch = ($first::Batch, $($other::Batch),*);
            fn samples(&self) -> usize {
                let samples = self.0.samples();
                $(
                    let others = self.$i.samples();
                    assert!(samples == others, "part 0 of the data has {samples} samples, part {} has {others}", $i);
                )*
                samples
            }
            fn batch(&self, samples: &[usize]) -> Self::Batch {
                (self.0.batch(samples), $(self.$i.batch(samples)),*)
            }
        }
    )*};
}
tuples! {
    A B 1;
    A B 1, C 2;
    A B 1, C 2, D 3;
}

/// Makes batches of data, epoch by epoch.
#[derive(Clone, Debug)]
pub struct Loader<D> {
    data: D,
    samples: usize,
    size: usize,
    seed: Option<u64>,
}

impl<D: Data> Loader<D> {
    /// Batches of so many samples, in order; the last one has what is left. The data may be lent: `Loader::new((&x, &labels), 64)`.
    ///
    /// # Panics
    /// When `size` is 0, or when parts of the data have different numbers of samples.
    #[track_caller]
    #[must_use]
    pub fn new(data: D, size: usize) -> Self {
        assert!(size > 0, "a batch has at least one sample");
        let samples = data.samples();
        Self { data, samples, size, seed: None }
    }

    /// In another order each epoch, which the seed and the number of the epoch say. The shuffle is that of the crate `rand`.
    #[must_use]
    pub fn shuffled(self, seed: u64) -> Self {
        Self { seed: Some(seed), ..self }
    }

    /// The number of samples.
    #[must_use]
    pub const fn samples(&self) -> usize {
        self.samples
    }

    /// The batches of an epoch, in which each sample is once. Each batch is made when it is asked for.
    ///
    /// ```
    /// use cotangent::data::Loader;
    ///
    /// let loader = Loader::new(['a', 'b', 'c', 'd', 'e'].as_slice(), 2);
    /// assert_eq!(loader.epoch(0).collect::<Vec<_>>(), [vec!['a', 'b'], vec!['c', 'd'], vec!['e']]);
    ///
    /// let loader = loader.shuffled(7);
    /// assert_ne!(loader.epoch(0).collect::<Vec<_>>(), loader.epoch(1).collect::<Vec<_>>());
    /// assert!(loader.epoch(1).skip(2).eq(loader.epoch(1).last()));
    /// assert_eq!(loader.epoch(1).len(), 3);
    /// ```
    #[must_use]
    pub fn epoch(&self, epoch: u64) -> Batches<'_, D> {
        let mut order: Vec<usize> = (0..self.samples).collect();
        if let Some(seed) = self.seed {
            // Far from the seeds of other runs, whose numbers are often close.
            let seed = seed.wrapping_add(epoch.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            order.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        }
        Batches { data: &self.data, order, size: self.size, next: 0 }
    }
}

/// The batches of an epoch: see [`Loader::epoch`].
#[derive(Clone, Debug)]
pub struct Batches<'a, D> {
    data: &'a D,
    order: Vec<usize>,
    size: usize,
    /// The first sample of the next batch, in this order.
    next: usize,
}

impl<D: Data> Iterator for Batches<'_, D> {
    type Item = D::Batch;

    fn next(&mut self) -> Option<D::Batch> {
        self.nth(0)
    }

    fn nth(&mut self, n: usize) -> Option<D::Batch> {
        let first = self.next.saturating_add(n.saturating_mul(self.size)).min(self.order.len());
        self.next = first.saturating_add(self.size).min(self.order.len());
        (first < self.next).then(|| self.data.batch(&self.order[first..self.next]))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.order.len() - self.next).div_ceil(self.size);
        (left, Some(left))
    }
}

impl<D: Data> ExactSizeIterator for Batches<'_, D> {}
