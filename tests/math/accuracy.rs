//! Errors in units in the last place: of `f32` against the platform's functions of `f64`, of `f64` against `tests/data/accurate_math.py`.

use cotangent::math::{self, Arithmetic, Separate};

use super::{FUNCTIONS, Function, Fused, is_of_angle};

const EXACT: &str = include_str!("../data/math.txt");

/// The largest `f32` that is taken for an angle.
const LARGEST_ANGLE: f64 = 67_108_864.0;

/// How far `found` is off `exact`, in units in the last place of an `f32`.
fn error(found: f32, exact: f64) -> f64 {
    let nearest = exact as f32;
    if found == nearest || found.is_nan() && exact.is_nan() {
        // Of the numbers that overflow, and of both zeros, there is nothing to measure.
        return if found == 0.0 && found.is_sign_negative() != exact.is_sign_negative() { f64::INFINITY } else { 0.0 };
    }
    if nearest.is_infinite() || found.is_infinite() {
        return if found.abs() >= f32::MAX && nearest.abs() >= f32::MAX && found.signum() == nearest.signum() {
            1.0
        } else {
            f64::INFINITY
        };
    }
    let exponent = exact.abs().log2().floor().max(-126.0);
    (f64::from(found) - exact).abs() / (exponent - 23.0).exp2()
}

/// The largest error among every `step`-th `f32`, and where it is.
fn worst(function: &Function, variant: usize, step: usize) -> (f64, f32) {
    let mut worst = (0.0, 0.0);
    for bits in (0..=u32::MAX).step_by(step) {
        let x = f32::from_bits(bits);
        let wide = f64::from(x);
        let is_refused = is_of_angle(function) && wide.abs() > LARGEST_ANGLE;
        let exact = if is_refused { f64::NAN } else { (function.standard)(wide) };
        let error = error(function.single[variant](x), exact);
        if error > worst.0 || error.is_nan() {
            worst = (error, x);
        }
    }
    worst
}

#[track_caller]
fn single(step: usize) {
    for function in FUNCTIONS {
        for variant in 0..2 {
            let (error, at) = worst(function, variant, step);
            println!("{} {variant}: {error:.3} at {at:e}", function.name);
            assert!(error <= function.bounds[0], "{} of {at:e} is {error} ulp off", function.name);
        }
    }
}

#[test]
fn single_precision() {
    single(30_011);
}

/// Some minutes for each function, optimised: `cargo test --release -p cotangent-tests --test main every_single -- --ignored`.
#[test]
#[ignore = "an hour"]
fn every_single() {
    single(1);
}

/// The function, the arguments, the nearest `f64` to the value, and what is left in units in its last place.
fn exact(line: &str) -> (&str, Vec<f64>, f64, f64) {
    let mut words = line.split(' ');
    let name = words.next().unwrap();
    let mut numbers: Vec<f64> = words.map(|word| word.parse().unwrap()).collect();
    let (rest, nearest) = (numbers.pop().unwrap(), numbers.pop().unwrap());
    (name, numbers, nearest, rest)
}

fn double_error(found: f64, nearest: f64, rest: f64) -> f64 {
    let unit = nearest.abs().next_up() - nearest.abs();
    ((found - nearest) / unit - rest).abs()
}

#[test]
fn double_precision() {
    let mut compared = 0;
    for (name, arguments, nearest, rest) in EXACT.lines().map(exact) {
        let found = match FUNCTIONS.iter().find(|function| function.name == name) {
            Some(function) => function.double.map(|f| (f(arguments[0]), function.bounds[1])),
            None => [Separate::powf, Fused::powf].map(|powf| (powf(arguments[0], arguments[1]), 1.20)),
        };
        for (found, bound) in found {
            let error = double_error(found, nearest, rest);
            assert!(error <= bound, "{name} of {arguments:?} is {found:e}, {error} ulp off {nearest:e}");
            compared += 1;
        }
    }
    assert!(compared > 5000, "{compared}");
}

/// The logistic function of the opposite number, and the derivative of `x Φ(x)`, which is 0 at -0.75.
#[test]
fn what_comes_with_a_function() {
    for i in -60_000..=60_000 {
        let x = i as f32 / 1000.0;
        let wide = f64::from(x);
        for (_, opposite) in [Separate::sigmoids(x), Fused::sigmoids(x)] {
            let error = error(opposite, super::sigmoid(-wide));
            assert!(error <= 2.7, "{x:e} gives {opposite:e}, {error} ulp off");
        }
        let density = (-0.5 * wide * wide).exp() * 0.398_942_280_401_432_7;
        let slope = if x == 0.0 { 0.5 } else { super::gelu(wide) / wide + wide * density };
        for (_, found) in [Separate::gelu(x), Fused::gelu(x)] {
            let error = (f64::from(found) - slope).abs() / f64::from(f32::EPSILON);
            assert!(error <= 1.5, "{x:e} gives {found:e}, {error} units of 1 off");
        }
        let [s, g] = [Separate::sigmoids(wide).1, Separate::gelu(wide).1];
        assert!((s / super::sigmoid(-wide) - 1.0).abs() < 3.0 * f64::EPSILON, "{x:e}: {s:e}");
        assert!((g - slope).abs() < 4.0 * f64::EPSILON, "{x:e}: {g:e}");
    }
    for x in [60.1_f32, f32::INFINITY] {
        assert_eq!((math::sigmoids(x), math::gelu(x)), ((1.0, 0.0), (x, 1.0)));
        assert_eq!((math::sigmoids(-1e9_f32), math::gelu(f32::NEG_INFINITY)), ((0.0, 1.0), (0.0, 0.0)));
    }
    assert_eq!(math::sigmoids(661.0_f64), (1.0, 0.0));
}

#[test]
fn single_powers() {
    for x in [1e-30_f32, 0.003, 0.5, 0.99, 0.999_999, 1.000_001, 1.1, 2.0, 7.3, 1e10, -1.5, -8.0] {
        for i in -400..=400 {
            let y = if x > 0.0 { i as f32 * 0.37 } else { (i / 8) as f32 };
            let exact = f64::from(x).powf(f64::from(y));
            for found in [Separate::powf(x, y), Fused::powf(x, y)] {
                let error = error(found, exact);
                assert!(error <= 1.14, "{x:e} to the power of {y:e} is {found:e}, {error} ulp off");
            }
        }
    }
}
