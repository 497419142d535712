//! A trait for slices: derived code would have values of a type without a size.

use cotangent::prelude::*;

trait Statistics {
    fn mean(&self) -> f64;
}

#[differentiable]
impl Statistics for [f64] {
    fn mean(&self) -> f64 {
        self.iter().sum::<f64>() / self.len() as f64
    }
}

fn main() {
    let _ = [1.0, 2.0].mean();
}
