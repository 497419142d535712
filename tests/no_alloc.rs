//! Nothing allocates. A binary of its own, because its allocator counts.

#[path = "bare/src/digits.rs"]
mod digits;

#[path = "no_alloc/calls.rs"]
mod calls;
#[path = "no_alloc/cnn.rs"]
mod cnn;
#[cfg(feature = "layers")]
#[path = "no_alloc/generation.rs"]
mod generation;
#[path = "no_alloc/operations.rs"]
mod operations;
#[path = "no_alloc/parallel.rs"]
mod parallel;
#[path = "no_alloc/training.rs"]
mod training;

use std::hint::black_box;

/// How often this thread allocates while `run` runs; growing counts too.
fn allocations<R>(run: impl FnOnce() -> R) -> u64 {
    allocation_counter::measure(|| drop(black_box(run()))).count_total
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| 0), 0);
    assert_eq!(allocations(|| Box::new(0)), 1);
    assert_eq!(allocations(|| vec![0; 100]), 1, "zeroed");
    let mut numbers = Vec::with_capacity(1);
    assert_eq!(allocations(|| numbers.extend([0; 100])), 1, "grown");
    assert_eq!(allocations(|| (0..1000).map(|i| i.to_string()).for_each(drop)), 1000);
}
