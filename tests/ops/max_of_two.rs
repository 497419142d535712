//! The larger and the smaller of two numbers.

use cotangent::ops::elementwise::{maximum, minimum};

use super::harness::{contract, jvp2, laws, vjp2};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

#[test]
fn away_from_ties() {
    for (x, y) in [(1.0, 2.0), (2.0, 1.0), (-1.0, -2.0), (-2.0, 0.5)] {
        contract::<maximum, _>(&(x, y));
        contract::<minimum, _>(&(x, y));
        laws::<maximum, _>(&(x as f32, y as f32));
        laws::<minimum, _>(&(x as f32, y as f32));
    }
}

/// Both cotangents for a cotangent of 1, and the same by tangents.
#[track_caller]
fn partials(x: f64, y: f64, of_larger: (f64, f64), of_smaller: (f64, f64)) {
    assert_eq!(vjp2::<maximum, _, _>(&x, &y, &1.0), of_larger);
    assert_eq!(vjp2::<minimum, _, _>(&x, &y, &1.0), of_smaller);
    assert_eq!(jvp2::<maximum, _, _>(&x, &y, &1.0, &10.0), of_larger.0 + 10.0 * of_larger.1);
    assert_eq!(jvp2::<minimum, _, _>(&x, &y, &1.0, &10.0), of_smaller.0 + 10.0 * of_smaller.1);
    assert_eq!(vjp2::<maximum, _, _>(&(x as f32), &(y as f32), &1.0), (of_larger.0 as f32, of_larger.1 as f32));
}

#[test]
fn a_tie_is_halved() {
    partials(3.0, 3.0, (0.5, 0.5), (0.5, 0.5));
    partials(0.0, -0.0, (0.5, 0.5), (0.5, 0.5));
    partials(INF, INF, (0.5, 0.5), (0.5, 0.5));
    laws::<maximum, _>(&(3.0, 3.0));
    laws::<minimum, _>(&(3.0, 3.0));
}

#[test]
fn infinities_are_ordered() {
    partials(INF, 1.0, (1.0, 0.0), (0.0, 1.0));
    partials(1.0, -INF, (1.0, 0.0), (0.0, 1.0));
}

#[test]
fn nan_loses() {
    partials(NAN, 1.0, (0.0, 1.0), (0.0, 1.0));
    partials(1.0, NAN, (1.0, 0.0), (1.0, 0.0));
    partials(NAN, NAN, (0.0, 0.0), (0.0, 0.0));
}

#[test]
fn what_is_not_taken_gets_nothing_of_an_infinite_cotangent() {
    assert_eq!(vjp2::<maximum, _, _>(&1.0, &2.0, &INF), (0.0, INF));
}
