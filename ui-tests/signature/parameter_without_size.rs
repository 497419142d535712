use cotangent::prelude::*;

trait Generator {
    fn next(&mut self) -> f64;
}

#[differentiable]
fn sample<R: Generator + ?Sized>(#[constant] generator: &mut R, rate: f64) -> f64 {
    -generator.next().ln() / rate
}

fn main() {}
