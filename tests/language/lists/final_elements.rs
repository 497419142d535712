//! Elements that do not change any more are read in the list as it is in the end, those that have not changed yet in the list as it is in
//! front of the loops; all others are kept.

use cotangent::prelude::*;

type Matrix = [[f64; 4]; 4];

fn matrix() -> Matrix {
    core::array::from_fn(|i| {
        core::array::from_fn(|j| ((3 * i + 5 * j) as f64 * 0.37).sin() + if i == j { 4.0 } else { 0.0 })
    })
}

const V: [f64; 4] = [0.7, -1.3, 0.4, 1.9];

keeping! {
    factors(matrix()) keeps 34;
    substitution(matrix(), V) keeps 16;
    back_substitution(matrix(), V) keeps 16;
    recurrence(V) keeps 8;
    table(V) keeps 26;
    field(V) keeps 15;
    list(V) keeps 18;
    sweeps(matrix(), V) keeps 99;
    smoothed(V) keeps 13;
    smoothed_down(V) keeps 13;
    overwritten_later(V) keeps 10;
    overwritten_perhaps(V) keeps 15;
    scattered(V) keeps 19;
    lent(V) keeps 39;
    other_name(V) keeps 12;
    exchanged(V) keeps 9;
    rows(matrix()) keeps 12;
    wrong_triangle(matrix(), V) keeps 16;
    up_to_itself(matrix(), V) keeps 23;
    own_of_each(matrix()) keeps 34;
    parts(V) keeps 9;
    shadowed(V) keeps 8;
    left_early(V) keeps 12;
    counted(V) keeps 13;
    run_again(V) keeps 21;
    squared(V) keeps 23;
    distant(V) keeps 14;
    two_loops(V) keeps 8;
    through_a_call(V) keeps 23;
    one_step(V) keeps 23;
    nested_repeat(V) keeps 19;
    ring(V) keeps 39;
    part(matrix()) keeps 9;
    before_it_changes(matrix(), matrix()) keeps 22;
    own_before_it_changes(matrix(), matrix()) keeps 22;
    before_it_changes_downwards(matrix(), matrix()) keeps 22;
    changed_rows_too(matrix(), matrix()) keeps 22;
    in_each_round(matrix(), matrix()) keeps 39;
    changed_in_front(matrix(), matrix()) keeps 53;
    changed_by_the_row_before(matrix(), matrix()) keeps 53;
    changed_perhaps(matrix(), matrix()) keeps 85;
    changed_by_a_call(matrix(), matrix()) keeps 53;
    changed_as_a_whole(matrix(), matrix()) keeps 53;
    counted_down(matrix(), matrix()) keeps 22;
    of_a_vector(matrix(), matrix()) keeps 36;
    of_one_row(matrix(), matrix()) keeps 22;
    any_index(matrix(), matrix()) keeps 133;
}

#[differentiable]
fn factors(m: &Matrix) -> f64 {
    let mut a = *m;
    for k in 0..4 {
        for i in k + 1..4 {
            a[i][k] /= a[k][k];
            for j in k + 1..4 {
                a[i][j] -= a[i][k] * a[k][j];
            }
        }
    }
    a[0][0] * a[1][1] + a[2][2] * a[3][3]
}

#[differentiable]
fn substitution(l: &Matrix, b: &[f64; 4]) -> f64 {
    let mut x = *b;
    for i in 0..4 {
        for j in 0..i {
            x[i] -= l[i][j] * x[j];
        }
        x[i] /= l[i][i];
    }
    x[2] * x[3]
}

#[differentiable]
fn back_substitution(u: &Matrix, b: &[f64; 4]) -> f64 {
    let mut x = *b;
    for i in (0..4).rev() {
        for j in i + 1..4 {
            x[i] -= u[i][j] * x[j];
        }
        x[i] /= u[i][i];
    }
    x[0] * x[1]
}

#[differentiable]
fn recurrence(v: &[f64; 4]) -> f64 {
    let mut x = [1.0; 4];
    x[1] = v[0];
    for i in 2..4 {
        x[i] = v[i] * x[i - 1] + x[i - 2] * x[i - 1];
    }
    x[3] * x[2]
}

#[differentiable]
fn table(v: &[f64; 4]) -> f64 {
    let mut d = [[1.0; 5]; 5];
    for i in 1..5 {
        for j in 1..5 {
            d[i][j] = v[i - 1] * d[i - 1][j] * d[i][j - 1] + v[j - 1] * d[i - 1][j - 1];
        }
    }
    d[4][4]
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Filter {
    state: [f64; 4],
    gain: f64,
}

#[differentiable]
fn field(v: &[f64; 4]) -> f64 {
    let mut filter = Filter { state: *v, gain: v[2] };
    for i in 1..4 {
        filter.state[i] = filter.state[i] * filter.state[i - 1] * v[1];
        filter.gain *= v[i];
    }
    filter.state[3] * filter.gain
}

#[differentiable]
fn list(v: &[f64; 4]) -> f64 {
    let mut x = vec![v[0]; 4];
    for i in 1..4 {
        x[i] = v[i] * x[i - 1].sin();
    }
    x[3] + x[2]
}

/// Each sweep overwrites what the one before left.
#[differentiable]
fn sweeps(a: &Matrix, b: &[f64; 4]) -> f64 {
    let mut x = [0.0; 4];
    for _ in 0..3 {
        for i in 0..4 {
            let mut s = b[i];
            for j in 0..4 {
                if j != i {
                    s -= a[i][j] * x[j];
                }
            }
            x[i] = s / a[i][i];
        }
    }
    x[0] * x[3]
}

/// The right neighbour changes in the next iteration.
#[differentiable]
fn smoothed(v: &[f64; 4]) -> f64 {
    let mut x = *v;
    for i in 0..3 {
        x[i] = x[i] * x[i + 1];
    }
    x[0] * x[1] * x[2]
}

/// Downwards, the left one does.
#[differentiable]
fn smoothed_down(v: &[f64; 4]) -> f64 {
    let mut x = *v;
    for i in (1..4).rev() {
        x[i] = x[i] * x[i - 1] + v[0];
    }
    x[1] * x[2] * x[3]
}

#[differentiable]
fn overwritten_later(v: &[f64; 4]) -> f64 {
    let mut x = *v;
    for i in 1..4 {
        x[i] = x[i - 1] * v[i];
    }
    let first = x[3] * x[2];
    for i in 0..4 {
        x[i] = v[i] * v[i];
    }
    first * x[1]
}

#[differentiable]
fn overwritten_perhaps(v: &[f64; 4]) -> f64 {
    let mut x = *v;
    for i in 1..4 {
        x[i] = x[i - 1] * v[i];
        if x[i] < 0.0 {
            x[0] = x[i] * 2.0;
        }
    }
    x[3] * x[0]
}

/// Where an element is written only the values of another list say.
#[differentiable]
fn scattered(v: &[f64; 4]) -> f64 {
    let order = [2, 0, 1, 0];
    let mut x = *v;
    for i in 0..4 {
        x[order[i]] = x[i] * v[3];
    }
    x[0] * x[1] + x[2]
}

#[differentiable]
fn double(x: &mut [f64]) {
    for value in x.iter_mut() {
        *value *= *value;
    }
}

#[differentiable]
fn lent(v: &[f64; 4]) -> f64 {
    let mut x = *v;
    for i in 1..4 {
        x[i] = x[i - 1] * v[i];
        double(&mut x);
    }
    x[3] * x[0]
}

#[differentiable]
fn other_name(v: &[f64; 4]) -> f64 {
    let mut x = *v;
    for i in 1..4 {
        x[i] = x[i - 1] * v[i];
        let first = &mut x[0];
        *first *= v[i];
    }
    x[3] * x[0]
}

#[differentiable]
fn exchanged(v: &[f64; 4]) -> f64 {
    let mut x = *v;
    for i in 1..4 {
        x[i] = x[i - 1] * v[i];
        x.swap(i - 1, 0);
    }
    x[3] * x[0] + x[1]
}

#[differentiable]
fn rows(m: &Matrix) -> f64 {
    let mut a = *m;
    for i in 1..4 {
        a[i][0] = a[i - 1][1] * a[i - 1][2];
        a[i - 1] = m[i];
    }
    a[0][1] * a[3][0] + a[2][0]
}

/// `x[j]` is not solved for yet.
#[differentiable]
fn wrong_triangle(l: &Matrix, b: &[f64; 4]) -> f64 {
    let mut x = *b;
    for i in 0..4 {
        for j in i + 1..4 {
            x[i] -= l[i][j] * x[j];
        }
        x[i] /= l[i][i];
    }
    x[0] * x[1]
}

#[differentiable]
fn up_to_itself(l: &Matrix, b: &[f64; 4]) -> f64 {
    let mut x = *b;
    for i in 0..4 {
        for j in 0..=i {
            x[i] -= l[i][j] * x[j];
        }
    }
    x[2] * x[3]
}

/// Each iteration has a list of its own.
#[differentiable]
fn own_of_each(m: &Matrix) -> f64 {
    let mut product = 1.0;
    for row in m {
        let mut x = *row;
        for i in 1..4 {
            x[i] = x[i - 1] * row[i] + product;
        }
        product = product * x[3];
    }
    product
}

#[differentiable]
fn parts(v: &[f64; 4]) -> f64 {
    let mut x = *v;
    for i in 1..3 {
        x[i..][0] = x[i - 1] * x[1..][i];
        x[1..3].reverse();
    }
    x[1] * x[2]
}

#[differentiable]
fn shadowed(v: &[f64; 4]) -> f64 {
    let mut x = *v;
    for i in 1..4 {
        x[i] = x[i - 1] * v[i];
    }
    let x = x[3] * x[2];
    x * x
}

#[differentiable]
fn left_early(v: &[f64; 4]) -> f64 {
    let mut x = *v;
    for i in 1..4 {
        x[i] = x[i - 1] * v[i];
        if x[i] < -0.5 {
            x[0] = x[i];
            break;
        }
        if x[i] > 100.0 {
            return x[i];
        }
    }
    x[3] * x[2] * x[0]
}

#[differentiable]
fn counted(v: &[f64; 4]) -> f64 {
    let mut x = *v;
    let mut i = 1;
    while i < 4 {
        x[i] = x[i - 1] * v[i];
        i += 1;
    }
    x[3] * x[i - 2]
}

#[differentiable]
fn run_again(v: &[f64; 4]) -> f64 {
    let mut x = *v;
    #[checkpoint]
    for i in 1..4 {
        x[i] = x[i - 1] * v[i] * x[i];
    }
    x[3] * x[2]
}

/// The element itself changes after it was read.
#[differentiable]
fn squared(v: &[f64; 4]) -> f64 {
    let mut x = *v;
    for i in 0..4 {
        x[i] *= x[i];
        x[i] = x[i].sin() * v[0];
    }
    x[3] * x[2]
}

/// `i + 2` is written two iterations after it was read.
#[differentiable]
fn distant(v: &[f64; 4]) -> f64 {
    let mut x = [v[0], v[1], v[2], v[3], 0.4, 0.3, 0.2];
    for i in 0..5 {
        x[i] = x[i + 2] * v[i % 4] + x[i];
    }
    x[0] * x[2] * x[4]
}

#[differentiable]
fn two_loops(v: &[f64; 4]) -> f64 {
    let mut x = *v;
    for i in 0..3 {
        for j in 0..2 {
            x[j] = x[i + 1] * v[j];
        }
    }
    x[0] * x[1]
}

#[differentiable]
fn sum_of(x: &[f64]) -> f64 {
    x[0] * x[1] + x[2]
}

#[differentiable]
fn through_a_call(v: &[f64; 4]) -> f64 {
    let mut x = *v;
    let mut total = 0.0;
    for i in 1..4 {
        x[i] = x[i - 1] * v[i];
        total += sum_of(&x) * x[i];
    }
    total
}

#[differentiable]
fn one_step(v: &[f64; 4]) -> f64 {
    let mut x = *v;
    for i in (0..4).step_by(2) {
        x[i] = x[i + 1] * v[i];
        x[i + 1] = x[i] * x[i + 1];
    }
    x[0] * x[1] * x[2] * x[3]
}

/// The inner loop starts again for each iteration of the outer one.
#[differentiable]
fn nested_repeat(v: &[f64; 4]) -> f64 {
    let mut x = *v;
    for _ in 0..2 {
        for i in 1..4 {
            x[i] = x[i - 1] * v[i];
        }
        x[0] = x[3] * v[1];
    }
    x[0] * x[2]
}

/// Two indices may be one element.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Ring {
    last: [f64; 3],
}

#[differentiable]
impl core::ops::Index<usize> for Ring {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.last[i % 3]
    }
}

#[differentiable]
impl core::ops::IndexMut<usize> for Ring {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.last[i % 3]
    }
}

#[differentiable]
fn ring(v: &[f64; 4]) -> f64 {
    let mut x = Ring { last: [v[0], v[1], v[2]] };
    for i in 2..6 {
        x[i] = x[i - 1] * v[3] + x[i - 2] * x[i - 1];
        for j in i + 1..i + 4 {
            x[j] -= x[i] * v[0];
        }
    }
    x[5] * x[4]
}

/// The index of a row counts from the beginning of a part.
#[differentiable]
fn part(m: &Matrix) -> f64 {
    let mut x = [m[0], m[1], m[2], m[3], m[1]];
    let mut sum = 0.0;
    for i in 1..3 {
        for j in 0..i {
            sum += x[i + 2][j] * x[i + 2][j];
            x[1..][i][j] *= 0.5 * m[i][j];
        }
    }
    sum + x[3][1]
}

// ---- in front of the loops ----

/// What is read changes in later iterations only: it is read in the list as it was in front of the loops.
#[differentiable]
fn before_it_changes(a: &Matrix, first: &Matrix) -> f64 {
    let mut b = *first;
    for i in 0..4 {
        for j in 0..4 {
            for k in i + 1..4 {
                b[i][j] += a[k][i] * b[k][j] * b[k][j];
            }
        }
    }
    b[0][1] * b[1][2] + b[2][0] * b[3][3] + b[0][0]
}

/// The first iteration of the innermost loop changes what the last one reads.
#[differentiable]
fn own_before_it_changes(a: &Matrix, first: &Matrix) -> f64 {
    let mut b = *first;
    for i in 0..4 {
        for j in 0..4 {
            for k in i..4 {
                b[i][j] += a[k][i] * b[k][j] * b[k][j];
            }
        }
    }
    b[0][1] * b[1][2] + b[2][0] * b[3][3] + b[0][0]
}

#[differentiable]
fn before_it_changes_downwards(a: &Matrix, first: &Matrix) -> f64 {
    let mut b = *first;
    for i in (0..4).rev() {
        for j in 0..4 {
            for k in 0..i {
                b[i][j] += a[k][i] * b[k][j] * b[k][j];
            }
        }
    }
    b[0][1] * b[1][2] + b[2][0] * b[3][3] + b[0][0]
}

/// Another row, which has been changed.
#[differentiable]
fn changed_rows_too(a: &Matrix, first: &Matrix) -> f64 {
    let mut b = *first;
    for i in 0..4 {
        for j in 0..4 {
            for k in i + 1..4 {
                b[i][j] += a[k][i] * b[k][j] * b[k][j];
            }
            b[i][j] = b[(i + 3) % 4][j] * 0.5;
        }
    }
    b[0][1] * b[1][2] + b[2][0] * b[3][3] + b[0][0]
}

/// In each round the list begins as the one before left it.
#[differentiable]
fn in_each_round(a: &Matrix, first: &Matrix) -> f64 {
    let mut b = *first;
    for _ in 0..2 {
        for i in 0..4 {
            for j in 0..4 {
                for k in i + 1..4 {
                    b[i][j] += a[k][i] * b[k][j] * b[k][j];
                }
            }
        }
    }
    b[0][1] * b[1][2] + b[2][0] * b[3][3] + b[0][0]
}

#[differentiable]
fn changed_in_front(a: &Matrix, first: &Matrix) -> f64 {
    let mut b = *first;
    for i in 0..4 {
        for j in 0..4 {
            b[3][j] *= 0.5;
            for k in i + 1..4 {
                b[i][j] += a[k][i] * b[k][j] * b[k][j];
            }
        }
    }
    b[0][1] * b[1][2] + b[2][0] * b[3][3] + b[0][0]
}

#[differentiable]
fn changed_by_the_row_before(a: &Matrix, first: &Matrix) -> f64 {
    let mut b = *first;
    for i in 0..4 {
        for j in 0..4 {
            for k in i + 1..4 {
                b[i][j] += a[k][i] * b[k][j] * b[k][j];
            }
            b[(i + 1) % 4][0] = b[i][j];
        }
    }
    b[0][1] * b[1][2] + b[2][0] * b[3][3] + b[0][0]
}

#[differentiable]
fn changed_perhaps(a: &Matrix, first: &Matrix) -> f64 {
    let mut b = *first;
    for i in 0..4 {
        for j in 0..4 {
            for k in i + 1..4 {
                b[i][j] += a[k][i] * b[k][j] * b[k][j];
            }
            if b[i][j] > 1.0 {
                b[3][j] = 0.3 * b[i][j];
            }
        }
    }
    b[0][1] * b[1][2] + b[2][0] * b[3][3] + b[0][0]
}

#[differentiable]
fn halve(b: &mut Matrix) {
    for i in 0..4 {
        b[3][i] *= 0.5;
    }
}

#[differentiable]
fn changed_by_a_call(a: &Matrix, first: &Matrix) -> f64 {
    let mut b = *first;
    for i in 0..4 {
        for j in 0..4 {
            for k in i + 1..4 {
                b[i][j] += a[k][i] * b[k][j] * b[k][j];
            }
            halve(&mut b);
        }
    }
    b[0][1] * b[1][2] + b[2][0] * b[3][3] + b[0][0]
}

#[differentiable]
fn changed_as_a_whole(a: &Matrix, first: &Matrix) -> f64 {
    let mut b = *first;
    for i in 0..4 {
        for j in 0..4 {
            for k in i + 1..4 {
                b[i][j] += a[k][i] * b[k][j] * b[k][j];
            }
            let other = b;
            b = other;
        }
    }
    b[0][1] * b[1][2] + b[2][0] * b[3][3] + b[0][0]
}

#[differentiable]
fn counted_down(a: &Matrix, first: &Matrix) -> f64 {
    let mut b = *first;
    let mut i = 4;
    while i > 0 {
        i -= 1;
        for j in 0..4 {
            for k in 0..i {
                b[i][j] += a[k][i] * b[k][j] * b[k][j];
            }
        }
    }
    b[0][1] * b[1][2] + b[2][0] * b[3][3] + b[0][0]
}

#[differentiable]
fn of_a_vector(a: &Matrix, first: &Matrix) -> f64 {
    let mut b = vec![first[0], first[1], first[2], first[3]];
    for i in 0..4 {
        for j in 0..4 {
            for k in i + 1..4 {
                b[i][j] += a[k][i] * b[k][j] * b[k][j];
            }
        }
    }
    b[0][1] * b[1][2] + b[2][0] * b[3][3] + b[0][0]
}

/// The loops come to a part of the list only.
#[differentiable]
fn of_one_row(a: &Matrix, first: &Matrix) -> f64 {
    let mut b = *first;
    for i in 0..2 {
        for k in 0..4 {
            b[i][k] += a[k][i] * b[3][k] * b[3][k];
        }
    }
    b[0][1] * b[1][2] + b[2][0] * b[3][3] + b[0][0]
}

#[differentiable]
fn any_index(a: &Matrix, first: &Matrix) -> f64 {
    let mut b = *first;
    for i in 0..4 {
        for j in 0..4 {
            for k in 0..4 {
                b[i][j] += a[k][i] * b[(k * 3 + i + 1) % 4][j] * b[(k * 3 + i + 1) % 4][j];
            }
        }
    }
    b[0][1] * b[1][2] + b[2][0] * b[3][3] + b[0][0]
}
