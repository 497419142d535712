//! Values after 0, 1 and 9 updates, which JAX, PyTorch and a program in C agree on to the digits that stand here: so gradients are right.

use super::ALL;

/// Equal to 13 digits.
pub(super) fn assert_value(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-13 * expected.abs(), "{value} {expected}");
}

/// The length of a gradient.
pub(super) fn norm(gradient: &[f64]) -> f64 {
    gradient.iter().map(|g| g * g).sum::<f64>().sqrt()
}

/// How far two gradients are apart, measured by the largest number.
pub(super) fn difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let largest = a.iter().fold(0.0_f64, |max, a| max.max(a.abs()));
    a.iter().zip(b).fold(0.0_f64, |max, (a, b)| max.max((a - b).abs())) / largest
}

fn losses(name: &str, expected: [f64; 3]) {
    let (_, new) = ALL.iter().find(|(n, _)| *n == name).expect("a workload");
    let run = move || {
        let mut workload = new();
        assert!((workload.primal() - expected[0]).abs() < 2e-6, "{}", workload.primal());
        for way in ["generated", "by hand", "fused"] {
            workload.reset();
            let step = |_| match way {
                "generated" => workload.generated(),
                "by hand" => workload.by_hand(),
                _ => workload.fused().unwrap_or_else(|| workload.by_hand()),
            };
            // Without optimisation ten steps take long; two say that the gradient is right.
            let values: Vec<f64> = (0..if cfg!(debug_assertions) { 2 } else { 10 }).map(step).collect();
            for (value, expected) in [0, 1, 9].into_iter().filter_map(|i| values.get(i)).zip(expected) {
                // The last digit that is published, and rounding in `f32`.
                assert!((value - expected).abs() < 4e-7 * expected.max(1.0), "{way} {values:?}");
            }
        }
    };
    std::thread::Builder::new().stack_size(64 << 20).spawn(run).expect("a thread").join().expect("no panic");
}

#[test]
fn t1() {
    losses("T1", [0.045_226_3, 0.040_489_8, 0.016_856_8]);
}

#[test]
fn t2() {
    losses("T2 b32", [2.319_464_2, 2.183_970_0, 1.616_728_8]);
    losses("T2 b64", [2.309_351_0, 2.226_432_8, 1.909_187_8]);
}

#[test]
fn t3() {
    losses("T3", [2.311_215_9, 2.289_541_2, 2.143_465_8]);
}

#[test]
fn t4() {
    // Without optimisation it takes as long as all other tests together.
    if cfg!(debug_assertions) {
        return;
    }
    losses("T4", [0.517_375_0, 0.516_830_5, 0.512_587_5]);
}

#[test]
fn t5() {
    losses("T5", [0.193_151_4, 0.193_026_0, 0.192_026_1]);
}
