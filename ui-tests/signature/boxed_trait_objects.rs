use cotangent::prelude::*;

#[differentiable]
trait Model {
    fn at(&self, x: f64) -> f64;
}

#[differentiable]
fn cost(models: &[Box<dyn Model>], x: f64) -> f64 {
    models[0].at(x)
}

fn main() {}
