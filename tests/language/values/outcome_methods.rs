//! Methods of `Option` and `Result` that call a function, or make one of the other.

use cotangent::prelude::*;

#[differentiable]
fn quotient(a: f64, b: f64) -> Option<f64> {
    if b.abs() < 1e-9 { None } else { Some(a / b) }
}

#[differentiable]
fn root(x: f64) -> Result<f64, String> {
    if x < 0.0 { Err(format!("{x} is negative")) } else { Ok(x.sqrt()) }
}

#[differentiable]
fn of_options(a: f64, b: f64) -> f64 {
    let square = quotient(a, b).map(|q| q * q).unwrap_or(0.0);
    let twice = quotient(b, a).and_then(|q| quotient(q, b)).unwrap_or(a);
    let other = quotient(a, 0.0).map_or(b, |q| q * 2.0);
    let small = quotient(a, b).filter(|q| *q > 100.0).unwrap_or_else(|| a * b);
    let else_or_not = quotient(a, b).map_or_else(|| b, |q| q * b * b) + quotient(a, 0.0).unwrap_or_default();
    let positive = (a > 0.0).then(|| a * b * small).unwrap_or(b) + (b > 5.0).then_some(a * a).unwrap_or(a);
    let again = quotient(a, 0.0).or_else(|| quotient(b, a)).map(|q| q * a * a).unwrap();
    square + twice * other + small * else_or_not + positive * again
}

#[differentiable]
fn with_an_error(a: f64, b: f64) -> Result<f64, String> {
    let q = quotient(a, b).ok_or("by zero".to_string())?;
    let r = quotient(b, a).ok_or_else(|| format!("{b} by zero"))?;
    Ok(q * q + r)
}

#[differentiable]
fn of_results(a: f64, b: f64) -> f64 {
    let fourth = root(a).map(|r| r * r * b).unwrap_or(1.0);
    let none = root(-a).map(|r| r * 2.0).unwrap_or_else(|_| b * b);
    fourth * none + with_an_error(a, b).map_or(0.0, |y| y * a) + root(b).map(|r| r * r * r).expect("a root")
}

#[test]
fn methods_that_call_a_function() {
    follows! { of_options of_results }
    assert_eq!(both_modes!(with_an_error(2.0, 0.0)), (Err("by zero".to_string()), (0.0, 0.0)));
    assert_eq!(both_modes!(with_an_error(2.0, 1.0)), (Ok(4.5), (3.75, -7.5)));
}
