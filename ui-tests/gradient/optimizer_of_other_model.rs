use cotangent::optim::Adam;
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
    let first = Linear::<8, 4> { w: Matrix::zeros() };
    let mut second = Linear::<4, 2> { w: Matrix::zeros() };
    let mut optimizer = Adam::new(&first, 0.1);
    let gradient = loss::grad(&second, &Vector::zeros());
    optimizer.step(&mut second, &gradient);
}
