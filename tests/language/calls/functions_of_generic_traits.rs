//! Associated functions of a trait whose parameter is a number: by the type, by the trait, and of a type parameter.

use cotangent::prelude::*;
use num_traits::Float;

#[differentiable]
trait Easing<F: Float> {
    fn ease_in(t: F, b: F) -> F;
    fn ease_out(t: F, b: F) -> F;
    fn both(t: F, b: F) -> F {
        Self::ease_in(t, b) * Self::ease_out(b, t)
    }
}

struct Quad;
struct Sine;

#[differentiable]
impl<F: Float> Easing<F> for Quad {
    fn ease_in(t: F, b: F) -> F {
        t * t + b
    }
    fn ease_out(t: F, b: F) -> F {
        let two = F::one() + F::one();
        t * (two - t) * b
    }
}

#[differentiable]
impl Easing<f64> for Sine {
    fn ease_in(t: f64, b: f64) -> f64 {
        t.sin() + b
    }
    fn ease_out(t: f64, b: f64) -> f64 {
        (t * b).cos()
    }
}

#[differentiable]
fn by_type(t: f64) -> f64 {
    Quad::ease_in(t, 2.0 * t) * Sine::ease_in(t, t)
}

#[differentiable]
fn by_trait(t: f64) -> f64 {
    <Quad as Easing<f64>>::ease_out(t, 2.0 * t) + <Sine as Easing<f64>>::both(t, t * t)
}

#[differentiable]
fn of_any<F: Float, E: Easing<F>>(t: F) -> F {
    E::ease_in(t, t) * E::ease_out(t * t, t)
}

#[differentiable]
fn generic(t: f64) -> f64 {
    of_any::<f64, Quad>(t) + of_any::<f64, Sine>(t)
}

#[differentiable]
fn in_a_loop(t: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..4 {
        if i % 2 == 0 {
            s += Quad::ease_in(t, s);
        } else {
            s = Quad::ease_out(s, t);
        }
    }
    s
}

#[test]
fn their_gradients_are_those_of_differences() {
    each_is_right!([by_type by_trait generic in_a_loop](0.7));
}
