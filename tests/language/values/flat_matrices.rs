//! Flat matrices, whose elements are one `Vec`: `index` reads the number of columns, which the tangent keeps.

use std::ops::{Index, IndexMut, Mul};

use cotangent::prelude::*;
use cotangent::zero_of;

#[derive(Debug, Clone, PartialEq, Differentiable)]
struct Matrix {
    #[constant(extent)]
    rows: usize,
    #[constant(extent)]
    columns: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        assert!(i < self.rows && j < self.columns, "there is no ({i}, {j})");
        &self.data[i * self.columns + j]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[i * self.columns + j]
    }
}

#[differentiable]
impl Matrix {
    fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, columns, data: vec![0.0; rows * columns] }
    }

    #[differentiable]
    fn built(rows: usize, columns: usize, f: impl Fn(usize, usize) -> f64) -> Self {
        let mut made = Self::zeros(rows, columns);
        for i in 0..rows {
            for j in 0..columns {
                made[(i, j)] = f(i, j);
            }
        }
        made
    }

    fn transposed(&self) -> Self {
        let mut transposed = Self::zeros(self.columns, self.rows);
        for i in 0..self.rows {
            for j in 0..self.columns {
                transposed[(j, i)] = self[(i, j)];
            }
        }
        transposed
    }

    fn times(&self, v: &[f64]) -> Vec<f64> {
        assert_eq!(v.len(), self.columns);
        (0..self.rows).map(|i| (0..self.columns).map(|j| self[(i, j)] * v[j]).sum()).collect()
    }

    fn exchange_rows(&mut self, a: usize, b: usize) {
        for j in 0..self.columns {
            let kept = self[(a, j)];
            self[(a, j)] = self[(b, j)];
            self[(b, j)] = kept;
        }
    }
}

#[differentiable]
impl Mul for &Matrix {
    type Output = Matrix;
    fn mul(self, other: &Matrix) -> Matrix {
        let mut product = Matrix::zeros(self.rows, other.columns);
        for i in 0..self.rows {
            for j in 0..other.columns {
                for k in 0..self.columns {
                    product[(i, j)] += self[(i, k)] * other[(k, j)];
                }
            }
        }
        product
    }
}

/// Elimination with a choice of the pivot, in place.
#[differentiable]
fn determinant(given: &Matrix) -> f64 {
    let mut m = given.clone();
    let mut product = 1.0;
    for k in 0..m.rows {
        let mut pivot = k;
        for i in k + 1..m.rows {
            if m[(i, k)].abs() > m[(pivot, k)].abs() {
                pivot = i;
            }
        }
        if pivot != k {
            m.exchange_rows(k, pivot);
            product = -product;
        }
        product *= m[(k, k)];
        for i in k + 1..m.rows {
            let factor = m[(i, k)] / m[(k, k)];
            for j in k..m.columns {
                m[(i, j)] -= factor * m[(k, j)];
            }
        }
    }
    product
}

#[differentiable]
fn form(m: &Matrix, v: &[f64]) -> f64 {
    let w = (&m.transposed() * m).times(v);
    w.iter().zip(v).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn of_numbers(x: f64, y: f64, n: usize) -> f64 {
    let mut m = Matrix::built(n, n, |i, j| if i == j { x + 2.0 } else { x * y / (1 + i + 2 * j) as f64 });
    m[(0, 1)] *= y;
    let other = Matrix { rows: 1, columns: n, data: vec![x * y; n] };
    if x > 10.0 {
        m = other.transposed();
    }
    let long = &other * &m;
    determinant(&m) * long[(0, n - 1)]
}

fn three() -> Matrix {
    Matrix { rows: 3, columns: 3, data: vec![0.25, -1.0, 0.5, 2.0, 0.75, -0.5, 1.25, 0.5, 1.0] }
}

#[test]
fn elements_are_found_in_the_tangent() {
    let (m, v) = (three(), [0.5, -0.25, 1.0]);
    determinant::at(&m).check().unwrap();
    determinant::at(&m).check_jvp().unwrap();
    determinant::at(&m).check_hvp().unwrap();
    form::at(&m, &v).check().unwrap();
    form::at(&m, &v).check_jvp().unwrap();
    form::at(&m, &v).check_hvp().unwrap();
    both_modes!(of_numbers(0.75, 0.5, 3));
    let wide = Matrix { rows: 2, columns: 3, data: m.data[..6].to_vec() };
    Matrix::transposed_at(&wide).check().unwrap();
    form::at(&wide, &v).check().unwrap();
}

#[test]
fn a_gradient_is_a_matrix_too() {
    let m = Matrix { rows: 2, columns: 2, data: vec![1.0, 2.0, 3.0, 4.0] };
    let gradient = determinant::grad(&m);
    assert!((gradient[(0, 1)] + 3.0).abs() < 1e-12 && (gradient[(1, 0)] + 2.0).abs() < 1e-12);
    assert_eq!((*gradient.rows, *gradient.columns), (2, 2));
    assert_eq!(zero_of(&m), MatrixTangent { rows: 2.into(), columns: 2.into(), data: vec![0.0; 4] });
    assert!(zero_of(&m) != zero_of(&wide_zero()));
    assert_eq!(format!("{:?}", zero_of(&m)), "MatrixTangent { rows: 2, columns: 2, data: [0.0, 0.0, 0.0, 0.0] }");
}

/// A type of ours may have the name of one of the library. What has no influence has a zero of its size.
#[differentiable]
fn often_unread(m: &Matrix, x: f64) -> f64 {
    if x > 0.0 { x } else { m[(0, 0)] * x }
}

#[differentiable]
fn of_a_matrix_alone(m: &Matrix) -> f64 {
    if m.rows > 0 { 1.0 } else { m[(0, 0)] }
}

#[test]
fn zeros_have_the_size_of_the_value() {
    let m = three();
    assert_eq!(often_unread::grad(&m, 0.5).0.data, [0.0; 9]);
    assert_eq!(of_a_matrix_alone::grad(&m).data, [0.0; 9]);
    assert_eq!(determinant::at(&m).check_jvp().unwrap().compared, 18);
}

fn wide_zero() -> Matrix {
    Matrix { rows: 1, columns: 4, data: vec![0.0; 4] }
}

#[test]
#[should_panic(expected = "does not know an extent")]
fn a_tangent_of_no_value_has_no_elements() {
    let _ = Matrix::zero_tangent()[(0, 0)];
}

/// Matrices in structs, in lists, in arrays.
#[derive(Debug, Clone, Differentiable)]
struct Network {
    layers: Vec<Matrix>,
    last: [Matrix; 2],
    scale: f64,
}

#[differentiable]
fn run(network: &Network, x: &[f64]) -> f64 {
    let mut x = x.to_vec();
    for layer in &network.layers {
        x = layer.times(&x).iter().map(|x| x.tanh()).collect();
    }
    let mut sum = 0.0;
    for (k, m) in network.last.iter().enumerate() {
        sum += m[(0, k)] * x[k];
    }
    let first = &network.layers[0];
    network.scale * sum * first[(1, 2)]
}

#[test]
fn matrices_in_other_values() {
    let wide = Matrix { rows: 2, columns: 3, data: three().data[..6].to_vec() };
    let network = Network {
        layers: vec![three(), wide],
        last: [three(), Matrix { rows: 1, columns: 2, data: vec![0.5, -1.5] }],
        scale: 0.75,
    };
    let x = [0.5, -0.25, 1.0];
    run::at(&network, &x).check().unwrap();
    run::at(&network, &x).check_jvp().unwrap();
    run::at(&network, &x).check_hvp().unwrap();
}

/// The elements are an array, of which the matrix takes a part.
#[derive(Debug, Clone, Copy, Differentiable)]
struct Small {
    data: [f64; 9],
    #[constant(extent)]
    columns: usize,
}

#[differentiable]
impl Index<[usize; 2]> for Small {
    type Output = f64;
    fn index(&self, at: [usize; 2]) -> &f64 {
        let skipped = at[0] * self.columns;
        &self.data[skipped..][at[1].min(self.columns - 1)]
    }
}

#[differentiable]
fn of_a_small_one(m: &Small, x: f64) -> f64 {
    let mut own = *m;
    own.data[3] *= x;
    m[[0, 1]] * own[[1, 0]] + own[[1, 1]] * x
}

#[test]
fn elements_may_be_an_array() {
    for columns in [2, 3] {
        let m = Small { data: [0.5, 0.25, -1.0, 2.0, 0.75, 1.5, 1.0, -0.5, 3.0], columns };
        of_a_small_one::at(&m, 0.75).check().unwrap();
        of_a_small_one::at(&m, 0.75).check_jvp().unwrap();
        of_a_small_one::at(&m, 0.75).check_hvp().unwrap();
    }
}
