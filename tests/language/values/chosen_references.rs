//! References that a branch chooses, each of a copy.

use cotangent::prelude::*;

/// Nothing else has a derivative where the other place is chosen.
#[differentiable]
fn of_numbers(x: f64, y: f64) -> f64 {
    let larger = if x > y { &x } else { &y };
    let mut sum = 0.0;
    for i in 0..3 {
        let term = if i == 1 { &sum } else { larger };
        sum += *term * x + *larger;
    }
    sum
}

/// Beside exits of the function, of a loop and of an iteration.
#[differentiable]
fn beside_exits(x: f64, y: f64) -> f64 {
    let (a, b) = ([x, y], [y, x * y]);
    let r = if x > 0.0 { &a } else { return y * y };
    let mut s = r[0] * r[1];
    for i in 0..4 {
        let q = match i {
            0 => &a,
            1 if y > 2.0 => {
                s *= y;
                continue;
            }
            1 => &b,
            2 => r,
            _ => break,
        };
        s += q[1] * s;
    }
    let t = if s > 9.0 {
        return s * x;
    } else if x > y {
        &a[0]
    } else {
        &b[1]
    };
    s * *t
}

#[test]
fn exits_beside_a_choice() {
    follows! { beside_exits }
    for (x, y) in [(-0.5, 1.5), (1.2, 2.5), (0.4, 2.2), (1.5, 0.5), (0.6, 0.9)] {
        cotangent::check::gradient(|(x, y)| beside_exits(*x, *y), |(x, y)| both_modes!(beside_exits(*x, *y)), (x, y))
            .unwrap_or_else(|error| panic!("{x}, {y}: {error}"));
    }
}

#[derive(Differentiable, Clone, Debug)]
struct Layer {
    weights: Vec<f64>,
    scale: f64,
}

#[differentiable]
impl Layer {
    fn apply(&self, x: f64) -> f64 {
        self.weights.iter().map(|w| w * x * self.scale).sum()
    }
}

#[differentiable]
fn of_structs(a: &Layer, b: &Layer, x: f64) -> f64 {
    let mut y = x;
    for i in 0..4 {
        let layer: &Layer = match i {
            0 => a,
            1 if y > 0.0 => b,
            _ => {
                y *= 1.5;
                &Layer { weights: vec![y, x], scale: a.scale }
            }
        };
        if y > 100.0 {
            return y * layer.scale;
        }
        y = layer.apply(y);
    }
    y
}

#[differentiable]
fn of_arrays(a: &[f64; 2], b: Option<[f64; 2]>) -> f64 {
    let b = match &b {
        Some(b) => b,
        None => a,
    };
    a[0] * b[1] - a[1] * b[0] * b[0]
}

#[test]
fn the_place_that_is_chosen_has_the_derivative() {
    // The sum is `x² + x`, then that plus itself times `x` plus `x`, then that plus `x² + x`.
    assert_eq!(both_modes!(of_numbers(3.0, 2.0)), (63.0, (48.0, 0.0)));
    follows!(of_numbers);
    let layers = [(0.3, vec![1.0, 0.2]), (0.8, vec![0.7])].map(|(scale, weights)| Layer { weights, scale });
    for x in [0.7, -0.4, 90.0] {
        of_structs::at(&layers[0], &layers[1], x).check().unwrap();
    }
    let (_, (a, b)) = of_arrays::value_and_grad(&[2.0, 3.0], Some([5.0, 7.0]));
    assert_eq!((a, b), ([7.0, -25.0], [-30.0, 2.0]));
    let (_, (a, _)) = of_arrays::value_and_grad(&[2.0, 3.0], None);
    assert_eq!(a, [3.0 - 12.0, 2.0 - 4.0]);
}
