//! An enum without variants: there is no value of it, but fields, variants and variables may have the type.

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
enum Never {}

/// Without any other trait.
#[derive(Differentiable)]
pub enum Operations {}

#[derive(Differentiable, Clone)]
struct Holds<T> {
    x: T,
    never: Option<Never>,
    list: Vec<Never>,
}

#[derive(Differentiable, Clone)]
enum Either<T> {
    Value(T),
    Nothing(Never),
}

#[differentiable]
impl Operations {
    fn square(x: f64) -> f64 {
        x * x
    }
}

#[differentiable]
fn of_never(x: f64, never: Never) -> f64 {
    let _ = x;
    match never {}
}

#[differentiable]
fn absent(x: f64) -> f64 {
    let never: Option<Never> = None;
    let y = Operations::square(x);
    match never {
        Some(never) => of_never(y, never),
        None => y,
    }
}

#[differentiable]
fn either(x: f64) -> f64 {
    let value: Either<f64> = if x > 5.0 { Either::Value(x) } else { Either::Value(x * x) };
    match value {
        Either::Value(a) => a * x,
        Either::Nothing(_) => x,
    }
}

#[differentiable]
fn held(x: f64) -> f64 {
    let holds = Holds { x: x * x, never: None, list: Vec::new() };
    if holds.never.is_some() || !holds.list.is_empty() { x } else { holds.x * holds.x }
}

#[test]
fn functions_beside_an_empty_enum() {
    absent::at(0.7).check().unwrap();
    absent::at(0.7).check_hvp().unwrap();
    either::at(0.7).check().unwrap();
    either::at(0.7).check_hvp().unwrap();
    held::at(0.7).check().unwrap();
    held::at(0.7).check_hvp().unwrap();
}
