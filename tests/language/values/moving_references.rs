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

#[differentiable]
fn kept_by_a_variable(x: &[f64; 3], t: f64) -> f64 {
    let mut b = &x[0];
    let first = b;
    let square = first * first;
    b = &x[1];
    let chosen = if t > 0.0 { b } else { first };
    b = &x[2];
    *b * t + first * square * chosen
}

#[differentiable]
fn kept_by_a_pattern(items: &[Item; 2], t: f64) -> f64 {
    let mut best = &items[0];
    let Item { score, weights: [a, b] } = best;
    let whole = best;
    best = &items[1];
    score * a * t + best.score * b * whole.weights[0]
}

#[differentiable]
fn kept_by_an_arm(items: &[Item; 2], t: f64) -> f64 {
    let mut best = &items[0];
    match best {
        Item { score, weights } if *score > 0.0 => {
            best = &items[1];
            score * weights[1] * t + best.score
        }
        _ => best.weights[0],
    }
}

/// The two largest: a reference is assigned to another.
#[differentiable]
fn two_largest(x: &[f64], t: f64) -> f64 {
    let mut first = &x[0];
    let mut second = &x[0];
    for v in x {
        if v > first {
            second = first;
            first = v;
        } else if v > second {
            second = v;
        }
    }
    first * t + second * second
}

#[differentiable]
fn path_length(points: &[[f64; 2]]) -> f64 {
    let mut last = &points[0];
    let mut sum = 0.0;
    for p in &points[1..] {
        let step = [p[0] - last[0], p[1] - last[1]];
        sum += (step[0] * step[0] + step[1] * step[1]).sqrt();
        last = p;
    }
    sum
}

/// The name means other variables later, and inside.
#[differentiable]
fn shadowed(x: &[f64; 4], t: f64) -> f64 {
    let mut r = &x[0];
    for i in 1..4 {
        let old = r;
        r = &x[i];
        let step = r - old;
        if step > 0.0 {
            let r = step * 2.0;
            if r > 50.0 {
                return r * t;
            }
        }
    }
    let r = *r * t;
    r * r
}

#[test]
fn what_was_read_before_the_reference_moved() {
    for t in [0.5, -0.5] {
        kept_by_a_variable::at(&[1.5, 2.5, 0.5], t).check().unwrap();
        kept_by_a_variable::at(&[1.5, 2.5, 0.5], t).check_jvp().unwrap();
    }
    let item = |score, a, b| Item { score, weights: [a, b] };
    for score in [0.7, -0.7] {
        let items = [item(score, 1.0, 2.0), item(0.3, 3.0, 4.0)];
        kept_by_a_pattern::at(&items, 0.5).check().unwrap();
        kept_by_a_pattern::at(&items, 0.5).check_jvp().unwrap();
        kept_by_an_arm::at(&items, 0.5).check().unwrap();
        kept_by_an_arm::at(&items, 0.5).check_jvp().unwrap();
    }
    for x in [[1.5, 2.5, 0.5, 2.2], [0.5, 0.7, 0.9, 1.2], [4.0, 3.0, 2.0, 1.0]] {
        two_largest::at(&x, 0.7).check().unwrap();
        two_largest::at(&x, 0.7).check_jvp().unwrap();
        shadowed::at(&x, 0.7).check().unwrap();
    }
    path_length::at(&[[1.5, 2.5], [0.5, 0.3], [2.0, 2.0]]).check().unwrap();
}

#[differentiable]
fn given_at_once(x: &[f64; 2], t: f64) -> f64 {
    let mut moving = &x[0];
    if x[1] > x[0] {
        moving = &x[1];
    }
    let first;
    first = moving;
    moving = &x[0];
    let mut sum: f64;
    sum = *first * t;
    for _ in 0..2 {
        let twice;
        twice = sum * 2.0;
        sum = twice + *moving;
    }
    sum
}

#[test]
fn names_that_get_their_reference_in_the_next_statement() {
    for x in [[0.5, 2.0], [2.0, 0.5]] {
        given_at_once::at(&x, 0.25).check().unwrap();
        both_modes!(given_at_once(&x, 0.25));
    }
}
