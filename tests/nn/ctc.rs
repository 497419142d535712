//! The CTC loss: against all ways there are, and its derivative against differences.

use cotangent::nn::ctc_loss;
use cotangent::prelude::*;

use crate::ops::harness::numbers;

/// The sum over all `C` to the power of `L` ways.
fn plain<const L: usize, const C: usize>(x: &Matrix<f64, L, C>, labels: &[usize], blank: usize) -> f64 {
    let mut sum = 0.0;
    for way in 0..C.pow(L as u32) {
        let classes: Vec<usize> = (0..L).map(|t| way / C.pow(t as u32) % C).collect();
        let mut read = classes.clone();
        read.dedup();
        read.retain(|class| *class != blank);
        if read == labels {
            sum += classes.iter().enumerate().map(|(t, class)| x[[t, *class]]).sum::<f64>().exp();
        }
    }
    -sum.ln()
}

#[track_caller]
fn is_the_sum<const N: usize>(labels: [usize; N], blank: usize) {
    #[differentiable]
    fn of_logits<const N: usize>(x: &Matrix<f64, 6, 3>, labels: &[usize; N], blank: usize) -> f64 {
        ctc_loss(&x.log_softmax::<1>(), labels, blank)
    }
    let x = numbers(3);
    let (found, exact) = (of_logits(&x, &labels, blank), plain(&x.log_softmax::<1>(), &labels, blank));
    assert!((found - exact).abs() < 1e-13, "{found} for {exact}");
    of_logits::at(&x, &labels, blank).check().unwrap();
}

#[test]
fn it_sums_over_all_ways() {
    is_the_sum([], 0);
    is_the_sum([1], 0);
    is_the_sum([1, 2], 0);
    is_the_sum([1, 1], 0);
    is_the_sum([2, 1, 1, 2], 0);
    is_the_sum([0, 1, 0], 2);
    is_the_sum([1, 1, 2, 2], 0);
}

/// Six frames have no room for four equal labels: there are three blanks between them. Nor has an impossible class.
#[test]
fn without_a_way_it_is_infinite() {
    let x = numbers::<f64, (Dim<6>, Dim<3>)>(1).log_softmax::<1>();
    let (value, x_bar) = ctc_loss::value_and_grad(&x, &[1, 1, 1, 1], 0);
    assert_eq!(value, f64::INFINITY);
    assert!(x_bar.as_slice().iter().all(|x| !x.is_nan()));
    let never = Matrix::from_fn(|[_, class]| if class == 1 { f64::NEG_INFINITY } else { 0.5_f64.ln() });
    assert_eq!(ctc_loss::<f64, 6, 3, 1>(&never, &[1], 0), f64::INFINITY);
    assert!(ctc_loss::<f64, 6, 3, 1>(&never, &[2], 0).is_finite());
}

/// Thousands of frames do not underflow.
#[test]
fn long_sequences_stay_finite() {
    let x = Matrix::<f64, 2000, 2>::full(0.5).ln();
    let (value, x_bar) = ctc_loss::value_and_grad(&x, &[1], 0);
    // One run of any length at any place: 2000 · 2001 / 2 ways.
    assert!((value - 2000.0 * 2.0_f64.ln() + 2_001_000.0_f64.ln()).abs() < 1e-9);
    assert!((x_bar.sum() + 2000.0).abs() < 1e-9); // each way has one class in each frame
}
