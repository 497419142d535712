//! `#[differentiable] impl Trait for Type`, as published code has it: with constants, types, constructors and other methods beside.

use cotangent::prelude::*;

/// A trait that knows nothing of derivatives, as those of other crates.
trait Potential {
    type Scalar;
    type Point;
    const STRENGTH: f64;
    fn new(depth: f64) -> Self
    where
        Self: Sized;
    fn name(&self) -> &str;
    fn dimensions(&self) -> usize;
    fn energy(&self, r: Self::Scalar) -> Self::Scalar;
    fn energy_of(&self, at: &Self::Point) -> f64;
    fn describe(&self) -> String {
        format!("{} in {} dimensions", self.name(), self.dimensions())
    }
}

#[derive(Differentiable, Clone, Debug)]
struct Morse {
    depth: f64,
    width: f64,
}

#[differentiable]
impl Potential for Morse {
    type Scalar = f64;
    type Point = [Self::Scalar; 2];
    const STRENGTH: f64 = 2.0;

    fn new(depth: f64) -> Self {
        let width = 0.5;
        Self { depth, width }
    }

    fn name(&self) -> &str {
        "Morse"
    }

    fn dimensions(&self) -> usize {
        2
    }

    fn energy(&self, r: Self::Scalar) -> Self::Scalar {
        let e: Self::Scalar = 1.0 - (-self.width * r).exp();
        Self::STRENGTH * self.depth * e * e
    }

    fn energy_of(&self, at: &Self::Point) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.dimensions() {
            sum += at[i] * at[i];
        }
        self.energy(sum.sqrt())
    }
}

#[differentiable]
fn between(a: &[f64; 2], b: &[f64; 2], depth: f64, width: f64) -> f64 {
    let morse = Morse { depth, width };
    let mut total = 0.0;
    for k in 0..3 {
        let d = [a[0] - b[0], a[1] - b[1] + k as f64];
        let e = morse.energy_of(&d);
        if e > 1e3 {
            return total;
        }
        total += e * morse.energy(d[1]);
    }
    total
}

#[test]
fn methods_of_a_trait_that_is_not_annotated() {
    let morse = Morse::new(3.0);
    let e = 1.0 - (-1.0_f64).exp();
    let (value, (d, dr)) = morse.energy_value_and_grad(2.0);
    assert_eq!(value, 6.0 * e * e);
    assert_eq!((d.depth, dr), (2.0 * e * e, 12.0 * e * 0.5 * (1.0 - e)));
    assert_eq!(morse.describe(), "Morse in 2 dimensions");
    morse.energy_of_at(&[0.3, -0.4]).check().unwrap();
    between::at(&[0.3, 0.2], &[-0.5, 0.9], 3.0, 0.7).check().unwrap();
}

/// A value that is taken by value, and a second type with the same trait.
#[derive(Differentiable, Clone, Copy, Debug)]
struct Spring(f64);

trait Element {
    fn force(self, x: f64) -> f64;
    fn work(self, x: f64) -> f64
    where
        Self: Sized;
}

#[differentiable]
impl Element for Spring {
    fn force(self, x: f64) -> f64 {
        self.0 * x * x.sin()
    }
    fn work(mut self, x: f64) -> f64 {
        self.0 *= x;
        let y = self.force(x);
        self.0 + y * self.force(y)
    }
}

#[differentiable]
impl Spring {
    const REST: f64 = 0.5;

    fn stiff(stiffness: f64) -> Self {
        Self(stiffness)
    }

    fn softer(self, by: f64) -> Spring {
        Spring(self.0 / by - Self::REST)
    }
}

#[differentiable]
fn springs(k: f64, x: f64) -> f64 {
    let spring = Spring(k);
    let soft = spring.softer(x);
    soft.force(x) + spring.work(x)
}

#[test]
fn self_by_value() {
    springs::at(1.3, 0.7).check().unwrap();
    Spring::stiff(2.0).work_at(0.3).check().unwrap();
    let (value, (dk, dx)) = Spring(2.0).force_value_and_grad(0.5);
    let (sin, cos) = 0.5_f64.sin_cos();
    assert_eq!((value, dk.0, dx), (sin, 0.5 * sin, 2.0 * sin + cos));
}

/// Generic types, and a trait with parameters.
trait Layer<const N: usize> {
    fn forward(&self, x: &[f64; N]) -> [f64; N];
}

#[derive(Differentiable, Clone)]
struct Scale<const N: usize> {
    by: [f64; N],
}

#[differentiable]
impl<const N: usize> Layer<N> for Scale<N> {
    fn forward(&self, x: &[f64; N]) -> [f64; N] {
        let mut y = [0.0; N];
        for i in 0..N {
            y[i] = x[i] * self.by[i].tanh();
        }
        y
    }
}

#[differentiable]
fn two(layer: &Scale<3>, x: &[f64; 3]) -> f64 {
    let y = layer.forward(x);
    let z = layer.forward(&y);
    z[0] * z[1] + z[2]
}

#[test]
fn generic_types() {
    two::at(&Scale { by: [0.3, -0.2, 1.0] }, &[1.0, 2.0, -0.5]).check().unwrap();
}

/// Functions without a receiver, by a mark of their own; the number type is a parameter of the trait alone.
trait Easing<F> {
    fn ease_in(t: F, b: F, c: F, d: F) -> F;
    fn ease_out(t: F, b: F, c: F, d: F) -> F;
}

trait Total<F> {
    fn scaled<const N: usize>(&self, t: &[F; N]) -> F;
}

struct Back;

#[derive(Differentiable, Clone, Copy)]
struct Elastic(f64);

#[differentiable]
impl<F: num_traits::Float> Easing<F> for Back {
    #[differentiable]
    fn ease_in(t: F, b: F, c: F, d: F) -> F {
        let s = F::from(1.70158).unwrap();
        let t = t / d;
        c * t * t * ((s + F::one()) * t - s) + b
    }

    #[differentiable]
    fn ease_out(t: F, b: F, c: F, d: F) -> F {
        c - Self::ease_in(d - t, F::zero(), c, d) + b
    }
}

#[differentiable]
impl<F> Total<F> for Elastic
where
    F: num_traits::Float + std::iter::Sum,
{
    fn scaled<const N: usize>(&self, t: &[F; N]) -> F {
        let s: F = t.iter().map(|t| t.sin()).sum();
        s * t[0] * F::from(N).unwrap()
    }
}

#[derive(Differentiable, Clone, Copy)]
struct Polar {
    r: f64,
    phi: f64,
}

#[differentiable]
impl Polar {
    #[differentiable]
    fn of(x: f64, y: f64) -> Self {
        Self { r: x.hypot(y), phi: y.atan2(x) }
    }

    fn origin() -> Self {
        Self { r: 0.0, phi: 0.0 }
    }

    fn height(self) -> f64 {
        self.r * self.phi.sin()
    }
}

#[differentiable]
fn eased(t: f64, c: f64) -> f64 {
    let elastic = Elastic(c);
    let mut sum = 0.0;
    for i in 0..3 {
        let at = t + i as f64 * 0.1;
        sum += Back::ease_out(at, t, c, 2.0) * elastic.scaled(&[t, at]);
    }
    sum + Polar::of(t, sum).height() * Polar::of(c, t).phi
}

#[test]
fn functions_without_a_receiver() {
    eased::at(0.7, 1.3).check().unwrap();
    Back::ease_in_at(0.3, 0.1, 1.2, 2.0).check().unwrap();
    let (_, (dx, dy)) = Polar::of_vjp(3.0, 4.0, PolarTangent { r: 1.0, phi: 0.0 });
    assert_eq!((dx, dy), (0.6, 0.8));
    assert_eq!(Polar::origin().height(), 0.0);
}

/// Beside methods with a derivative: iterators that borrow, and paths that begin with `self`.
mod beside {
    use std::slice::{Chunks, Iter};

    use cotangent::prelude::*;

    mod constants {
        pub const RATE: f64 = 6.25;
    }
    #[differentiable]
    fn squared(x: f64) -> f64 {
        x * x
    }

    #[derive(Clone, Differentiable)]
    pub struct Line<T: Copy> {
        pub y: Vec<T>,
    }

    #[differentiable]
    #[allow(mismatched_lifetime_syntaxes, reason = "as published code has it")]
    impl Line<f64> {
        pub fn values(&self) -> Iter<f64> {
            self.y.iter()
        }
        pub fn pairs(&self) -> Chunks<'_, f64> {
            self.y.chunks(2)
        }
        pub fn at(&self, t: f64) -> f64 {
            use self::constants::RATE;
            (self.y[0] * (1.0 - t) + self.y[1] * t) * RATE * self::squared(t) + self::constants::RATE
        }
    }
}

#[differentiable]
fn on_a_line(a: f64, t: f64) -> f64 {
    beside::Line { y: vec![a, a * a] }.at(t)
}

#[test]
fn iterators_that_borrow_and_paths_to_modules_stay() {
    each_is_right!([on_a_line](0.7, 0.3));
    assert_eq!(beside::Line { y: vec![1.0, 2.0] }.values().count(), 2);
    assert_eq!(beside::Line { y: vec![1.0, 2.0] }.pairs().count(), 1);
}
