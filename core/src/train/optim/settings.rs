//! Hyperparameters of optimizers by their names, for files of settings.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use core::fmt::{self, Display, Formatter};

use super::{Adagrad, Adam, AdamW, FusedMomentum, Lamb, Lion, Momentum, RmsProp, Sgd};
use crate::differentiable::Differentiable;
use crate::scalar::Real;

/// The hyperparameters of an optimizer that are numbers, by the names of their fields: `rate`, `beta1`, `weight_decay` and so on. (Feature
/// `alloc`.)
///
/// A map of names and numbers is what serde reads from any file of settings and writes to one. A name that the optimizer does not have, and a
/// number out of its range, is an error, and then nothing has changed.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use cotangent::optim::{AdamW, Settings};
///
/// let mut optimizer = AdamW::new(&0.0, 0.1);
/// let settings: BTreeMap<String, f64> = serde_json::from_str(r#"{ "rate": 0.001, "weight_decay": 0.1 }"#)?;
/// optimizer.set_settings(&settings)?;
/// assert_eq!((optimizer.rate, optimizer.weight_decay, optimizer.beta1), (0.001, 0.1, 0.9));
/// assert_eq!(
///     serde_json::to_string(&optimizer.settings())?,
///     r#"{"beta1":0.9,"beta2":0.999,"epsilon":1e-8,"rate":0.001,"weight_decay":0.1}"#,
/// );
///
/// let error = optimizer.set_settings(&[("beta_1".to_string(), 0.8)].into()).unwrap_err();
/// assert!(error.to_string().starts_with("no hyperparameter is called `beta_1`, there are `rate`, `beta1`"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Settings {
    /// The names, in the order of the fields.
    const NAMES: &'static [&'static str];

    /// Whether there is a hyperparameter of this name that may have this value.
    ///
    /// # Errors
    /// [`SettingError`] says what is wrong.
    fn check_setting(name: &str, value: f64) -> Result<(), SettingError>;

    /// All hyperparameters that are numbers.
    fn settings(&self) -> BTreeMap<&'static str, f64>;

    /// Sets the hyperparameters that are named, all or none. The others stay as they are.
    ///
    /// # Errors
    /// [`SettingError`], for the first name in alphabetical order that is wrong.
    fn set_settings(&mut self, settings: &BTreeMap<String, f64>) -> Result<(), SettingError>;
}

/// Why a setting was refused.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SettingError {
    /// The optimizer has no hyperparameter of this name that is a number.
    Unknown {
        /// The name.
        name: String,
        /// The names there are.
        known: &'static [&'static str],
    },
    /// The number is out of range.
    Range {
        /// The name of the hyperparameter.
        name: String,
        /// The number.
        value: f64,
        /// What it must be.
        range: &'static str,
    },
}

impl Display for SettingError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, known } => {
                write!(f, "no hyperparameter is called `{name}`, there are ")?;
                for (i, known) in known.iter().enumerate() {
                    write!(f, "{}`{known}`", if i == 0 { "" } else { ", " })?;
                }
                Ok(())
            }
            Self::Range { name, value, range } => write!(f, "`{name}` must be {range}, it is {value}"),
        }
    }
}

impl core::error::Error for SettingError {}

/// The ranges of [`hyperparameter`](super::hyperparameter), which says them by a panic.
#[derive(Clone, Copy)]
enum Range {
    NotNegative,
    Fraction,
    Positive,
}

impl Range {
    fn check(self, name: &str, value: f64) -> Result<(), SettingError> {
        let single = f64::from(f32::MIN_POSITIVE)..f64::from(f32::MAX);
        let (holds, range) = match self {
            Self::NotNegative => ((0.0..f64::INFINITY).contains(&value), "finite and not negative"),
            Self::Fraction => ((0.0..1.0).contains(&value), "at least 0 and less than 1"),
            Self::Positive => (single.contains(&value), "a positive number, in `f32` too"),
        };
        if holds { Ok(()) } else { Err(SettingError::Range { name: name.to_string(), value, range }) }
    }
}

macro_rules! settings {
    ($($optimizer:ident [$($generics:tt)*] [$($of:tt)*] { $($name:ident $range:ident),* })*) => {$(
        impl<$($generics)*> Settings for $optimizer<$($of)*> {
            const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            fn check_setting(name: &str, value: f64) -> Result<(), SettingError> {
                match name {
                    $(stringify!($name) => {
                        Range::$range.check(name, value)?;
                        // As it will be stored: a number near 1 may be 1 in `f32`.
                        Range::$range.check(name, R::lit(value).to_f64())
                    })*
                    _ => Err(SettingError::Unknown { name: name.to_string(), known: Self::NAMES }),
                }
            }

            fn settings(&self) -> BTreeMap<&'static str, f64> {
                [$((stringify!($name), self.$name.to_f64())),*].into()
            }

            fn set_settings(&mut self, settings: &BTreeMap<String, f64>) -> Result<(), SettingError> {
                settings.iter().try_for_each(|(name, value)| Self::check_setting(name, *value))?;
                $(if let Some(value) = settings.get(stringify!($name)) {
                    self.$name = R::lit(*value);
                })*
                Ok(())
            }
        }
    )*};
}
settings! {
    Sgd [R: Real] [R] { rate NotNegative, weight_decay NotNegative }
    Momentum [P: Differentiable, R: Real] [P, R] { rate NotNegative, momentum Fraction, weight_decay NotNegative }
    FusedMomentum [P: Differentiable, R: Real] [P, R] { rate NotNegative, momentum Fraction }
    Adam [P: Differentiable, R: Real] [P, R] {
        rate NotNegative, beta1 Fraction, beta2 Fraction, epsilon Positive, weight_decay NotNegative
    }
    AdamW [P: Differentiable, R: Real] [P, R] {
        rate NotNegative, beta1 Fraction, beta2 Fraction, epsilon Positive, weight_decay NotNegative
    }
    Lamb [P: Differentiable, R: Real] [P, R] {
        rate NotNegative, beta1 Fraction, beta2 Fraction, epsilon Positive, weight_decay NotNegative
    }
    Lion [P: Differentiable, R: Real] [P, R] { rate NotNegative, beta1 Fraction, beta2 Fraction, weight_decay NotNegative }
    RmsProp [P: Differentiable, R: Real] [P, R] { rate NotNegative, alpha Fraction, epsilon Positive, weight_decay NotNegative }
    Adagrad [P: Differentiable, R: Real] [P, R] { rate NotNegative, epsilon Positive, weight_decay NotNegative }
}
