//! Functions with planted mistakes, in all the calls that macro-generated functions have.

use std::cell::Cell;

use cotangent::check::{self, Checker, Law};
use cotangent::prelude::*;

use super::caught;

#[differentiable]
fn loss(x: f64, w: &Matrix<f64, 2, 3>) -> f64 {
    (w * x).tanh().sum()
}

#[differentiable]
fn layer(x: &Vector<f64, 3>, w: &Matrix<f64, 3, 2>) -> Vector<f64, 2> {
    x.matmul(w).tanh()
}

type At = (f64, Matrix<f64, 2, 3>);

fn at() -> At {
    (0.3, tensor([[1.0, 2.0, -1.0], [0.5, -0.5, 3.0]]))
}

#[test]
fn generated_calls_pass() {
    let agreement = check::gradient(|(x, w)| loss(*x, w), |(x, w)| loss::value_and_grad(*x, w), at()).unwrap();
    assert_eq!(agreement.compared, 7);
    assert!(agreement.error < 1e-11 && agreement.margin < 1e-3, "{agreement}");
    assert!(agreement.to_string().starts_with("7 directions agree: worst relative error "), "{agreement}");

    let mut tape = GrowableTape::new();
    let into = |(x, w): &At, (dx, dw): &mut At| loss::value_and_grad_into(&mut tape, *x, w, dx, dw);
    assert_eq!(check::gradient_into(|(x, w)| loss(*x, w), into, at()), Ok(agreement));

    let at = (tensor([1.0, -2.0, 0.5]), tensor([[0.1, 0.2], [0.3, -0.4], [0.5, 0.6]]));
    let agreement = check::vjp(|(x, w)| layer(x, w), |(x, w), seed| layer::vjp(x, w, seed), at).unwrap();
    assert_eq!(agreement.compared, 9);
    assert!(agreement.margin < 1e-3, "{agreement}");
}

#[test]
fn one_wrong_entry_of_a_gradient() {
    let spoiled = |(x, w): &At| {
        let (y, (dx, mut dw)) = loss::value_and_grad(*x, w);
        dw[[1, 2]] *= 0.75;
        (y, (dx, dw))
    };
    let report = caught(check::gradient(|(x, w)| loss(*x, w), spoiled, at()), Law::Vjp, "args.1[1, 2]", 0.75);
    assert!(report.ends_with("; 1 of 7 comparisons fail"), "{report}");
    let spoiled = |(x, w): &At| {
        let (y, (dx, dw)) = loss::value_and_grad(*x, w);
        (y, (-dx, dw))
    };
    caught(check::gradient(|(x, w)| loss(*x, w), spoiled, at()), Law::Vjp, "args.0", -1.0);
}

#[test]
fn a_value_that_is_not_the_function_s() {
    let wrong = check::gradient(|x: &f64| x * x, |x| (x * x + 1.0, 2.0 * x), 3.0).unwrap_err();
    assert_eq!((wrong.law, wrong.found, wrong.expected), (Law::Value, 10.0, 9.0));
    assert_eq!(
        wrong.to_string(),
        "the value differs from that of the function at `y`: found 10.0, expected 9.0 (relative error 1.1e-1, tolerance 1.8e-12)"
    );
}

#[test]
fn a_gradient_that_remembers() {
    let calls = Cell::new(0.0);
    let remembers = |x: &f64| {
        calls.set(calls.get() + 1.0);
        (x * x, 2.0 * x * calls.get())
    };
    let wrong = check::gradient(|x| x * x, remembers, 3.0).unwrap_err();
    assert_eq!((wrong.law, wrong.found, wrong.expected), (Law::Repeatable, 12.0, 6.0));
    assert!(wrong.to_string().starts_with("a second run gives another result at `args`: found 12.0, expected 6.0"));
}

#[test]
fn gradients_that_do_not_add() {
    let f = |[x, y]: &[f64; 2]| x * y;
    let assigns = |[x, y]: &[f64; 2], [dx, dy]: &mut [f64; 2]| {
        *dx += y;
        *dy = *x;
        x * y
    };
    let wrong = check::gradient_into(f, assigns, [2.0, 3.0]).unwrap_err();
    assert_eq!((wrong.law, wrong.place.as_str(), wrong.found), (Law::Accumulates, "args[1]", 2.0));
    let doubles = |[x, y]: &[f64; 2], [dx, dy]: &mut [f64; 2]| {
        *dx = 2.0 * *dx + y;
        *dy += x;
        x * y
    };
    let wrong = check::gradient_into(f, doubles, [2.0, 3.0]).unwrap_err();
    assert_eq!((wrong.law, wrong.place.as_str()), (Law::Accumulates, "args[0]"));
}

#[test]
fn vector_functions_and_both_modes() {
    let f = |[x, y]: &[f64; 2]| [x * y, x.sin()];
    let vjp = |p: &[f64; 2], u: [f64; 2]| (f(p), [u[0] * p[1] + u[1] * p[0].cos(), u[0] * p[0]]);
    let jvp = |p: &[f64; 2], t: [f64; 2]| (f(p), [t[0] * p[1] + t[1] * p[0], t[0] * p[0].cos()]);
    let missing = |p: &[f64; 2], t: [f64; 2]| (f(p), [t[0] * p[1], t[0] * p[0].cos()]);
    let p = [0.4, 1.7];
    assert!(check::vjp(f, vjp, p).unwrap().error < 1e-11);
    assert!(check::jvp(f, jvp, p).unwrap().error < 1e-11);
    assert!(check::adjoint(vjp, jvp, p).unwrap().error < 1e-15);
    let half = |p: &[f64; 2], u: [f64; 2]| (f(p), [vjp(p, u).1[0], 0.5 * vjp(p, u).1[1]]);
    caught(check::vjp(f, half, p), Law::Vjp, "args[1]", 0.5);
    caught(check::jvp(f, missing, p), Law::Jvp, "args[1]", 0.0);
    let wrong = check::adjoint(vjp, missing, p).unwrap_err();
    assert_eq!((wrong.law, wrong.place.as_str(), wrong.expected), (Law::Adjoint, "args[1]", 0.0));
}

#[derive(Differentiable, Clone)]
struct Dense {
    w: Matrix<f64, 20, 30>,
    #[constant]
    slope: f64,
    b: Vector<f64, 30>,
}

#[derive(Differentiable, Clone)]
struct Model {
    layers: [Dense; 2],
    scale: f64,
}

fn model() -> Model {
    let layer = Dense {
        w: Matrix::from_fn(|[i, j]| f64::from_usize((7 * i + 3 * j) % 11) - 4.5),
        slope: 2.0,
        b: Vector::full(0.5),
    };
    Model { layers: [layer.clone(), layer], scale: 3.0 }
}

fn energy(m: &Model) -> f64 {
    m.scale * m.layers.iter().map(|l| l.slope * ((l.w * l.w).sum() + l.b.sum())).sum::<f64>()
}

fn energy_grad(m: &Model) -> (f64, Ct<Model>) {
    let mut grads = Model::zero_tangent();
    for (d, l) in grads.layers.iter_mut().zip(&m.layers) {
        d.w = l.w * (2.0 * m.scale * l.slope);
        d.b = Vector::full(m.scale * l.slope);
    }
    grads.scale = energy(m) / m.scale;
    (energy(m), grads)
}

#[test]
fn one_wrong_entry_in_a_large_model() {
    let agreement = check::gradient(energy, energy_grad, model()).unwrap();
    assert_eq!(agreement.compared, 64);
    assert!(agreement.margin < 0.1, "{agreement}");
    let spoiled = |m: &Model| {
        let (y, mut grads) = energy_grad(m);
        grads.layers[1].w[[17, 21]] *= 1.25;
        (y, grads)
    };
    let report = caught(check::gradient(energy, spoiled, model()), Law::Vjp, "args.layers.1.w[17, 21]", 1.25);
    assert!(report.ends_with("; 1 of 64 comparisons fail"), "{report}");
    caught(
        Checker::new().probes(1).seed(5).gradient(energy, spoiled, model()),
        Law::Vjp,
        "args.layers.1.w[17, 21]",
        1.25,
    );
    let spoiled = |m: &Model| {
        let (y, mut grads) = energy_grad(m);
        grads.scale = -grads.scale;
        (y, grads)
    };
    caught(check::gradient(energy, spoiled, model()), Law::Vjp, "args.scale", -1.0);
}

#[test]
fn entries_that_change_places() {
    let swapped = |m: &Model| {
        let (y, mut grads) = energy_grad(m);
        grads.layers[0].w.as_mut_slice().swap(93, 94);
        (y, grads)
    };
    let wrong = check::gradient(energy, swapped, model()).unwrap_err();
    assert!(["args.layers.0.w[3, 3]", "args.layers.0.w[3, 4]"].contains(&wrong.place.as_str()), "{wrong}");
}
