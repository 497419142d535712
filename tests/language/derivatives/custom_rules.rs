//! Own rules by attribute: every form, on its own, called by other functions, and at second order.
//!
//! Where a rule is the true derivative, what it gives is that of the same function without one. Where it is not, it is written down.

mod attributes;
mod calls;
mod chosen;
mod implicit;
mod slices;

use cotangent::prelude::*;

/// A square root by Newton's method, which the macro need not understand: it ends when nothing changes any more.
#[differentiable(vjp = root_vjp, jvp = root_jvp)]
pub(super) fn root(x: f64) -> f64 {
    let mut y = x.max(1.0);
    while {
        let next = 0.5 * (y + x / y);
        let goes_on = next < y;
        y = y.min(next);
        goes_on
    } {}
    y
}

#[differentiable]
fn root_vjp(_: f64, y: &f64, y_bar: &f64) -> f64 {
    y_bar / (2.0 * y)
}

fn root_jvp(_: f64, y: &f64, x_dot: &f64) -> f64 {
    x_dot / (2.0 * y)
}

#[test]
fn a_rule_gives_all_that_a_body_gives() {
    assert_eq!(root(4.0), 2.0);
    assert_eq!(root::grad(4.0), 0.25);
    assert_eq!(root::value_and_grad(4.0), (2.0, 0.25));
    assert_eq!(root::vjp(4.0, 8.0), (2.0, 2.0));
    assert_eq!(root::jvp(4.0, 8.0), (2.0, 2.0));
    assert_eq!(root::at(4.0).jvp_many([1.0, 8.0]), (2.0, [0.25, 2.0]));
    assert_eq!(root::at(4.0).jacobian_fwd(), (2.0, 0.25));
    assert_eq!(root::at(4.0).hvp(2.0), -2.0 / 32.0);
    assert_eq!(root::at(4.0).hessian(), -1.0 / 32.0);
    assert_eq!(root::at(4.0).value_grad_and_hvp(1.0), (2.0, 0.25, -1.0 / 32.0));
    assert_eq!(root::at(4.0).gauss_newton(2.0), 0.125);
    let mut tape = TapeBuffer::<{ root::tape_words() }>::new();
    assert_eq!(root::at(4.0).on(&mut tape).value_and_grad(), (2.0, 0.25));
    let mut bar = 1.0;
    assert_eq!(root::value_and_grad_into(&mut tape, 4.0, &mut bar), 2.0);
    assert_eq!(bar, 1.25);
    assert!(root::at(4.0).on(&mut [0; 0][..]).try_grad().is_err());
}

#[test]
fn it_is_checked_like_any_gradient() {
    check! { root() at 0.3, 1.0, 7.5; }
}

#[test]
fn what_goes_over_the_tape_is_the_value() {
    assert_eq!(root::tape_words(), 1 + usize::from(cfg!(debug_assertions)));
}
