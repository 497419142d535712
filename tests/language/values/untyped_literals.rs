//! Values computed from literals without suffixes: all that a function does with one says its type, so the reverse half, which does not do
//! all of it, must not compute it again. In `i32` and `f64`, which are the types where nothing says one, these have other values.

use cotangent::prelude::*;

/// Says the type of a value.
fn is_u8(_: u8) {}

/// Says the type of a value.
fn is_i64(_: i64) {}

/// Says the type of a value: in it the difference of [`difference`] is nothing.
fn is_f32(_: f32) {}

#[test]
fn both_halves_have_one_type() {
    check! {
        complement() at 0.7;
        shifted() at 0.7;
        difference() at 0.7;
        of_a_difference() at 0.7;
        lent() at 0.7;
        list() at 0.7;
        cast_to_what_is_asked() at 0.7;
        in_a_closure() at 0.7;
        in_a_fold() at 0.7;
        in_a_branch() at 0.7;
        converted() at 0.7;
        repeated() at 0.7;
        shifted_end() at 0.7;
        end_of_a_block() at 0.7;
    }
}

#[differentiable]
fn complement(x: f64) -> f64 {
    let m = !0;
    is_u8(m);
    x * m as f64 * x
}

#[differentiable]
fn shifted(x: f64) -> f64 {
    let m = 1 << 31;
    is_i64(m);
    x * (m as f64 * 1e-9) * x
}

#[differentiable]
fn difference(x: f64) -> f64 {
    let c = 16_777_217.0 - 16_777_216.0;
    is_f32(c);
    x * (c as f64 + 2.0) * x
}

#[differentiable]
fn of_a_difference(x: f64) -> f64 {
    let c = 16_777_217.0 - 16_777_216.0;
    let d = c * 3.0;
    is_f32(d);
    x * x * (c as f64 + 2.0) + x * d as f64
}

#[differentiable]
fn lent(x: f64) -> f64 {
    let c = &(16_777_217.0 - 16_777_216.0);
    is_f32(*c);
    x * (*c as f64 + 2.0) * x
}

#[differentiable]
fn list(x: f64) -> f64 {
    let t = &[16_777_217.0 - 16_777_216.0, 0.5];
    is_f32(t[1]);
    x * (t[0] as f64 + 2.0) * x
}

#[differentiable]
fn cast_to_what_is_asked(x: f64) -> f64 {
    let c = 16_777_217_u32 as _;
    is_f32(c);
    x * (c - 16_777_215.0) as f64 * x
}

#[differentiable]
fn in_a_closure(x: f64) -> f64 {
    let square = |y: f64| {
        let m = !4;
        is_u8(m);
        y * y * m as f64
    };
    square(x) + square(2.0 * x)
}

#[differentiable]
fn in_a_fold(x: f64) -> f64 {
    let m = !200;
    is_u8(m);
    (0..3).fold(x, |sum, i| sum + sum * m as f64 * i as f64 * 0.01)
}

#[differentiable]
fn in_a_branch(x: f64) -> f64 {
    let m = !200;
    let y = if x > 0.0 { x * m as f64 } else { x };
    is_u8(m);
    y * y
}

#[differentiable]
fn converted(x: f64) -> f64 {
    let c = 16_777_217.0 - 16_777_216.0;
    is_f32(c);
    x * x * (f64::from(c) + 2.0)
}

#[differentiable]
fn repeated(x: f64) -> f64 {
    let n = 1 << 2;
    let mut sum = 0.0;
    for i in 0..n {
        is_u8(i);
        sum += x * x * (!i) as f64 * 0.01;
    }
    sum
}

#[differentiable]
fn shifted_end(x: f64) -> f64 {
    const BITS: u32 = 2;
    let mut sum = 0.0;
    for i in 0..1 << BITS {
        is_u8(i);
        sum += x * x * (!i) as f64 * 0.01;
    }
    sum
}

#[differentiable]
fn end_of_a_block(x: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..const { 1 + 2 } {
        is_u8(i);
        sum += x * x * (!i) as f64 * 0.01;
    }
    sum
}
