//! Macros of the user's that give constants: they are repeated as they are.

use cotangent::prelude::*;

macro_rules! epsilon {
    () => {
        1e-3
    };
}

macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}

macro_rules! coefficients {
    ($($x:expr),*) => {
        [$(f64::from($x)),*]
    };
}

macro_rules! number {
    ($t:ty, $x:expr) => {
        <$t as num_traits::NumCast>::from($x).unwrap()
    };
}

#[differentiable]
fn of_constants(m: f64, s: f64) -> f64 {
    let n = 3;
    let weight = f64::from(square!(n));
    if m < epsilon!() {
        return 0.0;
    }
    let mut sum = 0.0;
    for c in coefficients![1, 2, 3] {
        sum = sum * m + c * s;
    }
    for (i, c) in coefficients![3, 4].iter().enumerate() {
        let scaled = |x: f64| x * square!(i + 1) as f64;
        sum += scaled(c * m) / square!(weight);
    }
    sum + m * epsilon!() - [m, s].iter().map(|x| x * square!(2.0)).sum::<f64>()
}

#[differentiable]
fn polynomial<T: num_traits::Float>(x: T) -> T {
    macro_free(x) * number!(T, 3.0) - number!(T, 0.5) / x
}

#[differentiable]
fn macro_free<T: num_traits::Float>(x: T) -> T {
    x * x
}

macro_rules! with_a_block {
    ($name:ident, $m:ident, $y:ident, $body:block) => {
        #[differentiable]
        fn $name($m: f64, s: f64) -> f64 {
            let mut $y = $m * s;
            $body
            $y + s
        }
    };
}
with_a_block!(of_a_block, m, y, {
    y = y * m;
});

/// As in the crate `approx`.
macro_rules! ulps_eq {
    ($a:expr, $b:expr) => {
        ($a - $b).abs() <= f64::EPSILON
    };
    ($a:expr, $b:expr, epsilon = $e:expr) => {
        ($a - $b).abs() <= $e
    };
}
macro_rules! assert_relative_eq {
    ($a:expr, $b:expr) => {
        assert!(ulps_eq!($a, $b))
    };
}

#[differentiable]
fn compared_approximately(m: f64, s: f64) -> f64 {
    assert_relative_eq!(m * s, s * m);
    if ulps_eq!(m, 1.0) || ulps_eq!(m * s, 0.9, epsilon = 0.05) {
        return m * m * s;
    }
    let apart = !ulps_eq!(m, s);
    if apart && s > 0.5 { m * s } else { s * s }
}

/// A block that a macro passes on is a group without delimiters, which no parser takes for a statement.
#[test]
fn blocks_that_macros_pass_on() {
    follows! { of_a_block }
}

#[test]
fn constants_of_macros() {
    follows! { of_constants compared_approximately }
    check! { polynomial() at 0.7, 2.0; }
}
