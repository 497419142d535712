//! Ways in which other systems got gradients wrong, silently and with the right value. Each is a test of ours.
//!
//! The expected numbers are derived by hand from the formula beside them, at points where all arithmetic is exact. Every
//! gradient is computed twice in a row and added to cotangents that are not zero, so what a call leaves behind shows.
//!
//! These do not apply:
//!
//! | bug | why not |
//! |---|---|
//! | clad#650: chained assignment `u = v = u = 0` | an assignment has no value in Rust; the same one after the other is tested |
//! | futhark#1895: the gradient depends on the backend | there is one |
//! | pytorch#184528, second half: a scan in a scan under compilation | there is one way to run a loop |
//! | rust#152724: debug and release, forward and reverse disagree | no test can compare builds; the expected numbers here are exact, and hold in both |
//! | Enzyme.jl#3346: a gradient of a program that computes gradients | gradients are not differentiable, which is an error of the compiler |
//! | pytorch#184574, #76522: `clamp` and `relu6` disagree at their bounds | there are none of these; `max` and `min` are tested at bounds |
//! | Adept-2#37: the order of additions loses small terms beside large ones | nothing is promised about the order |

mod accumulation;
mod control_flow;
mod functions;
mod iteration;
mod mutation;

use std::fmt::Debug;

/// Numbers in some form.
trait Numbers: Clone + PartialEq + Debug {
    fn map(&self, with: &dyn Fn(f64) -> f64) -> Self;
}

impl Numbers for f64 {
    fn map(&self, with: &dyn Fn(f64) -> f64) -> Self {
        with(*self)
    }
}

impl<T: Numbers, const N: usize> Numbers for [T; N] {
    fn map(&self, with: &dyn Fn(f64) -> f64) -> Self {
        std::array::from_fn(|i| self[i].map(with))
    }
}

impl<A: Numbers, B: Numbers> Numbers for (A, B) {
    fn map(&self, with: &dyn Fn(f64) -> f64) -> Self {
        (self.0.map(with), self.1.map(with))
    }
}

/// The value of a function and its cotangents: in forward mode, then exactly, twice in a row, on top of what is there.
macro_rules! exact {
    ($f:ident($($x:expr),*) = $value:expr; $($bar:ident = $expected:expr),+ $(;)?) => {{
        let mut tape = cotangent::prelude::GrowableTape::new();
        $(let mut $bar = super::Numbers::map(&$expected, &|_| 64.0);)+
        assert_eq!($f($($x),*), $value, "the function itself");
        both_modes!($f($($x),*));
        for times in [1.0, 2.0] {
            assert_eq!($f::value_and_grad_into(&mut tape, $($x,)* $(&mut $bar),+), $value, "the value");
            $(assert_eq!(
                $bar,
                super::Numbers::map(&$expected, &|x| 64.0 + times * x),
                "{}, {times} times, on top of 64",
                stringify!($bar)
            );)+
        }
    }};
}
use exact;
