//! Gradients by hand of programs from textbooks.
//!
//! Each adds the cotangents to what was there, and returns the value.

/// The best predecessor of each state is kept.
pub fn viterbi<const S: usize>(
    (trans, emit): &([[f64; S]; S], Vec<[f64; S]>),
    (trans_bar, emit_bar): &mut ([[f64; S]; S], Vec<[f64; S]>),
) -> f64 {
    let (mut score, mut from) = ([0.0; S], vec![[0; S]; emit.len()]);
    for (emit, from) in emit.iter().zip(&mut from) {
        let mut next = [0.0; S];
        for j in 0..S {
            let mut best = score[0] + trans[0][j];
            for i in 1..S {
                let candidate = score[i] + trans[i][j];
                if candidate > best {
                    best = candidate;
                    from[j] = i;
                }
            }
            next[j] = best + emit[j];
        }
        score = next;
    }
    let last = (1..S).fold(0, |best, j| if score[j] > score[best] { j } else { best });
    let mut bar = [0.0; S];
    bar[last] = 1.0;
    for (emit_bar, from) in emit_bar.iter_mut().zip(&from).rev() {
        let mut before = [0.0; S];
        for j in 0..S {
            emit_bar[j] += bar[j];
            before[from[j]] += bar[j];
            trans_bar[from[j]][j] += bar[j];
        }
        bar = before;
    }
    score[last]
}

/// Slopes are chosen again from the states that are kept.
pub fn limiter<const N: usize>((first, c): &([f64; N], f64), (first_bar, c_bar): &mut ([f64; N], f64)) -> f64 {
    let slope = |u: &[f64; N], i: usize| {
        let (a, b) = (u[i] - u[i - 1], u[i + 1] - u[i]);
        let (slope, of_a, of_b) = if a * b <= 0.0 {
            (0.0, 0.0, 0.0)
        } else if a.abs() < b.abs() {
            (a, 1.0, 0.0)
        } else {
            (b, 0.0, 1.0)
        };
        (u[i] + 0.5 * (1.0 - c) * slope, slope, of_a, of_b)
    };
    let mut states = [[0.0; N]; 7];
    states[0] = *first;
    for step in 0..6 {
        let u = states[step];
        let mut flux = [0.0; N];
        for i in 1..N - 1 {
            flux[i] = slope(&u, i).0;
        }
        states[step + 1] = u;
        for i in 2..N - 1 {
            states[step + 1][i] -= c * (flux[i] - flux[i - 1]);
        }
    }
    let mut bar = states[6].map(|u| 2.0 * u);
    for u in states[..6].iter().rev() {
        let (mut flux_bar, mut before, mut last) = ([0.0; N], bar, slope(u, 1).0);
        for i in 2..N - 1 {
            let flux = slope(u, i).0;
            *c_bar -= bar[i] * (flux - last);
            flux_bar[i] -= c * bar[i];
            flux_bar[i - 1] += c * bar[i];
            last = flux;
        }
        for i in 1..N - 1 {
            let (_, slope, of_a, of_b) = slope(u, i);
            *c_bar -= 0.5 * slope * flux_bar[i];
            let d = 0.5 * (1.0 - c) * flux_bar[i];
            before[i - 1] -= d * of_a;
            before[i] += flux_bar[i] + d * of_a - d * of_b;
            before[i + 1] += d * of_b;
        }
        bar = before;
    }
    first_bar.iter_mut().zip(&bar).for_each(|(first, bar)| *first += bar);
    states[6].iter().map(|u| u * u).sum()
}

type Normalised = (Vec<[f64; 8]>, [f64; 8], [f64; 8]);

/// The deviation of each column is inverted once, and the cotangents of the mean and the deviation are sums over the column.
pub fn batch_norm((x, gamma, beta): &Normalised, (x_bar, gamma_bar, beta_bar): &mut Normalised) -> f64 {
    let n = x.len() as f64;
    let (mut mean, mut inverse) = ([0.0; 8], [0.0; 8]);
    for row in x {
        for k in 0..8 {
            mean[k] += row[k] / n;
        }
    }
    for row in x {
        for k in 0..8 {
            inverse[k] += (row[k] - mean[k]) * (row[k] - mean[k]) / n;
        }
    }
    for inverse in &mut inverse {
        *inverse = 1.0 / (*inverse + 1e-5).sqrt();
    }
    let (mut sum, mut sums, mut products) = (0.0, [0.0; 8], [0.0; 8]);
    for row in x {
        for k in 0..8 {
            let normalised = (row[k] - mean[k]) * inverse[k];
            let y = gamma[k] * normalised + beta[k];
            sum += y * y * y;
            sums[k] += 3.0 * y * y;
            products[k] += 3.0 * y * y * normalised;
        }
    }
    for k in 0..8 {
        beta_bar[k] += sums[k];
        gamma_bar[k] += products[k];
    }
    for (row, bar) in x.iter().zip(x_bar) {
        for k in 0..8 {
            let normalised = (row[k] - mean[k]) * inverse[k];
            let y = gamma[k] * normalised + beta[k];
            bar[k] += gamma[k] * inverse[k] * (3.0 * y * y - (sums[k] + normalised * products[k]) / n);
        }
    }
    sum
}

/// All values are kept.
pub fn recurrence_in_place((first, rate): &(Vec<f64>, f64), (first_bar, rate_bar): &mut (Vec<f64>, f64)) -> f64 {
    let mut y = first.clone();
    for i in 1..y.len() {
        y[i] = y[i - 1] + rate * (first[i] - y[i - 1] * y[i - 1]);
    }
    let mut bar = 1.0;
    for i in (1..y.len()).rev() {
        *rate_bar += bar * (first[i] - y[i - 1] * y[i - 1]);
        first_bar[i] += bar * rate;
        bar -= 2.0 * bar * rate * y[i - 1];
    }
    first_bar[0] += bar;
    y[y.len() - 1]
}

/// The borders are taken from the ranges of the loops.
pub fn conv_borders((x, w): &(Vec<f64>, Vec<f64>), (x_bar, w_bar): &mut (Vec<f64>, Vec<f64>)) -> f64 {
    let (n, r) = (x.len(), w.len() / 2);
    let mut sum = 0.0;
    for i in 0..n {
        let inside = r.saturating_sub(i)..w.len().min(n + r - i);
        let at = i + inside.start - r;
        let (part, weights) = (&x[at..at + inside.len()], &w[inside.clone()]);
        let s: f64 = part.iter().zip(weights).map(|(x, w)| x * w).sum();
        sum += s * s;
        let bars = x_bar[at..at + inside.len()].iter_mut().zip(&mut w_bar[inside]);
        for ((x_bar, w_bar), (x, w)) in bars.zip(part.iter().zip(weights)) {
            *x_bar += 2.0 * s * w;
            *w_bar += 2.0 * s * x;
        }
    }
    sum
}

/// The largest of four, and where it is.
pub fn max_pool<const N: usize>((image,): &([[f64; N]; N],), (bar,): &mut ([[f64; N]; N],)) -> f64 {
    let mut sum = 0.0;
    for i in (0..N / 2 * 2).step_by(2) {
        for j in (0..N / 2 * 2).step_by(2) {
            let mut at = (i, j);
            for other in [(i, j + 1), (i + 1, j), (i + 1, j + 1)] {
                if image[other.0][other.1] > image[at.0][at.1] {
                    at = other;
                }
            }
            let m = image[at.0][at.1];
            sum += m * m;
            bar[at.0][at.1] += 2.0 * m;
        }
    }
    sum
}

/// The cotangent of an element is that of all sums after it.
pub fn prefix_sums((x,): &(Vec<f64>,), (x_bar,): &mut (Vec<f64>,)) -> f64 {
    let n = x.len();
    let (mut p, mut p_bar) = (vec![0.0; n + 1], vec![0.0; n + 1]);
    for i in 0..n {
        p[i + 1] = p[i] + x[i];
    }
    let mut sum = 0.0;
    for i in 0..n - 3 {
        let w = p[i + 4] - p[i];
        sum += w * w;
        p_bar[i + 4] += 2.0 * w;
        p_bar[i] -= 2.0 * w;
    }
    let mut after = 0.0;
    for i in (0..n).rev() {
        after += p_bar[i + 1];
        x_bar[i] += after;
    }
    sum
}

/// Ten vectors are kept, and the sums computed again from the next.
pub fn jacobi_solver<const N: usize>(
    (a, b): &([[f64; N]; N], [f64; N]),
    (a_bar, b_bar): &mut ([[f64; N]; N], [f64; N]),
) -> f64 {
    let mut x = [[0.0; N]; 11];
    for step in 0..10 {
        let (before, next) = x.split_at_mut(step + 1);
        let before = &before[step];
        for i in 0..N {
            let mut s = b[i];
            for j in 0..N {
                if j != i {
                    s -= a[i][j] * before[j];
                }
            }
            next[0][i] = s / (a[i][i] + N as f64);
        }
    }
    let mut bar = x[10].map(|x| 2.0 * x);
    for step in (0..10).rev() {
        let mut before = [0.0; N];
        for i in 0..N {
            let d = bar[i] / (a[i][i] + N as f64);
            b_bar[i] += d;
            let diagonal = a_bar[i][i] - d * x[step + 1][i];
            for j in 0..N {
                a_bar[i][j] -= d * x[step][j];
                before[j] -= d * a[i][j];
            }
            a_bar[i][i] = diagonal;
            before[i] += d * a[i][i];
        }
        bar = before;
    }
    x[10].iter().map(|x| x * x).sum()
}
