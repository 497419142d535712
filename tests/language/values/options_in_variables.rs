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
    of_an_array::at([1.0, 2.0, 3.0]).check().unwrap();
}
