//! How a rule is tested: `cotangent::check` on operands of both number types, and single VJPs and JVPs for exact values.

use cotangent::check::{Checker, Operands, OperandsWithTangents, Point};
use cotangent::prelude::*;
use cotangent::rule::{Rule, Rule1, Rule2};

/// Distinct numbers between -2 and 2, none closer to 0 or to another than 0.02, in an order that looks random. There are 101 of
/// them; longer tensors repeat them.
pub fn numbers<T: Real, S: Shape>(seed: usize) -> Tensor<T, S> {
    let mut x = Tensor::zeros();
    for (i, x) in x.as_mut_slice().iter_mut().enumerate() {
        *x = T::lit((((i * 37 + seed * 53) % 101) as f64 - 50.25) / 25.0);
    }
    x
}

/// The absolute values of [`numbers`].
pub fn positive<T: Real, S: Shape>(seed: usize) -> Tensor<T, S> {
    numbers::<T, S>(seed).map(T::abs)
}

/// [`numbers`] between -1 and 1.
pub fn unit<T: Real, S: Shape>(seed: usize) -> Tensor<T, S> {
    numbers::<T, S>(seed) / T::lit(2.25)
}

/// Numbers between 1 and 3.
pub fn above_one<T: Real, S: Shape>(seed: usize) -> Tensor<T, S> {
    positive::<T, S>(seed) + T::ONE
}

/// [`numbers`] between -8 and 8.
pub fn wide<T: Real, S: Shape>(seed: usize) -> Tensor<T, S> {
    numbers::<T, S>(seed) * T::lit(3.7)
}

/// The first and second derivatives: the whole contract, of both orders.
#[track_caller]
pub fn contract<R: Rule, A: OperandsWithTangents<R>>(operands: &A)
where
    Ct<A::Output>: Point<Tangent = Ct<A::Output>>,
{
    first::<R, A>(operands);
    report::<R>("second", Checker::new().second::<R, A>(operands).unwrap());
}

/// The whole contract of first order: differences, the adjoint law, accumulation, repetition, unwanted cotangents, undeclared reads.
#[track_caller]
fn first<R: Rule, A: Operands<R>>(operands: &A) {
    report::<R>("all", Checker::new().rule::<R, A>(operands).unwrap());
    adjoint::<R, A>(operands);
}

/// The contract without differences: at kinks, and where a type is too coarse for them.
#[track_caller]
pub fn laws<R: Rule, A: OperandsWithTangents<R>>(operands: &A)
where
    Ct<A::Output>: Point<Tangent = Ct<A::Output>>,
{
    adjoint::<R, A>(operands);
    report::<R>("second laws", Checker::new().without_differences().second::<R, A>(operands).unwrap());
}

#[track_caller]
fn adjoint<R: Rule, A: Operands<R>>(operands: &A) {
    let agreement = Checker::new().without_differences().rule::<R, A>(operands).unwrap();
    report::<R>("laws", agreement);
    let single = std::any::type_name::<A>().contains("f32");
    assert!(single || agreement.error <= 1e-12, "the adjoint law holds to {:e} only", agreement.error);
}

/// `f32` gives what `f64` gives for the same operands up to rounding: value, cotangents, tangent.
#[track_caller]
pub fn single_is_double<R: Rule, A: Operands<R>, B: Operands<R>>(single: &A, double: &B) {
    let (single, double) = (run::<R, A>(single), run::<R, B>(double));
    let scale = double.iter().fold(1.0_f64, |scale, x| scale.max(x.abs()));
    for (found, expected) in single.iter().zip(&double) {
        assert!((found - expected).abs() <= 1e-5 * scale, "f32 gives {found}, f64 gives {expected}");
    }
}

/// The value, the cotangents for a fixed cotangent of the value, and the tangent for fixed tangents of the operands.
fn run<R: Rule, A: Operands<R>>(operands: &A) -> Vec<f64> {
    let (y, residual) = operands.forward();
    let sizes = operands.sizes();
    let mut bars = Ct::<A>::zero();
    operands.vjp(&y, &residual, &direction(), (1 << sizes.len()) - 1, &mut bars);
    let active = sizes.iter().enumerate().fold(0, |active, (i, size)| active | u8::from(*size > 0) << i);
    let y_dot = operands.jvp(&y, &direction(), active);
    [read(&y), read(&bars), read(&y_dot)].concat()
}

/// A fixed tangent or cotangent, exact in every type.
fn direction<X: Leaves + Tangent>() -> X {
    fn fill<T: Real>(leaf: &mut [T]) {
        for (i, x) in leaf.iter_mut().enumerate() {
            *x = T::from_usize(i % 13) / T::lit(8.0) - T::lit(0.5);
        }
    }
    let mut x = X::zero();
    for i in 0..x.leaf_count() {
        match x.leaf_mut(i) {
            LeafMut::F32(leaf) => fill(leaf),
            LeafMut::F64(leaf) => fill(leaf),
            _ => unreachable!("only single and double precision is tested here"),
        }
    }
    x
}

fn read<X: Leaves>(x: &X) -> Vec<f64> {
    let mut all = Vec::new();
    for i in 0..x.leaf_count() {
        match x.leaf(i) {
            Leaf::F32(numbers) => all.extend(numbers.iter().map(|&x| f64::from(x))),
            Leaf::F64(numbers) => all.extend(numbers),
            _ => unreachable!("only single and double precision is tested here"),
        }
    }
    all
}

/// Shown by `--nocapture`.
fn report<R>(what: &str, agreement: cotangent::check::Agreement) {
    println!("{what} {}: {agreement}", std::any::type_name::<R>());
}

/// The cotangent of the operand for the cotangent `c` of the result.
pub fn vjp1<R: Rule1<X>, X: Differentiable>(x: &X, c: &Ct<R::Output>) -> Ct<X> {
    let (y, residual) = R::forward(x);
    let mut x_bar = Ct::<X>::zero();
    R::vjp(&residual, Read::live(x), Read::live(&y), c, Out::new(&mut x_bar));
    x_bar
}

/// The tangent of the result for the tangent `t` of the operand.
pub fn jvp1<R: Rule1<X>, X: Differentiable>(x: &X, t: &Ct<X>) -> Ct<R::Output> {
    let (y, _) = R::forward(x);
    R::jvp(x, &y, Some(t))
}

/// The cotangents of both operands for the cotangent `c` of the result.
pub fn vjp2<R: Rule2<A, B>, A: Differentiable, B: Differentiable>(a: &A, b: &B, c: &Ct<R::Output>) -> (Ct<A>, Ct<B>) {
    let (y, residual) = R::forward(a, b);
    let (mut a_bar, mut b_bar) = (Ct::<A>::zero(), Ct::<B>::zero());
    R::vjp(&residual, Read::live(a), Read::live(b), Read::live(&y), c, Out::new(&mut a_bar), Out::new(&mut b_bar));
    (a_bar, b_bar)
}

/// The tangent of the result for tangents of both operands.
pub fn jvp2<R: Rule2<A, B>, A: Differentiable, B: Differentiable>(
    a: &A,
    b: &B,
    a_dot: &Ct<A>,
    b_dot: &Ct<B>,
) -> Ct<R::Output> {
    let (y, _) = R::forward(a, b);
    R::jvp(a, b, &y, Some(a_dot), Some(b_dot))
}

/// Exact equality in which every NaN equals every other.
#[track_caller]
pub fn same(found: &[f64], expected: &[f64]) {
    let equal =
        found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| a == b || (a.is_nan() && b.is_nan()));
    assert!(equal, "found {found:?}, expected {expected:?}");
}

/// Rows `name: rule, shape;` become tests of rules with one operand, in both number types. The operand is `numbers(1)` or what
/// the head says.
macro_rules! rule1 {
    ($($name:ident: $rule:ty, $s:ty;)*) => {
        $crate::ops::harness::rule1! { of numbers(1); $($name: $rule, $s;)* }
    };
    (of $values:ident($seed:literal); $($name:ident: $rule:ty, $s:ty;)*) => {$(
        #[test]
        fn $name() {
            use $crate::ops::harness::{self, contract, single_is_double};
            contract::<$rule, _>(&(harness::$values::<f64, $s>($seed),));
            let single = harness::$values::<f32, $s>($seed);
            single_is_double::<$rule, _, _>(&(single,), &(single.map(f64::from),));
        }
    )*};
}

/// Rows `name: rule, shape, shape;` become tests of rules with two operands, in both number types.
macro_rules! rule2 {
    ($($name:ident: $rule:ty, $a:ty, $b:ty;)*) => {$(
        #[test]
        fn $name() {
            use $crate::ops::harness::{contract, numbers, single_is_double};
            contract::<$rule, _>(&(numbers::<f64, $a>(1), numbers::<f64, $b>(2)));
            let (a, b) = (numbers::<f32, $a>(1), numbers::<f32, $b>(2));
            single_is_double::<$rule, _, _>(&(a, b), &(a.map(f64::from), b.map(f64::from)));
        }
    )*};
}
pub(crate) use {rule1, rule2};
