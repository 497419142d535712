//! Matrix products `A·B`, `A·Bᵀ` and `Aᵀ·B` of stacks of row-major matrices.
//!
//! The three forms are one product over two strided [`View`]s. A [`Plan`] walks the batch axes; a stretched operand is
//! constant along them. If that operand is the *output* (a gradient), the walk sums over the batch.

mod blocks;
mod loops;
mod panels;
mod products;
mod small;
#[cfg(test)]
mod tests;
#[cfg(feature = "rayon")]
mod threads;
mod tile;

use core::marker::PhantomData;
use core::ops::{Add, Mul};

use self::tile::Start;
use super::wide::{as_wide, as_wide_mut};
use super::{MAX_RANK, Plan, SMALL_CODE, WriteMode};
use crate::scalar::Element;

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
    /// A stack of rows that are all multiplied by the same right matrix is one tall matrix.
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

    /// The plan for rows that are multiplied by the right matrix, so many for each row of a batch.
    #[cfg(feature = "alloc")]
    pub(crate) const fn rows(m: usize, rhs: ([usize; MAX_RANK], [usize; MAX_RANK])) -> Self {
        let batch = Plan::new([1; MAX_RANK], [[0; MAX_RANK]; 3]);
        MatmulPlan { batch, m, k: rhs.0[BATCH], n: rhs.0[BATCH + 1] }
    }

    /// The same for a batch of so many rows.
    pub(crate) const fn times(self, rows: usize) -> Self {
        MatmulPlan { m: self.m * rows, ..self }
    }

    /// Whether several products use the same matrix of an operand: of the result, of the left, of the right.
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

    /// A matrix with constant strides.
    #[inline(always)]
    fn fixed(data: &'a [T], (row, col): (usize, usize)) -> Self {
        View { data, row, col }
    }

    /// The transpose.
    #[inline(always)]
    fn t(self) -> Self {
        View { data: self.data, row: self.col, col: self.row }
    }

    /// The matrix that begins at a row and a column of this one.
    #[inline(always)]
    fn from(self, row: usize, col: usize) -> Self {
        View { data: &self.data[row * self.row + col * self.col..], ..self }
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
    #[inline(always)]
    fn cast<U: Element>(self) -> View<'a, U>
    where
        T: Element,
    {
        View { data: bytemuck::cast_slice(self.data), row: self.row, col: self.col }
    }
}

/// The requirements of a product on its numbers.
pub(crate) trait Number: Element + Add<Output = Self> + Mul<Output = Self> {}
impl<T: Element + Add<Output = T> + Mul<Output = T>> Number for T {}

/// The pairing of two stacks of matrices, as a constant.
pub(crate) trait Meeting {
    /// The product, and with it both of its gradients.
    const PLAN: MatmulPlan;
}

/// `out = lhs · rhs`.
#[inline]
pub(crate) fn multiply<P: Meeting, T: Number>(lhs: &[T], rhs: &[T], out: &mut [T]) {
    P::PLAN.each(|[o, l, r]| part::<Form<P, OUT, false>, _, _>(&lhs[l..], &rhs[r..], &mut out[o..]));
}

/// `out += lhs · rhs`.
#[inline]
pub(crate) fn multiply_add<P: Meeting, T: Number>(lhs: &[T], rhs: &[T], out: &mut [T]) {
    P::PLAN.each(|[o, l, r]| part::<Form<P, OUT, true>, _, _>(&lhs[l..], &rhs[r..], &mut out[o..]));
}

/// `out = lhs · rhs`, with `row` added to every row.
#[inline]
pub(crate) fn multiply_with_row<P: Meeting, T: Number>(lhs: &[T], rhs: &[T], row: &[T], out: &mut [T]) {
    P::PLAN.each(|[o, l, r]| part_with_row::<Form<P, OUT, true>, _>(&lhs[l..], &rhs[r..], row, &mut out[o..]));
}

/// `lhs += out · rhsᵀ`. It may overwrite `lhs` if no two products belong to the same matrix.
#[inline]
pub(crate) fn put_transposed_rhs<P: Meeting, T: Number, D>(out: &[T], rhs: &[T], lhs: &mut [D], how: WriteMode)
where
    D: Element<Accumulator = T::Accumulator>,
{
    P::PLAN.each(|[o, l, r]| match how {
        WriteMode::Accumulate => part::<Form<P, LHS, true>, _, _>(&out[o..], &rhs[r..], &mut lhs[l..]),
        WriteMode::Overwrite => part::<Form<P, LHS, false>, _, _>(&out[o..], &rhs[r..], &mut lhs[l..]),
    });
}

/// `rhs += lhsᵀ · out`. It may overwrite `rhs` if no two products belong to the same matrix.
#[inline]
pub(crate) fn put_transposed_lhs<P: Meeting, T: Number, D>(lhs: &[T], out: &[T], rhs: &mut [D], how: WriteMode)
where
    D: Element<Accumulator = T::Accumulator>,
{
    P::PLAN.each(|[o, l, r]| match how {
        WriteMode::Accumulate => part::<Form<P, RHS, true>, _, _>(&lhs[l..], &out[o..], &mut rhs[r..]),
        WriteMode::Overwrite => part::<Form<P, RHS, false>, _, _>(&lhs[l..], &out[o..], &mut rhs[r..]),
    });
}

/// `out += lhs · rhs` of one matrix with so many rows as the plan has, or `=`.
#[inline]
pub(crate) fn multiply_rows<T: Number>(plan: MatmulPlan, lhs: &[T], rhs: &[T], out: &mut [T], how: WriteMode) {
    let MatmulPlan { m, k, n, .. } = plan;
    matrix((m, k, n), View::new(lhs, k), View::new(rhs, n), out, how.start());
}

/// The same with `row` added to every row.
#[inline]
pub(crate) fn multiply_rows_with_row<T: Number>(plan: MatmulPlan, lhs: &[T], rhs: &[T], row: &[T], out: &mut [T]) {
    let MatmulPlan { m, k, n, .. } = plan;
    matrix((m, k, n), View::new(lhs, k), View::new(rhs, n), out, Start::Row(row));
}

/// `lhs += out · rhsᵀ`, or `=`.
#[inline]
pub(crate) fn put_rows_transposed_rhs<T: Number, D>(
    plan: MatmulPlan,
    out: &[T],
    rhs: &[T],
    lhs: &mut [D],
    how: WriteMode,
) where
    D: Element<Accumulator = T::Accumulator>,
{
    let MatmulPlan { m, k, n, .. } = plan;
    matrix((m, n, k), View::new(out, n), View::new(rhs, n).t(), lhs, how.start());
}

/// `rhs += lhsᵀ · out`, or `=`.
#[inline]
pub(crate) fn put_rows_transposed_lhs<T: Number, D>(
    plan: MatmulPlan,
    lhs: &[T],
    out: &[T],
    rhs: &mut [D],
    how: WriteMode,
) where
    D: Element<Accumulator = T::Accumulator>,
{
    let MatmulPlan { m, k, n, .. } = plan;
    matrix((k, m, n), View::new(lhs, k).t(), View::new(out, n), rhs, how.start());
}

/// [`part`] of lengths that are known when the program runs.
#[inline]
fn matrix<T: Number, D>(dims: (usize, usize, usize), a: View<T>, b: View<T>, out: &mut [D], start: Start<D>)
where
    D: Element<Accumulator = T::Accumulator>,
{
    if out.is_empty() {
        return;
    }
    if let (Some(a), Some(b), Some(out)) = (a.as_wide(), b.as_wide(), as_wide_mut(out)) {
        if const { SMALL_CODE } {
            return loops::product(dims, a, b, out, start.cast());
        }
        if dims.0 * dims.1 * dims.2 <= small::TINY {
            return small::tiny(dims, a, b, out, start.cast());
        }
        return products::product(dims, a, b, out, start.cast());
    }
    match start {
        Start::Zero => out.fill(D::ZERO),
        other => other.begin(dims.2, out),
    }
    blocks::blocks(dims, a, b, out);
}

impl WriteMode {
    /// What the sums of a product start with.
    const fn start<'a, T>(self) -> Start<'a, T> {
        match self {
            WriteMode::Accumulate => Start::There,
            WriteMode::Overwrite => Start::Zero,
        }
    }
}

/// The result of a [`Form`].
const OUT: usize = 0;
const LHS: usize = 1;
const RHS: usize = 2;

/// The product of two matrices that is one of those above.
struct Form<P, const RESULT: usize, const ADD: bool>(PhantomData<P>);

/// A product of two matrices whose lengths and strides are constants.
trait Fixed {
    /// `(m, k, n)`: the result is `m × n`.
    const DIMS: (usize, usize, usize);
    /// From row to row and from column to column of the left matrix.
    const A: (usize, usize);
    /// The same of the right one.
    const B: (usize, usize);
    /// Whether the product is added to the result.
    const ADD: bool;
}

impl<P: Meeting, const RESULT: usize, const ADD: bool> Fixed for Form<P, RESULT, ADD> {
    const DIMS: (usize, usize, usize) = {
        let MatmulPlan { m, k, n, .. } = P::PLAN;
        match RESULT {
            OUT => (m, k, n),
            LHS => (m, n, k),
            _ => (k, m, n),
        }
    };
    const A: (usize, usize) = match RESULT {
        OUT => (P::PLAN.k, 1),
        LHS => (P::PLAN.n, 1),
        _ => (1, P::PLAN.k),
    };
    const B: (usize, usize) = match RESULT {
        LHS => (1, P::PLAN.n),
        _ => (P::PLAN.n, 1),
    };
    const ADD: bool = ADD;
}

/// The matrices at the beginning of the slices.
///
/// The algorithm depends on the lengths and on the processor only, so that results are repeatable. Numbers with less
/// precision than their sums are multiplied by blocks.
#[inline(always)]
fn part<F: Fixed, T: Number, D>(a: &[T], b: &[T], out: &mut [D])
where
    D: Element<Accumulator = T::Accumulator>,
{
    let (m, _, n) = F::DIMS;
    let (a, b) = (View::fixed(a, F::A), View::fixed(b, F::B));
    let out = &mut out[..m * n];
    if let (Some(a), Some(b), Some(out)) = (a.as_wide(), b.as_wide(), as_wide_mut(out)) {
        return small::product::<F, _>(a, b, out, small::start::<F, _>());
    }
    if !F::ADD {
        out.fill(D::ZERO);
    }
    blocks::blocks(F::DIMS, a, b, out);
}

/// [`part`] of sums that start with a row.
#[inline(always)]
fn part_with_row<F: Fixed, T: Number>(a: &[T], b: &[T], row: &[T], out: &mut [T]) {
    let (m, _, n) = F::DIMS;
    let (a, b) = (View::fixed(a, F::A), View::fixed(b, F::B));
    let out = &mut out[..m * n];
    if let (Some(a), Some(b), Some(row), Some(out)) = (a.as_wide(), b.as_wide(), as_wide(row), as_wide_mut(out)) {
        return small::product::<F, _>(a, b, out, Start::Row(row));
    }
    Start::Row(row).write(n, out);
    blocks::blocks(F::DIMS, a, b, out);
}
