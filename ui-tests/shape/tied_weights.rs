use cotangent::prelude::*;

#[derive(Differentiable)]
struct Autoencoder<const I: usize, const H: usize> {
    w: Matrix<f64, I, H>,
}

#[differentiable]
impl<const I: usize, const H: usize> Autoencoder<I, H> {
    fn reconstruct(&self, x: &Vector<f64, I>) -> Vector<f64, I> {
        let h = x.matmul(&self.w).tanh();
        h.matmul(&self.w)
    }
}

fn main() {}
