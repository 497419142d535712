//! Conditions over the indices of loops and what is constant: the reverse half decides them again, and is told nothing.

use cotangent::prelude::*;

/// The ends of a row have other neighbours.
#[differentiable]
fn ring(y: &[f64], k: f64) -> f64 {
    let n = y.len();
    let mut x = y.to_vec();
    for _ in 0..3 {
        let mut next = vec![0.0; n];
        for i in 0..n {
            let before = if i > 0 { x[i - 1] } else { x[n - 1] };
            let after = if i + 1 < n { x[i + 1] } else { x[0] };
            next[i] = k * before * after - x[i];
        }
        x = next;
    }
    x[0] * x[1]
}

/// Each arm keeps another number of values.
#[differentiable]
fn arms(x: &[f64; 7], #[constant] limit: f64, every: usize) -> f64 {
    let half = every + 1;
    let mut s = 1.0;
    for i in 0..7 {
        let w = if i == half || limit > 2.5 {
            x[i] * x[i] * s
        } else if i % every == 0 {
            let a = x[i] * s;
            a * a
        } else {
            s
        };
        s = s * 0.5 + w;
        if (i as f64) < limit {
            s *= x[0];
        }
    }
    s
}

/// What is counted up in an arm has another value where it is decided.
#[differentiable]
fn counted(x: &[f64; 6]) -> f64 {
    let (mut s, mut seen) = (1.0, 0);
    for i in 0..6 {
        if seen < 2 {
            seen += i;
            s *= x[i];
        }
        s += x[seen.min(5)] * s;
    }
    s
}

/// A parameter that changes is not constant.
#[differentiable]
fn changing(x: f64, mut n: usize) -> f64 {
    let mut s = x;
    for _ in 0..5 {
        if n > 2 {
            s *= x;
        } else {
            s *= s;
        }
        n -= 1;
        if n == 1 {
            break;
        }
    }
    s
}

/// The name of a parameter is given to something else beside the branch.
#[differentiable]
fn hidden(x: f64, n: usize) -> f64 {
    let mut s = x;
    for i in 0..4 {
        if i < n {
            s *= x * s;
        }
        let n = s * s;
        s += n * x;
    }
    s
}

/// A loop that is reversed as it runs, and one that is run again.
#[differentiable]
fn elsewhere(x: &[f64; 5], at: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..5 {
        for j in 0..5 {
            if i != j && i + j != at {
                let d = x[i] - x[j];
                sum += d * d * x[i];
            }
        }
    }
    let mut s = sum;
    #[checkpoint]
    for i in 0..5 {
        if i % 2 == at % 2 {
            s = s * x[i] + 0.1 * s;
        }
    }
    let y: [f64; 4] = std::array::from_fn(|i| if i == at { s * x[i] } else { x[i] });
    y[0] * y[1] * y[2]
}

/// The caller keeps what the condition of the called function reads.
#[differentiable]
fn masked(x: &[f64; 4], mask: &[usize; 4], s: f64) -> f64 {
    let mut s = s;
    for i in 0..4 {
        if mask[i] == 1 {
            s *= x[i];
        }
    }
    s
}

#[differentiable]
fn masks(x: &[f64; 4], turns: usize) -> f64 {
    let mut s = 1.5;
    for turn in 0..turns {
        let mut mask = [0; 4];
        mask[turn % 4] = 1;
        mask[(turn + 1) % 4] = 1;
        s = masked(x, &mask, s) + s * s;
    }
    s
}

const POINT: [f64; 7] = [0.9, -0.4, 1.2, 0.3, 0.8, -0.7, 1.1];

fn wide(i: u64) -> u64 {
    i
}

/// What is computed of an index has the type of the index.
#[differentiable]
fn of_wide_indices(x: f64) -> f64 {
    let mut s = 1.0;
    for i in 99_998..100_001 {
        if i * i < 10_000_000_000 {
            s *= x;
        }
        if (i * i) as f64 > 9_999_700_000.0 {
            s += x * s;
        }
        let _ = wide(i);
    }
    s
}

/// The sign of what was computed is gone in the reverse half.
#[differentiable]
fn told(x: &[f64; 4], k: f64) -> f64 {
    let mut s = 1.0;
    for i in 0..4 {
        let y = x[i] + k;
        if y > 0.7 {
            s *= k;
        }
    }
    s
}

/// That of a parameter is there.
#[differentiable]
fn looked_up(x: &[f64; 4], k: f64) -> f64 {
    let mut s = 1.0;
    for i in 0..4 {
        if x[i] > 0.0 {
            s *= k;
        }
    }
    s
}

/// Conditions over parameters with derivatives: both halves have them, callers keep them, and a name may be hidden.
#[differentiable]
fn upwind(c: &[f64], u: &[f64], k: f64) -> f64 {
    let mut s = k;
    for i in 1..c.len() - 1 {
        let difference = if u[i] > 0.0 && k > c[0] { c[i] - c[i - 1] } else { c[i + 1] - c[i] };
        s += u[i] * difference * s;
        let c = [s, s * s];
        if c[0] > 2.0 {
            s *= 0.5 * c[1];
        }
    }
    s
}

#[differentiable]
fn upwind_twice(first: &[f64], k: f64) -> f64 {
    let mut c = first.to_vec();
    let mut s = 0.0;
    for turn in 0..3 {
        s += upwind(&c, first, k) * k;
        c[turn] *= s;
    }
    #[checkpoint]
    for i in 0..4 {
        if first[i] < k {
            s = s * first[i] + 0.1 * s;
        }
    }
    s
}

#[differentiable]
fn decided(x: &[f64; 4], k: f64) -> f64 {
    let mut s = 1.0;
    for i in 0..4 {
        if i != 2 {
            s *= k;
        }
        s *= x[i];
    }
    s
}

#[test]
fn only_conditions_over_values_are_kept() {
    let word = 1 + usize::from(cfg!(debug_assertions));
    let x = [0.9, 0.4, -1.2, 0.3];
    assert_eq!(told::at(&x, 0.0).tape_words(), (4 + 1) * word);
    assert_eq!(looked_up::at(&x, 0.7).tape_words(), 3 * word);
    assert_eq!(decided::at(&x, 0.7).tape_words(), (4 + 3) * word);
}

#[test]
fn conditions_are_decided_again() {
    for (limit, every) in [(0.0, 1), (1.5, 2), (3.0, 3), (9.0, 1)] {
        arms::at(&POINT, limit, every).check().unwrap();
    }
    for n in 2..6 {
        changing::at(0.8, n).check().unwrap();
        hidden::at(0.8, n).check().unwrap();
        elsewhere::at(&[0.9, -0.4, 1.2, 0.3, 0.8], n).check().unwrap();
        masks::at(&[0.9, -0.4, 1.2, 0.3], n).check().unwrap();
    }
    of_wide_indices::at(0.7).check().unwrap();
    ring::at(&[0.9, -0.4, 1.2, 0.3], 0.7).check().unwrap();
    for k in [0.2, 0.7, 1.3] {
        looked_up::at(&[0.9, -0.4, 1.2, 0.3], k).check().unwrap();
        upwind::at(&[0.9, -0.4, 1.2, 0.3], &[0.5, 0.8, -0.7, 0.4], k).check().unwrap();
        upwind_twice::at(&[0.9, -0.4, 1.2, 0.3], k).check().unwrap();
    }
    counted::at(&[0.9, -0.4, 1.2, 0.3, 0.8, -0.7]).check().unwrap();
}

#[test]
fn other_modes_agree() {
    both_modes!(ring(&[0.9, -0.4, 1.2, 0.3], 0.7));
    both_modes!(arms(&POINT, 1.5, 2));
    both_modes!(upwind_twice(&[0.9, -0.4, 1.2, 0.3], 0.7));
    both_modes!(counted(&[0.9, -0.4, 1.2, 0.3, 0.8, -0.7]));
    both_modes!(changing(0.8, 4));
    both_modes!(hidden(0.8, 2));
    both_modes!(elsewhere(&[0.9, -0.4, 1.2, 0.3, 0.8], 2));
    both_modes!(masks(&[0.9, -0.4, 1.2, 0.3], 3));
}
