//! Loops that only replace numbers: the reverse half runs the iteration that replaced last, and no other.

use cotangent::prelude::*;

const X: [f64; 6] = [0.7, -1.3, 0.4, 1.9, 0.2, -0.8];
const Y: [f64; 6] = [0.3, 0.9, -1.1, -0.5, 1.4, 0.6];

/// One number goes on the tape for each search, however many candidates there are.
#[differentiable]
fn smallest(x: &[f64; 6], y: &[f64; 6]) -> f64 {
    let mut best = f64::MAX;
    for i in 0..6 {
        let sum = x[i] + y[i];
        if sum < best {
            best = sum;
        }
    }
    best * best
}

#[differentiable]
fn path(score: &[f64; 6], step: &[[f64; 6]; 6]) -> f64 {
    let mut now = *score;
    for _ in 0..3 {
        let mut next = [0.0; 6];
        for j in 0..6 {
            let mut best = now[0] + step[0][j];
            for i in 1..6 {
                let candidate = now[i] + step[i][j];
                if candidate > best {
                    best = candidate;
                }
            }
            next[j] = best * 0.9;
        }
        now = next;
    }
    now[0] * now[3]
}

/// Backwards, with both ends, and several numbers at a time.
#[differentiable]
fn pair(x: &[f64; 6], y: &[f64; 6]) -> f64 {
    let mut found = 0.0;
    let mut other = x[0];
    let mut at = 0;
    for i in (1..=4).rev() {
        if x[i] > found {
            let difference = x[i] - y[i + 1];
            found = x[i];
            at = i;
            other = difference + y[i];
        }
    }
    found * other + x[at]
}

/// Nothing is replaced, no iteration runs.
#[differentiable]
fn never(x: &[f64; 6], n: usize) -> f64 {
    let mut best = x[5] * x[4];
    for i in 0..n {
        if x[i] > 100.0 {
            best = x[i];
        }
    }
    for i in n..n {
        if x[i] < best {
            best = x[i];
        }
    }
    best
}

/// In a loop that is reversed as it runs, and in one around it whose ends vary.
#[differentiable]
fn summed(x: &[f64; 6], y: &[f64; 6], scale: f64) -> f64 {
    let mut total = 0.0;
    for i in 0..6 {
        let mut best = f64::INFINITY;
        for j in i..=5 {
            let scaled = y[j] * 2.0 + scale * x[j];
            let cost = x[i] + scaled;
            if cost < best {
                best = cost;
            }
        }
        total += best * x[i];
    }
    total
}

// ---- what must not be taken for such a loop ----

/// The new number depends on the old one.
#[differentiable]
fn on_itself(x: &[f64; 6]) -> f64 {
    let mut best = x[0];
    for i in 1..6 {
        let half = best * 0.5;
        if x[i] > 0.0 {
            best = half + x[i];
        }
    }
    best
}

/// The other branch, or what follows, adds something.
#[differentiable]
fn others_too(x: &[f64; 6]) -> f64 {
    let (mut best, mut rest, mut sum) = (x[0], 0.0, 0.0);
    for i in 1..6 {
        if x[i] > best {
            best = x[i];
        } else {
            rest += x[i] * x[i];
        }
    }
    for i in 1..6 {
        if x[i] < best {
            best = x[i];
        }
        sum += x[i] * best;
    }
    best * rest + sum
}

#[differentiable]
fn two_branches(x: &[f64; 6], y: &[f64; 6]) -> f64 {
    let (mut least, mut most) = (x[0], x[0]);
    for i in 0..6 {
        let d = x[i] - y[i];
        if d < least {
            least = d;
        }
        if d > most {
            most = d;
        }
    }
    least * most
}

/// What is replaced is one of two numbers, not both.
#[differentiable]
fn one_of_two(x: &[f64; 6]) -> f64 {
    let (mut a, mut b) = (x[0], x[1]);
    for i in 2..6 {
        if x[i] > 0.3 {
            a = x[i];
        } else {
            b = x[i];
        }
    }
    a * b * b
}

#[differentiable]
fn left_early(x: &[f64; 6], y: &[f64; 6]) -> f64 {
    let mut best = x[0];
    for i in 1..6 {
        if y[i] > 1.0 {
            break;
        }
        if x[i] > best {
            best = x[i] + y[i];
        }
    }
    let mut other = y[0];
    for i in 1..6 {
        if x[i] < 0.0 {
            continue;
        }
        if y[i] > other {
            other = y[i] + x[i];
        }
        if other > 1.5 {
            return other * best;
        }
    }
    best * other
}

/// Elements, lists whose lengths change, and names that mean something else inside.
#[differentiable]
fn elements(x: &[f64; 6], y: &[f64; 6]) -> f64 {
    let mut two = [x[0], y[0]];
    let mut list = vec![x[1]];
    let mut best = y[1];
    for i in 0..6 {
        if x[i] > two[0] {
            two[0] = x[i];
        }
    }
    for i in 0..6 {
        if y[i] > list[0] {
            list = vec![y[i], x[i]];
        }
    }
    for i in 0..6 {
        let mut best = x[i];
        if best < 0.0 {
            best = y[i];
        }
        two[1] += best;
    }
    for i in 0..4 {
        if x[i] < best {
            best = y[i];
        }
    }
    two[0] * two[1] * list[0] + list[list.len() - 1] * best
}

/// The iteration keeps what its rules read.
#[differentiable]
fn nearest(x: &[f64; 6], at: f64) -> f64 {
    let mut best = f64::INFINITY;
    for i in 0..6 {
        let d = x[i] - at;
        let square = d * d;
        if square < best {
            best = square;
        }
    }
    best.sqrt()
}

#[differentiable]
fn generic<T: Real>(x: &[T; 6]) -> T {
    let mut best = x[0];
    for i in 1..6 {
        if x[i] > best {
            best = x[i];
        }
    }
    best * best
}

/// In a closure, in a branch, in a loop that is run again, and by counting.
#[differentiable]
fn elsewhere(x: &[f64; 6], y: &[f64; 6]) -> f64 {
    let most = |from: usize| {
        let mut best = x[from];
        for i in from..6 {
            if x[i] > best {
                best = x[i];
            }
        }
        best
    };
    let mut sum = most(4);
    if y[0] > 0.0 {
        let mut best = sum;
        for i in 0..6 {
            if y[i] > best {
                best = y[i] - sum;
            }
        }
        sum *= best;
    }
    #[checkpoint]
    for k in 0..3 {
        let mut best = x[k];
        for i in k..6 {
            if y[i] < best {
                best = y[i];
            }
        }
        sum += best * sum;
    }
    let mut i = 0;
    let mut best = x[0];
    while i < 6 {
        if y[i] > best {
            best = y[i];
        }
        i += 1;
    }
    sum * best + most(0)
}

#[test]
fn derivatives_are_right() {
    let steps = core::array::from_fn(|i| core::array::from_fn(|j| ((7 * i + 3 * j) as f64 * 0.61).sin()));
    macro_rules! each {
        ($($f:ident($($argument:expr),*))*) => {$(
            $f::at($($argument),*).check().unwrap();
            both_modes!($f($($argument),*));
        )*};
    }
    each! {
        smallest(&X, &Y) summed(&X, &Y, 0.7) summed(&Y, &X, -0.4) path(&X, &steps) pair(&X, &Y) pair(&Y, &X) never(&X, 6) never(&X, 0) on_itself(&X)
        others_too(&X) others_too(&Y) two_branches(&X, &Y) one_of_two(&X) one_of_two(&Y) left_early(&X, &Y)
        left_early(&Y, &X) elements(&X, &Y) elements(&Y, &X) nearest(&X, 0.5) generic(&X) elsewhere(&X, &Y)
        elsewhere(&Y, &X)
    }
}

#[test]
fn gradients_are_those_of_the_last_replacement() {
    let (x_bar, y_bar) = smallest::grad(&X, &Y);
    let least = 2.0 * (X[2] + Y[2]);
    assert_eq!(x_bar, [0.0, 0.0, least, 0.0, 0.0, 0.0]);
    assert_eq!(y_bar, x_bar);
    assert_eq!(never::grad(&X, 6), [0.0, 0.0, 0.0, 0.0, X[5], X[4]]);
}

/// In optimised builds a word says which it was, beside what is read at the end; what rules read, each iteration keeps.
#[test]
#[cfg(not(debug_assertions))]
fn a_search_keeps_one_word() {
    assert_eq!(smallest::at(&X, &Y).tape_words(), 2);
    assert_eq!(nearest::at(&X, 0.5).tape_words(), 7);
}
