//! Lists that begin with literals: their numbers have the type of what they are used with.

use cotangent::prelude::*;

/// The types of elements are known by what is added to them, assigned to them, read beside them.
#[differentiable]
fn statistics(x: &[[f64; 3]; 4], scale: f64) -> f64 {
    let mut mean = [0.0; 3];
    let mut products = [[0.0; 3]; 3];
    let mut squares = vec![0.0; 3];
    for i in 0..4 {
        for k in 0..3 {
            mean[k] += x[i][k] / 4.0;
        }
    }
    for i in 0..4 {
        for k in 0..3 {
            let d = x[i][k] - mean[k];
            squares[k] += d * d;
            for l in 0..3 {
                products[k][l] = products[k][l] * scale + d / (squares[k] + 1.0).sqrt();
            }
        }
    }
    let mut sum = 0.0;
    for k in 0..3 {
        sum += products[k][0] * products[0][k] / (squares[k] + 0.5).sqrt();
    }
    sum
}

#[differentiable]
fn halves(x: &[f32; 3]) -> f32 {
    let mut y = [0.5; 3];
    let mut kept = Vec::new();
    for i in 0..3 {
        y[i] = y[i] * x[i] + y[(i + 1) % 3] / (x[i] * x[i] + 1.0);
        kept.push(y[i] * y[0]);
    }
    kept[0] * y[1] + kept[2]
}

/// The literal alone says nothing of the type.
#[differentiable]
fn any<T: Real>(x: T) -> T {
    let weights = [1.5, 2.5];
    let mut y = [x; 2];
    for i in 0..2 {
        y[i] = y[i] * x;
    }
    y[0] * y[1] * T::lit(weights[1])
}

#[test]
fn derivatives_are_right() {
    let x = [[0.9, -0.4, 1.2], [0.3, 0.8, -0.7], [1.1, 0.2, 0.6], [-0.3, 0.5, 0.1]];
    statistics::at(&x, 0.7).check().unwrap();
    both_modes!(statistics(&x, 0.7));
    halves::at(&[0.9, -0.4, 1.2]).check().unwrap();
    assert_eq!(any::at(1.5).grad(), 2.5 * 4.0 * 1.5_f64.powi(3));
}
