use cotangent::prelude::*;

#[differentiable]
fn total(xs: &[Matrix<f64, 4, 2>; 3], start: &Vector<f64, 4>) -> f64 {
    let mut sum = *start;
    for i in 0..3 {
        sum += xs[i].sum_axis::<0>();
    }
    sum.sum()
}

fn main() {}
