//! Constructors that take integers, such as sizes, which may be fields of a value with a derivative.

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Debug)]
struct Grid {
    values: Vec<f64>,
    rows: usize,
    columns: usize,
}

#[differentiable]
impl Grid {
    fn zeros(rows: usize, columns: usize) -> Self {
        Self { values: vec![0.0; rows * columns], rows, columns }
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.values[i * self.columns + j]
    }

    fn transposed(&self) -> Grid {
        let mut new = Grid::zeros(self.columns, self.rows);
        for i in 0..self.rows {
            for j in 0..self.columns {
                new.values[j * new.columns + i] = self.at(i, j);
            }
        }
        new
    }

    fn times(&self, other: &Grid) -> Grid {
        let mut new = Self::zeros(self.rows, other.columns);
        for i in 0..self.rows {
            for j in 0..other.columns {
                let mut sum = 0.0;
                for k in 0..self.columns {
                    sum += self.at(i, k) * other.at(k, j);
                }
                new.values[i * other.columns + j] = sum;
            }
        }
        new
    }
}

#[differentiable]
fn gram(m: f64, s: f64) -> f64 {
    let grid = Grid { values: vec![m, s, m * s, 2.0, s * s, 0.5], rows: 2, columns: 3 };
    let product = grid.times(&grid.transposed());
    let mut sum = product.at(0, 1) * product.at(1, 1);
    for n in 1..3 {
        let mut other = Grid::zeros(n, product.rows);
        other.values[n - 1] = sum * m;
        sum += other.at(0, 0) + other.at(n - 1, 1) + other.at(0, other.columns - 1);
    }
    sum
}

#[test]
fn sizes() {
    follows! { gram }
}
