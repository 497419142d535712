//! Shared references that lead to different places at different times.

use cotangent::prelude::*;

#[derive(Debug, Clone, Differentiable)]
struct Item {
    score: f64,
    weights: [f64; 2],
}

#[differentiable]
fn largest(x: &[f64], t: f64) -> f64 {
    let mut best = &x[0];
    for v in x {
        if v > best {
            best = v;
        }
    }
    *best * t
}

#[test]
fn the_place_that_it_led_to_last_has_the_cotangent() {
    let (value, (dx, dt)) = both_modes!(largest(&[0.5, 4.0, 1.0], 0.25));
    assert_eq!((value, dx, dt), (1.0, vec![0.0, 0.25, 0.0], 4.0));
}

#[differentiable]
fn of_structs(items: &[Item], t: f64) -> f64 {
    let mut best: &Item = &items[0];
    let mut second = &items[0];
    for (i, item) in items.iter().enumerate() {
        if item.score > best.score {
            second = &items[i - 1];
            best = item;
        }
    }
    let sum: f64 = best.weights.iter().sum();
    sum * t + second.weights[1] * best.weights[0] * best.score
}

#[differentiable]
fn in_a_loop(x: &[f64; 4], t: f64) -> f64 {
    let mut sum = t;
    for i in 1..4 {
        let mut least = &x[i - 1];
        if x[i] < *least {
            least = &x[i];
        } else if *least > 10.0 {
            break;
        }
        sum = sum * least + least.sin();
        debug_assert!(*least < 10.0, "{least}");
    }
    sum
}

#[differentiable]
fn chosen_by_a_branch(a: f64, b: f64, t: f64) -> f64 {
    let (x, y) = (a * t, b * a);
    let mut r = &x;
    let before = *r;
    r = if before > 1.0 { &y } else { &b };
    let square = |v: &f64| v * v;
    square(r) + before * *r
}

#[test]
fn in_loops_and_branches() {
    let item = |score, a, b| Item { score, weights: [a, b] };
    let items = [item(0.1, 1.0, 2.0), item(0.7, 3.0, 4.0), item(0.5, 5.0, 6.0)];
    of_structs::at(&items, 0.5).check().unwrap();
    of_structs::at(&items, 0.5).check_jvp().unwrap();
    in_a_loop::at(&[0.3, 0.9, 0.2, 0.4], 0.5).check().unwrap();
    in_a_loop::at(&[0.3, 0.9, 0.2, 0.4], 0.5).check_jvp().unwrap();
    for a in [0.5, 3.0] {
        chosen_by_a_branch::at(a, 0.8, 0.7).check().unwrap();
        chosen_by_a_branch::at(a, 0.8, 0.7).check_jvp().unwrap();
    }
}
