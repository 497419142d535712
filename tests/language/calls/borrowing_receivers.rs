//! Methods of types that borrow: `impl<'a> View<'a>`.

use cotangent::prelude::*;

#[derive(Clone, Copy)]
struct View<'a, T> {
    coefficients: &'a [T],
}

impl<'a, T> View<'a, T> {
    fn new(coefficients: &'a [T]) -> Self {
        Self { coefficients }
    }
}

#[differentiable]
impl<'a, T: Real> View<'a, T> {
    fn horner(#[constant] &self, x: T) -> T {
        let mut sum = T::ZERO;
        for c in self.coefficients {
            sum = sum * x + *c;
        }
        sum
    }

    fn twice(#[constant] &self, x: T) -> T {
        self.horner(self.horner(x))
    }

    fn len(&self) -> usize {
        self.coefficients.len()
    }

    fn first(&self) -> &'a T {
        &self.coefficients[0]
    }
}

#[differentiable]
impl View<'_, f64> {
    fn scaled(#[constant] &self, x: f64, scale: f64) -> f64 {
        scale * self.horner(x) * self.len() as f64
    }
}

#[differentiable]
fn along(#[constant] view: View<'_, f64>, names: &[&str], x: f64) -> f64 {
    view.twice(x) * *view.first() + view.scaled(x, x * names.len() as f64)
}

#[test]
fn methods_of_a_view() {
    let coefficients = [0.5, -1.0, 2.0];
    let view = View::new(&coefficients);
    for x in [0.3, 1.7] {
        let found = |x: &f64| along::value_and_grad(view, &["a", "b"], *x);
        cotangent::check::gradient(|x: &f64| along(view, &["a", "b"], *x), found, x).unwrap();
        cotangent::check::gradient(|x: &f64| view.twice(*x), |x| view.twice_value_and_grad(*x), x).unwrap();
    }
}
