//! Lesson 5: the gradient of a simulation, with its loops, its state that changes, and its early exit.
//!
//! A pendulum with friction swings, and is watched ten times. Its length and its friction are found from what was seen, by
//! differentiating the whole simulation: no formula for the motion is needed.

use cotangent::optim::Adam;
use cotangent::prelude::*;

/// What is looked for.
#[derive(Clone, Debug, Differentiable)]
struct Pendulum {
    length: f64,
    friction: f64,
}

/// Where it is and how fast it swings.
#[derive(Clone, Debug, Differentiable)]
struct State {
    angle: f64,
    speed: f64,
}

/// One step of time, in place: the cotangent of the new state goes in, that of the old one comes out.
#[differentiable]
fn advance(state: &mut State, pendulum: &Pendulum, #[constant] dt: f64) {
    state.speed -= (9.81 / pendulum.length * state.angle.sin() + pendulum.friction * state.speed) * dt;
    state.angle += state.speed * dt;
}

/// By how much the angles that were seen are missed, squared and summed; one is seen each half second.
#[differentiable]
fn miss(pendulum: &Pendulum, #[constant] seen: &[f64]) -> f64 {
    let mut state = State { angle: 1.0, speed: 0.0 };
    let mut sum = 0.0;
    for angle in seen {
        for _ in 0..50 {
            advance(&mut state, pendulum, 0.01);
        }
        if state.angle.abs() > 100.0 {
            return 1e3 * pendulum.friction.powi(2); // it ran away: the friction is negative
        }
        sum += (state.angle - angle).powi(2);
    }
    sum
}

fn main() {
    let truth = Pendulum { length: 1.3, friction: 0.25 };
    let seen = watch(&truth);

    let mut guess = Pendulum { length: 1.0, friction: 0.0 };
    // How long the loops run depends on what is seen, so the tape does too: ask for its size.
    let mut tape = vec![0; miss::at(&guess, &seen).tape_words()];
    println!("{} steps of time, a tape of {} bytes", 50 * seen.len(), 8 * tape.len());

    let mut optimizer = Adam::new(&guess, 0.02);
    let mut value = f64::INFINITY;
    for step in 0..400 {
        let gradient;
        (value, gradient) = miss::at(&guess, &seen).on(tape.as_mut_slice()).value_and_grad();
        if step % 100 == 0 {
            println!("step {step:3}: miss {value:.2e}, length {:.4}, friction {:.4}", guess.length, guess.friction);
        }
        optimizer.step(&mut guess, &gradient);
    }
    println!("found    length {:.6}, friction {:.6}", guess.length, guess.friction);
    assert!(
        value < 1e-10 && (guess.length - truth.length).abs() < 1e-5 && (guess.friction - truth.friction).abs() < 1e-5
    );
}

/// The angles of a pendulum, one each half second.
fn watch(pendulum: &Pendulum) -> Vec<f64> {
    let mut state = State { angle: 1.0, speed: 0.0 };
    let look = |_| {
        (0..50).for_each(|_| advance(&mut state, pendulum, 0.01));
        state.angle
    };
    (0..10).map(look).collect()
}
