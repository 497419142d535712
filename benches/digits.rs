//! The training step of the course's main example: 64-32-10 on real digits, batch 32, `AdamW`.

use cotangent::optim::AdamW;
use cotangent::prelude::*;

use crate::dense::{dense, matmul_vjp};
use crate::mlp::{bias_gradient, layer, mask};

/// Batch size that is measured.
pub const B: usize = 32;

/// The parameters.
#[derive(Clone, Debug, Differentiable)]
pub struct Mlp {
    /// First layer.
    pub w1: Matrix<f32, 64, 32>,
    /// Its bias.
    pub b1: Vector<f32, 32>,
    /// Second layer.
    pub w2: Matrix<f32, 32, 10>,
    /// Its bias.
    pub b2: Vector<f32, 10>,
}

/// Thirty-two digits and what they show.
pub type Batch = (Matrix<f32, B, 64>, [usize; B]);

#[differentiable]
fn logits<const B: usize>(m: &Mlp, #[constant] x: &Matrix<f32, B, 64>) -> Matrix<f32, B, 10> {
    let h = dense(x, &m.w1, &m.b1);
    h.linear(&m.w2, &m.b2)
}

/// The loss.
#[differentiable]
#[must_use]
pub fn loss<const B: usize>(m: &Mlp, #[constant] x: &Matrix<f32, B, 64>, labels: &[usize; B]) -> f32 {
    logits(m, x).softmax_cross_entropy(labels)
}

/// The loss, its gradient added to `grads`, by hand.
#[expect(clippy::cast_precision_loss, reason = "a batch size")]
pub fn by_hand<const B: usize>(m: &Mlp, x: &Matrix<f32, B, 64>, labels: &[usize; B], grads: &mut MlpTangent) -> f32 {
    let mut h = Matrix::ZEROS;
    layer(x, &m.w1, &m.b1, &mut h);
    let mut g2 = Matrix::<f32, B, 10>::ZEROS;
    h.linear_into(&m.w2, &m.b2, &mut g2);
    let mut loss = 0.0;
    for (row, label) in g2.as_mut_slice().chunks_exact_mut(10).zip(labels) {
        let max = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let logit = row[*label];
        row.iter_mut().for_each(|z| *z = (*z - max).exp());
        let sum: f32 = row.iter().sum();
        loss += sum.ln() + max - logit;
        let scale = 1.0 / (sum * B as f32);
        row.iter_mut().for_each(|p| *p *= scale);
        row[*label] -= 1.0 / B as f32;
    }
    bias_gradient(&g2, &mut grads.b2);
    let mut g1 = Matrix::<f32, B, 32>::ZEROS;
    matmul_vjp(&h, &m.w2, &g2, Out::new(&mut g1), Out::new(&mut grads.w2));
    mask(&mut g1, &h);
    bias_gradient(&g1, &mut grads.b1);
    matmul_vjp(x, &m.w1, &g1, NoGrad, Out::new(&mut grads.w1));
    loss / B as f32
}

/// The first digits of the example, in their order, batch by batch.
///
/// # Panics
/// If the file is not what it was.
#[must_use]
pub fn batches() -> Vec<Batch> {
    let digits: Vec<([f32; 64], usize)> = include_str!("../examples/data/digits.csv")
        .lines()
        .map(|line| {
            let numbers: Vec<u8> = line.split(',').map(|number| number.parse().expect("a whole number")).collect();
            (std::array::from_fn(|i| f32::from(numbers[i]) / 8.0 - 1.0), numbers[64].into())
        })
        .collect();
    let batch = |digits: &[_; B]| (tensor(digits.map(|(pixels, _)| pixels)), digits.map(|(_, label)| label));
    digits.as_chunks().0.iter().map(batch).collect()
}

/// Weights before the first step, the same in every run.
#[must_use]
pub fn initial() -> Mlp {
    let mut numbers = crate::Numbers::new(7);
    let mut m = Mlp { w1: Matrix::ZEROS, b1: Vector::ZEROS, w2: Matrix::ZEROS, b2: Vector::ZEROS };
    numbers.fill(m.w1.as_mut_slice(), 0.3);
    numbers.fill(m.w2.as_mut_slice(), 0.4);
    m
}

/// The optimizer of the example, at a rate between its first and its last.
#[must_use]
pub fn optimizer(m: &Mlp) -> AdamW<Mlp> {
    AdamW { weight_decay: 0.2, ..AdamW::new(m, 0.005) }
}

/// A model and its optimizer in the middle of training, where some hidden units are zero for most digits.
#[must_use]
pub fn in_training() -> (Mlp, AdamW<Mlp>) {
    let mut m = initial();
    let mut optimizer = optimizer(&m);
    let batches = batches();
    for (x, labels) in batches.iter().cycle().take(10 * batches.len()) {
        let gradient = loss::grad(&m, x, labels);
        optimizer.step(&mut m, &gradient);
    }
    (m, optimizer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_gradients_agree() {
        let (m, _) = in_training();
        for (x, labels) in batches() {
            let (value, grads) = loss::value_and_grad(&m, &x, &labels);
            let mut expected = Mlp::zero_tangent();
            let by_hand = by_hand(&m, &x, &labels, &mut expected);
            assert!((value - by_hand).abs() < 1e-6, "{value} {by_hand}");
            let mut difference = expected.clone();
            difference.scale(-1.0);
            difference.accumulate(&grads);
            assert!(difference.inner(&difference) < 1e-11 * expected.inner(&expected));
        }
    }

    #[test]
    fn the_model_learns() {
        let (m, _) = in_training();
        let mean = |m: &Mlp| batches().iter().map(|(x, labels)| loss(m, x, labels)).sum::<f32>() / 56.0;
        assert_eq!(batches().len(), 56);
        assert!(mean(&initial()) > 2.0 && mean(&m) < 0.1, "{} {}", mean(&initial()), mean(&m));
    }
}
