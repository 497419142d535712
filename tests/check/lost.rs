//! A gradient that is exactly 0 although the function changes: it is said, and of what.

use cotangent::check;
use cotangent::check::{Law, Mismatch};
use cotangent::prelude::*;

#[differentiable]
fn stopped(x: &Vector<f64, 4>, w: f64) -> f64 {
    (x * w).sum() + 5.0 * stop_gradient(x[[3]]) * stop_gradient(w)
}

/// The report, which begins like any other.
fn report(wrong: &Mismatch, of: &str) -> String {
    assert_eq!(wrong.law, Law::Vjp);
    assert_eq!(wrong.lost.as_deref(), Some(of), "{wrong}");
    let report = wrong.to_string();
    let report = report
        .split_once("`: ")
        .filter(|_| wrong.function.is_some())
        .map_or(report.clone(), |(_, report)| report.into());
    assert!(report.starts_with("the derivative of reverse mode differs from finite differences at `"), "{report}");
    report
}

#[test]
fn a_number_of_a_parameter() {
    let primal = |x: &[f64; 4]| x[0] + 2.0 * x[3];
    let wrong = check::gradient(primal, |x| (primal(x), [1.0, 0.0, 0.0, 0.0]), [1.0; 4]).unwrap_err();
    let report = report(&wrong, "args[3]");
    let hint = "; the gradient of `args[3]` is exactly 0, but the function changes with it: its derivative was lost on the way. \
                Look for `stop_gradient`, for rounding (`round`, `floor`, `signum`) and for a rule, `vjp = ..`, that leaves it out; \
                if there is none of these, please report a bug";
    assert!(report.ends_with(hint), "{report}");
}

#[test]
fn a_whole_parameter() {
    let primal = |(x, w): &([f64; 2], f64)| (x[0] + x[1]) * w;
    let wrong =
        check::gradient(primal, |at| (primal(at), ([0.0; 2], at.0[0] + at.0[1])), ([1.0, 3.0], 2.0)).unwrap_err();
    assert!(wrong.place.starts_with("args.0["), "{wrong}");
    report(&wrong, "args.0");
}

#[test]
fn by_the_name_of_the_parameter() {
    #[differentiable]
    fn lost(x: &[f64; 2], w: f64) -> f64 {
        x[0] * w + stop_gradient(x[1])
    }
    let wrong = lost::at(&[1.0, 3.0], 2.0).check().unwrap_err();
    assert!(report(&wrong, "x[1]").contains("at `x[1]`: found 0.0, expected "), "{wrong}");
}

/// Many numbers are compared in groups; where a whole group lost its gradient, a number of it is named.
#[test]
fn one_of_many() {
    let primal = |x: &Vector<f64, 1000>| x.sum();
    let ones = |hole: usize| {
        let mut ones = Vector::<f64, 1000>::full(1.0);
        ones[[hole]] = 0.0;
        ones
    };
    let wrong = check::gradient(primal, |x| (primal(x), ones(737)), Vector::full(2.0)).unwrap_err();
    report(&wrong, "args[737]");
}

#[test]
fn not_where_there_is_another_reason() {
    let lost = |primal: fn(&f64) -> f64, gradient: f64, at: f64| {
        let wrong = check::gradient(primal, |x| (primal(x), gradient), at).unwrap_err();
        assert!(!wrong.to_string().contains("lost on the way"), "{wrong}");
        wrong.lost
    };
    // A kink; a gradient that is another; the edge of the domain.
    assert_eq!(lost(|x| x.max(0.0), 0.0, 0.0), None);
    assert_eq!(lost(|x| x * x, 1.0, 2.0), None);
    assert_eq!(lost(|x| x.sqrt(), 0.0, 0.0), None);
}

/// What is 0 beside what is wrong is not lost.
#[test]
fn a_zero_that_is_right() {
    let primal = |x: &[f64; 2]| x[1] * x[1];
    let wrong = check::gradient(primal, |x| (primal(x), [0.0, x[1]]), [1.0, 3.0]).unwrap_err();
    assert_eq!((wrong.place.as_str(), wrong.lost), ("args[1]", None));
    // Nor is a value that is stopped in one place, and goes on in another.
    let wrong = stopped::at(&Vector::full(1.0), 2.0).check().unwrap_err();
    assert_eq!(wrong.lost, None);
}
