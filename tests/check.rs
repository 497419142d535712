//! The checker, tested: planted mistakes must be caught and named, right derivatives must pass with room to spare.

mod at;
mod causes;
mod differences;
mod functions;
mod lost;
mod outcomes;
mod products;
mod rules;
mod rules_right;
mod second;

use cotangent::check::{Agreement, Law, Mismatch};

/// The mismatch must name this law and place, with `found = ratio · expected`; returns the report.
#[track_caller]
fn caught(result: Result<Agreement, Mismatch>, law: Law, place: &str, ratio: f64) -> String {
    let wrong = result.expect_err("the planted mistake must be caught");
    assert_eq!((wrong.law, wrong.place.as_str()), (law, place), "{wrong}");
    let found = wrong.found / wrong.expected;
    assert!((found - ratio).abs() <= 1e-7 * ratio.abs(), "ratio {found}: {wrong}");
    wrong.to_string()
}
