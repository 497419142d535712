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

#[differentiable]
fn two_exits(x: &[f64], k: f64) -> Result<f64, Missing> {
    let after = root(k)? * x.first().copied().ok_or(Missing::First)?;
    let before = x.last().ok_or(Missing::First)? * root(k - 1.0)?;
    Ok(before * after)
}

#[differentiable]
fn root(k: f64) -> Result<f64, Missing> {
    if k < 0.0 { Err(Missing::Negative) } else { Ok(k.sqrt()) }
}

#[differentiable]
fn of_two_exits(x: &[f64], k: f64) -> f64 {
    two_exits(x, k).unwrap()
}

#[test]
fn the_first_exit_is_taken() {
    of_two_exits::at(&[1.25, 0.5], 2.5).check().unwrap();
    assert_eq!(two_exits::value_and_grad(&[], -1.0).0, Err(Missing::Negative));
    assert_eq!(two_exits::value_and_grad(&[], 1.0).0, Err(Missing::First));
    assert_eq!(two_exits::value_and_grad(&[1.0], 0.5).0, Err(Missing::Negative));
}

/// A type of the program whose methods have those names.
#[derive(Clone, Debug, Differentiable)]
struct Table {
    numbers: Vec<f64>,
}

#[differentiable]
impl Table {
    fn get(&self, i: usize) -> Result<f64, String> {
        if i < self.numbers.len() { Ok(self.numbers[i] * 2.0) } else { Err(format!("no {i}")) }
    }
    fn last(&self) -> Option<f64> {
        if self.numbers.is_empty() { None } else { Some(self.numbers[0]) }
    }
}

#[differentiable]
fn of_a_table(table: &Table, i: usize) -> Result<f64, String> {
    Ok(table.get(i)? * table.get(i + 1)? * table.last().ok_or_else(|| "empty".to_owned())?)
}

#[differentiable]
fn in_a_closure(x: &[f64], i: usize) -> f64 {
    let product = |x: &[f64], i: usize| -> Option<f64> { Some(x.first()? * x.get(i)?) };
    let table = Table { numbers: x.to_vec() };
    product(x, i).unwrap_or(x[1]) * of_a_table(&table, i).unwrap_or(x[0])
}

#[test]
fn methods_of_the_program() {
    for i in [0, 1, 2] {
        in_a_closure::at(&[1.25, 0.5], i).check().unwrap();
        both_modes!(in_a_closure(&[1.25, 0.5], i));
    }
}
