//! Products and sums that are the same in all iterations of a loop, whose rules come after it.

use cotangent::prelude::*;

const N: usize = 9;

fn matrix(seed: f64) -> [[f64; N]; N] {
    core::array::from_fn(|i| core::array::from_fn(|j| ((7 * i + 3 * j + 1) as f64 * seed).sin()))
}

fn vector(seed: f64) -> [f64; N] {
    core::array::from_fn(|i| (i as f64 * seed).cos() + 0.1)
}

macro_rules! same {
    ($($name:ident($($argument:expr),*);)*) => {
        #[test]
        fn derivatives_are_right() {
            $($name::at($($argument),*).check().unwrap_or_else(|error| panic!("{}: {error}", stringify!($name)));)*
        }

        #[test]
        fn both_modes_agree() {
            $(both_modes!($name($($argument),*));)*
        }

        #[test]
        fn values_are_the_same_to_the_last_bit() {
            $(assert_eq!($name::value_and_grad($($argument),*).0.to_bits(), $name($($argument),*).to_bits(), stringify!($name));)*
        }
    };
}

same! {
    scaled(&matrix(0.3), &matrix(0.7), &0.6);
    as_it_runs(&matrix(0.3), &vector(0.4), &0.6);
    twice(&vector(0.3), &vector(0.7), &0.6);
    in_branches(&vector(0.3), &vector(0.7), &0.6);
    inside_of_another(&matrix(0.3), &vector(0.7), &0.6);
    of_what_changes(&vector(0.3), &vector(0.7), &0.6);
    of_one_iteration(&vector(0.3), &vector(0.7), &0.6);
    one_of_another(&vector(0.3), &vector(0.7), &0.6);
    counted(&vector(0.3), &vector(0.7), &0.6);
}

#[differentiable]
fn scaled(a: &[[f64; N]; N], b: &[[f64; N]; N], alpha: &f64) -> f64 {
    let mut c = [[0.1; N]; N];
    for i in 0..N {
        for k in 0..N {
            for j in 0..N {
                c[i][j] += alpha * a[i][k] * b[k][j];
            }
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
fn as_it_runs(a: &[[f64; N]; N], x: &[f64; N], alpha: &f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..N {
        for j in 0..N {
            sum += (x[i] - alpha) * a[i][j] + (x[i] + *alpha) * x[j];
        }
    }
    sum * alpha
}

#[differentiable]
fn twice(x: &[f64; N], w: &[f64; N], alpha: &f64) -> f64 {
    let mut y = [0.2; N];
    for j in 0..N {
        let scale = alpha * w[2];
        y[j] += scale * x[j] + scale * scale * w[j];
        y[j] -= -alpha * w[j];
    }
    y[0] * y[1] + y[2] * y[8]
}

#[differentiable]
fn in_branches(x: &[f64; N], w: &[f64; N], alpha: &f64) -> f64 {
    let mut y = [0.2; N];
    for j in 0..N {
        let scale = alpha * w[2];
        if x[j] > 0.0 {
            y[j] += scale * x[j];
        } else if j > 3 {
            y[j] = scale * y[j] * y[j];
        }
    }
    y[0] * y[1] + y[2] * y[8] + y[5]
}

#[differentiable]
fn inside_of_another(a: &[[f64; N]; N], x: &[f64; N], alpha: &f64) -> f64 {
    let mut y = [0.2; N];
    for i in 0..N {
        let scale = alpha * x[1];
        for j in 0..N {
            y[i] += scale * a[i][j] * (scale + x[i] * alpha);
        }
        y[i] *= scale;
    }
    y[0] * y[1] + y[2] * y[8]
}

#[differentiable]
fn of_what_changes(x: &[f64; N], w: &[f64; N], alpha: &f64) -> f64 {
    let mut s = *alpha;
    let mut y = *w;
    let mut sum = 0.0;
    for j in 1..N {
        let scale = s * w[2];
        let other = y[0] * w[1];
        sum += scale * x[j] + other * x[j];
        s += 0.1 * scale;
        y[j / 4] += 0.1 * other;
    }
    sum * s + y[0] * y[1]
}

#[differentiable]
fn of_one_iteration(x: &[f64; N], w: &[f64; N], alpha: &f64) -> f64 {
    let mut sum = 0.0;
    for j in 0..N {
        let scale = alpha * w[j];
        sum += (scale * x[j]).sin();
    }
    sum
}

#[differentiable]
fn one_of_another(x: &[f64; N], w: &[f64; N], alpha: &f64) -> f64 {
    let beta = alpha * alpha;
    let mut y = [0.2; N];
    for j in 0..N {
        y[j] += (beta * alpha) * w[0] * (beta + 1.0) * x[j];
    }
    y[0] * y[1] + y[2] * y[8] + beta
}

#[differentiable]
fn counted(x: &[f64; N], w: &[f64; N], alpha: &f64) -> f64 {
    let mut y = [0.2; N];
    let mut j = 0;
    while y[j] < 0.6 {
        y[j + 1] += y[j] + 0.1 * (alpha * w[0]) * x[j];
        j += 1;
    }
    y[0] * y[1] + y[2] * y[8]
}

/// What the loop does not read may not be there.
#[differentiable]
fn of_nothing(x: &[f64], row: &[f64], alpha: f64) -> f64 {
    let mut y = vec![0.5; 3];
    for j in 0..x.len() {
        y[j] += alpha * row[0] * x[j];
    }
    y[0] * y[1] * alpha
}

#[test]
fn a_loop_that_does_not_run_reads_nothing() {
    let (value, (x_bar, row_bar, alpha_bar)) = of_nothing::value_and_grad(&[], &[], 2.0);
    assert_eq!((value, alpha_bar), (0.5, 0.25));
    assert!(x_bar.is_empty() && row_bar.is_empty());
}

/// Divisors that are numbers.
#[differentiable]
fn quotients(x: f64, h: f64, n: usize) -> f64 {
    let slopes = [x.sin(), x, 0.5];
    let mut y = [x, x * x, 1.0];
    let mut z = x;
    for i in 0..n {
        y[i % 3] += h / 6.0 * slopes[i % 3];
        for j in 0..i {
            z += h / 2.0 * x + (h / 3.0) * (j as f64);
        }
        z *= 1.0 - h / 8.0;
    }
    y[0] * y[1] + y[2] * z
}

#[test]
fn quotients_by_a_number_are_right() {
    for n in [0, 1, 2, 5] {
        quotients::at(0.7, 0.3, n).check().unwrap();
        quotients::at(0.7, 0.3, n).check_jvp().unwrap();
        quotients::at(0.7, 0.3, n).check_hvp().unwrap();
    }
}
