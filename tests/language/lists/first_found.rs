//! The first item of a chain of which a function makes something.

use cotangent::prelude::*;

/// The gradient of functions of four numbers, against differences, in both modes and of second order.
macro_rules! follow {
    ($($f:ident)*) => {$(
        for x in [[0.9, 1.2, 1.5, 0.4], [1.3, 1.2, 1.5, 1.4], [0.1, 0.2, 0.3, 0.5], [0.4, -0.3, 2.2, 10.0]] {
            $f::at(&x).check().unwrap_or_else(|mismatch| panic!("{} at {x:?}: {mismatch}", stringify!($f)));
            $f::at(&x).check_jvp().unwrap();
            $f::at(&x).check_hvp().unwrap();
        }
    )*};
}

#[differentiable]
fn half(x: f64) -> Option<f64> {
    if x > 1.0 { Some(x * x) } else { None }
}

#[differentiable]
fn find(x: &[f64]) -> f64 {
    x.iter().find_map(|v| if *v > 1.0 { Some(v * 3.0) } else { None }).unwrap_or(0.0)
}

#[differentiable]
fn find_path(x: &[f64]) -> f64 {
    let y = x.iter().copied().find_map(half);
    y.unwrap_or(x[0]) * x[1]
}

#[differentiable]
fn find_let_else(x: &[f64]) -> f64 {
    let Some((i, v)) = x.iter().enumerate().find_map(|(i, v)| if *v > 1.0 { Some((i, v * x[0])) } else { None }) else {
        return x[0];
    };
    v * x[i] * i as f64
}

#[differentiable]
fn find_if_let(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        if let Some(v) = x.iter().skip(i).find_map(|v| (*v > 1.0).then(|| v * v)) {
            s += v * x[i];
        } else {
            s += x[i];
        }
    }
    s
}

#[differentiable]
fn find_match(x: &[f64], y: &[f64]) -> f64 {
    match x.iter().zip(y).find_map(|(a, b)| {
        let c = a * b;
        if c > 0.3 { Some(c * c) } else { None }
    }) {
        Some(v) if v > 0.1 => v * x[0],
        Some(v) => v,
        None => 0.0,
    }
}

#[differentiable]
fn find_try(x: &[f64]) -> Option<f64> {
    let v = x.iter().find_map(|v| half(*v))?;
    let w = x.iter().find_map(|v| Some(half(*v)? * x[0]))?;
    Some(v * w)
}

#[differentiable]
fn find_ok_or(x: &[f64]) -> Result<f64, usize> {
    let v = x
        .iter()
        .find_map(|&v| {
            if v > 1.0 {
                Some(v * v)
            } else if v > 0.8 {
                Some(v)
            } else {
                None
            }
        })
        .ok_or(3usize)?;
    Ok(v * x[0])
}

#[differentiable]
fn find_map_map(x: &[f64]) -> f64 {
    x.iter().find_map(|v| half(*v)).map(|v| v * x[0]).unwrap_or(1.0)
        + x.iter().find_map(|v| half(*v)).map_or(0.0, |v| v * v)
}

#[differentiable]
fn find_tail(x: &[f64]) -> Option<f64> {
    x.iter().rev().filter(|v| **v < 2.0).find_map(|v| half(*v))
}

#[differentiable]
fn filter_map_path(x: &[f64]) -> f64 {
    x.iter().copied().filter_map(half).sum()
}

#[differentiable]
fn tried(x: &[f64]) -> f64 {
    find_try(x).unwrap_or(x[0])
}

#[differentiable]
fn found_or_error(x: &[f64]) -> f64 {
    find_ok_or(x).unwrap_or(x[0])
}

#[differentiable]
fn last_value(x: &[f64]) -> f64 {
    find_tail(x).unwrap_or(x[0])
}

#[test]
fn the_first_that_is_something() {
    follow! { find find_path find_let_else find_if_let find_map_map filter_map_path tried found_or_error last_value }
    find_match::at(&[0.9, 1.2, 1.5, 0.4], &[0.3, 0.7, 0.2, 0.1]).check().unwrap();
    find_match::at(&[0.9, 1.2, 1.5, 0.4], &[0.3, 0.7, 0.2, 0.1]).check_jvp().unwrap();
}

/// What comes after it is not looked at.
#[test]
fn it_ends_there() {
    #[differentiable]
    fn found(x: &[f64]) -> f64 {
        let found = x.iter().find_map(|x| {
            assert!(*x < 3.5);
            (*x > 1.0).then(|| x * x)
        });
        found.unwrap_or(0.0)
    }
    assert_eq!(found::grad(&[0.5, 3.0, 4.0]), vec![0.0, 6.0, 0.0]);
}
