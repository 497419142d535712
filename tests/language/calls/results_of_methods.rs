//! Methods that give a `Result` whose error cannot be cloned: a result that is taken apart is moved, not kept.

use std::error::Error;
use std::fmt;

use cotangent::prelude::*;

#[derive(Debug)]
enum Failure {
    Negative,
    Singular(Box<dyn Error>),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Negative => write!(f, "negative"),
            Self::Singular(why) => write!(f, "{why}"),
        }
    }
}

impl Error for Failure {}

#[derive(Debug)]
struct Outer(String);

impl From<Failure> for Outer {
    fn from(inner: Failure) -> Self {
        Self(inner.to_string())
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Line {
    slope: f64,
    at: f64,
}

#[differentiable]
trait Model {
    fn value(&self, x: f64) -> Result<f64, Failure>;

    fn both(&self, x: f64) -> Result<f64, Failure> {
        Ok(self.value(x)? * self.value(2.0 * x)?)
    }
}

#[differentiable]
impl Model for Line {
    fn value(&self, x: f64) -> Result<f64, Failure> {
        let inside = self.slope * x - self.at;
        if inside < 0.0 {
            return Err(Failure::Negative);
        }
        if inside == 0.0 {
            return Err(Failure::Singular(format!("{x} is the root").into()));
        }
        Ok(inside.sqrt())
    }
}

#[differentiable]
impl Line {
    fn moved(&mut self, x: f64) -> Result<[f64; 2], Failure> {
        self.at *= 0.9;
        Ok([self.value(x)?, self.value(x + 1.0)?])
    }

    fn list(&self, x: &[f64]) -> Result<Vec<f64>, Failure> {
        x.iter().map(|x| self.value(*x)).collect()
    }

    fn in_loops(&self, x: f64) -> Result<f64, Failure> {
        let first = self.value(x)?;
        let mut sum = 0.0;
        for k in 0..3 {
            sum += self.value(x + f64::from(k))? * first;
        }
        let mut line = self.clone();
        let [p, q] = line.moved(first + 2.0)?;
        let list = self.list(&[p + 1.0, q * 2.0])?;
        Ok(sum + self.value(first + 10.0)? + list[0] * list[1])
    }

    fn matched(&self, x: f64) -> Result<f64, Outer> {
        let factor = match self.value(x) {
            Ok(value) => value * 2.0,
            Err(Failure::Negative) => x,
            Err(other) => return Err(other.into()),
        };
        if let Ok(value) = self.value(x - 1.0) {
            return Ok(factor * value);
        }
        let Ok(value) = self.value(x + 2.0) else { return Err(Outer("far away".into())) };
        Ok(factor * value * self.in_loops(x)?)
    }

    fn mapped(&self, x: f64) -> Result<f64, String> {
        let first = self.value(x).map_err(|failure| failure.to_string())?;
        let second = self.value(first + 1.0).unwrap_or(1.0) + self.value(x).unwrap_or_else(|_| x);
        Ok(first * second + self.value(x + 1.0).ok().unwrap_or(2.0))
    }

    fn dynamic(&self, x: f64) -> Result<f64, Box<dyn Error>> {
        let first = self.value(x)?;
        let second: Result<f64, Box<dyn Error>> = self.value(first + 1.0).map_err(Into::into);
        Ok(first * second?)
    }
}

#[differentiable]
fn generic<M: Model>(model: &M, x: f64) -> Result<f64, Failure> {
    let both = model.both(x)?;
    Ok(both * model.value(both + 1.0)?)
}

#[differentiable]
fn in_loops(slope: f64, at: f64, x: f64) -> f64 {
    let line = Line { slope, at };
    line.in_loops(x).unwrap_or(x)
}

#[differentiable]
fn matched(slope: f64, at: f64, x: f64) -> f64 {
    let line = Line { slope, at };
    line.matched(x).unwrap_or(x)
}

#[differentiable]
fn mapped(slope: f64, at: f64, x: f64) -> f64 {
    let line = Line { slope, at };
    match line.mapped(x) {
        Ok(value) => value * x,
        Err(_) => 3.0 * x,
    }
}

#[differentiable]
fn dynamic(slope: f64, at: f64, x: f64) -> f64 {
    let line = Line { slope, at };
    line.dynamic(x).unwrap_or(x)
}

#[differentiable]
fn through_a_trait(slope: f64, at: f64, x: f64) -> f64 {
    let line = Line { slope, at };
    generic(&line, x).unwrap_or(x)
}

#[test]
fn the_gradient_is_that_of_the_value_inside() {
    for x in [1.5, 0.8, 0.1] {
        both_modes!(in_loops(2.0, 0.5, x));
        both_modes!(matched(2.0, 0.5, x));
        both_modes!(mapped(2.0, 0.5, x));
        both_modes!(dynamic(2.0, 0.5, x));
        both_modes!(through_a_trait(2.0, 0.5, x));
    }
}

#[test]
fn the_error_is_that_of_the_program() {
    let line = Line { slope: 1.0, at: 1.0 };
    assert_eq!(line.matched(1.0).unwrap_err().0, "1 is the root");
    assert_eq!(line.mapped(0.5).unwrap_err(), "negative");
    assert_eq!(line.dynamic(0.5).unwrap_err().to_string(), "negative");
}
