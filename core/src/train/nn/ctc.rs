//! The loss of labels whose places are not known: connectionist temporal classification.

use crate::differentiable;
use crate::prelude::*;

/// The CTC loss (Graves et al., *Connectionist Temporal Classification*, 2006): minus the logarithm of the probability that `L` frames
/// spell these `N` labels. A row of `x` holds the log-probabilities of the `C` classes in one frame, as
/// [`log_softmax`](Tensor::log_softmax) gives them. A way to spell labels has one class in each frame; equal neighbours count once, then
/// the blanks are left out. The loss sums over all ways, and is infinite if there is none.
///
/// # Panics
/// When a label or the blank is not less than `C`.
///
/// ```
/// use cotangent::nn::ctc_loss;
/// use cotangent::prelude::*;
///
/// // Two frames spell "1" in three of the four ways: 1 1, blank 1, 1 blank.
/// let x = Matrix::<f64, 2, 2>::full(0.5).ln();
/// assert!((ctc_loss(&x, &[1], 0) + 0.75_f64.ln()).abs() < 1e-15);
/// assert_eq!(ctc_loss(&x, &[1, 1], 0), f64::INFINITY); // there is no room for a blank in between
///
/// let (_, x_bar) = ctc_loss::value_and_grad(&x, &[1], 0);
/// assert!((x_bar - tensor([[-1.0, -2.0], [-1.0, -2.0]]) / 3.0).abs().max() < 1e-15); // the share of the ways through each
/// ```
#[differentiable]
pub fn ctc_loss<T: Real, const L: usize, const C: usize, const N: usize>(
    x: &Matrix<T, L, C>,
    labels: &[usize; N],
    blank: usize,
) -> T {
    // The logarithms of the probabilities of having read `k` labels and a blank after them, and of having read label `k` just now.
    let mut blanks = [T::NEG_INFINITY; N];
    let mut now = [T::NEG_INFINITY; N];
    let mut whole = if N == 0 { T::ZERO } else { T::NEG_INFINITY };
    if N > 0 {
        blanks[0] = T::ZERO;
    }
    for t in 0..L {
        if N > 0 {
            whole = log_add(whole, now[N - 1]);
        }
        whole += x[[t, blank]];
        for k in (0..N).rev() {
            now[k] = log_add(now[k], blanks[k]);
            if k > 0 {
                blanks[k] = log_add(blanks[k], now[k - 1]);
                if labels[k] != labels[k - 1] {
                    now[k] = log_add(now[k], now[k - 1]);
                }
            }
            now[k] += x[[t, labels[k]]];
            blanks[k] += x[[t, blank]];
        }
    }
    if N > 0 {
        whole = log_add(whole, now[N - 1]);
    }
    -whole
}

/// `ln(eᵃ + eᵇ)`
#[differentiable]
fn log_add<T: Real>(a: T, b: T) -> T {
    if a == T::NEG_INFINITY {
        b
    } else if b == T::NEG_INFINITY {
        a
    } else if a > b {
        a + (b - a).exp().ln_1p()
    } else {
        b + (a - b).exp().ln_1p()
    }
}
