//! Associated functions of a block with the attribute that have a derivative without one of their own: constructors and formulas of numbers.

use cotangent::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Filter {
    low: f64,
    band: f64,
    rate: f64,
    damping: f64,
}

/// What no derivative goes through may stand beside them: a function without the attribute is called.
fn described(cutoff: f64) -> String {
    format!("{cutoff} Hz")
}

#[differentiable]
impl Filter {
    const QUARTER: f64 = 0.25;

    fn new(cutoff: f64, q: f64) -> Self {
        Self {
            rate: 2.0 * (std::f64::consts::PI * cutoff * Self::QUARTER).sin(),
            damping: q.recip(),
            low: 0.0,
            band: 0.0,
        }
    }

    fn critical(cutoff: f64) -> Filter {
        let q = Self::norm(&[cutoff, 1.0]);
        Self::new(cutoff, q)
    }

    fn norm(list: &[f64; 2]) -> f64 {
        list.iter().map(|x| x * x).sum::<f64>().sqrt()
    }

    fn limited(x: f64, most: f64) -> f64 {
        assert!(most > 0.0, "a limit is positive");
        let mut scaled = [x, -x];
        for value in scaled.iter_mut() {
            if *value > most {
                *value = most + (*value - most).tanh();
            }
        }
        (scaled[0] - scaled[1]) / 2.0
    }

    fn name(cutoff: f64) -> String {
        described(cutoff)
    }

    fn tabulated(cutoff: f64) -> Self {
        Self::new(described(cutoff).len() as f64, cutoff)
    }

    fn process(&mut self, input: f64) -> (f64, f64) {
        self.low += self.rate * self.band;
        let high = input - self.low - self.damping * self.band;
        self.band += self.rate * high;
        (Self::limited(self.low, 0.3), high)
    }
}

#[differentiable]
fn filtered(cutoff: f64, q: f64, x: f64) -> f64 {
    let mut filter = if q > 1.0 { Filter::new(cutoff, q) } else { Filter::critical(cutoff) };
    let mut sum = 0.0;
    for i in 0..4 {
        let (low, high) = filter.process(x + i as f64);
        sum += low * high;
    }
    sum
}

#[test]
fn formulas_need_no_attribute() {
    for (cutoff, q, x) in [(0.4, 1.3, 0.1), (0.7, 0.5, -0.2)] {
        filtered::at(cutoff, q, x).check().unwrap();
        filtered::at(cutoff, q, x).check_jvp().unwrap();
    }
    assert_eq!(Filter::name(2.0), "2 Hz");
    assert!(Filter::tabulated(2.0).damping > 0.0);
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Rotation<T> {
    rows: [[T; 2]; 2],
}

#[differentiable]
impl<T: num_traits::Float> Rotation<T> {
    fn by(angle: T) -> Self {
        let (sine, cosine) = angle.sin_cos();
        Self { rows: [[cosine, -sine], [sine, cosine]] }
    }

    fn first(&self, v: [T; 2]) -> T {
        self.rows[0][0] * v[0] + self.rows[0][1] * v[1]
    }
}

#[differentiable]
fn turned(angle: f32, x: f32) -> f32 {
    Rotation::by(angle * x).first([x, angle])
}

#[test]
fn formulas_of_generic_numbers() {
    turned::at(0.4, 0.9).check().unwrap();
    turned::at(0.4, 0.9).check_jvp().unwrap();
}

#[derive(Clone, Copy, Differentiable)]
struct Vec2 {
    x: f64,
    y: f64,
}

#[differentiable]
impl Vec2 {
    fn dot(a: &Vec2, b: &Vec2) -> f64 {
        a.x * b.x + a.y * b.y
    }
    fn swapped(a: &Self, b: &Self) -> Self {
        Vec2 { x: a.x * b.y, y: a.y * b.x }
    }
    fn norm(&self) -> f64 {
        Vec2::dot(self, self).sqrt()
    }
    /// Its name is one of arrays too.
    fn map(&self, factor: f64) -> Vec2 {
        Vec2 { x: self.x * factor, y: self.y + factor }
    }
}

#[differentiable]
fn of_references(x: f64) -> f64 {
    let v = Vec2 { x, y: 1.0 };
    let mut sum = 0.0;
    for i in 0..2 {
        let w = v.map(x).map(2.0);
        sum += if i == 0 { Vec2::dot(&v, &w) } else { Vec2::dot(&Vec2::swapped(&v, &w), &v) * w.norm() };
    }
    sum
}

#[test]
fn formulas_of_references_to_the_type() {
    check!(of_references() at 0.3, -0.8;);
}

/// An error that is not differentiable.
#[derive(Debug, Clone, PartialEq)]
enum Invalid {
    Negative(f64),
    Infinite,
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct Position {
    azimuth: f64,
    zenith: f64,
}

#[differentiable]
impl Position {
    fn new(azimuth: f64, zenith: f64) -> Result<Self, Invalid> {
        if !azimuth.is_finite() {
            return Err(Invalid::Infinite);
        }
        if azimuth < 0.0 {
            return Err(Invalid::Negative(azimuth));
        }
        Ok(Self { azimuth, zenith: zenith * azimuth })
    }

    fn unit(x: f64, y: f64) -> Option<Position> {
        let norm = x.hypot(y);
        if norm < 1e-9 { None } else { Some(Self { azimuth: x / norm, zenith: y / norm }) }
    }

    fn elevation(&self) -> f64 {
        90.0 - self.zenith
    }
}

#[differentiable]
fn risen(x: f64) -> Result<f64, Invalid> {
    let position = Position::new(x, 2.0 * x)?;
    let Some(unit) = Position::unit(position.elevation(), x) else { return Ok(x) };
    Ok(position.elevation() * unit.azimuth + position.azimuth)
}

#[differentiable]
fn of_outcomes(x: f64) -> f64 {
    match risen(x) {
        Ok(y) => y,
        Err(_) => x * x,
    }
}

#[test]
fn constructors_that_may_fail() {
    check!(of_outcomes() at 0.3, -0.8, 2.0;);
}
