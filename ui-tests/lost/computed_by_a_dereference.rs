use cotangent::prelude::*;

use core::ops::Deref;

#[derive(Differentiable, Clone, Copy)]
struct Body {
    mass: f64,
}

#[derive(Differentiable, Clone, Copy)]
struct Planet {
    mass: f64,
    body: Body,
}

impl Deref for Planet {
    type Target = Body;
    fn deref(&self) -> &Body {
        &self.body
    }
}

#[differentiable]
fn cost(planet: &Planet) -> f64 {
    (**planet).mass * planet.mass
}

fn main() {}
