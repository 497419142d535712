//! Copies, and values that may be missing; what the language makes of them is in `language/values/outcomes.rs`.

use cotangent::ops::casts::cast;
use cotangent::ops::clone::clone;
use cotangent::prelude::*;
use cotangent::rule::Rule1;

use super::harness::{contract, numbers};

#[test]
fn a_copy_hands_on_its_cotangent() {
    contract::<clone, _>(&(numbers::<f64, (Dim<3>, Dim<2>)>(1),));
    contract::<clone, _>(&(0.7,));
}

#[test]
fn what_is_there_takes_the_cotangent() {
    #[differentiable]
    fn or(x: Option<f64>, y: f64) -> f64 {
        x.unwrap_or(y) * 10.0
    }
    assert_eq!(or::value_and_grad(Some(3.0), 2.0), (30.0, (10.0, 0.0)));
    assert_eq!(or::value_and_grad(None, 2.0), (20.0, (0.0, 10.0)));
    assert_eq!(or::jvp(Some(3.0), 2.0, (1.0, 5.0)), (30.0, 10.0));
    assert_eq!(or::jvp(None, 2.0, (1.0, 5.0)), (20.0, 50.0));

    #[differentiable]
    fn all(x: Option<f64>, y: Result<f64, u8>) -> f64 {
        x.unwrap() * y.expect("there is one")
    }
    assert_eq!(all::value_and_grad(Some(3.0), Ok(2.0)), (6.0, (2.0, 3.0)));
    assert_eq!(all::jvp(Some(3.0), Ok(2.0), (1.0, 10.0)), (6.0, 32.0));
}

#[test]
fn a_tensor_of_numbers_hands_cotangents_back_to_them() {
    #[differentiable]
    fn f(x: f64, y: f64) -> f64 {
        tensor([x * y, y]).square().sum()
    }
    assert_eq!(f::grad(2.0, 3.0), (36.0, 30.0));
    assert_eq!(f::at(2.0, 3.0).hvp((1.0, 0.0)), (18.0, 24.0));
}

#[test]
fn whole_numbers_have_no_tangent() {
    assert_eq!(<cast<f64> as Rule1<usize>>::forward(&3).0, 3.0);
    assert_eq!(<cast<f64> as Rule1<usize>>::jvp(&3, &3.0, None), 0.0);
    assert_eq!(<cast<f32> as Rule1<i8>>::jvp(&-3, &-3.0, None), 0.0);
}
