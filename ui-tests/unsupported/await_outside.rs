use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    std::future::ready(x).await
}

fn main() {
    let _: f64 = cost::grad(1.0);
}
