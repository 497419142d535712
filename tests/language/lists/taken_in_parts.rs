//! Iterators in variables that are taken from in parts: by loops over `&mut it`, `by_ref`, `next_back` and `peek`.

use cotangent::prelude::*;

/// The gradient of functions of four numbers, against differences, in both modes and of second order.
macro_rules! follow {
    ($($f:ident)*) => {$(
        for x in [[0.9, 1.2, 1.5, 0.4], [1.3, 1.2, 1.5, 1.4], [0.1, 0.2, 0.3, 0.5], [0.4, -0.3, 2.2, 10.0]] {
            $f::at(&x).check().unwrap_or_else(|mismatch| panic!("{} at {x:?}: {mismatch}", stringify!($f)));
            $f::at(&x).check_jvp().unwrap();
            $f::at(&x).check_hvp().unwrap();
        }
    )*};
}

#[differentiable]
fn a_loop_and_the_rest(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let mut b = 1.0;
    for v in &mut it {
        b *= v;
        if *v > 1.0 {
            break;
        }
    }
    for v in it {
        b += v * b;
    }
    b
}

#[differentiable]
fn the_first_two(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let b: f64 = it.by_ref().take(2).sum();
    let c: f64 = it.product();
    b * c
}

#[differentiable]
fn both_ends(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let a = it.next().unwrap();
    let b = it.next_back().unwrap();
    a * b * b
}

#[differentiable]
fn of_constants(x: &[f64]) -> f64 {
    let mut ids = (0..3usize).map(|i| i * 7 % 3);
    let a = match ids.next() {
        Some(i) => i,
        None => 0,
    };
    let mut s = x[a];
    while let Some(i) = ids.next() {
        s += x[i];
        if s > 1.0 {
            break;
        }
    }
    s * ids.map(|i| x[i]).sum::<f64>()
}

#[differentiable]
fn zipped(x: &[f64]) -> f64 {
    let mut it = x.iter().zip(x.iter().skip(1)).enumerate();
    let mut s = 0.0;
    while let Some((i, (a, b))) = it.next() {
        s += a * b * i as f64;
    }
    s
}

#[differentiable]
fn in_a_loop(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let mut s = 0.0;
    for k in 0..3 {
        for v in it.by_ref().take(k) {
            s += v * v * x[k];
            if s > 3.0 {
                break;
            }
        }
        s *= 1.5;
    }
    s + it.map(|v| v * v).sum::<f64>()
}

#[differentiable]
fn as_long_as_small(x: &[f64]) -> f64 {
    let mut it = x.iter().copied();
    let a: f64 = it.by_ref().take_while(|v| *v < 1.25).map(|v| v * v).sum();
    let mut s = a;
    while let Some(v) = it.next() {
        s = s * v + x[0];
        if v > 1.0 {
            break;
        }
    }
    for v in it {
        s *= v;
    }
    s
}

#[differentiable]
fn towards_the_middle(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let mut s = 1.0;
    loop {
        let Some(a) = it.next() else { break };
        let Some(b) = it.next_back() else {
            s *= a * a;
            break;
        };
        s += a * b * s;
    }
    s
}

#[differentiable]
fn past_the_ends(x: &[f64]) -> f64 {
    let mut it = x[..3].iter().enumerate().map(|(i, v)| v * i as f64);
    let a = it.next_back().unwrap();
    let b = it.next_back().unwrap_or(x[0]);
    let c = it.next().unwrap_or(1.0) + x[1];
    let d = it.next().unwrap_or(x[2]);
    let e = it.next_back().unwrap_or(x[3]);
    a * b + c * d * e
}

#[differentiable]
fn without_the_last(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let a = it.next_back().unwrap();
    let b: f64 = it.map(|v| v * a).sum();
    b * a
}

#[differentiable]
fn counts(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let n = it.by_ref().take(2).count();
    let f = it.by_ref().take(1).fold(x[0], |a, v| a * v);
    let g = it.next().copied().unwrap_or(x[1]);
    f * g * n as f64
}

#[differentiable]
fn of_indices(x: &[f64]) -> f64 {
    let mut ids = [2usize, 0, 1, 3].iter();
    let mut s = 1.0;
    for i in ids.by_ref().take(2) {
        s *= x[*i];
    }
    let n: usize = ids.by_ref().take(1).sum();
    for i in &mut ids {
        s += x[*i] * n as f64;
    }
    s
}

#[differentiable]
fn of_chunks(x: &[f64]) -> f64 {
    let mut c = x.chunks(2);
    let mut s = 0.0;
    for r in c.by_ref() {
        s += r[0];
        if r[1] > 1.0 {
            break;
        }
    }
    if let Some(r) = c.next_back() {
        s *= r[0] * r[1];
    }
    s
}

#[differentiable]
fn neighbours(x: &[f64]) -> f64 {
    let mut it = x.iter().peekable();
    let mut s = 0.0;
    while let Some(v) = it.next() {
        if let Some(w) = it.peek() {
            s += v * **w;
        }
    }
    s
}

#[differentiable]
fn looked_at_first(x: &[f64]) -> f64 {
    let mut it = x.iter().copied().peekable();
    let mut s = 1.0;
    while let Some(v) = it.peek() {
        s = s * *v + 1.0;
        if s > 3.0 {
            break;
        }
        it.next();
    }
    for v in it {
        s *= v;
    }
    s
}

#[differentiable]
fn matched(x: &[f64]) -> f64 {
    let mut it = x.iter().enumerate().peekable();
    let mut s = x[0];
    loop {
        let Some((i, v)) = it.next() else { break };
        match it.peek() {
            Some(&(j, w)) => s += v * w * (i + j) as f64,
            None => s *= v,
        }
        if it.peek().is_none() {
            s += 1.0;
        }
    }
    s
}

#[differentiable]
fn or_return(x: &[f64]) -> f64 {
    let mut it = x.iter().peekable();
    let mut s = 0.0;
    for k in 0..3 {
        let Some(&v) = it.peek() else { return s };
        s += v * x[k];
        if s > 2.0 {
            it.next();
        }
        let w = it.peek().copied().copied();
        if let Some(w) = w {
            s *= w;
        }
    }
    s
}

#[test]
fn iterators_in_parts() {
    follow! { a_loop_and_the_rest the_first_two both_ends of_constants zipped in_a_loop as_long_as_small towards_the_middle past_the_ends without_the_last counts of_indices of_chunks neighbours looked_at_first matched or_return }
}
