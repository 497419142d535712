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

/// Whole numbers and flags that are parts of a value with a derivative.
#[derive(Clone, Debug, Differentiable)]
struct Noise {
    amplitude: f64,
    permuted: Vec<u8>,
    seed: u64,
    is_signed: bool,
}

#[differentiable]
impl Noise {
    fn slope(&self, hash: i32, x: f64) -> f64 {
        let corner = hash & 15;
        if corner & 1 == 0 { x } else { -x * corner as f64 }
    }

    fn at_place(&self, x: f64) -> f64 {
        let (i, f) = (x.floor() as i32, x - x.floor());
        let a = self.permuted[(i & 3) as usize] as i32;
        let b = self.permuted[((i + 1) & 3) as usize] as i32;
        let hash = (self.seed ^ (self.seed << 13) ^ (self.seed >> 7)) & 7;
        let is_turned = self.is_signed & (x > 0.5) | (hash == 3);
        let t = f * f * (3.0 - 2.0 * f);
        let value = (1.0 - t) * self.slope(a, f) + t * self.slope(b, f - 1.0) + hash as f64 * self.amplitude * f;
        if is_turned { -value * self.amplitude } else { value }
    }
}

#[test]
fn of_whole_numbers_they_are_constants() {
    let mut noise = Noise { amplitude: 0.7, permuted: vec![3, 1, 2, 0], seed: 9, is_signed: true };
    noise.at_place_at(1.3).check().unwrap();
    noise.at_place_at(1.3).check_jvp().unwrap();
    noise.is_signed = false;
    noise.at_place_at(2.4).check().unwrap();
}
