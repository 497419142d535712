use cotangent::prelude::*;

#[differentiable]
fn polynomial<I>(x: f64, coefficients: I) -> f64
where
    I: IntoIterator<Item = f64>,
{
    coefficients.into_iter().fold(0.0, |sum, c| sum * x + c)
}

fn main() {}
