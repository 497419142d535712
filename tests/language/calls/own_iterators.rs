//! Loops over iterators of the program's own, whose `next` has a derivative.

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Debug)]
struct Steps {
    x: f64,
    n: usize,
}

#[differentiable]
impl Steps {
    fn new(x: f64, n: usize) -> Self {
        Steps { x, n }
    }
}

#[differentiable]
impl Iterator for Steps {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        if self.n == 0 {
            return None;
        }
        self.n -= 1;
        self.x = self.x * self.x.cos();
        Some(self.x)
    }
}

#[differentiable]
fn nested(x: f64, y: f64) -> f64 {
    let mut s = y;
    for v in Steps::new(x, 3) {
        for w in Steps::new(v, 2) {
            if w > 0.2 {
                s += w * v;
            } else {
                s *= w + 1.0;
            }
        }
        for w in Steps::new(y, 2) {
            s += w;
        }
    }
    s
}

#[differentiable]
fn lent(x: f64, y: f64) -> f64 {
    let mut s = y;
    let mut steps = Steps::new(x, 5);
    for v in &mut steps {
        s += v;
        if s > 0.9 {
            break;
        }
    }
    for v in &mut steps {
        s += v * v;
    }
    s * steps.x
}

#[differentiable]
fn exits(x: f64, y: f64) -> f64 {
    let mut s = y;
    let steps = Steps { x, n: 6 };
    'outer: for v in steps {
        for w in Steps::new(v * y, 3) {
            if w < 0.02 {
                continue 'outer;
            }
            if s > 1.3 {
                return s * w;
            }
            s += w * v;
        }
        if s > 5.0 {
            break;
        }
    }
    s
}

#[derive(Differentiable, Clone, Debug)]
struct Pair {
    a: f64,
    b: f64,
}

#[derive(Differentiable, Clone, Debug)]
struct Pairs {
    next: Pair,
    n: usize,
}

#[differentiable]
impl Iterator for Pairs {
    type Item = (usize, Pair);
    fn next(&mut self) -> Option<(usize, Pair)> {
        if self.n >= 3 {
            None
        } else {
            self.n += 1;
            self.next = Pair { a: self.next.b, b: self.next.a * self.next.b };
            Some((self.n, self.next.clone()))
        }
    }
}

#[differentiable]
fn taken_apart(x: f64, y: f64) -> f64 {
    let mut s = y;
    for (i, Pair { a, b }) in (Pairs { next: Pair { a: x, b: y }, n: 0 }) {
        s += a * b.powi(i as i32);
    }
    s
}

#[differentiable]
fn constant(x: f64) -> f64 {
    let mut s = x;
    for v in Steps::new(0.5, 2) {
        s *= v + x;
    }
    s
}

#[test]
fn own_iterators_have_derivatives() {
    for (x, y) in [(0.3, 0.7), (0.8, -0.5), (1.1, 0.9)] {
        nested::at(x, y).check().unwrap();
        lent::at(x, y).check().unwrap();
        exits::at(x, y).check().unwrap();
        taken_apart::at(x, y).check().unwrap();
        constant::at(x).check().unwrap();
        both_modes!(nested(x, y));
        both_modes!(lent(x, y));
        both_modes!(exits(x, y));
        both_modes!(taken_apart(x, y));
    }
}
