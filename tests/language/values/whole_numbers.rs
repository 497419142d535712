//! Whole numbers that are fields of a differentiable struct, without a mark: lengths, positions, orders. Any method may compute with
//! them, and constructors may be called with them.

use cotangent::prelude::*;

#[derive(Debug, Clone, Differentiable)]
struct Matrix {
    rows: usize,
    columns: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Matrix {
    fn zeros(rows: usize, columns: usize) -> Self {
        Matrix { rows, columns, data: vec![0.0; rows * columns] }
    }

    fn identity(n: usize) -> Self {
        let mut m = Self::zeros(n, n);
        for i in 0..n {
            m.data[i * n + i] = 1.0;
        }
        m
    }

    fn of(rows: usize, columns: usize, data: Vec<f64>) -> Matrix {
        assert_eq!(data.len(), rows * columns);
        Matrix { rows, columns, data }
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.data[i * self.columns + j]
    }

    fn place(&self, i: usize, j: usize) -> usize {
        i * self.columns + j
    }

    fn shape(&self) -> (usize, usize) {
        (self.rows, self.columns)
    }

    fn transposed(&self) -> Matrix {
        let mut t = Matrix::zeros(self.columns, self.rows);
        for i in 0..self.rows {
            for j in 0..self.columns {
                let at = t.place(j, i);
                t.data[at] = self.at(i, j);
            }
        }
        t
    }

    fn times(&self, other: &Matrix) -> Matrix {
        let (n, m) = self.shape();
        let (_, p) = other.shape();
        let mut product = Self::zeros(n, p);
        for i in 0..n {
            for j in 0..p {
                for k in 0..m {
                    let at = product.place(i, j);
                    product.data[at] += self.data[self.place(i, k)] * other.data[other.place(k, j)];
                }
            }
        }
        product
    }

    fn power(&self, n: usize) -> Matrix {
        let mut p = Matrix::identity(self.rows);
        for _ in 0..n {
            p = p.times(self);
        }
        p
    }

    fn minor(&self, row: usize, column: usize) -> Matrix {
        let mut data = Vec::with_capacity((self.rows - 1) * (self.columns - 1));
        data.reserve_exact(self.rows);
        for i in 0..self.rows {
            for j in 0..self.columns {
                if i != row && j != column {
                    data.push(self.data[i * self.columns + j]);
                }
            }
        }
        data.shrink_to_fit();
        Matrix { rows: self.rows - 1, columns: self.columns - 1, data }
    }

    fn determinant(&self) -> f64 {
        let n = self.rows;
        if n == 1 {
            return self.data[0];
        }
        let mut sum = 0.0;
        for c in 0..n {
            sum += (-1f64).powi(c as i32) * self.data[c] * self.minor(0, c).determinant();
        }
        sum
    }

    fn trace(&self) -> f64 {
        (0..self.rows.min(self.columns)).map(|i| self.at(i, i)).sum()
    }

    /// A method of the name of one of arrays.
    fn map<F: Fn(f64) -> f64>(&self, f: F) -> Matrix {
        Matrix { rows: self.rows, columns: self.columns, data: self.data.iter().map(|&x| f(x)).collect() }
    }

    fn squared(&self) -> Matrix {
        self.map(|x| x * x)
    }
}

#[differentiable]
fn of_matrices(x: [f64; 4]) -> f64 {
    let a = Matrix::of(2, 2, x.to_vec());
    let b = Matrix { rows: 3, columns: 3, data: vec![x[0], x[1], 1.0, x[2], 2.0, x[3], x[0] * x[1], 0.3, x[3] * x[2]] };
    let c = Matrix { rows: 2, columns: 2, data: x.to_vec() };
    let c = c.map(|v| v * x[1]).squared();
    a.transposed().times(&a).trace() + a.power(3).determinant() + b.determinant() * c.trace()
}

#[derive(Debug, Clone, Differentiable)]
struct Filter {
    order: usize,
    shift: i32,
    taps: Vec<f64>,
    state: Vec<f64>,
    position: usize,
}

#[differentiable]
impl Filter {
    fn new(taps: &[f64], shift: i32) -> Self {
        Filter { order: taps.len(), shift, taps: taps.to_vec(), state: vec![0.0; taps.len()], position: 0 }
    }

    fn step(&mut self, x: f64) -> f64 {
        self.state[self.position] = x;
        let mut y = 0.0;
        for i in 0..self.order {
            let j = (self.position + self.order - i) % self.order;
            y += self.taps[i] * self.state[j];
        }
        self.position = (self.position + 1) % self.order;
        y
    }

    fn latency(&self) -> usize {
        self.order.saturating_sub(1) / 2
    }

    fn gain(&self) -> f64 {
        let sum: f64 = self.taps.iter().sum();
        let whole = self.order.max(1).pow(2) + self.order.abs_diff(7) + self.order.div_ceil(2) + self.order.isqrt();
        let signed = self.shift.abs() * self.shift.signum() + self.shift.rem_euclid(3).clamp(1, 2);
        sum / whole as f64 * f64::from(signed)
    }
}

#[differentiable]
fn filtered(x: [f64; 4]) -> f64 {
    let mut filter = Filter::new(&x[..3], -4);
    let mut sum = 0.0;
    for i in 0..6 {
        sum += filter.step(x[i % 4]) * (i + filter.latency()) as f64;
    }
    sum * filter.gain()
}

#[test]
fn whole_numbers_in_fields() {
    let x = [0.3, 0.4, -0.7, 0.6];
    assert_eq!(of_matrices::value_and_grad(x).0.to_bits(), of_matrices(x).to_bits());
    assert_eq!(filtered::value_and_grad(x).0.to_bits(), filtered(x).to_bits());
    of_matrices::at(x).check().unwrap();
    of_matrices::at(x).check_jvp().unwrap();
    of_matrices::at(x).check_hvp().unwrap();
    filtered::at(x).check().unwrap();
    filtered::at(x).check_jvp().unwrap();
    filtered::at(x).check_hvp().unwrap();
}

/// Lengths of lists beside whole numbers that are fields.
#[derive(Clone, Debug, Differentiable)]
struct Ring {
    cells: Vec<f64>,
    weights: [f64; 3],
    #[constant]
    at: usize,
}

#[differentiable]
impl Ring {
    fn next(&mut self, x: &[f64]) -> f64 {
        self.at = (self.at + 1) % self.cells.len();
        self.cells[self.at] *= self.weights[(self.at + x.len()) % self.weights.len()];
        self.at = self.cells.len() - 1 - self.at;
        self.at = (self.at + 1) % x.len();
        self.cells[self.at] * x[self.at]
    }
}

#[differentiable]
fn turned(x: [f64; 2], k: f64) -> f64 {
    let mut ring = Ring { cells: vec![x[0], k, x[1]], weights: [k, 0.3, x[0]], at: 0 };
    let mut sum = 0.0;
    for _ in 0..4 {
        sum += ring.next(&x) * k;
    }
    sum
}

#[test]
fn lengths_beside_whole_numbers() {
    let (x, k) = ([0.3, 0.8], 1.3);
    assert_eq!(turned::value_and_grad(x, k).0.to_bits(), turned(x, k).to_bits());
    turned::at(x, k).check().unwrap();
    turned::at(x, k).check_jvp().unwrap();
    turned::at(x, k).check_hvp().unwrap();
}
