//! Programs whose loops call methods of structs that hold lists and their sizes.

use cotangent::prelude::*;

#[derive(Differentiable)]
struct Grid {
    width: usize,
    cells: Vec<f64>,
}

#[differentiable]
impl Grid {
    fn at(&self, x: usize, y: usize) -> f64 {
        self.cells[y * self.width + x]
    }
    fn put(&mut self, x: usize, y: usize, value: f64) {
        self.cells[y * self.width + x] = value;
    }
    fn copy(&self) -> Grid {
        Grid { width: self.width, cells: self.cells.clone() }
    }
}

#[differentiable]
pub fn diffused(first: &[f64], rate: f64, n: usize) -> f64 {
    let mut now = Grid { width: n, cells: first.to_vec() };
    for _ in 0..6 {
        let mut next = now.copy();
        for y in 1..n - 1 {
            for x in 1..n - 1 {
                let around = now.at(x - 1, y) + now.at(x + 1, y) + now.at(x, y - 1) + now.at(x, y + 1);
                next.put(x, y, now.at(x, y) + rate * (around - 4.0 * now.at(x, y)));
            }
        }
        now = next;
    }
    now.cells.iter().map(|u| u * u).sum()
}

#[derive(Differentiable)]
struct Matrix {
    rows: usize,
    columns: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Matrix {
    fn times(&self, other: &Matrix) -> Matrix {
        let mut data = vec![0.0; self.rows * other.columns];
        for i in 0..self.rows {
            for j in 0..other.columns {
                let mut sum = 0.0;
                for k in 0..self.columns {
                    sum += self.data[i * self.columns + k] * other.data[k * other.columns + j];
                }
                data[i * other.columns + j] = sum;
            }
        }
        Matrix { rows: self.rows, columns: other.columns, data }
    }
    fn trace(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.rows {
            sum += self.data[i * self.columns + i];
        }
        sum
    }
}

#[differentiable]
pub fn powers(first: &[f64], n: usize) -> f64 {
    let matrix = Matrix { rows: n, columns: n, data: first.to_vec() };
    let square = matrix.times(&matrix);
    square.times(&matrix).trace()
}
