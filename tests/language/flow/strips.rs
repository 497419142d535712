//! Loops that go through columns, which the reverse half may put off until it runs for eight columns at once.

use cotangent::prelude::*;

/// Twice eight columns, and some that are left.
const N: usize = 19;
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
        fn both_modes_agree() {
            // Each with a stack of its own.
            $({
                fn agree() {
                    both_modes!($name($(&$argument),*));
                }
                agree();
            })*
        }

        #[test]
        fn values_are_the_same_to_the_last_bit() {
            $(assert_eq!($name::value_and_grad($(&$argument),*).0.to_bits(), $name($(&$argument),*).to_bits(), stringify!($name));)*
        }
    };
}

same! {
    columns(matrix(0.3), matrix(0.7));
    halves_apart(matrix(0.3), matrix(0.7));
    two_numbers(matrix(0.3), vector(0.4));
    both_ways(matrix(0.3), vector(0.4));
    kept_rows(matrix(0.3), matrix(0.7));
    backwards(matrix(0.3), vector(0.4));
    some_columns(matrix(0.3), vector(0.4));
    flat(matrix(0.3).as_flattened(), vector(0.4));
    lent(matrix(0.3), vector(0.4));
    of_a_list_that_changes(matrix(0.3), vector(0.4));
    of_columns_that_change(matrix(0.3), matrix(0.7));
    by_a_number_of_the_column(matrix(0.3), vector(0.4));
    by_an_index_of_the_column(matrix(0.3), vector(0.4));
    triangle(matrix(0.3), vector(0.4));
    one_after_the_other(matrix(0.3), vector(0.4));
    replaced(matrix(0.3), vector(0.4));
    until(matrix(0.3), vector(0.4));
    sum_that_is_read(matrix(0.3), vector(0.4));
    begins_as_an_element(matrix(0.3), vector(0.4));
    again_and_again(matrix(0.3), vector(0.4));
    triangular_product(matrix(0.3), matrix(0.7));
    solved(matrix(0.3), matrix(0.7));
    solved_backwards(matrix(0.3), matrix(0.7));
    solved_in_a_vector(matrix(0.3).as_flattened(), matrix(0.7).as_flattened());
    factors(matrix(0.3));
    up_to_itself(matrix(0.3), matrix(0.7));
    scaled_before(matrix(0.3), matrix(0.7));
    beside_each_other(matrix(0.3), matrix(0.7));
    beside_each_other_backwards(matrix(0.3), matrix(0.7));
    one_row_is_read(matrix(0.3), matrix(0.7));
    one_row_is_replaced(matrix(0.3), matrix(0.7));
    next_row_is_replaced(matrix(0.3), matrix(0.7));
    column_of_the_row(matrix(0.3), matrix(0.7));
    in_a_branch(matrix(0.3), matrix(0.7));
    two_loops(matrix(0.3), matrix(0.7));
    two_lists(matrix(0.3), matrix(0.7));
    squares_of_what_is_there(matrix(0.3), matrix(0.7));
    sums_of_rows(matrix(0.3), matrix(0.7));
    exchanged(matrix(0.3), matrix(0.7));
    left_early(matrix(0.3), matrix(0.7));
    of_another_row(matrix(0.3), matrix(0.7));
    of_copies(matrix(0.3), matrix(0.7));
}

#[differentiable]
fn columns(a: &[[f64; N]; N], b: &[[f64; N]; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            let mut c = 0.0;
            for k in 0..N {
                c += a[i][k] * b[k][j];
            }
            sum += c * c;
        }
    }
    sum
}

/// The reverse half runs after the forward half of both calls.
#[differentiable]
fn halves_apart(a: &[[f64; N]; N], b: &[[f64; N]; N]) -> f64 {
    let first = columns(a, b);
    let second = columns(b, a);
    (first * second).sqrt() + first
}

#[differentiable]
fn two_numbers(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for j in 0..N {
        let (mut c, mut d) = (0.0, 0.2);
        for k in 0..N {
            c += a[k][j] * x[k];
            d -= a[k][j] * a[k][j] * x[j];
        }
        sum += c * d;
    }
    sum
}

#[differentiable]
fn both_ways(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut p = *x;
    for _ in 0..2 {
        let mut next = [0.1; N];
        for i in 0..N {
            for j in 0..N {
                next[i] += (a[i][j] + a[j][i]) * p[j];
            }
            next[i] += 2.0 * p[i];
        }
        p = next;
    }
    p[0] * p[1] + p[2] * p[18]
}

/// One loop adds to rows of which the other iterations add to others.
#[differentiable]
fn kept_rows(a: &[[f64; N]; N], b: &[[f64; N]; N]) -> f64 {
    let mut c = [[0.0; N]; N];
    for i in 0..N {
        for j in 0..N {
            let mut temp = 0.0;
            for k in 0..i {
                c[k][j] += 0.5 * b[i][j] * a[i][k];
                temp += b[k][j] * a[i][k];
            }
            c[i][j] += 0.5 * b[i][j] * a[i][i] + 0.5 * temp;
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            sum += c[i][j] * c[i][j];
        }
    }
    sum
}

#[differentiable]
fn backwards(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for j in (1..N).rev() {
        let mut c = x[j];
        for k in (0..=j).rev() {
            c -= a[k][j] * x[k];
        }
        let mut d = 0.0;
        for k in (2..N).rev() {
            d -= a[k][j - 1] * x[k];
        }
        sum += (c * d).sin();
    }
    sum
}

#[differentiable]
fn some_columns(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for j in 1..=N - 2 {
        let mut c = 0.0;
        for k in 3..N {
            c += a[k][j + 1] * x[k - 1] * a[k][0];
        }
        sum += c.abs();
    }
    for j in 0..N / 3 {
        let mut c = 0.0;
        for k in 3..N {
            c += a[k][3 * j] * x[k - 1] * a[k][j];
        }
        sum += c * c;
    }
    sum
}

#[differentiable]
fn flat(a: &[f64], x: &[f64; N]) -> f64 {
    let n = x.len();
    let mut sum = 0.0;
    for j in 0..n {
        let mut c = 0.0;
        for k in 0..n {
            c += a[k * n + j] * x[k];
        }
        sum += c * c * c;
    }
    sum
}

#[differentiable]
fn into(a: &[[f64; N]; N], x: &[f64; N], y: &mut [f64]) {
    for j in 0..N {
        let mut c = 0.0;
        for k in 0..N {
            c += a[k][j] * x[k];
        }
        y[j] = c * c;
    }
}

#[differentiable]
fn lent(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut y = [0.0; N];
    into(a, x, &mut y);
    y[0] * y[1] + y[18]
}

/// What one column reads another one has changed.
#[differentiable]
fn of_a_list_that_changes(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut y = *x;
    for j in 0..N {
        let mut c = 0.0;
        for k in 0..N {
            c += a[k][j] * y[k];
        }
        y[j] = 0.1 * c;
    }
    y[0] * y[1] + y[2] * y[18]
}

#[differentiable]
fn of_columns_that_change(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in 0..N {
            for k in i + 1..N {
                b[i][j] += a[k][i] * b[k][j];
            }
            b[i][j] = 0.7 * b[i][j];
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            sum += b[i][j] * b[i][j];
        }
    }
    sum
}

#[differentiable]
fn by_a_number_of_the_column(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for j in 0..N {
        let weight = x[j] * x[j];
        let mut c = 0.0;
        for k in 0..N {
            c += a[k][j] * weight;
        }
        sum += c * c + weight;
    }
    sum
}

#[differentiable]
fn by_an_index_of_the_column(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    let mut at = 0;
    for j in 0..N {
        let next = (j * 3) % N;
        let mut c = 0.0;
        for k in 0..N {
            c += a[k][j] * x[next] * a[k][at];
        }
        sum += c * c;
        at = next;
    }
    sum
}

#[differentiable]
fn triangle(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for j in 0..N {
        let mut c = 0.0;
        for k in j..N {
            c += a[k][j] * x[k];
        }
        sum += c * c;
    }
    sum
}

/// The second loop needs what the first has.
#[differentiable]
fn one_after_the_other(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for j in 0..N {
        let mut c = 0.1;
        for k in 0..N {
            c += a[k][j] * x[k];
        }
        let mut d = 0.0;
        for k in 0..N {
            d += a[k][j] * c;
        }
        sum += d * c;
    }
    sum
}

/// Between two loops the sum becomes another.
#[differentiable]
fn replaced(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for j in 0..N {
        let mut c = 0.1;
        for k in 0..N {
            c += a[k][j] * x[k];
        }
        sum += c * c;
        c = x[j];
        for k in 0..N {
            c += a[k][j] * a[k][j];
        }
        sum += c * c * c;
    }
    sum
}

#[differentiable]
fn until(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for j in 0..N {
        let mut c = 0.1;
        for k in 0..N {
            c += a[k][j] * x[k];
        }
        sum += c * c;
        if sum > 1e3 {
            break;
        }
    }
    sum
}

/// The cotangent of what is added to goes on to the next column.
#[differentiable]
fn sum_that_is_read(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut y = [0.3; N + 1];
    for j in 0..N {
        for k in 0..N {
            y[j] += 0.1 * a[k][j] * x[k];
        }
        y[j + 1] += 0.01 * y[j] * y[j];
    }
    y[N] * y[0]
}

#[differentiable]
fn begins_as_an_element(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for j in 0..N {
        let mut c = x[j] * a[j][0];
        for k in 0..N {
            c += a[k][j] * x[k];
        }
        sum += c * x[j];
        sum += c * c * a[0][j];
    }
    sum
}

#[differentiable]
fn again_and_again(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut total = 0.0;
    let mut y = *x;
    for round in 0..3 {
        let mut next = [0.0; N];
        for j in 0..N {
            let mut c = 0.0;
            for k in round..N {
                c += a[k][j] * y[k];
            }
            next[j] = c.tanh();
            total += c * c;
        }
        y = next;
    }
    total + y[0]
}

// ---- elements of a list that the loop around changes ----

/// What all elements of a list contribute to, and each otherwise.
#[differentiable]
fn weighted(b: &[[f64; N]; N]) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            sum += b[i][j] * b[i][j] * (0.1 * (3 * i + j) as f64).cos();
        }
    }
    sum
}

/// A list is read before it changes.
#[differentiable]
fn triangular_product(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in 0..N {
            for k in i + 1..N {
                b[i][j] += 0.1 * a[k][i] * b[k][j];
            }
            b[i][j] = a[0][0] * b[i][j];
        }
    }
    weighted(&b)
}

#[differentiable]
fn solved(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in 0..N {
            for k in 0..i {
                b[i][j] -= 0.1 * a[i][k] * b[k][j];
            }
            b[i][j] /= a[i][i] + 3.0;
        }
    }
    weighted(&b)
}

#[differentiable]
fn solved_backwards(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in (0..N).rev() {
        for j in (0..N).rev() {
            for k in (i + 1..N).rev() {
                b[i][j] -= 0.1 * a[i][k] * b[k][j];
            }
            b[i][j] /= a[i][i] + 3.0;
        }
    }
    weighted(&b)
}

#[differentiable]
fn factors(first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 0..N {
        b[i][i] += 8.0;
    }
    for i in 0..N {
        for j in 0..i {
            for k in 0..j {
                b[i][j] -= b[i][k] * b[k][j];
            }
            b[i][j] /= b[j][j];
        }
        for j in i..N {
            for k in 0..i {
                b[i][j] -= b[i][k] * b[k][j];
            }
        }
    }
    weighted(&b)
}

/// Its own element is among those that are read.
#[differentiable]
fn up_to_itself(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in 0..N {
            for k in i..N {
                b[i][j] += 0.1 * a[k][i] * b[k][j];
            }
        }
    }
    weighted(&b)
}

/// The sum begins as a part of what was there.
#[differentiable]
fn scaled_before(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in 0..N {
            b[i][j] = a[0][i] * b[i][j] * b[i][j];
            for k in 0..i {
                b[i][j] -= 0.1 * a[i][k] * b[k][j];
            }
        }
    }
    weighted(&b)
}

/// The neighbour of a sum is added to it.
#[differentiable]
fn beside_each_other(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in 0..N {
            for k in 0..i {
                b[i][j] -= 0.1 * a[i][k] * b[k][j];
            }
            b[i][j] += 0.3 * b[i][(j + N - 1) % N] * a[0][0];
        }
    }
    weighted(&b)
}

#[differentiable]
fn beside_each_other_backwards(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in (0..N - 1).rev() {
            for k in 0..i {
                b[i][j] -= 0.1 * a[i][k] * b[k][j];
            }
            b[i][j] += 0.3 * b[i][j + 1] * b[i][j + 1];
        }
    }
    weighted(&b)
}

#[differentiable]
fn one_row_is_read(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            for k in 0..i {
                b[i][j] -= 0.1 * a[i][k] * b[k][j];
            }
            sum += b[0][j] * b[i][j];
        }
    }
    sum * weighted(&b)
}

/// A loop that is put off would come after the element has another value.
#[differentiable]
fn one_row_is_replaced(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in 0..N {
            for k in 0..i {
                b[i][j] -= 0.1 * a[i][k] * b[k][j];
            }
            b[0][j] = 0.2 * b[i][j] * a[i][0];
        }
    }
    weighted(&b)
}

#[differentiable]
fn next_row_is_replaced(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in 0..N {
            for k in 0..i {
                b[i][j] -= 0.1 * a[i][k] * b[k][j];
            }
            b[(i + 1) % N][j] = 0.2 * b[i][j] + b[(i + 1) % N][j] * a[i][0];
        }
    }
    weighted(&b)
}

#[differentiable]
fn column_of_the_row(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in i..N {
            for k in 0..i {
                b[i][j] -= 0.1 * a[j][k] * b[i][k];
            }
        }
    }
    weighted(&b)
}

#[differentiable]
fn in_a_branch(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in 0..N {
            for k in 0..i {
                b[i][j] -= 0.1 * a[i][k] * b[k][j];
            }
            if j % 3 != 1 {
                b[i][j] *= a[i][j];
            }
        }
    }
    weighted(&b)
}

#[differentiable]
fn two_loops(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in 0..N {
            for k in 0..i {
                b[i][j] -= 0.1 * a[i][k] * b[k][j];
            }
            for k in i + 1..N {
                b[i][j] += 0.1 * a[k][i] * b[k][j];
            }
        }
    }
    weighted(&b)
}

#[differentiable]
fn two_lists(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    let mut c = *a;
    for i in 0..N {
        for j in 0..N {
            for k in 0..i {
                b[i][j] -= 0.1 * c[k][j] * b[k][j];
                c[i][j] += 0.1 * a[i][k] * b[k][j];
            }
            c[i][j] = c[i][j] * b[i][j];
        }
    }
    weighted(&b) + weighted(&c)
}

#[differentiable]
fn squares_of_what_is_there(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in 0..N {
            for k in 0..i {
                b[i][j] -= 0.1 * b[k][j] * b[k][j] * a[i][k];
            }
        }
    }
    weighted(&b)
}

#[differentiable]
fn sums_of_rows(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    let mut s = [0.3; N];
    for i in 0..N {
        for j in 0..N {
            for k in i + 1..N {
                s[i] += 0.1 * a[k][i] * b[k][j];
            }
            b[i][j] += s[i] * a[i][j];
        }
    }
    weighted(&b) + s[3] * s[4]
}

#[differentiable]
fn exchanged(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 1..N {
        for j in 0..N {
            for k in 0..i {
                b[i][j] -= 0.1 * a[i][k] * b[k][j];
            }
        }
        b.swap(i - 1, i);
    }
    weighted(&b)
}

#[differentiable]
fn left_early(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in 0..N {
            for k in 0..i {
                if k == 7 {
                    break;
                }
                b[i][j] -= 0.1 * a[i][k] * b[k][j];
            }
        }
    }
    weighted(&b)
}

#[differentiable]
fn of_another_row(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in 0..N {
            for k in 0..i {
                b[(i + 1) % N][j] -= 0.1 * a[i][k] * b[k][j];
            }
        }
    }
    weighted(&b)
}

/// A copy of the element that is read changes, the element does not.
#[differentiable]
fn of_copies(a: &[[f64; N]; N], first: &[[f64; N]; N]) -> f64 {
    let mut b = *first;
    for i in 0..N {
        for j in 0..N {
            for k in 0..i {
                let x = b[k][j];
                b[i][j] -= 0.1 * a[i][k] * x * x;
            }
            let y = b[i][j];
            b[i][j] = y / (a[i][i] + 3.0);
        }
    }
    weighted(&b)
}

#[differentiable]
fn solved_in_a_vector(l: &[f64], first: &[f64]) -> f64 {
    let mut x = first.to_vec();
    for i in 0..N {
        for j in 0..N {
            for k in 0..i {
                x[i * N + j] -= 0.1 * l[i * N + k] * x[k * N + j];
            }
            x[i * N + j] /= l[i * N + i] + 3.0;
        }
    }
    let mut sum = 0.0;
    for i in 0..N * N {
        sum += x[i] * x[i] * (0.1 * i as f64).cos();
    }
    sum
}

// ---- other numbers ----

#[differentiable]
fn single(a: &[[f32; N]; N], x: &[f32; N]) -> f32 {
    let mut sum = 0.0;
    for j in 0..N {
        let mut c = 0.0;
        for k in 0..N {
            c += a[k][j] * x[k];
        }
        sum += c * c;
    }
    sum
}

#[test]
fn other_numbers() {
    let a = matrix(0.3).map(|row| row.map(|x| x as f32));
    let x = vector(0.4).map(|x| x as f32);
    let (value, (a_bar, x_bar)) = single::value_and_grad(&a, &x);
    assert_eq!(value.to_bits(), single(&a, &x).to_bits());
    let c: [f32; N] = core::array::from_fn(|j| (0..N).map(|k| a[k][j] * x[k]).sum());
    for k in 0..N {
        let of_x: f32 = (0..N).map(|j| 2.0 * c[j] * a[k][j]).sum();
        assert!((x_bar[k] - of_x).abs() < 1e-4, "{} {of_x}", x_bar[k]);
        for j in 0..N {
            assert!((a_bar[k][j] - 2.0 * c[j] * x[k]).abs() < 1e-4);
        }
    }
}

/// The cotangent of one number is a sum over the columns, in eight parts: four and four, two and two; then those that are left.
#[test]
fn sums_of_columns_are_in_eight_parts() {
    let (a, x) = (matrix(0.3), vector(0.4));
    let x_bar = cubes::grad(&a, &x).1;
    let c: [f64; N] = core::array::from_fn(|j| (0..N).fold(0.0, |c, k| c + a[k][j] * x[k]));
    for k in 0..N {
        let term = |j: usize| (c[j] + c[j]) * a[k][j];
        let eight = |first: usize| {
            let [p, q, r, s] = [0, 1, 2, 3].map(|lane| term(first + lane) + term(first + lane + 4));
            (p + r) + (q + s)
        };
        assert_eq!(x_bar[k], eight(0) + eight(8) + term(16) + term(17) + term(18));
    }
}

#[differentiable]
fn cubes(a: &[[f64; N]; N], x: &[f64; N]) -> f64 {
    let mut sum = 0.0;
    for j in 0..N {
        let mut c = 0.0;
        for k in 0..N {
            c += a[k][j] * x[k];
        }
        sum += c * c;
    }
    sum
}
