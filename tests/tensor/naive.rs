//! The reference: an array with a shape known at run time, and the slowest obvious loops.

use cotangent::tensor::{Shape, Tensor};

/// An array of any shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Naive {
    pub dims: Vec<usize>,
    pub data: Vec<i64>,
}

/// Small integers that look random.
pub fn ints<S: Shape>(seed: i64) -> Tensor<i64, S> {
    let mut state = seed * 7919 + 1;
    let mut x = Tensor::ZEROS;
    for x in x.as_mut_slice() {
        state = (state * 1_103_515_245 + 12345) & 0x7fff_ffff;
        *x = (state >> 16) % 19 - 9;
    }
    x
}

impl<S: Shape> From<&Tensor<i64, S>> for Naive {
    fn from(x: &Tensor<i64, S>) -> Self {
        Naive { dims: x.shape().to_vec(), data: x.as_slice().to_vec() }
    }
}

/// All positions of a shape, in row-major order.
pub fn positions(dims: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for &len in dims {
        all =
            all.into_iter().flat_map(|at: Vec<usize>| (0..len).map(move |i| [at.clone(), vec![i]].concat())).collect();
    }
    all
}

impl Naive {
    pub fn from_fn(dims: &[usize], f: impl Fn(&[usize]) -> i64) -> Self {
        Naive { dims: dims.to_vec(), data: positions(dims).iter().map(|at| f(at)).collect() }
    }

    /// The element at a position that may have more leading axes and longer stretched axes.
    pub fn at(&self, at: &[usize]) -> i64 {
        let at = &at[at.len() - self.dims.len()..];
        let mut flat = 0;
        for (&i, &len) in at.iter().zip(&self.dims) {
            flat = flat * len + if len == 1 { 0 } else { i };
        }
        self.data[flat]
    }

    pub fn zip(&self, rhs: &Naive, f: impl Fn(i64, i64) -> i64) -> Self {
        let dims = broadcast(&self.dims, &rhs.dims);
        Naive::from_fn(&dims, |at| f(self.at(at), rhs.at(at)))
    }

    /// Folds axis `axis`, leaving a length of 1.
    pub fn fold(&self, axis: usize, f: impl Fn(i64, i64) -> i64) -> Self {
        let mut dims = self.dims.clone();
        let len = std::mem::replace(&mut dims[axis], 1);
        Naive::from_fn(&dims, |at| {
            let along = |i| self.at(&[&at[..axis], &[i], &at[axis + 1..]].concat());
            (0..len).map(along).reduce(&f).unwrap_or(0)
        })
    }

    pub fn reshape(&self, dims: &[usize]) -> Self {
        Naive { dims: dims.to_vec(), data: self.data.clone() }
    }

    pub fn sum_to(&self, dims: &[usize]) -> Self {
        let mut x = self.clone();
        let missing = x.dims.len() - dims.len();
        for axis in 0..x.dims.len() {
            if axis < missing || dims[axis - missing] == 1 {
                x = x.fold(axis, |a, b| a + b);
            }
        }
        x.reshape(dims)
    }

    pub fn permute(&self, order: &[usize]) -> Self {
        let dims: Vec<_> = order.iter().map(|&axis| self.dims[axis]).collect();
        Naive::from_fn(&dims, |at| {
            let mut old = vec![0; at.len()];
            for (new, &axis) in order.iter().enumerate() {
                old[axis] = at[new];
            }
            self.at(&old)
        })
    }

    /// The product of stacks of matrices; both have at least two axes.
    pub fn matmul(&self, rhs: &Naive) -> Self {
        let (l, r) = (self.dims.len(), rhs.dims.len());
        let (m, k, n) = (self.dims[l - 2], self.dims[l - 1], rhs.dims[r - 1]);
        let batch = broadcast(&self.dims[..l - 2], &rhs.dims[..r - 2]);
        Naive::from_fn(&[&batch[..], &[m, n]].concat(), |at| {
            let (batch, ij) = at.split_at(at.len() - 2);
            let term = |p| self.at(&[batch, &[ij[0], p]].concat()) * rhs.at(&[batch, &[p, ij[1]]].concat());
            (0..k).map(term).sum()
        })
    }
}

/// The lengths that two shapes broadcast to.
pub fn broadcast(a: &[usize], b: &[usize]) -> Vec<usize> {
    let rank = a.len().max(b.len());
    let len = |dims: &[usize], axis: usize| (axis + dims.len()).checked_sub(rank).map_or(1, |axis| dims[axis]);
    let join = |axis| {
        if len(a, axis) == 1 { len(b, axis) } else { len(a, axis) }
    };
    (0..rank).map(join).collect()
}

/// A tensor equals a reference, in shape and elements.
#[track_caller]
pub fn same<S: Shape>(x: &Tensor<i64, S>, reference: &Naive) {
    assert_eq!(&Naive::from(x), reference);
}
