//! Associated functions that methods of their block call: they have a derivative without being asked.

use cotangent::prelude::*;

mod solver {
    use cotangent::prelude::*;

    #[differentiable]
    pub fn solve(hue: f64, chroma: f64) -> f64 {
        (hue * chroma).sin() + hue
    }

    /// Without a derivative.
    pub fn norm(v: [f64; 2]) -> f64 {
        v[0].hypot(v[1])
    }
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct Hct {
    hue: f64,
    chroma: f64,
    tone: f64,
}

#[differentiable]
impl Hct {
    fn new(hue: f64, chroma: f64) -> Self {
        let tone = solver::solve(hue, chroma);
        Self { hue, chroma, tone }
    }

    fn with_hue(&self, hue: f64) -> Self {
        Self::new(hue, self.chroma)
    }

    fn of_half<P: Into<f64>>(hue: P) -> Self {
        Self::mixed(hue.into() * 0.5, 2.0)
    }

    fn mixed(hue: f64, k: f64) -> Hct {
        let mut color = Hct::new(hue, hue);
        color.tone *= k;
        color
    }

    fn halved(&self) -> Self {
        Self::of_half(self.hue)
    }

    /// Called with constants alone, so it may call what has no derivative.
    fn weight(x: f64) -> f64 {
        solver::norm([x, x])
    }

    fn weighted(&self) -> f64 {
        self.tone * Self::weight(2.0)
    }

    /// Called by nobody.
    fn loaded(path: &str) -> Option<f64> {
        std::fs::read_to_string(path).ok()?.parse().ok()
    }
}

#[derive(Differentiable, Clone, Debug)]
struct Polynomial {
    coefficients: Vec<f64>,
}

#[differentiable]
impl Polynomial {
    fn horner(coefficients: &[f64], x: f64) -> f64 {
        let mut y = 0.0;
        for a in coefficients.iter().rev() {
            y = y * x + a;
        }
        y
    }

    fn at_point(&self, x: f64) -> f64 {
        Self::horner(&self.coefficients, x)
    }

    fn sum(a: &Polynomial, b: &Polynomial) -> Polynomial {
        let mut coefficients = vec![0.0; a.coefficients.len().max(b.coefficients.len())];
        for (sum, value) in coefficients.iter_mut().zip(&a.coefficients) {
            *sum += value;
        }
        for (i, value) in b.coefficients.iter().enumerate() {
            coefficients[i] += value;
        }
        Polynomial { coefficients }
    }

    fn plus(&self, other: &Polynomial) -> Polynomial {
        Self::sum(self, other)
    }
}

#[differentiable]
fn color(x: f64) -> f64 {
    let first = Hct::new(x, 2.0 * x);
    let second = first.with_hue(x * x).halved();
    first.tone * second.weighted() + second.hue
}

#[differentiable]
fn polynomial(x: f64) -> f64 {
    let p = Polynomial { coefficients: vec![x, 2.0, x * x] };
    let q = Polynomial { coefficients: vec![1.0, x] };
    p.plus(&q).at_point(0.5 * x)
}

#[test]
fn constructors_that_compute() {
    assert_eq!(Hct::loaded("nothing"), None);
    for x in [0.3, 0.9] {
        color::at(x).check().unwrap();
        color::at(x).check_jvp().unwrap();
    }
}

#[test]
fn functions_of_the_type() {
    polynomial::at(0.7).check().unwrap();
    polynomial::at(0.7).check_jvp().unwrap();
}
