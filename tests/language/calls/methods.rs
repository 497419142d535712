//! `#[differentiable]` on an `impl` block.

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Debug)]
struct Linear<const I: usize, const O: usize> {
    w: Matrix<f64, I, O>,
    b: Vector<f64, O>,
}
gradients!(LinearTangent<2, 1>);

#[differentiable]
impl<const I: usize, const O: usize> Linear<I, O> {
    fn forward<const B: usize>(&self, x: &Matrix<f64, B, I>) -> Matrix<f64, B, O> {
        x.matmul(&self.w) + &self.b
    }

    /// Calls a sibling.
    pub fn loss<const B: usize>(&self, #[constant] x: &Matrix<f64, B, I>, scale: f64) -> f64 {
        let y = self.forward(x);
        (y * scale).sum()
    }
}

#[differentiable]
fn total(model: &Linear<2, 1>, x: &Matrix<f64, 2, 2>) -> f64 {
    let y = model.forward(x);
    y.sum() + model.loss(stop_gradient(x), 2.0)
}

#[test]
fn methods_and_calls_of_methods() {
    let model = Linear { w: tensor([[1.0], [2.0]]), b: tensor([0.5]) };
    let x = tensor([[1.0, 2.0], [3.0, 4.0]]);
    let (value, (dm, dscale)) = model.loss_value_and_grad(&x, 3.0);
    assert_eq!((value, dscale), (51.0, 17.0));
    assert_eq!((dm.w, dm.b), (tensor([[12.0], [18.0]]), tensor([6.0])));
    let (value, (dm, dx)) = both_modes!(total(&model, &x));
    assert_eq!(value, 17.0 + 34.0);
    assert_eq!((dm.w, dm.b), (tensor([[12.0], [18.0]]), tensor([6.0])));
    assert_eq!(dx, tensor([[1.0, 2.0], [1.0, 2.0]]));
}

#[test]
fn all_forms_of_a_method() {
    let model = Linear { w: tensor([[1.0], [2.0]]), b: tensor([0.5]) };
    let x = tensor([[1.0, 2.0]]);
    let mut tape = TapeBuffer::<{ Linear::<2, 1>::loss_tape_words::<1>() }>::new();
    let mut dm = Linear::zero_tangent();
    let mut dscale = 0.0;
    assert_eq!(model.loss_value_and_grad_into(&mut tape, &x, 2.0, &mut dm, &mut dscale), 11.0);
    assert_eq!((dm.w, dm.b, dscale), (tensor([[2.0], [4.0]]), tensor([2.0]), 5.5));
    let (y, (dm, dx)) = model.forward_vjp(&x, tensor([[2.0]]));
    assert_eq!((y, dm.b, dx), (tensor([[5.5]]), tensor([2.0]), tensor([[2.0, 4.0]])));
    assert_eq!(model.loss_at(&x, 2.0).tape_words(), Linear::<2, 1>::loss_tape_words::<1>());
}
