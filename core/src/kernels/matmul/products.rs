//! The choice of the algorithm of a product.
//!
//! If the compiler knows the lengths and they are small, the tiles are code for just these lengths ([`Fixed`]). All
//! other products share one function for each number type, which is compiled once.

use super::super::level::{self, Level, Registers, Task};
use super::super::reduce::fold_run;
use super::super::vector::Plain;
use super::super::wide::is;
use super::panels::Panels;
#[cfg(feature = "rayon")]
use super::threads;
use super::tile::Start;
use super::{Number, View};

/// `a · b` and what it starts with, with the best registers at hand.
#[inline(never)]
pub(super) fn product<T: Number>(
    (m, k, n): (usize, usize, usize),
    a: View<T>,
    b: View<T>,
    out: &mut [T],
    mut start: Start<T>,
) {
    if n > 1 {
        return product_at(Level::best(), (m, k, n), a, b, out, start);
    }
    if let Start::Row(_) = start {
        start.write(n, out);
        start = Start::There;
    }
    if b.row == 1 && a.col == 1 {
        dots((m, k), a, b, out, matches!(start, Start::There));
    } else {
        // A column is a row of the transposed product.
        product_at(Level::best(), (1, k, m), b.t(), a.t(), out, start);
    }
}

/// [`product`] with the registers of a level.
#[inline(always)]
pub(super) fn product_at<T: Number>(
    level: Level,
    dims: (usize, usize, usize),
    a: View<T>,
    b: View<T>,
    out: &mut [T],
    start: Start<T>,
) {
    if is::<T, f32>() {
        single(level, dims, a.cast(), b.cast(), bytemuck::cast_slice_mut(out), start.cast());
    } else if is::<T, f64>() {
        double(level, dims, a.cast(), b.cast(), bytemuck::cast_slice_mut(out), start.cast());
    } else {
        let panels = Panels { dims, a, b, out, start };
        // SAFETY: these are arrays.
        #[allow(unsafe_code)]
        unsafe {
            panels.multiply::<Plain<T>>();
        }
    }
}

macro_rules! floats {
    ($($name:ident $t:ident)*) => {$(
        /// Not generic: compiled once, here.
        #[inline(never)]
        fn $name(
            level: Level,
            dims: (usize, usize, usize),
            a: View<$t>,
            b: View<$t>,
            out: &mut [$t],
            start: Start<$t>,
        ) {
            let (panels, multiply) = (Panels { dims, a, b, out, start }, |panels: Panels<$t>| level::at(level, panels, (), (), ()));
            #[cfg(feature = "rayon")]
            threads::divided(panels, threads::parts(dims), multiply);
            #[cfg(not(feature = "rayon"))]
            multiply(panels);
        }
    )*};
}
floats!(single f32 double f64);

/// The product of a matrix and a column by inner products, both contiguous.
#[inline(always)]
fn dots<T: Number>((m, k): (usize, usize), a: View<T>, b: View<T>, out: &mut [T], add: bool) {
    level::run(Dots { k, add }, a, &b.data[..k], &mut out[..m]);
}

/// [`dots`] for [`level::run`].
struct Dots {
    k: usize,
    add: bool,
}

impl<T: Number> Task<View<'_, T>, &[T], &mut [T]> for Dots {
    type Output = ();
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn run<L: Registers>(self, a: View<T>, b: &[T], out: &mut [T]) {
        // Several at once, so that no sum waits for the one before it.
        let (groups, rest) = out.as_chunks_mut::<4>();
        for (i, group) in groups.iter_mut().enumerate() {
            let sums = dots_of::<T, 4>(core::array::from_fn(|r| &a.data[(4 * i + r) * a.row..][..self.k]), b);
            for (out, sum) in group.iter_mut().zip(sums) {
                *out = if self.add { *out + sum } else { sum };
            }
        }
        let done = 4 * groups.len();
        for (i, out) in rest.iter_mut().enumerate() {
            let [sum] = dots_of::<T, 1>([&a.data[(done + i) * a.row..][..self.k]], b);
            *out = if self.add { *out + sum } else { sum };
        }
    }
}

/// The inner products of equally long slices with another one, summed in lanes.
#[inline(always)]
fn dots_of<T: Number, const R: usize>(a: [&[T]; R], b: &[T]) -> [T; R] {
    const LANES: usize = 16;
    let (chunks, rest) = b.as_chunks::<LANES>();
    let mut lanes = [[T::ZERO; LANES]; R];
    for (p, b) in chunks.iter().enumerate() {
        for (lanes, a) in lanes.iter_mut().zip(a) {
            let a: &[T; LANES] = a[p * LANES..].first_chunk().expect("as long as the other");
            for ((lane, &x), &y) in lanes.iter_mut().zip(a).zip(b) {
                *lane = *lane + x * y;
            }
        }
    }
    let mut sums = [T::ZERO; R];
    for ((sum, lanes), a) in sums.iter_mut().zip(&lanes).zip(a) {
        let mut last = T::ZERO;
        for (&x, &y) in a[b.len() - rest.len()..].iter().zip(rest) {
            last = last + x * y;
        }
        *sum = fold_run(lanes, T::ZERO, |x, y| x + y) + last;
    }
    sums
}
