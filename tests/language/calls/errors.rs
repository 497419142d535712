//! What an `Err` carries: a derivative ends there.

use cotangent::prelude::*;

#[derive(Debug, PartialEq)]
enum RootError {
    NotBracketed(f64, f64),
    Stuck { at: f64, step: usize, ends: (f64, f64) },
    TooManySteps,
}

#[differentiable]
fn bisect(f: impl Fn(f64) -> f64, a: f64, b: f64) -> Result<f64, RootError> {
    let (mut a, mut b) = (a, b);
    let (fa, fb) = (f(a), f(b));
    if fa * fb > 0.0 {
        return Err(RootError::NotBracketed(a, b * 2.0));
    }
    for step in 0..40 {
        let middle = (a + b) / 2.0;
        if middle == 17.0 {
            return Err(RootError::Stuck { at: middle, step, ends: (a, b) });
        }
        if f(middle) * fa < 0.0 {
            b = middle;
        } else {
            a = middle;
        }
        if b - a < 1e-3 {
            return Ok(a - f(a) * (b - a) / (f(b) - f(a)));
        }
    }
    Err(RootError::TooManySteps)
}

#[differentiable]
fn squared_root(m: f64, s: f64) -> Result<f64, RootError> {
    let x = bisect(|x| x * x * s - m, 0.0, 4.0)?;
    match bisect(|y| y - x, 0.0, 4.0) {
        Ok(y) => Ok(x * y),
        Err(error) => Err(error),
    }
}

#[differentiable]
fn or_another(m: f64, s: f64) -> f64 {
    match squared_root(m, s) {
        Ok(x) => x,
        Err(RootError::NotBracketed(..)) => -s,
        Err(error) => {
            debug_assert!(error != RootError::TooManySteps, "{error:?}");
            m
        }
    }
}

#[differentiable]
fn root(x: f64) -> Result<f64, f64> {
    if x < 1.0 { Err(x * 2.0) } else { Ok(x.sqrt()) }
}

#[differentiable]
fn content(m: f64, s: f64) -> f64 {
    let r = root(m);
    if let Err(below) = r
        && below > 1.0
    {
        return stop_gradient(below).floor() * s;
    }
    let other = match root(s) {
        Ok(v) => v * m,
        Err(v) => {
            debug_assert!(v.is_finite(), "{v}");
            s
        }
    };
    other + root(m * s).unwrap_or(0.5 * s)
}

#[derive(Debug)]
struct Failure {
    _text: String,
}

impl Failure {
    fn new(text: String) -> Self {
        Self { _text: text }
    }
}

#[differentiable]
fn described(x: f64) -> Result<f64, Failure> {
    let y = root(x).map_err(|e| Failure::new(format!("{e}")))?;
    root(y).and_then(|v| if v > 3.0 { Err(v) } else { Ok(v * x) }).map_err(|v| Failure::new(v.to_string()))
}

#[differentiable]
fn mapped(m: f64, s: f64) -> f64 {
    let kept = described(m);
    let value = kept.unwrap_or(0.0) * s;
    let other = root(s).or_else(|e| if e < 0.1 { Err(e) } else { Ok(m) }).unwrap_or_else(|e| {
        debug_assert!(e > 0.0);
        m * m
    });
    value + other * described(s).unwrap_or_else(|_| m)
}

#[differentiable]
fn counted(x: f64) -> Result<f64, (f64, u8)> {
    if x < 1.0 { Err((x, 3)) } else { Ok(x.ln()) }
}

/// A part whose type has no derivative may be used.
#[differentiable]
fn of_integers(m: f64, s: f64) -> f64 {
    let (a, b) = (counted(m), counted(s));
    let first = match &a {
        Ok(v) => v * s,
        Err((_, n)) => f64::from(*n) * s,
    };
    first * b.ok().unwrap_or(m)
}

/// A reason that is made of an active value.
#[differentiable]
fn chosen(m: f64, s: f64) -> f64 {
    let positive = if m > 1.0 { Some(m) } else { None };
    match positive.ok_or(s * 2.0).and_then(root) {
        Ok(v) => v * s,
        Err(_) => s * s,
    }
}

#[test]
fn what_an_error_carries_has_no_derivative() {
    follows!(or_another content mapped of_integers);
    assert_eq!(squared_root(20.0, 1.0), Err(RootError::NotBracketed(0.0, 8.0)));
    assert_eq!(squared_root::value_and_grad(20.0, 1.0), (Err(RootError::NotBracketed(0.0, 8.0)), (0.0, 0.0)));
}

#[test]
fn outcomes_that_functions_are_applied_to() {
    follows!(chosen);
}

/// Text may be looked into: it holds no number.
#[differentiable]
fn with_texts(x: f64, k: f64) -> Result<f64, String> {
    if x < 0.0 {
        return Err(format!("negative {k}"));
    }
    if k > 3.0 { Err("large".to_owned()) } else { Ok(x * k) }
}

#[differentiable]
fn by_the_text(x: f64, k: f64) -> f64 {
    match with_texts(x, k) {
        Ok(y) => y * y,
        Err(text) if text.starts_with("neg") => k * k,
        Err(text) => k * text.len() as f64,
    }
}

#[test]
fn texts_of_errors() {
    for (x, k) in [(0.5, 0.7), (-0.5, 0.7), (0.5, 3.5)] {
        by_the_text::at(x, k).check().unwrap();
        by_the_text::at(x, k).check_jvp().unwrap();
    }
}
