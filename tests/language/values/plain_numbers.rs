//! Numbers of the language, whose rules are written as arithmetic, and what stands beside them.

use cotangent::prelude::*;

macro_rules! methods {
    ($($name:ident at $x:expr;)*) => {
        mod methods {
            use super::*;

            $(
                #[differentiable]
                pub(super) fn $name(x: f64, y: f64) -> f64 {
                    let scaled = x * y;
                    let value = scaled.$name();
                    value * value + value * scaled
                }
            )*
        }

        #[test]
        fn each_method_reads_what_its_rule_says() {
            $(methods::$name::at($x, 1.0).check().unwrap_or_else(|error| panic!("{}: {error}", stringify!($name)));)*
        }
    };
}

methods! {
    abs at -0.7;
    acos at 0.3;
    acosh at 1.7;
    asin at 0.3;
    asinh at 0.3;
    atan at 0.3;
    atanh at 0.3;
    cbrt at 0.7;
    cos at 0.7;
    cosh at 0.7;
    exp at 0.7;
    exp2 at 0.7;
    exp_m1 at 0.7;
    fract at 1.7;
    ln at 0.7;
    ln_1p at 0.7;
    log10 at 0.7;
    log2 at 0.7;
    recip at 0.7;
    sin at 0.7;
    sinh at 0.7;
    sqrt at 0.7;
    tan at 0.7;
    tanh at 0.7;
    to_degrees at 0.7;
    to_radians at 0.7;
}

#[differentiable]
fn of_two(x: f64, y: f64) -> f64 {
    let (larger, smaller) = (x.max(y), x.min(y));
    let power = larger.powf(smaller) + smaller.powi(3) - smaller.powi(-2);
    power * larger.max(0.5) - power.min(2.0 * x)
}

#[differentiable]
fn divided(x: f64, y: f64) -> f64 {
    let q = x / y;
    let r = 1.0 / q;
    q / r + q / 3.0 - -r / q
}

#[differentiable]
fn in_single_precision(x: f32, w: &[f32; 3]) -> f32 {
    let mut sum = 0.0;
    for i in 0..3 {
        sum += w[i] * x - 0.5 * sum / (1.0 + x * x);
    }
    sum.exp() - x
}

/// A constant, whose type is not written.
const HALF: f64 = 0.5;

#[differentiable]
fn with_constants(x: f64, #[constant] k: f64, #[constant] n: usize, #[constant] data: &[f64]) -> f64 {
    let shifted = HALF + x;
    let scaled = HALF * shifted + k * x - data[n] * shifted;
    let counted = scaled * n as f64 - core::f64::consts::PI * x;
    counted / HALF + k - data[0]
}

#[differentiable]
fn of_references(x: &f64, y: &f64) -> f64 {
    let both = x * y;
    let again = *x - both;
    again * both
}

#[differentiable]
fn plain(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn calls(x: f64, y: f64) -> f64 {
    let before = x * y;
    let called: f64 = plain(before);
    let after = called * before;
    after + plain(after * x)
}

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
struct Pair {
    left: f64,
    right: f64,
}

#[differentiable]
fn of_a_struct(pair: Pair, x: f64) -> Pair {
    let left = pair.left * x;
    let product: f64 = left * pair.right;
    Pair { left: product + left, right: product / x }
}

#[differentiable]
fn struct_used(pair: Pair, x: f64) -> f64 {
    let new = of_a_struct(pair, x);
    new.left * new.right + x
}

#[differentiable]
fn parts(x: f64, y: f64) -> f64 {
    let (a, b) = (x * y, x - y);
    let list = [a * b, a + b, b];
    let tuple = (list[0] * a, list[2]);
    let nested = [[tuple.0, tuple.1], [a, b]];
    nested[0][0] * nested[1][0] - nested[0][1] * list[1]
}

#[differentiable]
fn branches(x: f64, y: f64) -> f64 {
    let mut value = 1.0;
    let which = if x > y {
        let d = x - y;
        value *= d;
        d * d
    } else {
        value -= x;
        y
    };
    let late;
    if which > 2.0 {
        late = which * x;
    } else {
        late = value * y;
    }
    match (x * 10.0) as i32 {
        0..=5 => late * which,
        6 | 7 => late / value,
        _ => value,
    }
}

#[differentiable]
fn state(x: f64, #[constant] steps: usize) -> f64 {
    let (mut at, mut speed) = (x, 1.0);
    let mut i = 0;
    while i < steps {
        let force = -at * at * at - 0.1 * speed;
        speed += 0.1 * force;
        at += 0.1 * speed;
        if at > 2.0 {
            break;
        }
        i += 1;
    }
    at * speed
}

#[differentiable]
fn in_place(list: &mut [f64; 5], k: f64) {
    for i in 1..4 {
        let curvature = list[i - 1] - 2.0 * list[i] + list[i + 1];
        list[i] = list[i] + k * curvature;
    }
    list[0] *= k;
    list[4] = -list[4];
}

#[differentiable]
fn shadowed(x: f64) -> f64 {
    let v = x * x;
    let v = v * x + v;
    let x = v - x;
    let v = v * x;
    v * x
}

#[differentiable]
fn stopped(x: f64, y: f64) -> f64 {
    let a = x * y;
    let b = stop_gradient(a) * x;
    b * b - a
}

#[differentiable]
fn counted_twice(x: f64) -> f64 {
    let a = x * x;
    a * a * a + a
}

#[test]
fn derivatives_are_right() {
    macro_rules! right {
        ($($at:expr;)*) => {
            $($at.check().unwrap_or_else(|error| panic!("{}: {error}", stringify!($at)));)*
        };
    }
    right! {
        of_two::at(0.7, 1.3);
        of_two::at(1.4, 0.3);
        divided::at(0.7, 1.3);
        in_single_precision::at(0.7, &[0.3, -0.2, 0.5]);
        with_constants::at(0.7, 1.3, 1, &[0.3, 0.8]);
        of_references::at(&0.7, &1.3);
        calls::at(0.7, 1.3);
        struct_used::at(Pair { left: 0.7, right: 1.3 }, 0.4);
        parts::at(0.7, 1.3);
        branches::at(1.3, 0.4);
        branches::at(0.33, 0.8);
        branches::at(0.65, 1.9);
        state::at(0.7, 12);
        state::at(1.9, 9);
        in_place::at(&mut [0.3, 0.1, -0.4, 0.7, 0.2], 0.4);
        shadowed::at(0.7);
        counted_twice::at(0.7);
    }
    // (c x)² - x y with the constant c = x y = 1
    assert_eq!(stopped::grad(0.5, 2.0), (-1.0, -0.5));
}

/// Where the cotangent is zero, an infinite derivative adds nothing.
#[differentiable]
fn not_taken(x: f64) -> f64 {
    let root = x.sqrt();
    let inverse = 1.0 / x;
    if x > 0.0 { root * inverse } else { 0.0 * root + 0.0 * inverse }
}

#[test]
fn zero_cotangents_stay_zero() {
    assert_eq!(not_taken::grad(0.0), 0.0);
}

/// What the tape keeps is known without the types of the compiler.
#[test]
fn the_size_of_the_tape_is_the_one_that_is_used() {
    let mut tape = [0; state_free::tape_words()];
    assert!(state_free::at(0.3, &[0.1, 0.2]).on(&mut tape).try_value_and_grad().is_ok());
    let words = state_free::tape_words();
    let mut short = vec![0; words - 1];
    assert!(state_free::at(0.3, &[0.1, 0.2]).on(&mut short[..]).try_value_and_grad().is_err());
}

#[differentiable]
fn state_free(x: f64, w: &[f64; 2]) -> f64 {
    let mut sum = x.sin();
    for i in 0..2 {
        let product = sum * w[i] / x;
        sum = product.exp() * sum;
    }
    sum
}

#[differentiable]
fn quotient(a: f64, b: f64) -> f64 {
    a / b
}

#[test]
fn both_cotangents_of_a_quotient_have_one_division() {
    let (a, b) = (0.7, 0.3);
    assert_eq!(both_modes!(quotient(a, b)), (a / b, (1.0 / b, -(1.0 / b) * (a / b))));
    assert_eq!(quotient::grad(1.0, f64::INFINITY), (0.0, 0.0));
}

/// The power is read twice in an iteration, before it changes.
#[differentiable]
fn polynomial(c: &[f64; 5], x: f64) -> f64 {
    let (mut power, mut sum) = (1.0, 0.0);
    for k in 0..5 {
        sum += c[k] * power;
        power *= x;
    }
    sum
}

#[differentiable]
fn polynomial_after(c: &[f64; 5], x: f64) -> f64 {
    let (mut power, mut sum) = (1.0, 0.0);
    for k in 0..5 {
        power *= x;
        sum += c[k] * power;
    }
    sum
}

#[test]
fn a_value_that_is_read_and_multiplied_is_kept_once() {
    let (c, x) = ([0.3, -0.2, 0.5, 0.7, 1.1], 0.7);
    polynomial::at(&c, x).check().unwrap();
    polynomial_after::at(&c, x).check().unwrap();
    if !cfg!(debug_assertions) {
        assert_eq!((polynomial::tape_words(), polynomial_after::tape_words()), (5, 10));
    }
}
