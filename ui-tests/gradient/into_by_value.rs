use cotangent::prelude::*;

#[differentiable]
fn loss(w: &Vector<f64, 3>) -> f64 {
    (w * w).sum()
}

fn main() {
    let mut tape = TapeBuffer::<{ loss::tape_words() }>::new();
    let dw = Vector::zero();
    loss::value_and_grad_into(&mut tape, &Vector::ZEROS, dw);
}
