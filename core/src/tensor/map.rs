//! Any function of a number, applied to every element; any function of two numbers, with broadcasting.

use super::broadcast::Walk;
use super::short::{is_short, meets};
use super::{AnyShape, Broadcast, SumTo, Tensor, joined_rows, walk, wide_mut};
use crate::kernels::{self, Function, Sum, WriteMode, add_to};
use crate::scalar::{Element, Real};

impl<T: Element, S: AnyShape> Tensor<T, S> {
    /// `f` of every element.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// assert_eq!(tensor([1, 2, 3]).map(|x| x * x), tensor([1, 4, 9]));
    /// ```
    #[inline]
    pub fn map<U: Element>(&self, f: impl Fn(T) -> U) -> Tensor<U, S> {
        S::written(self.count_rows(), |out| self.map_into(out, f))
    }

    /// Writes `f` of every element to `out`.
    ///
    /// ```
    /// use cotangent::tensor::{Vector, tensor};
    ///
    /// let mut out = Vector::ZEROS;
    /// tensor([1.0, 4.0]).map_into(&mut out, f64::sqrt);
    /// assert_eq!(out, tensor([1.0, 2.0]));
    /// ```
    #[inline]
    pub fn map_into<U: Element>(&self, out: &mut Tensor<U, S>, f: impl Fn(T) -> U) {
        out.fit(self.count_rows());
        kernels::map(self.as_slice(), out.as_mut_slice(), f);
    }

    /// `f` of every pair of elements, broadcasting.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// let larger = tensor([[1, 5], [4, 2]]).zip_map(&tensor([3, 3]), i32::max);
    /// assert_eq!(larger, tensor([[3, 5], [4, 3]]));
    /// ```
    #[inline]
    pub fn zip_map<U: Element, V: Element, R: AnyShape>(
        &self,
        rhs: &Tensor<U, R>,
        f: impl Fn(T, U) -> V,
    ) -> Tensor<V, <S as Broadcast<R>>::Joined>
    where
        S: Broadcast<R>,
    {
        let rows = joined_rows::<S, R>(self.count_rows(), rhs.count_rows());
        <S as Broadcast<R>>::Joined::written(rows, |out| self.zip_map_into(rhs, out, f))
    }

    /// Writes `f` of every pair of elements to `out`, broadcasting.
    ///
    /// ```
    /// use cotangent::tensor::{Matrix, tensor};
    ///
    /// let mut out = Matrix::ZEROS;
    /// tensor([[1, 5], [4, 2]]).zip_map_into(&tensor([3, 3]), &mut out, |x, y| i32::from(x > y));
    /// assert_eq!(out, tensor([[0, 1], [1, 0]]));
    /// ```
    #[inline]
    pub fn zip_map_into<U: Element, V: Element, R: AnyShape>(
        &self,
        rhs: &Tensor<U, R>,
        out: &mut Tensor<V, <S as Broadcast<R>>::Joined>,
        f: impl Fn(T, U) -> V,
    ) where
        S: Broadcast<R>,
    {
        let rows = joined_rows::<S, R>(self.count_rows(), rhs.count_rows());
        out.fit(rows);
        let (x, y, out) = (self.as_slice(), rhs.as_slice(), out.as_mut_slice());
        if const { is_short::<<S as Broadcast<R>>::Joined>(&[S::ROW, R::ROW]) } {
            for (i, out) in out.iter_mut().enumerate() {
                *out = f(meets(x, i), meets(y, i));
            }
        } else {
            walk!(plan: <S as Broadcast<R>>::Joined; two<S, R>, rows);
            kernels::zip(plan, x, y, out, f);
        }
    }

    /// `f(x, y)` for every element `x` and the `y` that broadcasts to it.
    ///
    /// ```
    /// use cotangent::tensor::tensor;
    ///
    /// let mut x = tensor([[1, 2], [3, 4]]);
    /// x.zip_assign(&tensor([10, 20]), |x, y| *x += y);
    /// assert_eq!(x, tensor([[11, 22], [13, 24]]));
    /// ```
    #[inline]
    pub fn zip_assign<U: Element, R: AnyShape>(&mut self, rhs: &Tensor<U, R>, f: impl Fn(&mut T, U))
    where
        S: SumTo<R>,
    {
        joined_rows::<S, R>(self.count_rows(), rhs.count_rows());
        let rows = self.count_rows();
        let (x, y) = (self.as_mut_slice(), rhs.as_slice());
        if const { is_short::<S>(&[R::ROW]) } {
            for (i, x) in x.iter_mut().enumerate() {
                f(x, meets(y, i));
            }
        } else {
            walk!(plan: S; one<R>, rows);
            kernels::zip_assign(plan, x, y, f);
        }
    }
}

/// `f(x, y)` of a number and every element.
#[inline]
pub(crate) fn zip_number<T: Element, U: Element, V: Element, S: AnyShape>(
    x: T,
    y: &Tensor<U, S>,
    f: impl Fn(T, U) -> V,
) -> Tensor<V, S> {
    walk!(plan: S; two<(), S>, y.count_rows());
    S::written(y.count_rows(), |out: &mut Tensor<V, S>| kernels::zip(plan, &[x], y.as_slice(), out.as_mut_slice(), f))
}

/// `f(x, y)` of every two numbers that are paired, computed in the accumulator.
#[inline]
pub(crate) fn zip_wide<X: Sum, T: Element<Accumulator = X>, J, A, B>(
    x: &Tensor<T, A>,
    y: &Tensor<T, B>,
    f: impl Fn(X, X) -> X,
) -> Tensor<T, J>
where
    J: AnyShape + SumTo<A> + SumTo<B>,
    A: AnyShape,
    B: AnyShape,
{
    let rows = joined_rows::<A, B>(x.count_rows(), y.count_rows());
    let (x, y) = (x.as_slice(), y.as_slice());
    J::written(rows, |out: &mut Tensor<T, J>| {
        if const { is_short::<J>(&[A::ROW, B::ROW]) } {
            for (i, out) in out.as_mut_slice().iter_mut().enumerate() {
                *out = T::rounded(f(meets(x, i).widen(), meets(y, i).widen()));
            }
        } else {
            walk!(plan: J; two<A, B>, rows);
            kernels::zip_wide(plan, x, y, out.as_mut_slice(), f);
        }
    })
}

/// `dst += f(g, x)` over the joined shape `J`, summed down to the shape of `dst`.
#[inline]
pub(crate) fn zip_accumulate<X: Sum, T, U, W, J, A, R>(
    g: &Tensor<U, J>,
    x: &Tensor<W, A>,
    dst: &mut Tensor<T, R>,
    f: impl Fn(X, X) -> X,
) where
    T: Element<Accumulator = X>,
    U: Element<Accumulator = X>,
    W: Element<Accumulator = X>,
    J: AnyShape + SumTo<A> + SumTo<R>,
    A: AnyShape,
    R: AnyShape,
{
    zip_put(g, x, dst, WriteMode::Accumulate, f);
}

/// [`zip_accumulate`], or `dst = f(g, x)`.
#[inline]
pub(crate) fn zip_put<X: Sum, T, U, W, J, A, R>(
    g: &Tensor<U, J>,
    x: &Tensor<W, A>,
    dst: &mut Tensor<T, R>,
    how: WriteMode,
    f: impl Fn(X, X) -> X,
) where
    T: Element<Accumulator = X>,
    U: Element<Accumulator = X>,
    W: Element<Accumulator = X>,
    J: AnyShape + SumTo<A> + SumTo<R>,
    A: AnyShape,
    R: AnyShape,
{
    let rows = g.count_rows();
    if g.is_zero_of_any() || x.is_zero_of_any() {
        return how.ready(dst.as_mut_slice());
    }
    joined_rows::<J, A>(rows, x.count_rows());
    dst.fit(rows);
    let how = one_each::<T, J, R>(dst, how);
    walk!(plan: J; two<A, R>, rows);
    let comes_back =
        if const { J::STATIC } { const { Walk::<J>::two::<A, R>(1).comes_back(2) } } else { plan.comes_back(2) };
    let (g, x) = (g.as_slice(), x.as_slice());
    if const { J::ROW == R::ROW && is_short::<J>(&[A::ROW]) } {
        how.ready(dst.as_mut_slice());
        for (i, dst) in dst.as_mut_slice().iter_mut().enumerate() {
            add_to(dst, f(g[i].widen(), meets(x, i).widen()));
        }
    } else if const { R::ROW == 1 && is_short::<J>(&[A::ROW]) } {
        let sum = kernels::sum_computed(J::ROW, |from, block| {
            for (o, i) in block.iter_mut().zip(from..) {
                *o = f(g[i].widen(), meets(x, i).widen());
            }
        });
        how.ready(dst.as_mut_slice());
        add_to(&mut dst.as_mut_slice()[0], sum);
    } else if comes_back {
        wide_mut(dst, |dst| kernels::zip_put(plan, g, x, dst.as_mut_slice(), how, f));
    } else {
        kernels::zip_put(plan, g, x, dst.as_mut_slice(), how, f);
    }
}

/// `dst += f(g, x, y)` over the joined shape `J`, summed down to the shape of `dst`.
#[inline]
pub(crate) fn zip3_accumulate<X: Sum, T, U, V, W, J, A, B, R>(
    g: &Tensor<U, J>,
    x: &Tensor<V, A>,
    y: &Tensor<W, B>,
    dst: &mut Tensor<T, R>,
    f: impl Fn(X, X, X) -> X,
) where
    T: Element<Accumulator = X>,
    U: Element<Accumulator = X>,
    V: Element<Accumulator = X>,
    W: Element<Accumulator = X>,
    J: AnyShape + SumTo<A> + SumTo<B> + SumTo<R>,
    A: AnyShape,
    B: AnyShape,
    R: AnyShape,
{
    zip3_put(g, x, y, dst, WriteMode::Accumulate, f);
}

/// [`zip3_accumulate`], or `dst = f(g, x, y)`.
#[inline]
pub(crate) fn zip3_put<X: Sum, T, U, V, W, J, A, B, R>(
    g: &Tensor<U, J>,
    x: &Tensor<V, A>,
    y: &Tensor<W, B>,
    dst: &mut Tensor<T, R>,
    how: WriteMode,
    f: impl Fn(X, X, X) -> X,
) where
    T: Element<Accumulator = X>,
    U: Element<Accumulator = X>,
    V: Element<Accumulator = X>,
    W: Element<Accumulator = X>,
    J: AnyShape + SumTo<A> + SumTo<B> + SumTo<R>,
    A: AnyShape,
    B: AnyShape,
    R: AnyShape,
{
    let rows = g.count_rows();
    if g.is_zero_of_any() || x.is_zero_of_any() || y.is_zero_of_any() {
        return how.ready(dst.as_mut_slice());
    }
    joined_rows::<J, A>(rows, x.count_rows());
    joined_rows::<J, B>(rows, y.count_rows());
    dst.fit(rows);
    let how = one_each::<T, J, R>(dst, how);
    walk!(plan: J; three<A, B, R>, rows);
    let operands = (g.as_slice(), x.as_slice(), y.as_slice());
    if const { J::ROW == R::ROW && is_short::<J>(&[A::ROW, B::ROW]) } {
        let (g, x, y) = operands;
        how.ready(dst.as_mut_slice());
        for (i, dst) in dst.as_mut_slice().iter_mut().enumerate() {
            add_to(dst, f(g[i].widen(), meets(x, i).widen(), meets(y, i).widen()));
        }
        return;
    }
    // A run is added chunk by chunk.
    if const { !one_to_one::<J, R>() } {
        wide_mut(dst, |dst| kernels::zip3_put(plan, operands, dst.as_mut_slice(), how, f));
    } else {
        kernels::zip3_put(plan, operands, dst.as_mut_slice(), how, f);
    }
}

/// Whether two shapes have equally many numbers.
const fn one_to_one<J: AnyShape, R: AnyShape>() -> bool {
    J::ROW == R::ROW && J::STATIC == R::STATIC
}

/// If several numbers are added to one place, it must be zero before the first.
#[inline(always)]
fn one_each<T: Element, J: AnyShape, R: AnyShape>(dst: &mut Tensor<T, R>, how: WriteMode) -> WriteMode {
    if const { one_to_one::<J, R>() } {
        return how;
    }
    how.ready(dst.as_mut_slice());
    WriteMode::Accumulate
}

struct Exp;

impl Function for Exp {
    #[inline(always)]
    fn of<T: Real>(x: T) -> T {
        x.exp()
    }
}

/// Replaces every element by its exponential.
#[inline]
pub(crate) fn exponentiate<T: Real, S: AnyShape>(x: &mut Tensor<T, S>) {
    kernels::map_function_in_place::<Exp, T>(x.as_mut_slice());
}
