//! Methods of the user's with the names of methods of lists and matrices, and receivers with a type.

use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Line {
    c: [f64; 3],
}

#[differentiable]
impl Line {
    fn scale_mut(&mut self, a: f64) {
        for x in self.c.iter_mut() {
            *x *= a;
        }
    }
    fn normalize_mut(&mut self) {
        let length = self.c.iter().map(|x| x * x).sum::<f64>().sqrt();
        self.scale_mut(1.0 / length);
    }
    fn fill(&mut self, x: f64) {
        self.c.fill(x * x);
    }
    fn swap(&mut self, i: usize, j: usize) {
        self.c.swap(i, j);
    }
    fn reverse(&mut self) {
        self.c.reverse();
        self.swap(0, 1);
    }
    fn scaled(&self, a: f64) -> Line {
        let mut line = self.clone();
        line.scale_mut(a);
        line.reverse();
        line
    }
}

#[differentiable]
fn of_lines(m: f64, s: f64) -> f64 {
    let mut a = Line { c: [m, s, 1.0] };
    a.normalize_mut();
    let b = a.scaled(s);
    let mut c = a.clone();
    c.swap(0, 2);
    c.fill(m * c.c[1]);
    c.scale_mut(b.c[0]);
    a.reverse();
    a.c[0] * b.c[1] + c.c[2] * m
}

#[derive(Differentiable, Clone, Copy)]
struct Number {
    x: f64,
}

#[differentiable]
impl Number {
    fn times(self: Self, k: f64) -> f64 {
        self.x * k
    }
    fn square(self: &Self) -> f64 {
        self.x * self.x
    }
    fn grow(self: &mut Self, k: f64) {
        self.x *= k;
    }
    fn shifted(mut self: Self, k: f64) -> f64 {
        self.x += k;
        self.x * self.x
    }
}

#[differentiable]
fn of_receivers(m: f64, s: f64) -> f64 {
    let mut number = Number { x: m };
    number.grow(s);
    number.times(s) + number.square() * number.shifted(m)
}

#[test]
fn methods_with_the_names_of_others() {
    follows! { of_lines of_receivers }
}

/// A name that begins as that of a type does, and has an underscore, is that of a function.
mod like_types {
    use cotangent::prelude::*;

    #[allow(non_snake_case, reason = "the symbol of the formula")]
    #[differentiable]
    fn T_saturation(p: f64) -> f64 {
        1.0 / (3.0 - p.ln())
    }

    #[allow(non_snake_case, reason = "the symbol of the formula")]
    #[differentiable]
    fn C_p(t: f64, p: f64) -> f64 {
        let mut result = T_saturation(p);
        if t > 0.5 {
            result = T_saturation(2.0 * p) * t;
        }
        result + if T_saturation(p) > t { T_saturation(t) } else { 0.0 }
    }

    #[test]
    fn a_function_like_a_type() {
        for (t, p) in [(0.2, 0.4), (0.7, 1.4)] {
            C_p::at(t, p).check().unwrap();
            C_p::at(t, p).check_jvp().unwrap();
        }
    }
}
