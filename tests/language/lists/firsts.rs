//! Cotangents of large tensors: the first contribution is written, and there is one in any case.

use cotangent::prelude::*;
use cotangent::rule::{By1, Rule, Rule1};

/// More numbers than are filled with zeros in passing.
type Large = Matrix<f64, 8, 8>;

fn numbers(x: f64) -> Large {
    Matrix::from_fn(|[i, j]| x + 0.1 * i as f64 - 0.03 * (j * j) as f64)
}

/// The identity, whose VJP gives nothing for a cotangent of zeros, and without a word.
#[derive(Clone, Copy, Default)]
struct Silent;

impl Rule for Silent {
    type Reads = (No, No);
}
impl Rule1<Large> for Silent {
    type Output = Large;
    type Residual = ();
    fn forward(x: &Large) -> (Large, ()) {
        (*x, ())
    }
    fn vjp((): &(), _: Read<'_, Large>, _: Read<'_, Large>, c: &Large, x_bar: impl Slot<Large>) {
        if c.as_slice().iter().any(|c| *c != 0.0) {
            x_bar.accumulate(|d| *d += c);
        }
    }
    fn jvp(_: &Large, _: &Large, x_dot: Option<&Large>) -> Large {
        x_dot.copied().unwrap_or_default()
    }
    fn vjp_dual(
        _: Read<'_, Large>,
        _: Option<&Large>,
        _: Read<'_, Large>,
        _: Option<&Large>,
        c: &Large,
        c_dot: Option<&Large>,
        x_bar: impl Slot<Large>,
        x_bar_dot: impl Slot<Large>,
    ) {
        x_bar.accumulate(|d| *d += c);
        x_bar_dot.accumulate(|d| *d += c_dot.unwrap_or(&Large::ZEROS));
    }
}

trait Quiet {
    fn silent(&self) -> Large;
    fn derivative_of_silent(&self) -> By1<Silent> {
        By1::new()
    }
}
impl Quiet for Large {
    fn silent(&self) -> Large {
        *self
    }
}

#[differentiable]
fn chain(x: &Large, w: &Large, s: f64) -> f64 {
    let y = (x.matmul(w) * s + w).tanh();
    (y.transpose() * 2.0 - y).square().sum()
}

#[differentiable]
fn passed(x: &Large) -> Large {
    x.matmul(x).exp()
}

#[differentiable]
fn passed_once(x: &Large) -> Large {
    x.sin()
}

#[differentiable]
fn unused(x: &Large, take: bool) -> f64 {
    let y = x * 3.0;
    if take { y.sum() } else { 1.0 }
}

#[differentiable]
fn stopped(x: &Large) -> f64 {
    let y = x.square();
    let a = y.sum();
    a + stop_gradient(y).sum()
}

#[differentiable]
fn nothing_comes(x: &Large, k: f64) -> f64 {
    let y = x.silent();
    let z = y.silent();
    z.sum() * k
}

#[differentiable]
fn in_loops(x: &Large, n: usize) -> f64 {
    let mut sum = 0.0;
    let y = x.cos();
    for i in 0..n {
        let z = passed_once(&y);
        let w = &z * (i as f64);
        sum += w.sum();
    }
    sum
}

#[differentiable]
fn parts(x: &Large, halves: bool) -> f64 {
    let y = x.relu();
    let [a, b] = y.split::<1, 4, 2>();
    let pair = (a.exp(), b);
    if halves { (pair.0 * pair.1).sum() } else { pair.0.sum() }
}

#[differentiable]
fn through_calls(x: &Large, n: usize) -> f64 {
    let y = passed(&passed_once(x));
    let z = passed_once(&y);
    chain(&z, &y, 0.5) + in_loops(&z, n) + parts(&y, true) + nothing_comes(&z, 2.0)
}

/// Sums whose cotangents become those of summands, of which some get more after that.
#[differentiable]
fn sums(x: &Large, b: &Vector<f64, 8>, s: f64) -> f64 {
    let a = x.matmul(x);
    let early = a.sin();
    let c = (a + x.cos() + early) + b;
    let d = (2.0 + c) - early;
    let e = s - d;
    let f = b + (e + s);
    let g = f.matmul(x) + f;
    let h = x + (g - x * 3.0);
    (h + a).square().sum() + e.sum()
}

/// The same in a loop, where a variable is a summand.
#[differentiable]
fn sums_in_loops(x: &Large, n: usize) -> f64 {
    let mut y = *x;
    for i in 0..n {
        let z = y.sin() * 0.5 + y.matmul(x) - x;
        y = (z + y) * (i as f64 + 0.5);
        y += z - y.cos();
    }
    y.sum()
}

/// The cotangent of a number that is repeated is no part of that of the sum, and a summand of another shape has as many numbers.
#[differentiable]
fn sums_of_shapes(x: &Large, s: f64) -> f64 {
    let column = x.sum_to::<(Dim<8>, One)>();
    let wide = column.exp() + x.sin();
    let row = x.reshape::<(Dim<64>,)>().sin();
    let flat = row * s + x.reshape::<(Dim<1>, Dim<64>)>();
    (flat * flat).sum() + (wide + (s * 2.0)).square().sum()
}

#[differentiable]
fn sums_of_any_shape<S: Shape + Broadcast<R, Joined = S> + SumTo<R> + SumTo<S> + SumTo<()>, R: Shape>(
    x: &Tensor<f64, S>,
    y: &Tensor<f64, R>,
) -> Tensor<f64, S>
where
    S: Broadcast<S, Joined = S>,
{
    let z = x.sin() + y.cos();
    (z + x.exp()).tanh()
}

#[test]
fn cotangents_of_sums_become_those_of_summands() {
    let (x, b) = (numbers(0.2) * 0.3, Vector::from_fn(|[i]| 0.1 * i as f64));
    let agrees = |f: &dyn Fn(&Large) -> f64, gradient: &dyn Fn(&Large) -> Large| {
        cotangent::check::gradient(f, |x| (f(x), gradient(x)), x).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    };
    agrees(&|x| sums(x, &b, 0.7), &|x| sums::grad(x, &b, 0.7).0);
    agrees(&|x| sums_in_loops(x, 3), &|x| sums_in_loops::grad(x, 3));
    agrees(&|x| sums_of_shapes(x, 0.7), &|x| sums_of_shapes::grad(x, 0.7).0);
    agrees(&|x| sums_of_any_shape(x, &b).sum(), &|x| sums_of_any_shape::vjp(x, &b, Large::full(1.0)).1.0);
    agrees(&|x| sums_of_any_shape(x, x).sum(), &|x| {
        let (mut total, other) = sums_of_any_shape::vjp(x, x, Large::full(1.0)).1;
        total += other;
        total
    });
    let gradient = |b: &Vector<f64, 8>| (sums(&x, b, 0.7), sums::grad(&x, b, 0.7).1);
    cotangent::check::gradient(|b| sums(&x, b, 0.7), gradient, b).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    let gradient = |s: &f64| (sums(&x, &b, *s), sums::grad(&x, &b, *s).2);
    cotangent::check::gradient(|s| sums(&x, &b, *s), gradient, 0.7).unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

/// Each against differences, where reverse and forward mode agree.
#[test]
fn the_first_contribution_is_written() {
    let x = numbers(0.2) * 0.3;
    let agrees = |f: fn(&Large) -> f64, gradient: fn(&Large) -> Large| {
        cotangent::check::gradient(f, |x| (f(x), gradient(x)), x).unwrap_or_else(|mismatch| panic!("{mismatch}"));
    };
    agrees(|x| chain(x, &numbers(0.1), 0.7), |x| chain::grad(x, &numbers(0.1), 0.7).0);
    agrees(|w| chain(&numbers(0.1), w, 0.7), |w| chain::grad(&numbers(0.1), w, 0.7).1);
    agrees(|x| passed(x).sum(), |x| passed::vjp(x, Large::full(1.0)).1);
    agrees(|x| unused(x, true), |x| unused::grad(x, true));
    agrees(|x| unused(x, false), |x| unused::grad(x, false));
    agrees(|x| nothing_comes(x, 2.0), |x| nothing_comes::grad(x, 2.0).0);
    agrees(|x| in_loops(x, 0), |x| in_loops::grad(x, 0));
    agrees(|x| in_loops(x, 3), |x| in_loops::grad(x, 3));
    agrees(|x| parts(x, true), |x| parts::grad(x, true));
    agrees(|x| parts(x, false), |x| parts::grad(x, false));
    agrees(|x| through_calls(x, 2), |x| through_calls::grad(x, 2));
}

#[test]
fn what_gets_nothing_is_zero() {
    assert_eq!(stopped::grad(&numbers(1.0)), numbers(1.0) * 2.0);
    assert_eq!(nothing_comes::grad(&numbers(1.0), 0.0).0, Large::ZEROS);
    assert_eq!(unused::grad(&numbers(1.0), false), Large::ZEROS);
    assert_eq!(in_loops::grad(&numbers(1.0), 0), Large::ZEROS);
}

/// What the caller has is kept.
#[test]
fn calls_that_add_add() {
    let mut tape = GrowableTape::new();
    let mut bar = Large::full(1.0);
    passed_once::at(&numbers(0.5)).on(&mut tape).vjp_into(Large::full(2.0), &mut bar);
    assert_eq!(bar, numbers(0.5).cos() * 2.0 + 1.0);
}
