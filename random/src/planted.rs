//! Rules that are wrong on purpose: programs that use them must be found.

use cotangent::prelude::*;
use cotangent::rule::{By1, Rule, Rule1};

cotangent::elementwise! {
    /// Where the wrong rule is a method.
    pub trait Planted;

    /// `sin x`. The derivative has the wrong sign.
    planted(x) = x.sin(), x => -x.cos();
}

/// `sin x`, by hand: in forward mode the slope is `forward · cos x`, and the slope moves by `-second · sin x`, where 1 is right.
macro_rules! sine {
    ($(#[$meta:meta])* $rule:ident, $trait:ident, $method:ident, $derivative:ident: forward $forward:literal, second $second:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $rule;

        impl $rule {
            const FORWARD: f64 = $forward;
            const SECOND: f64 = $second;
        }

        impl Rule for $rule {
            type Reads = (Yes, No);
        }

        impl Rule1<f64> for $rule {
            type Output = f64;
            type Residual = ();
            fn forward(x: &f64) -> (f64, ()) {
                (x.sin(), ())
            }
            fn vjp((): &(), x: Read<f64>, _: Read<f64>, y_bar: &f64, x_bar: impl Slot<f64>) {
                x_bar.accumulate(|d| *d += x.get().cos() * y_bar);
            }
            fn jvp(x: &f64, _: &f64, x_dot: Option<&f64>) -> f64 {
                x_dot.map_or(0.0, |x_dot| Self::FORWARD * x.cos() * x_dot)
            }
            fn vjp_dual(
                x: Read<f64>, x_dot: Option<&f64>,
                _: Read<f64>, _: Option<&f64>,
                y_bar: &f64, y_bar_dot: Option<&f64>,
                x_bar: impl Slot<f64>, x_bar_dot: impl Slot<f64>,
            ) {
                let (sin, cos) = x.get().sin_cos();
                let moved = |dot: Option<&f64>| dot.copied().unwrap_or(0.0);
                x_bar.accumulate(|d| *d += cos * y_bar);
                x_bar_dot.accumulate(|d| *d += cos * moved(y_bar_dot) - Self::SECOND * sin * moved(x_dot) * y_bar);
            }
        }

        /// Where that is a method.
        pub trait $trait {
            /// `sin x`
            fn $method(&self) -> f64;
            /// The way to its rule.
            fn $derivative(&self) -> By1<$rule> {
                By1::new()
            }
        }

        impl $trait for f64 {
            fn $method(&self) -> f64 {
                self.sin()
            }
        }
    };
}

sine! {
    /// `sin x`. The derivative is right in reverse mode and has the wrong sign in forward mode.
    WrongForward, PlantedForward, planted_forward, derivative_of_planted_forward: forward -1.0, second 1.0
}
sine! {
    /// `sin x`. The derivative is right in both modes, the second derivative has the wrong sign.
    WrongSecond, PlantedSecond, planted_second, derivative_of_planted_second: forward 1.0, second -1.0
}
