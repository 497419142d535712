// errors: 4
use cotangent::prelude::*;

#[differentiable]
fn absolute(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !(1 << 63))
}

#[differentiable]
fn copied(x: f64) -> f64 {
    let bytes = x.to_le_bytes();
    f64::from_le_bytes(bytes) * 2.0
}

#[differentiable]
fn root(x: f32) -> f32 {
    let bits = x.to_bits();
    let bits = 0x5f37_59df - (bits >> 1);
    let y = f32::from_bits(bits);
    y * (1.5 - 0.5 * x * y * y)
}

#[differentiable]
fn logarithm(x: f32) -> f32 {
    let bits = x.to_bits();
    bits as f32 * 1.19e-7 - 126.94
}

fn main() {}
