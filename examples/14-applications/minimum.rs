//! What several applications need: the lowest point of a function, by L-BFGS of argmin, and noise.

use argmin::core::{CostFunction, Error, Executor, Gradient, State};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use rand::RngExt;

/// The coordinates of the lowest point that is found, and its value.
pub fn lbfgs<P>(problem: P, start: Vec<f64>, steps: u64) -> Result<(Vec<f64>, f64), Error>
where
    P: CostFunction<Param = Vec<f64>, Output = f64> + Gradient<Param = Vec<f64>, Gradient = Vec<f64>>,
{
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 10).with_tolerance_grad(1e-6)?;
    let solved = Executor::new(problem, solver).configure(|state| state.param(start).max_iters(steps)).run()?;
    let state = solved.state();
    Ok((state.get_best_param().ok_or_else(|| Error::msg("no step was taken"))?.clone(), state.get_best_cost()))
}

/// A random number of mean 0 and variance 1 (Box and Muller 1958).
pub fn normal(random: &mut impl RngExt) -> f64 {
    let (radius, turn): (f64, f64) = (random.random(), random.random());
    (-2.0 * (1.0 - radius).ln()).sqrt() * (std::f64::consts::TAU * turn).cos()
}
