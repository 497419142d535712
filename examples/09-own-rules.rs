//! Lesson 9: derivatives of your own, for what has none, or one that a formula gives and the code does not.
//!
//! Three functions whose bodies the macro does not look at, each with a rule beside it: a neuron that fires, which has no useful
//! derivative; the root of an equation; and a state at which a network comes to rest.
#![allow(
    clippy::trivially_copy_pass_by_ref,
    clippy::cast_precision_loss,
    reason = "a rule is given references; indices are small"
)]

use cotangent::optim::Adam;
use cotangent::prelude::*;

// ---- A surrogate gradient ----

/// It fires above 1. The derivative of a step is zero almost everywhere, so another one is used: that of `x / (1 + |x|)`.
#[differentiable(vjp = fires_vjp)]
fn fires(potential: f64) -> f64 {
    f64::from(u8::from(potential >= 1.0))
}

/// What `fires` takes, what it gave, and the cotangent of that: the cotangent of the argument.
fn fires_vjp(potential: f64, _fired: &f64, bar: &f64) -> f64 {
    bar / (1.0 + 10.0 * (potential - 1.0).abs()).powi(2)
}

/// How often a neuron fires that leaks, sums up its inputs, and falls back when it has fired.
#[differentiable]
fn spikes(weights: &[f64; 3], #[constant] inputs: &[[f64; 3]]) -> f64 {
    let (mut potential, mut count) = (0.0, 0.0);
    for input in inputs {
        potential *= 0.8;
        for i in 0..3 {
            potential += weights[i] * input[i];
        }
        let spike = fires(potential);
        potential -= spike;
        count += spike;
    }
    count
}

#[differentiable]
fn miss(weights: &[f64; 3], #[constant] inputs: &[[f64; 3]], #[constant] wanted: f64) -> f64 {
    (spikes(weights, inputs) - wanted).powi(2)
}

fn learns_to_fire() {
    let inputs: Vec<_> = (0..40).map(|t| [0, 1, 2].map(|i| f64::from(u8::from(t % (i + 2) == 0)))).collect();
    let mut weights = [0.1; 3];
    let mut optimizer = Adam::new(&weights, 0.01);
    let before = spikes(&weights, &inputs);
    for _ in 0..200 {
        let gradient = miss::grad(&weights, &inputs, 15.0);
        optimizer.step(&mut weights, &gradient);
    }
    println!("a neuron fired {before} times, and learned to fire {} times", spikes(&weights, &inputs));
    assert_eq!(spikes(&weights, &inputs), 15.0);
}

// ---- An implicit function ----

/// The volume of a mole of gas at a pressure and a temperature, by van der Waals' equation `(p + a / V²)(V - b) = R T`, found by
/// Newton's method.
#[differentiable(vjp = volume_vjp, jvp = volume_jvp)]
fn volume(pressure: f64, temperature: f64) -> f64 {
    let mut v = R * temperature / pressure;
    loop {
        let (residual, (of_volume, _, _)) = state::value_and_grad(v, pressure, temperature);
        v -= residual / of_volume;
        if residual.abs() < 1e-9 * R * temperature {
            return v;
        }
    }
}

/// Carbon dioxide's two constants, and that of all gases.
const A: f64 = 0.364;
const B: f64 = 4.27e-5;
const R: f64 = 8.314;

/// The equation: zero at the volume that is looked for.
#[differentiable]
fn state(v: f64, pressure: f64, temperature: f64) -> f64 {
    (pressure + A / (v * v)) * (v - B) - R * temperature
}

/// The implicit function theorem: what moves the equation away from zero, the volume takes back. How Newton came there does not
/// matter.
fn volume_vjp(pressure: f64, temperature: f64, v: &f64, bar: &f64) -> (f64, f64) {
    let (of_volume, of_pressure, of_temperature) = state::grad(*v, pressure, temperature);
    (-bar * of_pressure / of_volume, -bar * of_temperature / of_volume)
}

fn volume_jvp(pressure: f64, temperature: f64, v: &f64, pressure_dot: &f64, temperature_dot: &f64) -> f64 {
    let (of_volume, _, _) = state::grad(*v, pressure, temperature);
    -state::jvp(*v, pressure, temperature, (0.0, *pressure_dot, *temperature_dot)).1 / of_volume
}

fn compresses_a_gas() {
    let (p, t) = (1e6, 300.0);
    let (v, (dp, dt)) = volume::value_and_grad(p, t);
    println!(
        "carbon dioxide at {p:.0} Pa, {t} K: {v:.6} m³/mol, compressibility {:.4e} /Pa, expansion {:.4e} /K",
        -dp / v,
        dt / v
    );
    let difference = (volume(p + 10.0, t) - volume(p - 10.0, t)) / 20.0;
    assert!((dp / difference - 1.0).abs() < 1e-8);
    assert!((volume::jvp(p, t, (0.0, 1.0)).1 / dt - 1.0).abs() < 1e-14);
}

// ---- A fixed point ----

/// One layer that is applied until nothing changes.
#[derive(Clone, Differentiable)]
struct Layer {
    w: Matrix<f64, 4, 4>,
    u: Matrix<f64, 4, 2>,
}

#[differentiable]
fn apply(layer: &Layer, z: &Vector<f64, 4>, x: &Vector<f64, 2>) -> Vector<f64, 4> {
    (layer.w.matmul(z) + layer.u.matmul(x)).tanh()
}

#[differentiable(vjp = rest_vjp)]
fn rest(layer: &Layer, x: &Vector<f64, 2>) -> Vector<f64, 4> {
    iterate(|z| apply(layer, z, x))
}

/// With `u = z̄ + (∂apply/∂z)ᵀ u`, a fixed point too, one reverse sweep through one layer is that through all of them.
fn rest_vjp(
    layer: &Layer,
    x: &Vector<f64, 2>,
    z: &Vector<f64, 4>,
    bar: &Vector<f64, 4>,
) -> (LayerTangent, Vector<f64, 2>) {
    let u = iterate(|u| bar + apply::vjp(layer, z, x, *u).1.1);
    let (_, (of_layer, _, of_x)) = apply::vjp(layer, z, x, u);
    (of_layer, of_x)
}

fn iterate(next: impl Fn(&Vector<f64, 4>) -> Vector<f64, 4>) -> Vector<f64, 4> {
    let mut z = Vector::zeros();
    loop {
        let other = next(&z);
        let change = (other - z).norm();
        z = other;
        if change < 1e-12 {
            return z;
        }
    }
}

#[differentiable]
fn distance(layer: &Layer, #[constant] x: &Vector<f64, 2>) -> f64 {
    (rest(layer, x) - 0.25).norm()
}

fn comes_to_rest() {
    let mut layer = Layer {
        w: Matrix::from_fn(|[i, j]| 0.2 * ((i + 2 * j) as f64).sin()),
        u: Matrix::from_fn(|[i, j]| ((3 * i + j) as f64).cos()),
    };
    let x = tensor([0.5, -0.3]);
    let before = distance(&layer, &x);
    let mut optimizer = Adam::new(&layer, 0.01);
    for _ in 0..200 {
        let gradient = distance::grad(&layer, &x);
        optimizer.step(&mut layer, &gradient);
    }
    // The gradient keeps one state, however long the iteration takes.
    println!(
        "a network came to rest {before:.3} from where it should, and then {:.3}; {} bytes of tape",
        distance(&layer, &x),
        distance::tape_bytes()
    );
    assert!(distance(&layer, &x) < 0.05);
}

fn main() {
    learns_to_fire();
    compresses_a_gas();
    comes_to_rest();
}
