use cotangent::prelude::*;

#[differentiable]
fn pick(x: &Matrix<f64, 9, 2>, rows: &[usize; 4]) -> Matrix<f64, 3, 2> {
    x.index_select::<0, 4>(rows)
}

fn main() {}
