use cotangent::prelude::*;

#[differentiable]
fn best(x: &Matrix<f64, 4, 3>) -> f64 {
    x.topk::<1, 5>().sum()
}

fn main() {
    best(&Matrix::zeros());
}
