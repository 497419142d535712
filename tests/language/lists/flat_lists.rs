//! Rows and columns in one index, `row * width + column`: two indices, if the column is less than the width.

use cotangent::prelude::*;

fn matrix() -> [f64; 16] {
    core::array::from_fn(|i| (i as f64 * 0.37).sin() + if i % 5 == 0 { 4.0 } else { 0.0 })
}

fn other() -> [f64; 16] {
    core::array::from_fn(|i| (i as f64 * 0.73).cos())
}

keeping! {
    factors(matrix()) keeps 34;
    factors_of_a_vector(matrix()) keeps 42;
    width_of_a_local(matrix()) keeps 34;
    width_in_front(matrix()) keeps 34;
    width_of_a_parameter(matrix(), 4) keeps 34;
    counted_factors(matrix()) keeps 34;
    cubes(matrix()) keeps 33;
    neighbours(matrix()) keeps 45;
    wide_columns(matrix()) keeps 41;
    wide_columns_of_writes(matrix()) keeps 41;
    columns_below_zero(matrix()) keeps 46;
    two_widths(matrix()) keeps 41;
    next_row_of_two_widths(matrix()) keeps 41;
    width_of_each(matrix()) keeps 65;
    width_that_changes(matrix()) keeps 31;
    later_row(matrix()) keeps 41;
    grows(matrix()) keeps 42;
    product(matrix(), other()) keeps 5;
    product_of_vectors(matrix(), other()) keeps 9;
    overlapping(matrix(), other()) keeps 5;
    product_of_width(matrix(), other(), 4) keeps 17;
    shifted(matrix(), other()) keeps 5;
    stencil(matrix()) keeps 0;
    backward_stencil(matrix()) keeps 0;
    bases_that_meet(matrix()) keeps 0;
    base_that_changes(matrix()) keeps 0;
    base_of_a_counter(matrix()) keeps 38;
}

#[differentiable]
fn factors(m: &[f64; 16]) -> f64 {
    let mut a = *m;
    for k in 0..4 {
        for i in k + 1..4 {
            a[i * 4 + k] /= a[k * 4 + k];
            for j in k + 1..4 {
                a[i * 4 + j] -= a[i * 4 + k] * a[k * 4 + j];
            }
        }
    }
    a[0] * a[5] * a[10] * a[15]
}

#[differentiable]
fn factors_of_a_vector(m: &[f64]) -> f64 {
    let mut a = m.to_vec();
    for k in 0..4 {
        for i in k + 1..4 {
            a[i * 4 + k] /= a[k * 4 + k];
            for j in k + 1..4 {
                a[i * 4 + j] -= a[i * 4 + k] * a[k * 4 + j];
            }
        }
    }
    a[0] * a[5] * a[10] * a[15]
}

#[differentiable]
fn width_of_a_local(m: &[f64; 16]) -> f64 {
    let n = m.len() / 4;
    let mut a = *m;
    for k in 0..n {
        for i in k + 1..n {
            a[i * n + k] /= a[k * n + k];
            for j in k + 1..n {
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
            }
        }
    }
    a[0] * a[5] * a[10] * a[15]
}

#[differentiable]
fn width_of_a_parameter(m: &[f64; 16], n: &usize) -> f64 {
    factors_of_width(m, *n)
}

#[differentiable]
fn factors_of_width(m: &[f64; 16], n: usize) -> f64 {
    let mut a = *m;
    for k in 0..n {
        for i in k + 1..n {
            a[i * n + k] /= a[k * n + k];
            for j in k + 1..n {
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
            }
        }
    }
    a[0] * a[5] * a[10] * a[15]
}

#[differentiable]
fn width_in_front(m: &[f64; 16]) -> f64 {
    let mut a = *m;
    for k in 0..4 {
        for i in k + 1..4 {
            a[k + 4 * i] /= a[4 * k + k];
            for j in k + 1..4 {
                a[4 * i + j] -= a[k + 4 * i] * a[j + 4 * k];
            }
        }
    }
    a[0] * a[5] * a[10] * a[15]
}

#[differentiable]
fn counted_factors(m: &[f64; 16]) -> f64 {
    let n = m.len() / 4;
    let mut a = *m;
    let mut k = 0;
    while k < n {
        let mut i = k + 1;
        while i < n {
            a[i * n + k] /= a[k * n + k];
            let mut j = k + 1;
            while j < n {
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
                j += 1;
            }
            i += 1;
        }
        k += 1;
    }
    a[0] * a[5] * a[10] * a[15]
}

#[differentiable]
fn cubes(m: &[f64; 16]) -> f64 {
    let mut a = *m;
    for i in 1..2 {
        for j in 0..2 {
            for k in 1..4 {
                a[(i * 2 + j) * 4 + k] *= a[(i * 2 + j) * 4 + k - 1] * a[((i - 1) * 2 + j) * 4 + k];
            }
        }
    }
    a[11] * a[15] * a[9]
}

/// `row * 4 + column - 1` is in the row, because the columns begin with one.
#[differentiable]
fn neighbours(m: &[f64; 16]) -> f64 {
    let mut a = *m;
    for i in 0..4 {
        for j in 1..4 {
            a[i * 4 + j] *= m[j] * a[i * 4 + j - 1];
        }
    }
    a[3] * a[7] * a[14]
}

/// The columns go on in the next row.
#[differentiable]
fn wide_columns(m: &[f64; 16]) -> f64 {
    let mut a = *m;
    for i in 0..3 {
        for j in 0..4 {
            a[i * 3 + j + 3] = 0.5 * a[i * 3 + j] * a[i * 3 + j + 3];
        }
    }
    a[12] * a[9] * a[6] * a[5]
}

#[differentiable]
fn wide_columns_of_writes(m: &[f64; 16]) -> f64 {
    let mut a = *m;
    for i in (0..3).rev() {
        for j in 0..4 {
            a[i * 4 + j + 2] *= a[i * 4 + j] * m[j];
        }
    }
    a[4] * a[5] * a[8] * a[9]
}

/// `row * 4 + column - 1` may be in the row before.
#[differentiable]
fn columns_below_zero(m: &[f64; 16]) -> f64 {
    let mut a = *m;
    for i in 1..4 {
        for j in 0..4 {
            a[i * 4 + j] += a[i * 4 + 3] * a[i * 4 + j - 1];
        }
    }
    a[7] * a[11] * a[15] * a[12]
}

#[differentiable]
fn two_widths(m: &[f64; 16]) -> f64 {
    let mut a = *m;
    for i in 0..4 {
        for j in 0..3 {
            a[i * 3 + j] *= a[i * 4 + j] * m[j];
        }
    }
    a[3] * a[4] * a[8] * a[11]
}

#[differentiable]
fn next_row_of_two_widths(m: &[f64; 16]) -> f64 {
    let mut a = *m;
    for i in 0..4 {
        for j in 0..3 {
            a[(i + 1) * 3 + j] *= a[i * 4 + j] * m[j];
        }
    }
    a[3] * a[4] * a[12] * a[14]
}

/// The width is another number in each iteration.
#[differentiable]
fn width_of_each(m: &[f64; 16]) -> f64 {
    let mut a = *m;
    for t in 0..3 {
        let n = 4 - t;
        for i in 1..n {
            for j in 0..n {
                a[i * n + j] *= a[(i - 1) * n + j] + m[t];
            }
        }
    }
    a[3] * a[4] * a[8] * a[11]
}

#[differentiable]
fn width_that_changes(m: &[f64; 16]) -> f64 {
    let mut n = 4;
    let mut a = *m;
    for t in 0..2 {
        for i in 1..3 {
            for j in 0..2 {
                a[i * n + j] *= a[(i - 1) * n + j] + m[t];
            }
        }
        n -= 1;
    }
    a[3] * a[4] * a[8] * a[6]
}

/// The element is written in a later iteration.
#[differentiable]
fn later_row(m: &[f64; 16]) -> f64 {
    let mut a = *m;
    for i in 0..3 {
        for j in 0..4 {
            a[i * 4 + j] = a[(i + 1) * 4 + j] * a[i * 4 + j];
        }
    }
    a[0] * a[5] * a[10] * a[15]
}

#[differentiable]
fn grows(m: &[f64]) -> f64 {
    let mut a = m.to_vec();
    for i in 0..4 {
        for j in 0..4 {
            a.push(a[i * 4 + j] * m[j]);
        }
    }
    a[16] * a[31] * a[20]
}

#[differentiable]
fn product(a: &[f64; 16], b: &[f64; 16]) -> f64 {
    let mut c = [0.1; 16];
    for i in 0..4 {
        for j in 0..4 {
            for k in 0..4 {
                c[i * 4 + j] += a[i * 4 + k] * b[k * 4 + j];
            }
        }
    }
    c[1] * c[13] + c[14] * c[5]
}

#[differentiable]
fn product_of_vectors(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len() / 4;
    let mut c = vec![0.1; n * n];
    for i in 0..n {
        for j in 0..n {
            for k in 0..n {
                c[i * n + j] += a[i * n + k] * b[k * n + j];
            }
        }
    }
    c[1] * c[13] + c[14] * c[5]
}

#[differentiable]
fn product_of_width(a: &[f64], b: &[f64], n: &usize) -> f64 {
    let c = rows_times_columns(a, b, *n);
    c[1] * c[13] + c[14] * c[5]
}

#[differentiable]
fn rows_times_columns(a: &[f64], b: &[f64], n: usize) -> [f64; 16] {
    let mut c = [0.1; 16];
    for i in 0..n {
        for j in 0..n {
            for k in 0..n {
                c[i * n + j] += a[i * n + k] * b[k * n + j];
            }
        }
    }
    c
}

/// Rows overlap: the terms of an element come from several, in the order of the rows.
#[differentiable]
fn overlapping(a: &[f64; 16], b: &[f64; 16]) -> f64 {
    let mut c = [0.1; 16];
    for i in 0..4 {
        for j in 0..4 {
            for k in 0..4 {
                c[i * 2 + j] += a[j * 4 + k] * b[k * 4 + i];
            }
        }
    }
    c[1] * c[3] + c[4] * c[5]
}

/// The diagonals of a matrix: an element gets terms of several rows and columns.
#[differentiable]
fn shifted(a: &[f64; 16], b: &[f64; 16]) -> f64 {
    let mut c = [0.1; 16];
    for i in 0..4 {
        for j in 0..4 {
            for k in 0..4 {
                c[i + j] += a[k * 4 + i] * b[k * 4 + j];
            }
        }
    }
    c[1] * c[3] + c[4] * c[5]
}

#[differentiable]
fn stencil(u: &[f64]) -> f64 {
    let n = u.len() / 4;
    let mut sum = 0.0;
    for i in 1..n - 1 {
        for j in 1..n - 1 {
            let around = u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] * u[i * n + j + 1];
            sum += around * u[i * n + j];
        }
    }
    sum
}

#[differentiable]
fn backward_stencil(u: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..4 {
        for j in (1..3).rev() {
            sum += u[4 * i + (j - 1)] * u[1 + j + i * 4] * u[j + i * 4];
        }
    }
    sum
}

/// Two bases lead to the same elements.
#[differentiable]
fn bases_that_meet(u: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        for j in 1..4 {
            sum += u[i * 4 + j] * u[i * 4 + j - 1] * u[i * 3 + j] * u[i * 3 + j + 1];
        }
    }
    sum
}

/// The base is another one in each iteration.
#[differentiable]
fn base_that_changes(u: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..4 {
        for j in 0..3 {
            let base = (i * j) % 4;
            sum += u[base + j] * u[base + j + 1] * u[base + j];
        }
    }
    sum
}

#[differentiable]
fn base_of_a_counter(u: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut base = 0;
    for i in 0..4 {
        for j in 0..3 {
            sum += u[base + j] * u[base + j + 1] * u[i];
            if j == 1 {
                base += 1;
            }
        }
    }
    sum * base as f64
}
