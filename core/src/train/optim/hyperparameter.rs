//! The ranges of hyperparameters. A value outside its range is a mistake, so it panics with the value.

use crate::scalar::Real;

/// A rate, a decay: finite and not negative.
#[track_caller]
pub(super) fn not_negative<R: Real>(name: &str, value: R) -> R {
    assert!((R::ZERO..R::INFINITY).contains(&value), "`{name}` must be finite and not negative, it is {value}");
    value
}

/// The decay of an average in one step: at least 0 and less than 1.
#[track_caller]
pub(super) fn fraction<R: Real>(name: &str, value: R) -> R {
    assert!((R::ZERO..R::ONE).contains(&value), "`{name}` must be at least 0 and less than 1, it is {value}");
    value
}

/// A guard against division by zero, in `f32` too.
#[track_caller]
pub(super) fn positive_f32<R: Real>(name: &str, value: R) -> R {
    let range = f64::from(f32::MIN_POSITIVE)..f64::from(f32::MAX);
    assert!(range.contains(&value.to_f64()), "`{name}` must be a positive number, in `f32` too, it is {value}");
    value
}

/// A hyperparameter as a number of the type in which a leaf is updated.
#[inline(always)]
pub(super) fn converted<R: Real, T: Real>(value: R) -> T {
    T::lit(value.to_f64())
}

/// The rate of an optimizer that has a field for it.
macro_rules! own_rate {
    () => {
        fn rate(&self) -> f64 {
            self.rate.to_f64()
        }

        fn set_rate(&mut self, rate: f64) {
            self.rate = not_negative("rate", R::lit(rate));
        }
    };
}
pub(super) use own_rate;
