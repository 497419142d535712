//! Methods in the closures of a chain, called on a variable that changes elsewhere: those that take `&self` run for any items.

use cotangent::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Mean {
    y: f64,
    gain: f64,
    seen: usize,
}

#[differentiable]
impl Mean {
    fn step(&mut self, x: f64) -> f64 {
        self.y += self.gain * (x - self.y);
        self.y
    }
    fn scaled(&self, x: f64) -> f64 {
        self.y * x
    }
    fn next_index(&mut self) -> usize {
        self.seen += 1;
        self.seen
    }
    /// The index on the left is computed once.
    fn swapped(&mut self) -> f64 {
        let mut w = [self.gain, 2.0, 3.0, self.y];
        std::mem::swap(&mut w[self.next_index()], &mut self.y);
        w[1] * self.y + w[2]
    }
    fn in_its_own_chain(&mut self, x: [f64; 3]) -> f64 {
        let steps: f64 = x.iter().map(|&x| self.step(x)).sum();
        steps + x.iter().map(|&x| self.scaled(x)).last().unwrap()
    }
}

#[differentiable]
fn looked_at(x: [f64; 3], gain: f64) -> f64 {
    let mut mean = Mean { y: 0.0, gain, seen: 0 };
    let steps: f64 = x.iter().map(|&x| mean.step(x)).sum();
    let last = x.iter().map(|&x| mean.scaled(x)).last().unwrap();
    let rest: f64 = x.iter().map(|&x| mean.scaled(x)).skip(1).sum();
    let products: f64 =
        x.iter().map(|&x| mean.scaled(x)).zip(x.iter().map(|v| mean.scaled(*v))).map(|(a, b)| a * b).sum();
    let largest = x.iter().map(|&x| mean.scaled(x)).max_by(|a, b| a.total_cmp(b)).unwrap();
    let taken: f64 = x.iter().map(|&x| mean.step(x)).take(1).sum();
    steps * last + rest + products + largest * taken
}

#[differentiable]
fn once(x: [f64; 3], gain: f64) -> f64 {
    let mut mean = Mean { y: x[0], gain, seen: 0 };
    let swapped = mean.swapped();
    swapped * mean.in_its_own_chain(x)
}

#[test]
fn methods_that_look_may_run_for_any_items() {
    both_modes!(looked_at([1.0, 2.0, 3.0], 0.5));
    both_modes!(once([1.0, 2.0, 3.0], 0.5));
}
