//! A step on several threads, after the first.

use std::sync::atomic::{AtomicU64, Ordering};

use cotangent::parallel::Workers;

use crate::allocations;
use crate::digits::{self, Batch, Mlp, loss};

#[test]
fn gradients_on_several_threads() {
    let mut images = digits::training();
    let batches: Vec<_> = (0..4).map(|_| Batch::<8>::read(&mut images)).collect();
    let model = Mlp::new(1);
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut workers = Workers::new(4);
        let mut gradient = Mlp::zero_tangent();
        // The counter counts for the thread that it runs in; the other threads run `each`.
        let elsewhere = AtomicU64::new(0);
        let mut step = || {
            workers.value_and_grad_into(&batches, &mut gradient, |tape, Batch { x, labels }, gradient| {
                let mut value = 0.0;
                let counted = allocations(|| value = loss::value_and_grad_into(tape, &model, x, labels, gradient));
                elsewhere.fetch_add(counted, Ordering::Relaxed);
                value
            })
        };
        pool.install(|| {
            step();
            elsewhere.store(0, Ordering::Relaxed);
            assert_eq!(allocations(|| (0..100).map(|_| step()).sum::<f32>()), 0, "on {threads} threads");
        });
        assert_eq!(elsewhere.into_inner(), 0, "on {threads} threads");
    }
}
