//! Images and signals: filters, transforms, recursions.

use cotangent::prelude::*;

#[differentiable]
pub fn blur<const N: usize>(image: &[[f64; N]; N], w: &[[f64; 3]; 3]) -> f64 {
    let mut sum = 0.0;
    for i in 1..N - 1 {
        for j in 1..N - 1 {
            let mut s = 0.0;
            for a in 0..3 {
                for b in 0..3 {
                    s += image[i + a - 1][j + b - 1] * w[a][b];
                }
            }
            sum += s * s;
        }
    }
    sum
}

#[differentiable]
pub fn sobel<const N: usize>(image: &[[f64; N]; N]) -> f64 {
    let mut sum = 0.0;
    for i in 1..N - 1 {
        for j in 1..N - 1 {
            let gx = image[i - 1][j + 1] + 2.0 * image[i][j + 1] + image[i + 1][j + 1]
                - image[i - 1][j - 1]
                - 2.0 * image[i][j - 1]
                - image[i + 1][j - 1];
            let gy = image[i + 1][j - 1] + 2.0 * image[i + 1][j] + image[i + 1][j + 1]
                - image[i - 1][j - 1]
                - 2.0 * image[i - 1][j]
                - image[i - 1][j + 1];
            sum += (gx * gx + gy * gy + 0.01).sqrt();
        }
    }
    sum
}

#[differentiable]
pub fn bilateral<const N: usize>(image: &[[f64; N]; N], spread: f64) -> f64 {
    let mut sum = 0.0;
    for i in 1..N - 1 {
        for j in 1..N - 1 {
            let (mut total, mut weight) = (0.0, 0.0);
            for a in i - 1..=i + 1 {
                for b in j - 1..=j + 1 {
                    let d = image[a][b] - image[i][j];
                    let w = (-d * d * spread).exp();
                    total += w * image[a][b];
                    weight += w;
                }
            }
            let out = total / weight;
            sum += out * out;
        }
    }
    sum
}

#[differentiable]
pub fn integral_image<const N: usize>(image: &[[f64; N]; N]) -> f64 {
    let mut s = [[0.0; N]; N];
    for i in 0..N {
        let mut row = 0.0;
        for j in 0..N {
            row += image[i][j];
            s[i][j] = if i > 0 { s[i - 1][j] + row } else { row };
        }
    }
    let mut sum = 0.0;
    for i in 4..N {
        for j in 4..N {
            let box_sum = s[i][j] - s[i - 4][j] - s[i][j - 4] + s[i - 4][j - 4];
            sum += box_sum * box_sum;
        }
    }
    sum
}

#[differentiable]
pub fn total_variation(image: &[f64], width: usize) -> f64 {
    let height = image.len() / width;
    let mut sum = 0.0;
    for y in 0..height - 1 {
        for x in 0..width - 1 {
            let dx = image[y * width + x + 1] - image[y * width + x];
            let dy = image[(y + 1) * width + x] - image[y * width + x];
            sum += (dx * dx + dy * dy + 1e-3).sqrt();
        }
    }
    sum
}

#[differentiable]
pub fn downsampled(image: &[f64], width: usize) -> f64 {
    let height = image.len() / width;
    let mut sum = 0.0;
    for y in (0..height - 1).step_by(2) {
        for x in (0..width - 1).step_by(2) {
            let i = y * width + x;
            let mean = 0.25 * (image[i] + image[i + 1] + image[i + width] + image[i + width + 1]);
            sum += mean * mean;
        }
    }
    sum
}

#[differentiable]
pub fn fir(x: &[f64], h: &[f64]) -> f64 {
    let mut sum = 0.0;
    for n in h.len()..x.len() {
        let mut y = 0.0;
        for k in 0..h.len() {
            y += h[k] * x[n - k];
        }
        sum += y * y;
    }
    sum
}

#[differentiable]
pub fn fir_windows(x: &[f64], h: &[f64]) -> f64 {
    let mut sum = 0.0;
    for w in x.windows(h.len()) {
        let y: f64 = w.iter().zip(h).map(|(x, h)| x * h).sum();
        sum += y * y;
    }
    sum
}

#[differentiable]
pub fn biquad(x: &[f64], b0: f64, b1: f64, b2: f64, a1: f64, a2: f64) -> f64 {
    let (mut z1, mut z2) = (0.0, 0.0);
    let mut sum = 0.0;
    for i in 0..x.len() {
        let y = b0 * x[i] + z1;
        z1 = b1 * x[i] - 0.3 * a1 * y + z2;
        z2 = b2 * x[i] - 0.3 * a2 * y;
        sum += y * y;
    }
    sum
}

#[differentiable]
pub fn iir_in_place(first: &[f64; 256], a: f64) -> f64 {
    let mut x = *first;
    let mut i = 1;
    while i < x.len() {
        x[i] += a * x[i - 1];
        i += 1;
    }
    let mut sum = 0.0;
    for v in x.iter() {
        sum += v * v;
    }
    sum
}

#[differentiable]
pub fn autocorrelation(x: &[f64], lags: usize) -> f64 {
    let mut sum = 0.0;
    for lag in 0..lags {
        let mut r = 0.0;
        for i in lag..x.len() {
            r += x[i] * x[i - lag];
        }
        sum += r * r;
    }
    sum
}

#[differentiable]
pub fn convolution<const N: usize, const K: usize>(x: &[f64; N], h: &[f64; K]) -> f64 {
    let mut y = [0.0; N];
    for i in 0..N - K {
        for k in 0..K {
            y[i + k] += x[i] * h[k];
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += y[i] * y[i];
    }
    sum
}

#[differentiable]
pub fn haar<const N: usize>(first: &[f64; N]) -> f64 {
    let mut x = *first;
    let mut length = N;
    while length > 1 {
        let half = length / 2;
        let mut next = [0.0; N];
        for i in 0..half {
            next[i] = 0.5 * (x[2 * i] + x[2 * i + 1]);
            next[half + i] = 0.5 * (x[2 * i] - x[2 * i + 1]);
        }
        for i in 0..length {
            x[i] = next[i];
        }
        length = half;
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += x[i] * x[i] * x[i];
    }
    sum
}

#[differentiable]
pub fn cosine_transform<const N: usize>(x: &[f64; N], table: &[[f64; N]; N]) -> f64 {
    let mut sum = 0.0;
    for k in 0..N {
        let mut s = 0.0;
        for i in 0..N {
            s += x[i] * table[i][k];
        }
        sum += s.abs();
    }
    sum
}

#[differentiable]
pub fn power_spectrum(x: &[f64]) -> f64 {
    let n = x.len();
    let mut sum = 0.0;
    for k in 0..n / 2 {
        let (mut re, mut im) = (0.0, 0.0);
        for i in 0..n {
            let angle = std::f64::consts::TAU * ((k * i) % n) as f64 / n as f64;
            re += x[i] * angle.cos();
            im -= x[i] * angle.sin();
        }
        sum += (re * re + im * im + 1e-3).ln();
    }
    sum
}

#[differentiable]
pub fn fourier<const N: usize>(
    re0: &[f64; N],
    im0: &[f64; N],
    #[constant] cos: &[f64; N],
    #[constant] sin: &[f64; N],
) -> f64 {
    let mut re = *re0;
    let mut im = *im0;
    let mut half = N / 2;
    while half > 0 {
        let mut start = 0;
        while start < N {
            for j in start..start + half {
                let k = (j - start) * (N / (2 * half));
                let tr = re[j] - re[j + half];
                let ti = im[j] - im[j + half];
                re[j] += re[j + half];
                im[j] += im[j + half];
                re[j + half] = tr * cos[k] - ti * sin[k];
                im[j + half] = tr * sin[k] + ti * cos[k];
            }
            start += 2 * half;
        }
        half /= 2;
    }
    let mut sum = 0.0;
    for i in 0..N {
        let p = re[i] * re[i] + im[i] * im[i];
        sum += p * p;
    }
    sum
}

#[differentiable]
pub fn goertzel(x: &[f64], coefficient: f64) -> f64 {
    let (mut s1, mut s2) = (0.0, 0.0);
    for v in x {
        let s = v + coefficient * s1 - s2;
        s2 = s1;
        s1 = s;
    }
    s1 * s1 + s2 * s2 - coefficient * s1 * s2
}

#[differentiable]
pub fn least_mean_squares<const K: usize>(first: &[f64; K], x: &[f64], target: &[f64], rate: f64) -> f64 {
    let mut w = *first;
    let mut sum = 0.0;
    for n in K..x.len() {
        let mut y = 0.0;
        for k in 0..K {
            y += w[k] * x[n - k];
        }
        let e = target[n] - y;
        for k in 0..K {
            w[k] += 0.1 * rate * e * x[n - k];
        }
        sum += e * e;
    }
    sum
}

#[differentiable]
pub fn moving_average(x: &[f64], width: usize) -> f64 {
    let mut running = 0.0;
    for i in 0..width {
        running += x[i];
    }
    let mut sum = 0.0;
    for i in width..x.len() {
        running += x[i] - x[i - width];
        sum += running * running;
    }
    sum
}

#[differentiable]
pub fn resampled(x: &[f64], places: &[f64], #[constant] cells: &[usize]) -> f64 {
    let mut sum = 0.0;
    for i in 0..places.len() {
        let c = cells[i] % (x.len() - 1);
        let f = places[i];
        let y = (1.0 - f) * x[c] + f * x[c + 1];
        sum += y * y;
    }
    sum
}
