//! Functions of `num_traits` by their paths, of numbers and of type parameters, also in conditions.

use cotangent::prelude::*;
use num_traits::{Float, FromPrimitive, Num, NumCast};

#[differentiable]
fn conversions<T: Float + FromPrimitive>(x: T, k: f64) -> T {
    let mut sum = T::zero();
    for i in 0..3 {
        sum = sum + T::from(x * x).unwrap() * T::from(i).unwrap();
    }
    let given: f64 = num_traits::cast(x * sum).unwrap();
    let same: f64 = NumCast::from(x).unwrap();
    sum * T::from_f64(k * same).unwrap() + <T as NumCast>::from(given.sin()).unwrap()
}

#[differentiable]
fn of_conversions(x: f64) -> f64 {
    conversions(x, 0.5 * x)
}

#[differentiable]
fn of_a_parameter<S: Float>(x: S) -> S {
    let mut y = x;
    while S::abs(y) < S::one() {
        y = y + y * y;
        if S::max(y, x) > S::sqrt(S::abs(x)) && Float::sin(y) < S::one() {
            y = Float::sqrt(y) + S::sqrt(S::one() + x);
        }
    }
    y * S::log(x + S::one(), S::from(3.0).unwrap())
}

#[differentiable]
fn of_numbers(x: f64) -> f64 {
    let (s, c) = <f64 as Float>::sin_cos(x);
    if Float::abs(x) < 1.0 && num_traits::clamp(x, 0.0, 1.0) > 0.1 {
        Float::sqrt(x) + num_traits::Float::powi(x, 2) * s
    } else {
        Float::max(x * c, of_a_parameter(x * 0.1))
    }
}

#[differentiable]
fn limited<T: Num + PartialOrd + Copy + std::ops::Neg<Output = T>>(value: T, limit: T) -> T {
    num_traits::clamp(value * value, -limit, limit) * value
}

#[differentiable]
fn clamped(x: f64) -> f64 {
    limited(x, 2.0) + num_traits::clamp(x, -1.0, 1.0) * x + limited(x, 0.5 * x * x + 0.1)
}

#[differentiable]
fn powers(x: f64, n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        sum += num_traits::pow(x, i) * num_traits::pow::pow(x + sum, 2);
    }
    sum
}

#[test]
fn numbers_of_num_traits() {
    check! {
        of_conversions() at 0.3, -1.2;
        of_a_parameter() at 0.3, 0.9;
        of_numbers() at 0.3, 1.7;
        clamped() at 0.3, 0.9, 2.5, -0.7;
        powers(5) at 0.3, -0.8, 0.0;
    }
}

#[test]
fn a_conversion_rounds_the_cotangent() {
    #[differentiable]
    fn narrow(x: f64) -> f32 {
        let y: f32 = num_traits::cast(x * x).unwrap();
        y
    }
    assert_eq!(narrow::value_and_grad(3.0), (9.0, 6.0));
}

/// In a module without the library's prelude, whose numbers have a method `to_f64` too.
mod without_the_prelude {
    use cotangent::differentiable;
    use cotangent::prelude::Differentiable;
    use num_traits::{Float, ToPrimitive};

    #[derive(Clone, Debug, Differentiable)]
    pub(super) struct Mean {
        pub(super) sum: f64,
        pub(super) count: u64,
    }

    #[differentiable]
    impl Mean {
        pub(super) fn value(&self) -> f64 {
            self.sum / self.count.to_f64().unwrap()
        }
    }

    #[differentiable]
    pub(super) fn widened(x: f32, n: usize) -> f64 {
        let y = x.to_f64().unwrap();
        y * y * n.to_f64().unwrap_or(1.0)
    }

    #[differentiable]
    pub(super) fn weighted<T: Float>(x: T, weights: &[T]) -> f64 {
        let k = x.to_f64().expect("a number");
        k * k * weights[0].to_f64().unwrap_or(0.0)
    }
}

#[test]
fn conversions_that_give_an_option() {
    without_the_prelude::Mean { sum: 0.4, count: 3 }.value_at().check().unwrap();
    without_the_prelude::widened::at(0.3, 2).check().unwrap();
    without_the_prelude::weighted::at(0.3, &[0.5]).check().unwrap();
    without_the_prelude::weighted::at(0.3, &[0.5]).check_jvp().unwrap();
}
