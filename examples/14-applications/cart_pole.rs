//! Trajectory optimisation: the forces on a cart that swing up its pole.
//!
//! Direct shooting: the cart is simulated by the method of Runge and Kutta, and the gradient by all forces flows back through the simulation.
//! The cart and the task are those of Kelly (2017), "An introduction to trajectory optimization", section 6.

use std::error::Error;
use std::f64::consts::PI;
use std::path::Path;

use cotangent::argmin::Problem;
use cotangent::prelude::*;
use nalgebra::{SVector, Vector4};

use crate::minimum::lbfgs;
use crate::picture::{Series, draw};

const STEPS: usize = 50;
/// Two seconds.
const DT: f64 = 2.0 / STEPS as f64;
/// The cart ends a meter to the right, at rest, and the pole stands.
const GOAL: [f64; 4] = [1.0, PI, 0.0, 0.0];

type Forces = SVector<f64, STEPS>;

/// The rates of the state: the position of the cart, the angle of the pole (0 where it hangs), and the rates of both.
#[differentiable]
fn rates(state: &Vector4<f64>, force: f64) -> Vector4<f64> {
    let (cart, pole, length, gravity) = (1.0, 0.3, 0.5, 9.81);
    let (sin, cos) = state[1].sin_cos();
    let mass = cart + pole * sin * sin;
    let pull = pole * length * state[3] * state[3] * sin;
    Vector4::new(
        state[2],
        state[3],
        (force + pull + pole * gravity * sin * cos) / mass,
        -(force * cos + pull * cos + (cart + pole) * gravity * sin) / (length * mass),
    )
}

#[differentiable]
fn after(state: &Vector4<f64>, force: f64) -> Vector4<f64> {
    let a = rates(state, force);
    let b = rates(&(state + a * (DT / 2.0)), force);
    let c = rates(&(state + b * (DT / 2.0)), force);
    let d = rates(&(state + c * DT), force);
    state + (a + (b + c) * 2.0 + d) * (DT / 6.0)
}

/// The squares of the forces, over time, and how far the end is from the goal.
#[differentiable]
fn cost(forces: &Forces, #[constant] weight: f64) -> f64 {
    let mut state = Vector4::zeros();
    let mut effort = 0.0;
    for i in 0..STEPS {
        state = after(&state, forces[i]);
        effort += forces[i] * forces[i] * DT;
    }
    effort + weight * (state - Vector4::from(GOAL)).norm_squared()
}

pub fn swing_up(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut forces = Forces::from_fn(|i, _| 5.0 * (2.0 * PI * i as f64 / STEPS as f64).sin());
    cost::at(&forces, 10.0).check()?;
    // First the pole need not stand quite where it should.
    for weight in [10.0, 100.0, 1e3, 1e4] {
        let problem = Problem::new(cost::at(&forces, weight));
        let (best, _) = lbfgs(problem.clone(), problem.start(), 300)?;
        forces = problem.point(&best);
    }
    let effort = forces.norm_squared() * DT;
    let mut states = vec![Vector4::zeros()];
    for force in forces.iter() {
        states.push(after(&states[states.len() - 1], *force));
    }
    let miss = (states[STEPS] - Vector4::from(GOAL)).norm();
    println!("cart and pole: the forces cost {effort:.1} N²s, the end is off by {miss:.1e}");
    assert!(miss < 0.02 && effort < 70.0);
    let over_time = |name, of: &dyn Fn(usize) -> f64| {
        Series::line(name, (0..STEPS).map(|i| (DT * i as f64, of(i))).collect::<Vec<_>>())
    };
    let series = [
        over_time("place of the cart [m]", &|i| states[i][0]),
        over_time("angle of the pole [rad]", &|i| states[i][1]),
        over_time("force [10 N]", &|i| forces[i] / 10.0),
    ];
    draw(&folder.join("cart-pole.svg"), "A pole that swings up", ["time [s]", ""], &series)
}
