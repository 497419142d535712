//! Methods of traits that change their receiver, in code that is generic over the trait.

use cotangent::prelude::*;

#[differentiable]
trait Filter {
    fn process(&mut self, x: f64) -> f64;
    fn reset(&mut self) {}
    fn gain(&self) -> f64 {
        1.0
    }
}

#[derive(Differentiable, Clone)]
struct OnePole {
    a: f64,
    y: f64,
}

#[derive(Differentiable)]
struct Biquad {
    b: [f64; 3],
    a: [f64; 2],
    z: Vec<f64>,
}

#[differentiable]
impl Filter for OnePole {
    fn process(&mut self, x: f64) -> f64 {
        self.y = self.a * x + (1.0 - self.a) * self.y;
        self.y
    }
    fn reset(&mut self) {
        self.y = 0.0;
    }
}

#[differentiable]
impl Filter for Biquad {
    fn process(&mut self, x: f64) -> f64 {
        let y = self.b[0] * x + self.z[0];
        self.z[0] = self.b[1] * x - self.a[0] * y + self.z[1];
        self.z[1] = self.b[2] * x - self.a[1] * y;
        y
    }
    fn gain(&self) -> f64 {
        self.b[0]
    }
}

#[derive(Differentiable)]
struct Chain<A, B> {
    first: A,
    second: B,
    mix: f64,
}

#[differentiable]
impl<A: Filter, B: Filter> Filter for Chain<A, B> {
    fn process(&mut self, x: f64) -> f64 {
        let y = self.first.process(x);
        self.mix * self.second.process(y) + (1.0 - self.mix) * y
    }
    fn reset(&mut self) {
        self.first.reset();
        self.second.reset();
    }
    fn gain(&self) -> f64 {
        self.first.gain() * self.second.gain()
    }
}

#[differentiable]
fn energy<F: Filter>(filter: &mut F, input: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in input {
        let y = filter.process(*x);
        sum += y * y;
    }
    sum * filter.gain()
}

#[differentiable]
fn energy_of_own<F: Filter>(mut filter: F, input: &[f64]) -> f64 {
    let mut sum = 0.0;
    for &x in input {
        sum += filter.process(x).powi(2);
    }
    sum
}

#[differentiable]
fn of_filters(a: f64, g: f64) -> f64 {
    let biquad = Biquad { b: [g, a * g, 0.2], a: [0.1, 0.3 * a], z: vec![0.0; 2] };
    let mut chain = Chain { first: OnePole { a, y: 0.1 }, second: biquad, mix: 0.3 };
    let before = chain.process(g) + energy_of_own(OnePole { a: g, y: a }, &[g, a]);
    chain.first.reset();
    before + chain.process(0.7) * chain.gain() + energy(&mut chain.second, &[1.0, g])
}

/// The trait says that its values can be kept. So a chain is as good as its parts.
#[differentiable]
trait Stage: Clone {
    fn advance(&mut self, x: f64) -> f64;
}

#[differentiable]
impl Stage for OnePole {
    fn advance(&mut self, x: f64) -> f64 {
        self.y = self.a * x + (1.0 - self.a) * self.y;
        self.y
    }
}

#[derive(Differentiable, Clone)]
struct Two<A, B> {
    a: A,
    b: B,
}

#[differentiable]
impl<A: Stage, B: Stage> Stage for Two<A, B> {
    fn advance(&mut self, x: f64) -> f64 {
        let y = self.a.advance(x);
        self.b.advance(y) * y
    }
}

#[differentiable]
fn energy_of_stages<F: Stage>(stage: &mut F, input: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in input {
        let y = stage.advance(*x);
        sum += y * y;
    }
    sum
}

#[differentiable]
fn of_stages(a: f64, g: f64) -> f64 {
    let second = Two { a: OnePole { a: g, y: 0.2 }, b: OnePole { a: a * g, y: 0.1 } };
    let mut all = Two { a: OnePole { a, y: g }, b: second };
    energy_of_stages(&mut all, &[1.0, g, a]) + all.advance(a)
}

#[test]
fn their_gradients_are_those_of_differences() {
    of_filters::at(0.3, 0.8).check().unwrap();
    of_filters::at(0.3, 0.8).check_jvp().unwrap();
    of_filters::at(0.3, 0.8).check_hvp().unwrap();
    of_stages::at(0.3, 0.8).check().unwrap();
    of_stages::at(0.3, 0.8).check_jvp().unwrap();
    of_stages::at(0.3, 0.8).check_hvp().unwrap();
}
