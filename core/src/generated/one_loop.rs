//! Expressions of operators, which are one loop over the elements where the operands are tensors.
//!
//! ```text
//! let c4 = Ty::of(&operands_of(&(&x, &w)).one_loop());           // OneLoop<(X, W)>, or NoLoop
//! let y = c4.rule().forward2((&x, &w), |(x, w)| add(mul(x, w), 0.1), || { .. });
//! if !c4.rule().reverse2((x.read(), w.read()), &y_bar, (x_slot, w_slot), |(x, w), c| ..) { .. }
//! ```
//!
//! How the loop goes through an operand is known where the code is compiled: element by element, or the same in each row, or with one number
//! for each row or for all. Where it is another way, as for matrices and types of the user's, each operator is computed by itself.

use core::marker::PhantomData;

use super::{Companion, Nowhere};
use crate::differentiable::{Flag, Tangent};
use crate::kernels::{Contributions, Elements, MAX_RANK, Segment, WriteMode, is_wide, map_all, put_all, sum_of};
use crate::ops;
use crate::ops::operands::Numbers;
use crate::rule::Rule2;
use crate::rule::slot::{Out, Slot};
use crate::scalar::{Element, Real};
use crate::tape::{No, Read, Yes};
use crate::tensor::AnyShape;

/// The types of the operands of an expression.
#[derive(Debug)]
pub struct Operands<L>(PhantomData<fn() -> L>);

/// The operands of an expression, as references in a tuple.
#[inline(always)]
pub fn operands_of<L>(_: &L) -> Operands<L> {
    Operands(PhantomData)
}

/// An expression of numbers and tensors, of the types `K`.
#[derive(Debug)]
pub struct OneLoop<K>(PhantomData<fn() -> K>);

impl<K> Clone for OneLoop<K> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K> Copy for OneLoop<K> {}

#[diagnostic::do_not_recommend]
impl<K> Companion for OneLoop<K> {
    const THIS: Self = Self(PhantomData);
    type On<X> = Nowhere;
}

/// Any other expression; `N` has a number for each operand.
#[derive(Clone, Copy, Debug)]
pub struct NoLoop<N>(PhantomData<N>);

#[diagnostic::do_not_recommend]
impl<N: Copy> Companion for NoLoop<N> {
    const THIS: Self = Self(PhantomData);
    type On<X> = Nowhere;
}

/// Operands of any types.
pub trait AnyOperands: Sized {
    /// A number for each.
    type Numbers: Copy;
}

/// What there is for operands of any types.
pub trait PerhapsOneLoop {
    /// A number for each of them.
    type Numbers: Copy;
    /// It is not known to be a loop.
    #[inline(always)]
    fn one_loop(&self) -> NoLoop<Self::Numbers> {
        Companion::THIS
    }
}
impl<L: AnyOperands> PerhapsOneLoop for Operands<L> {
    type Numbers = L::Numbers;
}

/// Operands that are numbers and tensors.
pub trait OperandsOfNumbers {
    /// Their types without the references.
    type Types;
}

impl<L: OperandsOfNumbers> Operands<L> {
    /// It is a loop, if the shapes are such.
    #[inline(always)]
    #[must_use]
    pub fn one_loop(&self) -> OneLoop<L::Types> {
        Companion::THIS
    }
}

impl<K> OneLoop<K> {
    /// The operands are kept that the reverse half reads.
    #[inline(always)]
    #[must_use]
    pub fn reads(self) -> Yes {
        Yes
    }
}

impl<N> NoLoop<N> {
    /// Nothing is kept but for the rules of the operators.
    #[inline(always)]
    #[must_use]
    pub fn reads(self) -> No {
        No
    }
}

/// The value of an operand that is not read.
#[derive(Clone, Copy, Debug)]
pub struct NotRead;

/// How a loop over the elements of a result of type `Y` goes through an operand of type `X`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Each element belongs to one of the result.
    Each,
    /// It is one number.
    One,
    /// Its elements are those of each row: a bias.
    Row,
    /// It has one number for each row: a mean.
    Column,
    /// Any other.
    Other,
}

/// Rows of fewer elements are not worth a loop of their own.
const SHORTEST_ROW: usize = 8;

/// The elements of a row of a result of type `Y`.
const fn row_of<Y: Numbers>() -> usize {
    Y::Shape::EXTENTS[MAX_RANK - 1]
}

/// Whether two shapes have the same lengths but in the last axis.
const fn same_rows<X: Numbers, Y: Numbers>() -> bool {
    let mut axis = 0;
    while axis < MAX_RANK - 1 {
        if X::Shape::EXTENTS[axis] != Y::Shape::EXTENTS[axis] {
            return false;
        }
        axis += 1;
    }
    X::Shape::STATIC == Y::Shape::STATIC && (X::Shape::STATIC || X::Shape::AXES == Y::Shape::AXES)
}

const fn way<X: Numbers, Y: Numbers>() -> Way {
    let last = X::Shape::EXTENTS[MAX_RANK - 1];
    if X::Shape::STATIC && X::Shape::ROW == 1 {
        Way::One
    } else if same_rows::<X, Y>() && last == row_of::<Y>() {
        Way::Each
    } else if row_of::<Y>() < SHORTEST_ROW {
        Way::Other
    } else if X::Shape::STATIC && X::Shape::ROW == last && last == row_of::<Y>() {
        Way::Row
    } else if same_rows::<X, Y>() && last == 1 {
        Way::Column
    } else {
        Way::Other
    }
}

/// Whether an operand is the same in several rows, or each number of it: then the loop goes row by row.
const fn has_rows<X: Numbers, Y: Numbers>() -> bool {
    matches!(way::<X, Y>(), Way::Row | Way::Column)
}

/// The value of an operand of type `X`, or that it is not read.
pub trait Given<X: Numbers> {
    /// Its elements, for a result of type `Y`.
    type Elements<Y: Numbers>: Elements<X::Number>;
    #[doc(hidden)]
    fn elements<Y: Numbers>(self) -> Self::Elements<Y>;
}

impl<'a, X: Numbers> Given<X> for Read<'a, X> {
    type Elements<Y: Numbers> = ElementsOf<'a, X, Y>;
    #[inline(always)]
    fn elements<Y: Numbers>(self) -> ElementsOf<'a, X, Y> {
        self.get().elements()
    }
}

impl<'a, X: Numbers> Given<X> for &'a X {
    type Elements<Y: Numbers> = ElementsOf<'a, X, Y>;
    #[inline(always)]
    fn elements<Y: Numbers>(self) -> ElementsOf<'a, X, Y> {
        let numbers = self.as_tensor().as_slice();
        let first = if const { matches!(way::<X, Y>(), Way::One) } { numbers[0] } else { X::Number::ZERO };
        ElementsOf { numbers, first, of: PhantomData }
    }
}

impl<X: Numbers> Given<X> for NotRead {
    type Elements<Y: Numbers> = NoElements;
    #[inline(always)]
    fn elements<Y: Numbers>(self) -> NoElements {
        NoElements
    }
}

/// The elements of an operand, for a result of type `Y`.
#[derive(Debug)]
pub struct ElementsOf<'a, X: Numbers, Y> {
    numbers: &'a [X::Number],
    first: X::Number,
    of: PhantomData<fn() -> Y>,
}

impl<X: Numbers, Y> Clone for ElementsOf<'_, X, Y> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: Numbers, Y> Copy for ElementsOf<'_, X, Y> {}

impl<X: Numbers, Y: Numbers> Elements<X::Number> for ElementsOf<'_, X, Y> {
    #[inline(always)]
    fn segment(self, Segment { row, run, from, len }: Segment) -> Self {
        match const { way::<X, Y>() } {
            Way::Each => Self { numbers: &self.numbers[row * run + from..][..len], ..self },
            Way::Row => Self { numbers: &self.numbers[from..][..len], ..self },
            Way::Column => Self { first: self.numbers[row], ..self },
            Way::One | Way::Other => self,
        }
    }
    #[inline(always)]
    fn at(self, i: usize) -> X::Number {
        if const { matches!(way::<X, Y>(), Way::Each | Way::Row) } { self.numbers[i] } else { self.first }
    }
}

/// Those of an operand that is not read.
#[derive(Clone, Copy, Debug)]
pub struct NoElements;

impl<T: Real> Elements<T> for NoElements {
    #[inline(always)]
    fn segment(self, _: Segment) -> Self {
        self
    }
    #[inline(always)]
    fn at(self, _: usize) -> T {
        T::ZERO
    }
}

/// The cotangent of an operand, for a result of type `Y`: each element gets its contribution, or the sum of several.
struct CotangentOf<'a, X: Numbers, Y, W> {
    place: Out<'a, X, W>,
    how: WriteMode,
    sum: X::Number,
    of: PhantomData<fn() -> Y>,
}

impl<'a, X: Numbers, Y: Numbers, W: Flag> CotangentOf<'a, X, Y, W> {
    /// For a result of so many rows.
    #[inline(always)]
    fn new((mut place, mut how): (Out<'a, X, W>, WriteMode), rows: usize) -> Self {
        if W::VALUE
            && let Some(place) = place.place()
        {
            // A zero cotangent has no rows.
            if rows > 0 {
                place.as_tensor_mut().fit(rows);
            }
            if const { !matches!(way::<X, Y>(), Way::Each) } || rows == 0 {
                how.ready(place.as_tensor_mut().as_mut_slice());
                how = WriteMode::Accumulate;
            }
        }
        Self { place, how, sum: X::Number::ZERO, of: PhantomData }
    }
}

impl<X: Numbers, Y: Numbers, W: Flag> Contributions<X::Number> for CotangentOf<'_, X, Y, W> {
    const WANTED: bool = W::VALUE;
    #[inline(always)]
    fn add(&mut self, Segment { row, run, from, len }: Segment, contributions: &[X::Number]) {
        if const { matches!(way::<X, Y>(), Way::One) } {
            self.sum += sum_of(contributions);
            return;
        }
        let Some(place) = self.place.place() else { return };
        let place = place.as_tensor_mut().as_mut_slice();
        let place = match const { way::<X, Y>() } {
            Way::Column => {
                place[row] += sum_of(contributions);
                return;
            }
            Way::Row => &mut place[from..][..len],
            _ => &mut place[row * run + from..][..len],
        };
        match self.how {
            WriteMode::Accumulate => place.iter_mut().zip(contributions).for_each(|(place, &c)| *place += c),
            WriteMode::Overwrite => place.copy_from_slice(contributions),
        }
    }
    #[inline(always)]
    fn end(mut self) {
        if const { matches!(way::<X, Y>(), Way::One) }
            && let Some(place) = self.place.place()
        {
            let place = place.first_mut();
            *place += self.sum;
        }
    }
}

/// Whether the number of rows of an operand, which is known when the program runs, is not that of those before.
#[inline(always)]
fn differs<X: Numbers>(rows: &mut Option<usize>, x: &X) -> bool {
    if X::Shape::STATIC {
        return false;
    }
    let own = x.as_tensor().count_rows();
    *rows.get_or_insert(own) != own
}

// The names have the number of operands: where a type is wrong, the compiler has only one to choose from.
macro_rules! operands {
    ($forward:ident $reverse:ident: $($X:ident $x:ident $slot:ident),+) => {
        impl<N> NoLoop<N> {
            /// The value by each operator itself.
            #[inline(always)]
            pub fn $forward<L, Y>(self, _: L, _: impl Fn(N) -> f64, otherwise: impl FnOnce() -> Y) -> Y {
                otherwise()
            }

            /// Nothing: each operator has its rule.
            #[inline(always)]
            pub fn $reverse<L, C: ?Sized, S>(self, _: L, _: &C, _: S, _: impl Fn(N, f64) -> N) -> bool {
                false
            }
        }

        impl<$($X),+> AnyOperands for ($($X,)+) {
            type Numbers = ($(operands!(f64 $X),)+);
        }

        impl<T: Real, $($X: Numbers<Number = T>),+> OperandsOfNumbers for ($(&$X,)+) {
            type Types = ($($X,)+);
        }

        impl<T: Real, $($X: Numbers<Number = T>),+> OneLoop<($($X,)+)> {
            /// Whether there is one loop for a result of type `Y`.
            const fn is_there<Y: Numbers<Number = T>>() -> bool {
                !(Y::Shape::STATIC && Y::Shape::ROW == 1) && is_wide::<T>() $(&& !matches!(way::<$X, Y>(), Way::Other))+
            }

            /// The elements of a row of a result with so many elements.
            #[inline(always)]
            const fn run<Y: Numbers<Number = T>>(elements: usize) -> usize {
                if false $(|| has_rows::<$X, Y>())+ { row_of::<Y>() } else if elements == 0 { 1 } else { elements }
            }

            /// The value by one loop, or otherwise.
            #[inline(always)]
            pub fn $forward<Y: Numbers<Number = T>>(
                self,
                ($($x,)+): ($(&$X,)+),
                f: impl Fn(($(operands!(T $X),)+)) -> T,
                otherwise: impl FnOnce() -> Y,
            ) -> Y {
                if const { Self::is_there::<Y>() } {
                    let mut rows = None;
                    // The operators say how the shapes differ.
                    if false $(|| differs(&mut rows, $x))+ {
                        return otherwise();
                    }
                    Y::written(rows.unwrap_or(1), |y| {
                        let y = y.as_mut_slice();
                        map_all(($($x.elements::<Y>(),)+), Self::run::<Y>(y.len()), y, f);
                    })
                } else {
                    otherwise()
                }
            }

            /// Adds the contributions of a cotangent, if there is one loop.
            #[inline(always)]
            pub fn $reverse<Y: Numbers<Number = T>>(
                self,
                ($($x,)+): ($(impl Given<$X>,)+),
                y_bar: &Y,
                ($(mut $slot,)+): ($(impl Slot<$X>,)+),
                f: impl Fn(($(operands!(T $X),)+), T) -> ($(operands!(T $X),)+),
            ) -> bool {
                if const { Self::is_there::<Y>() } {
                    let rows = y_bar.as_tensor().count_rows();
                    let places = ($(CotangentOf::<_, Y, _>::new($slot.open(), rows),)+);
                    let y_bar = y_bar.as_tensor().as_slice();
                    put_all(($($x.elements::<Y>(),)+), (y_bar, Self::run::<Y>(y_bar.len())), places, f);
                    true
                } else {
                    false
                }
            }
        }
    };
    (f64 $X:ident) => { f64 };
    (T $X:ident) => { T };
}
operands!(forward1 reverse1: A a a_bar);
operands!(forward2 reverse2: A a a_bar, B b b_bar);
operands!(forward3 reverse3: A a a_bar, B b b_bar, C c c_bar);
operands!(forward4 reverse4: A a a_bar, B b b_bar, C c c_bar, D d d_bar);
operands!(forward5 reverse5: A a a_bar, B b b_bar, C c c_bar, D d d_bar, E e e_bar);
operands!(forward6 reverse6: A a a_bar, B b b_bar, C c c_bar, D d d_bar, E e e_bar, F g g_bar);

macro_rules! operators {
    ($($name:ident $symbol:literal |$a:ident, $b:ident| $value:expr;)*) => {$(
        #[doc = concat!("`a ", $symbol, " b`, of elements.")]
        #[inline(always)]
        pub fn $name<T: Real>($a: T, $b: T) -> T {
            $value
        }
    )*};
}
operators! {
    add "+" |a, b| a + b;
    sub "-" |a, b| a - b;
    mul "*" |a, b| a * b;
    div "/" |a, b| a / b;
}
/// `-a`, of an element.
#[inline(always)]
pub fn neg<T: Real>(a: T) -> T {
    -a
}

/// The contributions of a cotangent `c` of `a + b`.
#[inline(always)]
pub fn add_back<T: Real>(c: T) -> (T, T) {
    (c, c)
}
/// The same of `a - b`.
#[inline(always)]
pub fn sub_back<T: Real>(c: T) -> (T, T) {
    (c, -c)
}
/// The same of `-a`.
#[inline(always)]
pub fn neg_back<T: Real>(c: T) -> T {
    -c
}
/// The same of `a b`, by its rule.
#[inline(always)]
pub fn mul_back<T: Real>(a: T, b: T, c: T) -> (T, T) {
    by_rule::<ops::mul, T>(a, b, a * b, c)
}
/// The same of `a / b`.
#[inline(always)]
pub fn div_back<T: Real>(a: T, b: T, c: T) -> (T, T) {
    by_rule::<ops::div, T>(a, b, a / b, c)
}

#[inline(always)]
fn by_rule<O: Rule2<T, T, Output = T, Residual = ()>, T: Real>(a: T, b: T, y: T, c: T) -> (T, T) {
    let (mut a_bar, mut b_bar): (T, T) = (Tangent::neutral(), Tangent::neutral());
    O::vjp(&(), Read::live(&a), Read::live(&b), Read::live(&y), &c, Out::new(&mut a_bar), Out::new(&mut b_bar));
    (a_bar, b_bar)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::{Dim, One, Tensor, Vector, tensor};

    type Grid = Tensor<f64, (Dim<3>, Dim<9>)>;
    type Column = Tensor<f64, (Dim<3>, One)>;
    type Line = Vector<f64, 9>;

    /// Rules of operators would give the same numbers, so other tests do not see whether there is a loop.
    #[test]
    fn there_is_one_loop() {
        let (x, bias) = (Grid::full(2.0), Line::full(3.0));
        let one_loop = operands_of(&(&x, &bias, &0.5)).one_loop();
        let y: Grid = one_loop.forward3((&x, &bias, &0.5), |(x, b, k)| add(mul(x, b), k), || unreachable!());
        assert_eq!(y, Grid::full(6.5));
        let (mut x_bar, mut bias_bar, mut k_bar) = (Grid::ZEROS, Line::ZEROS, 1.0);
        let given = (Read::live(&x), Read::live(&bias), NotRead);
        let slots = (Out::new(&mut x_bar), Out::new(&mut bias_bar), Out::new(&mut k_bar));
        let is_done = one_loop.reverse3(given, &Grid::full(1.0), slots, |(x, b, _), c| {
            let (x_bar, b_bar) = mul_back(x, b, c);
            (x_bar, b_bar, c)
        });
        assert!(is_done);
        assert_eq!((x_bar, bias_bar, k_bar), (Grid::full(3.0), Line::full(6.0), 28.0));
    }

    #[test]
    fn ways_through_operands() {
        assert!(way::<Grid, Grid>() == Way::Each && way::<f64, Grid>() == Way::One);
        assert!(way::<Line, Grid>() == Way::Row && way::<Column, Grid>() == Way::Column);
        assert!(way::<Tensor<f64, (One, Dim<9>)>, Grid>() == Way::Row);
        // Three numbers for each row, and short rows.
        assert!(way::<Tensor<f64, (Dim<3>, One)>, Tensor<f64, (Dim<2>, Dim<3>, Dim<9>)>>() == Way::Other);
        assert!(way::<Vector<f64, 3>, Tensor<f64, (Dim<9>, Dim<3>)>>() == Way::Other);
    }

    #[test]
    fn there_is_none() {
        let (x, w) = (tensor([1.0, 2.0]), Tensor::<f64, (Dim<2>, One)>::full(3.0));
        let one_loop = operands_of(&(&x, &w)).one_loop();
        let y: Tensor<f64, (Dim<2>, Dim<2>)> = one_loop.forward2((&x, &w), |_| unreachable!(), || x * w);
        assert_eq!(y, tensor([[3.0, 6.0], [3.0, 6.0]]));
        let number: f64 = operands_of(&(&1.5,)).one_loop().forward1((&1.5,), |_| unreachable!(), || -1.5);
        assert_eq!(number, -1.5);
        let of_text = operands_of(&(&"a", &"b")).one_loop();
        assert_eq!(of_text.forward2((&"a", &"b"), |(a, b)| add(a, b), || "ab"), "ab");
    }
}
