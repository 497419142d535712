//! Loops over ranges of literals whose index has a type that a use of it says: the reverse half computes with the same type, in `i32`
//! these would overflow.

use cotangent::prelude::*;

/// Says the type of an index.
fn is_u64(_: u64) {}

#[test]
fn both_halves_have_one_type() {
    check! {
        fused() at 0.7, -0.4;
        kept() at 0.7;
        nested() at 0.7;
        of_large_literals() at 0.7;
        run_again() at 0.7;
        backwards() at 0.7;
        decided() at 0.7;
    }
}

#[differentiable]
fn fused(x: f64) -> f64 {
    let mut s = 0.0;
    for i in 65_530..65_540 {
        is_u64(i);
        let y = x * (i * i) as f64 * 1e-10;
        s += y * y.sin();
    }
    s
}

#[differentiable]
fn kept(x: f64) -> f64 {
    let mut s = 0.0;
    for i in 65_530..65_540 {
        is_u64(i);
        let y = x * (i * i) as f64 * 1e-10;
        s = 0.5 * s + y * y * s.cos();
    }
    s
}

#[differentiable]
fn nested(x: f64) -> f64 {
    let mut s = 0.0;
    for i in 65_535..65_538 {
        for j in 0..=2 {
            is_u64(i);
            is_u64(j);
            let y = x * (i * i + j) as f64 * 1e-10;
            s = 0.5 * s + y * y * s.cos();
        }
    }
    s
}

#[differentiable]
fn of_large_literals(x: f64) -> f64 {
    let mut s = x;
    for i in 3_000_000_000..3_000_000_003 {
        is_u64(i);
        s = s * x + x * i as f64 * 1e-9;
    }
    s
}

#[differentiable]
fn run_again(x: f64) -> f64 {
    let mut s = x;
    #[checkpoint]
    for i in 65_530..65_540 {
        is_u64(i);
        s = s * 0.9 + s.sin() * (i * i) as f64 * x * 1e-10;
    }
    s
}

#[differentiable]
fn backwards(x: f64) -> f64 {
    let mut s = x;
    for i in (65_530..65_540).rev() {
        is_u64(i);
        s = s * 0.9 + s.sin() * (i * i) as f64 * x * 1e-10;
    }
    s
}

#[differentiable]
fn decided(x: f64) -> f64 {
    let mut s = x;
    for i in 65_530..65_540 {
        is_u64(i);
        if i * i > 4_294_967_296 {
            s = s * 0.9 + s.sin() * x;
        }
    }
    s
}
