//! Contributions that meet in one place.

use cotangent::prelude::*;

use super::exact;

// Two variables of a loop that start from one array: the adjoint was used up twice (futhark#1604).
#[test]
fn two_variables_start_from_one_array() {
    #[differentiable]
    fn f(x: &[f64; 2], n: usize) -> f64 {
        let mut a = *x;
        let mut b = *x;
        for _ in 0..n {
            for i in 0..2 {
                a[i] = a[i] * b[i];
                b[i] = b[i] + 1.0;
            }
        }
        a[0] + a[1]
    }
    // x² (x + 1)
    exact!(f(&[1.0, 2.0], 2) = 14.0; dx = [5.0, 16.0]);
}

// A shortcut for sparse Jacobians made all of it zero (futhark#1878).
#[test]
fn every_row_of_a_sparse_jacobian() {
    #[differentiable]
    fn f(x: &[f64; 3]) -> [f64; 3] {
        let mut y = [0.0; 3];
        y[0] = x[1] * x[2];
        y[2] = x[0] * x[0];
        y
    }
    let x = [2.0, 3.0, 5.0];
    assert_eq!(f::vjp(&x, [1.0, 0.0, 0.0]), ([15.0, 0.0, 4.0], [0.0, 5.0, 3.0]));
    assert_eq!(f::vjp(&x, [0.0, 1.0, 0.0]), ([15.0, 0.0, 4.0], [0.0; 3]));
    assert_eq!(f::vjp(&x, [0.0, 0.0, 1.0]), ([15.0, 0.0, 4.0], [4.0, 0.0, 0.0]));
}

// The contributions of an index that occurs twice were overwritten, not added (Nabla.jl#139, Zygote.jl#821, CUDA.jl#1019).
#[test]
fn a_gather_with_repeated_indices() {
    #[differentiable]
    fn f(x: &[f64; 3], at: &[usize; 4]) -> f64 {
        let mut s = 0.0;
        for i in at {
            s += x[*i] * x[*i];
        }
        s
    }
    exact!(f(&[2.0, 3.0, 5.0], &[0, 2, 2, 2]) = 79.0; dx = [4.0, 0.0, 30.0]);
}

// The reverse of upsampling overwrote what had been accumulated (candle#3507).
#[test]
fn upsampling_adds_up_in_reverse() {
    #[differentiable]
    fn f(x: &[f64; 2], #[constant] w: &[f64; 4]) -> f64 {
        let y: [f64; 4] = std::array::from_fn(|i| x[i / 2] * w[i]);
        y[0] + y[1] + y[2] + y[3]
    }
    exact!(f(&[2.0, 3.0], &[1.0, 10.0, 100.0, 1000.0]) = 3322.0; dx = [11.0, 1100.0]);
}

// What was broadcast was not summed in reverse (pytorch#13669, burn#181, burn#686).
#[test]
fn broadcasting_is_summed_in_reverse() {
    #[differentiable]
    fn f(m: &Matrix<f64, 2, 3>, row: &Vector<f64, 3>, k: f64) -> f64 {
        let mut s = (m * row + k).sum();
        s += (row + k).sum();
        s
    }
    let m = tensor([[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]]);
    let row = tensor([1.0, 2.0, 4.0]);
    let (value, (dm, drow, dk)) = f::value_and_grad(&m, &row, 5.0);
    assert_eq!(value, 11.0 + 44.0 + 132.0 + 30.0 + 7.0 + 15.0);
    assert_eq!(dm, tensor([[1.0, 2.0, 4.0], [1.0, 2.0, 4.0]]));
    assert_eq!((drow, dk), (tensor([12.0, 23.0, 34.0]), 9.0));
}

// `y[:, 0] += ..` twice: one of the two was lost (pytorch#136662).
#[test]
fn a_column_is_added_to_twice() {
    #[differentiable]
    fn f(x: &[[f64; 2]; 2], z: &[f64; 2]) -> f64 {
        let mut y = *x;
        for i in 0..2 {
            y[i][0] += z[i];
        }
        for i in 0..2 {
            y[i][0] += z[i];
        }
        y[0][0] * y[0][0] + y[1][0] * y[1][0]
    }
    exact!(f(&[[1.0, 2.0], [3.0, 4.0]], &[1.0, 1.0]) = 34.0; dx = [[6.0, 0.0], [10.0, 0.0]], dz = [12.0, 20.0]);
}
