//! The attribute with other arguments, with what functions may have besides, and where something is missing.

use cotangent::prelude::*;
use cotangent::rule::{By1, Rule, Rule1};

mod far {
    //! A foreign function, and rules in a module of their own.

    pub mod rules {
        pub fn cbrt_vjp(_: f64, y: &f64, bar: &f64) -> f64 {
            bar / (3.0 * y * y)
        }
        pub fn cbrt_jvp(_: f64, y: &f64, dot: &f64) -> f64 {
            dot / (3.0 * y * y)
        }
    }

    pub fn foreign_cbrt(x: f64) -> f64 {
        x.cbrt()
    }
}

#[differentiable(vjp = far::rules::cbrt_vjp, jvp = far::rules::cbrt_jvp, show)]
fn cbrt(x: f64) -> f64 {
    far::foreign_cbrt(x)
}

#[differentiable]
fn through(x: f64) -> f64 {
    cbrt(x) + cbrt(8.0 * x)
}

/// Its `vjp` is not `#[differentiable]`, so it has no second derivatives; all else it has, also where others call it.
#[test]
fn a_foreign_function_has_a_rule() {
    assert_eq!(cbrt::value_and_grad(8.0), (2.0, 1.0 / 12.0));
    assert_eq!(through::value_and_grad(1.0), (3.0, 1.0));
    assert_eq!(through::jvp(1.0, 2.0), (3.0, 2.0));
    assert_eq!(through::at(1.0).jvp_many([1.0, 3.0]), (3.0, [1.0, 3.0]));
}

#[differentiable(jvp = only_forwards_jvp)]
fn only_forwards(x: f64) -> f64 {
    x.exp()
}

fn only_forwards_jvp(_: f64, y: &f64, dot: &f64) -> f64 {
    y * dot
}

#[differentiable]
fn forwards(x: f64) -> f64 {
    only_forwards(x) * only_forwards(x)
}

#[test]
fn forward_mode_alone_goes_through_calls() {
    assert_eq!(forwards::jvp(0.0, 3.0), (1.0, 6.0));
    assert_eq!(forwards::at(0.0).jacobian_fwd(), (1.0, 2.0));
}

/// Lifetimes, `where`, patterns, tuples and results that are no numbers.
#[differentiable(vjp = turned_vjp, jvp = turned_jvp)]
fn turned<'a, T>((x, y): (T, T), by: &'a [T; 2]) -> (T, T)
where
    T: Real,
{
    (x * by[0] - y * by[1], x * by[1] + y * by[0])
}

#[differentiable]
fn turned_vjp<T: Real>((x, y): (T, T), by: &[T; 2], _: &(T, T), bar: &(T, T)) -> ((T, T), [T; 2]) {
    ((bar.0 * by[0] + bar.1 * by[1], bar.1 * by[0] - bar.0 * by[1]), [bar.0 * x + bar.1 * y, bar.1 * x - bar.0 * y])
}

fn turned_jvp<T: Real>((x, y): (T, T), by: &[T; 2], _: &(T, T), at: &(T, T), by_dot: &[T; 2]) -> (T, T) {
    let (a, b) = (turned(*at, by), turned((x, y), by_dot));
    (a.0 + b.0, a.1 + b.1)
}

#[differentiable]
fn twice(x: f64, y: f64, by: &[f64; 2]) -> f64 {
    let (a, b) = turned(turned((x, y), by), by);
    a * b
}

#[differentiable]
fn twice_plainly(x: f64, y: f64, by: &[f64; 2]) -> f64 {
    let (a, b) = (x * by[0] - y * by[1], x * by[1] + y * by[0]);
    let (a, b) = (a * by[0] - b * by[1], a * by[1] + b * by[0]);
    a * b
}

#[test]
fn patterns_lifetimes_and_tuples_are_taken() {
    let by = [0.5, -1.25];
    assert_eq!(twice::value_and_grad(2.0, 3.0, &by), twice_plainly::value_and_grad(2.0, 3.0, &by));
    let along = (0.5, 1.0, [0.25, 2.0]);
    assert_eq!(twice::jvp(2.0, 3.0, &by, along), twice_plainly::jvp(2.0, 3.0, &by, along));
    assert_eq!(twice::at(2.0, 3.0, &by).hvp(along), twice_plainly::at(2.0, 3.0, &by).hvp(along));
}

/// A result that may be missing.
#[differentiable(vjp = checked_vjp)]
fn checked(x: f64) -> Option<f64> {
    (x >= 0.0).then(|| x.sqrt())
}

fn checked_vjp(_: f64, y: &Option<f64>, bar: &f64) -> f64 {
    y.map_or(0.0, |y| bar / (2.0 * y))
}

#[test]
fn a_result_may_be_missing() {
    assert_eq!(checked::value_and_grad(4.0), (Some(2.0), 0.25));
    assert_eq!(checked::value_and_grad(-4.0), (None, 0.0));
}

/// A rule by its trait, without second derivatives.
#[derive(Clone, Copy, Default)]
struct Twice;

impl Rule for Twice {
    type Reads = (No, No);
}

impl Rule1<f64> for Twice {
    type Output = f64;
    type Residual = ();
    fn forward(x: &f64) -> (f64, ()) {
        (2.0 * x, ())
    }
    fn vjp((): &(), _: Read<f64>, _: Read<f64>, y_bar: &f64, x_bar: impl Slot<f64>) {
        x_bar.accumulate(|d| *d += 2.0 * y_bar);
    }
    fn jvp(_: &f64, _: &f64, x_dot: Option<&f64>) -> f64 {
        2.0 * x_dot.unwrap_or(&0.0)
    }
}

trait TwiceOp {
    fn twice(&self) -> f64;
    fn derivative_of_twice(&self) -> By1<Twice> {
        By1::new()
    }
}

impl TwiceOp for f64 {
    fn twice(&self) -> f64 {
        Twice::forward(self).0
    }
}

#[differentiable]
fn doubled(x: f64) -> f64 {
    x.twice() * x
}

#[test]
fn forward_mode_needs_no_second_derivatives() {
    assert_eq!(doubled::value_and_grad(3.0), (18.0, 12.0));
    assert_eq!(doubled::jvp(3.0, 0.5), (18.0, 6.0));
    assert_eq!(doubled::at(3.0).jacobian_fwd(), (18.0, 12.0));
}
