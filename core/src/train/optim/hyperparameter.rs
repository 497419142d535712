//! The ranges of hyperparameters. A value outside its range is a mistake, so it panics with the value.

/// A rate, a decay: finite and not negative.
#[track_caller]
pub(super) fn not_negative(name: &str, value: f64) -> f64 {
    assert!((0.0..f64::INFINITY).contains(&value), "`{name}` must be finite and not negative, it is {value}");
    value
}

/// The decay of an average in one step: at least 0 and less than 1.
#[track_caller]
pub(super) fn fraction(name: &str, value: f64) -> f64 {
    assert!((0.0..1.0).contains(&value), "`{name}` must be at least 0 and less than 1, it is {value}");
    value
}

/// A guard against division by zero, in `f32` too.
#[track_caller]
pub(super) fn positive_f32(name: &str, value: f64) -> f64 {
    let range = f64::from(f32::MIN_POSITIVE)..f64::from(f32::MAX);
    assert!(range.contains(&value), "`{name}` must be a positive number, in `f32` too, it is {value}");
    value
}
