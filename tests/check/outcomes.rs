//! Functions that give an `Option` or a `Result` are checked by its value.

use cotangent::prelude::*;

#[differentiable]
fn root(x: f64) -> Option<f64> {
    (x >= 0.0).then(|| x.sqrt())
}

#[differentiable]
fn quotient(x: f64, y: [f64; 2]) -> Result<[f64; 2], String> {
    if x == 0.0 {
        return Err("zero".into());
    }
    Ok([y[0] / x, y[1] * x])
}

#[differentiable]
fn lost(x: f64) -> Option<f64> {
    Some(x * stop_gradient(x))
}

#[test]
fn values_are_checked() {
    root::at(2.0).check().unwrap();
    root::at(2.0).check_jvp().unwrap();
    quotient::at(2.0, [1.0, 3.0]).check().unwrap();
    quotient::at(2.0, [1.0, 3.0]).check_jvp().unwrap();
}

#[test]
fn a_wrong_derivative_is_found() {
    assert_eq!(lost::at(2.0).check().unwrap_err().place, "x");
}

#[test]
#[should_panic(expected = "no derivative to check")]
fn without_a_value_there_is_nothing_to_check() {
    let _ = root::at(-1.0).check();
}
