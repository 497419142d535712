//! Loops that add up what is then chosen, or not: nothing comes back to the others.

use core::cell::Cell;
use core::ops::Index;

use cotangent::check;
use cotangent::prelude::*;
use cotangent::rule::{By1, Rule, Rule1};

/// The derivative of the sum is infinite where `x` is zero: what was not chosen gives zero there too.
#[differentiable]
fn smallest(x: f64, y: f64) -> f64 {
    let mut sum = 0.0;
    for i in 1..4 {
        sum += f64::from(i) / x;
    }
    sum.min(y * y)
}

#[differentiable]
fn positive(x: f64, y: f64) -> f64 {
    let mut sum = -1.0 / y;
    for _ in 0..3 {
        sum -= 1.0 / x;
    }
    sum.relu() + x * y
}

#[differentiable]
fn by_branch(x: f64, y: f64) -> f64 {
    let mut best = y;
    for i in 0..3 {
        let mut sum = 0.0;
        for j in 0..=i {
            sum += f64::from(j + 1) / x;
        }
        if sum < best {
            best = sum;
        }
    }
    best * y
}

/// The product keeps its factors: what is not read has to be passed over.
#[differentiable]
fn with_entries(x: f64, y: f64) -> f64 {
    let mut total = x;
    for i in 0..4 {
        let mut product = y;
        for j in 0..3 {
            product = product * (x + f64::from(j)) / f64::from(i + 1);
        }
        total = total.max(product) * x;
    }
    total
}

/// Read by more than what chooses, or one of two that change: these run always.
#[differentiable]
fn that_are_not(x: f64, y: f64) -> f64 {
    let (mut sum, mut product) = (0.0, 1.0);
    for i in 0..3 {
        sum += x * f64::from(i);
        product *= y;
    }
    let mut used = x;
    for _ in 0..2 {
        used = used * used;
    }
    let mut outside = y;
    for _ in 0..2 {
        outside += x * y;
        product += outside;
    }
    sum.min(-10.0) + product + used.min(0.0) + used * y + outside.relu()
}

#[differentiable]
fn nearest(points: &[[f64; 2]], centres: &[[f64; 2]]) -> f64 {
    let mut total = 0.0;
    for point in points {
        let mut nearest = f64::INFINITY;
        for centre in centres {
            let mut distance = 0.0;
            for (p, c) in point.iter().zip(centre) {
                let gap = p - c;
                distance += gap * gap;
            }
            nearest = nearest.min(distance);
        }
        total += nearest;
    }
    total
}

#[test]
fn nothing_comes_back_to_what_is_not_chosen() {
    assert_eq!(smallest::grad(0.0, 3.0), (0.0, 6.0));
    assert_eq!(smallest::grad(2.0, 3.0), (-1.5, 0.0));
    assert_eq!(positive::grad(0.0, 3.0), (3.0, 0.0));
    assert_eq!(by_branch::grad(0.0, 3.0), (0.0, 6.0));
}

#[test]
fn what_is_chosen_gets_all() {
    macro_rules! gradients {
        ($($f:ident)*) => {$(
            for at in [(2.0, 3.0), (-1.7, 0.5), (0.7, -1.5), (1.5, 9.0)] {
                check::gradient(|(x, y)| $f(*x, *y), |(x, y)| both_modes!($f(*x, *y)), at)
                    .unwrap_or_else(|mismatch| panic!("{} at {at:?}: {mismatch}", stringify!($f)));
            }
        )*};
    }
    gradients!(smallest positive by_branch with_entries that_are_not);
}

#[test]
fn of_many_distances_the_smallest_counts() {
    let (points, centres) = ([[0.0, 0.0], [4.0, 1.0], [0.5, 0.0]], [[1.0, 0.0], [3.0, 0.0], [9.0, 9.0]]);
    let (value, (points_bar, centres_bar)) = nearest::value_and_grad(&points, &centres);
    assert_eq!(value, 1.0 + 2.0 + 0.25);
    assert_eq!(points_bar, [[-2.0, 0.0], [2.0, 2.0], [-1.0, 0.0]]);
    assert_eq!(centres_bar, [[3.0, 0.0], [-2.0, -2.0], [0.0, 0.0]]);
}

/// Weights that count how often they are read: once by the forward half, and once more by a loop that is walked back.
struct Counted {
    weights: [f64; 3],
    reads: Cell<usize>,
}

impl Index<usize> for Counted {
    type Output = f64;
    fn index(&self, j: usize) -> &f64 {
        self.reads.set(self.reads.get() + 1);
        &self.weights[j]
    }
}

/// The gradient of `f`, and whether it walked back its loop over the three weights.
fn walked<G>(f: impl Fn(&Counted, f64, f64) -> G, (x, y): (f64, f64)) -> (G, bool) {
    let w = Counted { weights: [1.0, 2.0, 3.0], reads: Cell::new(0) };
    let gradient = f(&w, x, y);
    // In debug builds the function itself runs too.
    let reads = w.reads.get() - if cfg!(debug_assertions) { 3 } else { 0 };
    assert!(reads == 3 || reads == 6, "{reads} reads");
    (gradient, reads == 6)
}

/// Functions of a sum of `6 x`, and of `y`: `z = w[0] x + w[1] x + w[2] x`, then what is made of it.
macro_rules! of_a_sum {
    ($($f:ident($sum:ident, $y:ident) { $($made:tt)* })*) => {$(
        #[differentiable]
        fn $f(#[constant] w: &Counted, x: f64, $y: f64) -> f64 {
            let mut $sum = 0.0;
            for j in 0..3 {
                $sum += w[j] * x;
            }
            $($made)*
        }
    )*};
}

cotangent::elementwise! {
    trait Ramps;
    /// A row that says that it chooses.
    ramp(x) = x.max(T::ZERO), x => if x > T::ZERO { T::ONE } else { T::ZERO }, often_zero;
    /// The same, whose derivative comes with the value.
    ramp_at_once(x) = x.max(T::ZERO), both => (x.max(T::ZERO), if x > T::ZERO { T::ONE } else { T::ZERO }), often_zero;
    /// The same, which does not say so.
    silent_ramp(x) = x.max(T::ZERO), x => if x > T::ZERO { T::ONE } else { T::ZERO };
}

/// `max(x, 1)`, by a rule of one's own, which may say that it chooses.
macro_rules! at_least_one {
    ($rule:ident { $($says:tt)* }) => {
        #[derive(Clone, Copy, Default)]
        struct $rule;

        impl Rule for $rule {
            type Reads = (Yes, No);
            $($says)*
        }

        impl Rule1<f64> for $rule {
            type Output = f64;
            type Residual = ();
            fn forward(x: &f64) -> (f64, ()) {
                (x.max(1.0), ())
            }
            fn vjp((): &(), x: Read<f64>, _: Read<f64>, y_bar: &f64, x_bar: impl Slot<f64>) {
                if *x.get() > 1.0 {
                    x_bar.accumulate(|d| *d += y_bar);
                }
            }
            fn jvp(x: &f64, _: &f64, x_dot: Option<&f64>) -> f64 {
                if *x > 1.0 { *x_dot.unwrap_or(&0.0) } else { 0.0 }
            }
        }
    };
}
at_least_one! { AtLeastOne { const OFTEN_ZERO: bool = true; } }
at_least_one! { SilentlyAtLeastOne {} }

trait AtLeastOnes {
    fn at_least_one(&self) -> f64;
    fn silently_at_least_one(&self) -> f64;
    fn derivative_of_at_least_one(&self) -> By1<AtLeastOne> {
        By1::new()
    }
    fn derivative_of_silently_at_least_one(&self) -> By1<SilentlyAtLeastOne> {
        By1::new()
    }
}

impl AtLeastOnes for f64 {
    fn at_least_one(&self) -> f64 {
        self.max(1.0)
    }
    fn silently_at_least_one(&self) -> f64 {
        self.max(1.0)
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Bound {
    top: f64,
}

#[differentiable]
impl Bound {
    fn cut(&self, x: f64) -> f64 {
        x.min(self.top)
    }
}

of_a_sum! {
    min(sum, y) { sum.min(y) }
    min_of_the_other(sum, y) { y.min(sum) }
    max(sum, y) { sum.max(y) }
    clamp(sum, y) { sum.clamp(-1.0, 1.0) + y }
    relu(sum, y) { sum.relu() + y }
    relu6(sum, y) { sum.relu6() + y }
    hard_tanh(sum, y) { sum.hard_tanh() + y }
    hard_sigmoid(sum, y) { sum.hard_sigmoid() * 6.0 + y }
    select(sum, y) { y.greater(0.0).select(sum, y) }
    mask(sum, y) { sum.greater(y) * y }
    floor(sum, y) { sum.floor() * y }
    unwrap_or(sum, y) {
        let known = if y > 0.0 { Some(y) } else { None };
        known.unwrap_or(sum)
    }
    by_both(sum, y) { sum.min(y) + sum.relu() }
    in_a_scope(sum, y) {
        let smaller = { let double = y * 2.0; sum.min(double) };
        smaller * y
    }
    in_a_loop(sum, y) {
        let mut most = y;
        for _ in 0..2 {
            most = most.max(sum) * y;
        }
        most
    }
    by_ramp(sum, y) { sum.ramp() + y }
    by_ramp_at_once(sum, y) { sum.ramp_at_once() + y }
    by_own_rule(sum, y) { sum.at_least_one() + y }
    by_silent_ramp(sum, y) { sum.silent_ramp() + y }
    by_silent_rule(sum, y) { sum.silently_at_least_one() + y }
    by_method(sum, y) {
        let bound = Bound { top: y };
        bound.cut(sum)
    }
    by_one_of_two(sum, y) { sum.min(y) + sum.silent_ramp() }
    by_leaky_relu(sum, y) { sum.leaky_relu(0.0) + y }
    by_product(sum, y) { sum * (y - y) }
}

#[test]
fn a_loop_is_walked_back_if_its_sum_was_chosen() {
    macro_rules! chosen {
        ($($f:ident at $at:expr => $gradient:expr, not at $elsewhere:expr => $nothing:expr;)*) => {$(
            assert_eq!(walked($f::grad, $at), ($gradient, true), stringify!($f));
            assert_eq!(walked($f::grad, $elsewhere), ($nothing, false), stringify!($f));
        )*};
    }
    chosen! {
        min at (1.0, 7.0) => (6.0, 0.0), not at (1.0, 5.0) => (0.0, 1.0);
        min_of_the_other at (1.0, 7.0) => (6.0, 0.0), not at (1.0, 5.0) => (0.0, 1.0);
        max at (1.0, 5.0) => (6.0, 0.0), not at (1.0, 7.0) => (0.0, 1.0);
        clamp at (0.1, 5.0) => (6.0, 1.0), not at (1.0, 5.0) => (0.0, 1.0);
        relu at (0.1, 5.0) => (6.0, 1.0), not at (-1.0, 5.0) => (0.0, 1.0);
        relu6 at (0.1, 5.0) => (6.0, 1.0), not at (2.0, 5.0) => (0.0, 1.0);
        hard_tanh at (0.1, 5.0) => (6.0, 1.0), not at (2.0, 5.0) => (0.0, 1.0);
        hard_sigmoid at (0.25, 5.0) => (6.0, 1.0), not at (2.0, 5.0) => (0.0, 1.0);
        select at (1.0, 5.0) => (6.0, 0.0), not at (1.0, -5.0) => (0.0, 1.0);
        unwrap_or at (1.0, -5.0) => (6.0, 0.0), not at (1.0, 5.0) => (0.0, 1.0);
        by_both at (1.0, 5.0) => (6.0, 1.0), not at (-1.0, -7.0) => (0.0, 1.0);
        in_a_scope at (1.0, 7.0) => (42.0, 6.0), not at (1.0, 1.0) => (0.0, 4.0);
        in_a_loop at (1.0, 2.0) => (24.0, 24.0), not at (-1.0, 2.0) => (0.0, 12.0);
        by_ramp at (1.0, 5.0) => (6.0, 1.0), not at (-1.0, 5.0) => (0.0, 1.0);
        by_ramp_at_once at (1.0, 5.0) => (6.0, 1.0), not at (-1.0, 5.0) => (0.0, 1.0);
        by_own_rule at (1.0, 5.0) => (6.0, 1.0), not at (-1.0, 5.0) => (0.0, 1.0);
    }
    assert_eq!(walked(mask::grad, (1.0, 5.0)), ((0.0, 1.0), false));
    assert_eq!(walked(floor::grad, (1.1, 5.0)), ((0.0, 6.0), false));
}

#[test]
fn a_rule_that_does_not_say_that_it_chooses_is_always_asked() {
    macro_rules! always {
        ($($f:ident at $at:expr => $gradient:expr;)*) => {$(
            assert_eq!(walked($f::grad, $at), ($gradient, true), stringify!($f));
        )*};
    }
    always! {
        by_silent_ramp at (-1.0, 5.0) => (0.0, 1.0);
        by_silent_rule at (-1.0, 5.0) => (0.0, 1.0);
        by_method at (1.0, 5.0) => (0.0, 1.0);
        by_one_of_two at (-1.0, -7.0) => (0.0, 1.0);
        by_leaky_relu at (-1.0, 5.0) => (0.0, 1.0);
        by_product at (1.0, 5.0) => (0.0, 0.0);
    }
}
