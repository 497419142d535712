//! A derivative that is wrong although every rule is right: the report names the constructs that make it so.

use cotangent::check::Cause;
use cotangent::prelude::*;

/// The incomplete gamma function as a continued fraction. At a whole `a` it has few terms, but its derivative has more.
#[differentiable]
fn ended_by_a_tolerance(a: f64, x: f64) -> f64 {
    let (mut y, mut z) = (1.0 - a, x + (1.0 - a) + 1.0);
    let mut c = 0;
    let (mut p3, mut q3, mut p2, mut q2) = (1.0, x, x + 1.0, z * x);
    let mut answer = p2 / q2;
    loop {
        y += 1.0;
        z += 2.0;
        c += 1;
        let yc = y * f64::from(c);
        let (p, q) = (p2 * z - p3 * yc, q2 * z - q3 * yc);
        (p3, p2, q3, q2) = (p2, p, q2, q);
        let next = p / q;
        let error = ((answer - next) / next).abs();
        answer = next;
        if error <= 1e-15 {
            return answer;
        }
    }
}

/// A bisection: what it converges to does not depend on where it begins, but its derivative is that of its beginning.
#[differentiable]
fn bisected_by_signs(x: f64) -> f64 {
    let mut y = x.exp();
    let mut step = 1.0;
    while step > 1e-15 {
        y += step * (x - y.ln() * y).signum();
        step /= 2.0;
    }
    y
}

#[test]
fn a_tolerance_and_rounding_are_named() {
    ended_by_a_tolerance::at(2.3, 5.3).check().unwrap();
    let wrong = [ended_by_a_tolerance::at(2.0, 5.3).check(), bisected_by_signs::at(0.4).check()];
    for wrong in wrong.map(Result::unwrap_err) {
        assert_eq!(wrong.cause(), Some(Cause::Rule), "{wrong}");
        let report = wrong.to_string();
        let hint = "; the function is smooth here, so its derivative is wrong. Look for a rule, `vjp = ..`, of what it calls, for rounding \
                    (`round`, `floor`, `signum`), whose derivative is 0, and for a loop that ends by a tolerance: its derivative may not \
                    have converged where its value has. If there is none of these, please report a bug";
        assert!(report.ends_with(hint), "{report}");
    }
}
