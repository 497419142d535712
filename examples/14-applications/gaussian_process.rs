//! A Gaussian process: the length, the height and the noise of a curve, by the likelihood of what was measured.
//!
//! The likelihood goes through a Cholesky factorisation of 80 points (Rasmussen and Williams 2006, equation 5.8). Its gradient reuses the
//! factor.

use std::error::Error;
use std::path::Path;

use cotangent::argmin::Problem;
use cotangent::prelude::*;
use nalgebra::{DMatrix, DVector};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::minimum::{lbfgs, normal};
use crate::picture::{Series, draw};

/// Logarithms, so that every number is allowed.
#[derive(Differentiable, Clone, Debug)]
struct Kernel {
    length: f64,
    height: f64,
    noise: f64,
}

/// The covariance of the curve at two lists of places.
#[differentiable]
fn covariance(kernel: &Kernel, #[constant] a: &DVector<f64>, #[constant] b: &DVector<f64>) -> DMatrix<f64> {
    let (length, height) = (kernel.length.exp(), (2.0 * kernel.height).exp());
    DMatrix::from_fn(a.len(), b.len(), |i, j| {
        let distance = (a[i] - b[j]) / length;
        height * (-0.5 * distance * distance).exp()
    })
}

/// The negative log-likelihood without its constant, averaged over the points.
#[differentiable]
fn negative_log_likelihood(kernel: &Kernel, #[constant] x: &DVector<f64>, #[constant] y: &DVector<f64>) -> f64 {
    let mut gram = covariance(kernel, x, x);
    // A little more than the noise: the search also tries noise that is too small for a factorisation.
    for i in 0..x.len() {
        gram[(i, i)] += (2.0 * kernel.noise).exp() + 1e-9 * (2.0 * kernel.height).exp();
    }
    let Some(factor) = gram.cholesky() else { return f64::INFINITY };
    0.5 * (y.dot(&factor.solve(y)) + factor.ln_determinant()) / x.len() as f64
}

fn curve(x: f64) -> f64 {
    (1.3 * x).sin() + 0.4 * (2.9 * x).cos()
}

pub fn fit(folder: &Path) -> Result<(), Box<dyn Error>> {
    const NOISE: f64 = 0.2;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let x = DVector::from_fn(80, |i, _| 0.1 * i as f64 + if i > 45 { 1.5 } else { 0.0 });
    let y = x.map(|x| curve(x) + NOISE * normal(&mut random));
    let start = Kernel { length: 0.0, height: 0.0, noise: -1.0 };
    negative_log_likelihood::at(&start, &x, &y).check()?;
    let problem = Problem::new(negative_log_likelihood::at(&start, &x, &y));
    let (best, value) = lbfgs(problem.clone(), problem.start(), 100)?;
    let kernel = problem.point(&best);
    let Kernel { length, height, noise } = &kernel;
    let (length, height, noise) = (length.exp(), height.exp(), noise.exp());
    println!(
        "Gaussian process: length {length:.2}, height {height:.2}, noise {noise:.3} (it was {NOISE}), value {value:.3}"
    );
    let slope = negative_log_likelihood::at(&kernel, &x, &y).grad();
    assert!(slope.length.hypot(slope.height).hypot(slope.noise) < 1e-4, "{slope:?}");
    assert!((noise / NOISE - 1.0).abs() < 0.25);

    // The curve at other places, and two standard deviations around it.
    let places = DVector::from_fn(200, |i, _| 0.05 * i as f64);
    let gram = covariance(&kernel, &x, &x) + DMatrix::identity(80, 80) * (noise * noise);
    let factor = gram.cholesky().ok_or("the noise makes it positive definite")?;
    let across = covariance(&kernel, &places, &x);
    let mean = &across * factor.solve(&y);
    let known = factor.solve(&across.transpose());
    let width = DVector::from_fn(200, |i, _| {
        2.0 * (height * height - across.row(i).dot(&known.column(i).transpose())).max(0.0).sqrt()
    });
    let miss =
        places.iter().zip(&mean).filter(|(x, _)| **x < 4.5).map(|(x, m)| (curve(*x) - m).abs()).fold(0.0, f64::max);
    assert!(miss < 0.3, "{miss}");
    let line = |name, values: DVector<f64>| {
        Series::line(name, places.iter().copied().zip(values.iter().copied().collect::<Vec<_>>()))
    };
    let series = [
        line("mean", mean.clone()),
        Series::dots("measured", x.iter().copied().zip(y.iter().copied())),
        line("the curve", places.map(curve)),
        line("two deviations above", &mean + &width),
        line("and below", &mean - &width),
    ];
    draw(&folder.join("gaussian-process.svg"), "A Gaussian process, fitted", ["x", "y"], &series)
}
