//! `map` of a variable whose value shows that it is an `Option`.

use cotangent::prelude::*;

#[differentiable]
fn twice(x: f64) -> f64 {
    let known = if x > 0.0 { Some(x) } else { None };
    let square = known.map(|x| x * x);
    square.unwrap_or(0.5) * known.map(|x| x + 1.0).unwrap_or(1.0)
}

#[differentiable]
fn chained(x: f64, n: i32) -> f64 {
    let found = match n {
        0 => None,
        1 => Some(x),
        _ => {
            let square = x * x;
            Some(square)
        }
    };
    let sine = found.map(|v| v * v).map(f64::sin);
    let scaled = sine.map(|w| w * x);
    if let Some(w) = scaled { w * w } else { x }
}

#[differentiable]
fn root(x: f64) -> Option<f64> {
    (x >= 0.0).then(|| x.sqrt())
}

#[differentiable]
fn inverse(x: f64) -> Result<f64, String> {
    if x == 0.0 { Err("zero".to_string()) } else { Ok(1.0 / x) }
}

/// What a function gives is an `Option` by how it is used.
#[differentiable]
fn by_its_use(x: f64) -> f64 {
    let found = root(x);
    let scaled = found.map(|v| v * x);
    let sum = root(x + 2.0).map(|v| v + x);
    if let Some(s) = scaled { s * s * sum.unwrap_or(1.0) } else { x * sum.unwrap_or(3.0) }
}

#[differentiable]
fn asked(x: f64) -> Option<f64> {
    let found = root(x);
    if found.is_none() {
        return None;
    }
    let scaled = found.map(|v| v * x).map(|w| w + 1.0);
    let scaled = scaled?;
    Some(scaled * scaled)
}

#[differentiable]
fn of_results(x: f64) -> Result<f64, String> {
    let first = inverse(x).map(|v| v * x * x);
    let second = inverse(x * x);
    let third = second.map(|v| v * x);
    match third {
        Ok(v) => Ok(v * first?),
        Err(_) => Ok(0.0),
    }
}

#[differentiable]
fn one_or_the_other(x: f64, y: f64) -> f64 {
    let a = (x > 0.0).then(|| x * x);
    let b = if y > 0.0 { Some(y.sin()) } else { None };
    a.or(b).unwrap_or(x + y) * a.xor(b).unwrap_or(3.0 * x) + a.or(Some(x)).map(|v| v * y).unwrap_or(0.0)
}

/// The content has the name of the variable, and a name has two meanings: what is known of one says nothing of the other.
#[differentiable]
fn same_names(x: f64, list: [f64; 2], is_there: bool) -> f64 {
    let y = is_there.then_some(list);
    let last = root(x);
    let mut sum = last.unwrap_or(1.0);
    if let Some(y) = y {
        let y = y.map(|v| v * x);
        let last = [y[0], y[1] * sum];
        let last = last.map(|l| l * 0.5);
        sum += last[0] * last[1];
    }
    let part = root(x + 1.0).map(|p| p * x);
    if let Some(part) = part {
        sum *= part;
    }
    sum
}

/// `map` of an array is another method.
#[differentiable]
fn of_an_array(x: [f64; 3]) -> f64 {
    let list = x;
    let squares = list.map(|v| v * v);
    squares[0] * squares[1] + squares[2]
}

#[test]
fn gradients_agree_with_differences() {
    twice::at(1.5).check().unwrap();
    twice::at(-1.5).check().unwrap();
    for n in 0..3 {
        chained::at(0.7, n).check().unwrap();
        chained::at(0.7, n).check_hvp().unwrap();
    }
    for x in [0.5, -0.5] {
        by_its_use::at(x).check().unwrap();
        of_results::at(x).check().unwrap();
        for y in [0.7, -0.7] {
            one_or_the_other::at(x, y).check().unwrap();
        }
    }
    asked::at(2.0).check().unwrap();
    same_names::at(0.6, [1.0, 2.0], true).check().unwrap();
    same_names::at(0.6, [1.0, 2.0], false).check().unwrap();
    of_an_array::at([1.0, 2.0, 3.0]).check().unwrap();
}
