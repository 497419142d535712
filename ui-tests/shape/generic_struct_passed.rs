use cotangent::prelude::*;

#[derive(Differentiable)]
struct Linear<const I: usize, const O: usize> {
    w: Matrix<f32, I, O>,
}

#[differentiable]
impl<const I: usize, const O: usize> Linear<I, O> {
    fn forward<const B: usize>(&self, x: &Matrix<f32, B, I>) -> Matrix<f32, B, O> {
        x.matmul(&self.w)
    }
}

#[derive(Differentiable)]
struct Mlp {
    hidden: Linear<64, 32>,
    output: Linear<64, 10>,
}

#[differentiable]
fn logits<const B: usize>(m: &Mlp, x: &Matrix<f32, B, 64>) -> Matrix<f32, B, 10> {
    let h = m.hidden.forward(x).relu();
    m.output.forward(&h)
}

fn main() {}
