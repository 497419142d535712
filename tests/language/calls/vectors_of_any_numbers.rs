//! A vector type of any numbers, with the bounds that each of its operators and methods needs.

use cotangent::prelude::*;
use std::ops::{Add, AddAssign, Index, Mul, Neg, Sub};

#[derive(Differentiable, Clone, Copy, Debug, PartialEq, Default)]
struct Vector3d<T> {
    x: T,
    y: T,
    z: T,
}

#[differentiable]
impl<T> Vector3d<T> {
    const fn new(x: T, y: T, z: T) -> Self {
        Self { x, y, z }
    }
}

#[differentiable]
impl<T: Copy + Mul<Output = T> + Add<Output = T>> Vector3d<T> {
    fn dot(self, o: Self) -> T {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    fn length_squared(&self) -> T {
        self.dot(*self)
    }
}

#[differentiable]
impl<T: Copy + Mul<Output = T> + Sub<Output = T>> Vector3d<T> {
    fn cross(self, o: Self) -> Self {
        Self::new(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)
    }
}

#[differentiable]
impl<T: Add<Output = T>> Add for Vector3d<T> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}

#[differentiable]
impl<T: Sub<Output = T>> Sub for Vector3d<T> {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        Self { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
    }
}

#[differentiable]
impl<T: Copy + Mul<Output = T>> Mul<T> for Vector3d<T> {
    type Output = Self;
    fn mul(self, s: T) -> Self {
        Self { x: self.x * s, y: self.y * s, z: self.z * s }
    }
}

#[differentiable]
impl<T: Neg<Output = T>> Neg for Vector3d<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y, z: -self.z }
    }
}

#[differentiable]
impl<T: AddAssign> AddAssign for Vector3d<T> {
    fn add_assign(&mut self, o: Self) {
        self.x += o.x;
        self.y += o.y;
        self.z += o.z;
    }
}

#[differentiable]
impl<T> Index<usize> for Vector3d<T> {
    type Output = T;
    fn index(&self, i: usize) -> &T {
        match i {
            0 => &self.x,
            1 => &self.y,
            2 => &self.z,
            _ => panic!(),
        }
    }
}

#[differentiable]
impl<T> From<[T; 3]> for Vector3d<T> {
    fn from(a: [T; 3]) -> Self {
        let [x, y, z] = a;
        Self { x, y, z }
    }
}

#[differentiable]
fn of_operators(a: f64, b: f64) -> f64 {
    let p = Vector3d::new(a, b, 1.0);
    let q: Vector3d<f64> = [b, a * b, 2.0].into();
    let mut r = p.cross(q) + p * 2.0 - (-q);
    r += q * a;
    r.dot(p) * r.length_squared() + r[1] * p[0]
}

#[derive(Differentiable, Clone, Copy, Debug, PartialEq, Default)]
struct Pair<T> {
    x: T,
    y: T,
}

#[differentiable]
impl<T> From<[T; 2]> for Pair<T> {
    fn from(a: [T; 2]) -> Self {
        let [x, y] = a;
        Self { x, y }
    }
}

#[differentiable]
impl<T: Copy> From<Pair<T>> for [T; 2] {
    fn from(a: Pair<T>) -> Self {
        [a.x, a.y]
    }
}

#[differentiable]
impl<T> From<(T, T)> for Pair<T> {
    fn from((x, y): (T, T)) -> Self {
        Self { x, y }
    }
}

#[differentiable]
fn from_array(a: f64, b: f64) -> f64 {
    let q = Pair::from([b, a * b]);
    q.x * q.y
}

#[differentiable]
fn tuple_into(a: f64, b: f64) -> f64 {
    let q: Pair<f64> = (b, a).into();
    q.x * q.y
}

#[differentiable]
fn into_array(a: f64, b: f64) -> f64 {
    let q: [f64; 2] = Pair { x: a, y: b }.into();
    q[0] * q[1] * q[1]
}

#[differentiable]
fn array_into(a: f64, b: f64) -> f64 {
    let q: Pair<f64> = [b, a * b].into();
    q.x * q.y
}

#[test]
fn their_gradients_are_those_of_differences() {
    each_is_right!([of_operators from_array tuple_into into_array array_into](0.7, 1.3));
}
