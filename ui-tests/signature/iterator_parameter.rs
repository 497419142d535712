use cotangent::prelude::*;

#[differentiable]
fn polynomial<I>(x: f64, coefficients: I) -> f64
where
    I: IntoIterator<Item = f64>,
{
    coefficients.into_iter().fold(0.0, |sum, c| sum * x + c)
}

#[differentiable]
fn sum(terms: impl Iterator<Item = f64>) -> f64 {
    terms.sum()
}

fn main() {}
