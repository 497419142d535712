//! Gradients of a batch on several threads (feature `rayon`).
//!
//! [`Workers`] divides the items of a batch into parts, each with its own tape and gradient. The division depends only
//! on the number of items and of parts, and the gradients are added in the order of the parts, so the result is the
//! same, bit by bit, on one thread and on many. The threads are those of the `rayon` pool in which the call runs.
//!
//! ```
//! use cotangent::optim::Sgd;
//! use cotangent::parallel::Workers;
//! use cotangent::prelude::*;
//!
//! #[derive(Differentiable)]
//! struct Line {
//!     slope: f64,
//!     offset: f64,
//! }
//!
//! #[differentiable]
//! fn miss(line: &Line, #[constant] x: f64, #[constant] y: f64) -> f64 {
//!     (line.slope * x + line.offset - y).powi(2)
//! }
//!
//! let points = [(0.0, 1.0), (1.0, 3.0), (2.0, 5.0), (3.0, 7.0)];
//! let mut line = Line { slope: 0.0, offset: 0.0 };
//! let (mut optimizer, mut workers) = (Sgd::new(0.03), Workers::new(2));
//! for _ in 0..1000 {
//!     let mut gradient = Line::zero_tangent();
//!     let loss = workers.value_and_grad_into(&points, &mut gradient, |tape, &(x, y), gradient| {
//!         miss::value_and_grad_into(tape, &line, x, y, gradient)
//!     });
//!     assert!(loss <= 84.0);
//!     optimizer.step(&mut line, &gradient);
//! }
//! assert!((line.slope - 2.0).abs() < 1e-9 && (line.offset - 1.0).abs() < 1e-9);
//! ```

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::differentiable::Tangent;
use crate::leaves::{LeafMut, Leaves, clear};
use crate::scalar::Real;
use crate::tape::GrowableTape;

/// How many numbers one thread adds at a time.
const BLOCK: usize = 8192;

/// The tapes and gradients for the parts of a batch: a tape for each part, and a gradient of type `G` for each part
/// except the first, which adds to the caller's.
///
/// The tapes grow in the first call. Later calls allocate nothing if they come from a thread of the pool
/// (`pool.install(|| train())`); for calls from any other thread, `rayon` occasionally allocates a block of its queue.
#[derive(Debug)]
pub struct Workers<G> {
    first: GrowableTape,
    others: Vec<Worker<G>>,
}

#[derive(Debug)]
struct Worker<G> {
    tape: GrowableTape,
    gradient: Box<G>,
}

impl<G: Tangent + Leaves + Send + Sync> Workers<G> {
    /// Workers for this many parts. Choose one part for each thread, or a few for each if items take different times.
    ///
    /// The gradients are made on the stack; if they are too large for that, use [`with`](Self::with).
    ///
    /// # Panics
    /// When the number of parts is zero.
    #[must_use]
    pub fn new(parts: usize) -> Self {
        Self::with(parts, || Box::new(G::zero()))
    }

    /// Like [`new`](Self::new), with gradients that `zero` makes.
    ///
    /// # Panics
    /// When the number of parts is zero.
    #[must_use]
    pub fn with(parts: usize, mut zero: impl FnMut() -> Box<G>) -> Self {
        assert!(parts > 0, "a batch in 0 parts");
        let others = (1..parts).map(|_| Worker { tape: GrowableTape::default(), gradient: zero() }).collect();
        Self { first: GrowableTape::default(), others }
    }

    /// Returns the sum of the values that `each` returns for the items, and adds their gradients to `gradient`. `each`
    /// adds the gradient of one item to its argument; it may run on several threads at once.
    ///
    /// # Panics
    /// When `each` panics, after all threads have ended. Contributions that were added to `gradient` by then stay; the
    /// workers can be used again.
    pub fn value_and_grad_into<C: Sync, T: Real>(
        &mut self,
        items: &[C],
        gradient: &mut G,
        each: impl Fn(&mut GrowableTape, &C, &mut G) -> T + Sync,
    ) -> T {
        let parts = self.others.len() + 1;
        let part = |i: usize| &items[i * items.len() / parts..(i + 1) * items.len() / parts];
        let sum = |items: &[C], tape: &mut GrowableTape, gradient: &mut G| {
            items.iter().fold(T::ZERO, |sum, item| sum + each(tape, item, gradient))
        };
        let Self { first, others } = self;
        if G::COUNT.is_none() {
            // The lengths of the caller's gradient, for gradients that are cleared next.
            others.iter_mut().for_each(|worker| (*worker.gradient).clone_from(gradient));
        }
        let (value, rest) = rayon::join(
            || sum(part(0), first, gradient),
            || {
                in_parallel(others, 1, &|i, worker: &mut Worker<G>| {
                    let Worker { tape, gradient } = worker;
                    clear(&mut **gradient);
                    sum(part(i), tape, gradient)
                })
            },
        );
        for leaf in 0..gradient.leaf_count() {
            add_leaf(gradient.leaf_mut(leaf), leaf, others);
        }
        value + rest
    }
}

/// The sum of the results of `run` for these workers. `number` is the number of the first one.
fn in_parallel<G: Send, T: Real>(
    workers: &mut [Worker<G>],
    number: usize,
    run: &(impl Fn(usize, &mut Worker<G>) -> T + Sync),
) -> T {
    match workers {
        [] => T::ZERO,
        [worker] => run(number, worker),
        _ => {
            let half = workers.len() / 2;
            let (left, right) = workers.split_at_mut(half);
            let (left, right) =
                rayon::join(|| in_parallel(left, number, run), || in_parallel(right, number + half, run));
            left + right
        }
    }
}

/// Adds a leaf of all workers, in their order.
fn add_leaf<G: Leaves + Send + Sync>(to: LeafMut<'_>, leaf: usize, workers: &[Worker<G>]) {
    match to {
        LeafMut::F32(to) => add(to, 0, workers, &|worker| worker.gradient.leaf(leaf).f32()),
        LeafMut::F64(to) => add(to, 0, workers, &|worker| worker.gradient.leaf(leaf).f64()),
        #[cfg(feature = "half")]
        LeafMut::F16(to) => add(to, 0, workers, &|worker| worker.gradient.leaf(leaf).f16()),
        #[cfg(feature = "half")]
        LeafMut::BF16(to) => add(to, 0, workers, &|worker| worker.gradient.leaf(leaf).bf16()),
    }
}

/// Adds the numbers of all workers, starting at this position.
fn add<G: Sync, T: Real>(
    to: &mut [T],
    from: usize,
    workers: &[Worker<G>],
    numbers: &(impl Fn(&Worker<G>) -> &[T] + Sync),
) {
    if to.len() > BLOCK {
        let (left, right) = to.split_at_mut(to.len() / 2);
        let middle = from + left.len();
        rayon::join(|| add(left, from, workers, numbers), || add(right, middle, workers, numbers));
        return;
    }
    for worker in workers {
        let numbers = &numbers(worker)[from..from + to.len()];
        to.iter_mut().zip(numbers).for_each(|(to, number)| *to += *number);
    }
}
