//! `Option`, `Result` and `?`: the derivative is that of the value.

use cotangent::prelude::*;

#[differentiable]
fn root(x: f64) -> Option<f64> {
    if x < 0.0 {
        return None;
    }
    Some(x.sqrt())
}

#[differentiable]
fn sum_of_roots(x: f64, y: f64) -> Option<f64> {
    let a = root(x)? * 2.0;
    Some(a + root(y)? * root(x)?)
}

#[test]
fn a_question_mark_returns_or_goes_on() {
    // a = 2 sqrt(x), d/dx (2 sqrt(x) + sqrt(x y)) = 1/sqrt(x) + sqrt(y/x)/2
    assert_eq!(sum_of_roots(4.0, 9.0), Some(10.0));
    assert_eq!(both_modes!(sum_of_roots(4.0, 9.0)), (Some(10.0), (0.5 + 0.75, 1.0 / 3.0)));
    assert_eq!(both_modes!(sum_of_roots(4.0, -9.0)), (None, (0.0, 0.0)));
    assert_eq!(both_modes!(sum_of_roots(-4.0, 9.0)), (None, (0.0, 0.0)));
    assert_eq!(sum_of_roots::vjp(4.0, 9.0, 3.0), (Some(10.0), (3.75, 1.0)));
}

#[derive(Debug, PartialEq)]
enum Problem {
    Negative(f64),
    Zero,
}

#[derive(Debug, PartialEq)]
struct Report(String);

impl From<Problem> for Report {
    fn from(problem: Problem) -> Self {
        Self(format!("{problem:?}"))
    }
}

#[differentiable]
fn logarithm(x: f64) -> Result<f64, Problem> {
    if x < 0.0 {
        Err(Problem::Negative(stop_gradient(x)))
    } else if x == 0.0 {
        Err(Problem::Zero)
    } else {
        Ok(x.ln())
    }
}

#[differentiable]
fn entropy(p: &[f64]) -> Result<f64, Report> {
    let mut sum = 0.0;
    for &p in p {
        if p > 1.0 {
            return Err(Report(String::from("more than one")));
        }
        sum -= p * logarithm(p)?;
    }
    Ok(sum)
}

#[test]
fn a_question_mark_converts_errors_and_leaves_loops() {
    let p = [0.25, 0.75];
    let (value, gradient) = both_modes!(entropy(&p));
    assert_eq!(value, entropy(&p));
    for (p, g) in p.iter().zip(&gradient) {
        assert!((g - (-p.ln() - 1.0)).abs() < 1e-15);
    }
    let (value, gradient) = both_modes!(entropy(&[0.25, -1.0]));
    assert_eq!((value, gradient), (Err(Report(String::from("Negative(-1.0)"))), vec![0.0, 0.0]));
    let (value, gradient) = both_modes!(entropy(&[0.25, 0.0]));
    assert_eq!((value, gradient), (Err(Report(String::from("Zero"))), vec![0.0, 0.0]));
    let (value, gradient) = both_modes!(entropy(&[0.25, 2.0]));
    assert_eq!((value, gradient), (Err(Report(String::from("more than one"))), vec![0.0, 0.0]));
}

#[differentiable]
fn scaled(text: &str, x: f64) -> Result<f64, std::num::ParseFloatError> {
    let k: f64 = text.parse()?;
    Ok(k * x)
}

#[test]
fn a_question_mark_on_what_is_constant() {
    assert_eq!(both_modes!(scaled("2.5", 3.0)), (Ok(7.5), 2.5));
    let (value, gradient) = both_modes!(scaled("two", 3.0));
    assert!(value.is_err() && gradient == 0.0);
}

#[differentiable]
fn chosen(x: Option<f64>, y: f64) -> f64 {
    match x {
        Some(x) if x > 10.0 => x * y,
        Some(x) => x * x * y,
        None => y,
    }
}

#[differentiable]
fn choosing(x: &Option<f64>, y: f64) -> f64 {
    if let Some(x) = x { *x * y } else { y * y }
}

#[differentiable]
fn or_else(x: Option<f64>, y: f64) -> f64 {
    let Some(x) = x else {
        return y;
    };
    x.sin() * y
}

#[differentiable]
fn chained(x: Option<f64>, y: f64) -> f64 {
    let mut sum = y;
    if let Some(x) = x
        && y > 0.0
    {
        sum += x * x;
    }
    sum
}

#[test]
fn parameters_may_be_missing() {
    assert_eq!(both_modes!(chosen(Some(20.0), 3.0)), (60.0, (3.0, 20.0)));
    assert_eq!(both_modes!(chosen(Some(2.0), 3.0)), (12.0, (12.0, 4.0)));
    assert_eq!(both_modes!(chosen(None, 3.0)), (3.0, (0.0, 1.0)));
    assert_eq!(both_modes!(choosing(&Some(2.0), 3.0)), (6.0, (3.0, 2.0)));
    assert_eq!(both_modes!(choosing(&None, 3.0)), (9.0, (0.0, 6.0)));
    assert_eq!(both_modes!(or_else(Some(0.0), 3.0)), (0.0, (3.0, 0.0)));
    assert_eq!(both_modes!(or_else(None, 3.0)), (3.0, (0.0, 1.0)));
    assert_eq!(both_modes!(chained(Some(2.0), 3.0)), (7.0, (4.0, 1.0)));
    assert_eq!(both_modes!(chained(Some(2.0), -3.0)), (-3.0, (0.0, 1.0)));
    assert_eq!(both_modes!(chained(None, 3.0)), (3.0, (0.0, 1.0)));
}

#[differentiable]
fn kept(x: f64, n: usize) -> f64 {
    let mut best = None;
    for i in 0..n {
        let y = x * i as f64;
        best = match best {
            Some(z) if z > 1.0 => Some(z),
            _ => Some(y * y),
        };
    }
    best.unwrap_or(x)
}

#[test]
fn a_variable_may_be_missing() {
    assert_eq!(both_modes!(kept(3.0, 0)), (3.0, 1.0));
    assert_eq!(both_modes!(kept(3.0, 1)), (0.0, 0.0));
    // The first square above 1 stays: (1 x)^2.
    assert_eq!(both_modes!(kept(3.0, 5)), (9.0, 6.0));
}

#[differentiable]
fn unwrapped(x: f64, y: f64) -> f64 {
    root(x).unwrap() + root(y).expect("a positive number") * logarithm(x).unwrap() + root(-y).unwrap_or(x * y)
}

#[test]
fn values_are_unwrapped() {
    let (x, y) = (4.0_f64, 9.0_f64);
    let (value, (dx, dy)) = both_modes!(unwrapped(x, y));
    assert_eq!(value, unwrapped(x, y));
    assert!((dx - (0.25 + 3.0 / x + y)).abs() < 1e-14, "{dx}");
    assert!((dy - (x.ln() / 6.0 + x)).abs() < 1e-14, "{dy}");
}

#[differentiable]
fn in_places(x: f64, k: usize) -> Option<f64> {
    let pair = (root(x)?, [root(x + 1.0)?; 2]);
    let mut sum = 0.0;
    while root(sum)? < 1.7 {
        sum += root(x)?;
    }
    if root(x)? > 10.0 {
        return Some(sum);
    } else if root(x - k as f64)? > 1.0 {
        sum *= match k {
            0 => root(x)?,
            _ => x,
        };
    }
    Some(sum + pair.0 + pair.1[1])
}

#[test]
fn question_marks_stand_anywhere() {
    for (x, k) in [(4.5, 0), (4.5, 1), (4.5, 4), (101.0, 0), (5.0, 0)] {
        cotangent::check::gradient(
            |x: &f64| in_places(*x, k).unwrap(),
            |x| {
                let (y, g) = both_modes!(in_places(*x, k));
                (y.unwrap(), g)
            },
            x,
        )
        .unwrap_or_else(|mismatch| panic!("{x}, {k}: {mismatch}"));
    }
    assert_eq!(both_modes!(in_places(4.0, 5)), (None, 0.0));
    assert_eq!(both_modes!(in_places(-4.0, 5)), (None, 0.0));
}

#[differentiable]
fn both(x: Option<f64>, y: Result<f64, u8>) -> f64 {
    match (x, y) {
        (Some(x), Ok(y)) => x * y,
        (Some(z), Err(k)) => z * f64::from(k),
        (None, Ok(z)) => z * z,
        _ => 0.0,
    }
}

#[test]
fn two_at_once() {
    assert_eq!(both_modes!(both(Some(2.0), Ok(3.0))), (6.0, (3.0, 2.0)));
    assert_eq!(both_modes!(both(Some(2.0), Err(7))), (14.0, (7.0, 0.0)));
    assert_eq!(both_modes!(both(None, Ok(3.0))), (9.0, (0.0, 6.0)));
    assert_eq!(both_modes!(both(None, Err(3))), (0.0, (0.0, 0.0)));
}

#[derive(Differentiable, Clone, Debug)]
struct Counted {
    speed: f64,
    #[constant]
    steps: usize,
}

#[differentiable]
fn carries_a_part(x: f64, start: &Counted) -> Result<f64, usize> {
    let Counted { steps, speed } = start;
    if x > 3.0 {
        return Err(start.steps);
    }
    if x > 2.0 {
        return Err(*steps);
    }
    Ok(x * speed)
}

/// It counted as a value that a derivative flows through.
#[test]
fn an_error_may_carry_a_constant_part_of_a_value() {
    let start = Counted { speed: 2.0, steps: 7 };
    for (x, value, slopes) in [(1.0, Ok(2.0), (2.0, 1.0)), (2.5, Err(7), (0.0, 0.0)), (4.0, Err(7), (0.0, 0.0))] {
        let (found, (dx, d)) = carries_a_part::vjp(x, &start, 1.0);
        assert_eq!((found, (dx, d.speed)), (value, slopes));
    }
}

#[differentiable]
fn squared_if(x: f64, is_large: bool) -> f64 {
    if is_large { x * x } else { x }
}

#[differentiable]
fn by_the_root_or_a_default(x: f64) -> f64 {
    let known = squared_if(x, root(x).unwrap_or(0.0) > 1.0);
    if carries_a_part(x, &Counted { speed: 2.0, steps: 7 }).unwrap_or(-x) > 0.0 { known * 3.0 } else { known }
}

/// It was refused: the method counted as one that may store its arguments.
#[test]
fn a_default_may_decide() {
    for (x, value, slope) in [(-1.0, -1.0, 1.0), (0.25, 0.75, 3.0), (1.5, 6.75, 9.0), (4.0, 16.0, 8.0)] {
        assert_eq!(by_the_root_or_a_default(x), value);
        assert_eq!(both_modes!(by_the_root_or_a_default(x)), (value, slope));
    }
}

#[differentiable]
fn twice_checked(x: f64) -> Result<f64, usize> {
    carries_a_part(carries_a_part(x, &Counted { speed: 1.5, steps: 7 })?, &Counted { speed: x, steps: 3 })
}

#[differentiable]
fn checked_in_a_statement(x: f64) -> Result<f64, usize> {
    carries_a_part(carries_a_part(x, &Counted { speed: 1.5, steps: 7 })? + 0.5, &Counted { speed: x, steps: 3 })?;
    Ok(x * x)
}

/// The name of the outer function counted as what the inner call may change.
#[test]
fn a_function_takes_what_it_gave_itself() {
    assert_eq!(twice_checked(1.0), Ok(1.5));
    assert_eq!(twice_checked(1.8), Err(3));
    twice_checked::at(0.7).check().unwrap();
    checked_in_a_statement::at(0.7).check().unwrap();
    assert_eq!(checked_in_a_statement(1.8), Err(3));
}
