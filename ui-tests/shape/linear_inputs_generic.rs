use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Layer<const I: usize, const O: usize> {
    w: Matrix<f32, I, O>,
    b: Vector<f32, O>,
}

#[differentiable]
impl<const I: usize, const O: usize> Layer<I, O> {
    fn forward<const B: usize>(&self, x: &Matrix<f32, B, O>) -> Matrix<f32, B, O> {
        x.linear(&self.w, &self.b)
    }
}

fn main() {}
