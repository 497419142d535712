//! `cargo bench -p cotangent-benches --bench parallel`: the gradient of a batch, steps of training and large products, on one thread
//! and on two.

use std::array::from_fn;
use std::hint::black_box;

use cotangent::parallel::Workers;
use cotangent::prelude::*;
use cotangent_benches::timing::compare;
use cotangent_benches::{Numbers, workloads};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A step of T4 takes 7 MiB.
const STACK: usize = 1 << 24;

/// Two layers, as in workload T2 with a batch of 64, in chunks of 32.
#[derive(Differentiable)]
struct Mlp {
    w1: Matrix<f32, 784, 128>,
    b1: Vector<f32, 128>,
    w2: Matrix<f32, 128, 10>,
    b2: Vector<f32, 10>,
}

#[differentiable]
fn loss<const B: usize>(m: &Mlp, #[constant] x: &Matrix<f32, B, 784>, labels: &[usize; B]) -> f32 {
    let h = (x.matmul(&m.w1) + m.b1).relu();
    (h.matmul(&m.w2) + m.b2).softmax_cross_entropy(labels)
}

struct Chunk {
    x: Box<Matrix<f32, 32, 784>>,
    labels: [usize; 32],
}

fn main() {
    // `cargo test` runs benches too, to see that they work; measuring is for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let mut numbers = Numbers::new(1);
    let mut model = Box::new(Mlp { w1: Matrix::ZEROS, b1: Vector::ZEROS, w2: Matrix::ZEROS, b2: Vector::ZEROS });
    numbers.fill(model.w1.as_mut_slice(), 0.03);
    numbers.fill(model.w2.as_mut_slice(), 0.1);
    let chunks: [Chunk; 2] = from_fn(|_| {
        let mut x = Matrix::boxed_zeros();
        numbers.fill(x.as_mut_slice(), 1.0);
        Chunk { x, labels: from_fn(|i| i % 10) }
    });
    let model = &*model;
    let mut gradients: [_; 2] = from_fn(|_| Box::new(Mlp::zero_tangent()));
    let [alone, together] = &mut gradients;
    let mut workers = Workers::new(2);
    let mut tape = GrowableTape::new();
    let [one, two] = [1, 2].map(|threads| {
        ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build().expect("a pool with stacks of 16 MiB")
    });
    two.install(|| {
        compare(
            "784 x 128 x 10, 64 images in 2 chunks: value and gradient",
            [
                (
                    "one thread",
                    Box::new(|| {
                        for Chunk { x, labels } in &chunks {
                            black_box(loss::value_and_grad_into(&mut tape, model, x, labels, alone));
                        }
                    }),
                ),
                (
                    "two threads",
                    Box::new(|| {
                        black_box(workers.value_and_grad_into(&chunks, &mut **together, |tape, chunk, gradient| {
                            loss::value_and_grad_into(tape, model, &chunk.x, &chunk.labels, gradient)
                        }));
                    }),
                ),
            ],
        )
    });
    step("T2 b64", [&one, &two]);
    step("T4", [&one, &two]);
    product::<64, 784, 128>(&mut numbers, [&one, &two]);
    product::<512, 512, 512>(&mut numbers, [&one, &two]);
    product::<1024, 1024, 1024>(&mut numbers, [&one, &two]);
}

/// A step of training whose products use the threads of the pool.
fn step(name: &str, pools: [&ThreadPool; 2]) {
    let (_, new) = workloads::ALL.into_iter().find(|(known, _)| *known == name).expect("a workload");
    let [one, two] = pools.map(|pool| {
        let mut step = new();
        move || {
            pool.install(|| black_box(step.generated()));
        }
    });
    compare(&format!("{name}: a step of training"), [("one thread", Box::new(one)), ("two threads", Box::new(two))]);
}

/// The product of two matrices in pools of one thread and of two.
fn product<const M: usize, const K: usize, const N: usize>(numbers: &mut Numbers, pools: [&ThreadPool; 2]) {
    let (mut a, mut b) = (Matrix::<f32, M, K>::boxed_zeros(), Matrix::<f32, K, N>::boxed_zeros());
    numbers.fill(a.as_mut_slice(), 1.0);
    numbers.fill(b.as_mut_slice(), 1.0);
    let (a, b) = (&a, &b);
    let [one, two] = pools.map(|pool| {
        let mut out = Matrix::<f32, M, N>::boxed_zeros();
        move || pool.install(|| a.matmul_into(b, black_box(&mut *out)))
    });
    compare(
        &format!("{M} x {K} x {N}: product of two matrices"),
        [("one thread", Box::new(one)), ("two threads", Box::new(two))],
    );
}
