//! The tangent of a matrix does not know how many columns the matrix has.

use std::ops::Index;

use cotangent::prelude::*;

#[derive(Differentiable)]
struct Grid {
    #[constant]
    columns: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Index<(usize, usize)> for Grid {
    type Output = f64;

    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[i * self.columns + j]
    }
}

fn main() {}
