//! Branches that change values with a derivative and give a constant.

use cotangent::prelude::*;

#[derive(Clone, Copy, PartialEq)]
enum State {
    Idle,
    Up { since: usize },
    Down(u8),
}

/// A machine whose states have no derivative.
#[differentiable]
fn machine(x: &[f64; 5], k: f64) -> f64 {
    let mut state = State::Idle;
    let mut s = k;
    for (i, &v) in x.iter().enumerate() {
        state = match state {
            State::Idle if v > 0.5 => {
                s += v;
                State::Up { since: i }
            }
            State::Idle => State::Idle,
            State::Up { since } if v < 0.5 => {
                s *= 1.0 + (i - since) as f64 * v;
                State::Down(since as u8)
            }
            up @ State::Up { .. } => {
                s += v * v;
                up
            }
            State::Down(n) => {
                s -= f64::from(n) * v;
                if v < 0.0 { State::Idle } else { State::Down(n.wrapping_add(1)) }
            }
        };
    }
    s
}

#[test]
fn a_state() {
    // ((k + 0.7 + 1.5²) · (1 + 2 · 0.25)) - 1 · 0.5
    let (value, (x, k)) = both_modes!(machine(&[0.5, 0.75, 1.5, 0.25, 0.5], 2.0));
    assert_eq!((value, x, k), (5.0 * 1.5 - 0.5, [0.0, 1.5, 4.5, 10.0, -1.0], 1.5));
    for x in [[0.1, 0.7, 1.4, -0.3, 0.9], [1.1, 2.7, 0.4, 0.3, -0.9], [0.6, 0.2, -0.1, 0.9, 0.3]] {
        machine::at(&x, 0.3).check().unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Factors, an index and a pattern, in a loop and inside one another; the last has a derivative after all.
#[differentiable]
fn ends(x: f64, y: f64) -> f64 {
    let weights = [1.0, 3.0, 0.5];
    let mut s = y;
    for i in 0..3 {
        let sign = if s > 4.0 {
            s /= 2.0;
            -1.0
        } else {
            s *= x;
            1.0
        };
        let (at, mut factor): (usize, f64) = match i {
            1 => {
                s += x * sign;
                (2, 1.0)
            }
            _ => {
                let at = if x > 1.0 {
                    s -= y;
                    0
                } else {
                    s += y * y;
                    1
                };
                (at, 2.0)
            }
        };
        factor += x;
        s += sign * weights[at] * factor;
    }
    let last = if s > 1.0 {
        s *= y;
        x * s
    } else {
        s += x;
        1.0
    };
    s + last
}

#[test]
fn factors_and_indices() {
    for x in [0.3, 0.9, 1.7] {
        for y in [-0.4, 0.6, 2.5] {
            cotangent::check::gradient(|(x, y)| ends(*x, *y), |(x, y)| both_modes!(ends(*x, *y)), (x, y))
                .unwrap_or_else(|error| panic!("{x}, {y}: {error}"));
        }
    }
}
