//! Shapes of which the outermost axis may have a length that is known when the program runs.
//!
//! [`AnyShape`] is what storage, operators and rules need of a shape. Every [`Shape`] has it, as constants, so that nothing is computed for
//! it when the program runs. A shape that begins with [`Dyn`] has it too: its constants describe one row, and the numbers are on the heap.

use core::borrow::Borrow;
use core::fmt::Debug;
use core::mem::MaybeUninit;

use super::broadcast::{Broadcast, SumTo};
use super::shape::Layout;
use super::text::Text;
use super::{Shape, Tensor, anything, written};
use crate::kernels::MAX_RANK;
use crate::scalar::Element;
use crate::tape::{Frame, Taped};

/// A shape whose lengths are known to the compiler, all or all but that of the outermost axis, which is then [`Dyn`](super::Dyn).
///
/// Functions that are generic over it take batches of any size too. A `#[differentiable]` function that calls `sum` or `mean` has to name
/// the shape, because their residuals depend on it.
///
/// ```
/// use cotangent::prelude::*;
///
/// fn axpy<S: AnyShape>(a: f32, x: &Tensor<f32, S>, y: &Tensor<f32, S>) -> Tensor<f32, S> {
///     a * x + y
/// }
/// let x = Batch::of_rows([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
/// assert_eq!(axpy(3.0, &x, &x).as_slice(), [4.0, 8.0, 12.0, 16.0, 20.0, 24.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape",
    note = "a shape is a tuple of up to six axes, such as `(Dim<2>, Dim<3>)` or `(Dim<2>, One)`; the first may be `Dyn`"
)]
pub trait AnyShape:
    Sized + Debug + 'static + SumTo<Self> + SumTo<()> + Broadcast<Self, Joined = Self> + Broadcast<(), Joined = Self>
{
    /// Whether the compiler knows all lengths.
    #[doc(hidden)]
    const STATIC: bool;
    /// The number of axes.
    #[doc(hidden)]
    const AXES: usize;
    /// The elements at one position of the axis `Dyn`; all of them where there is none.
    #[doc(hidden)]
    const ROW: usize;
    /// [`Layout::DIMS`], with 1 for `Dyn`.
    #[doc(hidden)]
    const EXTENTS: [usize; MAX_RANK];
    /// [`Layout::STRIDES`].
    #[doc(hidden)]
    const STEPS: [usize; MAX_RANK];
    /// What holds the numbers.
    #[doc(hidden)]
    type Numbers<T: Element>: Clone + Send + Sync;
    /// The number of rows as a residual: nothing where the compiler knows it.
    #[doc(hidden)]
    type Rows: Taped + Copy + Default;
    /// A tensor on the tape.
    #[doc(hidden)]
    type View<'t, T: Element>: Borrow<Tensor<T, Self>>;
    #[doc(hidden)]
    fn rows(rows: usize) -> Self::Rows;
    #[doc(hidden)]
    fn count(rows: Self::Rows) -> usize;
    /// The number of rows; 1 where the compiler knows all lengths.
    #[doc(hidden)]
    fn rows_of<T: Element>(numbers: &Self::Numbers<T>) -> usize;
    #[doc(hidden)]
    fn slice<T: Element>(numbers: &Self::Numbers<T>) -> &[T];
    #[doc(hidden)]
    fn slice_mut<T: Element>(numbers: &mut Self::Numbers<T>) -> &mut [T];
    /// Zeros in so many rows.
    #[doc(hidden)]
    fn zero_rows<T: Element>(rows: usize) -> Tensor<T, Self>;
    /// The tensor of so many rows that `write` makes of arbitrary numbers.
    #[doc(hidden)]
    fn written<T: Element>(rows: usize, write: impl FnOnce(&mut Tensor<T, Self>)) -> Tensor<T, Self>;
    /// The same for two of them.
    #[doc(hidden)]
    #[inline(always)]
    fn written_two<T: Element>(
        rows: usize,
        write: impl FnOnce(&mut Tensor<T, Self>, &mut Tensor<T, Self>),
    ) -> (Tensor<T, Self>, Tensor<T, Self>) {
        let mut two = (Self::zero_rows(rows), Self::zero_rows(rows));
        write(&mut two.0, &mut two.1);
        two
    }
    /// The same tensor, of numbers whose type is the same.
    #[doc(hidden)]
    fn same<T: Element, U: Element>(x: &Tensor<T, Self>) -> &Tensor<U, Self>;
    /// The same tensor, of numbers whose type is the same.
    #[doc(hidden)]
    fn same_mut<T: Element, U: Element>(x: &mut Tensor<T, Self>) -> &mut Tensor<U, Self>;
    /// Starts a tensor with any numbers.
    #[doc(hidden)]
    fn enter<T: Element>(room: &mut MaybeUninit<Tensor<T, Self>>) -> &mut Tensor<T, Self>;
    /// Zeros on the heap.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    fn boxed_zeros<T: Element>() -> alloc::boxed::Box<Tensor<T, Self>>;
    /// The bytes of a tensor, if they can become another one.
    #[doc(hidden)]
    fn bytes_mut<T: Element>(x: &mut Tensor<T, Self>) -> Option<&mut [u8]>;
    /// A tensor in these bytes.
    #[doc(hidden)]
    fn of_bytes_mut<T: Element>(bytes: &mut [u8]) -> Option<&mut Tensor<T, Self>>;
    /// Reads from the tape.
    #[doc(hidden)]
    fn view<'t, T: Element>(frame: &mut Frame<&'t [u64]>) -> Self::View<'t, T>;
    /// The next words of the tape as a tensor.
    #[doc(hidden)]
    fn place<'t, T: Element>(frame: &mut Frame<&'t mut [u64]>) -> &'t mut Tensor<T, Self>;
}

#[diagnostic::do_not_recommend]
impl<S: Shape> AnyShape for S {
    const STATIC: bool = true;
    const AXES: usize = S::RANK;
    const ROW: usize = S::NUMEL;
    const EXTENTS: [usize; MAX_RANK] = <S as Layout>::DIMS;
    const STEPS: [usize; MAX_RANK] = <S as Layout>::STRIDES;
    type Numbers<T: Element> = <S as Layout>::Array<T>;
    type Rows = ();
    type View<'t, T: Element> = &'t Tensor<T, S>;
    #[inline(always)]
    fn rows(_: usize) {}
    #[inline(always)]
    fn count((): ()) -> usize {
        1
    }
    #[inline(always)]
    fn rows_of<T: Element>(_: &S::Array<T>) -> usize {
        1
    }
    #[inline(always)]
    fn slice<T: Element>(numbers: &S::Array<T>) -> &[T] {
        S::flat(numbers)
    }
    #[inline(always)]
    fn slice_mut<T: Element>(numbers: &mut S::Array<T>) -> &mut [T] {
        S::flat_mut(numbers)
    }
    #[inline(always)]
    fn zero_rows<T: Element>(_: usize) -> Tensor<T, S> {
        Tensor::ZEROS
    }
    #[inline(always)]
    fn written<T: Element>(_: usize, write: impl FnOnce(&mut Tensor<T, S>)) -> Tensor<T, S> {
        written(write)
    }
    #[inline(always)]
    fn written_two<T: Element>(
        _: usize,
        write: impl FnOnce(&mut Tensor<T, S>, &mut Tensor<T, S>),
    ) -> (Tensor<T, S>, Tensor<T, S>) {
        written(|(first, second)| write(first, second))
    }
    #[inline(always)]
    fn same<T: Element, U: Element>(x: &Tensor<T, S>) -> &Tensor<U, S> {
        bytemuck::cast_ref(x)
    }
    #[inline(always)]
    fn same_mut<T: Element, U: Element>(x: &mut Tensor<T, S>) -> &mut Tensor<U, S> {
        bytemuck::cast_mut(x)
    }
    #[inline(always)]
    fn enter<T: Element>(room: &mut MaybeUninit<Tensor<T, S>>) -> &mut Tensor<T, S> {
        anything(room)
    }
    #[cfg(feature = "alloc")]
    fn boxed_zeros<T: Element>() -> alloc::boxed::Box<Tensor<T, S>> {
        bytemuck::zeroed_box()
    }
    #[inline(always)]
    fn bytes_mut<T: Element>(x: &mut Tensor<T, S>) -> Option<&mut [u8]> {
        Some(bytemuck::bytes_of_mut(x))
    }
    #[inline(always)]
    fn of_bytes_mut<T: Element>(bytes: &mut [u8]) -> Option<&mut Tensor<T, S>> {
        bytemuck::try_from_bytes_mut(bytes).ok()
    }
    #[inline(always)]
    fn view<'t, T: Element>(frame: &mut Frame<&'t [u64]>) -> &'t Tensor<T, S> {
        const { assert!(align_of::<Tensor<T, S>>() <= 8, "the tape aligns its entries to 8 bytes") }
        let words = frame.next(Tensor::<T, S>::WORDS);
        bytemuck::from_bytes(&bytemuck::cast_slice(words)[..size_of::<Tensor<T, S>>()])
    }
    #[inline(always)]
    fn place<'t, T: Element>(frame: &mut Frame<&'t mut [u64]>) -> &'t mut Tensor<T, S> {
        let words = frame.next(Tensor::<T, S>::WORDS);
        let bytes: &mut [u8] = &mut bytemuck::cast_slice_mut(words)[..size_of::<Tensor<T, S>>()];
        if cfg!(debug_assertions) {
            // So that every test notices a number that is not written.
            bytes.fill(0xFF);
        }
        bytemuck::from_bytes_mut(bytes)
    }
}

impl<T: Element, S: AnyShape> Tensor<T, S> {
    /// The number of rows; 1 where the compiler knows all lengths.
    #[inline(always)]
    pub(crate) fn count_rows(&self) -> usize {
        S::rows_of(&self.0)
    }

    /// Whether it is the zero tangent of any number of rows.
    #[inline(always)]
    pub(crate) fn is_zero_of_any(&self) -> bool {
        !S::STATIC && self.count_rows() == 0
    }

    /// Makes a zero tangent of any number of rows as long as a value.
    ///
    /// # Panics
    /// If it has another number of rows.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn fit(&mut self, rows: usize) {
        if !S::STATIC && self.count_rows() != rows {
            if self.count_rows() > 0 {
                differ::<S, S>(self.count_rows(), rows);
            }
            *self = S::zero_rows(rows);
        }
    }
}

/// The lengths of all axes, aligned at the last one.
pub(crate) const fn lens<S: AnyShape>(rows: usize) -> [usize; MAX_RANK] {
    let mut lens = S::EXTENTS;
    if !S::STATIC {
        lens[MAX_RANK - S::AXES] = rows;
    }
    lens
}

/// The number of rows of the result of two operands.
///
/// # Panics
/// If both are known when the program runs only, and differ.
#[inline(always)]
#[track_caller]
pub(crate) fn joined_rows<S: AnyShape, R: AnyShape>(a: usize, b: usize) -> usize {
    if !S::STATIC && !R::STATIC && a != b {
        differ::<S, R>(a, b);
    }
    if S::STATIC { b } else { a }
}

#[cold]
#[inline(never)]
#[track_caller]
fn differ<S: AnyShape, R: AnyShape>(a: usize, b: usize) -> ! {
    let (one, other) = (lens::<S>(a), lens::<R>(b));
    let mut text = Text::new("shapes ");
    text.shape(one.split_at(MAX_RANK - S::AXES).1).push(" and ").shape(other.split_at(MAX_RANK - R::AXES).1);
    panic!("{} differ in the first axis", text.as_str())
}

/// `walk!(plan: J two<A, B>, rows)`: the plan of a walk over a shape, a constant where the compiler knows all lengths.
macro_rules! walk {
    ($plan:ident: $j:ty; $operands:ident<$($a:ty),+>, $rows:expr) => {
        let computed;
        let $plan = if const { <$j as $crate::tensor::AnyShape>::STATIC } {
            const { &$crate::tensor::Walk::<$j>::$operands::<$($a),+>(1) }
        } else {
            computed = $crate::tensor::Walk::<$j>::$operands::<$($a),+>($rows);
            &computed
        };
    };
}
pub(crate) use walk;
