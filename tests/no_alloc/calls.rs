//! Every call that the macros write.

use cotangent::prelude::*;

use crate::allocations;

#[derive(Clone, Debug, Differentiable)]
struct Line {
    slope: f64,
    offset: Vector<f64, 3>,
}

#[differentiable]
impl Line {
    fn miss(&self, x: f64) -> f64 {
        (self.offset + self.slope * x).exp().sum()
    }
}

#[differentiable]
fn energy<const N: usize>(x: &Vector<f64, N>, k: f64) -> f64 {
    (x * x).sum() * k.exp()
}

#[differentiable]
fn spectrum(x: &Vector<f64, 3>, k: f64) -> Vector<f64, 3> {
    if k > 0.0 { x.exp() * k } else { x.sin() }
}

#[differentiable]
fn total<const N: usize>(x: &Vector<f64, N>) -> f64 {
    x.exp().sum()
}

const X: Vector<f64, 3> = Tensor::new([1.0, 2.0, 3.0]);

/// None of these calls allocates.
macro_rules! none_allocates {
    ($($call:expr;)*) => {
        $(assert_eq!(allocations(|| $call), 0, stringify!($call));)*
    };
}

#[test]
fn on_a_tape_of_their_own() {
    none_allocates! {
        energy(&X, 1.0);
        energy::grad(&X, 1.0);
        energy::value_and_grad(&X, 1.0);
        energy::vjp(&X, 1.0, 2.0);
        spectrum::vjp(&X, 1.0, X);
        spectrum::vjp(&X, -1.0, X);
        spectrum::at(&X, 1.0).tape_words();
    }
}

#[test]
fn second_derivatives_on_the_callers_tape() {
    let mut tape = TapeBuffer::<{ energy::hvp_tape_words::<3>() }>::new();
    let (mut gradient, mut product) = ((X, 0.0), (X, 0.0));
    none_allocates! {
        energy::at(&X, 1.0).on(&mut tape).hvp((X, 0.5));
        energy::at(&X, 1.0).on(&mut tape).value_grad_and_hvp((X, 0.5));
        energy::at(&X, 1.0).on(&mut tape).hessian();
        energy::at(&X, 1.0).on(&mut tape).value_grad_and_hvp_into((X, 0.5), (&mut gradient.0, &mut gradient.1), (&mut product.0, &mut product.1));
        energy::at(&X, 1.0).hvp_tape_words();
    }
}

#[test]
fn on_the_callers_tape() {
    let mut tape = TapeBuffer::<{ energy::tape_words::<3>() + spectrum::tape_words() }>::new();
    none_allocates! {
        energy::at(&X, 1.0).on(&mut tape).grad();
        energy::at(&X, 1.0).on(&mut tape).value_and_grad();
        spectrum::at(&X, 1.0).on(&mut tape).vjp(X);
        energy::at(&X, 1.0).on(&mut tape).try_grad().unwrap();
        energy::at(&X, 1.0).on(&mut tape).try_value_and_grad().unwrap();
        spectrum::at(&X, 1.0).on(&mut tape).try_vjp(X).unwrap();
        energy::at(&X, 1.0).on(&mut [0; 0]).try_grad().unwrap_err();
    }
}

#[test]
fn into_the_callers_cotangents() {
    let mut tape = TapeBuffer::<{ energy::tape_words::<3>() + spectrum::tape_words() }>::new();
    let (mut dx, mut dk) = (Vector::zeros(), 0.0);
    none_allocates! {
        energy::value_and_grad_into(&mut tape, &X, 1.0, &mut dx, &mut dk);
        spectrum::at(&X, 1.0).on(&mut tape).vjp_into(X, (&mut dx, &mut dk));
        energy::at(&X, 1.0).on(&mut tape).try_value_and_grad_into((&mut dx, &mut dk)).unwrap();
        spectrum::at(&X, 1.0).on(&mut tape).try_vjp_into(X, (&mut dx, &mut dk)).unwrap();
    }
}

#[test]
fn methods() {
    let line = Line { slope: 1.0, offset: X };
    let mut tape = TapeBuffer::<{ Line::miss_tape_words() }>::new();
    let (mut dline, mut dx) = (Line::zero_tangent(), 0.0);
    none_allocates! {
        line.miss_grad(2.0);
        line.miss_value_and_grad(2.0);
        line.miss_vjp(2.0, 1.0);
        line.miss_at(2.0).on(&mut tape).grad();
        line.miss_value_and_grad_into(&mut tape, 2.0, &mut dline, &mut dx);
        line.miss_at(2.0).on(&mut tape).try_vjp_into(1.0, (&mut dline, &mut dx)).unwrap();
    }
}

#[test]
fn a_growable_tape_allocates_when_it_grows() {
    let (few, many) = (Vector::<f64, 3>::full(1.0), Vector::<f64, 300>::full(1.0));
    let mut tape = GrowableTape::new();
    assert_eq!(allocations(|| total::at(&few).on(&mut tape).grad()), 1);
    assert_eq!(allocations(|| total::at(&few).on(&mut tape).grad()), 0);
    assert_eq!(allocations(|| total::at(&many).on(&mut tape).grad()), 1);
    assert_eq!(allocations(|| total::at(&few).on(&mut tape).grad()), 0);
}

/// The documented limit of what a call puts on the stack by itself: 64 KiB.
#[test]
fn an_own_tape_is_on_the_heap_only_above_its_limit_and_kept() {
    const { assert!(total::tape_bytes::<8_000>() <= 64 * 1024 && total::tape_bytes::<9_000>() > 64 * 1024) }
    let run = || {
        assert_eq!(allocations(|| total::grad(&Vector::<f64, 8_000>::zeros())), 0);
        assert_eq!(allocations(|| total::grad(&Vector::<f64, 9_000>::zeros())), 1);
        assert_eq!(allocations(|| total::grad(&Vector::<f64, 9_000>::zeros())), 0);
    };
    std::thread::Builder::new().stack_size(64 << 20).spawn(run).unwrap().join().unwrap();
}
