use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut count = 0.0;
    (0..4)
        .map(|i| {
            count += 1.0;
            x * count * i as f64
        })
        .skip(2)
        .sum()
}

fn main() {}
