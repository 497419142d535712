//! Indices and ranges that are computed of whole numbers in fields.

use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Matrix {
    rows: usize,
    #[constant]
    columns: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Matrix {
    fn at(&self, i: usize, j: usize) -> f64 {
        self.data[i * self.columns + j]
    }
    fn put(&mut self, i: usize, j: usize, value: f64) {
        self.data[i * self.columns + j] = value;
    }
    fn product(&self, other: &Matrix) -> Matrix {
        let n = self.rows;
        let mut data = vec![0.0; n * other.columns];
        for i in 0..n {
            for j in 0..other.columns {
                let mut sum = 0.0;
                for k in 0..self.columns {
                    sum += self.data[i * self.columns + k] * other.data[k * other.columns + j];
                }
                data[i * other.columns + j] = sum;
            }
        }
        Matrix { rows: n, columns: other.columns, data }
    }
    fn trace(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.rows {
            if i > 1 && self.data[i * (self.columns + 1)] < 0.0 {
                return sum * self.data[i - 1];
            }
            sum += self.data[i * (self.columns + 1)];
        }
        sum
    }
    fn row_sum(&self, i: usize) -> f64 {
        (0..self.columns).map(|j| self.data[i * self.columns + j]).sum()
    }
    fn tail(&self, i: usize) -> f64 {
        let half = self.columns / 2;
        let row = &self.data[i * self.columns..(i + 1) * self.columns];
        row[half..].iter().sum::<f64>() * self.data[half + i]
    }
    fn smooth(&mut self) {
        for _ in 0..2 {
            for i in 1..self.rows {
                let above = self.at(i - 1, 0);
                self.put(i, 0, self.at(i, 0) * above);
                self.data[i * self.columns + 1] *= above;
            }
        }
    }
}

#[differentiable]
fn products(data: &[f64], c: f64) -> f64 {
    let a = Matrix { rows: 3, columns: 3, data: data.to_vec() };
    let b = a.product(&a);
    let d = b.product(&a);
    d.trace() * c + d.row_sum(1) * a.tail(1)
}

#[differentiable]
fn stencil(data: &[f64], c: f64) -> f64 {
    let mut now = Matrix { rows: 3, columns: 3, data: data.to_vec() };
    for _ in 0..2 {
        let mut next = now.clone();
        for i in 1..2 {
            for j in 1..2 {
                next.put(i, j, now.at(i, j) + c * (now.at(i - 1, j) * now.at(i, j + 1) - now.at(i + 1, j)));
            }
        }
        next.smooth();
        now = next;
    }
    now.at(1, 1) * now.trace()
}

#[differentiable]
fn free(matrix: &Matrix, x: &[f64]) -> f64 {
    let n = (x.len() as f64) as usize;
    let mut sum = 0.0;
    let mut at = 0;
    while at < n {
        let columns = matrix.columns;
        for k in 0..n {
            let mut inner = x[k];
            for _ in 0..2 {
                inner *= matrix.data[at * columns + k] * x[(at * n + k) % n];
            }
            sum += inner;
        }
        at += 1;
    }
    sum
}

#[test]
fn every_function_is_right() {
    let data = [0.3, -0.2, 0.7, 0.9, 1.1, 0.4, -0.5, 0.6, 0.8];
    macro_rules! right {
        ($($at:expr;)*) => {$(
            $at.check().unwrap();
            $at.check_jvp().unwrap();
            $at.check_hvp().unwrap();
        )*};
    }
    let matrix = Matrix { rows: 3, columns: 3, data: data.to_vec() };
    right! {
        products::at(&data, 0.3);
        stencil::at(&data, 0.3);
        free::at(&matrix, &[0.3, 0.4, 0.5]);
    }
}

#[test]
fn the_tape_holds_what_is_read_and_no_indices() {
    // The columns, the sums of both products, and lengths.
    let words = products::at(&[0.5; 9], 0.3).tape_words();
    assert!(words < 120, "{words}");
}
