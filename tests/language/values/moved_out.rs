//! Variables that move where they are copied, because they get another value next: buffers that change places. Their cotangents move too.

use std::mem;

use cotangent::prelude::*;

over_lists! {
    swapped (x, p) {
        let mut next = x.clone();
        for _ in 0..3 {
            for i in 1..x.len() {
                next[i] = p * x[i] * x[i - 1] + next[i - 1];
            }
            mem::swap(&mut x, &mut next);
        }
        x[0] += next[1] * p;
    }
    swapped_as_a_tuple (x, p) {
        let mut next = x.clone();
        for _ in 0..3 {
            for i in 1..x.len() {
                next[i] = p * x[i] * x[i - 1];
            }
            (x, next) = (next, x);
            next[0] *= 0.5 * p;
        }
        x[0] += next[1] * p;
    }
    two_behind (x, p) {
        let mut before = x.clone();
        for _ in 0..3 {
            let mut next = x.clone();
            for i in 1..x.len() {
                next[i] = 2.0 * x[i] - before[i] + p * x[i] * x[i - 1];
            }
            before = x;
            x = next;
        }
        x[1] += before[0] * before[1];
    }
    three_that_go_round (x, p) {
        let mut before = x.clone();
        let mut next = x.clone();
        for _ in 0..4 {
            for i in 1..x.len() {
                next[i] = 2.0 * x[i] - before[i] + p * x[i] * x[i - 1];
            }
            let spare = before;
            before = x;
            x = next;
            next = spare;
        }
        x[1] += before[0] * before[1] + next[2];
    }
    read_after_it (x, p) {
        for _ in 0..3 {
            let mut next = x.clone();
            next[0] = p * x[1] + x[0];
            let old = mem::replace(&mut x, next);
            x[1] += old[1] * old[2] * p;
            x[2] *= old[0];
        }
    }
    of_which_nothing_is_read (x, p) {
        let mut next = x.clone();
        for _ in 0..3 {
            x[0] *= p * x[1];
            next[1] += x[0] * x[2];
            let _ = mem::replace(&mut x, next.clone());
            x[2] += x[0] * p;
            let _ = mem::replace(&mut next, x.clone());
        }
    }
    changed_in_between (x, p) {
        for _ in 0..3 {
            let mut next = x.clone();
            next[0] *= p * x[2];
            let old = x.clone();
            x[0] *= p;
            x[1] += 3.0 * old[0];
            next[1] += x[0] * x[1] * old[0];
            x = next;
        }
    }
    in_branches (x, p) {
        let mut other = x.clone();
        for i in 0..3 {
            other[i] *= p * x[0];
            if x[i] > 0.05 {
                mem::swap(&mut x, &mut other);
                x[1] += other[2] * other[1];
            } else {
                x[0] += other[2] * x[1];
            }
        }
    }
    run_again (x, p) {
        let mut other = x.clone();
        #[checkpoint]
        for _ in 0..4 {
            other[0] += p * x[1] * x[2];
            mem::swap(&mut x, &mut other);
            x[1] *= p;
        }
        x[2] += other[0];
    }
    a_block_that_is_run_again (x, p) {
        let mut other = x.clone();
        for _ in 0..2 {
            #[checkpoint]
            {
                other[0] += p * x[1] * x[2];
                mem::swap(&mut x, &mut other);
                x[1] *= p;
            }
            mem::swap(&mut x, &mut other);
        }
        x[2] += other[0];
    }
    in_a_loop_of_its_own (x, p) {
        for _ in 0..2 {
            let mut inner = x.clone();
            let mut other = x.clone();
            for i in 1..3 {
                other[i] *= inner[i - 1] * p;
                mem::swap(&mut inner, &mut other);
            }
            x = inner;
            x[0] += other[1] * other[2];
        }
    }
    out_of_a_block (x, p) {
        for _ in 0..2 {
            let next = {
                let mut next = x.clone();
                next[0] *= p * x[1];
                next
            };
            let before = x;
            x = next;
            x[2] += before[0] * before[2];
        }
    }
    twice_in_a_row (x, p) {
        let (mut a, mut b) = (x.clone(), x.clone());
        for _ in 0..2 {
            a[0] *= p * x[1];
            mem::swap(&mut a, &mut b);
            mem::swap(&mut x, &mut a);
            mem::swap(&mut x, &mut b);
            x[1] += a[0] * b[1];
        }
        x[2] += a[1] * b[0];
    }
}

#[differentiable]
fn step(u: &[f64], next: &mut [f64], p: f64) {
    for i in 1..u.len() {
        next[i] = p * u[i] * u[i - 1];
    }
}

#[differentiable]
fn of_calls(first: &[f64], p: f64) -> f64 {
    let mut u = first.to_vec();
    for _ in 0..3 {
        let mut next = u.clone();
        step(&u, &mut next, p);
        u = next;
        u[0] += p * u[1];
    }
    let mut sum = 0.0;
    for i in 0..u.len() {
        sum += u[i] * u[i];
    }
    sum
}

#[differentiable]
fn stepped(u: &[f64], p: f64) -> Vec<f64> {
    let mut next = u.to_vec();
    next[0] = p * u[1] * u[0];
    next
}

#[differentiable]
fn of_results(first: &[f64], p: f64) -> f64 {
    let mut u = first.to_vec();
    let mut before = first.to_vec();
    for _ in 0..3 {
        let next = stepped(&u, p * before[0]);
        before = u;
        u = next;
    }
    u[0] * u[1] + before[0] * before[2]
}

#[test]
fn a_variable_may_move_around_a_call() {
    of_calls::at(&[0.7, 1.1, -0.4], 0.8).check().unwrap();
    both_modes!(of_calls(&[0.7, 1.1, -0.4], 0.8));
    of_results::at(&[0.7, 1.1, -0.4], 0.8).check().unwrap();
    both_modes!(of_results(&[0.7, 1.1, -0.4], 0.8));
}

/// The two have different lengths, so their cotangents have.
#[differentiable]
fn of_other_lengths(first: &[f64], p: f64) -> f64 {
    let mut short = vec![p, p * p];
    let mut long = first.to_vec();
    for _ in 0..3 {
        long[0] *= p;
        short.push(long[1] * p);
        mem::swap(&mut short, &mut long);
    }
    let mut sum = 0.0;
    for i in 0..short.len() {
        sum += short[i] * short[i];
    }
    for i in 0..long.len() {
        sum += long[i] * p;
    }
    sum
}

#[test]
fn vectors_of_other_lengths_change_places() {
    of_other_lengths::at(&[0.7, 1.1, -0.4, 0.2], 0.8).check().unwrap();
    both_modes!(of_other_lengths(&[0.7, 1.1, -0.4, 0.2], 0.8));
}

#[derive(Differentiable, Clone)]
struct State {
    places: Vec<f64>,
    speeds: Vec<Vec<f64>>,
    mass: f64,
}

#[differentiable]
fn of_structs(first: &[f64], p: f64) -> f64 {
    let mut now = State { places: first.to_vec(), speeds: vec![first.to_vec(), vec![p]], mass: p };
    let mut before = now.clone();
    for _ in 0..3 {
        let next = State {
            places: before.places.clone(),
            speeds: vec![now.places.clone(), vec![p * now.speeds[1][0]]],
            mass: now.mass * before.speeds[0][1],
        };
        before = now;
        now = next;
        now.places[0] += p * before.places[1] * before.mass;
    }
    now.places[0] * now.mass + before.speeds[0][0] * now.speeds[1][0]
}

#[test]
fn structs_move_too() {
    of_structs::at(&[0.7, 1.1, -0.4], 0.8).check().unwrap();
    both_modes!(of_structs(&[0.7, 1.1, -0.4], 0.8));
}

/// The loop around is reversed as it runs.
#[differentiable]
fn in_a_sum(first: &[f64], p: f64) -> f64 {
    let mut total = 0.0;
    for i in 1..first.len() {
        let mut now = first.to_vec();
        let mut before = vec![p; 3];
        now[0] *= p;
        mem::swap(&mut now, &mut before);
        for k in 0..3 {
            now[k] += before[k] * p * first[i];
            mem::swap(&mut now, &mut before);
        }
        let old = before;
        before = now;
        total += before[1] * old[2] * before[0];
    }
    total
}

#[test]
fn a_variable_may_move_in_a_loop_that_is_reversed_as_it_runs() {
    in_a_sum::at(&[0.7, 1.1, -0.4], 0.8).check().unwrap();
    both_modes!(in_a_sum(&[0.7, 1.1, -0.4], 0.8));
}

/// Each row is made by a closure.
#[differentiable]
fn in_closures(first: &[f64; 3], p: f64) -> f64 {
    let mut outer = first.to_vec();
    let rows: [f64; 2] = std::array::from_fn(|i| {
        let mut now = vec![p, first[i]];
        let mut other = vec![first[2], p * p];
        mem::swap(&mut now, &mut other);
        now[0] *= other[1];
        let old = mem::replace(&mut other, vec![p]);
        now[0] * old[0] + other[0]
    });
    let old = mem::replace(&mut outer, vec![rows[0], rows[1] * p]);
    old[0] * rows[0] + outer[1] * old[2]
}

#[test]
fn a_variable_may_move_in_a_closure() {
    in_closures::at(&[0.7, 1.1, -0.4], 0.8).check().unwrap();
    both_modes!(in_closures(&[0.7, 1.1, -0.4], 0.8));
}

/// What is lent meanwhile.
#[differentiable]
fn lent_before(first: &[f64], p: f64) -> f64 {
    let mut now = first.to_vec();
    let mut other = first.to_vec();
    let lent = &mut now;
    lent[0] *= p;
    lent[1] += lent[0] * p;
    mem::swap(&mut now, &mut other);
    let lent = &mut other;
    mem::swap(&mut now, lent);
    lent[2] *= now[0];
    now[1] * other[2] + other[1]
}

#[test]
fn a_variable_that_was_lent_changes_places() {
    lent_before::at(&[0.7, 1.1, -0.4], 0.8).check().unwrap();
    both_modes!(lent_before(&[0.7, 1.1, -0.4], 0.8));
}
