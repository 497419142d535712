use cotangent::prelude::*;

#[differentiable]
fn pool(x: &Matrix<f64, 4, 6>, kind: usize) -> f64 {
    let pooled = match kind {
        0 => x.mean_axis::<0>(),
        1 => x.max_axis::<0>(),
        _ => x.sum_axis::<1>(),
    };
    pooled.sum()
}

fn main() {}
