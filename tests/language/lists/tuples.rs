//! Items of iterators that are tuples.

use cotangent::prelude::*;

#[differentiable]
fn area(t: (f64, f64, f64)) -> f64 {
    t.0 * t.1 - t.2 * t.0
}

#[differentiable]
fn is_descending(t: &(f64, f64)) -> bool {
    t.0 > t.1
}

#[differentiable]
fn passed_whole(x: &[f64], s: f64) -> f64 {
    let by_closure: f64 = x.iter().map(|x| (*x, x * s, 2.0)).map(|t| area(t)).sum();
    let by_name: f64 = x.iter().map(|x| (x * x, x * s, s)).map(area).sum();
    let kept: f64 = x.iter().map(|x| (x * s, x.sin())).filter(|t| is_descending(t)).map(|(a, b)| a * b).sum();
    let list: Vec<(f64, f64, f64)> = x.iter().map(|&x| (x, s * x, x * x)).collect();
    by_closure * by_name + kept + list[1].2 * list[2].1
}

#[differentiable]
fn of_references(x: &[f64], s: f64) -> Vec<f64> {
    let weighted = x.iter().enumerate().map(|(i, x)| (i, x, x * s));
    weighted.map(|(i, &x, w)| if i == 0 { w * w } else { (x - 1.0) * w.cos() }).collect()
}

#[differentiable]
fn that_change_a_list(x: &[f64; 3], s: f64) -> [f64; 3] {
    let mut out = [0.0; 3];
    x.iter()
        .zip(out.iter_mut())
        .enumerate()
        .map(|(i, (x, o))| (i, x * s, o))
        .for_each(|(i, w, o)| *o = if i == 0 { w * w } else { w.sin() });
    for (i, a, b, _) in x.iter().enumerate().map(|(i, x)| (i, x, x * s, s)) {
        out[i] += a * b;
    }
    for t in x.iter().map(|x| (x * s, *x)) {
        let whole = t;
        out[1] += whole.0 * t.1;
    }
    out
}

#[differentiable]
fn parts_by_name(x: &[f64], s: f64) -> f64 {
    let running = x.iter().scan((0.0, s), |t, x| {
        t.0 += x * t.1;
        t.1 *= 0.5;
        Some((t.0, t.1, *x))
    });
    running.map(|t| t.0 * t.1 + t.2).take(2).sum::<f64>()
        + x.iter().map(|x| (x * s, (x + s, *x))).map(|t| t.0 * (t.1).0 * t.1.1).sum::<f64>()
        + x.windows(2).map(|w| (w[0], w[1], w[1] - w[0])).map(|(a, b, d)| a * b / d).sum::<f64>()
        + x.iter().map(|x| (x * s, x + s, *x)).map(|(a, ..)| a).sum::<f64>()
        + x.iter().map(|x| (x * s, x + s, *x)).filter(|(.., c)| *c > 0.5).map(|(_, b, c)| b * c).sum::<f64>()
}

#[test]
fn derivatives_are_right() {
    let x = [1.0, 2.0, 0.3];
    passed_whole::at(&x, 0.6).check().unwrap();
    passed_whole::at(&x, 0.6).check_jvp().unwrap();
    of_references::at(&x, 0.6).check().unwrap();
    of_references::at(&x, 0.6).check_jvp().unwrap();
    that_change_a_list::at(&x, 0.6).check().unwrap();
    that_change_a_list::at(&x, 0.6).check_jvp().unwrap();
    parts_by_name::at(&x, 0.6).check().unwrap();
    parts_by_name::at(&x, 0.6).check_jvp().unwrap();
}
