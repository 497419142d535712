//! Outcomes that are only unwrapped, or asked what they are.

use cotangent::prelude::*;

#[differentiable]
fn step(u: &mut [f64], k: f64) -> Result<f64, String> {
    if k < 0.0 {
        return Err("negative".into());
    }
    for v in u.iter_mut() {
        *v *= k;
    }
    Ok(u[0])
}
#[differentiable]
fn scale(u: &mut [f64], k: f64) -> Result<(), String> {
    if k < 0.0 {
        return Err("negative".into());
    }
    for v in u.iter_mut() {
        *v *= k;
    }
    Ok(())
}
#[differentiable]
fn of_values(x: [f64; 2], k: f64) -> f64 {
    let mut u = x.to_vec();
    step(&mut u, k).unwrap();
    step(&mut u, k).expect("a step");
    let _ = step(&mut u, k);
    if step(&mut u, k).is_err() {
        return 0.0;
    }
    u[0] * u[1]
}
#[differentiable]
fn of_nothing(x: [f64; 2], k: f64) -> f64 {
    let mut u = x.to_vec();
    scale(&mut u, k).unwrap();
    scale(&mut u, k).expect("a step");
    if scale(&mut u, k).is_err() {
        return 0.0;
    }
    u[0] * u[1]
}
#[derive(Clone, Debug, Differentiable)]
struct State {
    y: f64,
}
#[differentiable]
impl State {
    fn step(&mut self, h: f64) -> Result<f64, String> {
        if h < 0.0 {
            return Err("negative".into());
        }
        self.y *= h;
        Ok(self.y)
    }
    fn steps(&mut self, h: f64) -> f64 {
        self.step(h).unwrap();
        self.step(h).expect("a step");
        if self.step(h).is_ok() {
            self.y *= 2.0;
        }
        self.y
    }
}
#[differentiable]
fn of_a_receiver(y: f64, h: f64) -> f64 {
    let mut s = State { y };
    s.step(h).unwrap();
    s.steps(h)
}
#[test]
fn what_the_call_changes_is_followed() {
    both_modes!(of_values([1.0, 2.0], 1.5));
    both_modes!(of_nothing([1.0, 2.0], 1.5));
    both_modes!(of_a_receiver(1.2, 1.5));
}
