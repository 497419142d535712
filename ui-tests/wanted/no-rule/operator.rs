use std::ops::Mul;

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy)]
struct Log(f64);

impl Mul for Log {
    type Output = Log;

    fn mul(self, other: Log) -> Log {
        Log(self.0 + other.0)
    }
}

#[differentiable]
fn product(a: f64, b: f64) -> f64 {
    let l = Log(a) * Log(b);
    l.0 * a
}

fn main() {}
