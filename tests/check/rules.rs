//! Rules of all kinds with one planted mistake each.

use cotangent::check::{self, Checker, Law};
use cotangent::ops::elementwise::abs;
use cotangent::prelude::*;
use cotangent::rule::{Rule, Rule1, Rule2, Rule3};

use super::caught;

cotangent::elementwise! {
    /// One partial serves both modes, so forward mode is blamed first.
    pub trait WrongRows;

    wrong_sign(x) = x.sin(), x => -x.cos();
    wrong_factor(x) = x * x, x => x;
    slightly_off(x) = x.exp(), y => y * T::lit(1.0 + 1e-5);
    not_a_number(x) = x.exp(), x => x * T::NAN;
    from_the_wrong_side(x) = x.tanh(), x => T::ONE - x * x;
}

#[test]
fn wrong_partials_of_a_row() {
    let x = tensor([0.3, 0.7]);
    caught(check::rule1::<wrong_sign, _>(&x), Law::Jvp, "a[0]", -1.0);
    caught(check::rule1::<wrong_factor, _>(&x), Law::Jvp, "a[0]", 0.5);
    caught(check::rule1::<slightly_off, _>(&x), Law::Jvp, "a[0]", 1.0 + 1e-5);
    let ratio = (1.0 - 0.49) / (1.0 - 0.7_f64.tanh().powi(2));
    caught(check::rule1::<from_the_wrong_side, _>(&x), Law::Jvp, "a[1]", ratio);
}

#[test]
fn a_report_says_what_where_and_how_much() {
    let report = caught(check::rule1::<wrong_factor, _>(&4.0), Law::Jvp, "a", 0.5);
    assert!(
        report.starts_with("the derivative of forward mode differs from finite differences at `a`: found "),
        "{report}"
    );
    assert!(report.ends_with(" (relative error 5.0e-1, tolerance 1.5e-8)"), "{report}");
    let report = caught(check::rule1::<wrong_factor, _>(&tensor([4.0, 0.0])), Law::Jvp, "a[0]", 0.5);
    assert!(report.ends_with("; 1 of 2 comparisons fail"), "{report}");
}

#[test]
fn a_derivative_that_is_not_a_number() {
    let wrong = check::rule1::<not_a_number, _>(&1.0).unwrap_err();
    assert!(wrong.found.is_nan());
    let report = wrong.to_string();
    assert!(report.contains("at `a`: found NaN, expected "), "{report}");
    assert!(report.ends_with("; the derivative is not finite though the function is smooth here"), "{report}");
}

/// `y = m + b`, where `b` stretches over the rows of `m` and its cotangent is summed over the wrong axis.
#[derive(Clone, Copy, Default)]
struct WrongAxis;

impl Rule for WrongAxis {
    type Reads = (No, No, No);
}

impl Rule2<Matrix<f64, 3, 3>, Vector<f64, 3>> for WrongAxis {
    type Output = Matrix<f64, 3, 3>;
    type Residual = ();
    fn forward(m: &Matrix<f64, 3, 3>, b: &Vector<f64, 3>) -> (Self::Output, ()) {
        (m + b, ())
    }
    fn vjp(
        (): &(),
        _: Read<Matrix<f64, 3, 3>>,
        _: Read<Vector<f64, 3>>,
        _: Read<Matrix<f64, 3, 3>>,
        c: &Matrix<f64, 3, 3>,
        m_bar: impl Slot<Matrix<f64, 3, 3>>,
        b_bar: impl Slot<Vector<f64, 3>>,
    ) {
        m_bar.accumulate(|d| *d += c);
        b_bar.accumulate(|d| *d += c.sum_axis::<1>());
    }
    fn jvp(
        _: &Matrix<f64, 3, 3>,
        _: &Vector<f64, 3>,
        y: &Self::Output,
        m_dot: Option<&Matrix<f64, 3, 3>>,
        b_dot: Option<&Vector<f64, 3>>,
    ) -> Self::Output {
        y * 0.0 + m_dot.unwrap_or(&Tensor::ZEROS) + b_dot.unwrap_or(&Tensor::ZEROS)
    }
}

#[test]
fn a_sum_over_the_wrong_axis() {
    let m = tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]);
    let wrong = check::rule2::<WrongAxis, _, _>(&m, &tensor([7.0, 11.0, 13.0])).unwrap_err();
    assert_eq!(wrong.law, Law::Vjp);
    assert!(wrong.place.starts_with("b["), "{wrong}");
    assert_eq!((wrong.failed, wrong.compared), (3, 12));
}

/// `y = exp(sin x)` with the wrong value on the side.
#[derive(Clone, Copy, Default)]
struct WrongResidual;

impl Rule for WrongResidual {
    type Reads = (No, Yes);
}

impl Rule1<f64> for WrongResidual {
    type Output = f64;
    type Residual = f64;
    fn forward(x: &f64) -> (f64, f64) {
        (x.sin().exp(), x.sin())
    }
    fn vjp(residual: &f64, _: Read<f64>, y: Read<f64>, c: &f64, x_bar: impl Slot<f64>) {
        x_bar.accumulate(|d| *d += c * y.get() * residual);
    }
    fn jvp(x: &f64, y: &f64, t: Option<&f64>) -> f64 {
        t.unwrap_or(&0.0) * y * x.cos()
    }
}

#[test]
fn a_residual_with_the_wrong_value() {
    caught(check::rule1::<WrongResidual, _>(&0.5), Law::Vjp, "a", 0.5_f64.tan());
}

/// `y = a b c` whose cotangent of `c` forgets `b`.
#[derive(Clone, Copy, Default)]
struct ThirdOfThree;

impl Rule for ThirdOfThree {
    type Reads = (Yes, Yes, Yes, No);
}

impl Rule3<f64, f64, f64> for ThirdOfThree {
    type Output = f64;
    type Residual = ();
    fn forward(a: &f64, b: &f64, c: &f64) -> (f64, ()) {
        (a * b * c, ())
    }
    fn vjp(
        (): &(),
        a: Read<f64>,
        b: Read<f64>,
        c: Read<f64>,
        _: Read<f64>,
        y_bar: &f64,
        a_bar: impl Slot<f64>,
        b_bar: impl Slot<f64>,
        c_bar: impl Slot<f64>,
    ) {
        a_bar.accumulate(|d| *d += y_bar * b.get() * c.get());
        b_bar.accumulate(|d| *d += y_bar * a.get() * c.get());
        c_bar.accumulate(|d| *d += y_bar * a.get());
    }
    fn jvp(a: &f64, b: &f64, c: &f64, _: &f64, a_dot: Option<&f64>, b_dot: Option<&f64>, c_dot: Option<&f64>) -> f64 {
        a_dot.unwrap_or(&0.0) * b * c + b_dot.unwrap_or(&0.0) * a * c + c_dot.unwrap_or(&0.0) * a * b
    }
}

#[test]
fn the_third_operand_of_three() {
    caught(check::rule3::<ThirdOfThree, _, _, _>(&2.0, &4.0, &3.0), Law::Vjp, "c", 0.25);
}

#[test]
fn without_differences_the_modes_are_still_compared() {
    let exact = Checker::new().without_differences();
    exact.rule::<abs, _>(&(tensor([0.0, 1.0]),)).unwrap();
    exact.rule::<wrong_factor, _>(&(1.0,)).unwrap();
    caught(exact.rule::<ThirdOfThree, _>(&(2.0, 4.0, 3.0)), Law::Adjoint, "c", 0.25);
}
