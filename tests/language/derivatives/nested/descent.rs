//! The evals `particle` and `saddle` of GradBench, with its answers: gradients inside of gradients, each by either mode.

use cotangent::prelude::*;

/// A function that minimises `value` by gradient descent, with a step that is doubled after ten that went down and halved after one
/// that went up.
macro_rules! descent {
    ($(#[$attribute:meta])* fn $name:ident<$n:tt>($($parameter:tt)*) from $at:expr; $slope:ident, $value:ident, ($($argument:expr),*)) => {
        $(#[$attribute])*
        fn $name($($parameter)*) -> [f64; $n] {
            let mut at = $at;
            let mut step = 1e-5;
            let mut downwards = 0;
            let mut slope = $slope(&at, $($argument),*);
            let mut value = $value(&at, $($argument),*);
            loop {
                if norm(&slope) <= 1e-5 {
                    break;
                }
                if downwards == 10 {
                    step *= 2.0;
                    downwards = 0;
                    continue;
                }
                let mut next = at;
                let mut moved = [0.0; $n];
                for i in 0..$n {
                    next[i] -= step * slope[i];
                    moved[i] = next[i] - at[i];
                }
                if norm(&moved) <= 1e-5 {
                    break;
                }
                let lower = $value(&next, $($argument),*);
                if lower < value {
                    at = next;
                    value = lower;
                    slope = $slope(&at, $($argument),*);
                    downwards += 1;
                } else {
                    step /= 2.0;
                    downwards = 0;
                }
            }
            at
        }
    };
}

#[differentiable]
fn norm<const N: usize>(x: &[f64; N]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Of the charges at `(10, 10 - w)` and `(10, 0)`.
#[differentiable]
fn potential(at: &[f64; 2], w: f64) -> f64 {
    let [x, y] = *at;
    let (dx, dy) = (x - 10.0, y - (10.0 - w));
    1.0 / (dx * dx + dy * dy).sqrt() + 1.0 / (dx * dx + y * y).sqrt()
}

#[differentiable]
fn slope_by_reverse_mode(at: &[f64; 2], w: f64) -> [f64; 2] {
    let (slope, _) = potential::grad(at, w);
    slope
}

#[differentiable]
fn slope_by_forward_mode(at: &[f64; 2], w: f64) -> [f64; 2] {
    let (_, by_x) = potential::jvp(at, w, ([1.0, 0.0], 0.0));
    let (_, by_y) = potential::jvp(at, w, ([0.0, 1.0], 0.0));
    [by_x, by_y]
}

/// Where a charge crosses the axis: the squared distance, after steps of Euler's method.
macro_rules! particle {
    ($name:ident, $slope:ident) => {
        #[differentiable]
        fn $name(w: &[f64; 1]) -> f64 {
            let mut x = [0.0, 8.0];
            let mut v = [0.75, 0.0];
            while x[1] > 0.0 {
                let slope = $slope(&x, w[0]);
                for i in 0..2 {
                    x[i] += 0.1 * v[i];
                }
                if x[1] > 0.0 {
                    for i in 0..2 {
                        v[i] -= 0.1 * slope[i];
                    }
                }
            }
            let crossing = x[0] - x[1] / v[1] * v[0];
            crossing * crossing
        }
    };
}
particle!(particle_over_reverse, slope_by_reverse_mode);
particle!(particle_over_forward, slope_by_forward_mode);

descent! {
    fn best_aim<1>(slope: impl Fn(&[f64; 1]) -> [f64; 1], value: impl Fn(&[f64; 1]) -> f64) from [0.0]; slope, value, ()
}

#[test]
fn particle() {
    macro_rules! answers {
        ($($f:ident)*) => {$(
            for slope in [|w: &[f64; 1]| $f::grad(w), |w: &[f64; 1]| [$f::jvp(w, [1.0]).1]] {
                let (value, [by_w]) = ($f(&[0.0]), slope(&[0.0]));
                assert!((value - 3.199_079_002_508_194).abs() < 1e-13, "{value:e}");
                assert!((by_w + 19.404_636_450_028_2).abs() < 1e-11, "{by_w:e}");
                let [w] = best_aim(slope, |w| $f(w));
                assert!((w - 0.207_191_874_648_611_5).abs() < 1e-13, "{w:e}");
            }
        )*};
    }
    answers!(particle_over_reverse particle_over_forward);
}

/// What the second player loses.
#[differentiable]
fn game(y: &[f64; 2], x: &[f64; 2]) -> f64 {
    (y[0] * y[0] + y[1] * y[1]) - (x[0] * x[0] + x[1] * x[1])
}

#[differentiable]
fn slope_of_game_by_reverse_mode(y: &[f64; 2], x: &[f64; 2]) -> [f64; 2] {
    game::grad(y, x).0
}

#[differentiable]
fn slope_of_game_by_forward_mode(y: &[f64; 2], x: &[f64; 2]) -> [f64; 2] {
    let (_, by_0) = game::jvp(y, x, ([1.0, 0.0], [0.0, 0.0]));
    let (_, by_1) = game::jvp(y, x, ([0.0, 1.0], [0.0, 0.0]));
    [by_0, by_1]
}

descent! {
    #[differentiable]
    fn reply_by_reverse_mode<2>(x: &[f64; 2]) from [1.0, 1.0]; slope_of_game_by_reverse_mode, game, (x)
}
descent! {
    #[differentiable]
    fn reply_by_forward_mode<2>(x: &[f64; 2]) from [1.0, 1.0]; slope_of_game_by_forward_mode, game, (x)
}

/// What the first player loses when the second one plays well.
#[differentiable]
fn worst_over_reverse(x: &[f64; 2]) -> f64 {
    -game(&reply_by_reverse_mode(x), x)
}

#[differentiable]
fn worst_over_forward(x: &[f64; 2]) -> f64 {
    -game(&reply_by_forward_mode(x), x)
}

descent! {
    fn best_move<2>(slope: impl Fn(&[f64; 2]) -> [f64; 2], value: impl Fn(&[f64; 2]) -> f64) from [1.0, 1.0]; slope, value, ()
}

#[test]
fn saddle() {
    const ANSWER: f64 = 8.246_324_826_140_356e-6;
    macro_rules! answers {
        ($($f:ident $reply:ident)*) => {$(
            for slope in [
                |x: &[f64; 2]| $f::grad(x),
                |x: &[f64; 2]| [$f::jvp(x, [1.0, 0.0]).1, $f::jvp(x, [0.0, 1.0]).1],
            ] {
                let x = best_move(slope, |x| $f(x));
                let y = $reply(&x);
                for found in [x, y].concat() {
                    assert!((found - ANSWER).abs() < 1e-18, "{x:?} {y:?}");
                }
            }
        )*};
    }
    answers!(worst_over_reverse reply_by_reverse_mode worst_over_forward reply_by_forward_mode);
}
