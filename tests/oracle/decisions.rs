//! Where this library and PyTorch differ, by decision.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::case::{INF, NAN};
use crate::special::SEEDS;

/// What of a function differs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum By {
    Value,
    First,
    Second,
}

/// One decision: of which operations, at which numbers, and what is right here. The position is that of the element, in a row.
struct Decision {
    ops: &'static str,
    by: By,
    at: fn(&[f64], usize) -> bool,
    ours: fn(&[f64], usize) -> f64,
    needed: AtomicBool,
}

/// What was decided for an operation at some numbers.
pub fn of(op: &str, by: By, x: &[f64], k: usize) -> Option<f64> {
    let here = |d: &&Decision| d.by == by && d.ops.split(' ').any(|name| name == op) && (d.at)(x, k);
    let decision = DECISIONS.iter().find(here)?;
    decision.needed.store(true, Ordering::Relaxed);
    Some((decision.ours)(x, k))
}

/// Every decision was about a difference.
pub fn all_are_needed() {
    for Decision { ops, by, needed, .. } in &DECISIONS {
        assert!(needed.load(Ordering::Relaxed), "{ops}, {by:?}: no difference");
    }
}

const fn decided(ops: &'static str, by: By, at: fn(&[f64], usize) -> bool, ours: fn(&[f64], usize) -> f64) -> Decision {
    Decision { ops, by, at, ours, needed: AtomicBool::new(false) }
}

fn largest(x: &[f64]) -> f64 {
    x.iter().copied().fold(NAN, f64::max)
}
fn smallest(x: &[f64]) -> f64 {
    x.iter().copied().fold(NAN, f64::min)
}
fn infinite(x: &[f64]) -> bool {
    x.iter().any(|x| x.is_infinite())
}
fn any_nan(x: &[f64]) -> bool {
    x.iter().any(|x| x.is_nan())
}

/// By one element of running products: a zero times what overflowed is zero.
fn by_factor(x: &[f64], k: usize) -> f64 {
    let zero_wins = |a: f64, b: f64| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
    let after = (k..3).rev().fold(0.0, |s, j| SEEDS[j] + if j == 2 { 0.0 } else { zero_wins(s, x[j + 1]) });
    zero_wins(after, x[..k].iter().product())
}

static DECISIONS: [Decision; 39] = [
    // What is not a number has a derivative that is none.
    decided("abs relu relu6 hard_tanh hard_sigmoid selu", By::First, |x, _| x[0].is_nan(), |_, _| NAN),
    decided("sign signum", By::Value, |x, _| x[0].is_nan(), |_, _| NAN),
    decided("copysign", By::First, |x, _| x[1].is_nan(), |_, _| NAN),
    // As in mathematics; PyTorch has no function of this name.
    decided("cbrt", By::First, |x, _| x[0] == 0.0, |_, _| INF),
    decided("away_from_zero", By::Second, |x, _| x[0].is_nan(), |_, _| 1.0),
    decided("floor_div", By::Value, |x, _| infinite(x), |x, _| (x[0] / x[1]).floor()),
    decided("div_euclid", By::Value, |x, _| infinite(x), |x, _| x[0].div_euclid(x[1])),
    decided("rem_euclid", By::Second, |x, _| infinite(x) || x[1] == 0.0, |x, _| -x[0].div_euclid(x[1])),
    // As in mathematics, where PyTorch has an indefinite form.
    decided("xlogx", By::First, |x, _| x[0] == 0.0 || x[0] == INF, |x, _| x[0].ln()),
    decided("softsign", By::Value, |x, _| infinite(x), |x, _| x[0].signum()),
    decided("softsign", By::First, |x, _| infinite(x), |_, _| 0.0),
    decided("gelu gelu_tanh silu mish", By::Value, |x, _| x[0] == -INF, |_, _| 0.0),
    decided("gelu gelu_tanh silu mish", By::First, |x, _| x[0].abs() >= 1e300, |x, _| f64::from(x[0] > 0.0)),
    decided("prelu elu", By::First, |x, _| x[0] > 0.0, |_, _| 1.0),
    decided("prelu elu", By::Second, |x, _| x[0] > 0.0, |_, _| 0.0),
    decided("copysign", By::First, |x, _| x[0].is_infinite(), |x, _| x[0].signum() * x[1].signum()),
    decided("powf", By::Second, |x, _| x[0] == INF && x[1] < 0.0, |_, _| 0.0),
    decided("logsumexp", By::First, |x, _| largest(x) == -INF, |_, _| 0.0),
    // A zero factor wins over what overflowed on the way, and nothing is divided.
    decided("prod", By::First, |x, _| infinite(x), |_, _| 0.0),
    decided("cumprod", By::First, |x, _| any_nan(x) || infinite(x) || [1e200, 1e-200].contains(&x[0]), by_factor),
    // Not defined there; PyTorch has the formula.
    decided("acosh", By::First, |x, _| x[0] < 1.0, |_, _| NAN),
    decided("atan2", By::First, |x, _| x == [0.0; 2], |_, _| NAN),
    decided("atan2", By::Second, |x, _| x == [0.0; 2], |_, _| NAN),
    decided("powf", By::Second, |x, _| x[0] == 0.0 && x[1] <= 0.0, |_, _| NAN),
    decided("norm", By::First, |x, _| infinite(x), |_, _| NAN),
    // Squares do not overflow or vanish.
    decided("asinh acosh", By::First, |x, _| x[0].abs() == 1e300, |_, _| 1e-300),
    decided("norm", By::Value, |x, _| x[0].abs() == 1e-200, |_, _| 3.0_f64.sqrt() * 1e-200),
    decided(
        "norm",
        By::First,
        |x, _| x[0].abs() == 1e200 || x[0].abs() == 1e-200,
        |x, k| x[k].signum() / 3.0_f64.sqrt(),
    ),
    // Flat at zero.
    decided("hypot", By::First, |x, _| x == [0.0; 2], |_, _| 0.0),
    decided("hypot", By::Second, |x, _| x == [0.0; 2], |_, _| 0.0),
    decided("std", By::First, |x, _| x == [0.0; 3], |_, _| 0.0),
    // As in the standard library, a NaN loses.
    decided("maximum", By::Value, |x, _| any_nan(x), |x, _| largest(x)),
    decided("minimum", By::Value, |x, _| any_nan(x), |x, _| smallest(x)),
    decided("maximum minimum", By::First, |x, _| x[0].is_nan(), |_, _| 0.0),
    decided("maximum minimum", By::Second, |x, _| x[1].is_nan(), |_, _| 0.0),
    decided("max", By::Value, |x, _| any_nan(x), |x, _| largest(x)),
    decided("min", By::Value, |x, _| any_nan(x), |x, _| smallest(x)),
    decided("max", By::First, |x, _| any_nan(x), |x, k| f64::from(x[k] == largest(x))),
    decided("min", By::First, |x, _| any_nan(x), |x, k| f64::from(x[k] == smallest(x))),
];
