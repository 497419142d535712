//! `#[differentiable(fast_math)]`: the functions of `cotangent::math`, in the function itself and in both modes of its derivative.

use cotangent::math;
use cotangent::prelude::*;

#[differentiable(fast_math)]
fn exponential(x: f64) -> f64 {
    x.exp()
}

#[differentiable]
fn plain(x: f64) -> f64 {
    x.exp()
}

#[test]
fn it_is_another_function_and_the_plain_one_stays() {
    let mut differ = 0;
    for i in 0..1000 {
        let x = f64::from(i) * 0.013;
        let y = math::exp(x);
        assert_eq!(exponential(x), y);
        assert_eq!(exponential::value_and_grad(x), (y, y));
        assert_eq!(exponential::jvp(x, 2.0), (y, 2.0 * y));
        assert_eq!((plain(x), plain::value_and_grad(x)), (x.exp(), (x.exp(), x.exp())));
        differ += usize::from(y != x.exp());
    }
    assert!(differ > 10, "only {differ} results differ from those of the platform");
}

#[differentiable(fast_math)]
fn all(x: f64, #[constant] c: f64) -> f64 {
    let constants = c.exp() * f64::tanh(c);
    let a = x.exp() + x.exp2() + x.exp_m1() + x.ln() + x.ln_1p() + x.log2() + x.log10();
    let b = x.tanh() + x.sin() + x.cos() + x.sigmoid() + x.log_sigmoid() + x.softplus();
    let d = x.gelu() + x.gelu_tanh() + x.silu() + x.powf(1.5) + f64::exp(-x) + f64::powf(x, x);
    let e = x.erf() + x.erfc() + [x, 2.0 * x].map(f64::cos)[1];
    constants * (a + b + d + e) + x.sqrt() + x.max(0.1) + x.powi(3)
}

#[test]
fn every_function_and_every_spelling() {
    check! {
        all(0.4) at 0.3, 1.7;
    }
}

#[differentiable(fast_math)]
fn constants(x: f64, #[constant] c: f64) -> f64 {
    x * f64::ln(c.exp())
}

#[test]
fn what_no_derivative_flows_through_is_fast_too() {
    for i in 0..100 {
        let c = f64::from(i) * 0.13 + 0.1;
        let expected = 3.0 * math::ln(math::exp(c));
        assert_eq!(constants(3.0, c), expected);
        assert_eq!(constants::value_and_grad(3.0, c), (expected, math::ln(math::exp(c))));
    }
}

#[differentiable(fast_math)]
fn generic<T: Real>(x: &[T; 3]) -> T {
    let mut sum = T::ZERO;
    for x in x {
        sum += x.exp();
    }
    sum.ln()
}

#[test]
fn references_and_type_parameters() {
    let x = [0.3, -1.2, 2.0];
    let sum = math::exp(0.3) + math::exp(-1.2) + math::exp(2.0);
    assert_eq!(generic(&x), math::ln(sum));
    let gradient: [f64; 3] = generic::grad(&x);
    assert_eq!(gradient, x.map(|x| math::exp(x) * (1.0 / sum)));
    let single: [f32; 3] = generic::grad(&x.map(|x| x as f32));
    assert!(single.iter().zip(gradient).all(|(single, double)| (f64::from(*single) - double).abs() < 1e-7));
}

#[differentiable(fast_math)]
fn of_tensors(x: &Vector<f64, 2>, #[constant] p: f64) -> f64 {
    (x.exp() + x.tanh()).sum() * x.powf(p).sum()
}

#[test]
fn tensors() {
    let x = tensor([0.3, 1.2]);
    let fast = of_tensors(&x, 1.5);
    let powers = x.map(|x| math::powf(x, 1.5)).sum();
    assert_eq!(fast, (x.map(math::exp) + x.map(math::tanh)).sum() * powers);
    cotangent::check::gradient(|x| of_tensors(x, 1.5), |x| of_tensors::value_and_grad(x, 1.5), x).unwrap();
}

#[derive(Differentiable)]
struct Scale {
    by: f64,
}

#[differentiable(fast_math)]
impl Scale {
    fn scaled(&self, x: f64) -> f64 {
        self.by.ln() * plain(x)
    }
}

#[test]
fn methods_and_not_what_they_call() {
    for i in 1..100 {
        let (by, x) = (f64::from(i) * 0.11, f64::from(i) * 0.13);
        let (value, (scale, dx)) = Scale { by }.scaled_value_and_grad(x);
        assert_eq!((value, scale.by), (math::ln(by) * x.exp(), x.exp() * (1.0 / by)));
        assert_eq!((Scale { by }.scaled(x), dx), (value, math::ln(by) * x.exp()));
    }
}
