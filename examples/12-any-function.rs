//! Lesson 12: code for any differentiable function.
//!
//! Two methods to minimise a function are written once, for any function of a point and of data: steepest descent and L-BFGS (Liu and
//! Nocedal, 1989), both with a backtracking line search (Armijo, 1966). The point may be an array, a tensor, a model; its gradient adds up
//! by [`Tangent`], and [`Sgd`] takes the step. A function is passed at its first point: `minimum(rosenbrock::at(&start, &()), ..)`.

use cotangent::optim::Sgd;
use cotangent::prelude::*;

/// A function of a point, which has a gradient, and of data: a name for the bound.
trait Objective<X: Differentiable, D>: for<'a> PureFunction<(&'a X, &'a D), f64, Gradient = Ct<X>> {}

impl<F, X: Differentiable, D> Objective<X, D> for F where F: for<'a> PureFunction<(&'a X, &'a D), f64, Gradient = Ct<X>> {}

/// What can be moved along a gradient.
trait Point: Differentiable<Tangent: Leaves> + Leaves + Clone {
    /// `self - step · direction`
    fn moved(&self, step: f64, direction: &Ct<Self>) -> Self {
        let mut moved = self.clone();
        Sgd::new(step).step(&mut moved, direction);
        moved
    }
}

impl<X: Differentiable<Tangent: Leaves> + Leaves + Clone> Point for X {}

/// `a + factor · b`
fn plus<T: Tangent>(mut a: T, factor: f64, b: &T) -> T {
    let mut scaled = b.clone();
    scaled.scale(factor);
    a.accumulate(&scaled);
    a
}

/// The largest step of 1, 1/2, 1/4, .. that lowers the function by at least a ten-thousandth of what its slope promises.
fn armijo<F: Objective<X, D>, X: Point, D>(data: &D, x: &X, value: f64, slope: f64, direction: &Ct<X>) -> Option<f64> {
    let steps = (0..50).map(|halvings| 0.5_f64.powi(halvings));
    steps.into_iter().find(|step| F::at((&x.moved(*step, direction), data)).value() <= value - 1e-4 * step * slope)
}

/// Which way to go: against the gradient, or what a method makes of it.
trait Method<T: Tangent> {
    /// The direction, for a gradient.
    fn direction(&self, gradient: &T) -> T;
    /// The point moved by `step`, and the gradient changed by `change`.
    fn learn(&mut self, step: T, change: T);
}

/// Against the gradient.
struct Steepest;

impl<T: Tangent> Method<T> for Steepest {
    fn direction(&self, gradient: &T) -> T {
        gradient.clone()
    }
    fn learn(&mut self, _: T, _: T) {}
}

/// The inverse of the Hessian times the gradient, as far as the last steps tell.
struct Lbfgs<T> {
    memory: usize,
    /// Steps, and how the gradient changed along them; the latest last.
    pairs: Vec<(T, T)>,
}

impl<T: Tangent> Method<T> for Lbfgs<T> {
    /// The two loops.
    fn direction(&self, gradient: &T) -> T {
        let mut direction = gradient.clone();
        let mut shares = Vec::new();
        for (step, change) in self.pairs.iter().rev() {
            let share = step.inner(&direction) / step.inner(change);
            direction = plus(direction, -share, change);
            shares.push(share);
        }
        if let Some((step, change)) = self.pairs.last() {
            direction.scale(step.inner(change) / change.inner(change));
        }
        for ((step, change), share) in self.pairs.iter().zip(shares.iter().rev()) {
            let back = change.inner(&direction) / step.inner(change);
            direction = plus(direction, share - back, step);
        }
        direction
    }

    fn learn(&mut self, step: T, change: T) {
        // Only where the function is convex along the step.
        if step.inner(&change) > 0.0 {
            self.pairs.push((step, change));
        }
        if self.pairs.len() > self.memory {
            self.pairs.remove(0);
        }
    }
}

/// Where the gradient is small, and the steps to there.
fn minimum<F, X, D>(start: At<F, (&X, &D), f64>, mut method: impl Method<Ct<X>>, most: usize) -> (X, usize)
where
    F: Objective<X, D>,
    X: Point,
{
    let (x, data) = start.into_arguments();
    let mut x = x.clone();
    let (mut value, mut gradient) = F::at((&x, data)).value_and_grad();
    for steps in 0..most {
        if gradient.inner(&gradient) < 1e-12 {
            return (x, steps);
        }
        let direction = method.direction(&gradient);
        let slope = direction.inner(&gradient);
        let Some(step) = armijo::<F, X, D>(data, &x, value, slope, &direction) else { return (x, steps) };
        x = x.moved(step, &direction);
        let (next_value, next) = F::at((&x, data)).value_and_grad();
        let mut moved_by = direction;
        moved_by.scale(-step);
        method.learn(moved_by, plus(next.clone(), -1.0, &gradient));
        (value, gradient) = (next_value, next);
    }
    (x, most)
}

// ---- functions ----

/// The valley, in any number of dimensions: a generic function.
#[differentiable]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the data of any function come by reference")]
fn rosenbrock<const N: usize>(x: &[f64; N], #[constant] depth: &f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..N - 1 {
        let (along, across) = (1.0 - x[i], x[i + 1] - x[i] * x[i]);
        sum += along * along + depth * across * across;
    }
    sum
}

/// A curve with eight bends.
#[derive(Differentiable, Clone)]
struct Curve {
    inner: Vector<f64, 8>,
    shift: Vector<f64, 8>,
    outer: Vector<f64, 8>,
}

struct Samples {
    x: [f64; 40],
    y: [f64; 40],
}

#[differentiable]
fn misfit(curve: &Curve, #[constant] samples: &Samples) -> f64 {
    let mut sum = 0.0;
    for i in 0..40 {
        let y = ((samples.x[i] * curve.inner + curve.shift).tanh() * curve.outer).sum();
        sum += (y - samples.y[i]).powi(2);
    }
    sum / 40.0
}

fn main() {
    let start = [-1.2; 10];
    // The derivative is right: the first thing to know.
    rosenbrock::at(&start, &100.0).check().unwrap();
    let lbfgs = Lbfgs { memory: 10, pairs: Vec::new() };
    let (x, steps) = minimum(rosenbrock::at(&start, &100.0), lbfgs, 1000);
    println!("L-BFGS, a valley in 10 dimensions: {steps} steps to {:.6?}", &x[..3]);
    assert!(steps < 200 && x.iter().all(|x| (x - 1.0).abs() < 1e-5));

    let (x, steps) = minimum(rosenbrock::at(&[-1.2, 1.0], &1.0), Steepest, 1000);
    println!("steepest descent, a shallow valley: {steps} steps to {x:.6?}");
    assert!(x.iter().all(|x| (x - 1.0).abs() < 1e-5));

    let x = std::array::from_fn(|i| f64::from(u8::try_from(i).expect("it is small")) / 20.0 - 1.0);
    let samples = Samples { x, y: x.map(|x| (4.0 * x).sin()) };
    let curve = Curve {
        inner: Vector::from_fn(|[i]| [3.0, -2.0, 4.0, 1.0, -3.0, 2.0, 5.0, -1.0][i]),
        shift: Vector::from_fn(|[i]| [0.1, 0.9, -0.8, 0.4, -0.3, 0.7, -0.5, 0.2][i]),
        outer: Vector::full(0.1),
    };
    misfit::at(&curve, &samples).check().unwrap();
    let lbfgs = Lbfgs { memory: 10, pairs: Vec::new() };
    let (curve, steps) = minimum(misfit::at(&curve, &samples), lbfgs, 500);
    let left = misfit(&curve, &samples);
    println!("L-BFGS, a curve through 40 samples of a sine: {steps} steps, mean square error {left:.1e}");
    assert!(left < 1e-5);
}
