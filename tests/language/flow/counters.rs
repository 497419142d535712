//! Whole numbers that go up and down beside a computation: where they are counted back, and where that would be wrong.

use cotangent::prelude::*;

/// `Σ_c Σ_{r > c} l[..] x[c] x[r]`, the elements of `l` column by column.
#[differentiable]
fn triangular(l: &[f64; 6], x: &[f64; 4]) -> f64 {
    let mut at = 0;
    let mut total = 0.0;
    for column in 0..4 {
        for row in column + 1..4 {
            total += l[at] * x[column] * x[row];
            at += 1;
        }
    }
    total
}

/// The same, by indices that are computed.
fn triangular_by_hand(l: &[f64; 6], x: &[f64; 4]) -> (f64, ([f64; 6], [f64; 4])) {
    let (mut value, mut dl, mut dx) = (0.0, [0.0; 6], [0.0; 4]);
    for (at, (c, r)) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)].into_iter().enumerate() {
        value += l[at] * x[c] * x[r];
        dl[at] += x[c] * x[r];
        dx[c] += l[at] * x[r];
        dx[r] += l[at] * x[c];
    }
    (value, (dl, dx))
}

const L: [f64; 6] = [1.0, -2.0, 3.0, 4.0, -5.0, 6.0];
const X: [f64; 4] = [2.0, -1.0, 3.0, 5.0];

#[test]
fn a_counter_is_counted_back() {
    assert_eq!(both_modes!(triangular(&L, &X)), triangular_by_hand(&L, &X));
}

#[test]
fn a_counter_keeps_where_it_ends() {
    let tag = usize::from(cfg!(debug_assertions));
    assert_eq!(triangular::at(&L, &X).tape_words(), tag + 1 + 6 * (tag + 1), "the end, and one product each time");
}

#[differentiable]
fn down(x: &[f64; 7], by: usize) -> f64 {
    let mut at: usize = 6;
    let mut total = 0.0;
    while at >= by {
        total += x[at] * x[at];
        at -= by;
        if at == 2 {
            total += x[at];
            at -= 1;
        }
    }
    total * x[at]
}

#[test]
fn down_by_a_parameter_in_a_branch_and_past_the_loop() {
    // 6 and 4 squared, 2, and on from 1.
    let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
    let (value, dx) = both_modes!(down(&x, 2));
    let total = 49.0 + 25.0 + 3.0;
    assert_eq!((value, dx), (total * 2.0, [0.0, total, 2.0, 0.0, 20.0, 0.0, 28.0]));
    assert_eq!(both_modes!(down(&x, 7)), (0.0, [0.0; 7]));
}

#[differentiable]
fn left_early(x: &[f64], #[constant] limit: f64) -> f64 {
    let mut i = 0;
    let mut total = 1.0;
    while i < x.len() {
        if x[i] > limit {
            break;
        }
        total *= x[i];
        i += 1;
        if x[i - 1] < 0.0 {
            continue;
        }
        i += 1;
    }
    total * total
}

#[test]
fn exits_leave_the_counter_where_it_is() {
    // x0 x2 x3, then the limit.
    let x = [3.0, 100.0, -2.0, 1.5, 7.0, 50.0, 1.0];
    let (value, dx) = both_modes!(left_early(&x, 10.0));
    assert_eq!(value, 81.0);
    // x0, x2, x3 x5?: x3 skips x4, x5 is above the limit.
    assert_eq!(dx, [54.0, 0.0, -81.0, 108.0, 0.0, 0.0, 0.0]);
}

#[differentiable]
fn named(x: &[f64; 4], order: &[usize; 4]) -> f64 {
    let mut at = 0;
    let mut total = 0.0;
    for _ in 0..3 {
        let here = &x[at];
        let there = x[order[at]];
        at += 1;
        let next = &x[at];
        total += *here * there * *next;
        let pair = &x[at - 1..at + 1];
        at += 1;
        total += pair[0] * pair[1];
        at -= 1;
    }
    total
}

#[test]
fn names_given_before_the_counter_moves_mean_what_they_meant() {
    let (x, order) = ([2.0, 3.0, 5.0, 7.0], [3, 2, 1, 0]);
    let (mut value, mut dx) = (0.0, [0.0; 4]);
    for at in 0..3 {
        let (here, there, next) = (at, order[at], at + 1);
        value += x[here] * x[there] * x[next] + x[here] * x[next];
        dx[here] += x[there] * x[next] + x[next];
        dx[there] += x[here] * x[next];
        dx[next] += x[here] * x[there] + x[here];
    }
    assert_eq!(both_modes!(named(&x, &order)), (value, dx));
}

#[differentiable]
fn written_elements(x: &[f64; 3]) -> f64 {
    let mut y = [0.0; 6];
    let mut at = 0;
    for i in 0..3 {
        y[at] = x[i] * x[i];
        at += 1;
        y[at] = y[at - 1] * x[i];
        at += 1;
    }
    let mut total = 0.0;
    let mut back = 6;
    for i in 0..3 {
        back -= 1;
        total += y[back] * y[i];
    }
    total
}

#[test]
fn elements_at_counters_change() {
    // y = (a², a³, b², b³, c², c³); y5 y0 + y4 y1 + y3 y2
    let (a, b, c) = (2.0_f64, 3.0_f64, 5.0_f64);
    let (value, dx) = both_modes!(written_elements(&[a, b, c]));
    assert_eq!(value, c.powi(3) * a * a + c * c * a.powi(3) + b.powi(5));
    let expected =
        [2.0 * a * c.powi(3) + 3.0 * a * a * c * c, 5.0 * b.powi(4), 3.0 * c * c * a * a + 2.0 * c * a.powi(3)];
    assert_eq!(dx, expected);
}

#[differentiable]
fn no_counters(x: &[f64; 5], jump: &[usize; 3]) -> f64 {
    // By something else each time.
    let mut a = 0;
    // Assigned.
    let mut b = 1;
    // In a loop that nothing flows through.
    let mut c = 0;
    // In a value.
    let mut d = 0;
    // In a macro.
    let mut e = 0;
    // Doubled.
    let mut f = 1;
    let mut total = 0.0;
    for i in 0..3 {
        let step = jump[i] + b - b;
        total += x[a] * x[b] * x[c] * x[d] * x[e] * x[f];
        a += step;
        b = 3 - i;
        for _ in 0..i {
            c += 1;
        }
        total += x[d] * {
            d += 1;
            x[d]
        };
        assert!(
            {
                e += 1;
                e
            } == i + 1
        );
        f *= 2;
        f -= i;
    }
    total
}

#[test]
fn what_is_no_counter_is_kept() {
    let (x, jump) = ([2.0, 3.0, 5.0, 7.0, 11.0], [1, 2, 0]);
    let (mut value, mut dx) = (0.0, [0.0; 5]);
    let products: [&[usize]; 6] =
        [&[0, 1, 0, 0, 0, 1], &[0, 1], &[1, 3, 0, 1, 1, 2], &[1, 2], &[3, 2, 1, 2, 2, 3], &[2, 3]];
    for product in products {
        value += product.iter().map(|i| x[*i]).product::<f64>();
        for (n, i) in product.iter().enumerate() {
            dx[*i] += product.iter().enumerate().filter(|(m, _)| *m != n).map(|(_, j)| x[*j]).product::<f64>();
        }
    }
    assert_eq!(both_modes!(no_counters(&x, &jump)), (value, dx));
}

#[differentiable]
fn hidden(x: &[f64; 4]) -> f64 {
    let mut at = 0;
    let mut total = x[at];
    at += 2;
    total += x[at] * x[at];
    let mut at = at + 1;
    total += x[at] * x[0];
    at -= 2;
    total + x[at].exp()
}

#[test]
fn a_second_variable_of_the_same_name() {
    let x = [2.0, 3.0, 5.0, 7.0];
    assert_eq!(both_modes!(hidden(&x)), (2.0 + 25.0 + 14.0 + 3.0_f64.exp(), [8.0, 3.0_f64.exp(), 10.0, 2.0]));
}

fn two() -> [usize; 2] {
    [2, 1]
}

struct Start {
    at: usize,
}

#[differentiable]
fn assigned_in_patterns(m: f64, s: f64) -> f64 {
    let x = [m, s, m * s, 2.0 * m, m * m];
    let (mut i, mut j, mut k, mut l) = (0, 3, 0, 0);
    let mut t = 1.0;
    for round in 0..2 {
        t = t * x[i] + s * x[k] + x[l];
        i += 1;
        k += 1;
        l += 1;
        [i, j] = [j, i];
        t += x[i] * t + x[k];
        j += 1;
        [k, _] = two();
        if round == 0 {
            Start { at: l } = Start { at: 3 };
        }
    }
    t * x[k] * x[l - 1] + x[j - 1]
}

#[test]
fn what_is_assigned_in_a_pattern_is_no_counter() {
    follows!(assigned_in_patterns);
}
