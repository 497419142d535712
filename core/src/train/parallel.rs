//! Gradients of a batch on several threads (feature `rayon`).
//!
//! [`Workers`] shares the items of a batch out to parts, each with a tape and a gradient of its own. Which items a part has depends
//! on their number and on that of the parts, and the gradients are added in the order of the parts: so the result is the same, bit by
//! bit, on one thread and on many. The threads are those of the `rayon` pool that the call runs in.
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
use crate::leaves::{LeafMut, Leaves};
use crate::scalar::Real;
use crate::tape::GrowableTape;

/// So many numbers are added by one thread at a time.
const BLOCK: usize = 8192;

/// What the parts of a batch need: a tape each, and a gradient of type `G` each, the first one excepted, which adds to the caller's.
///
/// The tapes grow as far as they have to in the first call. After that nothing is allocated when the calls come from a thread of the
/// pool (`pool.install(|| train())`); from any other thread, `rayon` allocates a block of its queue now and then.
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
    /// A batch in so many parts: a few for each thread, where items take different times, else one.
    ///
    /// The gradients are made on the stack; if they are too large for that, see [`with`](Self::with).
    ///
    /// # Panics
    /// When there are to be none.
    #[must_use]
    pub fn new(parts: usize) -> Self {
        Self::with(parts, || Box::new(G::zero()))
    }

    /// [`new`](Self::new), with gradients that `zero` makes.
    ///
    /// # Panics
    /// When there are to be no parts.
    #[must_use]
    pub fn with(parts: usize, mut zero: impl FnMut() -> Box<G>) -> Self {
        assert!(parts > 0, "a batch in 0 parts");
        let others = (1..parts).map(|_| Worker { tape: GrowableTape::default(), gradient: zero() }).collect();
        Self { first: GrowableTape::default(), others }
    }

    /// The sum of the values that `each` gives for the items, and adds their gradients to `gradient`. `each` adds the gradient of
    /// one item to the gradient that is lent to it; it may run on several threads at once.
    ///
    /// # Panics
    /// When `each` panics, once all threads have ended. What has been added to `gradient` by then stays there; the workers can be used
    /// again.
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
        let (value, rest) = rayon::join(
            || sum(part(0), first, gradient),
            || {
                in_parallel(others, 1, &|i, worker: &mut Worker<G>| {
                    let Worker { tape, gradient } = worker;
                    (0..G::LEAVES).for_each(|leaf| clear(gradient.leaf_mut(leaf)));
                    sum(part(i), tape, gradient)
                })
            },
        );
        for leaf in 0..G::LEAVES {
            add_leaf(gradient.leaf_mut(leaf), leaf, others);
        }
        value + rest
    }
}

/// The sum of what `run` gives for each worker, of which the first has this number.
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

fn clear(leaf: LeafMut<'_>) {
    match leaf {
        LeafMut::F32(numbers) => numbers.fill(0.0),
        LeafMut::F64(numbers) => numbers.fill(0.0),
        #[cfg(feature = "half")]
        LeafMut::F16(numbers) => numbers.fill(half::f16::ZERO),
        #[cfg(feature = "half")]
        LeafMut::BF16(numbers) => numbers.fill(half::bf16::ZERO),
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

/// Adds the numbers of all workers, from this position on.
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
