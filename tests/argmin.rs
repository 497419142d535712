//! Functions as problems of argmin's solvers.
#![deny(warnings)]

use argmin::core::{CostFunction, Error, Executor, Gradient, Hessian, IterState, Jacobian, Operator, Solver, State};
use argmin::solver::gaussnewton::GaussNewton;
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::newton::{Newton, NewtonCG};
use argmin::solver::quasinewton::LBFGS;
use argmin::solver::trustregion::{Steihaug, TrustRegion};
use cotangent::argmin::{Matrix, Problem};
use cotangent::prelude::*;
use nalgebra::{DVector, Matrix2, Vector2};

#[differentiable]
fn valley(x: &[f64], #[constant] depth: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() - 1 {
        sum += (1.0 - x[i]).powi(2) + depth * (x[i + 1] - x[i] * x[i]).powi(2);
    }
    sum
}

/// In three dimensions the valley has one lowest point.
const START: [f64; 3] = [-1.2, 1.0, -0.5];

#[test]
fn lbfgs_finds_the_bottom_of_a_valley() -> Result<(), Error> {
    let problem = Problem::new(valley::at(&START[..], 100.0));
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 7);
    let solved = Executor::new(problem.clone(), solver).configure(|s| s.param(problem.start()).max_iters(200)).run()?;
    let best = problem.point(solved.state().get_best_param().expect("a step"));
    assert!(best.iter().all(|x| (x - 1.0).abs() < 1e-5), "{best:?}");
    Ok(())
}

/// The lowest point that a solver with second derivatives finds.
fn lowest<P, S>(problem: &P, start: Vec<f64>, solver: S) -> Result<Vec<f64>, Error>
where
    P: CostFunction<Param = Vec<f64>, Output = f64> + Gradient<Param = Vec<f64>, Gradient = Vec<f64>> + Clone,
    P: Hessian<Param = Vec<f64>, Hessian = Matrix>,
    S: Solver<P, IterState<Vec<f64>, Vec<f64>, (), Matrix, (), f64>>,
{
    let solved = Executor::new(problem.clone(), solver).configure(|s| s.param(start).max_iters(1000)).run()?;
    Ok(solved.state().get_best_param().expect("a step").clone())
}

#[test]
fn newton_cg_and_a_trust_region_use_the_hessian() -> Result<(), Error> {
    let problem = Problem::new(valley::at(&START[..], 100.0));
    // argmin's Newton-CG ends its inner loop early: in a steep valley it is slow.
    let shallow = Problem::new(valley::at(&START[..], 1.0));
    let by_cg = lowest(&shallow, shallow.start(), NewtonCG::new(MoreThuenteLineSearch::new()))?;
    let by_region = lowest(&problem, problem.start(), TrustRegion::new(Steihaug::new().with_max_iters(20)))?;
    for (method, best) in [("conjugate gradients", by_cg), ("trust region", by_region)] {
        assert!(best.iter().all(|x| (x - 1.0).abs() < 1e-5), "{method}: {best:?}");
    }
    Ok(())
}

/// A quadratic form of a vector of nalgebra.
#[differentiable]
fn form(x: &Vector2<f64>, #[constant] a: &Matrix2<f64>, #[constant] b: &Vector2<f64>) -> f64 {
    0.5 * x.dot(&(a * x)) - b.dot(x)
}

#[test]
fn newton_needs_one_step_for_a_quadratic_form() -> Result<(), Error> {
    let (a, b) = (Matrix2::new(4.0, 1.0, 1.0, 3.0), Vector2::new(1.0, 2.0));
    let start = Vector2::zeros();
    let problem = Problem::new(form::at(&start, &a, &b));
    let Matrix(hessian) = problem.hessian(&vec![0.3, 0.4])?;
    assert_eq!(hessian.as_slice(), a.as_slice());
    assert_eq!(problem.gradient(&vec![1.0, 0.0])?, [3.0, -1.0]);
    let solved = Executor::new(problem.clone(), Newton::new())
        .configure(|s: IterState<_, _, _, _, _, f64>| s.param(problem.start()).max_iters(1))
        .run()?;
    let best = problem.point(solved.state().get_param().expect("a step"));
    assert!((a * best - b).norm() < 1e-12);
    Ok(())
}

/// A curve, which a fit moves.
#[derive(Differentiable, Clone, Debug)]
struct Decay {
    height: f64,
    rate: f64,
    floor: f64,
}

#[differentiable]
fn misses(curve: &Decay, #[constant] times: &[f64; 12], #[constant] seen: &[f64; 12]) -> [f64; 12] {
    std::array::from_fn(|i| curve.height * (-curve.rate * times[i]).exp() + curve.floor - seen[i])
}

#[test]
fn gauss_newton_fits_a_struct() -> Result<(), Error> {
    let times: [f64; 12] = std::array::from_fn(|i| 0.25 * i as f64);
    let truth = Decay { height: 3.0, rate: 0.7, floor: -1.0 };
    let seen = misses(&truth, &times, &[0.0; 12]);
    let start = Decay { height: 2.0, rate: 0.5, floor: 0.0 };
    let problem = Problem::new(misses::at(&start, &times, &seen));
    let solved = Executor::new(problem.clone(), GaussNewton::new())
        .configure(|s: IterState<_, _, _, _, _, f64>| s.param(problem.start()).max_iters(20))
        .run()?;
    let found = problem.point(solved.state().get_best_param().expect("a step"));
    assert!(
        (found.height - 3.0).abs() < 1e-6 && (found.rate - 0.7).abs() < 1e-6 && (found.floor + 1.0).abs() < 1e-6,
        "{found:?}"
    );
    Ok(())
}

#[differentiable]
fn doubled(x: &DVector<f64>, #[constant] factor: f64) -> DVector<f64> {
    x * factor
}

#[test]
fn points_of_a_length_that_is_known_at_run_time() -> Result<(), Error> {
    let start = DVector::from_vec(vec![1.0, 2.0, 3.0]);
    let problem = Problem::new(doubled::at(&start, 2.0));
    assert_eq!(problem.apply(&problem.start())?, [2.0, 4.0, 6.0]);
    let Matrix(jacobian) = problem.jacobian(&problem.start())?;
    assert_eq!(jacobian, nalgebra::DMatrix::identity(3, 3) * 2.0);
    Ok(())
}

/// What is wrong is an error of the solver, not a panic.
#[test]
fn a_singular_hessian_is_an_error() {
    #[differentiable]
    fn flat(x: &[f64; 2]) -> f64 {
        x[0] + x[1]
    }
    let problem = Problem::new(flat::at(&[0.0, 0.0]));
    let run = Executor::new(problem.clone(), Newton::new())
        .configure(|s: IterState<_, _, _, _, _, f64>| s.param(problem.start()).max_iters(1))
        .run();
    assert!(run.is_err_and(|error| error.to_string().contains("singular")));
}
