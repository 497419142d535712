//! Minima that are known: where the optimizers must arrive.

use cotangent::optim::{Adam, AdamW, Constant, Cosine, Momentum, Sgd, clip_global_norm};
use cotangent::prelude::*;

#[differentiable]
fn rosenbrock([x, y]: [f64; 2]) -> f64 {
    (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
}

/// How far from the minimum at (1, 1) an optimizer ends that starts at (-1.2, 1).
fn distance(mut optimizer: impl Optimizer<[f64; 2]>, schedule: impl Schedule, steps: u64) -> f64 {
    let mut at = [-1.2, 1.0];
    for step in 0..steps {
        let gradient = rosenbrock::grad(at);
        optimizer.set_rate(schedule.rate(step));
        optimizer.step(&mut at, &gradient);
    }
    (at[0] - 1.0).hypot(at[1] - 1.0)
}

#[test]
fn all_find_the_minimum_of_rosenbrock() {
    let start = [0.0; 2];
    let constant = Constant::new(1e-3);
    assert!(distance(Sgd::new(0.0), constant, 60_000) < 1e-9);
    assert!(distance(Sgd::new(0.0), constant, 10_000) > 1e-3, "momentum is what makes it faster");
    let mut momentum = Momentum::new(&start, 0.0, 0.9);
    assert!(distance(momentum.clone(), constant, 10_000) < 1e-9);
    momentum.nesterov = true;
    assert!(distance(momentum, constant, 10_000) < 1e-9);

    let cosine = Cosine::new(0.02, 0.0, 20_000);
    assert!(distance(Adam::new(&start, 0.0), cosine, 20_000) < 1e-9);
    let mut adamw = AdamW::new(&start, 0.0);
    adamw.weight_decay = 0.0;
    assert!(distance(adamw, cosine, 20_000) < 1e-9);
}

#[derive(Differentiable, Clone, Debug)]
struct Line {
    slope: f64,
    offset: f64,
}

#[differentiable]
fn miss(line: &Line, #[constant] x: f64, #[constant] y: f64) -> f64 {
    (line.slope * x + line.offset - y).powi(2)
}

/// The least squares line through (0, 1), (1, 2), (2, 4), (3, 4) is 1.1 x + 1.1.
fn fit(mut optimizer: impl Optimizer<Line>, rate: f64) -> Line {
    let schedule = Cosine::new(rate, 0.0, 3000);
    let mut line = Line { slope: 0.0, offset: 0.0 };
    for step in 0..3000 {
        let mut gradient = Line::zero_tangent();
        for (x, y) in [(0.0, 1.0), (1.0, 2.0), (2.0, 4.0), (3.0, 4.0)] {
            gradient.accumulate(&miss::grad(&line, x, y));
        }
        clip_global_norm(&mut gradient, 10.0);
        optimizer.set_rate(schedule.rate(step));
        optimizer.step(&mut line, &gradient);
    }
    line
}

#[test]
fn all_find_the_line_of_least_squares() {
    let start = Line { slope: 0.0, offset: 0.0 };
    let mut adamw = AdamW::new(&start, 0.0);
    adamw.weight_decay = 0.0;
    let lines = [
        fit(Sgd::new(0.0), 0.02),
        fit(Momentum::new(&start, 0.0, 0.8), 0.01),
        fit(Adam::new(&start, 0.0), 0.05),
        fit(adamw, 0.05),
    ];
    for line in lines {
        let (slope, offset) = (line.slope - 1.1, line.offset - 1.1);
        assert!(slope.abs() < 1e-12 && offset.abs() < 1e-12, "off by {slope:e}, {offset:e}");
    }
}

/// With weight decay the minimum moves to a place known exactly: that of `(x - 3)² / 2 + weight_decay · x² / 2`.
#[test]
fn coupled_decay_is_l2_regularisation() {
    fn end(mut optimizer: impl Optimizer<f64>) -> f64 {
        let mut x = 0.0;
        for _ in 0..20_000 {
            let gradient = x - 3.0;
            optimizer.step(&mut x, &gradient);
        }
        x
    }
    let mut sgd = Sgd::new(0.1);
    let mut momentum = Momentum::new(&0.0, 0.1, 0.5);
    let mut adam = Adam::new(&0.0, 0.01);
    (sgd.weight_decay, momentum.weight_decay, adam.weight_decay) = (0.5, 0.5, 0.5);
    for x in [end(sgd), end(momentum), end(adam)] {
        assert!((x - 2.0).abs() < 1e-12, "{x}");
    }
}
