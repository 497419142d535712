//! Methods that take elements out, keep some, sort and move them; chunks that change.

use cotangent::prelude::*;

use super::check2;

#[differentiable]
fn moved(x: f64, y: f64) -> f64 {
    let mut a = vec![x, y];
    let mut b = vec![x * y, x];
    a.append(&mut b);
    b.push(y);
    let tail = a.split_off(1);
    a.extend(tail.iter().map(|v| v * y));
    a.copy_within(1..3, 2);
    a[0] * tail[1] + tail[0] * tail[2] * b[0] + a[2] * a[3]
}

#[differentiable]
fn drained(x: f64, y: f64) -> f64 {
    let mut list = vec![x, y, x * y, x + y, 2.0];
    let sum: f64 = list.drain(..2).map(|v| v * v).sum();
    let mut taken: Vec<f64> = list.drain(1..=1).collect();
    taken.push(sum);
    for v in taken.drain(..) {
        list.push(v * sum);
    }
    let n = list.len();
    list.drain(n - 1..);
    sum * list[0] * list[2] * list[1]
}

#[derive(Differentiable, Clone)]
struct Body {
    at: f64,
    speed: f64,
    alive: bool,
}

#[differentiable]
fn kept(x: f64, y: f64) -> f64 {
    let mut list = vec![x, y, x * y, 3.0];
    list.retain(|v| *v > 0.8);
    let most = 2.7;
    list.retain(|&v| v < most);
    let mean = list.iter().map(|v| v * v).sum::<f64>() / list.len() as f64;
    let mut bodies = vec![Body { at: x, speed: y, alive: true }, Body { at: 0.05, speed: -x, alive: true }];
    for _ in 0..3 {
        for body in bodies.iter_mut() {
            body.at += 0.1 * body.speed;
            body.speed -= 0.1 * body.at;
            if body.at < 0.0 {
                body.alive = false;
            }
        }
        bodies.retain(|body| body.alive);
        bodies.push(Body { at: x * y, speed: bodies[0].speed, alive: true });
    }
    mean * bodies.iter().map(|body| body.at * body.speed).sum::<f64>()
}

#[differentiable]
fn sorted(x: f64, y: f64) -> f64 {
    let mut list = vec![x, y, x * y, 0.3, x + y];
    list.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let mut down = list.clone();
    down.sort_unstable_by(|a, b| b.total_cmp(a));
    let mut array = [y, x, x * x];
    array.sort_by(f64::total_cmp);
    array[1..].sort_by(|a, b| b.total_cmp(a));
    let mut bodies = vec![
        Body { at: x, speed: y, alive: true },
        Body { at: 1.0, speed: x, alive: true },
        Body { at: y, speed: 2.0, alive: false },
    ];
    bodies.sort_by_key(|body| !body.alive);
    bodies[..2].sort_by(|a, b| a.at.partial_cmp(&b.at).unwrap());
    let mut order: Vec<usize> = (0..3).collect();
    order.sort_by(|&i, &j| bodies[i].speed.partial_cmp(&bodies[j].speed).unwrap());
    list[1] * list[4] * down[1] + array[0] * array[1] * bodies[0].speed + bodies[order[2]].at * list[2]
}

#[differentiable]
fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let n = sorted.len();
    if n % 2 == 0 { 0.5 * (sorted[n / 2 - 1] + sorted[n / 2]) } else { sorted[n / 2] }
}

#[differentiable]
fn in_a_loop(x: f64, y: f64) -> f64 {
    let mut window = vec![x, y, x * y];
    let mut sum = 0.0;
    for k in 0..4 {
        let middle = median(&window);
        sum += middle * middle;
        window.remove(0);
        if k == 2 {
            continue;
        }
        window.push(middle * x + y);
    }
    sum
}

#[differentiable]
fn chunks(x: f64, y: f64) -> f64 {
    let mut list = vec![x, y, x * y, x + y, y * y, 0.5];
    for pair in list.chunks_exact_mut(2) {
        let first = pair[0];
        pair[0] = pair[1] * first;
        pair[1] = first;
    }
    for (i, part) in list.chunks_mut(4).enumerate() {
        part[0] *= part[1];
        for v in part.iter_mut() {
            *v += i as f64 * x;
        }
    }
    let (left, right) = list.split_at_mut(3);
    for (l, r) in left.iter_mut().zip(right.iter()) {
        *l *= *r;
    }
    right[0] = left[1] * left[2];
    list[0] * list[5] + list[2] * list[3] + list[4]
}

#[differentiable]
fn boxed_pair(x: f64) -> Box<(f64, Vec<f64>)> {
    Box::new((x, vec![x, x * x]))
}

#[differentiable]
fn of_a_box(pair: &Box<(f64, Vec<f64>)>, k: f64) -> f64 {
    pair.0 * pair.1[1] * k
}

#[differentiable]
fn boxes(x: f64, y: f64) -> f64 {
    let mut pair = boxed_pair(x);
    pair.0 *= y;
    pair.1.push(y);
    let mut number = Box::new(x);
    for _ in 0..3 {
        *number *= y;
        number = Box::new(*number + x);
    }
    let mut array = Box::new([x, 1.0]);
    array[1] = pair.1[2];
    *array = [array[1], array[0] * y];
    let list = if x > 1.0 { Box::new(vec![*number, x]) } else { Box::new(vec![y]) };
    of_a_box(&pair, x) + *number * list[0] + array[0] * array[1]
}

#[test]
fn of_lists() {
    checked!(moved drained kept sorted in_a_loop chunks);
}

#[test]
fn in_boxes() {
    checked!(boxes);
}
