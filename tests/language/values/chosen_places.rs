//! Mutable references that a branch chooses, or a loop goes through.

use cotangent::prelude::*;
#[differentiable]
fn two_buffers(u: &[f64], steps: usize, r: f64) -> f64 {
    let n = u.len();
    let mut a = u.to_vec();
    let mut b = vec![0.0; n];
    for k in 0..steps {
        let (src, dst) = if k % 2 == 0 { (&a, &mut b) } else { (&b, &mut a) };
        dst[0] = src[0];
        dst[n - 1] = src[n - 1];
        for i in 1..n - 1 {
            dst[i] = src[i] + r * (src[i - 1] - 2.0 * src[i] + src[i + 1]);
        }
    }
    let out = if steps % 2 == 0 { &a } else { &b };
    out.iter().map(|v| v * v).sum()
}
#[differentiable]
fn chosen_number(x: f64, y: f64, first: bool) -> f64 {
    let mut a = x;
    let mut b = y;
    for i in 0..3 {
        let target = if first == (i % 2 == 0) { &mut a } else { &mut b };
        *target *= *target + 0.1;
        if i == 1 && x > 100.0 {
            break;
        }
        *target += 1.0;
    }
    a * b
}
#[differentiable]
fn chosen_by_a_match(x: f64, kind: usize) -> f64 {
    let mut t = [x, x * x, 0.3];
    let mut s = 1.0;
    let place: &mut f64 = match kind {
        0 => &mut t[0],
        1 => &mut t[1],
        _ => &mut s,
    };
    *place *= 3.0 * x;
    if *place > 50.0 {
        return *place;
    }
    t[0] + t[1] * s
}
#[differentiable]
fn each_of_two(x: f64, y: f64) -> f64 {
    let mut a = x;
    let mut b = y;
    for c in [&mut a, &mut b] {
        *c *= 2.0 * *c;
    }
    for (k, c) in [(y, &mut b), (x, &mut a)] {
        *c += k * *c;
    }
    a + b * a
}
#[differentiable]
fn each_list(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    let mut b = vec![1.0; 3];
    for v in [&mut a, &mut b] {
        for e in v.iter_mut() {
            if *e > 2.0 {
                *e = 2.0 * *e;
            } else {
                *e *= *e + 0.5;
            }
        }
        v[0] *= v[1];
    }
    a.iter().zip(&b).map(|(p, q)| p * q).sum()
}
#[test]
fn places_that_are_chosen() {
    macro_rules! right {
        ($($call:expr),* $(,)?) => {$(
            $call.check().unwrap();
            $call.check_jvp().unwrap();
            $call.check_hvp().unwrap();
        )*};
    }
    let x = &[1.0, 2.0, 0.5, 3.0];
    right!(
        two_buffers::at(x, 5, 0.1),
        two_buffers::at(x, 4, 0.1),
        chosen_number::at(0.3, 0.4, true),
        chosen_number::at(0.3, 0.4, false),
        chosen_by_a_match::at(0.4, 0),
        chosen_by_a_match::at(0.4, 1),
        chosen_by_a_match::at(0.4, 2),
        each_of_two::at(0.3, 0.7),
        each_list::at(&[0.3, 3.0, 0.4]),
    );
}
