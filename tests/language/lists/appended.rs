//! Loops that append one element to a list in each iteration, and lists that change after a loop has read them.

use cotangent::prelude::*;

/// Lists with elements before, and all kinds of ranges.
#[differentiable]
fn ranges(x: &[f64], k: f64) -> f64 {
    let mut a = vec![k, k * k];
    for i in 0..x.len() {
        a.push(x[i] * k);
    }
    for i in 1..=2 {
        a.push(x[i] * x[i - 1]);
    }
    for i in (0..x.len()).rev() {
        a.push(x[i] * x[i] * i as f64);
    }
    for i in (2..=3).rev() {
        a.push(k * f64::from(i));
    }
    for _ in 5..3 {
        a.push(k);
    }
    let mut sum = 0.0;
    for i in 0..a.len() {
        sum += a[i] * a[i] * (i + 1) as f64;
    }
    sum
}

/// Other types of elements, two lists in one loop, a list in a list.
#[differentiable]
fn elements(x: &[f64], k: f64) -> f64 {
    let (mut pairs, mut rows, mut again) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..x.len() {
        pairs.push((x[i], x[i] * k));
        let mut row = Vec::new();
        for j in 0..=i {
            row.push(x[j] * k);
        }
        again.push(row[i] * row[0]);
        rows.push(row);
    }
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += pairs[i].0 * pairs[i].1 * rows[i][i] + again[i];
    }
    sum
}

/// What a loop reads of the list itself, and how long it is.
#[differentiable]
fn of_itself(x: &[f64], k: f64) -> f64 {
    let mut a = vec![k];
    for i in 0..x.len() {
        a.push(a[i] * x[i] + a.len() as f64);
    }
    let mut b = Vec::new();
    for i in 0..x.len() {
        b.push(x[i] * (b.len() as f64 + k));
    }
    a.iter().zip(&b).map(|(p, q)| p * q).sum::<f64>() + a[x.len()]
}

/// A list under another name, and one that is shown while it grows.
#[differentiable]
fn named(x: &[f64], k: f64) -> f64 {
    let (mut a, mut b) = (vec![k], Vec::new());
    let other = &mut a;
    for i in 0..x.len() {
        other.push(x[i] * k);
    }
    for i in 0..x.len() {
        assert!(format!("{b:?}").len() < 100);
        b.push(x[i] * x[i]);
    }
    let mut all = vec![k];
    for i in 0..x.len() {
        let element = x[i] * k;
        all.push(element);
    }
    a[0] * a[3] + b[2] * all[1] * all[4]
}

/// Iterations that append nothing, or more, and loops that end before.
#[differentiable]
fn not_each(x: &[f64], k: f64) -> f64 {
    let (mut some, mut first, mut more) = (Vec::new(), Vec::new(), vec![k]);
    for i in 0..x.len() {
        if x[i] > 0.0 {
            some.push(x[i] * k);
        }
        more.push(x[i]);
        more.push(x[i] * more[i]);
    }
    for i in 0..x.len() {
        first.push(x[i] * x[i]);
        if x[i] < 0.0 {
            break;
        }
    }
    some.iter().sum::<f64>() * first.iter().sum::<f64>() + more.iter().map(|v| v * v).sum::<f64>()
}

/// A list that gets new elements in each step, beside lists that are longer and shorter.
#[differentiable]
fn steps(x: &[f64], k: f64) -> f64 {
    let mut y: Vec<f64> = x.to_vec();
    let short = [k, 2.0];
    for step in 0..3 {
        y = y.iter().zip(x).map(|(v, w)| v * w + k * v * v * step as f64).collect();
        let some: Vec<f64> = y.iter().zip(&short).map(|(v, w)| v * v * w).collect();
        y[0] += some[1];
        y.push(k * some[0]);
    }
    y.iter().map(|v| v * v).sum()
}

#[differentiable]
fn doubled(v: f64) -> f64 {
    2.0 * v
}

#[differentiable]
fn times(v: f64, w: f64) -> f64 {
    v * w
}

/// Elements that the function which takes them does not read, or only one of two.
#[differentiable]
fn passed_on(x: &[f64], k: f64) -> f64 {
    let mut y = x.to_vec();
    let mut sum = 0.0;
    for step in 0..3 {
        for i in 0..y.len() {
            let v = y[i];
            sum += doubled(v) * x[i];
        }
        for v in y.iter() {
            if *v > 0.5 {
                sum += times(*v, k);
            }
        }
        let some: Vec<f64> = y.iter().map(|v| doubled(*v) + k).collect();
        y = y.iter().zip(&some).map(|(v, w)| if step == 1 { doubled(*v) } else { times(*w, *w) }).collect();
    }
    sum + y.iter().sum::<f64>()
}

/// The list changes in the same block after the loop that reads it, and goes somewhere else.
#[differentiable]
fn changes_after(x: &[f64], k: f64) -> f64 {
    let mut y = x.to_vec();
    let mut sum = 0.0;
    for _ in 0..3 {
        for i in 0..y.len() {
            sum += y[i] * y[i] * k;
        }
        for i in 0..y.len() {
            y[i] *= k;
        }
        let total: f64 = y.iter().map(|v| v * v * v).sum();
        let z = y;
        y = z.iter().map(|v| v * total).collect();
    }
    sum + y[0]
}

/// Copies of lists that change before and after.
#[differentiable]
fn copies(x: &[f64], k: f64) -> f64 {
    let mut u = x.to_vec();
    let mut table = vec![vec![k; 2]; 2];
    let mut sum = 0.0;
    for step in 0..3 {
        let mut next = u.clone();
        for i in 1..u.len() - 1 {
            next[i] = u[i] + k * (u[i - 1] * u[i] - u[i + 1]);
        }
        let before = table.clone();
        table[step % 2][0] *= next[1];
        sum += before[0][0] * table[0][0];
        let kept = next.clone();
        next[0] *= k;
        let lent = &next;
        let again = lent.clone();
        next[1] *= again[0];
        sum += kept[0] * next[0];
        u = next;
    }
    sum * u[1] + [k, sum].clone()[0]
}

/// Elements at the index of a loop and beside it, some only on a condition; a list that ends before the loop does.
#[differentiable]
fn conditions(x: &[f64], k: f64) -> f64 {
    let a: Vec<f64> = x.iter().map(|v| v * k).collect();
    let n = a.len();
    let mut sum = 0.0;
    for i in 0..n - 1 {
        sum += a[i] * a[i] * k;
        if a[i] > 0.0 {
            sum += a[i + 1] * a[i + 1];
        }
    }
    for i in 0..100 {
        sum *= 1.0 + 0.1 * a[i] * a[i];
        if i + 1 == n {
            break;
        }
    }
    for i in 0..9 {
        if i < n {
            sum += a[i] * a[i] * sum;
        }
    }
    for i in 0..n {
        let next = if i + 1 < n { a[i + 1] } else { k };
        sum += a[i] * next * a[n - 1 - i];
    }
    sum
}

/// The same of lists in lists.
#[differentiable]
fn rows(x: &[f64], k: f64) -> f64 {
    let table: Vec<Vec<f64>> = (1..4).map(|n| (0..n).map(|i| x[i] * k).collect()).collect();
    let mut sum = 0.0;
    for i in 0..table.len() {
        for j in 0..3 {
            if j < table[i].len() {
                sum += table[i][j] * table[i][j] * k;
            }
        }
        for j in 0..i {
            sum += table[i][j] * table[i][j + 1];
        }
        for j in 0..9 {
            sum += table[i][j] * table[i][j] * sum * 0.1;
            if j == i {
                break;
            }
        }
    }
    sum
}

const X: [f64; 4] = [0.7, 0.4, -1.2, 0.9];

#[test]
fn derivatives_are_right() {
    each_is_right!([ranges elements of_itself named not_each steps passed_on changes_after copies conditions rows] (&X, 0.6));
}

#[test]
fn gradients_add_up() {
    let (mut x_bar, mut k_bar, mut tape) = ([0.0; 4], 0.0, GrowableTape::new());
    let once = steps::value_and_grad(&X, 0.6);
    for _ in 0..2 {
        steps::value_and_grad_into(&mut tape, &X, 0.6, &mut x_bar, &mut k_bar);
    }
    let (found, one) = (x_bar.into_iter().chain([k_bar]), once.1.0.into_iter().chain([once.1.1]));
    assert!(found.zip(one).all(|(found, one)| (found - 2.0 * one).abs() <= 1e-12 * one.abs()));
}
