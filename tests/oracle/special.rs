//! Kinks, ties, zeros, infinities and NaN: values and derivatives against PyTorch, number by number. `tests/data/oracle_special.py` makes
//! the data.
//!
//! Where the two differ, it is by decision: each place is in a table, with what this library has and why.

use cotangent::ops::arithmetic::*;
use cotangent::ops::cumulative::*;
use cotangent::ops::elementwise::*;
use cotangent::ops::log_softmax::*;
use cotangent::ops::logsumexp::*;
use cotangent::ops::max::*;
use cotangent::ops::mean::*;
use cotangent::ops::norm::*;
use cotangent::ops::prod::*;
use cotangent::ops::softmax::*;
use cotangent::ops::sort::*;
use cotangent::ops::sum::*;
use cotangent::ops::variance::*;
use cotangent::prelude::*;
use cotangent::rule::{Rule1, Rule2};

use crate::case::{INF, NAN};
use crate::decisions::{self, By};

const DATA: &str = include_str!("../data/oracle_special.txt");

const ONE: [f64; 18] =
    [0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.5, -2.5, 3.0, -3.0, 6.0, 1e-300, -1e-300, 1e300, -1e300, INF, -INF, NAN];
const TWO: [f64; 8] = [0.0, -0.0, 1.0, -1.0, 2.5, INF, -INF, NAN];
const LINES: [[f64; 3]; 19] = [
    [1.0, INF, 2.0],
    [1.0, -INF, 2.0],
    [INF, INF, 1.0],
    [INF, -INF, 0.0],
    [-INF, -INF, -INF],
    [-INF, -INF, 1.0],
    [NAN, 1.0, 2.0],
    [1.0, NAN, 2.0],
    [NAN, INF, 1.0],
    [NAN, NAN, NAN],
    [0.0, 0.0, 0.0],
    [2.0, 2.0, 1.0],
    [1.0, 2.0, 2.0],
    [0.0, 3.0, 0.0],
    [0.0, 3.0, 5.0],
    [-1.0, 0.0, 2.0],
    [1e200, 1e200, -1e200],
    [1e-200, -1e-200, 1e-200],
    [800.0, 0.0, -800.0],
];

/// The recorded numbers of a function: the values, and the derivatives by each operand.
fn recorded(kind: &str, op: &str) -> Vec<Vec<f64>> {
    let line =
        DATA.lines().find_map(|line| line.strip_prefix(kind)?.strip_prefix(' ')?.strip_prefix(op)?.strip_prefix(" | "));
    let line = line.unwrap_or_else(|| panic!("there is no {kind} {op}"));
    line.split(" | ").map(|field| field.split(' ').map(|x| x.parse().unwrap()).collect()).collect()
}

fn same(found: f64, exact: f64) -> bool {
    found == exact || found.is_nan() && exact.is_nan() || (found - exact).abs() <= 1e-12 * exact.abs()
}

/// The numbers that a result is of, and the position of the one that a derivative is by.
type At<'a> = (&'a [f64], usize);

/// Compares one field of what was recorded; forward mode has the derivatives of reverse mode.
fn compare(op: &str, by: By, found: &[f64], exact: &[f64], at: &dyn Fn(usize, &mut dyn FnMut(At))) {
    assert_eq!(found.len(), exact.len());
    for (i, (&found, &exact)) in found.iter().zip(exact).enumerate() {
        at(i, &mut |(x, k)| {
            if !same(found, exact) {
                let ours = decisions::of(op, by, x, k);
                assert!(
                    same(found, ours.unwrap_or(exact)),
                    "{op}, {by:?}, at {x:?}[{k}]: {found}, PyTorch {exact}, decided {ours:?}"
                );
            }
        });
    }
}

/// Compares the derivatives in both modes.
#[track_caller]
fn same_in_both_modes(op: &str, reverse: &[f64], forward: &[f64]) {
    for (i, (&reverse, &forward)) in reverse.iter().zip(forward).enumerate() {
        assert!(same(reverse, forward), "{op} at number {i}: {reverse} in reverse mode, {forward} in forward mode");
    }
}

fn one<R>(op: &str)
where
    R: Rule1<Vector<f64, 18>, Output = Vector<f64, 18>> + Rule1<f64, Output = f64>,
{
    let x = Vector::new(ONE);
    let (y, residual) = R::forward(&x);
    let mut x_bar = Vector::zeros();
    R::vjp(&residual, Read::live(&x), Read::live(&y), &Vector::full(1.0), Out::new(&mut x_bar));
    let exact = recorded("one", op);
    let at = |i: usize, to: &mut dyn FnMut(At)| to((&ONE[i..=i], 0));
    compare(op, By::Value, y.as_slice(), &exact[0], &at);
    compare(op, By::First, x_bar.as_slice(), &exact[1], &at);
    same_in_both_modes(op, x_bar.as_slice(), R::jvp(&x, &y, Some(&Vector::full(1.0))).as_slice());
    for (i, x) in ONE.iter().enumerate() {
        let (value, residual) = R::forward(x);
        let mut bar = 0.0;
        R::vjp(&residual, Read::live(x), Read::live(&value), &1.0, Out::new(&mut bar));
        assert!(same(value, y[[i]]) && same(bar, x_bar[[i]]), "{op} of the number {x}: {value}, derivative {bar}");
    }
}

type Pairs = Vector<f64, 64>;

fn two<R: Rule2<Pairs, Pairs, Output = Pairs>>(op: &str) {
    let (a, b) = (Pairs::from_fn(|[i]| TWO[i / 8]), Pairs::from_fn(|[i]| TWO[i % 8]));
    let (y, residual) = R::forward(&a, &b);
    let (mut a_bar, mut b_bar, ones) = (Pairs::zeros(), Pairs::zeros(), Pairs::full(1.0));
    let read = (Read::live(&a), Read::live(&b), Read::live(&y));
    R::vjp(&residual, read.0, read.1, read.2, &ones, Out::new(&mut a_bar), Out::new(&mut b_bar));
    let exact = recorded("two", op);
    let at = |i: usize, to: &mut dyn FnMut(At)| to((&[TWO[i / 8], TWO[i % 8]], 0));
    compare(op, By::Value, y.as_slice(), &exact[0], &at);
    compare(op, By::First, a_bar.as_slice(), &exact[1], &at);
    compare(op, By::Second, b_bar.as_slice(), &exact[2], &at);
    same_in_both_modes(op, a_bar.as_slice(), R::jvp(&a, &b, &y, Some(&ones), None).as_slice());
    same_in_both_modes(op, b_bar.as_slice(), R::jvp(&a, &b, &y, None, Some(&ones)).as_slice());
}

type Rows = Matrix<f64, 19, 3>;

/// The cotangents of an operation that keeps the axis.
pub const SEEDS: [f64; 3] = [1.0, 2.0, 4.0];

/// An operation along the rows: one number for each, or as many as there are.
fn along<R: Rule1<Rows, Output = Tensor<f64, S>>, S: Shape>(op: &str) {
    let x = Rows::new(LINES);
    let (y, residual) = R::forward(&x);
    let (mut x_bar, mut seed) = (Rows::zeros(), Tensor::full(1.0));
    let per = S::NUMEL / 19;
    if per == 3 {
        seed.as_mut_slice().iter_mut().enumerate().for_each(|(i, c)| *c = SEEDS[i % 3]);
    }
    R::vjp(&residual, Read::live(&x), Read::live(&y), &seed, Out::new(&mut x_bar));
    let exact = recorded("along", op);
    compare(op, By::Value, y.as_slice(), &exact[0], &|i, to| to((&LINES[i / per], i % per)));
    compare(op, By::First, x_bar.as_slice(), &exact[1], &|i, to| to((&LINES[i / 3], i % 3)));
    for k in 0..3 {
        let y_dot = R::jvp(&x, &y, Some(&Rows::from_fn(|[_, j]| f64::from(j == k))));
        let terms = y_dot.as_slice().iter().zip(seed.as_slice()).map(|(y_dot, c)| y_dot * c).collect::<Vec<_>>();
        let sums = terms.chunks(per).map(|terms| terms.iter().sum()).collect::<Vec<f64>>();
        for ((line, found), row) in LINES.iter().zip(sums).zip(0..) {
            // Of infinities a sum may be no number.
            let reverse = x_bar[[row, k]];
            let lost = found.is_nan() && line.iter().any(|x| !x.is_finite());
            assert!(
                lost || same(found, reverse),
                "{op} at {line:?}[{k}]: {reverse} in reverse mode, {found} in forward mode"
            );
        }
    }
}

macro_rules! each {
    ($how:ident: $($op:ident)*) => { $($how::<$op>(stringify!($op));)* };
}
macro_rules! rows {
    ($($op:ident: $rule:ident),*) => { $(along::<$rule<1>, _>(stringify!($op));)* };
}

#[test]
fn as_pytorch_or_as_decided() {
    each!(one: neg exp exp2 exp_m1 ln ln_1p log2 log10 sqrt rsqrt cbrt recip square xlogx sin cos tan asin acos atan sinh cosh tanh);
    each!(one: asinh acosh atanh to_degrees to_radians erf erfc abs signum sign floor ceil round round_ties_even trunc fract relu relu6);
    each!(one: hard_tanh hard_sigmoid selu sigmoid log_sigmoid softplus softsign gelu gelu_tanh silu mish);

    each!(two: add sub mul div rem hypot atan2 powf log copysign midpoint maximum minimum rem_euclid div_euclid floor_div prelu elu);
    each!(two: ln_eps log2_eps log10_eps sqrt_eps away_from_zero greater greater_equal less less_equal equal not_equal);

    rows!(sum: sum_axis, mean: mean_axis, max: max_axis, min: min_axis, prod: prod_axis, var: var_axis, std: std_axis, norm: norm_axis);
    rows!(logsumexp: logsumexp_axis, softmax: softmax, log_softmax: log_softmax, cumsum: cumsum, cumprod: cumprod, sort: sort);

    decisions::all_are_needed();
}

/// Compares positions in each row, but for the rows that are excepted.
fn positions(op: &str, found: &[usize], excepted: fn(&[f64]) -> bool) {
    let (exact, per) = (&recorded("positions", op)[0], found.len() / 19);
    for ((row, found), exact) in LINES.iter().zip(found.chunks(per)).zip(exact.chunks(per)) {
        let agree = found.iter().map(|&k| k as f64).eq(exact.iter().copied());
        assert!(agree || excepted(row), "{op} of {row:?}: {found:?}, PyTorch has {exact:?}");
    }
}

/// Of equal elements the first. PyTorch takes a NaN for the largest and for the smallest one; here it counts only if there is no number.
#[test]
fn positions_are_those_of_pytorch_or_of_numbers() {
    let x = Rows::new(LINES);
    let some_are_nan = |row: &[f64]| row.iter().any(|x| x.is_nan()) && !row.iter().all(|x| x.is_nan());
    positions("argmax", x.argmax_axis::<1>().as_slice(), some_are_nan);
    positions("argmin", x.argmin_axis::<1>().as_slice(), some_are_nan);
    positions("argsort", x.argsort::<1>().as_slice(), |_| false);
    let x = tensor([[NAN, INF, 1.0], [1.0, NAN, 2.0]]);
    assert_eq!((x.argmax_axis::<1>(), x.argmin_axis::<1>()), (tensor([1, 2]), tensor([2, 0])));
}
