use cotangent::prelude::*;

#[derive(Differentiable)]
struct Linear<const I: usize, const O: usize> {
    w: Matrix<f32, I, O>,
}

#[differentiable]
fn loss<const I: usize, const O: usize>(m: &Linear<I, O>, #[constant] x: &Vector<f32, I>) -> f32 {
    x.matmul(&m.w).square().sum()
}

fn main() {
    let model = Linear::<8, 4> { w: Matrix::zeros() };
    let mut gradient = Linear::<4, 8>::zero_tangent();
    let mut tape = GrowableTape::new();
    loss::value_and_grad_into(&mut tape, &model, &Vector::zeros(), &mut gradient);
}
