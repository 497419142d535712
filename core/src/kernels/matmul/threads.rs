//! Large products on the threads of a pool (feature `rayon`): each has some rows of the result.
//!
//! An element is one chain of multiply-adds, independent of other rows and of how panels are cut, so the result is the
//! same, bit by bit, on any number of threads.

use super::Number;
use super::panels::Panels;

/// Multiplications for which waking a thread pays: about 40 µs of them in `f32`.
const LEAST: usize = 1 << 21;

/// The number of parts in which a product is computed.
pub(super) fn parts((m, k, n): (usize, usize, usize)) -> usize {
    // The pool is not queried, and not started, unless there is work for two threads.
    match m * k * n / LEAST {
        0 | 1 => 1,
        most => most.min(m).min(rayon::current_num_threads()),
    }
}

/// Hands so many parts of the rows to `multiply`.
pub(super) fn divided<T: Number + Send + Sync>(
    mut panels: Panels<T>,
    parts: usize,
    multiply: impl Fn(Panels<T>) + Copy + Sync,
) {
    if parts < 2 {
        return multiply(panels);
    }
    let above = parts / 2;
    let (top, bottom) = panels.cut(parts, above);
    rayon::join(|| divided(top, above, multiply), || divided(bottom, parts - above, multiply));
}

impl<T: Number> Panels<'_, T> {
    /// The products of the first rows of the left matrix, this many parts of all, and of the other rows.
    fn cut(&mut self, parts: usize, above: usize) -> (Panels<'_, T>, Panels<'_, T>) {
        let Panels { dims: (m, k, n), a, b, start, .. } = *self;
        let rows = m * above / parts;
        let (top, bottom) = self.out[..m * n].split_at_mut(rows * n);
        (
            Panels { dims: (rows, k, n), a, b, out: top, start },
            Panels { dims: (m - rows, k, n), a: a.from(rows, 0), b, out: bottom, start },
        )
    }
}
