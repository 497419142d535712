use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Terms {
    rate: f64,
    years: f64,
}

fn checked(terms: &Terms) -> Result<(), String> {
    if terms.years > 0.0 { Ok(()) } else { Err("no time".to_string()) }
}

#[differentiable]
fn price(terms: &Terms) -> Result<f64, String> {
    checked(terms)?;
    let rate = terms.rate;
    Ok(rate * terms.years.sin() * terms.years)
}

fn main() {}
