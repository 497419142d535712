//! Branches, loops that stop when they are done, calls in calls, arrays that change in place, chains of small functions: each with the
//! gradient that an expert writes.

use cotangent::prelude::*;

/// A root by Newton's method, of a number that a branch chooses.
#[differentiable]
#[must_use]
pub fn newton(a: f64, x: f64) -> f64 {
    let c = if a > 1.0 { a * a + x } else { a.exp() * x };
    let mut y = c;
    while (y * y - c).abs() > 1e-12 * c {
        y = 0.5 * (y + c / y);
    }
    y * x.sin()
}

/// Its gradient by hand, through the iteration: the iterates are kept, and the branch is decided twice.
#[must_use]
pub fn newton_by_hand(a: f64, x: f64) -> (f64, (f64, f64)) {
    let (c, e) = if a > 1.0 { (a * a + x, 0.0) } else { (a.exp() * x, a.exp()) };
    let (mut iterates, mut n, mut y) = ([0.0; 64], 0, c);
    while (y * y - c).abs() > 1e-12 * c {
        iterates[n] = y;
        n += 1;
        y = 0.5 * (y + c / y);
    }
    let (sin, cos) = x.sin_cos();
    let (mut y_bar, mut c_bar) = (sin, 0.0);
    for y in iterates[..n].iter().rev() {
        let half = 0.5 * y_bar;
        let inverse = 1.0 / y;
        c_bar += half * inverse;
        y_bar = half - half * c * inverse * inverse;
    }
    c_bar += y_bar;
    let (a_bar, c_by_x) = if a > 1.0 { (2.0 * a * c_bar, 1.0) } else { (c * c_bar, e) };
    (y * sin, (a_bar, y * cos + c_bar * c_by_x))
}

/// The innermost of calls in calls.
#[differentiable]
#[must_use]
pub fn leaf(x: f64, y: f64) -> f64 {
    x * y + 1.0 / (x + 2.0)
}

/// Two calls in each of two, in each of two.
#[differentiable]
#[must_use]
pub fn calls(x: f64, y: f64) -> f64 {
    second(x, y) * second(y, x * 0.5)
}

#[differentiable]
fn second(x: f64, y: f64) -> f64 {
    third(x, y) - third(y, x) * 0.25
}

#[differentiable]
fn third(x: f64, y: f64) -> f64 {
    leaf(x, y) * leaf(y + 1.0, x)
}

/// The gradient by hand: each level returns its value and both derivatives.
#[must_use]
pub fn calls_by_hand(x: f64, y: f64) -> (f64, (f64, f64)) {
    fn leaf(x: f64, y: f64) -> (f64, f64, f64) {
        let r = 1.0 / (x + 2.0);
        (x * y + r, y - r * r, x)
    }
    fn third(x: f64, y: f64) -> (f64, f64, f64) {
        let ((u, ux, uy), (v, vy, vx)) = (leaf(x, y), leaf(y + 1.0, x));
        (u * v, ux * v + u * vx, uy * v + u * vy)
    }
    fn second(x: f64, y: f64) -> (f64, f64, f64) {
        let ((u, ux, uy), (v, vy, vx)) = (third(x, y), third(y, x));
        (u - v * 0.25, ux - vx * 0.25, uy - vy * 0.25)
    }
    let ((u, ux, uy), (v, vy, vx)) = (second(x, y), second(y, x * 0.5));
    (u * v, (ux * v + u * vx * 0.5, uy * v + u * vy))
}

/// Cells of the field that changes in place.
pub const CELLS: usize = 256;
/// How often it does.
pub const SWEEPS: usize = 100;

/// A field smoothed in place, each cell by its new neighbour on the left and the old one on the right.
#[differentiable]
#[must_use]
pub fn smoothed(first: &[f64; CELLS], k: f64) -> f64 {
    let mut u = *first;
    for _ in 0..SWEEPS {
        for i in 1..CELLS - 1 {
            u[i] += k * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
    }
    u.iter().map(|u| u * u).sum()
}

/// The gradient by hand: what `k` multiplies is kept, and nothing else.
#[must_use]
pub fn smoothed_by_hand(first: &[f64; CELLS], k: f64, kept: &mut [[f64; CELLS]]) -> (f64, ([f64; CELLS], f64)) {
    let mut u = *first;
    for kept in &mut kept[..SWEEPS] {
        for i in 1..CELLS - 1 {
            kept[i] = u[i - 1] - 2.0 * u[i] + u[i + 1];
            u[i] += k * kept[i];
        }
    }
    let (mut bar, mut k_bar) = (u.map(|u| 2.0 * u), 0.0);
    for kept in kept[..SWEEPS].iter().rev() {
        for i in (1..CELLS - 1).rev() {
            let c = bar[i];
            k_bar += c * kept[i];
            bar[i - 1] += k * c;
            bar[i] -= 2.0 * k * c;
            bar[i + 1] += k * c;
        }
    }
    (u.iter().map(|u| u * u).sum(), (bar, k_bar))
}

/// Numbers in the chain.
pub const LINKS: usize = 4096;
type Numbers = Vector<f64, LINKS>;

#[differentiable]
fn squeezed(x: &Numbers) -> Numbers {
    1.0 / (x.square() + 1.0)
}

#[differentiable]
fn twice(x: &Numbers) -> Numbers {
    squeezed(&squeezed(x))
}

/// Six small functions of whole arrays, one after the other.
#[differentiable]
#[must_use]
pub fn chain(x: &Numbers) -> f64 {
    twice(&twice(&twice(x))).sum()
}

/// The gradient by hand: element by element, nothing is kept.
#[must_use]
pub fn chain_by_hand(x: &Numbers, x_bar: &mut Numbers) -> f64 {
    let mut sum = 0.0;
    for (x, x_bar) in x.as_slice().iter().zip(x_bar.as_mut_slice()) {
        let (mut y, mut slope) = (*x, 1.0);
        for _ in 0..6 {
            let r = 1.0 / (y * y + 1.0);
            slope *= -2.0 * y * r * r;
            y = r;
        }
        sum += y;
        *x_bar += slope;
    }
    sum
}

#[differentiable]
fn layer(x: &Numbers, w: &Numbers) -> Numbers {
    x * w + 0.1 * x * x
}

/// Six layers of operators on tensors, one after the other.
#[differentiable]
#[must_use]
pub fn layers(x: &Numbers, w: &Numbers) -> f64 {
    let y = layer(&layer(x, w), w);
    let z = layer(&layer(&y, w), w);
    layer(&layer(&z, w), w).sum()
}

/// The gradients by hand: eight elements at a time, in registers.
#[must_use]
pub fn layers_by_hand(x: &Numbers, w: &Numbers, x_bar: &mut Numbers, w_bar: &mut Numbers) -> f64 {
    let [x, w] = [x, w].map(|x| x.as_slice().as_chunks::<8>().0);
    let [x_bar, w_bar] = [x_bar, w_bar].map(|x| x.as_mut_slice().as_chunks_mut::<8>().0);
    let mut sums = [0.0; 8];
    for (((x, w), x_bar), w_bar) in x.iter().zip(w).zip(x_bar).zip(w_bar) {
        let (mut kept, mut y) = ([[0.0; 8]; 6], *x);
        for kept in &mut kept {
            *kept = y;
            for l in 0..8 {
                y[l] = y[l] * w[l] + 0.1 * y[l] * y[l];
            }
        }
        let mut d = [1.0; 8];
        for y in kept.iter().rev() {
            for l in 0..8 {
                w_bar[l] += d[l] * y[l];
                d[l] *= w[l] + 0.2 * y[l];
            }
        }
        for l in 0..8 {
            sums[l] += y[l];
            x_bar[l] += d[l];
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array_of_fractions as array;

    fn assert_close(made: &[f64], hand: &[f64]) {
        assert!(
            made.len() == hand.len() && made.iter().zip(hand).all(|(a, b)| (a - b).abs() <= 1e-12 * b.abs().max(1.0))
        );
    }

    #[test]
    fn both_gradients_agree() {
        for (a, x) in [(0.7, 1.3), (1.7, 0.4)] {
            let ((value, (da, dx)), (expected, (ea, ex))) = (newton::value_and_grad(a, x), newton_by_hand(a, x));
            assert_close(&[value, da, dx], &[expected, ea, ex]);
        }
        let ((value, (dx, dy)), (expected, (ex, ey))) = (calls::value_and_grad(0.7, 1.3), calls_by_hand(0.7, 1.3));
        assert_close(&[value, dx, dy], &[expected, ex, ey]);

        let (first, mut kept) = (array(1), vec![[0.0; CELLS]; SWEEPS]);
        let (made, hand) = (smoothed::value_and_grad(&first, 0.2), smoothed_by_hand(&first, 0.2, &mut kept));
        assert_close(&[made.0, made.1.1], &[hand.0, hand.1.1]);
        assert_close(&made.1.0, &hand.1.0);

        let (x, mut hand) = (Numbers::from(array(2)), Numbers::ZEROS);
        let expected = chain_by_hand(&x, &mut hand);
        let (value, made) = chain::value_and_grad(&x);
        assert_close(&[value], &[expected]);
        assert_close(made.as_slice(), hand.as_slice());

        let (w, mut by_x, mut by_w) = (Numbers::from(array(3)), Numbers::ZEROS, Numbers::ZEROS);
        let expected = layers_by_hand(&x, &w, &mut by_x, &mut by_w);
        let (value, (dx, dw)) = layers::value_and_grad(&x, &w);
        assert_close(&[value], &[expected]);
        assert_close(dx.as_slice(), by_x.as_slice());
        assert_close(dw.as_slice(), by_w.as_slice());
    }
}
