//! Values and derivatives against an independent system: `tests/data/oracle.py` says which, and how the data was made.
//!
//! Every operation must stay within the error that is written here, which is also the one that `docs/ops.md` publishes.

use cotangent::ops::elementwise::*;
use cotangent::prelude::*;
use cotangent::rule::{Rule1, Rule2};

use super::harness::{jvp1, jvp2, vjp1, vjp2};

/// The data.
pub const DATA: &str = include_str!("../data/oracle.txt");

/// Operations on numbers, and how far they may be off: value and derivatives in `f64`, then in `f32`.
///
/// Values in units in the last place of the exact one; derivatives in machine epsilons, relative where they are above 1. Half a
/// unit of it is the rounding of the exact result.
pub const ACCURACY: &str = include_str!("../data/accuracy.txt");

/// One line of the data: operands, the value, one derivative for each operand.
struct Case {
    operands: Vec<f64>,
    value: f64,
    derivatives: Vec<f64>,
}

/// What is exact for an operation by `math` is what is exact for the one that it stands for.
fn cases(op: &str, operands: usize) -> Vec<Case> {
    let op = op.strip_prefix("fast_").unwrap_or(op);
    let lines = DATA.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let own = lines.filter(|words| words[0] == "op" && words[1] == op);
    let cases: Vec<Case> = own
        .map(|words| {
            let numbers: Vec<f64> = words[2..].iter().map(|word| word.parse().unwrap()).collect();
            assert_eq!(numbers.len(), 2 * operands + 1, "{op}");
            let (head, derivatives) = numbers.split_at(operands + 1);
            Case { operands: head[..operands].to_vec(), value: head[operands], derivatives: derivatives.to_vec() }
        })
        .collect();
    assert!(cases.len() >= 7, "{op} has {} cases", cases.len());
    cases
}

/// The errors of an operation, in its worst cases.
#[derive(Clone, Copy, Debug, Default)]
struct Errors {
    value: f64,
    derivative: f64,
}

impl Errors {
    fn value(&mut self, found: f64, exact: f64, unit: f64) {
        self.value = self.value.max(error(found, exact, unit * exact.abs().log2().floor().exp2()));
    }
    fn derivative(&mut self, found: f64, exact: f64, unit: f64) {
        self.derivative = self.derivative.max(error(found, exact, unit * exact.abs().max(1.0)));
    }
}

fn error(found: f64, exact: f64, unit: f64) -> f64 {
    assert!(!found.is_nan(), "there are no cases without a number");
    if found == exact { 0.0 } else { (found - exact).abs() / unit }
}

/// Whether a number has all its digits in the type.
fn representable<T: Real>(x: f64) -> bool {
    x == 0.0 || x.abs() >= T::MIN_POSITIVE.to_f64() && T::lit(x).is_finite()
}

/// The errors in both modes, of a function of one operand in one type.
fn errors1<R, T>(op: &str) -> Errors
where
    T: Real,
    R: Rule1<T, Output = T>,
{
    let (mut errors, unit) = (Errors::default(), T::EPSILON.to_f64());
    for Case { operands, value, derivatives } in cases(op, 1) {
        let x = T::lit(operands[0]);
        if representable::<T>(value) {
            errors.value(R::forward(&x).0.to_f64(), value, unit);
        }
        if representable::<T>(derivatives[0]) {
            for found in [vjp1::<R, T>(&x, &T::ONE), jvp1::<R, T>(&x, &T::ONE)] {
                errors.derivative(found.to_f64(), derivatives[0], unit);
            }
        }
    }
    errors
}

/// The same for two operands.
fn errors2<R, T>(op: &str) -> Errors
where
    T: Real,
    R: Rule2<T, T, Output = T>,
{
    let (mut errors, unit) = (Errors::default(), T::EPSILON.to_f64());
    for Case { operands, value, derivatives } in cases(op, 2) {
        let (a, b) = (T::lit(operands[0]), T::lit(operands[1]));
        errors.value(R::forward(&a, &b).0.to_f64(), value, unit);
        let (by_a, by_b) = vjp2::<R, T, T>(&a, &b, &T::ONE);
        let forward = [jvp2::<R, T, T>(&a, &b, &T::ONE, &T::ZERO), jvp2::<R, T, T>(&a, &b, &T::ZERO, &T::ONE)];
        for (found, exact) in [by_a, by_b].iter().zip(&derivatives).chain(forward.iter().zip(&derivatives)) {
            errors.derivative(found.to_f64(), *exact, unit);
        }
    }
    errors
}

/// A line of [`ACCURACY`]: rounded up to what is published.
fn line(op: &str, double: Errors, single: Errors) -> String {
    let published = |error: f64| (2.0 * error).ceil() / 2.0;
    let [a, b, c, d] = [double.value, double.derivative, single.value, single.derivative].map(published);
    format!("{op} {a} {b} {c} {d}\n")
}

macro_rules! lines {
    ($($errors:ident: $($op:ident)*;)*) => {
        [$($(line(stringify!($op), $errors::<$op, f64>(stringify!($op)), $errors::<$op, f32>(stringify!($op))),)*)*].concat()
    };
}

#[test]
fn no_operation_is_less_accurate_than_published() {
    let found = lines! {
        errors1: exp exp2 exp_m1 ln ln_1p log2 log10 sqrt rsqrt cbrt recip square xlogx abs;
        errors1: sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh to_degrees to_radians erf erfc;
        errors1: relu relu6 hard_tanh hard_sigmoid selu sigmoid log_sigmoid softplus softsign gelu gelu_tanh silu mish;
        errors1: fast_exp fast_exp2 fast_exp_m1 fast_ln fast_ln_1p fast_log2 fast_log10 fast_sin fast_cos fast_tanh fast_erf fast_erfc;
        errors1: fast_sigmoid fast_log_sigmoid fast_softplus fast_gelu fast_gelu_tanh fast_silu;
        errors2: atan2 hypot powf copysign maximum minimum prelu elu rem_euclid fast_powf;
        errors2: ln_eps log2_eps log10_eps sqrt_eps away_from_zero;
    };
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/data/accuracy.txt"), &found).unwrap();
        return;
    }
    for (found, published) in found.lines().zip(ACCURACY.lines()) {
        let ((op, found), (name, published)) = (found.split_once(' ').unwrap(), published.split_once(' ').unwrap());
        assert_eq!(op, name);
        let worse = found.split(' ').zip(published.split(' ')).any(|(found, published)| {
            let [found, published] = [found, published].map(|x| x.parse::<f64>().unwrap());
            found > published
        });
        assert!(!worse, "{op}: {found}, published {published}");
    }
    assert_eq!(found.lines().count(), ACCURACY.lines().count());
}

/// The error of the value in a tensor: of many numbers at once the functions are those of `cotangent::math`.
fn error_in_tensor<R, T>(op: &str) -> f64
where
    T: Real,
    R: Rule1<Vector<T, 3>, Output = Vector<T, 3>>,
{
    let mut errors = Errors::default();
    for Case { operands, value, .. } in cases(op, 1) {
        if representable::<T>(value) {
            let y = R::forward(&Vector::full(T::lit(operands[0]))).0;
            assert_eq!(y, Vector::full(y[[0]]), "{op}");
            errors.value(y[[0]].to_f64(), value, T::EPSILON.to_f64());
        }
    }
    errors.value
}

#[test]
fn operations_of_tensors_are_as_accurate_as_documented() {
    macro_rules! within {
        ($($most:literal: $($op:ident)*;)*) => {$($(
            let (double, single) = (error_in_tensor::<$op, f64>(stringify!($op)), error_in_tensor::<$op, f32>(stringify!($op)));
            assert!(double < $most && single < $most, "{}: {double} ulp, {single} in `f32`", stringify!($op));
        )*)*};
    }
    within! {
        2.0: exp exp2 exp_m1 ln ln_1p log2 log10 sin cos tanh erf erfc sigmoid sqrt relu abs square recip;
        4.0: selu silu mish log_sigmoid softplus xlogx;
    }
}
