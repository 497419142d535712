//! `?` of elements of lists, and of errors that are written there.

use cotangent::prelude::*;

#[differentiable]
fn of_elements(x: &[f64], i: usize) -> Option<f64> {
    let first = x.first()?;
    let other = *x.get(i)? * 2.0;
    let twice = if other > 3.0 { x.get(i - 1)? * first } else { 0.5 * first };
    Some(first * other + x.last()? * twice)
}

#[derive(Debug, PartialEq)]
enum Missing {
    First,
    Other(usize),
    Negative,
}

impl From<&str> for Missing {
    fn from(_: &str) -> Self {
        Self::Negative
    }
}

#[differentiable]
fn of_errors(x: &[f64], i: usize, k: f64) -> Result<f64, Missing> {
    let first = x.first().ok_or(Missing::First)?;
    let mut sum = 0.0;
    for j in 0..2 {
        let other = x.get(i + j).ok_or_else(|| Missing::Other(i + j))?;
        sum += other * other;
    }
    if k < 0.0 {
        Err("negative")?;
    }
    let root = match k {
        k if k < 1.0 => Err(Missing::Negative)?,
        k => k.sqrt(),
    };
    Ok(first * sum * root)
}

#[differentiable]
fn whatever(x: &[f64], i: usize, k: f64) -> f64 {
    of_elements(x, i).unwrap_or(k) * of_errors(x, i, k).unwrap_or(x[0] * k)
}

#[test]
fn an_element_or_an_exit() {
    for (i, k) in [(1, 1.5), (1, -1.5), (1, 0.5), (2, 1.5), (7, 1.5)] {
        let x = [1.25, 2.5, 0.75];
        whatever::at(&x, i, k).check().unwrap();
        whatever::at(&x, i, k).check_jvp().unwrap();
        whatever::at(&x, i, k).check_hvp().unwrap();
    }
    assert_eq!(of_errors::value_and_grad(&[], 0, 1.0), (Err(Missing::First), (vec![], 0.0)));
    assert_eq!(of_errors::value_and_grad(&[1.0, 2.0], 1, 1.0), (Err(Missing::Other(2)), (vec![0.0; 2], 0.0)));
    assert_eq!(of_errors::value_and_grad(&[1.0, 2.0], 0, -1.0), (Err(Missing::Negative), (vec![0.0; 2], 0.0)));
    assert_eq!(of_elements::value_and_grad(&[1.0, 2.0], 2), (None, vec![0.0; 2]));
}
