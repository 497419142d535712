//! Matrices of any size as values of the library: their tangents, on the tape, in dual numbers.
//!
//! A size is in the type (`Const`) or known when the program runs (`Dyn`). If one is not in the type, the tangent without elements is the
//! zero of any size, as that of a `Vec` is.

use ::nalgebra::allocator::Allocator;
use ::nalgebra::{Const, DefaultAllocator, Dim, OMatrix};
#[cfg(feature = "alloc")]
use ::nalgebra::{Dyn, Matrix, VecStorage};

use super::components::{Components, DualForm};
use super::forms::Raw;
use crate::differentiable::Accepts;
use crate::differentiable::Difference;
use crate::differentiable::{Ct, Differentiable, Tangent, Zero};
#[cfg(feature = "alloc")]
use crate::leaves::{Count, Leaf, LeafMut, LeafName, LeafShape, Leaves};
use crate::rule::lift::Lift;
use crate::rule::slot::Slot;
use crate::scalar::{Dual, Element, Real};
use crate::tape::{Frame, No, Taped, Yes, array_words};

/// A number of rows or of columns.
pub trait Size: Dim {
    /// The number, if the type says it.
    const LENGTH: Option<usize>;
    /// A list of so many times nothing: its type has the length if this one has it.
    type List;
    /// The list.
    fn list(self) -> Self::List;
}

impl<const N: usize> Size for Const<N> {
    const LENGTH: Option<usize> = Some(N);
    type List = [(); N];
    #[inline(always)]
    fn list(self) -> [(); N] {
        [(); N]
    }
}

#[cfg(feature = "alloc")]
impl Size for Dyn {
    const LENGTH: Option<usize> = None;
    type List = alloc::vec::Vec<()>;
    #[inline(always)]
    fn list(self) -> alloc::vec::Vec<()> {
        alloc::vec![(); self.0]
    }
}

/// The number of rows or columns, or 0 if the type does not say it.
const fn least<N: Size>() -> usize {
    match N::LENGTH {
        Some(length) => length,
        None => 0,
    }
}

/// Whether the types say how many elements there are.
pub(super) const fn sized<R: Size, C: Size>() -> bool {
    R::LENGTH.is_some() && C::LENGTH.is_some()
}

/// A matrix of equal elements.
#[inline(always)]
pub(super) fn filled<T: Real, R: Size, C: Size>(rows: usize, columns: usize, element: T) -> OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    OMatrix::from_element_generic(R::from_usize(rows), C::from_usize(columns), element)
}

/// The same matrix with a number of rows of another type.
pub(super) fn with_rows<T: Real, R: Size, D: Size, C: Size>(a: &OMatrix<T, R, C>) -> OMatrix<T, D, C>
where
    DefaultAllocator: Allocator<R, C> + Allocator<D, C>,
{
    OMatrix::from_iterator_generic(D::from_usize(a.nrows()), a.shape_generic().1, a.iter().copied())
}

/// The zero of any size, or of that of the types.
#[inline(always)]
fn least_filled<T: Real, R: Size, C: Size>(element: T) -> OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    filled(least::<R>(), least::<C>(), element)
}

/// The words of `R` and `C` that their types do not say.
fn told<R: Size, C: Size>((rows, columns): (usize, usize), mut tell: impl FnMut(usize)) {
    if R::LENGTH.is_none() {
        tell(rows);
    }
    if C::LENGTH.is_none() {
        tell(columns);
    }
}

/// Both sizes, from what [`told`] tells.
fn sizes<R: Size, C: Size>(mut next: impl FnMut() -> usize) -> (usize, usize) {
    let rows = R::LENGTH.unwrap_or_else(&mut next);
    (rows, C::LENGTH.unwrap_or_else(next))
}

impl<T: Real, R: Size, C: Size> Differentiable for OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    type Tangent = Self;
    fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
        if found.nrows() != expected.nrows() {
            return Err(Difference::Lengths(found.nrows(), expected.nrows()));
        }
        if found.ncols() != expected.ncols() {
            return Err(Difference::Lengths(found.ncols(), expected.ncols()));
        }
        crate::differentiable::all_agree(found.as_slice(), expected.as_slice())
    }
    fn tell_form(&self, tell: &mut dyn FnMut(usize)) {
        told::<R, C>(self.shape(), tell);
    }
    fn zero_of_form(zero: Zero, lengths: &mut dyn Iterator<Item = usize>) -> Self {
        let (rows, columns) = sizes::<R, C>(|| lengths.next().unwrap_or(0));
        filled(rows, columns, zero.of())
    }
}

impl<T: Real, R: Size, C: Size> Accepts<Self> for OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    type Wanted = Yes;
    #[inline(always)]
    fn as_sink(&mut self) -> Option<&mut Self> {
        Some(self)
    }
    #[inline(always)]
    fn as_source(&self) -> Option<&Self> {
        Some(self)
    }
}

impl<T: Real, R: Size, C: Size> Tangent for OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    #[inline(always)]
    fn zero() -> Self {
        least_filled(T::ZERO)
    }
    #[inline(always)]
    fn neutral() -> Self {
        least_filled(T::neutral())
    }
    #[inline(always)]
    fn accumulate(&mut self, other: &Self) {
        if !Self::SIZED {
            if other.is_empty() {
                return;
            }
            if self.is_empty() {
                self.clone_from(other);
                return;
            }
            same_shape(self.shape(), other.shape());
        }
        self.as_mut_slice().iter_mut().zip(other.as_slice()).for_each(|(a, b)| *a += *b);
    }
    fn scale(&mut self, factor: f64) {
        self.as_mut_slice().iter_mut().for_each(|element| element.scale(factor));
    }
    fn inner(&self, other: &Self) -> f64 {
        if !Self::SIZED {
            if self.is_empty() || other.is_empty() {
                return 0.0;
            }
            same_shape(self.shape(), other.shape());
        }
        crate::differentiable::inner(self.as_slice(), other.as_slice())
    }
    const PLAIN: bool = T::PLAIN;
    const SIZED: bool = sized::<R, C>();
    #[inline(always)]
    fn clear(place: &mut Self) {
        place.as_mut_slice().fill(T::neutral());
    }
    #[inline(always)]
    fn is_nothing(&self) -> bool {
        !Self::SIZED && self.is_empty()
    }
}

#[track_caller]
fn same_shape(one: (usize, usize), other: (usize, usize)) {
    assert!(
        one == other,
        "a tangent of {} x {} elements meets one of {} x {}: the tangent of a matrix has the shape of the value (see `zero_of`), and \
         a `#[differentiable]` function must not assign a matrix of another shape to a variable",
        one.0,
        one.1,
        other.0,
        other.1
    );
}

/// Reads consecutive numbers from the tape.
#[inline(always)]
pub(super) fn read_numbers<T: Real>(frame: &mut Frame<&[u64]>, numbers: &mut [T]) {
    match numbers {
        [number] => *number = T::get_all::<1>(frame)[0],
        numbers => {
            let n = numbers.len();
            numbers.copy_from_slice(&bytemuck::cast_slice(frame.next(array_words::<T>(n)))[..n]);
        }
    }
}

impl<T: Real, R: Size, C: Size> Taped for OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    const BYTES: usize = 8 * if sized::<R, C>() { array_words::<T>(least::<R>() * least::<C>()) } else { 1 };
    type View<'t> = Self;
    #[inline(always)]
    fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
        for value in values {
            told::<R, C>(value.shape(), |length| frame.put(length as u64));
            T::put_all(value.as_slice(), frame);
        }
    }
    #[inline(always)]
    fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
        core::array::from_fn(|_| <Self as Taped>::view(frame))
    }
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, reason = "it was a length")]
    fn view(frame: &mut Frame<&[u64]>) -> Self {
        let (rows, columns) = sizes::<R, C>(|| frame.word() as usize);
        let mut matrix = filled(rows, columns, T::ZERO);
        read_numbers(frame, matrix.as_mut_slice());
        matrix
    }
    const FIXED: bool = sized::<R, C>();
    #[inline(always)]
    fn words_of(values: &[Self]) -> usize {
        if Self::FIXED {
            return array_words::<Self>(values.len());
        }
        let mut words = 0;
        for value in values {
            told::<R, C>(value.shape(), |_| words += 1);
            words += array_words::<T>(value.len());
        }
        words
    }
    #[inline(always)]
    fn copied(value: &Self) -> Self {
        value.clone()
    }
    type Recompute = No;
    type Stored = Yes;
}

impl<T: Real, R: Size, C: Size> Lift for OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    type Lifted = OMatrix<Dual<T>, R, C>;
    #[inline]
    fn lift(&self, dot: Option<&Self>) -> OMatrix<Dual<T>, R, C> {
        let mut lifted = filled(self.nrows(), self.ncols(), Dual::<T>::ZERO);
        lifted.as_mut_slice().iter_mut().zip(self.as_slice()).for_each(|(to, x)| *to = Dual::constant(*x));
        if let Some(dot) = dot {
            lifted.as_mut_slice().iter_mut().zip(dot.as_slice()).for_each(|(to, t)| *to = Dual::new(to.value(), *t));
        }
        lifted
    }
    #[inline]
    fn lift_cotangent(bar: &Self, dot: Option<&Self>) -> OMatrix<Dual<T>, R, C> {
        bar.lift(dot)
    }
    #[inline]
    fn lower(bar: &OMatrix<Dual<T>, R, C>, place: impl Slot<Self>, place_dot: impl Slot<Self>) {
        let (rows, columns) = bar.shape();
        let as_large = |d: &mut Self| {
            if d.is_nothing() {
                *d = filled(rows, columns, T::ZERO);
            }
        };
        place.accumulate(|d| {
            as_large(d);
            d.as_mut_slice().iter_mut().zip(bar.as_slice()).for_each(|(d, c)| *d += c.value());
        });
        place_dot.accumulate(|d| {
            as_large(d);
            d.as_mut_slice().iter_mut().zip(bar.as_slice()).for_each(|(d, c)| *d += c.tangent());
        });
    }
}

impl<T: Real, R: Size, C: Size> Raw for OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    #[inline(always)]
    fn raw(&self) -> Self {
        self.clone()
    }
}

impl<T: Real, R: Size, C: Size> DualForm for OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    #[inline]
    fn tangent_of(dual: &OMatrix<Dual<T>, R, C>) -> Ct<Self> {
        dual.map(Dual::tangent)
    }
}

impl<T: Real, R: Size, C: Size> Components for OMatrix<T, R, C>
where
    DefaultAllocator: Allocator<R, C>,
{
    type Number = T;
    #[inline(always)]
    fn count(&self) -> usize {
        self.len()
    }
    #[inline(always)]
    fn component(&self, i: usize) -> T {
        self.as_slice()[i]
    }
    #[inline(always)]
    fn component_mut(&mut self, i: usize) -> &mut T {
        &mut self.as_mut_slice()[i]
    }
}

/// Whose size is known when the program runs: one leaf.
#[cfg(feature = "alloc")]
macro_rules! leaf {
    ([$($n:tt)*] $r:ty, $c:ty) => {
        impl<T: Real + Leaves, $($n)*> Leaves for Matrix<T, $r, $c, VecStorage<T, $r, $c>> {
            const COUNT: Option<Count> = None;
            fn count_leaves(&self) -> Count {
                self.as_slice().count_leaves()
            }
            #[inline(always)]
            fn leaf(&self, i: usize) -> Leaf<'_> {
                self.as_slice().leaf(i)
            }
            #[inline(always)]
            fn leaf_mut(&mut self, i: usize) -> LeafMut<'_> {
                self.as_mut_slice().leaf_mut(i)
            }
            /// The memory is that of the transposed matrix, row by row.
            fn leaf_shape(&self, i: usize) -> LeafShape {
                let numbers = self.as_slice().leaf_shape(i);
                let (rows, columns) = self.shape();
                if <$c as Dim>::try_to_usize() == Some(1) { numbers } else { LeafShape::new(&[columns, rows]) }
            }
            fn leaf_name(&self, i: usize) -> LeafName {
                self.as_slice().leaf_name(i)
            }
        }
    };
}
#[cfg(feature = "alloc")]
leaf!([C: Dim] Dyn, C);
#[cfg(feature = "alloc")]
leaf!([const R: usize] Const<R>, Dyn);
