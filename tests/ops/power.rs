//! Powers.

use cotangent::ops::elementwise::{fast_powf, powf};
use cotangent::ops::powi::powi;
use cotangent::prelude::*;
use cotangent::rule::Rule2;

use super::harness::{contract, jvp2, laws, numbers, positive, same, single_is_double, vjp2};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

#[test]
fn whole_exponents() {
    for n in [-3, -1, 0, 1, 2, 5] {
        contract::<powi, _>(&(numbers::<f64, (Dim<5>, Dim<7>)>(1) + 4.0, n));
        contract::<powi, _>(&(-1.3, n));
        let single = numbers::<f32, (Dim<5>, Dim<7>)>(1) + 4.0;
        laws::<powi, _>(&(single, n));
        single_is_double::<powi, _, _>(&(single, n), &(single.map(f64::from), n));
    }
}

#[test]
fn real_exponents() {
    for p in [-1.5, 0.0, 0.5, 1.0, 2.0, 3.7] {
        contract::<powf, _>(&(positive::<f64, (Dim<5>, Dim<7>)>(1) + 1.0, p));
        contract::<powf, _>(&(1.3, p));
        let single = positive::<f32, (Dim<5>, Dim<7>)>(1) + 1.0;
        laws::<powf, _>(&(single, p as f32));
        single_is_double::<powf, _, _>(&(single, p as f32), &(single.map(f64::from), f64::from(p as f32)));
    }
    contract::<powf, _>(&(numbers::<f64, (Dim<97>,)>(1).exp(), 1.5));
}

#[test]
fn real_exponents_by_the_fast_function() {
    for p in [-1.5, 0.0, 0.5, 1.0, 2.0, 3.7] {
        contract::<fast_powf, _>(&(positive::<f64, (Dim<5>, Dim<7>)>(1) + 1.0, p));
        contract::<fast_powf, _>(&(1.3, p));
    }
}

/// The derivatives by base and exponent, in both modes, of the plain and of the fast function.
#[track_caller]
fn derivatives(x: f64, p: f64, by_base: f64, by_exponent: f64) {
    derivatives_of::<powf>(x, p, [by_base, by_exponent]);
    derivatives_of::<fast_powf>(x, p, [by_base, by_exponent]);
}

#[track_caller]
fn derivatives_of<R>(x: f64, p: f64, expected: [f64; 2])
where
    R: Rule2<f64, f64, Output = f64> + Rule2<Vector<f64, 1>, f64, Output = Vector<f64, 1>>,
{
    let (x_bar, p_bar) = vjp2::<R, f64, f64>(&x, &p, &1.0);
    same(&[x_bar, p_bar], &expected);
    let forward = [jvp2::<R, f64, f64>(&x, &p, &1.0, &0.0), jvp2::<R, f64, f64>(&x, &p, &0.0, &1.0)];
    same(&forward, &expected);
    let (x_bar, p_bar) = vjp2::<R, Vector<f64, 1>, f64>(&tensor([x]), &p, &tensor([1.0]));
    same(&[x_bar[[0]], p_bar], &expected);
}

#[test]
fn at_a_zero_base() {
    derivatives(0.0, 2.0, 0.0, 0.0);
    derivatives(0.0, 1.0, 1.0, 0.0);
    derivatives(0.0, 0.5, INF, 0.0);
    derivatives(0.0, 0.0, 0.0, NAN);
    derivatives(0.0, -1.0, -INF, NAN);
}

#[test]
fn at_a_negative_base_only_the_exponent_has_no_derivative() {
    derivatives(-2.0, 2.0, -4.0, NAN);
    derivatives(-2.0, 0.0, 0.0, NAN);
    derivatives(-INF, -1.0, 0.0, NAN); // also where the power vanishes
}

#[test]
fn at_an_infinite_base() {
    derivatives(INF, 2.0, INF, INF);
    derivatives(INF, -1.0, 0.0, 0.0);
    derivatives(INF, 0.0, 0.0, INF);
}

#[test]
fn a_constant_exponent_does_no_harm() {
    #[differentiable]
    fn square(x: f64, #[constant] p: f64) -> f64 {
        x.powf(p)
    }
    assert_eq!(square::value_and_grad(-2.0, 2.0), (square(-2.0, 2.0), -4.0));
}

#[test]
fn whole_exponents_at_zero_and_nan() {
    let x = tensor([0.0, NAN, INF]);
    let by = |n: i32| vjp2::<powi, _, _>(&x, &n, &Tensor::full(1.0)).0;
    same(by(0).as_slice(), &[0.0, 0.0, 0.0]);
    same(by(1).as_slice(), &[1.0, 1.0, 1.0]);
    same(by(2).as_slice(), &[0.0, NAN, INF]);
    same(by(-1).as_slice(), &[-INF, NAN, 0.0]);
}

#[test]
fn a_zero_cotangent_gives_zero() {
    let x = tensor([0.0, NAN, INF, -1.0]);
    let (x_bar, p_bar) = vjp2::<powf, _, _>(&x, &-0.5, &Tensor::zeros());
    same(x_bar.as_slice(), &[0.0; 4]);
    same(&[p_bar], &[0.0]);
    same(vjp2::<powi, _, _>(&x, &-1, &Tensor::zeros()).0.as_slice(), &[0.0; 4]);
}
