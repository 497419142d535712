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
        let (a, b): (f64, f64) = (y, r) else { break };
        sum += a * b * x.powi(i);
    }
    Ok(sum * scale + r * last)
}

#[test]
fn gradients_agree_with_differences() {
    rooted::at(2.0, Some(0.7), "1.5").check().unwrap();
    rooted::at(2.0, None, "1.5").check().unwrap();
    assert!(rooted(2.0, None, "x").is_err());
}
