//! `try_fold` into a `Result`, and with `?` in its closure.

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
fn checked(x: f64) -> Result<f64, String> {
    if x > 0.0 { Ok(x * x) } else { Err("no".to_string()) }
}

#[differentiable]
fn annotated(x: &[f64]) -> f64 {
    let r: Result<f64, usize> = x.iter().try_fold(1.0, |s, v| if s * v > 5.0 { Err(3) } else { Ok(s * v + 0.2) });
    r.unwrap_or(1.0)
}

#[differentiable]
fn try_question(x: &[f64]) -> Result<f64, String> {
    x.iter().try_fold(0.0, |s, v| Ok(s + checked(*v)?))
}

#[differentiable]
fn try_called(x: &[f64]) -> Result<f64, String> {
    let s = x.iter().try_fold(x[0], |s, v| checked(s * *v))?;
    Ok(s * x[1])
}

#[differentiable]
fn try_option(x: &[f64]) -> Option<f64> {
    x.iter().try_fold(1.0, |s, v| Some(s * half(*v)?))
}

#[differentiable]
fn try_called_option(x: &[f64]) -> Option<f64> {
    let a = x.iter().try_fold(x[0], |s, v| half(s * *v))?;
    Some(a * x[0])
}

#[differentiable]
fn try_tuple(x: &[f64]) -> Result<f64, usize> {
    let mut t = 0.0;
    for k in 0..2 {
        let (a, b) = x.iter().enumerate().try_fold((0.0, x[k]), |(a, b), (i, v)| {
            if *v > 9.0 {
                return Err(i);
            }
            Ok((a + b * v, b * v))
        })?;
        t += a * b;
    }
    Ok(t)
}

#[differentiable]
fn matched(x: &[f64]) -> f64 {
    match x.iter().try_fold(1.0, |s, v| if s > 2.0 { Err(s * v) } else { Ok(s * v) }) {
        Ok(a) => a * a,
        Err(_) => x[0],
    }
}

#[differentiable]
fn let_else(x: &[f64]) -> f64 {
    let Ok(a) = x.iter().try_fold(x[0], |s, v| checked(s * *v)) else { return x[1] };
    a * x[2]
}

#[differentiable]
fn in_a_loop(x: &[f64]) -> f64 {
    let mut t = x[0];
    for i in 0..2 {
        if let Ok(a) = x.iter().skip(i).map(|v| v * x[i]).try_fold(t, |s, v| checked(s * v)) {
            t += a * x[2];
        }
    }
    t
}

#[differentiable]
fn closure_with_type(x: &[f64]) -> f64 {
    let r = x.iter().try_fold(1.0, |s: f64, v| -> Result<f64, String> {
        let c = checked(*v)?;
        Ok(s * c)
    });
    r.unwrap_or(0.0)
}

#[differentiable]
fn turbofish(x: &[f64]) -> f64 {
    x.iter()
        .try_fold::<_, _, Result<f64, String>>(1.0, |s: f64, v| {
            let c = checked(*v)?;
            Ok(s * c)
        })
        .unwrap_or(0.0)
}

#[differentiable]
fn try_return(x: &[f64]) -> Result<f64, String> {
    let s: f64 = x.iter().try_fold(0.0, |s, v| {
        let c = checked(*v)?;
        if c > 100.0 {
            return Err(format!("{}", c));
        }
        Ok::<f64, String>(s + c * x[0])
    })?;
    Ok(s * s)
}

#[differentiable]
fn of_questions(x: &[f64]) -> f64 {
    try_question(x).unwrap_or(x[0])
}

#[differentiable]
fn of_calls(x: &[f64]) -> f64 {
    try_called(x).unwrap_or(x[0])
}

#[differentiable]
fn of_options(x: &[f64]) -> f64 {
    try_option(x).unwrap_or(x[0])
}

#[differentiable]
fn of_called_options(x: &[f64]) -> f64 {
    try_called_option(x).unwrap_or(x[0])
}

#[differentiable]
fn of_tuples(x: &[f64]) -> f64 {
    try_tuple(x).unwrap_or(x[0])
}

#[differentiable]
fn returning(x: &[f64]) -> f64 {
    try_return(x).unwrap_or(x[0])
}

#[test]
fn the_first_failure_ends_the_fold() {
    follow! { annotated matched let_else in_a_loop closure_with_type turbofish of_questions of_calls of_options of_called_options of_tuples returning }
    assert_eq!(try_question(&[1.0, -2.0, -3.0]), Err("no".to_owned()));
    assert_eq!(try_question::value_and_grad(&[1.0, -2.0]), (Err("no".to_owned()), vec![0.0; 2]));
}
