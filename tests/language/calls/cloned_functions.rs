//! Parameters that are functions, passed on as clones.

mod clones {
    use cotangent::prelude::*;
    #[differentiable]
    fn once<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
        f(x) * x
    }
    #[differentiable]
    fn twice<F: Fn(f64) -> f64 + Clone>(f: F, x: f64) -> f64 {
        once(f.clone(), x) + once(f, x)
    }
    #[differentiable]
    fn g(x: f64, k: f64) -> f64 {
        twice(|v| v * k, x) + twice(|v| v.sin(), x)
    }

    #[test]
    fn a_clone_is_the_function() {
        both_modes!(g(1.5, 0.7));
    }
}
