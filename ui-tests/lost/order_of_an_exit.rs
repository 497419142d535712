use cotangent::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Part {
    y: f64,
}

#[differentiable]
impl Part {
    fn scaled(self, x: f64) -> f64 {
        self.y * x
    }
}

#[differentiable]
fn grown(part: &mut Part) -> Option<f64> {
    part.y *= 1.2;
    Some(part.y)
}

#[differentiable]
fn square(y: f64) -> Option<f64> {
    let mut part = Part { y };
    Some(part.scaled(grown(&mut part)?))
}

fn main() {}
