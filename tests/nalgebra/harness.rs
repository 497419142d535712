//! How a rule is tested, and numbers to test it with.

use std::any::type_name;

use cotangent::check::{Agreement, Checker, Mismatch, OperandsWithTangents, Point};
use cotangent::prelude::*;
use cotangent::rule::Rule;
use nalgebra::SMatrix;

/// Distinct numbers between -2 and 2, none closer to 0 than 0.01, in an order that looks random.
pub fn numbers<const R: usize, const C: usize>(seed: usize) -> SMatrix<f64, R, C> {
    SMatrix::from_fn(|i, j| (((i * 37 + j * 29 + seed * 53) % 101) as f64 - 50.25) / 25.0)
}

/// The error, if there is one.
#[track_caller]
pub fn report(what: &str, result: Result<Agreement, Mismatch>) {
    result.unwrap_or_else(|mismatch| panic!("{what}: {mismatch}"));
}

/// The first and second derivatives of a rule: the whole contract.
#[track_caller]
pub fn contract<R: Rule, A: OperandsWithTangents<R>>(operands: &A)
where
    Ct<A::Output>: Point<Tangent = Ct<A::Output>>,
{
    let report = |what: &str, mismatch| panic!("{} of {}: {mismatch}", what, type_name::<(R, A)>());
    Checker::new().rule::<R, A>(operands).unwrap_or_else(|mismatch| report("first", mismatch));
    Checker::new().second::<R, A>(operands).unwrap_or_else(|mismatch| report("second", mismatch));
}

/// The contract of each `rule: operands`.
macro_rules! contracts {
    ($($test:ident { $($rule:ty: $($x:expr),+;)+ })*) => {$(
        #[test]
        fn $test() {
            $($crate::harness::contract::<$rule, _>(&($($x,)+));)+
        }
    )*};
}
