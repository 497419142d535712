//! `|`, `^` and shifts of the user's own types.

use cotangent::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair(f64, f64);

#[differentiable]
impl std::ops::BitOr for Pair {
    type Output = f64;
    fn bitor(self, other: Pair) -> f64 {
        self.0 * other.0 + self.1 * other.1
    }
}

#[differentiable]
impl std::ops::BitXor for Pair {
    type Output = Pair;
    fn bitxor(self, other: Pair) -> Pair {
        Pair(self.0 * other.1 - self.1 * other.0, other.1)
    }
}

#[differentiable]
impl std::ops::Shl<f64> for Pair {
    type Output = Pair;
    fn shl(self, k: f64) -> Pair {
        Pair(self.1 * k, self.0)
    }
}

#[differentiable]
impl std::ops::BitOrAssign for Pair {
    fn bitor_assign(&mut self, other: Pair) {
        *self = Pair(self.1 * other.0, self.0);
    }
}

#[differentiable]
fn expressions(a: f64) -> f64 {
    (Pair(a, 1.0) ^ (Pair(a * a, 2.0) << a)) | Pair(a, 2.0)
}

#[differentiable]
fn assignments(a: f64) -> f64 {
    let mut pair = Pair(a, 1.0);
    for i in 0..4 {
        if i & 1 == 0 {
            pair |= Pair(a, 2.0);
        }
    }
    pair.0 * pair.1
}

#[test]
fn they_are_methods_of_the_type() {
    expressions::at(0.7).check().unwrap();
    expressions::at(0.7).check_hvp().unwrap();
    assignments::at(0.7).check().unwrap();
    assignments::at(0.7).check_jvp().unwrap();
}
