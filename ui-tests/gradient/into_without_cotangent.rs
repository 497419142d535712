use cotangent::prelude::*;

#[differentiable]
fn loss(w: &Vector<f64, 3>, b: f64) -> f64 {
    (w * w).sum() + b
}

fn main() {
    let mut tape = TapeBuffer::<{ loss::tape_words() }>::new();
    let mut dw = Vector::zero();
    loss::value_and_grad_into(&mut tape, &Vector::ZEROS, 1.0, &mut dw);
}
