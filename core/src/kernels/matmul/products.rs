//! Which way a product takes.
//!
//! Where the lengths are known to the compiler and small, the tiles are code for just these lengths ([`Fixed`]). All others share one
//! function for each type of number, which is compiled once.

use core::any::TypeId;

use super::super::level::{self, Level, Registers, Task};
use super::super::reduce::fold_run;
use super::super::vector::Plain;
use super::panels::Panels;
use super::{Number, View};

/// Whether two types are the same.
#[inline(always)]
pub(super) fn is<T: 'static, U: 'static>() -> bool {
    TypeId::of::<T>() == TypeId::of::<U>()
}

/// `out += a · b`, or `out = a · b`, with the best registers at hand.
#[inline(never)]
pub(super) fn product<T: Number>((m, k, n): (usize, usize, usize), a: View<T>, b: View<T>, out: &mut [T], add: bool) {
    if n > 1 {
        product_at(Level::best(), (m, k, n), a, b, out, add);
    } else if b.row == 1 && a.col == 1 {
        dots((m, k), a, b, out, add);
    } else {
        // A column is a row of the transposed product.
        product_at(Level::best(), (1, k, m), b.t(), a.t(), out, add);
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
    add: bool,
) {
    if is::<T, f32>() {
        single(level, dims, a.cast(), b.cast(), bytemuck::cast_slice_mut(out), add);
    } else if is::<T, f64>() {
        double(level, dims, a.cast(), b.cast(), bytemuck::cast_slice_mut(out), add);
    } else {
        let panels = Panels { dims, a, b, out, add };
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
            add: bool,
        ) {
            level::at(level, Panels { dims, a, b, out, add });
        }
    )*};
}
floats!(single f32 double f64);

/// The product of a matrix and a column by inner products, both contiguous.
#[inline(always)]
fn dots<T: Number>((m, k): (usize, usize), a: View<T>, b: View<T>, out: &mut [T], add: bool) {
    level::run(Dots { k, a, b: &b.data[..k], out: &mut out[..m], add });
}

/// [`dots`] for [`level::run`].
struct Dots<'a, T> {
    k: usize,
    a: View<'a, T>,
    b: &'a [T],
    out: &'a mut [T],
    add: bool,
}

impl<T: Number> Task for Dots<'_, T> {
    type Output = ();
    #[allow(unsafe_code)]
    #[inline(always)]
    unsafe fn run<L: Registers>(self) {
        for (i, out) in self.out.iter_mut().enumerate() {
            let sum = dot(&self.a.data[i * self.a.row..][..self.k], self.b);
            *out = if self.add { *out + sum } else { sum };
        }
    }
}

/// The inner product of two equally long slices, summed in lanes.
#[inline(always)]
fn dot<T: Number>(a: &[T], b: &[T]) -> T {
    const LANES: usize = 16;
    let (a, a_rest) = a.as_chunks::<LANES>();
    let (b, b_rest) = b.as_chunks::<LANES>();
    let mut rest = T::ZERO;
    for (&x, &y) in a_rest.iter().zip(b_rest) {
        rest = rest + x * y;
    }
    if a.is_empty() {
        return rest;
    }
    let mut lanes = [T::ZERO; LANES];
    for (a, b) in a.iter().zip(b) {
        for lane in 0..LANES {
            lanes[lane] = lanes[lane] + a[lane] * b[lane];
        }
    }
    fold_run(&lanes, T::ZERO, |x, y| x + y) + rest
}
