//! The tangent of an enum has the fields of all variants.

use cotangent::prelude::*;

#[derive(Differentiable)]
pub enum Expression {
    Number(f64),
    Negated(Box<Expression>),
}

fn main() {}
