//! Functions without a result that end with a loop which only `return` leaves.

use cotangent::prelude::*;

#[differentiable]
fn doubled(a: &mut f64) {
    loop {
        if *a > 5.0 {
            return;
        }
        *a *= 2.0;
    }
}

#[differentiable]
fn in_a_branch(a: &mut f64, endless: bool) {
    if endless {
        loop {
            if *a > 5.0 {
                return;
            }
            *a *= 2.0;
        }
    } else {
        *a *= 3.0;
    }
}

#[differentiable]
fn in_an_arm(a: &mut f64, kind: i32) {
    match kind {
        0 => loop {
            if *a > 5.0 {
                return;
            }
            *a *= 2.0;
        },
        1 => *a *= 3.0,
        _ => {}
    }
}

#[differentiable]
fn out_of_a_loop(a: &mut f64) {
    loop {
        for i in 0..3 {
            if *a > 5.0 + f64::from(i) {
                return;
            }
        }
        *a *= 2.0;
    }
}

#[differentiable]
fn elements(a: &mut [f64]) {
    'all: loop {
        let mut all = true;
        for x in a.iter_mut() {
            if *x > 9.0 {
                break 'all;
            }
            if *x < 5.0 {
                *x *= 2.0;
                all = false;
            }
        }
        if all {
            return;
        }
    }
}

#[differentiable]
fn called(x: f64, y: f64) -> f64 {
    let mut a = x;
    doubled(&mut a);
    let (mut b, mut c) = (y, x);
    in_a_branch(&mut b, x > y);
    in_an_arm(&mut c, 0);
    in_an_arm(&mut c, 1);
    let mut d = x * y;
    out_of_a_loop(&mut d);
    let mut v = [x, y];
    elements(&mut v);
    a * b + c * d + v[0] * v[1]
}

#[test]
fn they_return() {
    each_is_right!([called](0.7, 1.3));
    each_is_right!([called](1.3, 0.7));
}
