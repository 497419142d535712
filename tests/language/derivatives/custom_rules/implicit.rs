//! Functions without a formula: a root and a fixed point, by the implicit function theorem.

use cotangent::check;
use cotangent::prelude::*;

/// Kepler's equation `E - e sin E = M`, by Newton's method.
#[differentiable(vjp = anomaly_vjp, jvp = anomaly_jvp)]
fn anomaly(mean: f64, eccentricity: f64) -> f64 {
    let mut at = mean;
    loop {
        let step = (at - eccentricity * at.sin() - mean) / (1.0 - eccentricity * at.cos());
        at -= step;
        if step.abs() < 1e-14 {
            return at;
        }
    }
}

/// `dE = (dM + sin E de) / (1 - e cos E)`.
#[differentiable]
fn anomaly_vjp(_: f64, eccentricity: f64, at: &f64, bar: &f64) -> (f64, f64) {
    let of_mean = bar / (1.0 - eccentricity * at.cos());
    (of_mean, of_mean * at.sin())
}

fn anomaly_jvp(_: f64, eccentricity: f64, at: &f64, mean_dot: &f64, eccentricity_dot: &f64) -> f64 {
    (mean_dot + at.sin() * eccentricity_dot) / (1.0 - eccentricity * at.cos())
}

/// The distance from the focus.
#[differentiable]
fn distance(mean: f64, eccentricity: f64) -> f64 {
    1.0 - eccentricity * anomaly(mean, eccentricity).cos()
}

#[test]
fn a_root_has_the_derivatives_of_the_implicit_function() {
    let at = (1.1, 0.6);
    check::gradient(|(m, e)| distance(*m, *e), |(m, e)| distance::value_and_grad(*m, *e), at).unwrap();
    // E' = 1 / (1 - e cos E), E'' = -e sin E / (1 - e cos E)³.
    let eccentric: f64 = anomaly(at.0, at.1);
    let r = 1.0 - at.1 * eccentric.cos();
    let ((second, mixed), (mixed_too, _)) = anomaly::at(at.0, at.1).hessian();
    assert!((second + at.1 * eccentric.sin() / (r * r * r)).abs() < 1e-14);
    // (cos E E' + e sin E E'_e ..): differences of gradients say the same.
    let difference = (anomaly::grad(at.0, at.1 + 1e-6).0 - anomaly::grad(at.0, at.1 - 1e-6).0) / 2e-6;
    assert!((mixed - difference).abs() < 1e-9 && (mixed - mixed_too).abs() < 1e-14, "{mixed} {mixed_too} {difference}");
    let ((moved, _), slopes) = (distance::at(at.0, at.1).hvp((1.0, 0.0)), |m: f64| distance::grad(m, at.1).0);
    assert!((moved - (slopes(at.0 + 1e-6) - slopes(at.0 - 1e-6)) / 2e-6).abs() < 1e-8);
}

/// The state at which a layer maps to itself: `z = tanh(W z + x)`.
#[differentiable(vjp = rest_vjp)]
fn rest(w: &Matrix<f64, 3, 3>, x: &Vector<f64, 3>) -> Vector<f64, 3> {
    let mut z = Vector::zeros();
    for _ in 0..200 {
        z = layer(w, &z, x);
    }
    z
}

#[differentiable]
fn layer(w: &Matrix<f64, 3, 3>, z: &Vector<f64, 3>, x: &Vector<f64, 3>) -> Vector<f64, 3> {
    (w.matmul(z) + x).tanh()
}

/// `u = z̄ + (∂layer/∂z)ᵀ u` is itself a fixed point; then one reverse sweep through one layer.
fn rest_vjp(
    w: &Matrix<f64, 3, 3>,
    x: &Vector<f64, 3>,
    z: &Vector<f64, 3>,
    bar: &Vector<f64, 3>,
) -> (Matrix<f64, 3, 3>, Vector<f64, 3>) {
    let mut u = *bar;
    for _ in 0..200 {
        u = bar + layer::vjp(w, z, x, u).1.1;
    }
    let (_, (of_w, _, of_x)) = layer::vjp(w, z, x, u);
    (of_w, of_x)
}

#[differentiable]
fn energy(w: &Matrix<f64, 3, 3>, x: &Vector<f64, 3>) -> f64 {
    let z = rest(w, x);
    (z * z).sum()
}

#[test]
fn a_fixed_point_has_the_gradient_of_the_iteration() {
    let w = tensor([[0.2, -0.3, 0.1], [0.4, 0.1, -0.2], [-0.1, 0.3, 0.25]]);
    let x = tensor([0.3, -0.5, 0.8]);
    check::gradient(|(w, x)| energy(w, x), |(w, x)| energy::value_and_grad(w, x), (w, x)).unwrap();
    // What is kept is the state, however often the layer ran.
    let words = 3 + usize::from(cfg!(debug_assertions));
    assert_eq!(rest::tape_words(), words);
}
