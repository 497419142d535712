//! An extended Kalman filter whose noise is learned.
//!
//! A radar sees the distance and the direction of a vehicle that accelerates at random. How noisy these are, and how strongly it accelerates,
//! are the numbers that make what was seen most likely; the gradient flows back through the filter.

use std::error::Error;
use std::path::Path;

use cotangent::argmin::Problem;
use cotangent::prelude::*;
use nalgebra::{Matrix2, Matrix2x4, Matrix4, Matrix4x2, Vector2, Vector4};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::minimum::{lbfgs, normal};
use crate::picture::{Series, draw};

const STEPS: usize = 300;

/// Logarithms of standard deviations.
#[derive(Differentiable, Clone, Debug)]
struct Noise {
    acceleration: f64,
    distance: f64,
    direction: f64,
}

/// Place and speed, and how well they are known.
#[derive(Differentiable, Clone, Debug)]
struct Belief {
    mean: Vector4<f64>,
    covariance: Matrix4<f64>,
}

/// One second of constant speed.
fn transition() -> Matrix4<f64> {
    Matrix4::new(1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0)
}

/// What an acceleration does in a second.
fn push() -> Matrix4x2<f64> {
    Matrix4x2::new(0.5, 0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 1.0)
}

#[differentiable]
fn sight(at: &Vector4<f64>) -> Vector2<f64> {
    Vector2::new(at.x.hypot(at.y), at.y.atan2(at.x))
}

/// The belief after a second and a measurement, and the negative log-likelihood of the measurement.
#[differentiable]
fn updated(belief: &Belief, noise: &Noise, #[constant] seen: &Vector2<f64>) -> (Belief, f64) {
    let (f, g) = (transition(), push());
    let mean = f * belief.mean;
    let covariance = f * belief.covariance * f.transpose() + g * g.transpose() * (2.0 * noise.acceleration).exp();

    let expected = sight(&mean);
    let (c, s, r) = (mean.x / expected.x, mean.y / expected.x, expected.x);
    let h = Matrix2x4::new(c, s, 0.0, 0.0, -s / r, c / r, 0.0, 0.0);
    let sensor = Matrix2::from_diagonal(&Vector2::new((2.0 * noise.distance).exp(), (2.0 * noise.direction).exp()));
    let spread = h * covariance * h.transpose() + sensor;
    let inverse = spread.try_inverse().expect("a covariance is regular");

    let surprise = seen - expected;
    let gain = covariance * h.transpose() * inverse;
    let negative_log_likelihood = 0.5 * (surprise.dot(&(inverse * surprise)) + spread.determinant().ln());
    (Belief { mean: mean + gain * surprise, covariance: covariance - gain * h * covariance }, negative_log_likelihood)
}

/// The negative log-likelihood of what was seen, averaged over time.
#[differentiable]
fn negative_log_likelihood(noise: &Noise, #[constant] start: &Belief, #[constant] seen: &[Vector2<f64>; STEPS]) -> f64 {
    let mut belief = start.clone();
    let mut sum = 0.0;
    for seen in seen {
        let (next, term) = updated(&belief, noise, seen);
        belief = next;
        sum += term;
    }
    sum / STEPS as f64
}

pub fn learn_noise(folder: &Path) -> Result<(), Box<dyn Error>> {
    let truth = Noise { acceleration: 0.05_f64.ln(), distance: 4.0_f64.ln(), direction: 0.02_f64.ln() };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let start = Vector4::new(300.0, -200.0, 0.5, 1.0);
    let mut states = vec![start];
    for _ in 0..STEPS {
        let acceleration = Vector2::from_fn(|_, _| truth.acceleration.exp() * normal(&mut random));
        states.push(transition() * states[states.len() - 1] + push() * acceleration);
    }
    let seen = std::array::from_fn(|i| {
        let clear = sight(&states[i + 1]);
        clear + Vector2::new(truth.distance.exp() * normal(&mut random), truth.direction.exp() * normal(&mut random))
    });
    let first = Belief { mean: start, covariance: Matrix4::identity() * 0.01 };
    let guess = Noise { acceleration: 0.3_f64.ln(), distance: 2.0_f64.ln(), direction: 0.05_f64.ln() };
    negative_log_likelihood::at(&guess, &first, &seen).check()?;
    let problem = Problem::new(negative_log_likelihood::at(&guess, &first, &seen));
    let (best, value) = lbfgs(problem.clone(), problem.start(), 100)?;
    let found = problem.point(&best);

    let filtered = |noise: &Noise| {
        let mut belief = first.clone();
        seen.map(|seen| {
            belief = updated(&belief, noise, &seen).0;
            belief.mean
        })
    };
    let error = |means: &[Vector4<f64>]| {
        let far = |(a, b): (&Vector4<f64>, &Vector4<f64>)| (a.xy() - b.xy()).norm_squared();
        (means.iter().zip(&states[1..]).map(far).sum::<f64>() / STEPS as f64).sqrt()
    };
    let (guessed, learned) = (filtered(&guess), filtered(&found));
    println!(
        "Kalman filter: accelerations of {:.3} m/s², distances to {:.1} m, directions to {:.3} rad; off by {:.1} m instead of {:.1} m",
        found.acceleration.exp(),
        found.distance.exp(),
        found.direction.exp(),
        error(&learned),
        error(&guessed),
    );
    assert!(value < negative_log_likelihood(&truth, &first, &seen), "no noise is more likely");
    assert!((found.distance - truth.distance).abs() < 0.15 && (found.direction - truth.direction).abs() < 0.15);
    assert!((found.acceleration - truth.acceleration).abs() < 0.4);
    assert!(error(&learned) < error(&guessed));
    let places = |states: &[Vector4<f64>]| states.iter().map(|state| (state.x, state.y)).collect::<Vec<_>>();
    let series = [
        Series::line("the way", places(&states)),
        Series::line("filtered, noise learned", places(&learned)),
        Series::line("filtered, noise guessed", places(&guessed)),
        Series::dots("seen", seen.map(|seen| (seen.x * seen.y.cos(), seen.x * seen.y.sin()))),
    ];
    draw(&folder.join("kalman.svg"), "A vehicle that a radar sees", ["x [m]", "y [m]"], &series)
}
