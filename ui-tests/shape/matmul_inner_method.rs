use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Linear<const I: usize, const O: usize> {
    w: Matrix<f32, I, O>,
}

#[differentiable]
impl<const I: usize, const O: usize> Linear<I, O> {
    fn forward<const B: usize>(&self, x: &Matrix<f32, B, O>) -> Matrix<f32, B, O> {
        x.matmul(&self.w)
    }
}

fn main() {}
