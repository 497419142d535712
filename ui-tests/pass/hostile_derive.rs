//! The same for the derive.
#![deny(warnings)]

mod model {
    #![allow(dead_code)]
    struct Option;
    struct Some;
    struct None;
    struct Sized;
    struct Vec;
    struct Result;
    trait Default {}
    trait Iterator {}
    mod core {}
    mod std {}

    #[derive(cotangent::Differentiable)]
    pub struct Line {
        pub slope: f64,
        pub others: [(f64, f32); 2],
        #[constant]
        pub name: &'static str,
    }
}

fn main() {
    let tangent: cotangent::differentiable::Ct<model::Line> = model::Line::zero_tangent();
    assert_eq!((tangent.slope, tangent.others), (0.0, [(0.0, 0.0); 2]));
}
