//! `check!`: a function by its call.

use cotangent::check;
use cotangent::check::{Law, Mismatch};
use cotangent::prelude::*;

use super::caught;

#[derive(Differentiable, Clone)]
struct Model {
    w: Matrix<f64, 2, 3>,
    b: [f64; 2],
}

mod functions {
    use super::*;

    #[differentiable]
    pub fn loss(m: &Model, #[constant] x: &Vector<f64, 3>, scale: f64) -> f64 {
        let y = m.w.matmul(x);
        scale * ((y[[0]] + m.b[0]).sin() + (y[[1]] + m.b[1]).tanh())
    }

    #[differentiable]
    pub fn layer(m: &Model, #[constant] x: &Vector<f64, 3>) -> Vector<f64, 2> {
        m.w.matmul(x).tanh()
    }
}

fn model() -> Model {
    Model { w: tensor([[1.0, 2.0, -1.0], [0.5, -0.5, 3.0]]), b: [0.25, -0.5] }
}

#[test]
fn it_is_what_the_closures_are() -> Result<(), Mismatch> {
    let x = tensor([0.5, -1.0, 0.25]);
    let agreement = check!(functions::loss(&m, &x, scale), m = model(), scale = 0.75)?;
    assert_eq!(agreement.compared, 9);
    let closures = check::gradient(
        |(m, scale)| functions::loss(m, &x, *scale),
        |(m, scale)| functions::loss::value_and_grad(m, &x, *scale),
        (model(), 0.75),
    )?;
    assert_eq!(agreement, closures);
    Ok(())
}

#[test]
fn results_of_any_type_one_parameter_and_commas() -> Result<(), Mismatch> {
    use functions::layer;
    assert_eq!(check!(layer(&m, &tensor([0.5, -1.0, 0.25]),), m = model(),)?.compared, 8);
    Ok(())
}

/// Constants may be captured, and arguments calculated.
#[test]
fn arguments_are_expressions() -> Result<(), Mismatch> {
    #[differentiable]
    fn power(x: f64, n: i32) -> f64 {
        x.powi(n)
    }
    let n = 2;
    check!(power(x, n + 1), x = 1.5)?;
    Ok(())
}

/// Mistakes are planted by rules that are wrong.
#[test]
fn a_mismatch_names_parameters() {
    #[differentiable(vjp = scaled_vjp)]
    fn scaled(m: &Model, by: f64) -> f64 {
        by * (m.w.sum() + m.b[0])
    }
    fn scaled_vjp(m: &Model, by: f64, _: &f64, bar: &f64) -> (ModelTangent, f64) {
        let mut found = ModelTangent { w: Matrix::full(by * bar), b: [by * bar, 0.0] };
        found.w[[1, 2]] *= 0.75;
        (found, bar * (m.w.sum() + m.b[0]))
    }
    caught(check!(scaled(&m, by), m = model(), by = 2.0), Law::Vjp, "m.w[1, 2]", 0.75);

    #[differentiable(vjp = twice_vjp)]
    fn twice(x: f64) -> f64 {
        2.0 * x
    }
    fn twice_vjp(_: f64, _: &f64, bar: &f64) -> f64 {
        3.0 * bar
    }
    caught(check!(twice(x), x = 0.5), Law::Vjp, "x", 1.5);

    #[differentiable(vjp = first_vjp)]
    fn first(x: &[f64; 2]) -> f64 {
        x[0]
    }
    fn first_vjp(_: &[f64; 2], _: &f64, bar: &f64) -> [f64; 2] {
        [-bar, 0.0]
    }
    caught(check!(first(&x), x = [1.0, 2.0]), Law::Vjp, "x[0]", -1.0);
}
