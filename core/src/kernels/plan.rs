//! A [`Plan`] tells a kernel how to walk several operands at once.
//!
//! Neighbouring axes along which *all* operands advance evenly are merged at compile time, so that the walk has few and
//! long straight runs. Two equal shapes become one single run, a matrix and a row become one run per row, and a kernel
//! only distinguishes whether an operand advances or is constant within a run.

use super::rolled;

/// The largest number of axes of a tensor.
pub(crate) const MAX_RANK: usize = 6;

/// The strides of a row-major array with lengths `dims`.
pub(crate) const fn contiguous(dims: [usize; MAX_RANK]) -> [usize; MAX_RANK] {
    let mut strides = [1; MAX_RANK];
    let mut axis = MAX_RANK - 1;
    while axis > 0 {
        strides[axis - 1] = strides[axis] * dims[axis];
        axis -= 1;
    }
    strides
}

/// A walk over the positions of a shape, in row-major order, with `N` operands that each advance by their own strides.
///
/// Axes are stored innermost first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan<const N: usize> {
    rank: usize,
    dims: [usize; MAX_RANK],
    strides: [[usize; MAX_RANK]; N],
    /// How long the slice of each operand must be.
    ends: [usize; N],
}

impl<const N: usize> Plan<N> {
    /// Plans the walk over `dims`, merging axes; `dims` and `strides` are given outermost first.
    pub(crate) const fn new(dims: [usize; MAX_RANK], strides: [[usize; MAX_RANK]; N]) -> Self {
        let mut plan = Plan { rank: 0, dims: [1; MAX_RANK], strides: [[0; MAX_RANK]; N], ends: [1; N] };
        let mut axis = MAX_RANK;
        while axis > 0 {
            axis -= 1;
            if dims[axis] != 1 {
                plan = plan.push(dims[axis], &strides, axis);
            }
        }
        plan.ended()
    }

    /// Computes where the operands end: behind their last number, or at the start if there is none.
    const fn ended(mut self) -> Self {
        let mut axis = 0;
        while axis < self.rank {
            if self.dims[axis] == 0 {
                self.ends = [0; N];
                return self;
            }
            let mut operand = 0;
            while operand < N {
                self.ends[operand] += (self.dims[axis] - 1) * self.strides[operand][axis];
                operand += 1;
            }
            axis += 1;
        }
        self
    }

    /// Checks once what no run has to check then.
    ///
    /// # Panics
    /// If an operand of one of these lengths is shorter than the walk.
    #[inline(always)]
    pub(crate) fn check(&self, lengths: [usize; N]) {
        for (end, length) in self.ends.iter().zip(lengths) {
            assert!(*end <= length, "a slice is shorter than the walk over it");
        }
    }

    /// The numbers of an operand in the run that starts there; the operand is constant in it, or advances by one.
    ///
    /// # Safety
    /// The slice has a length that was [checked](Self::check), and [`each_run`](Self::each_run) has told the start.
    #[allow(unsafe_code)]
    #[inline(always)]
    pub(crate) unsafe fn part<'a, T>(&self, operand: usize, numbers: &'a [T], start: usize) -> &'a [T] {
        // SAFETY: the last number of a run is not behind that of the walk.
        unsafe { numbers.get_unchecked(start..start + self.part_len(operand)) }
    }

    /// The same, mutable.
    ///
    /// # Safety
    /// As for [`part`](Self::part).
    #[allow(unsafe_code)]
    #[inline(always)]
    pub(crate) unsafe fn part_mut<'a, T>(&self, operand: usize, numbers: &'a mut [T], start: usize) -> &'a mut [T] {
        // SAFETY: as in `part`.
        unsafe { numbers.get_unchecked_mut(start..start + self.part_len(operand)) }
    }

    #[inline(always)]
    fn part_len(&self, operand: usize) -> usize {
        if self.step(operand) == 0 { 1 } else { self.run() }
    }

    /// Adds the next outer axis: lengthens the outermost one where every operand continues evenly, else appends.
    const fn push(mut self, len: usize, strides: &[[usize; MAX_RANK]; N], axis: usize) -> Self {
        let mut even = self.rank > 0;
        let mut operand = 0;
        while even && operand < N {
            let last = self.rank - 1;
            even = strides[operand][axis] == self.strides[operand][last] * self.dims[last];
            operand += 1;
        }
        if even {
            self.dims[self.rank - 1] *= len;
            return self;
        }
        self.dims[self.rank] = len;
        let mut operand = 0;
        while operand < N {
            self.strides[operand][self.rank] = strides[operand][axis];
            operand += 1;
        }
        self.rank += 1;
        self
    }

    /// The number of positions in a run.
    #[inline(always)]
    pub(crate) const fn run(&self) -> usize {
        self.dims[0]
    }

    /// Whether the whole walk is one run.
    pub(crate) const fn is_single_run(&self) -> bool {
        self.rank <= 1
    }

    /// The step of an operand within a run.
    #[inline(always)]
    pub(crate) const fn step(&self, operand: usize) -> usize {
        self.strides[operand][0]
    }

    /// Whether some runs of an operand cover the same numbers as an earlier run.
    pub(crate) const fn comes_back(&self, operand: usize) -> bool {
        let mut axis = 1;
        while axis < self.rank {
            if self.strides[operand][axis] == 0 {
                return true;
            }
            axis += 1;
        }
        false
    }

    /// Calls `visit` for every run, with the offset at which each operand starts.
    #[inline(always)]
    pub(crate) fn each_run(&self, mut visit: impl FnMut([usize; N])) {
        if self.dims.contains(&0) {
            return;
        }
        let mut start = [0; N];
        let mut index = [0; MAX_RANK];
        loop {
            rolled();
            visit(start);
            let mut axis = 1;
            loop {
                // The compiler knows no bound of a rank: with this one it checks no index.
                if axis >= self.rank.min(MAX_RANK) {
                    return;
                }
                index[axis] += 1;
                for (start, strides) in start.iter_mut().zip(&self.strides) {
                    *start += strides[axis];
                }
                if index[axis] < self.dims[axis] {
                    break;
                }
                for (start, strides) in start.iter_mut().zip(&self.strides) {
                    *start -= strides[axis] * index[axis];
                }
                index[axis] = 0;
                axis += 1;
            }
        }
    }
}
