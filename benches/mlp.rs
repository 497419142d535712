//! The loss of a classifier with three layers, 784-128-64-10: batch 32, rectified, softmax cross entropy.

use cotangent::ops::matmul::linear;
use cotangent::prelude::*;
use cotangent::rule::Rule3;

use crate::dense::{dense, matmul_vjp};

/// Batch size that is measured.
pub const B: usize = 32;

/// The parameters.
#[derive(Clone, Debug, Differentiable)]
pub struct Mlp {
    /// First layer.
    pub w1: Matrix<f32, 784, 128>,
    /// Its bias.
    pub b1: Vector<f32, 128>,
    /// Second layer.
    pub w2: Matrix<f32, 128, 64>,
    /// Its bias.
    pub b2: Vector<f32, 64>,
    /// Third layer.
    pub w3: Matrix<f32, 64, 10>,
    /// Its bias.
    pub b3: Vector<f32, 10>,
}

/// The loss.
#[differentiable]
#[must_use]
pub fn loss<const B: usize>(m: &Mlp, #[constant] x: &Matrix<f32, B, 784>, labels: &[usize; B]) -> f32 {
    let h1 = dense(x, &m.w1, &m.b1);
    let h2 = dense(&h1, &m.w2, &m.b2);
    h2.linear(&m.w3, &m.b3).softmax_cross_entropy(labels)
}

/// The loss, its gradient added to `grads`, by hand.
#[expect(clippy::cast_precision_loss, reason = "a batch size")]
pub fn by_hand<const B: usize>(m: &Mlp, x: &Matrix<f32, B, 784>, labels: &[usize; B], grads: &mut MlpTangent) -> f32 {
    let mut h1 = Matrix::ZEROS;
    layer(x, &m.w1, &m.b1, &mut h1);
    let mut h2 = Matrix::ZEROS;
    layer(&h1, &m.w2, &m.b2, &mut h2);
    let mut g3 = Matrix::<f32, B, 10>::ZEROS;
    h2.linear_into(&m.w3, &m.b3, &mut g3);
    let mut loss = 0.0;
    for (row, label) in g3.as_mut_slice().chunks_exact_mut(10).zip(labels) {
        let max = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let logit = row[*label];
        row.iter_mut().for_each(|z| *z = (*z - max).exp());
        let sum: f32 = row.iter().sum();
        loss += sum.ln() + max - logit;
        row.iter_mut().for_each(|p| *p /= sum * B as f32);
        row[*label] -= 1.0 / B as f32;
    }
    bias_gradient(&g3, &mut grads.b3);
    let mut g2 = Matrix::<f32, B, 64>::ZEROS;
    matmul_vjp(&h2, &m.w3, &g3, Out::new(&mut g2), Out::new(&mut grads.w3));
    mask(&mut g2, &h2);
    bias_gradient(&g2, &mut grads.b2);
    let mut g1 = Matrix::<f32, B, 128>::ZEROS;
    matmul_vjp(&h1, &m.w2, &g2, Out::new(&mut g1), Out::new(&mut grads.w2));
    mask(&mut g1, &h1);
    bias_gradient(&g1, &mut grads.b1);
    matmul_vjp(x, &m.w1, &g1, NoGrad, Out::new(&mut grads.w1));
    loss / B as f32
}

/// `y = relu(x w + b)`, in place.
pub(crate) fn layer<const B: usize, const I: usize, const O: usize>(
    x: &Matrix<f32, B, I>,
    w: &Matrix<f32, I, O>,
    b: &Vector<f32, O>,
    y: &mut Matrix<f32, B, O>,
) {
    x.linear_into(w, b, y);
    y.as_mut_slice().iter_mut().for_each(|y| *y = y.max(0.0));
}

/// Zero where `y` is: the derivative of `relu`.
pub(crate) fn mask<const B: usize, const O: usize>(g: &mut Matrix<f32, B, O>, y: &Matrix<f32, B, O>) {
    g.as_mut_slice().iter_mut().zip(y.as_slice()).for_each(|(g, y)| *g = if *y > 0.0 { *g } else { 0.0 });
}

/// Adds the rows of `g` to `d`, by the kernel that the generated code uses. Inputs and weights do not matter.
pub(crate) fn bias_gradient<const B: usize, const O: usize>(g: &Matrix<f32, B, O>, d: &mut Vector<f32, O>) {
    <linear as Rule3<Matrix<f32, B, 1>, Matrix<f32, 1, O>, Vector<f32, O>>>::vjp(
        &(),
        Read::absent(),
        Read::absent(),
        Read::absent(),
        Read::absent(),
        g,
        NoGrad,
        NoGrad,
        Out::new(d),
    );
}

/// Parameters, a batch and labels to measure with; the big ones on the heap.
#[must_use]
pub fn example() -> (Box<Mlp>, Box<Matrix<f32, B, 784>>, [usize; B]) {
    let mut numbers = crate::Numbers::new(7);
    let mut m = Box::new(Mlp {
        w1: Matrix::ZEROS,
        b1: Vector::ZEROS,
        w2: Matrix::ZEROS,
        b2: Vector::ZEROS,
        w3: Matrix::ZEROS,
        b3: Vector::ZEROS,
    });
    numbers.fill(m.w1.as_mut_slice(), 0.06);
    numbers.fill(m.w2.as_mut_slice(), 0.15);
    numbers.fill(m.w3.as_mut_slice(), 0.2);
    let mut x = Box::new(Matrix::ZEROS);
    numbers.fill(x.as_mut_slice(), 1.0);
    (m, x, std::array::from_fn(|i| i % 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_gradients_agree() {
        std::thread::Builder::new()
            .stack_size(64 << 20)
            .spawn(|| {
                let (m, x, labels) = example();
                let (value, grads) = loss::value_and_grad(&m, &x, &labels);
                let mut expected = Mlp::zero_tangent();
                let by_hand = by_hand(&m, &x, &labels, &mut expected);
                assert!((value - by_hand).abs() < 1e-6, "{value} {by_hand}");
                let mut difference = expected.clone();
                difference.scale(-1.0);
                difference.accumulate(&grads);
                assert!(difference.inner(&difference) < 1e-10 * expected.inner(&expected));
            })
            .expect("a thread")
            .join()
            .expect("no panic");
    }
}
