//! Methods that give back the receiver they change, as statements and in chains.

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Debug)]
struct Plant {
    pos: f64,
    vel: f64,
    k: f64,
}

#[differentiable]
impl Plant {
    fn step(&mut self, force: f64, dt: f64) -> &mut Self {
        self.vel += (force - self.k * self.pos) * dt;
        self.pos += self.vel * dt;
        self
    }
    fn kick(&mut self, by: f64) -> &mut Plant {
        if by > 0.55 {
            return self;
        }
        self.vel *= by;
        if self.vel > 0.05 { self.step(by, 0.1).step(by, 0.2) } else { self.step(by * by, 0.3) }
    }
    fn many(&mut self, n: usize) -> &mut Self {
        for i in 0..n {
            if self.pos > 0.5 {
                return self.kick(0.3);
            }
            let k = self.k;
            self.step(0.1 * i as f64, 0.4).kick(0.8 * k);
        }
        self
    }
    fn energy(&self) -> f64 {
        self.vel * self.vel + self.k * self.pos * self.pos
    }
}

#[differentiable]
fn statements(u: f64, k: f64) -> f64 {
    let mut plant = Plant { pos: u, vel: 0.0, k };
    plant.step(u, 0.1);
    let _ = plant.step(u * u, 0.2);
    plant.pos * plant.vel
}

#[differentiable]
fn chains(u: f64, k: f64) -> f64 {
    let mut plant = Plant { pos: u, vel: 0.0, k };
    plant.step(u, 0.1).step(u * k, 0.2).kick(u).many(3).step(u, 0.3);
    plant.energy()
}

#[differentiable]
fn in_loops(u: &[f64; 4], k: f64) -> f64 {
    let mut plant = Plant { pos: 0.1, vel: 0.0, k };
    let mut sum = 0.0;
    for f in u {
        plant.step(*f, 0.1).kick(0.9 * f);
        if plant.pos > 0.1 {
            plant.kick(*f).step(k, 0.2);
        }
        sum += plant.energy();
    }
    sum
}

#[derive(Differentiable, Clone, Debug)]
struct Pair {
    first: Plant,
    others: [Plant; 2],
}

#[differentiable]
fn of_parts(u: f64, k: f64) -> f64 {
    let plant = Plant { pos: u, vel: 0.0, k };
    let mut pair = Pair { first: plant.clone(), others: [plant.clone(), plant] };
    pair.first.step(u, 0.1).step(k, 0.2);
    for i in 0..2 {
        pair.others[i].many(4).kick(u);
        pair.others[i].many(i);
    }
    pair.first.energy() * pair.others[0].energy() + pair.others[1].pos
}

#[differentiable]
fn changed(plant: &mut Plant, u: f64) {
    plant.step(u, 0.1).many(3).step(u * u, 0.2);
}

#[differentiable]
fn of_what_is_lent(u: f64, k: f64) -> f64 {
    let mut plants = vec![Plant { pos: u, vel: 0.0, k }, Plant { pos: 0.2, vel: u, k: 1.0 }];
    changed(&mut plants[0], k);
    for plant in plants.iter_mut() {
        plant.step(u, 0.3).kick(k);
    }
    let last = &mut plants[1];
    last.step(u, 0.1).kick(0.3);
    plants.iter().map(|plant| plant.energy()).sum()
}

#[derive(Differentiable, Clone)]
struct Sum<T> {
    sum: T,
    n: usize,
}

#[differentiable]
impl<T: num_traits::Float> Sum<T> {
    fn add(&mut self, x: T) -> &mut Self {
        self.sum = self.sum * x + x;
        self.n += 1;
        self
    }
}

#[differentiable]
fn generic<T: num_traits::Float>(u: T, k: T) -> T {
    let mut sum = Sum { sum: u, n: 0 };
    sum.add(k).add(u * k).add(u);
    let mut constant = Sum { sum: 2.0, n: 0 };
    constant.add(3.0).add(4.0);
    if sum.n == 3 && constant.sum > 1.0 { sum.sum } else { u }
}

#[derive(Differentiable, Clone)]
struct List {
    xs: Vec<f64>,
    k: f64,
}

#[differentiable]
impl List {
    fn push(&mut self, x: f64) -> &mut Self {
        self.xs.push(x * self.k);
        self
    }
    fn map(&mut self, k: f64) -> &mut Self {
        for x in self.xs.iter_mut() {
            *x *= k;
        }
        self.k *= k;
        self
    }
}

#[differentiable]
fn names_of_the_standard_library(u: f64, k: f64) -> f64 {
    let mut list = List { xs: vec![u], k };
    list.push(u * k).push(k).map(u);
    list.push(u);
    list.xs.iter_mut().rev().for_each(|x| *x *= k);
    list.xs.iter().map(|x| x * x).sum::<f64>() * list.k
}

#[test]
fn receivers_are_given_back() {
    for (u, k) in [(0.3, 0.7), (0.9, 0.4), (-0.4, 1.5)] {
        statements::at(u, k).check().unwrap();
        chains::at(u, k).check().unwrap();
        of_parts::at(u, k).check().unwrap();
        of_what_is_lent::at(u, k).check().unwrap();
        generic::at(u, k).check().unwrap();
        in_loops::at(&[u, k, 0.2, -0.1], k).check().unwrap();
        names_of_the_standard_library::at(u, k).check().unwrap();
        both_modes!(names_of_the_standard_library(u, k));
        both_modes!(statements(u, k));
        both_modes!(chains(u, k));
        both_modes!(of_parts(u, k));
        both_modes!(of_what_is_lent(u, k));
        both_modes!(in_loops(&[u, k, 0.2, -0.1], k));
    }
}
