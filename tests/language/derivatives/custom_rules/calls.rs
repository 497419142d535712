//! Functions with a rule that other functions call: once, in loops, in branches, with constants and with tensors, as methods.

use cotangent::check;
use cotangent::prelude::*;

use super::root;

#[differentiable]
fn length(a: f64, b: f64) -> f64 {
    root(a * a + b * b) * a
}

#[test]
fn a_call_has_both_orders() {
    // r = 5: a r, (r + a² / r, a b / r), and the second derivatives 3 a / r - a³ / r³, b / r - a² b / r³, a / r - a b² / r³.
    let (value, (a, b)) = length::value_and_grad(3.0, 4.0);
    assert_eq!((value, b), (15.0, 2.4));
    assert!((a - 6.8).abs() < 1e-14, "{a}");
    let ((aa, ab), (ba, bb)) = length::at(3.0, 4.0).hessian();
    for (found, expected) in [(aa, 1.584), (ab, 0.512), (ba, 0.512), (bb, 0.216)] {
        assert!((found - expected).abs() < 1e-14, "{found} {expected}");
    }
    check::gradient(|(a, b)| length(*a, *b), |(a, b)| length::value_and_grad(*a, *b), (0.3, -1.2)).unwrap();
}

/// As often as the loop says, with the result of one call in the next one.
#[differentiable]
fn nested(x: f64, n: usize) -> f64 {
    let mut y = x;
    for i in 0..n {
        if i % 2 == 0 {
            y = root(y * x) + 1.0;
        } else {
            y = y * root(x);
        }
    }
    y
}

#[differentiable]
fn nested_plainly(x: f64, n: usize) -> f64 {
    let mut y = x;
    for i in 0..n {
        if i % 2 == 0 {
            y = (y * x).sqrt() + 1.0;
        } else {
            y = y * x.sqrt();
        }
    }
    y
}

#[test]
fn a_call_in_a_loop_and_a_branch_is_that_of_the_function() {
    for n in 0..5 {
        let (value, gradient) = nested::value_and_grad(1.7, n);
        let (expected, slope) = nested_plainly::value_and_grad(1.7, n);
        assert!((value - expected).abs() < 1e-14 * expected && (gradient - slope).abs() < 1e-14 * slope, "{n}");
        let (second, expected) = (nested::at(1.7, n).hessian(), nested_plainly::at(1.7, n).hessian());
        assert!((second - expected).abs() <= 1e-13 * expected.abs(), "{n}: {second} {expected}");
        assert_eq!(nested::jvp(1.7, n, 1.0).1.to_bits(), nested::jvp(1.7, n, 1.0).1.to_bits());
        assert!((nested::jvp(1.7, n, 1.0).1 - slope).abs() < 1e-14 * slope, "{n}");
    }
}

/// `a b (x w)`: five parameters, generic, by reference and by value, one of them constant.
#[differentiable(vjp = gain_vjp, jvp = gain_jvp)]
fn gain<T: Real, const N: usize, const M: usize>(
    x: &Matrix<T, N, M>,
    w: &Vector<T, M>,
    a: T,
    b: T,
    _: usize,
) -> Vector<T, N> {
    x.matmul(w) * (a * b)
}

#[differentiable]
fn gain_vjp<T: Real, const N: usize, const M: usize>(
    x: &Matrix<T, N, M>,
    w: &Vector<T, M>,
    a: T,
    b: T,
    _: usize,
    _: &Vector<T, N>,
    bar: &Vector<T, N>,
) -> (Matrix<T, N, M>, Vector<T, M>, T, T) {
    let scaled = bar * (a * b);
    let along = (bar * x.matmul(w)).sum();
    (scaled.unsqueeze::<1>().matmul(&w.unsqueeze::<0>()), scaled.matmul(x), along * b, along * a)
}

#[expect(clippy::too_many_arguments, reason = "a tangent for each")]
fn gain_jvp<T: Real, const N: usize, const M: usize>(
    x: &Matrix<T, N, M>,
    w: &Vector<T, M>,
    a: T,
    b: T,
    _: usize,
    _: &Vector<T, N>,
    x_dot: &Matrix<T, N, M>,
    w_dot: &Vector<T, M>,
    a_dot: &T,
    b_dot: &T,
) -> Vector<T, N> {
    (x_dot.matmul(w) + x.matmul(w_dot)) * (a * b) + x.matmul(w) * (*a_dot * b + a * *b_dot)
}

#[differentiable]
fn cost(x: &Matrix<f64, 2, 3>, w: &Vector<f64, 3>, a: f64) -> f64 {
    gain(x, w, a, a * 2.0, 3).sin().sum()
}

#[differentiable]
fn cost_plainly(x: &Matrix<f64, 2, 3>, w: &Vector<f64, 3>, a: f64) -> f64 {
    (x.matmul(w) * (a * (a * 2.0))).sin().sum()
}

#[test]
fn tensors_have_both_orders() {
    let (x, w) = (tensor([[1.0, 2.0, 3.0], [0.5, -1.0, 2.0]]), tensor([0.1, 0.2, -0.4]));
    let along = (tensor([[1.0, 0.3, 0.1], [0.2, 0.1, 1.0]]), tensor([1.0, 0.0, 2.0]), 0.3);
    let close = |a: f64, b: f64| assert!((a - b).abs() <= 1e-13 * (1.0 + b.abs()), "{a} {b}");
    let compare = |a: (Matrix<f64, 2, 3>, Vector<f64, 3>, f64), b: (Matrix<f64, 2, 3>, Vector<f64, 3>, f64)| {
        a.0.as_slice().iter().zip(b.0.as_slice()).for_each(|(a, b)| close(*a, *b));
        a.1.as_slice().iter().zip(b.1.as_slice()).for_each(|(a, b)| close(*a, *b));
        close(a.2, b.2);
    };
    compare(cost::grad(&x, &w, 0.7), cost_plainly::grad(&x, &w, 0.7));
    compare(cost::at(&x, &w, 0.7).hvp(along), cost_plainly::at(&x, &w, 0.7).hvp(along));
    close(cost::jvp(&x, &w, 0.7, along).1, cost_plainly::jvp(&x, &w, 0.7, along).1);
    // Called by itself, too.
    let bar = tensor([1.0, -2.0]);
    assert_eq!(gain::vjp(&x, &w, 0.7, 1.4, 3, bar).1.0, gain_vjp(&x, &w, 0.7, 1.4, 3, &bar, &bar).0);
}

/// A constant argument has no cotangent, and the other has its own.
#[differentiable]
fn of_one_argument(w: &Vector<f64, 3>) -> f64 {
    let x = tensor([[1.0, 2.0, 3.0]]);
    gain(&x, w, 2.0, 3.0, 0).sum()
}

#[test]
fn arguments_may_be_constants_where_it_is_called() {
    assert_eq!(of_one_argument::grad(&tensor([1.0, 1.0, 1.0])), tensor([6.0, 12.0, 18.0]));
    assert_eq!(of_one_argument::jvp(&tensor([1.0, 1.0, 1.0]), tensor([1.0, 0.0, 1.0])), (36.0, 24.0));
}

#[derive(Differentiable)]
struct Spring {
    stiffness: f64,
    rest: [f64; 2],
    coils: usize,
}

fn energy_pullback(
    spring: &Spring,
    x: &[f64; 2],
    scale: f64,
    _: usize,
    _: &f64,
    bar: &f64,
) -> (SpringTangent, [f64; 2]) {
    let stretch = [x[0] - spring.rest[0], x[1] - spring.rest[1]];
    let force = stretch.map(|d| bar * scale * spring.stiffness * d);
    let energy = 0.5 * (stretch[0] * stretch[0] + stretch[1] * stretch[1]);
    (SpringTangent { stiffness: bar * scale * energy, rest: force.map(|f| -f), coils: NoGrad }, force)
}

impl Spring {
    fn pushforward(&self, dots: [f64; 2], at: f64) -> f64 {
        self.stiffness * at * dots[0] + dots[1]
    }

    fn reach_rule(&self, x: f64, _: &f64, self_dot: &SpringTangent, x_dot: &f64) -> f64 {
        self.pushforward([*x_dot, x * x * self_dot.stiffness / 2.0], x)
    }
}

#[differentiable]
impl Spring {
    /// Of a method, with a free function.
    #[differentiable(vjp = energy_pullback)]
    fn energy(&self, x: &[f64; 2], #[constant] scale: f64, _steps: usize) -> f64 {
        let of_coordinate = |i: usize| (x[i] - self.rest[i]).powi(2);
        0.5 * self.stiffness * (0..2).map(of_coordinate).sum::<f64>() * scale
    }

    /// Of a method, with a method, and forward mode only.
    #[differentiable(jvp = Self::reach_rule)]
    fn reach(&self, x: f64) -> f64 {
        0.5 * self.stiffness * x * x
    }

    fn work(&self, x: f64) -> f64 {
        self.energy(&[x, x * x], 2.0, self.coils) * x
    }

    fn reached(&self, x: f64) -> f64 {
        self.reach(x * x)
    }
}

#[test]
fn methods_have_rules_too() {
    let spring = Spring { stiffness: 2.0, rest: [0.5, 1.0], coils: 3 };
    let (value, (of_spring, of_x)) = spring.energy_value_and_grad(&[1.0, 3.0], 2.0, 3);
    assert_eq!((value, of_x), (8.5, [2.0, 8.0]));
    assert_eq!(of_spring, SpringTangent { stiffness: 4.25, rest: [-2.0, -8.0], coils: NoGrad });
    check::gradient(|x| spring.work(*x), |x| (spring.work(*x), spring.work_grad(*x).1), 1.3).unwrap();
    let still = SpringTangent { stiffness: 1.0, rest: [0.0; 2], coils: NoGrad };
    assert_eq!(spring.reach_jvp(3.0, (still, 1.0)), (9.0, 4.5 + 6.0));
    // With x² = 9: 81, and 0.5 · 81 + 2 · 9 · 6.
    let still = SpringTangent { stiffness: 1.0, rest: [0.0; 2], coils: NoGrad };
    assert_eq!(spring.reached_jvp(3.0, (still, 1.0)), (81.0, 40.5 + 108.0));
}
