//! Errors of type `Box<dyn Error>`, and macros that return errors.

use std::error::Error;
use std::fmt;

use cotangent::prelude::*;

#[derive(Debug)]
struct Negative {
    value: f64,
    at: usize,
}

impl fmt::Display for Negative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.value, self.at)
    }
}
impl Error for Negative {}

#[derive(Clone, Debug, Differentiable)]
struct Line {
    slope: f64,
    at: f64,
}

#[differentiable]
impl Line {
    #[differentiable]
    fn through(a: (f64, f64), b: (f64, f64)) -> Result<Self, Box<dyn Error>> {
        let run = b.0 - a.0;
        if run == 0.0 {
            return Err("vertical".into());
        }
        let slope = (b.1 - a.1) / run;
        Ok(Self { slope, at: a.1 - slope * a.0 })
    }
    fn value(&self, x: f64) -> Result<f64, Box<dyn Error>> {
        if x < 0.0 {
            return Err(Box::new(Negative { value: x, at: 0 }));
        }
        for at in 0..3 {
            if x > 100.0 * (at + 1) as f64 {
                return Err(Box::new(Negative { value: x * 2.0, at }));
            }
        }
        let y = match self.slope {
            slope if slope > 50.0 => Err(Box::new(fmt::Error))?,
            slope => slope * x + self.at,
        };
        if y > 1e6 { Err(Box::new(fmt::Error)) } else { Ok(y) }
    }
}

#[differentiable]
fn logarithms(x: &[f64]) -> Result<Vec<f64>, Box<dyn Error + Send + Sync + 'static>> {
    let mut out = Vec::new();
    for (at, &value) in x.iter().enumerate() {
        if value <= 0.0 {
            return Err(Box::new(Negative { value, at }));
        }
        out.push(value.ln());
    }
    let factor: f64 = "2.0".parse::<f64>().map_err(|error| error.to_string())?;
    let power = "3".parse::<i32>()?;
    let first = x.first().ok_or("empty")?;
    out.push(factor * first.powi(power));
    Ok(out)
}

#[differentiable]
fn along(x: &[f64], a: f64) -> f64 {
    let line = Line::through((a, 1.0), (2.0, a * a)).unwrap();
    let value = line.value(x[0]).unwrap_or(1.0);
    value * logarithms(x).unwrap().iter().sum::<f64>()
}

#[test]
fn boxed_errors() {
    for x in [[1.0, 2.0, 3.0], [101.0, 2.0, 0.3]] {
        along::at(&x, 0.7).check().unwrap();
        along::at(&x, 0.7).check_hvp().unwrap();
        both_modes!(along(&x, 0.7));
    }
    let text = |x: &[f64]| logarithms(x).unwrap_err().to_string();
    assert_eq!(text(&[1.0, -2.0]), "-2 at 1");
    assert_eq!(text(&[]), "empty");
    assert_eq!(Line::value_value_and_grad(&Line { slope: 1.0, at: 0.0 }, 150.0).0.unwrap_err().to_string(), "300 at 0");
}

macro_rules! bail {
    ($($text:tt)*) => { return Err(format!($($text)*).into()) };
}
macro_rules! ensure {
    ($cond:expr, $($text:tt)*) => { if !$cond { bail!($($text)*) } };
    ($cond:expr) => { ensure!($cond, "not so") };
}
macro_rules! anyhow {
    ($($text:tt)*) => { Box::<dyn Error>::from(format!($($text)*)) };
}

#[differentiable]
fn mean(x: &[f64]) -> Result<f64, Box<dyn Error>> {
    if x.is_empty() {
        bail!("no values");
    }
    ensure!(x.len() < 100, "too many: {}", x.len());
    ensure!(x[0] > 0.0);
    let first = x[0];
    ensure!(first < 1e6, "large {first} and {}", x[1]);
    if first > 1e5 {
        return Err(anyhow!("large {first}: {}", x[1]));
    }
    let count = match x.len() {
        1 => bail!("one {}", first),
        count => count as f64,
    };
    Ok(first * first * count + x.iter().sum::<f64>() / count)
}

#[differentiable]
fn unwrapped(x: &[f64]) -> f64 {
    mean(x).unwrap()
}

#[test]
fn macros_that_return_errors() {
    unwrapped::at(&[1.0, 2.0]).check().unwrap();
    unwrapped::at(&[1.0, 2.0]).check_hvp().unwrap();
    both_modes!(unwrapped(&[1.0, 2.0]));
    let text = |x: &[f64]| mean::value_and_grad(x).0.unwrap_err().to_string();
    assert_eq!(text(&[]), "no values");
    assert_eq!(text(&[1.0]), "one 1");
    assert_eq!(text(&[2e5, 1.0]), "large 200000: 1");
    assert_eq!(text(&[2e6, 1.0]), "large 2000000 and 1");
    assert_eq!(text(&[-1.0, 1.0]).replace(' ', ""), "Conditionfailed:`x[0]>0.0`");
    assert_eq!(mean(&[-1.0, 1.0]).unwrap_err().to_string(), "not so");
}
