//! Products where code has to be small: three loops, over blocks of a row of the result, for all lengths and strides.
//!
//! A block is summed in variables where there are many products to sum, and else its factors are in variables. Sums run over `k` in
//! order, as in the tiles.

#![allow(unsafe_code, reason = "no check of bounds at every number")]

use super::super::rolled;
use super::tile::Start;
use super::{Number, View};

/// `a · b` for an `m × k` and a `k × n` matrix, and what it starts with.
///
/// # Panics
/// If a slice is too short.
#[inline(always)]
pub(super) fn product<T: Number>(dims: (usize, usize, usize), a: View<T>, b: View<T>, out: &mut [T], start: Start<T>) {
    let (m, k, n) = dims;
    // Constants, and conditions that hold, in the functions that call it.
    assert!(m == 0 || k == 0 || (m - 1) * a.row + (k - 1) * a.col < a.data.len());
    assert!(k == 0 || n == 0 || (k - 1) * b.row + (n - 1) * b.col < b.data.len());
    let out = &mut out[..m * n];
    start.write(n, out);
    // SAFETY: the elements of both matrices are in their slices, and those of the result in its one.
    unsafe {
        if b.col != 1 {
            add_columns(dims, a, b, out);
        } else if k < FEW {
            add_outer_products(dims, a, b, out);
        } else {
            add_rows(dims, a, b, out);
        }
    }
}

/// For sums of so few products, the factors stay in variables, and the sums do not.
const FEW: usize = 4;

/// `out += a · b`, where the rows of `b` are contiguous, as a sum of outer products.
///
/// # Safety
/// The elements of the matrices are in their slices.
#[inline(never)]
unsafe fn add_outer_products<T: Number>((m, k, n): (usize, usize, usize), a: View<T>, b: View<T>, out: &mut [T]) {
    for p in 0..k {
        let mut j = 0;
        while j < n {
            // SAFETY: column `p`, row `p` and its elements from `j` on are in the matrices; the block is not wider than what is left.
            unsafe {
                let x = (a.data.as_ptr().add(p * a.col), a.row);
                let (y, sums) = (b.data.as_ptr().add(p * b.row + j), (out.as_mut_ptr().add(j), n));
                if n - j >= 8 {
                    outer_of_eight(m, x, y, sums);
                    j += 8;
                } else {
                    outer_of_one(m, x, y, sums);
                    j += 1;
                }
            }
        }
    }
}

/// `out += a · b`, where the rows of `b` are contiguous.
///
/// # Safety
/// The elements of the matrices are in their slices.
#[inline(never)]
unsafe fn add_rows<T: Number>((m, k, n): (usize, usize, usize), a: View<T>, b: View<T>, out: &mut [T]) {
    for i in 0..m {
        let mut j = 0;
        while j < n {
            // SAFETY: row `i` and the columns from `j` on are in the matrices; the block is not wider than what is left.
            unsafe {
                let x = (a.data.as_ptr().add(i * a.row), a.col);
                let (y, sums) = ((b.data.as_ptr().add(j), b.row), out.as_mut_ptr().add(i * n + j));
                if n - j >= 8 {
                    eight(k, x, y, 1, sums);
                    j += 8;
                } else {
                    one(k, x, y, 1, sums);
                    j += 1;
                }
            }
        }
    }
}

/// `out += a · b`, where the columns of `b` are contiguous.
///
/// # Safety
/// The elements of the matrices are in their slices.
#[inline(never)]
unsafe fn add_columns<T: Number>((m, k, n): (usize, usize, usize), a: View<T>, b: View<T>, out: &mut [T]) {
    for i in 0..m {
        let mut j = 0;
        while j < n {
            // SAFETY: row `i` and the columns from `j` on are in the matrices; the block is not wider than what is left.
            unsafe {
                let x = (a.data.as_ptr().add(i * a.row), a.col);
                let (y, sums) = ((b.data.as_ptr().add(j * b.col), b.row), out.as_mut_ptr().add(i * n + j));
                if n - j >= 4 {
                    four(k, x, y, b.col, sums);
                    j += 4;
                } else {
                    one(k, x, y, b.col, sums);
                    j += 1;
                }
            }
        }
    }
}

/// The sums of a block, each in a variable.
macro_rules! block {
    ($name:ident: $($sum:ident $j:literal),*) => {
        /// Adds `k` products to the sums. Each factor is given by its address and the distance to the next; `col` is the distance from
        /// column to column of the second one.
        ///
        /// # Safety
        /// The numbers are there.
        #[inline(always)]
        unsafe fn $name<T: Number>(
            k: usize,
            (mut x, x_step): (*const T, usize),
            (mut y, y_step): (*const T, usize),
            col: usize,
            out: *mut T,
        ) {
            // SAFETY: the caller's. The addresses after the last factors are not read.
            unsafe {
                $(let mut $sum = *out.add($j);)*
                for _ in 0..k {
                    rolled();
                    $($sum = *x * *y.add($j * col) + $sum;)*
                    x = x.wrapping_add(x_step);
                    y = y.wrapping_add(y_step);
                }
                $(*out.add($j) = $sum;)*
            }
        }
    };
}
block!(one: s0 0);
block!(four: s0 0, s1 1, s2 2, s3 3);
block!(eight: s0 0, s1 1, s2 2, s3 3, s4 4, s5 5, s6 6, s7 7);

/// The factors of a block, each in a variable.
macro_rules! outer {
    ($name:ident: $($y:ident $j:literal),*) => {
        /// Adds multiples of a block of a row to that block of `m` rows: `x` has the factors, and each row is given by its address and
        /// the distance to the next.
        ///
        /// # Safety
        /// The numbers are there.
        #[inline(always)]
        unsafe fn $name<T: Number>(
            m: usize,
            (mut x, x_step): (*const T, usize),
            y: *const T,
            (mut out, out_step): (*mut T, usize),
        ) {
            // SAFETY: the caller's. The addresses after the last numbers are not read.
            unsafe {
                $(let $y = *y.add($j);)*
                for _ in 0..m {
                    rolled();
                    $(*out.add($j) = *x * $y + *out.add($j);)*
                    x = x.wrapping_add(x_step);
                    out = out.wrapping_add(out_step);
                }
            }
        }
    };
}
outer!(outer_of_one: y0 0);
outer!(outer_of_eight: y0 0, y1 1, y2 2, y3 3, y4 4, y5 5, y6 6, y7 7);
