//! Gradients of a batch on several threads: the same bits on any number of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use cotangent::parallel::Workers;
use cotangent::prelude::*;
use rayon::ThreadPoolBuilder;

/// A leaf that is added in blocks, by several threads, and small ones.
#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Model {
    w: Vec3,
    wide: Matrix<f32, 200, 100>,
    scale: f64,
}
type Vec3 = Vector<f64, 3>;

impl Model {
    fn new() -> Self {
        Self {
            w: tensor([0.3, -1.1, 0.7]),
            wide: Matrix::from_fn(|[i, j]| ((i * 37 + j * 11) % 19) as f32 * 0.01 - 0.09),
            scale: 1.3,
        }
    }
}

#[derive(Clone, Copy)]
struct Sample {
    x: f64,
    row: usize,
    steps: usize,
}

/// Takes longer for some samples than for others, and needs more tape.
#[differentiable]
fn loss(model: &Model, #[constant] x: f64, row: usize, steps: usize) -> f64 {
    let mut y = model.w[[0]] * x;
    for _ in 0..steps {
        y = (y * model.w[[1]] + model.w[[2]]).sin() * model.scale;
    }
    let mut sum = 0.0;
    for j in 0..100 {
        sum += model.wide[[row, j]] * model.wide[[row, j]];
    }
    y + sum as f64
}

fn samples(n: usize) -> Vec<Sample> {
    (0..n).map(|i| Sample { x: i as f64 * 0.017, row: i * 7 % 200, steps: i * i % 83 }).collect()
}

fn each(model: &Model) -> impl Fn(&mut GrowableTape, &Sample, &mut ModelTangent) -> f64 + Sync {
    |tape, s, gradient| loss::value_and_grad_into(tape, model, s.x, s.row, s.steps, gradient)
}

/// All bits of the value and of the gradient.
fn bits(value: f64, gradient: &ModelTangent) -> Vec<u64> {
    let mut bits = vec![value.to_bits(), gradient.scale.to_bits()];
    bits.extend(gradient.w.as_slice().iter().map(|x| x.to_bits()));
    bits.extend(gradient.wide.as_slice().iter().map(|x| u64::from(x.to_bits())));
    bits
}

fn on<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
    ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(run)
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let (model, samples) = (Model::new(), samples(83));
    for parts in [2, 3, 8] {
        let run = |threads| {
            on(threads, || {
                let mut workers = Workers::new(parts);
                let mut results = Vec::new();
                for _ in 0..3 {
                    let mut gradient = Model::zero_tangent();
                    let value = workers.value_and_grad_into(&samples, &mut gradient, each(&model));
                    results.push(bits(value, &gradient));
                }
                assert!(results.iter().all(|result| *result == results[0]), "twice in a row");
                results.swap_remove(0)
            })
        };
        let alone = run(1);
        for threads in [2, 3, 4] {
            assert!(run(threads) == alone, "{parts} parts on {threads} threads");
        }
    }
}

#[test]
fn one_part_is_the_loop_and_more_parts_differ_by_rounding_only() {
    let (model, samples) = (Model::new(), samples(50));
    let mut expected = Model::zero_tangent();
    let mut tape = GrowableTape::new();
    let mut sum = 0.0;
    for sample in &samples {
        sum += each(&model)(&mut tape, sample, &mut expected);
    }
    let mut gradient = Model::zero_tangent();
    let value = Workers::new(1).value_and_grad_into(&samples, &mut gradient, each(&model));
    assert_eq!(bits(value, &gradient), bits(sum, &expected));
    for parts in [2, 7, 49, 50, 51, 100] {
        let mut gradient = Model::zero_tangent();
        let value = Workers::new(parts).value_and_grad_into(&samples, &mut gradient, each(&model));
        assert!((value - sum).abs() < 1e-12 * sum.abs(), "{parts} parts: {value}, not {sum}");
        let off = gradient.w.as_slice().iter().zip(expected.w.as_slice()).map(|(a, b)| (a - b).abs() / b.abs());
        assert!(off.fold(0.0, f64::max) < 1e-11, "{parts} parts");
        let off = gradient.wide.as_slice().iter().zip(expected.wide.as_slice()).map(|(a, b)| (a - b).abs());
        assert!(off.fold(0.0, f32::max) < 1e-6, "{parts} parts");
    }
}

#[test]
fn gradients_are_added_to_what_is_there() {
    let model = Model::new();
    let mut workers = Workers::new(3);
    let mut gradient = Model::zero_tangent();
    gradient.scale = 100.0;
    gradient.wide[[199, 99]] = 5.0;
    let value = workers.value_and_grad_into(&[], &mut gradient, each(&model));
    assert_eq!((value, gradient.scale, gradient.wide[[199, 99]]), (0.0, 100.0, 5.0));
    let sample = [Sample { x: 0.5, row: 3, steps: 1 }];
    for times in 1..4 {
        workers.value_and_grad_into(&sample, &mut gradient, each(&model));
        let y = (0.5 * 0.3 * -1.1 + 0.7_f64).sin();
        assert!((gradient.scale - 100.0 - f64::from(times) * y).abs() < 1e-12);
    }
    assert_eq!(gradient.wide[[199, 99]], 5.0);
}

#[test]
fn a_panic_goes_on_and_the_workers_can_be_used_again() {
    let (model, samples) = (Model::new(), samples(64));
    for threads in [1, 2, 4] {
        on(threads, || {
            let mut workers = Workers::new(4);
            let mut expected = Model::zero_tangent();
            let value = workers.value_and_grad_into(&samples, &mut expected, each(&model));
            for bad in [0, 20, 63] {
                let done = AtomicUsize::new(0);
                let mut lost = Model::zero_tangent();
                let panic = catch_unwind(AssertUnwindSafe(|| {
                    workers.value_and_grad_into(&samples, &mut lost, |tape, sample, gradient| {
                        assert!(sample.x != samples[bad].x, "sample {bad}");
                        done.fetch_add(1, Ordering::Relaxed);
                        each(&model)(tape, sample, gradient)
                    })
                }));
                let message = panic.unwrap_err().downcast::<String>().unwrap();
                assert_eq!(*message, format!("sample {bad}"));
                assert!(done.into_inner() < 64);
                let mut gradient = Model::zero_tangent();
                let again = workers.value_and_grad_into(&samples, &mut gradient, each(&model));
                assert_eq!(bits(again, &gradient), bits(value, &expected));
            }
        });
    }
}

#[test]
#[should_panic(expected = "a batch in 0 parts")]
fn no_parts() {
    let _ = Workers::<f64>::new(0);
}
