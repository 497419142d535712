//! Functions that are generic over numbers by bounds of other crates, or of the user's own.

use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

use cotangent::prelude::*;
use num_traits::{Float, FromPrimitive};

#[differentiable]
fn logistic<T: Float>(x: T, k: T) -> T {
    let two = T::one() + T::one();
    let half = T::from(0.5).unwrap();
    if x.is_nan() {
        return T::zero();
    }
    T::one() / (T::one() + (-(k * x)).exp()) * half * two + x.powi(2) * T::epsilon().sqrt()
}

#[test]
fn floats_of_num_traits() {
    let (value, (dx, dk)) = logistic::value_and_grad(0.0_f64, 2.0);
    assert_eq!((value, dx, dk), (0.5, 0.5, 0.0));
    let (value, (dx, dk)) = logistic::value_and_grad(0.0_f32, 2.0);
    assert_eq!((value, dx, dk), (0.5, 0.5, 0.0));
    logistic::at(0.3_f64, -1.2).check().unwrap();
}

#[differentiable]
fn distance<F>(a: &[F], b: &[F]) -> F
where
    F: Float + std::iter::Sum + AddAssign,
{
    let mut sum = F::zero();
    for i in 0..a.len().min(b.len()) {
        let d = a[i] - b[i];
        sum += d * d;
    }
    let mut least = F::infinity();
    for x in a {
        least = least.min(*x);
    }
    sum.sqrt() * logistic(least, sum)
}

#[differentiable]
fn polynomial<T>(c: &[T; 4], x: T) -> T
where
    T: Copy + PartialOrd + Add<Output = T> + Sub<Output = T> + Mul<Output = T> + Div<Output = T> + Neg<Output = T>,
{
    let y = ((c[3] * x + c[2]) * x + c[1]) * x + c[0];
    if y > c[0] { y / c[1] } else { -y - c[2] * y }
}

#[test]
fn lists_and_operators() {
    distance::at(&[1.0_f64, 2.0, 0.5][..], &[0.2, 0.7, -0.3][..]).check().unwrap();
    for x in [0.7, -0.9] {
        polynomial::at(&[0.3, 1.2, -0.4, 2.0], x).check().unwrap();
    }
    assert_eq!(polynomial(&[1, 2, 3, 4], 2), 24);
}

/// A scalar trait of a crate's own, whose names are those of the library too.
trait Scalar: Copy + PartialOrd + Add<Output = Self> + Mul<Output = Self> + Sub<Output = Self> {
    const ZERO: Self;
    const ONE: Self;
    fn zero() -> Self;
    fn lit(x: f64) -> Self;
    fn sqrt(self) -> Self;
    fn scale(self, by: Self) -> Self;
}

impl Scalar for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    fn zero() -> Self {
        0.0
    }
    fn lit(x: f64) -> Self {
        x
    }
    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }
    fn scale(self, by: Self) -> Self {
        self * by
    }
}

#[differentiable]
fn steps<S: Scalar>(x: S, #[constant] y: S) -> S {
    let mut s = S::zero();
    let mut i = S::ZERO;
    while i < S::lit(3.0) {
        s = s + (x * i - s) * x * y.scale(S::ONE).sqrt();
        i = i + S::ONE;
    }
    s * s
}

#[test]
fn a_trait_of_ones_own() {
    steps::at(0.4, 1.7).check().unwrap();
}

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
struct Point<T> {
    x: T,
    y: T,
}

trait Shape<T> {
    fn area(&self) -> T;
    fn around(&self, other: &Self) -> T;
}

#[differentiable]
impl<T: Float> Point<T> {
    fn new(x: T, y: T) -> Self {
        Self { x, y }
    }

    fn norm(&self) -> T {
        self.x.hypot(self.y)
    }

    fn scaled(&self, by: T) -> Self {
        Self { x: self.x * by, y: self.y * by.abs() }
    }

    fn mirrored(self) -> Point<T> {
        Point { x: -self.x, ..self }
    }
}

#[differentiable]
impl<T: Float + FromPrimitive> Shape<T> for Point<T> {
    fn area(&self) -> T {
        T::from_f64(2.5).unwrap() * self.x * self.y
    }

    fn around(&self, other: &Self) -> T {
        self.area() + other.scaled(self.norm()).mirrored().area().tanh()
    }
}

#[differentiable]
fn triangle<T: Float + FromPrimitive>(a: &Point<T>, b: &Point<T>, h: T) -> T {
    let c = a.scaled(h);
    let d = Point { x: b.x * c.y, y: h };
    d.norm() + a.around(b) * c.area()
}

#[differentiable]
fn of_numbers(x: f64, y: f64) -> f64 {
    let p = Point { x, y };
    triangle(&p, &Point { x: y, y: 0.3 }, x * y) + logistic(x, y) + polynomial(&[x, 1.0, y, 0.5], x)
}

#[test]
fn structs_of_numbers() {
    assert_eq!(Point::new(3.0_f32, 4.0).norm_value_and_grad(), (5.0, PointTangent { x: 0.6, y: 0.8 }));
    triangle::at(&Point::new(0.3, 0.5), &Point::new(-0.2, 1.5), 0.8).check().unwrap();
    of_numbers::at(0.4, 0.9).check().unwrap();
}

#[differentiable]
fn by_path<T: Float>(x: T, y: T) -> T {
    T::sqrt(x) + Float::powi(y, 3) + T::max(x, y) + Float::sin(x) * <T as Float>::exp(y)
}

#[cfg(feature = "nalgebra")]
#[differentiable]
fn fields<T: nalgebra::RealField>(x: T, k: T) -> T {
    let half: T = nalgebra::convert(0.5);
    T::one() / (T::one() + (-(k.clone() * x.clone())).exp()) * half + x.sqrt() * T::pi() * k
}

#[test]
fn functions_by_path() {
    by_path::at(0.7, 0.4).check().unwrap();
}

#[cfg(feature = "nalgebra")]
#[test]
fn fields_of_nalgebra() {
    fields::at(0.7, 0.4).check().unwrap();
}

trait Number: Float + std::fmt::Debug {
    fn two() -> Self {
        Self::one() + Self::one()
    }
}
impl Number for f32 {}
impl Number for f64 {}

#[differentiable]
fn through_a_supertrait<T: Number>(x: &T, y: T) -> T {
    x.sin() * y.powi(2) / T::two() + (*x).abs().sqrt().max(y.clone())
}

#[test]
fn methods_are_those_of_numbers() {
    through_a_supertrait::at(&0.5_f64, 1.4).check().unwrap();
    through_a_supertrait::at(&2.5_f64, 0.4).check().unwrap();
}

/// The number type is known by its use: by value more than once, and inside of the result.
trait Rational: Copy + PartialOrd + From<i16> + Neg<Output = Self> + Add<Output = Self> + Sub<Output = Self> {
    fn zero() -> Self {
        Self::from(0)
    }
}

impl Rational for f64 {}

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
enum Roots<F: Rational> {
    One([F; 1]),
    Two([F; 2]),
}

#[differentiable]
fn roots<F: Rational + Mul<Output = F> + Div<Output = F>>(a: F, b: F, c: F) -> Roots<F> {
    let _4 = F::from(4);
    let discriminant = b * b - _4 * a * c;
    let twice = a + a;
    if discriminant > F::zero() {
        // The square root, by two steps of Newton's method from b.
        let mut root = -b;
        for _ in 0..2 {
            root = (root + discriminant / root) / F::from(2);
        }
        Roots::Two([(-b - root) / twice, (-b + root) / twice])
    } else {
        Roots::One([-b / twice])
    }
}

#[differentiable]
fn largest(a: f64, b: f64, c: f64) -> f64 {
    match roots(a, b, c) {
        Roots::One(x) => x[0],
        Roots::Two(x) => x[1] * x[1] - x[0],
    }
}

#[test]
fn a_number_by_its_use() {
    assert_eq!(roots(1.0, -2.0, 1.0), Roots::One([1.0]));
    largest::at(1.0, -3.0, 2.0).check().unwrap();
    largest::at(1.0, -3.0, 20.0).check().unwrap();
}

#[differentiable]
fn squared(x: impl Float + Into<f64>, k: f64) -> f64 {
    let x: f64 = (x * x).into();
    x * k
}

#[test]
fn types_without_a_name() {
    squared::at(0.7_f64, 1.3).check().unwrap();
    assert_eq!(squared::grad(2.0_f32, 3.0), (12.0_f32, 4.0));
}

#[differentiable]
fn signed<T: num_traits::Signed + Copy>(x: T) -> T {
    x.abs() * x + x.signum() * x
}

#[differentiable]
fn signed_float<T: Float + num_traits::Signed>(x: T) -> T {
    Float::abs(x) * x.sin() + num_traits::Signed::signum(&x)
}

#[test]
fn signed_numbers() {
    assert_eq!(signed::value_and_grad(-3.0), (-6.0, 5.0));
    assert_eq!(signed::value_and_grad(3.0), (12.0, 7.0));
    assert_eq!(signed(-3), -6);
    signed_float::at(-0.7).check().unwrap();
}
