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

#[differentiable]
fn mapped_root(x: f64) -> Result<f64, String> {
    root(x).map(|r| r * r * x).map_err(|error| error + "!")
}

#[differentiable]
fn chosen(a: f64, b: f64) -> Option<f64> {
    let q: Option<f64> = quotient(a, b).map(|q| q * b * q);
    if let Some(r) = quotient(b, a).map(|r: f64| r * r) {
        return q.map(|q| {
            let t = q * r;
            t * t
        });
    }
    let Some(k) = mapped_root(a).ok().map(|k| k * a) else { return None };
    quotient(k, b).map(f64::exp).filter(|y| *y < 1e9)
}

#[differentiable]
fn product(a: f64, b: f64) -> Result<f64, String> {
    let y = mapped_root(a).map(|r| r + b)? * mapped_root(b).map(f64::exp)?;
    match chosen(a, y).map(|c| c * y) {
        Some(c) => mapped_root(y).and_then(|r| root(c * c).map(|s| r * s)),
        None => root(b).map(|r| [r, a].map(|x| x * r)[1]),
    }
}

#[differentiable]
fn mapped_where_the_place_shows_it(a: f64, b: f64) -> f64 {
    product(a, b).unwrap() * chosen(b, a).unwrap() + product(-a, b).unwrap_or(b)
}

/// The declaration shows that the variable is an `Option`.
#[differentiable]
fn assigned(x: f64, y: f64) -> f64 {
    let mut best: Option<f64> = None;
    let mut last = None;
    let mut sum = 0.0;
    for v in [x, y, x * y] {
        if v > 1.0 {
            best = Some(best.map_or(v, |b| b.max(v)));
            last = Some(v * x);
        }
        best = best.map(|b| b * b + v);
        last = last.filter(|l| *l < 4.0).map(|l| l + y);
        if let Some(b) = best {
            let mut last = [b, y];
            last = last.map(|l| l * 0.5);
            sum += last[0] * last[1];
        }
    }
    sum + best.unwrap_or(x) * last.unwrap_or(y)
}

#[test]
fn of_a_variable_that_is_assigned() {
    follows! { assigned }
}

#[test]
fn mapped_outcomes() {
    follows! { mapped_where_the_place_shows_it }
    assert_eq!(both_modes!(mapped_root(-4.0)), (Err("-4 is negative!".to_string()), 0.0));
}

#[test]
fn methods_that_call_a_function() {
    follows! { of_options of_results }
    assert_eq!(both_modes!(with_an_error(2.0, 0.0)), (Err("by zero".to_string()), (0.0, 0.0)));
    assert_eq!(both_modes!(with_an_error(2.0, 1.0)), (Ok(4.5), (3.75, -7.5)));
}

#[differentiable]
fn as_options(x: f64, y: f64) -> f64 {
    let option = fails_below(x).ok();
    let mut sum = fails_below(y).map(|v| v * x).unwrap_or_default();
    if let Some(v) = fails_below(y).ok() {
        sum += v * x;
    }
    sum += fails_below(x * y).map(|v| v + x).ok().map_or(y, |v| v * y);
    sum += match fails_below(y).map_err(|error| error.len()).ok() {
        Some(v) => v,
        None => 0.5 * x,
    };
    sum * option.unwrap_or(y)
}

#[differentiable]
fn fails_below(x: f64) -> Result<f64, String> {
    if x < 0.0 { Err(format!("{x} is negative")) } else { Ok(x.sqrt()) }
}

#[test]
fn results_become_options() {
    for (x, y) in [(0.4, 2.0), (-0.4, 2.0), (0.4, -2.0), (-0.4, -2.0)] {
        as_options::at(x, y).check().unwrap();
        as_options::at(x, y).check_jvp().unwrap();
    }
}
