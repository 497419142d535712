//! What is out of range is a panic that names the value, before anything has changed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cotangent::optim::{
    Adagrad, Adam, AdamW, Averaged, Constant, Cosine, Lamb, Lion, Momentum, RmsProp, Sgd, Step, WarmUp,
    clip_global_norm,
};
use cotangent::prelude::*;

/// The message of the panic.
fn refused<R>(f: impl FnOnce() -> R) -> String {
    let Err(panic) = catch_unwind(AssertUnwindSafe(|| drop(f()))) else { panic!("it was accepted") };
    panic.downcast_ref::<String>().cloned().or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap()
}

const BELOW_ZERO: [(f64, &str); 4] =
    [(-1.0, "-1"), (f64::NAN, "NaN"), (f64::INFINITY, "inf"), (-f64::INFINITY, "-inf")];

#[test]
fn rates() {
    for (bad, shown) in BELOW_ZERO {
        let message = format!("`rate` must be finite and not negative, it is {shown}");
        assert_eq!(refused(|| Sgd::new(bad)), message);
        assert_eq!(refused(|| Momentum::new(&0.0, bad, 0.9)), message);
        assert_eq!(refused(|| Adam::new(&0.0, bad)), message);
        assert_eq!(refused(|| AdamW::new(&0.0, bad)), message);
        assert_eq!(refused(|| Adagrad::new(&0.0, bad)), message);
        assert_eq!(refused(|| Lamb::new(&0.0, bad)), message);
        assert_eq!(refused(|| Lion::new(&0.0, bad)), message);
        assert_eq!(refused(|| RmsProp::new(&0.0, bad)), message);
        assert_eq!(refused(|| Sgd::new(0.1).set_rate(bad)), message);
        assert_eq!(refused(|| Optimizer::<f64>::set_rate(&mut Sgd::new(0.1), bad)), message);
        assert_eq!(refused(|| Momentum::new(&0.0, 0.1, 0.9).set_rate(bad)), message);
        assert_eq!(refused(|| Adam::new(&0.0, 0.1).set_rate(bad)), message);
        assert_eq!(refused(|| AdamW::new(&0.0, 0.1).set_rate(bad)), message);
        assert_eq!(refused(|| Constant::new(bad)), message);
        assert_eq!(refused(|| Step::new(bad, 0.5, 1)), message);
        assert_eq!(refused(|| Cosine::new(bad, 0.0, 1)), message);
    }
}

/// A field set to `bad` is refused by the step, which changes nothing.
macro_rules! field {
    ($optimizer:expr, $field:ident: $range:literal; $($bad:expr),+) => {$(
        let mut optimizer = $optimizer;
        optimizer.$field = $bad;
        let mut x = 1.5;
        let message = refused(|| optimizer.step(&mut x, &1.0));
        assert_eq!(message, format!(concat!("`", stringify!($field), "` must be ", $range, ", it is {}"), $bad));
        assert_eq!(x, 1.5);
    )+};
}

#[test]
fn fields() {
    const INFINITY: f64 = f64::INFINITY;
    const NAN: f64 = f64::NAN;
    let (sgd, momentum) = (Sgd::new(0.1), Momentum::new(&0.0, 0.1, 0.9));
    let (adam, adamw) = (Adam::new(&0.0, 0.1), AdamW::new(&0.0, 0.1));
    field!(sgd, rate: "finite and not negative"; -0.5, NAN, INFINITY);
    field!(sgd, weight_decay: "finite and not negative"; -0.5, NAN, INFINITY);
    field!(momentum.clone(), rate: "finite and not negative"; -0.5, NAN, INFINITY);
    field!(momentum.clone(), weight_decay: "finite and not negative"; -0.5, NAN, INFINITY);
    field!(momentum.clone(), momentum: "at least 0 and less than 1"; -0.5, 1.0, NAN);
    field!(adam.clone(), rate: "finite and not negative"; -0.5, NAN, INFINITY);
    field!(adam.clone(), weight_decay: "finite and not negative"; -0.5, NAN, INFINITY);
    field!(adam.clone(), beta1: "at least 0 and less than 1"; -0.5, 1.0, NAN);
    field!(adam.clone(), beta2: "at least 0 and less than 1"; -0.5, 1.0, NAN);
    field!(adam.clone(), epsilon: "a positive number, in `f32` too"; 0.0, -1e-8, 1e-50, 1e50, NAN);
    field!(adamw.clone(), rate: "finite and not negative"; -0.5, NAN, INFINITY);
    field!(adamw.clone(), weight_decay: "finite and not negative"; -0.5, NAN, INFINITY);
    field!(adamw.clone(), beta1: "at least 0 and less than 1"; -0.5, 1.0, NAN);
    field!(adamw.clone(), beta2: "at least 0 and less than 1"; -0.5, 1.0, NAN);
    field!(adamw.clone(), epsilon: "a positive number, in `f32` too"; 0.0, -1e-8, 1e-50, 1e50, NAN);
    let (adagrad, rms_prop) = (Adagrad::new(&0.0, 0.1), RmsProp::new(&0.0, 0.1));
    let (lamb, lion) = (Lamb::new(&0.0, 0.1), Lion::new(&0.0, 0.1));
    field!(adagrad.clone(), rate: "finite and not negative"; -0.5, NAN, INFINITY);
    field!(adagrad.clone(), weight_decay: "finite and not negative"; -0.5, NAN, INFINITY);
    field!(adagrad.clone(), epsilon: "a positive number, in `f32` too"; 0.0, -1e-8, 1e-50, 1e50, NAN);
    field!(rms_prop.clone(), rate: "finite and not negative"; -0.5, NAN, INFINITY);
    field!(rms_prop.clone(), weight_decay: "finite and not negative"; -0.5, NAN, INFINITY);
    field!(rms_prop.clone(), alpha: "at least 0 and less than 1"; -0.5, 1.0, NAN);
    field!(rms_prop.clone(), epsilon: "a positive number, in `f32` too"; 0.0, -1e-8, 1e-50, 1e50, NAN);
    field!(lamb.clone(), rate: "finite and not negative"; -0.5, NAN, INFINITY);
    field!(lamb.clone(), weight_decay: "finite and not negative"; -0.5, NAN, INFINITY);
    field!(lamb.clone(), beta1: "at least 0 and less than 1"; -0.5, 1.0, NAN);
    field!(lamb.clone(), beta2: "at least 0 and less than 1"; -0.5, 1.0, NAN);
    field!(lamb.clone(), epsilon: "a positive number, in `f32` too"; 0.0, -1e-8, 1e-50, 1e50, NAN);
    field!(lion.clone(), rate: "finite and not negative"; -0.5, NAN, INFINITY);
    field!(lion.clone(), weight_decay: "finite and not negative"; -0.5, NAN, INFINITY);
    field!(lion.clone(), beta1: "at least 0 and less than 1"; -0.5, 1.0, NAN);
    field!(lion.clone(), beta2: "at least 0 and less than 1"; -0.5, 1.0, NAN);
    field!(Averaged::new(&0.0, Sgd::new(0.1), 0.5), decay: "at least 0 and less than 1"; -0.5, 1.0, NAN);
}

#[test]
fn a_refused_step_does_not_count() {
    let (mut adam, mut adamw) = (Adam::new(&0.0, 0.1), AdamW::new(&0.0, 0.1));
    (adam.weight_decay, adamw.weight_decay) = (-1.0, -1.0);
    refused(|| adam.step(&mut 1.0, &1.0));
    refused(|| adamw.step(&mut 1.0, &1.0));
    assert_eq!((adam.steps, adam.first_moment, adamw.steps, adamw.first_moment), (0, 0.0, 0, 0.0));
}

#[test]
fn momentum() {
    for (bad, shown) in [(-0.1, "-0.1"), (1.0, "1"), (f64::NAN, "NaN")] {
        let message = format!("`momentum` must be at least 0 and less than 1, it is {shown}");
        assert_eq!(refused(|| Momentum::new(&0.0, 0.1, bad)), message);
    }
}

#[test]
fn schedules() {
    for (bad, shown) in BELOW_ZERO {
        let message = |name| format!("`{name}` must be finite and not negative, it is {shown}");
        assert_eq!(refused(|| Step::new(1.0, bad, 1)), message("factor"));
        assert_eq!(refused(|| Cosine::new(1.0, bad, 1)), message("floor"));
    }
    assert_eq!(refused(|| Step::new(1.0, 0.5, 0)), "`every` must be at least 1, it is 0");
    assert_eq!(refused(|| Cosine::new(1.0, 0.5, 0)), "`steps` must be at least 1, it is 0");
    assert_eq!(refused(|| Cosine::new(1.0, 2.0, 1)), "`floor` must not be above `rate`, 1, it is 2");
    assert_eq!(refused(|| WarmUp::new(2, Cosine::new(1.0, 2.0, 1))), "`floor` must not be above `rate`, 1, it is 2");
}

#[test]
fn clipping() {
    for (bad, shown) in BELOW_ZERO {
        let mut gradient = [3.0, 4.0];
        let message = refused(|| clip_global_norm(&mut gradient, bad));
        assert_eq!(message, format!("`max` must be finite and not negative, it is {shown}"));
        assert_eq!(gradient, [3.0, 4.0]);
    }
}

/// Zero is a rate: nothing moves, and the state goes on.
#[test]
fn zero_is_in_range() {
    let mut x = 1.0;
    let mut optimizer = AdamW::new(&x, 0.0);
    optimizer.step(&mut x, &1.0);
    assert_eq!((x, optimizer.steps), (1.0, 1));
    Sgd::new(0.0).step(&mut x, &1.0);
    assert_eq!(x, 1.0);
}
