//! Loops around sums, whose order derived code may change: values stay the same to the last bit.

use cotangent::prelude::*;

const N: usize = 5;
type Matrix = [[f64; N]; N];

fn matrix(seed: f64) -> Matrix {
    core::array::from_fn(|i| core::array::from_fn(|j| ((7 * i + 3 * j + 1) as f64 * seed).sin()))
}

fn vector(seed: f64) -> [f64; N] {
    core::array::from_fn(|i| (i as f64 * seed).cos() + 0.1)
}

macro_rules! same {
    ($($name:ident($($argument:expr),*);)*) => {
        #[test]
        fn derivatives_are_right() {
            $($name::at($(&$argument),*).check().unwrap_or_else(|error| panic!("{}: {error}", stringify!($name)));)*
        }

        #[test]
        fn values_are_the_same_to_the_last_bit() {
            $(assert_eq!($name::value_and_grad($(&$argument),*).0.to_bits(), $name($(&$argument),*).to_bits(), stringify!($name));)*
        }
    };
}

same! {
    product(matrix(0.3), matrix(0.7));
    product_of_slices(matrix(0.3).as_flattened(), matrix(0.7).as_flattened());
    by_columns(matrix(0.3), vector(0.4));
    two_sums(matrix(0.3), vector(0.4));
    one_number(matrix(0.3), vector(0.4));
    triangle(matrix(0.3), vector(0.4));
    moving(matrix(0.3), vector(0.4));
    own_operand(matrix(0.3));
    own_operand_by_columns(matrix(0.3));
    backwards(matrix(0.3), matrix(0.7));
    with_a_test(matrix(0.3), matrix(0.7));
    differences(matrix(0.3), matrix(0.7));
    of_changing_lists(matrix(0.3), matrix(0.7));
    squares(matrix(0.3), vector(0.4));
    remainders(matrix(0.3), matrix(0.5));
    in_a_tuple(matrix(0.3), vector(0.4));
}

#[differentiable]
fn product(a: &Matrix, b: &Matrix) -> f64 {
    let mut c = [[0.1; N]; N];
    for i in 0..N {
        for j in 0..N {
            for k in 0..N {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
    c[0][1] * c[2][3] + c[4][4] * c[1][0]
}

#[differentiable]
fn product_of_slices(a: &[f64], b: &[f64]) -> f64 {
    let mut c = [0.1; N * N];
    for i in 0..N {
        for j in 0..N {
            for k in 0..N {
                c[i * N + j] += a[i * N + k] * b[k * N + j];
            }
        }
    }
    c[1] * c[13] + c[24] * c[5]
}

#[differentiable]
fn by_columns(a: &Matrix, x: &[f64; N]) -> f64 {
    let mut y = [0.3; N];
    for j in 0..N {
        for i in 0..N {
            y[j] += a[i][j] * x[i];
        }
    }
    y[0] * y[1] + y[2] * y[3] * y[4]
}

#[differentiable]
fn two_sums(a: &Matrix, x: &[f64; N]) -> f64 {
    let mut y = [0.3; N];
    let mut z = [0.2; N];
    for j in 0..N {
        for i in 0..N {
            y[j] += a[i][j] * x[i];
            z[i] -= a[i][j] * x[j];
        }
    }
    y[0] * z[1] + y[2] * z[3] * y[4]
}

/// The terms of a number keep their order.
#[differentiable]
fn one_number(a: &Matrix, x: &[f64; N]) -> f64 {
    let mut sum = [0.3; 1];
    for j in 0..N {
        for i in 0..N {
            sum[0] += a[i][j] * x[i] * 1e3;
        }
    }
    sum[0] * x[0]
}

/// Where the inner loop begins the outer one says.
#[differentiable]
fn triangle(a: &Matrix, x: &[f64; N]) -> f64 {
    let mut y = [0.3; N];
    for j in 0..N {
        for i in j..N {
            y[j] += a[i][j] * x[i];
        }
    }
    y[0] * y[1] + y[2] * y[3] * y[4]
}

/// Several iterations of each loop lead to one element.
#[differentiable]
fn moving(a: &Matrix, x: &[f64; N]) -> f64 {
    let mut y = [0.3; 2 * N];
    for j in 0..N {
        for i in 0..N {
            y[i + j] += a[i][j] * x[i] * 1e3;
        }
    }
    y[0] * y[1] + y[2] * y[3] * y[4] * y[7]
}

/// What is added to is read.
#[differentiable]
fn own_operand(a: &Matrix) -> f64 {
    let mut b = *a;
    for i in 0..N {
        for j in 0..N {
            for k in 1..N {
                b[i][j] += b[i][k] * a[k][j] * 0.1;
            }
        }
    }
    b[0][1] * b[2][3] + b[4][4] * b[1][0]
}

#[differentiable]
fn own_operand_by_columns(a: &Matrix) -> f64 {
    let mut b = *a;
    for j in 0..N {
        for i in 1..N {
            b[i][j] += b[i - 1][j] * 0.3;
        }
    }
    b[0][1] * b[2][3] + b[4][4] * b[1][0]
}

#[differentiable]
fn backwards(a: &Matrix, b: &Matrix) -> f64 {
    let mut c = [[0.1; N]; N];
    for i in (0..N).rev() {
        for j in 1..N {
            for k in (0..N).rev() {
                c[i][j] -= a[i][k] * b[k][j - 1];
            }
        }
    }
    c[0][1] * c[2][3] + c[4][4] * c[1][2]
}

#[differentiable]
fn with_a_test(a: &Matrix, b: &Matrix) -> f64 {
    let mut c = [[0.1; N]; N];
    for i in 0..N {
        for j in 0..N {
            for k in 0..N {
                if b[k][j] > 0.0 {
                    c[i][j] += a[i][k] * b[k][j];
                }
            }
        }
    }
    c[0][1] * c[2][3] + c[4][4] * c[1][0]
}

#[differentiable]
fn differences(a: &Matrix, b: &Matrix) -> f64 {
    let mut c = [[0.1; N]; N];
    for i in 0..N {
        for j in 0..N {
            for k in 0..N {
                c[i][j] += (a[k][i] - b[k][j]) * (a[k][i] - b[k][j]);
            }
        }
    }
    c[0][1] * c[2][3] + c[4][4] * c[1][0]
}

#[differentiable]
fn of_changing_lists(a: &Matrix, b: &Matrix) -> f64 {
    let mut product = *a;
    for _ in 0..3 {
        let mut next = [[0.0; N]; N];
        for i in 0..N {
            for j in 0..N {
                for k in 0..N {
                    next[i][j] += product[i][k] * b[k][j];
                }
            }
        }
        product = next;
    }
    product[0][1] * product[2][3] + product[4][4]
}

#[differentiable]
fn squares(a: &Matrix, x: &[f64; N]) -> f64 {
    let mut y = [0.3; N];
    for j in 0..N {
        for i in 0..N {
            y[j] += (a[i][j] * x[i]).sin();
        }
    }
    y[0] * y[1] + y[2] * y[3] * y[4]
}

/// An index may be any expression of those of the loops.
#[differentiable]
fn remainders(a: &Matrix, b: &Matrix) -> f64 {
    let mut c = [0.1; N + 1];
    for i in 0..N {
        for j in 0..N {
            c[i % 2 + j] += a[j][i] * b[j][i];
        }
    }
    c[1] + 3.0 * c[2]
}

#[differentiable]
fn in_a_tuple(a: &Matrix, x: &[f64; N]) -> f64 {
    let mut y = ([0.3; 2 * N], 0.2);
    for j in 0..N {
        for i in 0..N {
            y.0[i + j] += a[i][j] * x[i] * 1e3;
        }
    }
    y.0[0] * y.0[1] + y.0[2] * y.0[3] * y.0[4] * y.0[7] * y.1
}
