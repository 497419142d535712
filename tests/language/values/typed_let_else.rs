//! `let pattern: Type = value else { .. }`

use cotangent::prelude::*;

#[differentiable]
fn root(x: f64) -> Option<f64> {
    (x >= 0.0).then(|| x.sqrt())
}

#[differentiable]
fn rooted(x: f64, y: Option<f64>, text: &str) -> Result<f64, String> {
    let Some(r): Option<f64> = root(x) else {
        return Err("negative".to_owned());
    };
    let Ok(scale): Result<f64, _> = text.parse() else {
        return Err(text.to_owned());
    };
    let list = [x, r];
    let Some(last): Option<&f64> = list.last() else {
        return Ok(0.0);
    };
    let mut sum = 0.0;
    for i in 0..3 {
        let Some(y): Option<f64> = y else { continue };
        sum += y * r * x.powi(i);
    }
    Ok(sum * scale + r * last)
}

#[differentiable]
fn of_some(x: f64, y: f64) -> Result<f64, String> {
    rooted(x, Some(y), "1.5")
}

#[differentiable]
fn of_none(x: f64) -> Result<f64, String> {
    rooted(x, None, "1.5")
}

#[test]
fn gradients_agree_with_differences() {
    of_some::at(2.0, 0.7).check().unwrap();
    of_none::at(2.0).check().unwrap();
    assert!(rooted(2.0, None, "x").is_err());
}
