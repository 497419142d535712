use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Line {
    slope: f64,
    offset: f64,
}

#[differentiable]
fn loss(line: &Line, #[constant] x: f64) -> f64 {
    let y = line.slope * x + line.offset;
    y * y
}

fn main() {
    let line = Line { slope: 1.0, offset: 0.0 };
    let mut grads = line.clone();
    let mut tape = TapeBuffer::<{ loss::tape_words() }>::new();
    loss::value_and_grad_into(&mut tape, &line, 2.0, &mut grads);
}
