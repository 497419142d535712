//! Generated code says nothing under the strictest lints, needs no import, and survives hostile names.

#![deny(warnings, missing_docs, dead_code, unused, missing_debug_implementations, clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]

/// A documented struct whose fields are documented, too: its tangent must be as well.
#[derive(cotangent::Differentiable, Debug)]
pub struct Documented<T: cotangent::prelude::Real, const N: usize> {
    /// Values.
    pub values: [T; N],
    /// Not differentiated.
    #[constant]
    pub label: String,
}

/// Names of the generated code and of the standard library mean something else here.
mod hostile {
    #![allow(dead_code, non_camel_case_types)]

    pub(super) struct Option;
    pub(super) struct Some;
    pub(super) struct Self_;
    pub(super) trait Clone {}
    pub(super) trait Tangent {}
    pub(super) mod core {}

    #[derive(::cotangent::Differentiable)]
    pub(super) struct Vec {
        pub(super) i: f64,
        pub(super) f: f64,
        pub(super) frame: f64,
        pub(super) value: f64,
        pub(super) path: [f64; 2],
    }
}

#[test]
fn hostile_names() {
    use cotangent::prelude::{Leaves, Tangent};

    let v = hostile::Vec { i: 1.0, f: 2.0, frame: 3.0, value: 4.0, path: [5.0, 6.0] };
    assert_eq!(v.leaf(4).f64(), [5.0, 6.0]);
    let mut tangent = hostile::Vec::zero_tangent();
    tangent.accumulate(&hostile::VecTangent { i: 1.0, f: 2.0, frame: 3.0, value: 4.0, path: [5.0, 6.0] });
    assert_eq!(
        (tangent.i, tangent.f, tangent.frame, tangent.value, tangent.path),
        (v.i, v.f, v.frame, v.value, v.path)
    );
}

#[test]
fn documented() {
    let zero = Documented::<f64, 2>::zero_tangent();
    assert_eq!((zero.values, zero.label), ([0.0; 2], cotangent::prelude::NoGrad));
}
