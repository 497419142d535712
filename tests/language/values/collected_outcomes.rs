//! Chains that end in a list, a sum or a product, or in the first failure.

use cotangent::prelude::*;

#[differentiable]
fn logarithm(x: f64) -> Result<f64, String> {
    if x <= 0.0 { Err(format!("no logarithm of {x}")) } else { Ok(x.ln()) }
}

#[differentiable]
fn returned(x: &[f64]) -> Result<Vec<f64>, String> {
    if x.len() > 5 {
        return x.iter().map(|x| logarithm(x / 5.0)).collect();
    }
    x.iter().map(|&x| logarithm(x)).collect()
}

#[differentiable]
fn beside_the_end(x: &[f64], k: f64) -> Result<f64, String> {
    let v = x.iter().map(|&x| logarithm(x)).collect::<Result<Vec<_>, _>>()?;
    let w: Result<Vec<f64>, String> = v.iter().map(|v| logarithm(v + 10.0 * k)).collect();
    let w = w?;
    let all = returned(x)?;
    let sum: f64 = x.iter().map(|x| logarithm(x * k)).sum::<Result<f64, _>>()?;
    Ok(sum + all.iter().zip(&w).map(|(a, b)| a * b).sum::<f64>() + v[0] * v[1])
}

#[differentiable]
fn options(x: &[f64], k: f64) -> Option<f64> {
    let small: Option<Vec<f64>> = x.iter().map(|x| if *x > 100.0 { None } else { Some(x * k) }).collect();
    let small = small?;
    let product: Option<f64> = small.iter().map(|x| (*x > 0.0).then(|| x * x)).product();
    Some(small[0] + product?)
}

#[differentiable]
fn either(x: &[f64], k: f64) -> f64 {
    beside_the_end(x, k).unwrap_or(x[0] * k) + options(x, k).unwrap_or(x[1] * x[1])
}

#[test]
fn the_first_failure_ends_the_chain() {
    for x in [[1.5, 2.5, 3.5], [1.5, -2.5, 3.5], [1.5, 2.5, 200.0]] {
        either::at(&x, 0.4).check().unwrap();
        either::at(&x, 0.4).check_jvp().unwrap();
        either::at(&x, 0.4).check_hvp().unwrap();
    }
    assert_eq!(beside_the_end(&[1.0, 0.0, -1.0], 1.0), Err("no logarithm of 0".to_owned()));
    let failed = beside_the_end::value_and_grad(&[1.0, 0.0, -1.0], 1.0);
    assert_eq!(failed, (Err("no logarithm of 0".to_owned()), (vec![0.0; 3], 0.0)));
}

#[differentiable]
fn of_longer_lists(x: &[f64]) -> f64 {
    let squares = |x: &[f64]| -> Option<Vec<f64>> { x.iter().map(|x| Some(x * x)).collect() };
    let six: Vec<f64> = x.iter().chain(x).copied().collect();
    returned(&six).unwrap().iter().sum::<f64>() + squares(x).unwrap()[1]
}

#[test]
fn a_closure_may_collect_them() {
    of_longer_lists::at(&[1.5, 2.5, 3.5]).check().unwrap();
    both_modes!(of_longer_lists(&[1.5, 2.5, 3.5]));
}
