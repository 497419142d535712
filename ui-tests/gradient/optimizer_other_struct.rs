use cotangent::optim::Sgd;
use cotangent::prelude::*;

#[derive(Differentiable)]
struct Encoder {
    w: Matrix<f32, 64, 32>,
}

#[derive(Differentiable)]
struct Decoder {
    w: Matrix<f32, 32, 64>,
}

#[differentiable]
fn loss(encoder: &Encoder, decoder: &Decoder, #[constant] x: &Vector<f32, 64>) -> f32 {
    x.matmul(&encoder.w).tanh().matmul(&decoder.w).mse(x)
}

fn main() {
    let (mut encoder, decoder) = (Encoder { w: Matrix::zeros() }, Decoder { w: Matrix::zeros() });
    let mut optimizer = Sgd::new(0.1);
    let (_, of_decoder) = loss::grad(&encoder, &decoder, &Vector::zeros());
    optimizer.step(&mut encoder, &of_decoder);
}
