//! The tangent of a struct is a vector space.

use cotangent::prelude::*;

#[derive(Differentiable)]
struct Inner {
    b: [f32; 2],
}

#[derive(Differentiable)]
struct Model {
    w: Matrix<f64, 2, 2>,
    inner: Inner,
    #[constant]
    name: String,
    bias: f64,
    n: i32,
}

fn tangent(w: f64, b: [f32; 2], bias: f64) -> ModelTangent {
    ModelTangent { w: Matrix::full(w), inner: InnerTangent { b }, name: NoGrad, bias, n: NoGrad }
}

fn sum(a: &ModelTangent, b: &ModelTangent) -> ModelTangent {
    let mut sum = a.clone();
    sum.accumulate(b);
    sum
}

fn times(factor: f64, a: &ModelTangent) -> ModelTangent {
    let mut scaled = a.clone();
    scaled.scale(factor);
    scaled
}

#[test]
fn sums_are_field_by_field() {
    let (a, b) = (tangent(1.0, [2.0, 3.0], 4.0), tangent(10.0, [20.0, 30.0], 40.0));
    assert_eq!(sum(&a, &b), tangent(11.0, [22.0, 33.0], 44.0));
    assert_eq!(sum(&a, &b), sum(&b, &a));
    assert_ne!(sum(&a, &b), a);
}

#[test]
fn zero_is_neutral() {
    let a = tangent(1.0, [-2.0, 3.0], 4.0);
    assert_eq!(sum(&a, &ModelTangent::zero()), a);
    assert_eq!(sum(&ModelTangent::zero(), &a), a);
    assert_eq!(ModelTangent::zero(), tangent(0.0, [0.0, 0.0], 0.0));
    assert!(ModelTangent::zero().bias.is_sign_positive(), "users see +0.0");
}

#[test]
fn the_internal_zero_keeps_every_sign() {
    let zero = ModelTangent::neutral();
    assert!(zero.bias.is_sign_negative() && zero.inner.b[1].is_sign_negative() && zero.w[[1, 1]].is_sign_negative());
    let sum = sum(&tangent(-0.0, [-0.0, 0.0], -0.0), &zero);
    assert!(sum.bias.is_sign_negative() && sum.inner.b[0].is_sign_negative() && sum.inner.b[1].is_sign_positive());
}

#[test]
fn scaling_distributes() {
    let (a, b) = (tangent(1.0, [2.0, 3.0], 4.0), tangent(5.0, [6.0, 7.0], 8.0));
    assert_eq!(times(2.0, &a), tangent(2.0, [4.0, 6.0], 8.0));
    assert_eq!(times(2.0, &sum(&a, &b)), sum(&times(2.0, &a), &times(2.0, &b)));
    assert_eq!(times(0.5, &times(2.0, &a)), a);
}

#[test]
fn the_inner_product_sums_over_all_fields() {
    let (a, b) = (tangent(1.0, [2.0, 3.0], 4.0), tangent(5.0, [6.0, 7.0], 8.0));
    assert_eq!(a.inner(&b), 4.0 * 5.0 + 2.0 * 6.0 + 3.0 * 7.0 + 4.0 * 8.0);
    assert_eq!(a.inner(&b), b.inner(&a));
    assert_eq!(a.inner(&ModelTangent::zero()), 0.0);
}

#[test]
fn constants_can_be_of_any_type() {
    let model = Model { w: Matrix::zeros(), inner: Inner { b: [0.0; 2] }, name: "m".to_owned(), bias: 1.0, n: 2 };
    assert_eq!((model.name.as_str(), model.bias, model.n, model.inner.b, model.w.sum()), ("m", 1.0, 2, [0.0; 2], 0.0));
}
