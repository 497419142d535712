//! `if let`, `while let`, `let else` and chains of conditions on what is constant; labelled blocks; exits in closures.

use cotangent::prelude::*;

#[differentiable]
fn while_let(x: f64, order: &[usize]) -> f64 {
    let mut rest = order.iter();
    let mut s = x;
    while let Some(&k) = rest.next() {
        s *= x + k as f64;
        if k == 3 {
            continue;
        }
        let before = s;
        while let Some(next) = rest.next() {
            s += before * x;
            if *next > k {
                break;
            }
            s *= 0.5;
        }
    }
    let mut left = order;
    while let [first, tail @ ..] = left {
        s += x * x * *first as f64;
        left = tail;
    }
    s
}

#[test]
fn while_there_are_constants() {
    check!(while_let(&[]) at 0.7; while_let(&[3, 1, 0, 2]) at 0.7; while_let(&[2, 1, 1, 3, 3, 0, 5, 4]) at 0.7, -0.3;);
}

#[differentiable]
fn chained(x: f64, a: Option<usize>, b: Result<i32, usize>) -> f64 {
    let mut s = x * x;
    if let Some(n) = a
        && n > 1
        && let Ok(m @ 0..=4) = b
        && x * m as f64 > 0.5
    {
        s *= x.powi(m) * n as f64;
    } else if let (None, Err(k)) = (a, b) {
        s += k as f64 * s * x;
    } else if a.is_some() || s < 0.3 {
        s = s.sin();
    }
    if let 0.2..0.5 = s {
        s *= x;
    }
    s
}

#[test]
fn conditions_in_a_chain() {
    for a in [None, Some(1), Some(2)] {
        for b in [Ok(1), Ok(3), Ok(7), Err(2)] {
            check!(chained(a, b) at 0.3, 0.6, 0.9;);
        }
    }
}

#[differentiable]
fn otherwise(x: f64, #[constant] steps: &[(Option<usize>, f64)]) -> f64 {
    let mut s = x;
    for (i, step) in steps.iter().enumerate() {
        let (Some(k), w) = *step else {
            s *= x;
            continue;
        };
        s += s * w * k as f64;
        let [a, b] = [s, x * w];
        let 0..4 = k else {
            if i > 1 {
                return a * b;
            }
            break;
        };
        s = a + b * b;
    }
    s * x
}

#[test]
fn what_does_not_match_leaves() {
    check!(
        otherwise(&[]) at 0.7;
        otherwise(&[(Some(1), 0.5), (None, 0.0), (Some(3), 0.25)]) at 0.7;
        otherwise(&[(Some(2), 0.5), (None, 0.0), (Some(7), 0.25), (Some(1), 1.0)]) at 0.7;
        otherwise(&[(Some(9), 0.5), (Some(1), 1.0)]) at 0.7;
    );
}

#[differentiable]
fn labelled(x: f64, n: usize) -> f64 {
    let mut s = x;
    let y = 'outer: {
        let inner = 'inner: {
            if n == 0 {
                break 'outer x * x;
            }
            s *= x;
            for i in 0..n {
                s += s * x;
                if i == 2 {
                    break 'inner s * 2.0;
                }
                if s > 5.0 {
                    break 'outer s;
                }
            }
            s + 1.0
        };
        inner * x
    };
    'unit: {
        if n == 1 {
            break 'unit;
        }
        s *= y;
    }
    s + y
}

#[test]
fn blocks_are_left_with_a_value() {
    for n in 0..5 {
        check!(labelled(n) at 0.4, 0.9, 1.7;);
    }
}

#[differentiable]
fn closures_in_closures(x: f64, n: usize) -> f64 {
    let scale = x * 2.0;
    let outer = |v: f64, k: usize| {
        let inner = |w: f64| {
            if k == 0 {
                return w * scale;
            }
            if w > 1.0 {
                return 1.0 + 0.5 * (w - 1.0);
            }
            w * w
        };
        if k == 2 {
            return inner(v) * inner(v * x);
        }
        let mut s = inner(v);
        for i in 0..k {
            if i == 3 {
                return s;
            }
            s += inner(s * x);
        }
        s
    };
    let mut s = x;
    for k in 0..n {
        s += outer(s, k);
        if k == 4 {
            return s * scale;
        }
    }
    s
}

#[test]
fn return_leaves_the_innermost_closure() {
    for n in 0..7 {
        check!(closures_in_closures(n) at 0.2, 0.6;);
    }
}

#[differentiable]
fn changed_after_a_pattern(x: f64, #[constant] start: Option<f64>, weights: &[f64; 2]) -> f64 {
    let mut sum = match start {
        Some(mut y) => {
            y *= x;
            y
        }
        None => x,
    };
    if let Some(mut y) = start {
        y += x * x;
        sum += y;
    }
    let pairs = [(1.0, 2.0), (3.0, 4.0)];
    for (i, (mut a, b)) in pairs.into_iter().enumerate() {
        a *= x * weights[i];
        sum += a * b;
    }
    sum
}

#[test]
fn a_constant_part_may_become_active() {
    // 5 x + 5 + x^2 + 1 x 2 w0 + 3 x 4 w1
    let (value, (dx, dw)) = both_modes!(changed_after_a_pattern(2.0, Some(5.0), &[10.0, 100.0]));
    assert_eq!(value, 10.0 + 9.0 + 40.0 + 2400.0);
    assert_eq!((dx, dw), (5.0 + 4.0 + 20.0 + 1200.0, [4.0, 24.0]));
}

#[differentiable]
fn ends(x: &[f64]) -> f64 {
    match x {
        [] => 0.0,
        [a] => *a,
        [a, b] => a * b,
        [a, middle @ .., b] => a * b * b + middle[0] * ends(middle),
    }
}

#[differentiable]
fn outer(x: [f64; 4], y: &[f64; 3]) -> f64 {
    let [a, .., b] = x;
    let [c, rest @ ..] = y;
    let (d, ..) = (a * b, c);
    d * rest[1] * c + rest[0] * rest[0]
}

#[test]
fn the_end_of_a_list() {
    assert_eq!(both_modes!(ends(&[])).0, 0.0);
    assert_eq!(both_modes!(ends(&[3.0])), (3.0, vec![1.0]));
    assert_eq!(both_modes!(ends(&[3.0, 5.0])), (15.0, vec![5.0, 3.0]));
    // a b² + m² with one number in the middle
    assert_eq!(both_modes!(ends(&[3.0, 7.0, 5.0])), (124.0, vec![25.0, 14.0, 30.0]));
    // a b² + m (m n)
    assert_eq!(both_modes!(ends(&[3.0, 7.0, 2.0, 5.0])), (173.0, vec![25.0, 28.0, 49.0, 30.0]));
    // a b c₂ c₀ + c₁²
    assert_eq!(
        both_modes!(outer([1.0, 8.0, 9.0, 5.0], &[1.0, 3.0, 14.0])),
        (79.0, ([70.0, 0.0, 0.0, 14.0], [70.0, 6.0, 5.0]))
    );
}

#[differentiable]
fn whole_and_parts(x: [f64; 2]) -> f64 {
    let whole @ [a, b] = x;
    let ref product = a * b;
    let ref first = x[0];
    let (ref c, d) = (product * 2.0, first);
    whole[0] * *c * *d + product
}

#[test]
fn a_whole_and_its_parts() {
    // 2 a³ b + a b
    assert_eq!(both_modes!(whole_and_parts([3.0, 5.0])), (285.0, [275.0, 57.0]));
}

/// The phases of an envelope. One has no value, and an arm that it matches names it again.
#[derive(Clone, Differentiable)]
enum Phase {
    Attack(f64),
    Sustain,
}
use Phase::*;

#[differentiable]
fn next_phase(x: f64, steps: usize) -> f64 {
    let mut phase = Phase::Attack(x);
    for i in 0..steps {
        phase = match phase {
            Attack(level) if i < 2 => Phase::Attack(level * level * 2.0),
            Attack(_) => Phase::Sustain,
            Sustain => Phase::Sustain,
        };
    }
    match phase {
        Attack(level) => level * x,
        Sustain => x,
    }
}

#[test]
fn variants_alone_in_patterns() {
    check!(next_phase(0) at 0.7; next_phase(1) at 0.7; next_phase(2) at 0.7; next_phase(3) at 0.7; next_phase(5) at 0.7;);
    assert_eq!(both_modes!(next_phase(0.5, 1)), (0.25, 1.5));
}

/// Two sets of variants, one imported in the function.
#[derive(Clone, Copy, PartialEq, Differentiable)]
enum Kind {
    Linear,
    Cubic,
    Step,
}

#[derive(Clone, Copy, Differentiable)]
enum Side {
    Left,
    Right,
}
use Kind::*;

#[differentiable]
fn shaped(kind: Kind, side: Side, x: f64) -> f64 {
    use Side::*;
    let first = match kind {
        Linear => x * 2.0,
        Cubic => match side {
            Left => x * x * x,
            Right => x.sin(),
        },
        Step => match kind {
            Step => x.cos(),
            _ => 0.0,
        },
    };
    let second = match (kind, side) {
        (Linear, Left) => x,
        (Linear, Right) => -x,
        (Cubic, _) => x * x,
        (Step, side) => match side {
            Left => x,
            Right => x.exp(),
        },
    };
    if kind == Cubic { first * second * x } else { first * second }
}

#[differentiable]
fn shapes(x: f64, is_cubic: bool) -> f64 {
    let kind = if is_cubic { Cubic } else { Step };
    let side = if x > 1.0 { Side::Left } else { Side::Right };
    shaped(kind, side, x) + shaped(Linear, side, x) * shaped(Cubic, Side::Left, x)
}

#[test]
fn variants_alone_in_a_match_inside_of_another() {
    check!(shapes(true) at 0.7, 1.3; shapes(false) at 0.7, 1.3;);
}
