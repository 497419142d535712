//! In debug builds the value of derived code is compared with that of the function itself, bit by bit, in every mode.
#![cfg(debug_assertions)]

use std::cell::Cell;

use cotangent::prelude::*;
use cotangent::rule::{By1, Rule, Rule1};

/// A rule that computes another last bit than its method.
#[derive(Clone, Copy, Default)]
struct Off;

impl Rule for Off {
    type Reads = (Yes, No);
}

impl Rule1<f64> for Off {
    type Output = f64;
    type Residual = ();
    fn forward(x: &f64) -> (f64, ()) {
        ((x * x).next_up(), ())
    }
    fn vjp((): &(), x: Read<f64>, _: Read<f64>, y_bar: &f64, x_bar: impl Slot<f64>) {
        x_bar.accumulate(|d| *d += 2.0 * x.get() * y_bar);
    }
    fn jvp(x: &f64, _: &f64, x_dot: Option<&f64>) -> f64 {
        2.0 * x * x_dot.unwrap_or(&0.0)
    }
    fn vjp_dual(
        x: Read<f64>,
        x_dot: Option<&f64>,
        _: Read<f64>,
        _: Option<&f64>,
        y_bar: &f64,
        y_bar_dot: Option<&f64>,
        x_bar: impl Slot<f64>,
        x_bar_dot: impl Slot<f64>,
    ) {
        x_bar.accumulate(|d| *d += 2.0 * x.get() * y_bar);
        x_bar_dot.accumulate(|d| *d += 2.0 * (x_dot.unwrap_or(&0.0) * y_bar + x.get() * y_bar_dot.unwrap_or(&0.0)));
    }
}

trait OffOp {
    fn off(&self) -> f64;
    fn derivative_of_off(&self) -> By1<Off> {
        By1::new()
    }
}

impl OffOp for f64 {
    fn off(&self) -> f64 {
        self * self
    }
}

/// Whether a call panics, and says that `function` has another value, and which.
fn caught<R>(function: &str, difference: &str, call: impl FnOnce() -> R) {
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).err().expect("the values differ");
    let text = panic.downcast_ref::<String>().expect("a message");
    let expected = format!(
        "the derivative code of `{function}` computed another value than `{function}` itself: {difference}\nnote: "
    );
    assert!(text.starts_with(&expected), "{text}");
    assert!(text.contains("`debug-assertions = false` in `[profile.dev.package.cotangent]`"), "{text}");
}

#[differentiable]
fn square(x: f64) -> f64 {
    x.off()
}

const DIFFERENCE: &str = "2.2500000000000004 instead of 2.25";

#[test]
#[should_panic(
    expected = "the derivative code of `square` computed another value than `square` itself: 2.2500000000000004 instead of 2.25"
)]
fn a_last_bit_is_seen_by_reverse_mode() {
    let _ = square::value_and_grad(1.5);
}

#[test]
#[should_panic(
    expected = "the derivative code of `square` computed another value than `square` itself: 2.2500000000000004 instead of 2.25"
)]
fn a_last_bit_is_seen_by_forward_mode() {
    let _ = square::jvp(1.5, 1.0);
}

#[test]
#[should_panic(
    expected = "the derivative code of `square` computed another value than `square` itself: 2.2500000000000004 instead of 2.25"
)]
fn a_last_bit_is_seen_where_both_halves_have_tangents() {
    let _ = square::at(1.5).hvp(1.0);
}

#[test]
fn every_call_compares() {
    fn seen<R>(call: impl FnOnce() -> R) {
        caught("square", DIFFERENCE, call);
    }
    let mut tape = GrowableTape::new();
    let (mut bar, mut moved) = (0.0, 0.0);
    seen(|| square::grad(1.5));
    seen(|| square::vjp(1.5, 1.0));
    seen(|| square::at(1.5).on(&mut tape).grad());
    seen(|| square::at(1.5).on(&mut tape).try_grad());
    seen(|| square::at(1.5).on(&mut tape).value_and_grad());
    seen(|| square::at(1.5).on(&mut tape).try_value_and_grad());
    seen(|| square::at(1.5).on(&mut tape).vjp(1.0));
    seen(|| square::value_and_grad_into(&mut tape, 1.5, &mut bar));
    seen(|| square::at(1.5).on(&mut tape).vjp_into(1.0, &mut bar));
    seen(|| square::at(1.5).pullback(|y, _| y));
    seen(|| square::at(1.5).on(&mut tape).jacobian_rev());
    seen(|| square::at(1.5).jvp_many([1.0, 2.0]));
    seen(|| square::at(1.5).jacobian_fwd());
    seen(|| square::at(1.5).on(&mut tape).hvp(1.0));
    seen(|| square::at(1.5).value_grad_and_hvp(1.0));
    seen(|| square::at(1.5).on(&mut tape).value_grad_and_hvp_into(1.0, &mut bar, &mut moved));
    seen(|| square::at(1.5).hessian());
    seen(|| square::at(1.5).gauss_newton(1.0));
}

/// What other derived code calls is not compared by itself.
#[test]
fn the_function_that_is_called_is_the_one_that_is_named() {
    #[differentiable]
    fn outer(x: f64) -> f64 {
        1.0 + square(x)
    }
    caught("outer", "3.2500000000000004 instead of 3.25", || outer::grad(1.5));
}

/// A sum that is reversed as it runs.
#[test]
fn loops_compare_too() {
    #[differentiable]
    fn sum(x: &[f64; 2]) -> f64 {
        let mut all = 0.0;
        for x in x {
            all += x.off();
        }
        all
    }
    let difference = "4.500000000000001 instead of 4.5";
    caught("sum", difference, || sum::grad(&[1.5, 1.5]));
    caught("sum", difference, || sum::value_and_grad_into(&mut GrowableTape::new(), &[1.5, 1.5], &mut [0.0; 2]));
}

/// The function of an attribute's rule, whose `forward` is another.
#[test]
fn a_forward_of_yours_is_compared() {
    #[differentiable(forward = off_forward, vjp = off_vjp)]
    fn off(x: f64) -> f64 {
        x * x
    }
    fn off_forward(x: f64) -> (f64, f64) {
        ((x * x).next_up(), x)
    }
    fn off_vjp(x: &f64, y_bar: &f64) -> f64 {
        2.0 * x * y_bar
    }
    caught("off", DIFFERENCE, || off::value_and_grad(1.5));
}

#[derive(Differentiable)]
struct Scale(f64);

#[differentiable]
impl Scale {
    fn times(&self, x: f64) -> f64 {
        self.0 * x.off()
    }
}

#[test]
fn methods_compare() {
    caught("times", "4.500000000000001 instead of 4.5", || Scale(2.0).times_grad(1.5));
    caught("times", "4.500000000000001 instead of 4.5", || Scale(2.0).times_jvp(1.5, (ScaleTangent(0.0), 1.0)));
    caught("times", "4.500000000000001 instead of 4.5", || Scale(2.0).times_at(1.5).hvp((ScaleTangent(0.0), 1.0)));
}

#[derive(Differentiable, Clone)]
struct Pair {
    first: f64,
    #[constant]
    label: &'static str,
    rest: (f32, [f64; 2]),
}

#[derive(Differentiable)]
enum Either {
    One(f64),
    Two {
        a: f64,
        #[constant]
        b: char,
    },
    Nothing,
}

/// Values of every kind.
#[test]
fn numbers_are_compared_wherever_they_are() {
    use cotangent::generated::Difference::{Numbers, Variants};
    fn agrees<V: Differentiable>(found: V, expected: V) -> Result<(), cotangent::generated::Difference> {
        V::agrees(&found, &expected)
    }
    assert_eq!(agrees(1.0, 1.0), Ok(()));
    assert_eq!(agrees(f64::NAN, -f64::NAN), Ok(()));
    assert_eq!(agrees(0.0, -0.0), Err(Numbers(0.0, -0.0)));
    assert_eq!(agrees(f64::INFINITY, f64::MAX), Err(Numbers(f64::INFINITY, f64::MAX)));
    assert!(agrees(f32::NAN, 1.0).is_err());
    assert_eq!(agrees((1, 'a', [2.0, 3.0]), (2, 'b', [2.0, 4.0])), Err(Numbers(3.0, 4.0)));
    assert_eq!(agrees(tensor([1.0, 2.0]), tensor([1.0, 2.5])), Err(Numbers(2.0, 2.5)));
    assert_eq!(agrees(Some(1.0), Some(2.0)), Err(Numbers(1.0, 2.0)));
    assert_eq!(agrees(Some(1.0), None), Err(Variants));
    assert_eq!(agrees(Ok::<_, ()>(1.0), Err(())), Err(Variants));
    assert_eq!(agrees(Err::<f64, _>(1), Err(2)), Ok(()));
    let pair = |x| Pair { first: 1.0, label: "", rest: (2.0, [3.0, x]) };
    assert_eq!(agrees(pair(4.0), Pair { label: "other", ..pair(4.0) }), Ok(()));
    assert_eq!(agrees(pair(4.0), pair(5.0)), Err(Numbers(4.0, 5.0)));
    assert_eq!(agrees(Either::One(1.0), Either::One(2.0)), Err(Numbers(1.0, 2.0)));
    assert_eq!(agrees(Either::Two { a: 1.0, b: 'a' }, Either::Two { a: 1.0, b: 'b' }), Ok(()));
    assert_eq!(agrees(Either::Nothing, Either::One(2.0)), Err(Variants));
    assert_eq!(agrees(Either::Nothing, Either::Nothing), Ok(()));
}

/// What is lent is changed once, and what becomes of it is compared.
#[test]
fn what_is_lent_is_changed_once() {
    #[differentiable]
    fn double(x: f64, state: &mut [f64; 2], #[constant] log: &mut [f64]) -> f64 {
        state[0] = 2.0 * state[0] + x;
        log[0] += 1.0;
        state[0] * x
    }
    let (mut state, mut log) = ([3.0, 1.0], [0.0]);
    let y = double::value_and_grad_into(&mut GrowableTape::new(), 1.5, &mut state, &mut log, &mut 0.0, &mut [0.0; 2]);
    assert_eq!((y, state, log), (11.25, [7.5, 1.0], [1.0]));
    let (y, _) = double::jvp(1.5, &mut state, &mut log, (1.0, &mut [0.0; 2]));
    assert_eq!((y, state, log), (24.75, [16.5, 1.0], [2.0]));
}

#[test]
fn what_becomes_of_it_is_compared() {
    #[differentiable]
    fn keep(x: f64, state: &mut [f64]) -> f64 {
        state[1] = x.off();
        x
    }
    let mut tape = GrowableTape::new();
    caught("keep", DIFFERENCE, || keep::at(1.5, &mut [0.0; 2]).on(&mut tape).vjp_into(1.0, (&mut 0.0, &mut [0.0; 2])));
    caught("keep", DIFFERENCE, || keep::jvp(1.5, &mut [0.0; 2], (1.0, &mut [0.0; 2])));
}

/// A function whose value is not made of its arguments alone.
#[test]
fn a_counter_is_caught() {
    #[differentiable]
    fn counted(x: f64, #[constant] calls: &Cell<i32>) -> f64 {
        calls.set(calls.get() + 1);
        x * f64::from(calls.get())
    }
    let calls = Cell::new(0);
    caught("counted", "1.5 instead of 3.0", || counted::grad(1.5, &calls));
    assert_eq!(calls.get(), 2);
}
