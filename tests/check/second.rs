//! Second derivatives with one planted mistake each, of `y = a² b`.

use cotangent::check::{self, Law};
use cotangent::prelude::*;
use cotangent::rule::{Rule, Rule2};

use super::caught;

/// What the rule says of its second derivatives: the additions to `a_bar`, `a_bar_dot`, `b_bar` and `b_bar_dot`.
macro_rules! square_times {
    ($name:ident; |$a:ident, $p:ident, $b:ident, $q:ident, $c:ident, $s:ident| $additions:expr) => {
        square_times! { $name; |$a, $p, $b, $q, $c, $s| $additions, |place, x| *place += x }
    };
    ($name:ident; |$a:ident, $p:ident, $b:ident, $q:ident, $c:ident, $s:ident| $additions:expr, $add:expr) => {
        #[derive(Clone, Copy, Default)]
        struct $name;

        impl Rule for $name {
            type Reads = (Yes, Yes, No);
        }

        impl Rule2<f64, f64> for $name {
            type Output = f64;
            type Residual = ();
            fn forward(a: &f64, b: &f64) -> (f64, ()) {
                (a * a * b, ())
            }
            fn vjp((): &(), a: Read<f64>, b: Read<f64>, _: Read<f64>, c: &f64, d: impl Slot<f64>, e: impl Slot<f64>) {
                d.accumulate(|d| *d += c * 2.0 * a.get() * b.get());
                e.accumulate(|e| *e += c * a.get() * a.get());
            }
            fn jvp(a: &f64, b: &f64, _: &f64, a_dot: Option<&f64>, b_dot: Option<&f64>) -> f64 {
                2.0 * a * b * a_dot.unwrap_or(&0.0) + a * a * b_dot.unwrap_or(&0.0)
            }
            fn vjp_dual(
                a: Read<f64>,
                a_dot: Option<&f64>,
                b: Read<f64>,
                b_dot: Option<&f64>,
                _: Read<f64>,
                _: Option<&f64>,
                c: &f64,
                c_dot: Option<&f64>,
                a_bar: impl Slot<f64>,
                a_bar_dot: impl Slot<f64>,
                b_bar: impl Slot<f64>,
                b_bar_dot: impl Slot<f64>,
            ) {
                let or_zero = |dot: Option<&f64>| *dot.unwrap_or(&0.0);
                let ($a, $p, $b, $q) = (*a.get(), or_zero(a_dot), *b.get(), or_zero(b_dot));
                let ($c, $s) = (*c, or_zero(c_dot));
                let additions: [f64; 4] = $additions;
                let add: fn(&mut f64, f64) = $add;
                a_bar.accumulate(|d| add(d, additions[0]));
                a_bar_dot.accumulate(|d| add(d, additions[1]));
                b_bar.accumulate(|d| add(d, additions[2]));
                b_bar_dot.accumulate(|d| add(d, additions[3]));
            }
        }
    };
}

square_times! { Right; |a, p, b, q, c, s|
    [c * 2.0 * a * b, s * 2.0 * a * b + c * 2.0 * (p * b + a * q), c * a * a, s * a * a + c * 2.0 * a * p]
}
square_times! { NoTangentOfTheCotangent; |a, p, b, q, c, _s|
    [c * 2.0 * a * b, c * 2.0 * (p * b + a * q), c * a * a, c * 2.0 * a * p]
}
square_times! { NoHessian; |a, _p, b, _q, c, s| [c * 2.0 * a * b, s * 2.0 * a * b, c * a * a, s * a * a] }
square_times! { HalfOfTheMixedDerivative; |a, p, b, q, c, s|
    [c * 2.0 * a * b, s * 2.0 * a * b + c * (2.0 * p * b + a * q), c * a * a, s * a * a + c * 2.0 * a * p]
}
square_times! { AnotherCotangent; |a, p, b, q, c, s|
    [c * a * b, s * 2.0 * a * b + c * 2.0 * (p * b + a * q), c * a * a, s * a * a + c * 2.0 * a * p]
}
square_times! { Assigns; |a, p, b, q, c, s|
    [c * 2.0 * a * b, s * 2.0 * a * b + c * 2.0 * (p * b + a * q), c * a * a, s * a * a + c * 2.0 * a * p],
    |place, x| *place = x
}

#[test]
fn right_second_derivatives_pass() {
    let agreement = check::second2::<Right, _, _>(&1.5, &-0.7).unwrap();
    assert_eq!(agreement.compared, 3); // along both operands and the cotangent
    assert!(agreement.error < 1e-12, "{agreement}");
}

#[test]
fn what_moves_is_missed() {
    caught(check::second2::<NoTangentOfTheCotangent, _, _>(&1.5, &-0.7), Law::Second, "y_bar", 0.0);
    let report = caught(check::second2::<NoHessian, _, _>(&1.5, &-0.7), Law::Second, "a", 0.0);
    assert!(
        report.starts_with("the tangent of the cotangent differs from finite differences of the VJP at `a`: "),
        "{report}"
    );
    let wrong = check::second2::<HalfOfTheMixedDerivative, _, _>(&1.5, &-0.7).unwrap_err();
    assert_eq!((wrong.law, wrong.place.as_str(), wrong.failed), (Law::Second, "b", 1));
}

#[test]
fn the_cotangent_beside_it_is_another() {
    caught(check::second2::<AnotherCotangent, _, _>(&1.5, &-0.7), Law::Beside, "a", 0.5);
}

#[test]
fn without_differences_the_rest_is_still_checked() {
    let exact = check::Checker::new().without_differences();
    exact.second::<NoHessian, _>(&(1.5, -0.7)).unwrap();
    caught(exact.second::<AnotherCotangent, _>(&(1.5, -0.7)), Law::Beside, "a", 0.5);
    assert_eq!(exact.second::<Assigns, _>(&(1.5, -0.7)).unwrap_err().law, Law::Accumulates);
}
