//! Functions that are generic over what they are lent, with no other argument that tells the type.

use cotangent::prelude::*;

#[differentiable]
trait System: Clone {
    fn advance(&mut self, h: f64);
    fn energy(&self) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Pendulum {
    angle: f64,
    speed: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Decay {
    level: f64,
}

#[differentiable]
impl System for Pendulum {
    fn advance(&mut self, h: f64) {
        self.speed -= h * self.angle.sin();
        self.angle += h * self.speed;
    }
    fn energy(&self) -> f64 {
        0.5 * self.speed * self.speed - self.angle.cos()
    }
}

#[differentiable]
impl System for Decay {
    fn advance(&mut self, h: f64) {
        self.level *= 1.0 - h * self.level;
    }
    fn energy(&self) -> f64 {
        self.level
    }
}

#[differentiable]
fn run<S: System>(system: &mut S, h: f64, steps: usize) -> f64 {
    let mut most = system.energy();
    for _ in 0..steps {
        system.advance(h);
        most += system.energy() * h;
    }
    most
}

/// Gives nothing, and passes on what it is lent.
#[differentiable]
fn both<A: System, B: System>(a: &mut A, b: &mut B, h: f64) {
    run(a, h, 2);
    for _ in 0..2 {
        run(b, h, 1);
    }
}

#[differentiable]
fn swap_ends<T: num_traits::Float, const N: usize>(x: &mut [T; N]) {
    let first = x[0];
    x[0] = x[N - 1] * x[N - 1];
    x[N - 1] = first;
}

#[differentiable]
fn doubled<T: num_traits::Float>(x: &mut [T]) {
    for x in x.iter_mut() {
        *x = *x + *x * *x;
    }
}

#[differentiable]
fn all(x: f64, h: f64) -> f64 {
    let mut pendulum = Pendulum { angle: x, speed: 0.1 };
    let mut decays = vec![Decay { level: x * x }, Decay { level: 0.5 }];
    let mut sum = run(&mut pendulum, h, 3);
    for i in 0..2 {
        sum += run(&mut decays[i], h, i + 1);
        both(&mut pendulum, &mut decays[1 - i], h);
    }
    if x > 0.0 {
        both::<Decay, Pendulum>(&mut decays[0], &mut pendulum, h * h);
    }
    let mut list = vec![x, h, x * h];
    doubled(&mut list);
    doubled(&mut list[1..]);
    let mut array = [sum, pendulum.energy(), list[2]];
    swap_ends(&mut array);
    let inner = |k: f64| {
        let mut decay = Decay { level: k };
        run(&mut decay, h, 2)
    };
    array[0] * array[2] + array[1] + decays[0].level * inner(x * 0.5) + list[1]
}

/// Calls itself with what it is lent.
#[differentiable]
fn deeper<S: System>(system: &mut S, h: f64, depth: usize) -> f64 {
    if depth == 0 {
        return system.energy();
    }
    system.advance(h);
    deeper(system, h * 0.5, depth - 1) * system.energy()
}

#[differentiable]
fn deep(x: f64, h: f64) -> f64 {
    let mut decay = Decay { level: x };
    deeper(&mut decay, h, 3) + decay.level
}

#[test]
fn the_type_is_that_of_what_is_lent() {
    each_is_right!([all deep](0.7, 0.1));
    each_is_right!([all](-0.4, 0.2));
    run::at(&mut Pendulum { angle: 0.7, speed: 0.1 }, 0.1, 3).check().unwrap();
}
