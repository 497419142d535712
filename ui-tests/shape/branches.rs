use cotangent::prelude::*;

#[differentiable]
fn pool(x: &Matrix<f64, 4, 6>, rows: bool) -> f64 {
    let pooled = if rows { x.sum_axis::<0>() } else { x.sum_axis::<1>() };
    pooled.sum()
}

fn main() {}
