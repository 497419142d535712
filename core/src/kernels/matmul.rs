//! Matrix products `A·B`, `A·Bᵀ` and `Aᵀ·B` of stacks of row-major matrices.
//!
//! The three forms are one product over two strided [`View`]s. Batch axes are walked by a [`Plan`] in which a stretched
//! operand stands still; where that operand is the *output* (a gradient), its batch sum happens by itself.

mod blocks;
mod dispatch;
mod tile;

use core::ops::{Add, Mul};

use super::wide::{as_wide, as_wide_mut};
use super::{MAX_RANK, Plan};
use crate::real::Element;

/// Axes before the matrix.
const BATCH: usize = MAX_RANK - 2;

/// A product of stacks of matrices, `(.., m, k) @ (.., k, n)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatmulPlan {
    /// The matrices `[out, lhs, rhs]`.
    batch: Plan<3>,
    m: usize,
    k: usize,
    n: usize,
}

impl MatmulPlan {
    /// Plans the product of two stacks of matrices, each given by its lengths and strides.
    ///
    /// A stack of rows that all meet the same right matrix is one tall matrix.
    pub(crate) const fn new(
        lhs: ([usize; MAX_RANK], [usize; MAX_RANK]),
        rhs: ([usize; MAX_RANK], [usize; MAX_RANK]),
    ) -> Self {
        let (m, k, n) = (lhs.0[BATCH], lhs.0[BATCH + 1], rhs.0[BATCH + 1]);
        let mut dims = [1; MAX_RANK];
        let mut strides = [[0; MAX_RANK]; 3];
        let mut out_stride = m * n;
        let mut axis = BATCH;
        while axis > 0 {
            axis -= 1;
            dims[axis] = if lhs.0[axis] == 1 { rhs.0[axis] } else { lhs.0[axis] };
            strides[0][axis] = out_stride;
            strides[1][axis] = lhs.1[axis];
            strides[2][axis] = rhs.1[axis];
            out_stride *= dims[axis];
        }
        let batch = Plan::new(dims, strides);
        if batch.is_single_run() && batch.step(1) == m * k && batch.step(2) == 0 {
            let one = Plan::new([1; MAX_RANK], [[0; MAX_RANK]; 3]);
            return MatmulPlan { batch: one, m: m * batch.run(), k, n };
        }
        MatmulPlan { batch, m, k, n }
    }

    /// Whether several products fall on the same matrix of an operand: of the result, of the left, of the right one.
    pub(crate) const fn comes_back(&self, operand: usize) -> bool {
        self.batch.comes_back(operand) || self.batch.run() > 1 && self.batch.step(operand) == 0
    }

    /// Calls `visit` with the offsets `[out, lhs, rhs]` of every product in the stack.
    #[inline(always)]
    fn each(&self, mut visit: impl FnMut([usize; 3])) {
        self.batch.each_run(|start| {
            for i in 0..self.batch.run() {
                visit(core::array::from_fn(|operand| start[operand] + i * self.batch.step(operand)));
            }
        });
    }
}

/// A matrix inside a slice: element `(i, j)` is `data[i * row + j * col]`.
#[derive(Clone, Copy)]
struct View<'a, T> {
    data: &'a [T],
    row: usize,
    col: usize,
}

impl<'a, T> View<'a, T> {
    /// A row-major matrix with `cols` columns at the start of `data`.
    #[inline(always)]
    fn new(data: &'a [T], cols: usize) -> Self {
        View { data, row: cols, col: 1 }
    }

    /// The transpose.
    #[inline(always)]
    fn t(self) -> Self {
        View { data: self.data, row: self.col, col: self.row }
    }

    /// The same matrix, if its numbers are summed in their own type.
    #[inline(always)]
    fn as_wide(self) -> Option<View<'a, T::Accumulator>>
    where
        T: Element,
    {
        as_wide(self.data).map(|data| View { data, row: self.row, col: self.col })
    }

    /// The same matrix of numbers of another type of the same size.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    #[inline(always)]
    fn cast<U: Element>(self) -> View<'a, U>
    where
        T: Element,
    {
        View { data: bytemuck::cast_slice(self.data), row: self.row, col: self.col }
    }
}

/// What a product needs of its numbers.
pub(crate) trait Number: Element + Add<Output = Self> + Mul<Output = Self> {}
impl<T: Element + Add<Output = T> + Mul<Output = T>> Number for T {}

/// `out += lhs · rhs`.
#[inline(always)]
pub(crate) fn multiply_add<T: Number, D>(plan: &MatmulPlan, lhs: &[T], rhs: &[T], out: &mut [D])
where
    D: Element<Accumulator = T::Accumulator>,
{
    let &MatmulPlan { m, k, n, .. } = plan;
    plan.each(|[o, l, r]| {
        let out = &mut out[o..][..m * n];
        any_product((m, k, n), View::new(&lhs[l..], k), View::new(&rhs[r..], n), out);
    });
}

/// `lhs += out · rhsᵀ`.
#[inline(always)]
pub(crate) fn multiply_transposed_rhs<T: Number, D>(plan: &MatmulPlan, out: &[T], rhs: &[T], lhs: &mut [D])
where
    D: Element<Accumulator = T::Accumulator>,
{
    let &MatmulPlan { m, k, n, .. } = plan;
    plan.each(|[o, l, r]| {
        let lhs = &mut lhs[l..][..m * k];
        any_product((m, n, k), View::new(&out[o..], n), View::new(&rhs[r..], n).t(), lhs);
    });
}

/// `rhs += lhsᵀ · out`.
#[inline(always)]
pub(crate) fn multiply_transposed_lhs<T: Number, D>(plan: &MatmulPlan, lhs: &[T], out: &[T], rhs: &mut [D])
where
    D: Element<Accumulator = T::Accumulator>,
{
    let &MatmulPlan { m, k, n, .. } = plan;
    plan.each(|[o, l, r]| {
        let rhs = &mut rhs[r..][..k * n];
        any_product((k, m, n), View::new(&lhs[l..], k).t(), View::new(&out[o..], n), rhs);
    });
}

/// `out += a · b` for an `m × k` and a `k × n` matrix.
///
/// Vectors and tiny matrices take plain loops, all others tiles. Which one depends on the lengths and on the processor, so
/// that results repeat exactly. Numbers with fewer digits than their sums are multiplied by blocks.
#[inline(always)]
fn any_product<T: Number, D>(dims: (usize, usize, usize), a: View<T>, b: View<T>, out: &mut [D])
where
    D: Element<Accumulator = T::Accumulator>,
{
    match (a.as_wide(), b.as_wide(), as_wide_mut(out)) {
        (Some(a), Some(b), Some(out)) => product(dims, a, b, out),
        _ => blocks::blocks(dims, a, b, out),
    }
}

/// [`any_product`] of numbers that are summed in their own type.
#[inline(always)]
fn product<T: Number>((m, k, n): (usize, usize, usize), a: View<T>, b: View<T>, out: &mut [T]) {
    if n == 1 {
        // a column is a row of the transposed product
        small_product((1, k, m), b.t(), a.t(), out);
    } else {
        small_product((m, k, n), a, b, out);
    }
}

/// The largest `m·k·n` for which setting up tiles does not pay; a fourth of it where rows do not vectorise.
const TINY: usize = 512;

/// [`product`] where it is a row, or little work; else by tiles.
#[inline(always)]
fn small_product<T: Number>((m, k, n): (usize, usize, usize), a: View<T>, b: View<T>, out: &mut [T]) {
    let work = m * k * n;
    if b.col == 1 && (m == 1 || k <= 2 || work <= TINY) {
        rows((m, k, n), a, b, out);
    } else if b.row == 1 && a.col == 1 && (m == 1 || work <= TINY / 4) {
        dots((m, k, n), a, b, out);
    } else {
        dispatch::tiled((m, k, n), a, b, out);
    }
}

/// The product by multiples of the rows of `b`, which are contiguous.
#[inline(always)]
fn rows<T: Number>((m, k, n): (usize, usize, usize), a: View<T>, b: View<T>, out: &mut [T]) {
    for i in 0..m {
        let out = &mut out[i * n..][..n];
        for p in 0..k {
            let x = a.data[i * a.row + p * a.col];
            for (o, &y) in out.iter_mut().zip(&b.data[p * b.row..][..n]) {
                *o = *o + x * y;
            }
        }
    }
}

/// The product by inner products of the rows of `a` and the columns of `b`, which are contiguous.
#[inline(always)]
fn dots<T: Number>((m, k, n): (usize, usize, usize), a: View<T>, b: View<T>, out: &mut [T]) {
    for i in 0..m {
        for j in 0..n {
            let out = &mut out[i * n + j];
            *out = *out + dot(&a.data[i * a.row..][..k], &b.data[j * b.col..][..k]);
        }
    }
}

/// The inner product of two equally long slices, summed in lanes.
#[inline]
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
    super::reduce::fold_run(&lanes, T::ZERO, |x, y| x + y) + rest
}
