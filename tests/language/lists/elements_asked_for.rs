//! Elements in an `Option` that are mapped, and several that are asked for at once.

mod mapped {
    use cotangent::prelude::*;
    #[differentiable]
    fn f(x: &[f64]) -> f64 {
        x.first().map(|v| v * v).unwrap_or(0.0)
            + x.last().map(|&v| v * 3.0).unwrap_or(1.0) * x.get(1).map(|v| v.sin()).unwrap_or_default()
    }
    #[differentiable]
    fn g(x: &[f64]) -> f64 {
        match (x.first(), x.last()) {
            (Some(a), Some(b)) => a * b,
            _ => 0.0,
        }
    }
    #[differentiable]
    fn h(x: &[f64]) -> f64 {
        if let (Some(a), Some(&b)) = (x.first(), x.get(1)) { a * b } else { 0.0 }
    }

    #[test]
    fn as_branches() {
        let x = [1.0, 2.0, 3.0];
        f::at(&x[..]).check().unwrap();
        f::at(&x[..]).check_jvp().unwrap();
        g::at(&x[..]).check().unwrap();
        g::at(&x[..]).check_jvp().unwrap();
        h::at(&x[..]).check().unwrap();
        h::at(&x[..]).check_jvp().unwrap();
    }
}
