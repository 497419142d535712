//! Statements that are nothing, and values that are `()`.
#![allow(redundant_semicolons, path_statements, reason = "they are what is tested")]

use cotangent::prelude::*;

#[rustfmt::skip]
#[differentiable]
fn empty_statements(x: f64, y: f64) -> f64 {
    ;
    let mut s = x;
    for _ in 0..2 {
        s *= y;;
        ();
        if s > 100.0 {
            ;
            return s;
        };
    }
    let scaled = |a: f64| {
        ;
        a * y
    };
    if s > 0.0 {
        s += scaled(s);;
    } else {
        ();
    }
    s * s
}

#[differentiable]
fn changes(x: f64, y: f64) -> f64 {
    let mut s = x;
    let _done = {
        s *= y;
    };
    let () = s += y;
    let done: () = s *= y;
    let _ = s += x;
    done;
    s * s
}

#[differentiable]
fn loops_and_branches(x: f64, y: f64) -> f64 {
    let mut s = x;
    for i in 0..3 {
        let () = if i == 1 {
            s += y;
        } else {
            s *= y;
        };
        let _done = for _ in 0..2 {
            s += x
        };
    }
    s * s
}

#[differentiable]
fn lists(x: f64, y: f64) -> f64 {
    let mut v = vec![x];
    let _pushed = {
        v.push(y);
        v.push(x * y);
    };
    let _scaled = if x > 0.0 {
        v[0] *= 2.0
    };
    v[0] + v[1] * v[2]
}

#[differentiable]
fn exits(x: f64, y: f64) -> f64 {
    let mut s = x;
    let () = for i in 0..5 {
        s += y;
        if i == 3 {
            break;
        }
    };
    let _scaled = {
        if s > 1e9 {
            return x;
        }
        s *= y;
    };
    s * s
}

#[test]
fn they_are_statements() {
    each_is_right!([empty_statements changes loops_and_branches lists exits] (0.7, 1.3));
    each_is_right!([empty_statements changes loops_and_branches lists exits] (1.3, 0.7));
}
