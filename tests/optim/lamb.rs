//! LAMB by its formula, leaf by leaf.

use cotangent::optim::Lamb;
use cotangent::prelude::*;

type Model = ([f64; 3], f64, [f64; 2]);

/// A leaf, its moments, and the step number `t` from 1.
fn lamb<const N: usize>([p, m, v]: &mut [[f64; N]; 3], g: [f64; N], t: i32, decay: f64) {
    let mut r = [0.0; N];
    for i in 0..N {
        m[i] = 0.9 * m[i] + 0.1 * g[i];
        v[i] = 0.999 * v[i] + 0.001 * g[i] * g[i];
        let (first, second) = (m[i] / (1.0 - 0.9_f64.powi(t)), v[i] / (1.0 - 0.999_f64.powi(t)));
        r[i] = first / (second.sqrt() + 1e-6) + decay * p[i];
    }
    let norm = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    let trust = if norm(p) == 0.0 || norm(&r) == 0.0 { 1.0 } else { norm(p) / norm(&r) };
    for i in 0..N {
        p[i] -= 0.1 * trust * r[i];
    }
}

#[test]
fn lamb_is_its_formula() {
    let start: Model = ([1.0, -2.0, 0.5], 0.0, [3.0, -1.0]);
    let mut model = start;
    let mut optimizer = Lamb::new(&model, 0.1);
    optimizer.weight_decay = 0.25;
    optimizer.decays = |shape| shape != [2];

    let mut leaves = ([start.0, [0.0; 3], [0.0; 3]], [[start.1], [0.0], [0.0]], [start.2, [0.0; 2], [0.0; 2]]);
    for t in 1..=10 {
        let wave = |i: i32| f64::from(i + 3 * t).sin();
        let gradient = ([wave(0), wave(1), wave(2)], if t < 3 { 0.0 } else { wave(3) }, [wave(4), 1e-3 * wave(5)]);
        optimizer.step(&mut model, &gradient);
        lamb(&mut leaves.0, gradient.0, t, 0.25);
        lamb(&mut leaves.1, [gradient.1], t, 0.25);
        lamb(&mut leaves.2, gradient.2, t, 0.0);
        let found = model.0.into_iter().chain([model.1]).chain(model.2);
        for (found, expected) in found.zip(leaves.0[0].into_iter().chain(leaves.1[0]).chain(leaves.2[0])) {
            assert!((found - expected).abs() < 1e-12, "{found} for {expected} at step {t}");
        }
    }
    assert_eq!(optimizer.steps, 10);
}

/// The norms of a leaf of many numbers do not lose them: they are sums in `f64`.
#[test]
fn a_large_leaf_keeps_its_norm() {
    let mut x = vec![1.0_f32; 1 << 22];
    let gradient = x.clone();
    let mut optimizer = Lamb::new(&x, 0.5);
    optimizer.weight_decay = 0.0;
    optimizer.step(&mut x, &gradient);
    assert!(x.iter().all(|x| (x - 0.5).abs() < 1e-5), "{}", x[0]);
}
