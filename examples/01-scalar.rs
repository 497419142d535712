//! Lesson 1: the derivative of an ordinary function, and a minimum found with it.
//!
//! `#[differentiable]` leaves `rosenbrock` as it is and puts `rosenbrock::value_and_grad` and its relatives beside it.

use cotangent::prelude::*;

/// Rosenbrock's banana: a narrow curved valley whose lowest point is (1, 1).
#[differentiable]
fn rosenbrock(x: f64, y: f64) -> f64 {
    (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
}

fn main() {
    // One number for the value, one for each parameter.
    let (value, (dx, dy)) = rosenbrock::value_and_grad(-1.2, 1.0);
    println!("f(-1.2, 1) = {value:.1}, gradient ({dx:.1}, {dy:.1})");
    assert!((value - 24.2).abs() < 1e-12 && (dx + 215.6).abs() < 1e-12 && (dy + 88.0).abs() < 1e-12);

    let (steps, (x, y)) = descend((-1.2, 1.0));
    println!("after {steps} steps of gradient descent with momentum: f({x:.6}, {y:.6}) = {:.1e}", rosenbrock(x, y));
    assert!((x - 1.0).abs() < 1e-6 && (y - 1.0).abs() < 1e-6);

    // How much memory the gradient takes is a constant of the program.
    println!("the gradient of rosenbrock uses a tape of {} bytes", const { rosenbrock::tape_bytes() });
}

/// Gradient descent with momentum, until the gradient is small.
fn descend((mut x, mut y): (f64, f64)) -> (usize, (f64, f64)) {
    let (rate, momentum) = (1e-3, 0.95);
    let (mut along_x, mut along_y) = (0.0, 0.0);
    for step in 0..10_000 {
        let (dx, dy) = rosenbrock::grad(x, y);
        if dx.hypot(dy) < 1e-7 {
            return (step, (x, y));
        }
        along_x = momentum * along_x - rate * dx;
        along_y = momentum * along_y - rate * dy;
        x += along_x;
        y += along_y;
    }
    panic!("the valley is longer than 10 000 steps: at ({x}, {y})");
}
