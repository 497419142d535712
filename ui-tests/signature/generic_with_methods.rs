use cotangent::prelude::*;

trait Model {
    fn eval(&self, x: f64) -> f64;
}

#[differentiable]
fn loss<M: Model>(model: &M, x: f64) -> f64 {
    model.eval(x) * x
}

fn main() {}
