//! `context` and `with_context` before a `?`, as `anyhow` has them: here of a trait of the program.

use std::error::Error;
use std::fmt::{self, Display};

use cotangent::prelude::*;

#[derive(Debug)]
struct Explained(Vec<String>);

trait Context<T> {
    fn context(self, what: &str) -> Result<T, Explained>;
    fn with_context<S: Display>(self, what: impl FnOnce() -> S) -> Result<T, Explained>;
}

impl<T, E: Error> Context<T> for Result<T, E> {
    fn context(self, what: &str) -> Result<T, Explained> {
        self.map_err(|error| Explained(vec![what.to_string(), error.to_string()]))
    }
    fn with_context<S: Display>(self, what: impl FnOnce() -> S) -> Result<T, Explained> {
        self.map_err(|error| Explained(vec![what().to_string(), error.to_string()]))
    }
}

impl<T> Context<T> for Option<T> {
    fn context(self, what: &str) -> Result<T, Explained> {
        self.ok_or_else(|| Explained(vec![what.to_string()]))
    }
    fn with_context<S: Display>(self, what: impl FnOnce() -> S) -> Result<T, Explained> {
        self.ok_or_else(|| Explained(vec![what().to_string()]))
    }
}

#[derive(Debug)]
struct Negative;

impl Display for Negative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "negative")
    }
}

impl Error for Negative {}

#[differentiable]
fn square(x: f64) -> Result<f64, Negative> {
    if x < 0.0 {
        return Err(Negative);
    }
    Ok(x * x)
}

#[derive(Clone, Debug, Differentiable)]
struct Scale {
    factor: f64,
}

#[differentiable]
impl Scale {
    fn root(&self, x: f64) -> Result<f64, Negative> {
        if x < 0.0 {
            return Err(Negative);
        }
        Ok(self.factor * x.sqrt())
    }

    fn sum(&self, x: f64) -> Result<f64, Explained> {
        let first = self.root(x).context("the first root")?;
        let mut sum = 0.0;
        for k in 0..3 {
            sum += first * self.root(x + f64::from(k)).with_context(|| format!("root {k} at {x}"))?;
        }
        Ok(sum)
    }
}

#[differentiable]
fn elements(x: &[f64]) -> Result<f64, Explained> {
    let first = x.first().context("empty")?;
    let second = x.get(1).with_context(|| format!("short: {}", x.len()))?;
    let mut list = x.to_vec();
    let last = list.pop().context("no last")?;
    Ok(first * second * last)
}

#[differentiable]
fn twice(x: f64) -> Result<f64, Explained> {
    let once = square(x).context("once")?;
    Ok(once * square(once).with_context(|| "again")?)
}

#[differentiable]
fn of_elements(x: [f64; 3], length: usize) -> f64 {
    elements(&x[..length]).unwrap_or(1.0) * twice(x[0]).unwrap_or(2.0)
}

#[differentiable]
fn of_methods(factor: f64, x: f64) -> f64 {
    match (Scale { factor }).sum(x) {
        Ok(sum) => sum * x,
        Err(_) => factor * x,
    }
}

#[test]
fn an_explanation_leaves_the_value_alone() {
    for length in 0..4 {
        both_modes!(of_elements([1.5, 2.0, 3.0], length));
    }
    both_modes!(of_elements([-0.5, 2.0, 3.0], 2));
    both_modes!(of_methods(0.7, 1.3));
    both_modes!(of_methods(0.7, -1.3));
}

#[test]
fn failures_are_explained_where_they_are() {
    assert_eq!(elements(&[1.0]).unwrap_err().0, ["short: 1"]);
    assert_eq!(elements(&[]).unwrap_err().0, ["empty"]);
    assert_eq!(twice(-1.0).unwrap_err().0, ["once", "negative"]);
    assert_eq!(Scale { factor: 1.0 }.sum(-1.0).unwrap_err().0, ["the first root", "negative"]);
}
