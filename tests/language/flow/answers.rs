//! Branches in loops: each iteration keeps which arms ran as bits of one number.

use cotangent::prelude::*;

const X: [f64; 6] = [0.7, -1.3, 0.4, 1.9, 0.2, -0.8];
const Y: [f64; 6] = [0.3, 0.9, -1.1, -0.5, 1.4, 0.6];

/// An arm that calls a method still tells that it ran; so does each branch around it.
#[differentiable]
fn limited(x: &[f64; 6], y: &[f64; 6]) -> f64 {
    let mut u = *x;
    for _ in 0..2 {
        for i in 1..5 {
            let a = u[i] - y[i - 1];
            let b = u[i + 1] - u[i];
            let mut slope = 0.0;
            if a * b > 0.0 {
                if a.abs() < b.abs() {
                    slope = a;
                } else {
                    slope = 2.0 * b;
                }
            }
            u[i] = 0.5 * u[i] * u[i] + 0.1 * slope;
        }
    }
    u[1] * u[2] + u[3] * u[4]
}

/// Values of branches, in a loop that is reversed as it runs: nothing is kept.
#[differentiable]
fn values(x: &[f64; 6], y: &[f64; 6]) -> f64 {
    let mut total = 0.0;
    for i in 0..6 {
        let (a, b) = (x[i] * y[i], x[i] - y[i]);
        let least = if a < b {
            a - b * y[0]
        } else if b > 0.5 {
            b + a
        } else {
            -b
        };
        total += least * least;
    }
    total
}

/// What a branch changes is read afterwards, and changes again.
#[differentiable]
fn in_turn(x: &[f64; 6], y: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    for i in 0..6 {
        let mut z = x[i] * y[i];
        if z < 0.0 {
            z = -z;
        }
        let once = z * z;
        if once > 0.3 {
            z += once;
            z = z * x[i];
        } else {
            z -= x[i];
        }
        sum += z * once;
    }
    sum
}

/// An element is replaced by what is read at other places.
#[differentiable]
fn shortest(x: &[f64; 6], y: &[f64; 6]) -> f64 {
    let mut d = [[0.0; 6]; 6];
    for i in 0..6 {
        for j in 0..6 {
            d[i][j] = x[i] * x[i] + y[j] * y[j];
        }
    }
    for k in 0..6 {
        for i in 0..6 {
            for j in 0..6 {
                if d[i][k] + d[k][j] < d[i][j] {
                    d[i][j] = d[i][k] + d[k][j];
                }
            }
        }
    }
    d[0][3] * d[4][1]
}

/// What only one arm may do: divide, look up what is not always there, leave the loop.
#[differentiable]
fn guarded(x: &[f64; 6], y: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    for i in 0..6 {
        let mut v = x[i] * y[i];
        if v > 0.0 {
            v = v / x[i];
            if i > 0 && v > y[i - 1] {
                v = x[i - 1];
            }
        }
        if v > 100.0 {
            break;
        }
        sum += v * v;
    }
    sum
}

#[differentiable]
fn conditions_that_fail(x: &[f64; 6], y: &[f64; 6]) -> f64 {
    let mut sum = 0.0;
    let at = [3_usize, 9, 1, 8, 0, 7];
    for i in 0..6 {
        let v = x[i] * y[i];
        let mut w = v;
        if at[i] < 6 {
            if x[at[i]] > v {
                w = 3.0 * v;
            }
        }
        let below: u32 = at[i] as u32;
        if below > 2 {
            if below - 3 > 4 {
                w = w * v;
            }
        }
        sum += w * v;
    }
    sum
}

keeping! {
    limited(X, Y) keeps 37;
    values(X, Y) keeps 0;
    in_turn(X, Y) keeps 4;
    shortest(X, Y) keeps 435;
    guarded(X, Y) keeps 6;
    conditions_that_fail(X, Y) keeps 6;
}

/// An infinite or missing number in the arm that is not taken leaves no trace; a comparison with NaN is false in both halves.
#[test]
fn the_other_arm_leaves_no_trace() {
    #[differentiable]
    fn product(x: &[f64; 3], y: &[f64; 3]) -> f64 {
        let mut sum = 0.0;
        for i in 0..3 {
            let (a, b) = (x[i] * 1.0, y[i] * 1.0);
            let mut v = a;
            if a < 1.0 {
                v = a * b;
            }
            sum += v;
        }
        sum
    }
    let (x, y) = ([0.5, 2.0, 3.0], [4.0, f64::INFINITY, f64::NAN]);
    let (of_x, of_y) = product::grad(&x, &y);
    assert_eq!((of_x, of_y), ([4.0, 1.0, 1.0], [0.5, 0.0, 0.0]));
    assert!(product::value_and_grad(&x, &y).0 == 7.0);
    let (of_x, of_y) = product::grad(&[f64::NAN, 0.25, 1.0], &[1.0, 2.0, 3.0]);
    assert_eq!((of_x, of_y), ([1.0, 2.0, 1.0], [0.0, 0.25, 0.0]));
}

/// At a tie the arm is that of the value, in `f32` too and with tangents.
#[test]
fn ties_go_the_way_of_the_value() {
    #[differentiable]
    fn largest(x: &[f32; 4]) -> f32 {
        let mut sum = 0.0;
        for i in 1..4 {
            let (a, b) = (2.0 * x[i - 1], 2.0 * x[i]);
            let mut most = a;
            if b > most {
                most = b;
            }
            sum += most * x[0];
        }
        sum
    }
    let x = [1.0, 1.0, 3.0, 3.0];
    assert_eq!(largest::value_and_grad(&x), (14.0, [16.0, 0.0, 4.0, 0.0]));
    assert_eq!(largest::jvp(&x, [1.0, 0.0, 0.0, 0.0]), (14.0, 16.0));
    assert_eq!(largest::jvp(&x, [0.0, 5.0, 1.0, 7.0]), (14.0, 4.0));
}
