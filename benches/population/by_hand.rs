//! Gradients by hand of programs whose generated gradients take longest: whether a ratio is that of the program or ours to mend.
//!
//! Each adds the cotangents to what was there, and returns the value.

/// Five steps are kept, and the differences of neighbours computed again.
pub fn relaxation((first, rate): &(Vec<f64>, f64), (first_bar, rate_bar): &mut (Vec<f64>, f64)) -> f64 {
    let n = first.len().isqrt();
    let around = |u: &[f64], i: usize, j: usize| {
        let around = u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1];
        around - 4.0 * u[i * n + j]
    };
    let mut states = Vec::with_capacity(6 * first.len());
    states.extend_from_slice(first);
    for step in 0..5 {
        states.extend_from_within(step * first.len()..);
        let (before, next) = states.split_at_mut((step + 1) * first.len());
        let u = &before[step * first.len()..];
        for i in 1..n - 1 {
            for j in 1..n - 1 {
                next[i * n + j] = u[i * n + j] + 0.2 * rate * around(u, i, j);
            }
        }
    }
    let u = &states[5 * first.len()..];
    let mut next_bar: Vec<f64> = u.iter().map(|u| 2.0 * u).collect();
    for step in (0..5).rev() {
        let u = &states[step * first.len()..(step + 1) * first.len()];
        let mut bar = next_bar.clone();
        let mut sum = 0.0;
        for i in 1..n - 1 {
            for j in 1..n - 1 {
                sum += next_bar[i * n + j] * around(u, i, j);
            }
            let row = &next_bar[i * n..][..n];
            let (above, rest) = bar[(i - 1) * n..].split_at_mut(n);
            let (here, below) = rest.split_at_mut(n);
            let factor = 0.2 * rate;
            for j in 1..n - 1 {
                let d = factor * row[j];
                above[j] += d;
                below[j] += d;
                here[j] -= 4.0 * d;
            }
            for j in 1..n - 1 {
                here[j - 1] += factor * row[j];
            }
            for j in 1..n - 1 {
                here[j + 1] += factor * row[j];
            }
        }
        *rate_bar += 0.2 * sum;
        next_bar = bar;
    }
    first_bar.iter_mut().zip(&next_bar).for_each(|(bar, next)| *bar += next);
    u.iter().map(|u| u * u).sum()
}

/// The states of each stage are kept.
pub fn runge_kutta_vectors(
    (first, coupling): &(Vec<f64>, f64),
    (first_bar, coupling_bar): &mut (Vec<f64>, f64),
) -> f64 {
    const WEIGHTS: [f64; 4] = [1.0, 2.0, 2.0, 1.0];
    let n = first.len();
    let h = 0.02;
    let shares = [0.5 * h, 0.5 * h, h];
    let around = |y: &[f64], i: usize| {
        let before = if i > 0 { y[i - 1] } else { y[n - 1] };
        let after = if i + 1 < n { y[i + 1] } else { y[0] };
        before - 2.0 * y[i] + after
    };
    let slope = |y: &[f64], dy: &mut [f64]| {
        let at = |i: usize| coupling * around(y, i) - y[i] * y[i] * y[i];
        dy[0] = at(0);
        for i in 1..n - 1 {
            dy[i] = coupling * (y[i - 1] - 2.0 * y[i] + y[i + 1]) - y[i] * y[i] * y[i];
        }
        dy[n - 1] = at(n - 1);
    };
    let mut y = first.clone();
    let (mut stages, mut k) = (vec![0.0; 8 * 4 * n], vec![0.0; 4 * n]);
    for step in stages.chunks_exact_mut(4 * n) {
        step[..n].copy_from_slice(&y);
        for s in 0..4 {
            slope(&step[s * n..(s + 1) * n], &mut k[s * n..(s + 1) * n]);
            if s < 3 {
                let (at, k) = (&mut step[(s + 1) * n..(s + 2) * n], &k[s * n..(s + 1) * n]);
                for i in 0..n {
                    at[i] = y[i] + shares[s] * k[i];
                }
            }
        }
        let (k1, k2, k3, k4) = (&k[..n], &k[n..2 * n], &k[2 * n..3 * n], &k[3 * n..4 * n]);
        for i in 0..n {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    let mut bar: Vec<f64> = y.iter().map(|y| 2.0 * y).collect();
    let (mut k_bar, mut at_bar, mut sum) = (vec![0.0; n], vec![0.0; n], 0.0);
    for step in stages.chunks_exact(4 * n).rev() {
        let mut y_bar = bar.clone();
        for s in (0..4).rev() {
            let at = &step[s * n..(s + 1) * n];
            for i in 0..n {
                k_bar[i] = h / 6.0 * WEIGHTS[s] * bar[i] + if s < 3 { shares[s] * at_bar[i] } else { 0.0 };
            }
            let of = |i: usize| coupling * around(&k_bar, i) - 3.0 * at[i] * at[i] * k_bar[i];
            at_bar[0] = of(0);
            sum += k_bar[0] * around(at, 0) + k_bar[n - 1] * around(at, n - 1);
            for i in 1..n - 1 {
                at_bar[i] = coupling * (k_bar[i - 1] - 2.0 * k_bar[i] + k_bar[i + 1]) - 3.0 * at[i] * at[i] * k_bar[i];
                sum += k_bar[i] * (at[i - 1] - 2.0 * at[i] + at[i + 1]);
            }
            at_bar[n - 1] = of(n - 1);
            for i in 0..n {
                y_bar[i] += at_bar[i];
            }
        }
        bar = y_bar;
    }
    *coupling_bar += sum;
    first_bar.iter_mut().zip(&bar).for_each(|(first, bar)| *first += bar);
    y.iter().map(|y| y * y).sum()
}

/// Five fields are kept, and the sums of neighbours computed again.
pub fn jacobi_2d<const N: usize>(
    (first, rate): &([[f64; N]; N], f64),
    (first_bar, rate_bar): &mut ([[f64; N]; N], f64),
) -> f64 {
    let around =
        |a: &[[f64; N]; N], i: usize, j: usize| a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j] + a[i - 1][j];
    let mut states = [[[0.0; N]; N]; 6];
    states[0] = *first;
    for step in 0..5 {
        let (before, next) = states.split_at_mut(step + 1);
        let (a, b) = (&before[step], &mut next[0]);
        *b = *a;
        for i in 1..N - 1 {
            for j in 1..N - 1 {
                b[i][j] = rate * around(a, i, j);
            }
        }
    }
    let mut bar = states[5];
    let mut value = 0.0;
    for row in &mut bar {
        for bar in row {
            value += *bar * *bar;
            *bar *= 2.0;
        }
    }
    for step in (0..5).rev() {
        let mut before = bar;
        for i in 1..N - 1 {
            before[i][1..N - 1].fill(0.0);
        }
        let mut sum = 0.0;
        for i in 1..N - 1 {
            for j in 1..N - 1 {
                sum += bar[i][j] * around(&states[step], i, j);
            }
            let row = &bar[i];
            for j in 1..N - 1 {
                let d = rate * row[j];
                before[i - 1][j] += d;
                before[i][j] += d;
                before[i + 1][j] += d;
            }
            for j in 1..N - 1 {
                before[i][j - 1] += rate * row[j];
            }
            for j in 1..N - 1 {
                before[i][j + 1] += rate * row[j];
            }
        }
        *rate_bar += sum;
        bar = before;
    }
    for (first_bar, bar) in first_bar.iter_mut().zip(&bar) {
        first_bar.iter_mut().zip(bar).for_each(|(first, bar)| *first += bar);
    }
    value
}

/// The fields are linear in each other: those of electrons are kept for the cotangent of the speed.
pub fn yee_vectors((first, c): &(Vec<f64>, f64), (first_bar, c_bar): &mut (Vec<f64>, f64)) -> f64 {
    let n = first.len();
    let (mut e, mut h) = (first.clone(), vec![0.0; n]);
    let mut kept = vec![0.0; 2 * n * 10];
    for step in kept.chunks_exact_mut(2 * n) {
        let (before, after) = step.split_at_mut(n);
        before.copy_from_slice(&e);
        for i in 0..n - 1 {
            h[i] += 0.5 * c * (e[i + 1] - e[i]);
        }
        after.copy_from_slice(&h);
        for i in 1..n {
            e[i] += 0.5 * c * (h[i] - h[i - 1]);
        }
    }
    let (mut e_bar, mut h_bar): (Vec<f64>, _) = (e.iter().map(|e| 2.0 * e).collect(), vec![0.0; n]);
    let mut sum = 0.0;
    for step in kept.chunks_exact(2 * n).rev() {
        let (e, h) = step.split_at(n);
        for i in 1..n {
            sum += e_bar[i] * (h[i] - h[i - 1]);
        }
        h_bar[0] -= 0.5 * c * e_bar[1];
        for i in 1..n - 1 {
            h_bar[i] += 0.5 * c * (e_bar[i] - e_bar[i + 1]);
        }
        h_bar[n - 1] += 0.5 * c * e_bar[n - 1];
        for i in 0..n - 1 {
            sum += h_bar[i] * (e[i + 1] - e[i]);
        }
        e_bar[0] -= 0.5 * c * h_bar[0];
        for i in 1..n - 1 {
            e_bar[i] += 0.5 * c * (h_bar[i - 1] - h_bar[i]);
        }
        e_bar[n - 1] += 0.5 * c * h_bar[n - 2];
    }
    *c_bar += 0.5 * sum;
    first_bar.iter_mut().zip(&e_bar).for_each(|(first, bar)| *first += bar);
    e.iter().map(|e| e * e).sum()
}

/// One pass; the force on a particle is collected in registers.
pub fn lennard_jones((x, sigma): &(Vec<f64>, f64), (x_bar, sigma_bar): &mut (Vec<f64>, f64)) -> f64 {
    let n = x.len() / 3;
    let (mut energy, mut sum) = (0.0, 0.0);
    for i in 0..n {
        let (here, mut force) = ([x[3 * i], x[3 * i + 1], x[3 * i + 2]], [0.0; 3]);
        for j in i + 1..n {
            let d = [here[0] - x[3 * j], here[1] - x[3 * j + 1], here[2] - x[3 * j + 2]];
            let inverse = 1.0 / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 0.5);
            let r2 = sigma * sigma * inverse;
            let r6 = r2 * r2 * r2;
            energy += r6 * r6 - r6;
            let of_r2 = (2.0 * r6 - 1.0) * 3.0 * r2 * r2;
            sum += of_r2 * inverse;
            let factor = of_r2 * -r2 * inverse * 2.0;
            for k in 0..3 {
                force[k] += factor * d[k];
                x_bar[3 * j + k] -= factor * d[k];
            }
        }
        for k in 0..3 {
            x_bar[3 * i + k] += force[k];
        }
    }
    *sigma_bar += 2.0 * sigma * sum;
    energy
}

/// Fluxes are computed again from the states that are kept.
pub fn euler_flux<const N: usize>((first,): &([[f64; 3]; N],), (first_bar,): &mut ([[f64; 3]; N],)) -> f64 {
    let mut states = [[[0.0; 3]; N]; 5];
    states[0] = *first;
    for step in 0..4 {
        let mut flux = [[0.0; 3]; N];
        let (before, next) = states.split_at_mut(step + 1);
        let (u, next) = (&before[step], &mut next[0]);
        for i in 0..N {
            let velocity = u[i][1] / u[i][0];
            let pressure = 0.4 * (u[i][2] - 0.5 * u[i][1] * velocity);
            flux[i] = [u[i][1], u[i][1] * velocity + pressure, (u[i][2] + pressure) * velocity];
        }
        *next = *u;
        for i in 1..N - 1 {
            for k in 0..3 {
                next[i][k] = 0.5 * (u[i - 1][k] + u[i + 1][k]) - 0.01 * (flux[i + 1][k] - flux[i - 1][k]);
            }
        }
    }
    let (mut bar, mut value) = ([[0.0; 3]; N], 0.0);
    for (bar, u) in bar.iter_mut().zip(&states[4]) {
        value += u[0] * u[2];
        (bar[0], bar[2]) = (u[2], u[0]);
    }
    for u in states[..4].iter().rev() {
        let (mut before, mut flux) = ([[0.0; 3]; N], [[0.0; 3]; N]);
        before[0] = bar[0];
        before[N - 1] = bar[N - 1];
        for i in 1..N - 1 {
            for k in 0..3 {
                before[i - 1][k] += 0.5 * bar[i][k];
                before[i + 1][k] += 0.5 * bar[i][k];
                flux[i - 1][k] += 0.01 * bar[i][k];
                flux[i + 1][k] -= 0.01 * bar[i][k];
            }
        }
        for i in 0..N {
            let inverse = 1.0 / u[i][0];
            let velocity = u[i][1] * inverse;
            let pressure = 0.4 * (u[i][2] - 0.5 * u[i][1] * velocity);
            let of_pressure = 0.4 * (flux[i][1] + flux[i][2] * velocity);
            let of_velocity = flux[i][1] * u[i][1] + flux[i][2] * (u[i][2] + pressure) - 0.5 * of_pressure * u[i][1];
            before[i][0] -= of_velocity * velocity * inverse;
            before[i][1] += flux[i][0] + flux[i][1] * velocity - 0.5 * of_pressure * velocity + of_velocity * inverse;
            before[i][2] += flux[i][2] * velocity + of_pressure;
        }
        bar = before;
    }
    for (first_bar, bar) in first_bar.iter_mut().zip(&bar) {
        first_bar.iter_mut().zip(bar).for_each(|(first, bar)| *first += bar);
    }
    value
}

/// The residual of a point and its reverse follow each other; the coefficients get their sums at once.
pub fn polynomial_fit<const N: usize, const D: usize>(
    (c, x, y): &([f64; D], [f64; N], [f64; N]),
    (c_bar, x_bar, y_bar): &mut ([f64; D], [f64; N], [f64; N]),
) -> f64 {
    let (mut loss, mut c_sum) = (0.0, [0.0; D]);
    for i in 0..N {
        let (mut power, mut p) = (1.0, 0.0);
        let (mut slope, mut powers) = (0.0, [0.0; D]);
        for k in 0..D {
            p += c[k] * power;
            powers[k] = power;
            if k > 0 {
                slope += k as f64 * c[k] * powers[k - 1];
            }
            power *= x[i];
        }
        let rest = p - y[i];
        loss += rest * rest;
        let bar = 2.0 * rest;
        y_bar[i] -= bar;
        x_bar[i] += bar * slope;
        for k in 0..D {
            c_sum[k] += bar * powers[k];
        }
    }
    for k in 0..D {
        c_bar[k] += c_sum[k];
    }
    loss
}

/// The values between the layers are kept.
pub fn elementwise_layers<const N: usize>(
    (first, w): &([f64; N], [f64; 6]),
    (first_bar, w_bar): &mut ([f64; N], [f64; 6]),
) -> f64 {
    const LANES: usize = 8;
    let mut x = [[0.0; N]; 7];
    x[0] = *first;
    for l in 0..6 {
        let (before, after) = x.split_at_mut(l + 1);
        for i in 0..N {
            after[0][i] = before[l][i] * w[l] + 0.1 * before[l][i] * before[l][i];
        }
    }
    let mut bar = [1.0; N];
    for l in (0..6).rev() {
        let mut sums = [0.0; LANES];
        for at in (0..N).step_by(LANES) {
            for lane in 0..LANES {
                let x = x[l][at + lane];
                sums[lane] += bar[at + lane] * x;
                bar[at + lane] *= w[l] + 0.2 * x;
            }
        }
        w_bar[l] += sums.iter().sum::<f64>();
    }
    for i in 0..N {
        first_bar[i] += bar[i];
    }
    x[6].iter().sum()
}

/// The fields are kept.
pub fn wave<const N: usize>(
    (first, speed): &([f64; N], [f64; N]),
    (first_bar, speed_bar): &mut ([f64; N], [f64; N]),
) -> f64 {
    let mut u = [[0.0; N]; 12];
    (u[0], u[1]) = (*first, *first);
    for step in 1..11 {
        let (before, next) = u.split_at_mut(step + 1);
        let (before, u) = (&before[step - 1], &before[step]);
        for i in 1..N - 1 {
            next[0][i] = 2.0 * u[i] - before[i] + 0.1 * speed[i] * speed[i] * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
    }
    let mut bar = [[0.0; N]; 3];
    for i in 0..N {
        bar[0][i] = 2.0 * u[11][i];
    }
    let mut sums = [0.0; N];
    for step in (1..11).rev() {
        let [next, here, before] = &mut bar;
        let mut d = [0.0; N];
        for i in 1..N - 1 {
            sums[i] += next[i] * (u[step][i - 1] - 2.0 * u[step][i] + u[step][i + 1]);
            d[i] = 0.1 * speed[i] * speed[i] * next[i];
            here[i] += 2.0 * next[i];
            before[i] = -next[i];
        }
        here[0] += d[1];
        for i in 1..N - 1 {
            here[i] += d[i - 1] - 2.0 * d[i] + d[i + 1];
        }
        here[N - 1] += d[N - 2];
        (before[0], before[N - 1]) = (0.0, 0.0);
        bar = [bar[1], bar[2], [0.0; N]];
    }
    for i in 0..N {
        first_bar[i] += bar[0][i] + bar[1][i];
        speed_bar[i] += 0.2 * speed[i] * sums[i];
    }
    u[11].iter().map(|u| u * u).sum()
}

/// The columns before each update are kept, and rows are updated as a whole.
pub fn gram_schmidt<const N: usize>((first,): &([[f64; N]; N],), (first_bar,): &mut ([[f64; N]; N],)) -> f64 {
    // Transposed: columns are next to each other.
    let dot = |a: &[f64; N], b: &[f64; N]| {
        let mut parts = [0.0; 8];
        let (whole, rest) = (a.chunks_exact(8).zip(b.chunks_exact(8)), N / 8 * 8);
        for (a, b) in whole {
            for lane in 0..8 {
                parts[lane] += a[lane] * b[lane];
            }
        }
        parts.iter().sum::<f64>() + (rest..N).map(|i| a[i] * b[i]).sum::<f64>()
    };
    let (mut q, mut r) = ([[0.0; N]; N], [[0.0; N]; N]);
    for i in 0..N {
        for j in 0..N {
            q[j][i] = first[i][j];
        }
        q[i][i] += 3.0;
    }
    for k in 0..N {
        let (before, after) = q.split_at_mut(k + 1);
        let this = &mut before[k];
        r[k][k] = dot(this, this).sqrt();
        for i in 0..N {
            this[i] /= r[k][k];
        }
        for j in k + 1..N {
            let other = &mut after[j - k - 1];
            r[k][j] = dot(this, other);
            for i in 0..N {
                other[i] -= this[i] * r[k][j];
            }
        }
    }
    let mut bar = [[0.0; N]; N];
    for k in (0..N).rev() {
        let (before, after) = bar.split_at_mut(k + 1);
        let this = q[k];
        let mut this_bar = before[k];
        for j in (k + 1..N).rev() {
            // The column before its update is what is left and what was taken off; `q[j]` holds the last state, so go back.
            let other_bar = &mut after[j - k - 1];
            for i in 0..N {
                this_bar[i] -= other_bar[i] * r[k][j];
            }
            let r_bar = 1.0 - dot(&this, other_bar);
            let column = &mut q[j];
            if j > k {
                column.iter_mut().zip(&this).for_each(|(column, this)| *column += this * r[k][j]);
            }
            for i in 0..N {
                this_bar[i] += r_bar * column[i];
                other_bar[i] += r_bar * this[i];
            }
        }
        let norm = r[k][k];
        let norm_bar = 1.0 - dot(&this, &this_bar) / norm;
        for i in 0..N {
            before[k][i] = this_bar[i] / norm + norm_bar * this[i];
            q[k][i] *= norm;
        }
    }
    for i in 0..N {
        for j in 0..N {
            first_bar[i][j] += bar[j][i];
        }
    }
    (0..N).map(|i| r[i][i..].iter().sum::<f64>()).sum()
}
