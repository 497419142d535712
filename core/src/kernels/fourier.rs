//! Discrete Fourier transforms of lines of real numbers, of any length.
//!
//! A line of `n` numbers takes `n` times the sum of the prime factors of `n` steps (Stockham 1966, in the order of the factors): few for powers
//! of two and products of small primes, `n²` for a prime. It allocates nothing, so the caller gives it room.

use core::f64::consts::FRAC_PI_4;

use super::Lines;
use super::wide::add_to;
use crate::scalar::{Element, Real};

/// Room for a transform: cosines and sines, and complex numbers twice, real and imaginary parts apart. All have the length of a line.
pub(crate) type Room<'r, A> = [&'r mut [A]; 6];

/// The cosine and the sine of `k / n` of a full turn, exact at right angles.
fn turn<A: Real>(k: usize, n: usize) -> (A, A) {
    let (octant, rest) = (8 * k / n, 8 * k % n);
    let offset = if octant.is_multiple_of(2) { A::from_usize(rest) } else { -A::from_usize(n - rest) };
    let (sin, cos) = (A::lit(FRAC_PI_4) * offset / A::from_usize(n)).sin_cos();
    match octant.div_ceil(2) % 4 {
        0 => (cos, sin),
        1 => (-sin, cos),
        2 => (-cos, -sin),
        _ => (sin, -cos),
    }
}

/// `Xₖ = Σ xⱼ e^(-2πi j k / n)`, of complex numbers `from`. The result is where this returns: `from` or `to`.
fn transform<'r, A: Real>(
    [cos, sin]: [&[A]; 2],
    mut from: [&'r mut [A]; 2],
    mut to: [&'r mut [A]; 2],
) -> [&'r mut [A]; 2] {
    let n = cos.len();
    let (mut rest, mut width) = (n, 1);
    while rest > 1 {
        let factor = (2..=rest).find(|p| rest.is_multiple_of(*p)).unwrap_or(rest);
        rest /= factor;
        for (q, r) in (0..rest).flat_map(|q| (0..factor).map(move |r| (q, r))) {
            let place = width * (factor * q + r);
            let [re, im] = to.each_mut().map(|part| &mut part[place..][..width]);
            re.fill(A::ZERO);
            im.fill(A::ZERO);
            for i in 0..factor {
                let angle = r * (i * (n / factor) + q * width) % n;
                let term = from.each_ref().map(|part| &part[width * (q + rest * i)..][..width]);
                add_turned([cos[angle], -sin[angle]], term, [&mut *re, &mut *im]);
            }
        }
        width *= factor;
        (from, to) = (to, from);
    }
    from
}

/// `y += (c + i s) x`
#[inline(always)]
fn add_turned<A: Real>([c, s]: [A; 2], [x_re, x_im]: [&[A]; 2], [y_re, y_im]: [&mut [A]; 2]) {
    for ((x_re, x_im), (y_re, y_im)) in x_re.iter().zip(x_im).zip(y_re.iter_mut().zip(y_im)) {
        *y_re += c * *x_re - s * *x_im;
        *y_im += c * *x_im + s * *x_re;
    }
}

/// Whether frequency `k` is its own mirror image, so that its imaginary part is zero or does not count.
fn is_real(k: usize, n: usize) -> bool {
    k == 0 || 2 * k == n
}

/// By what a frequency counts in the inverse transform: it stands for its mirror image too.
fn share<A: Real>(inverse: bool, k: usize, n: usize) -> A {
    match inverse {
        false => A::ONE,
        true if is_real(k, n) => A::ONE / A::from_usize(n),
        true => A::lit(2.0) / A::from_usize(n),
    }
}

fn fill_turns<A: Real>(cos: &mut [A], sin: &mut [A]) {
    let n = cos.len();
    for (k, (cos, sin)) in cos.iter_mut().zip(sin).enumerate() {
        (*cos, *sin) = turn(k, n);
    }
}

/// Adds the lower half of the spectrum of every line of `x` to `re` and `im`; of the `inverse`, the adjoint: each by its share.
pub(crate) fn add_spectra<T: Real>(
    [of_x, of_spectra]: [Lines; 2],
    inverse: bool,
    x: &[T],
    mut re: Option<&mut [T]>,
    mut im: Option<&mut [T]>,
    [cos, sin, a, b, c, d]: Room<'_, T::Wide>,
) {
    fill_turns(cos, sin);
    for line in 0..of_x.count {
        for (k, a) in a.iter_mut().enumerate() {
            *a = x[of_x.at(line, k)].widen();
        }
        b.fill(T::Wide::ZERO);
        let [found_re, found_im] = transform([&*cos, &*sin], [&mut *a, &mut *b], [&mut *c, &mut *d]);
        for k in 0..of_spectra.len {
            let (at, share) = (of_spectra.at(line, k), share::<T::Wide>(inverse, k, of_x.len));
            if let Some(re) = &mut re {
                add_to(&mut re[at], found_re[k] * share);
            }
            if let Some(im) = im.as_mut().filter(|_| !is_real(k, of_x.len)) {
                add_to(&mut im[at], found_im[k] * share);
            }
        }
    }
}

/// Adds to every line of `x` the waves of its spectrum, `Re Σ Xₖ e^(2πi j k / n)` over the lower half: the adjoint of [`add_spectra`]; the `inverse`
/// transform counts each by its share.
pub(crate) fn add_waves<T: Real>(
    [of_spectra, of_x]: [Lines; 2],
    inverse: bool,
    [re, im]: [&[T]; 2],
    x: &mut [T],
    [cos, sin, a, b, c, d]: Room<'_, T::Wide>,
) {
    fill_turns(cos, sin);
    for line in 0..of_x.count {
        a.fill(T::Wide::ZERO);
        b.fill(T::Wide::ZERO);
        for k in 0..of_spectra.len {
            let (at, share) = (of_spectra.at(line, k), share::<T::Wide>(inverse, k, of_x.len));
            a[k] = re[at].widen() * share;
            if !is_real(k, of_x.len) {
                // The real part of a sum is that of the conjugate sum, whose waves turn the other way.
                b[k] = -im[at].widen() * share;
            }
        }
        let [found, _] = transform([&*cos, &*sin], [&mut *a, &mut *b], [&mut *c, &mut *d]);
        for (k, found) in found.iter().enumerate() {
            add_to(&mut x[of_x.at(line, k)], *found);
        }
    }
}
