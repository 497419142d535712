//! Gradients that calls return: of any size, alone and beside others; and where it is said that they cannot be.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};

use cotangent::prelude::*;

/// More than is made in registers.
type Large = Matrix<f64, 16, 16>;

#[differentiable]
fn one(x: &Large) -> f64 {
    x.square().sum()
}

#[differentiable]
fn beside_a_number(c: f64, x: &Large) -> f64 {
    x.square().sum() * c
}

#[differentiable]
fn beside_a_list(xs: &[f64], x: &Large) -> f64 {
    x.square().sum() * xs[0]
}

#[differentiable]
fn of_any_length<const N: usize>(x: &Large, times: &[f64; N]) -> f64 {
    let mut y = 1.0;
    for c in times {
        y *= c;
    }
    x.square().sum() * y
}

#[differentiable]
fn nine(a: f64, b: f64, c: f64, d: f64, e: f64, f: f64, g: f64, h: f64, i: f64) -> f64 {
    a + 2.0 * b + 3.0 * c + 4.0 * d + 5.0 * e + 6.0 * f + 7.0 * g + 8.0 * h + i * i
}

/// All calls that return a gradient return the same.
macro_rules! all_calls {
    ($f:ident($($argument:expr),*): $value:expr, $gradient:expr) => {{
        let (value, gradient) = ($value, $gradient);
        let (tape, grown) = (&mut [0_u64; 1000], &mut GrowableTape::new());
        assert_eq!($f::grad($($argument),*), gradient);
        assert_eq!($f::at($($argument),*).on(tape).grad(), gradient);
        assert_eq!($f::at($($argument),*).on(grown).grad(), gradient);
        assert_eq!($f::at($($argument),*).on(tape).try_grad().as_ref(), Ok(&gradient));
        let both = (value, gradient);
        assert_eq!($f::value_and_grad($($argument),*), both);
        assert_eq!($f::at($($argument),*).on(tape).value_and_grad(), both);
        assert_eq!($f::at($($argument),*).on(grown).value_and_grad(), both);
        assert_eq!($f::at($($argument),*).on(tape).try_value_and_grad().as_ref(), Ok(&both));
        assert_eq!($f::vjp($($argument,)* 1.0), both);
        assert_eq!($f::at($($argument),*).on(tape).vjp(1.0), both);
        assert_eq!($f::at($($argument),*).on(grown).vjp(1.0), both);
        assert_eq!($f::at($($argument),*).on(tape).try_vjp(1.0).as_ref(), Ok(&both));
    }};
}

#[test]
fn all_calls_return_the_same() {
    let x = Large::full(0.5);
    let (value, dx) = (64.0, Large::full(1.0));
    all_calls!(one(&x): value, dx);
    all_calls!(beside_a_number(3.0, &x): 3.0 * value, (value, dx * 3.0));
    all_calls!(beside_a_list(&[2.0, 7.0], &x): 2.0 * value, (vec![value, 0.0], dx * 2.0));
    // More than a tuple may have to be a tangent itself.
    let slopes = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 18.0);
    all_calls!(nine(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 9.0): 117.0, slopes);
    all_calls!(of_any_length(&x, &[2.0, 4.0]): 8.0 * value, (dx * 8.0, [4.0 * value, 2.0 * value]));
}

#[differentiable]
fn root(x: &Large) -> f64 {
    x.square().sum().sqrt()
}

#[derive(Clone, Copy, Differentiable)]
struct Number {
    x: f64,
}

#[differentiable]
impl Number {
    fn sine(&self) -> f64 {
        self.x.sin()
    }
}

/// A tape that is too small is reported at the call.
#[test]
fn the_call_is_named_where_the_tape_is_too_small() {
    std::thread_local! {
        static PLACE: Cell<(u32, bool)> = const { Cell::new((0, false)) };
    }
    let before = take_hook();
    set_hook(Box::new(move |info| {
        PLACE.set(info.location().map_or((0, false), |place| (place.line(), place.file() == file!())));
        before(info);
    }));
    let small = |call: &dyn Fn(&mut [u64])| {
        catch_unwind(AssertUnwindSafe(|| call(&mut []))).expect_err("no room");
        PLACE.take()
    };
    let (line, x) = (line!(), &Large::ZEROS);
    assert_eq!(small(&|tape| _ = root::at(x).on(tape).grad()), (line + 1, true));
    assert_eq!(small(&|tape| _ = root::at(x).on(tape).value_and_grad()), (line + 2, true));
    assert_eq!(small(&|tape| _ = root::at(x).on(tape).vjp(2.0)), (line + 3, true));
    assert_eq!(small(&|tape| _ = root::value_and_grad_into(tape, x, &mut x.clone())), (line + 4, true));
    assert_eq!(small(&|tape| _ = beside_a_list::at(&[1.0], x).on(tape).grad()), (line + 5, true));
    assert_eq!(small(&|tape| _ = Number { x: 1.0 }.sine_at().on(tape).grad()), (line + 6, true));
}
