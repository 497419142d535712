//! The names that generated code uses, in one module. Do not call them by hand.

mod as_array;
pub mod callables;
mod chained;
mod claims;
pub mod conversions;
mod copies;
pub mod exchanges;
mod fields;
mod folds;
mod forms_of_parts;
mod given;
mod given_items;
#[cfg(feature = "alloc")]
mod growing_list;
mod lent;
mod lent_copies;
#[cfg(feature = "alloc")]
pub mod lists;
pub mod methods;
pub mod nested;
pub mod observations;
pub mod one_loop;
pub mod operators;
mod optional_items;
mod optional_state;
mod own_iterators;
mod own_rules;
mod pairs;
mod parts;
mod parts_of_types;
mod plain_calls;
mod primal;
pub mod primitives;
mod ranges;
pub mod rows;
mod strips;
mod sweep;
mod traits;
mod width;

pub use self::chained::{CallItAsAStatement, IsReceiver, Link, chained};
pub use self::claims::*;
pub use self::conversions::{Conversion, ConversionByValue, ConversionTo, ConvertsTo, Derived, IsTheOnlyOne, OfItself};
pub use self::copies::{Lent, before, can_be_restored, copies_of, copy_of, of};
pub use self::fields::{FieldsOf, FieldsToRead, Numbered, OwnFields, OwnFieldsToRead};
pub use self::folds::{Folded, nothing, one};
pub use self::given::{Given, GivenAgain, given_again, given_by_a_method};
#[cfg(feature = "alloc")]
pub use self::given_items::ListOfItems;
pub use self::given_items::{ItemsFromTheBack, ItemsOf, items_of};
pub use self::lent::{
    add_copy, keep, keep_tangents, looks, place_of, place_on, read_with_tangents, tangents_of, tangents_on,
};
pub use self::lent_copies::*;
pub use self::nested::Still;
pub use self::optional_items::{AtMostOne, optional_items};
pub use self::own_iterators::{DerivativeOfNext, OwnIterator};
pub use self::own_rules::{known_words, on_words};
pub use self::pairs::LentPair;
pub use cotangent_macros::expanded;
/// The functions of points that are called by their paths.
#[cfg(feature = "nalgebra")]
pub mod of_nalgebra {
    pub use ::nalgebra::{center, distance, distance_squared};
}
/// The functions and traits of `num_traits` that are called by their paths.
pub mod of_num_traits {
    pub use num_traits::{Float, NumCast, Signed, ToPrimitive, cast, clamp, pow};

    pub use crate::ops::of_num_traits::Functions;
}

/// The functions of `libm` that are called by their paths.
pub mod of_libm {
    pub use libm::*;

    pub use crate::ops::of_libm::Functions;
}
pub use self::parts::{Sums, in_parts};
pub use self::parts_of_types::PartAt;
pub use self::plain_calls::{
    PlainFunction1, PlainFunction2, PlainFunction3, PlainFunction4, given, is_plain, without_tangents,
};
pub use self::primal::{compare, compare_all};
pub use self::ranges::{count, iterations_between, number, numbered, numbers};
pub use self::strips::{Eight, Later};
pub use self::sweep::{Ahead, Forward, Reverse, Stopping, Sweep, Tangents, Whole, other_branch};
pub use self::traits::{KeptOnTape, not_implemented, not_in_a_trait, only_in_a_trait, only_of_copies, only_of_numbers};
pub use self::width::{Places, parts, parts_of, tangent, tangent_part};
pub use crate::differentiable::difference::{DEBUG, Difference};
#[cfg(feature = "alloc")]
pub use crate::differentiable::extent::{Extent, ReadByIndex, tell_extent};
pub use crate::differentiable::form::{Form, Zero, tell as tell_form, zero as zero_of_form};
pub use crate::differentiable::{Ct, Differentiable, NoGrad, Owned, Tangent};
pub use crate::functions::jacobian::{Coordinates, PartPasses, Passes, columns_alone_of_slice, columns_of_slice};
pub use crate::functions::{
    At, ByValue, CountedFunction, Exclusive, ForwardFunction, Function, HessianFunction, JacobianFunction, OfItsSize,
    OfOneOfSomeSizes, OneAfterTheOther, PerhapsScalar, PureForwardFunction, PureFunction, RunSweeps, ScalarResult,
    SecondOrderFunction, Shared,
};
pub use crate::leaves::no_leaf::no_leaf;
pub use crate::leaves::{Count, Leaf, LeafMut, LeafName, LeafShape, Leaves};
pub use crate::ops::arithmetic::{add_assign, sub_assign};
pub use crate::ops::casts::{IntoRule, cast};
pub use crate::ops::stop_gradient;
pub use crate::ops::unwrap::content;
pub use crate::rule::by::{Companion, Derivative, Nowhere, PlainFunction};
pub use crate::rule::directions::{Directions, Width};
pub use crate::rule::first::{First, Unwanted};
pub use crate::rule::pair::{Pair, PairMut, PairRef, PairSlot};
pub use crate::rule::slot::{Accepts, Out, Slot, give};
pub use crate::scalar::real::{Dictionary, Functions, Scalar};
pub use crate::tape::buffer::{UNBOUNDED, on_stack};
pub use crate::tape::flag::{Mutable, Unread, UnreadList, if_elements_recomputed, if_recomputed, live, or, recompute};
pub use crate::tape::forms::Forms;
pub use crate::tape::saved::{Saved, StandsFor, Ty, Uneven, length_of, tell, told};
pub use crate::tape::size::{Sweeps, TapeSize};
pub use crate::tape::words::{fits, measure};
pub use crate::tape::{Frame, No, Read, ReadList, Store, Tape, TapeOverflow, Taped, Yes};
pub use crate::tensor::One;

use crate::differentiable::form::made_of;
use crate::kernels::WriteMode;
use crate::ops;
use crate::ops::try_operator::{Carries, FailsAs, FromResidual, Try};
pub use crate::rule::{Rule1, Rule2};

/// Stands in place of the calls of forward mode if feature `forward-mode` is not enabled.
#[derive(Clone, Copy, Debug)]
pub struct NeedsTheFeatureForwardMode;

/// Stands in place of the calls of second derivatives if feature `second-order` is not enabled.
#[derive(Clone, Copy, Debug)]
pub struct NeedsTheFeatureSecondOrder;

/// Stands in place of the calls of a function that takes functions: of a closure in plain code there is no derivative.
#[derive(Clone, Copy, Debug)]
pub struct CallItInADifferentiableFunction;

/// Running a `#[checkpoint]` loop again.
pub mod checkpoint {
    pub use crate::tape::checkpoint::*;
}

/// Boxes and lists.
#[cfg(feature = "alloc")]
pub mod boxes {
    pub use alloc::boxed::Box;
    pub use alloc::vec::Vec;

    pub use crate::ops::boxed::Boxes;
}

/// The types that nalgebra's macros make.
#[cfg(feature = "nalgebra")]
pub mod matrices {
    #[cfg(feature = "alloc")]
    pub use ::nalgebra::{DMatrix, DVector};
    pub use ::nalgebra::{Point, SMatrix};
}

/// The traits whose methods derived code calls; most lead from a method to its rule.
pub mod rules {
    pub use super::callables::{ByName as _, FunctionByName as _, NoFunctionByName as _};
    pub use super::conversions::{FromOfDerived as _, Given as _, IntoOfDerived as _, MissingConversion as _};
    pub use super::given::{GivenReferenceAgain as _, GivenValue as _, GivenValueAgain as _};
    pub use super::given_items::CollectedItems as _;
    #[cfg(feature = "alloc")]
    pub use super::growing_list::GrowingList as _;
    // Generated code reverses loops with its methods, also in a crate without a prelude.
    pub use super::nested::Parameters as _;
    pub use super::one_loop::PerhapsOneLoop as _;
    pub use super::operators::{LibraryNegation as _, LibraryOperators as _};
    pub use super::optional_state::OptionalState as _;
    pub use super::{
        Alone as _, AloneByCompanion as _, AsOperand as _, Built as _, Elements as _, InATrait as _, Keep as _,
        LinearFactor as _, NumberInATrait as _, OwnFields as _, OwnFieldsToRead as _, PerhapsRead as _,
        ReadsReceiver as _,
    };
    pub use crate::ops::arithmetic::MulAddRule as _;
    pub use crate::ops::casts::{CastRule as _, IntoRule as _};
    pub use crate::ops::clone::CloneRules as _;
    pub use crate::ops::conv::{ConvolutionRules as _, Convolutions as _};
    pub use crate::ops::elementwise::{
        Activations as _, Comparisons as _, ExponentialRules as _, ExtremesOfNumbers as _, FastMath as _,
        Functions as _, FunctionsOfNumbers as _, PiecewiseRules as _, TrigonometricRules as _,
    };
    #[cfg(feature = "glam")]
    pub use crate::ops::glam::rules::*;
    pub use crate::ops::lengths::LengthRules as _;
    #[cfg(feature = "nalgebra")]
    pub use crate::ops::nalgebra::rules::*;
    pub use crate::ops::pool::{PoolingRules as _, Poolings as _};
    pub use crate::ops::powi::PowiRule as _;
    pub use crate::ops::sin_cos::SinCosRule as _;
    pub use crate::ops::split::SplitRules as _;
    pub use crate::ops::unfold::{UnfoldingRules as _, Unfoldings as _};
    pub use crate::ops::unwrap::{ContentByValue as _, OutcomeRules as _};
    pub use crate::ops::whole_numbers::RulesOfWholeNumbers as _;
    #[cfg(feature = "alloc")]
    pub use crate::ops::with_capacity::RoomForElements as _;
    // Generated code reverses loops with its methods, also in a crate without a prelude.
    pub use core::iter::Iterator as _;
}

/// A zero cotangent for the value of an operand. Another operand of the same call borrows the place of its cotangent.
#[inline(always)]
pub fn zero_of<V: Apart + ?Sized>(value: Read<'_, V>) -> V::Cotangent {
    V::zero(value)
}

/// A zero cotangent for a value that a rule reads.
#[inline(always)]
pub fn zero_like<'a, V: Differentiable + 'a>(_: impl FnOnce() -> Read<'a, V>) -> Ct<V> {
    Ct::<V>::neutral()
}

/// A value whose cotangent can be kept separately for a while.
#[diagnostic::on_unimplemented(
    message = "two parts of one slice in one call need an allocator",
    label = "this part may overlap another argument",
    note = "enable feature `alloc` of `cotangent`, or copy one of the parts into an array first"
)]
pub trait Apart {
    /// The separate cotangent.
    type Cotangent;
    /// A zero cotangent.
    fn zero(value: Read<'_, Self>) -> Self::Cotangent;
}

impl<V: Differentiable> Apart for V {
    type Cotangent = Ct<V>;
    #[inline(always)]
    fn zero(value: Read<'_, V>) -> Ct<V> {
        value.there().map_or_else(Ct::<V>::neutral, neutral_of)
    }
}

#[cfg(feature = "alloc")]
impl<V: Differentiable> Apart for [V] {
    type Cotangent = SlicePart<Ct<V>>;
    fn zero(value: Read<'_, [V]>) -> SlicePart<Ct<V>> {
        SlicePart(value.get().iter().map(neutral_of).collect())
    }
}

/// The cotangent of a part of a slice.
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub struct SlicePart<C>(Owned<C>);

#[cfg(feature = "alloc")]
impl<C: Tangent> Accepts<[C]> for SlicePart<C> {
    type Wanted = Yes;
    fn as_sink(&mut self) -> Option<&mut [C]> {
        Some(&mut self.0)
    }
    fn as_source(&self) -> Option<&[C]> {
        Some(&self.0)
    }
}

/// A cotangent that was kept separately.
pub trait Contribution {
    /// Its place.
    type Place: ?Sized;
    /// Adds it to its place.
    fn add_to(&self, place: &mut Self::Place);
}

impl<C: Tangent> Contribution for C {
    type Place = C;
    #[inline(always)]
    fn add_to(&self, place: &mut C) {
        place.accumulate(self);
    }
}

#[cfg(feature = "alloc")]
impl<C: Tangent> Contribution for SlicePart<C> {
    type Place = [C];
    fn add_to(&self, place: &mut [C]) {
        place.iter_mut().zip(&self.0).for_each(|(place, part)| place.accumulate(part));
    }
}

/// Adds a cotangent that was kept separately.
#[inline(always)]
pub fn give_back<C: Contribution>(slot: impl Slot<C::Place>, contribution: &C) {
    slot.accumulate(|place| contribution.add_to(place));
}

/// `vec![a, b]`
#[cfg(feature = "alloc")]
#[inline(always)]
#[must_use]
pub fn vector<T, const N: usize>(elements: [T; N]) -> alloc::vec::Vec<T> {
    alloc::vec::Vec::from(elements)
}

/// `vec![value; count]`
#[cfg(feature = "alloc")]
#[inline(always)]
#[must_use]
pub fn vector_of<T: Clone>(value: T, count: usize) -> alloc::vec::Vec<T> {
    alloc::vec![value; count]
}

/// Zero cotangents for the elements of a slice.
#[cfg(feature = "alloc")]
#[inline]
#[must_use]
pub fn zeros<V: Differentiable>(values: &[V]) -> Owned<Ct<V>> {
    values.iter().map(zero_for).collect()
}

/// The zero cotangent of an argument.
#[inline(always)]
pub fn zero_for<V: Differentiable>(value: &V) -> Ct<V> {
    made_of(Zero::Plain, value)
}

/// A neutral cotangent for a value that is there.
#[inline(always)]
pub fn neutral_of<V: Differentiable>(value: &V) -> Ct<V> {
    made_of(Zero::Neutral, value)
}

/// Does not compile where it is called.
#[cfg(not(feature = "alloc"))]
pub fn zeros<V: Differentiable>(_: &[V]) -> Owned<Ct<V>> {
    const {
        panic!(
            "the gradient of a slice has no place without an allocator: lend one with the `_into` form, or enable feature `alloc` of `cotangent`"
        )
    }
}

/// Checks that a slice of cotangents, or of tangents, fits a slice of values.
///
/// # Panics
/// When their lengths differ.
#[inline(always)]
#[track_caller]
pub fn as_long_as<V, C>(what: &str, name: &str, values: &[V], derivatives: &[C]) {
    assert!(
        values.len() == derivatives.len(),
        "the {what} of `{name}` has {} elements, `{name}` has {}",
        derivatives.len(),
        values.len()
    );
}

/// Adds what a rule returns for a slice to the places of its elements.
///
/// # Panics
/// When these are more or less.
#[track_caller]
pub fn give_list<C: Tangent>(what: &str, name: &str, slot: impl Slot<[C]>, given: &[C]) {
    slot.put(|places, how| {
        as_long_as(what, name, places, given);
        for (place, given) in places.iter_mut().zip(given) {
            match how {
                WriteMode::Accumulate => place.accumulate(given),
                WriteMode::Overwrite => place.clone_from(given),
            }
        }
    });
}

/// Adds the cotangent of a copy of a slice to those of its elements.
#[cfg(feature = "alloc")]
#[inline(always)]
pub fn give_copy<C: Tangent>(slot: impl Slot<[C]>, of_copy: &alloc::vec::Vec<C>) {
    slot.accumulate(|places| add_copy(places, of_copy));
}

/// The requirement of `copy_from_slice`.
///
/// # Panics
/// When the lengths differ.
#[inline(always)]
#[track_caller]
pub fn same_length<T>(to: &[T], from: &[T]) {
    assert!(
        to.len() == from.len(),
        "copy_from_slice: source slice length ({}) does not match destination slice length ({})",
        from.len(),
        to.len()
    );
}

/// Takes a cotangent out of its place, where no value was before: what is left is the zero of any length.
#[inline(always)]
pub fn take<C: Tangent>(place: &mut C) -> C {
    core::mem::replace(place, C::neutral())
}

/// The left factor of a product whose right factor has no derivative.
#[derive(Debug)]
pub struct Factor<'a, X: ?Sized>(pub &'a X);

/// Whether the rule of the product reads it for its own cotangent: in general it does not.
pub trait LinearFactor {
    /// The flag.
    #[inline(always)]
    fn flag(self) -> No
    where
        Self: Sized,
    {
        No
    }
}

impl<X: ?Sized> LinearFactor for Factor<'_, X> {}

/// The product is not linear in it.
impl<X: ops::NonlinearFactor> Factor<'_, X> {
    /// The flag.
    #[inline(always)]
    #[must_use]
    pub fn flag(self) -> Yes {
        Yes
    }
}

/// The tangents of a left factor that is kept.
impl Yes {
    /// Copies of them.
    #[doc(hidden)]
    #[inline(always)]
    pub fn tangents<T: Differentiable, const K: usize, S>(
        self,
        width: Width<K, S>,
        factor: &T,
        tangents: impl Directions<Ct<T>, K>,
    ) -> [Ct<T>; K] {
        width.own(factor, tangents)
    }
}

/// The tangents of one that is not.
impl No {
    /// Nothing.
    #[doc(hidden)]
    #[inline(always)]
    pub fn tangents<T: ?Sized, const K: usize, S>(self, _: Width<K, S>, _: &T, _: impl Sized) {}
}

/// What derived code takes for a number from how it is written: a product is linear in it, so it is kept only for the other factor.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is taken for a number here, and is none",
    label = "a factor of a number, by how it is written",
    note = "bind the factor with `let` before the product"
)]
pub trait KnownNumber: Differentiable {}

#[diagnostic::do_not_recommend]
impl<T: crate::scalar::Real> KnownNumber for T {}

/// Nothing flows to a whole number.
macro_rules! whole_numbers {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl KnownNumber for $t {}
    )*};
}
whole_numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// Bytes of a cotangent that is moved. A smaller one is added to zeros, which the compiler does in registers.
const MOVED: usize = 1024;

/// The cotangent of what was assigned to a variable as a whole, which is zero, becomes that of the variable, and this becomes `old`.
#[inline(always)]
pub fn handed_on<C: Tangent>(value: &mut C, bar: &mut C, old: C) {
    if !C::SIZED || size_of::<C>() > MOVED {
        *value = core::mem::replace(bar, old);
    } else {
        value.accumulate(bar);
        *bar = old;
    }
}

/// The cotangent of a value that is handed on, before it takes over that of the variable.
#[inline(always)]
pub fn neutral<C: Tangent>() -> C {
    C::neutral()
}

/// Makes a part of a cotangent contribute nothing, to a value of any lengths.
#[inline(always)]
pub fn drop_part<C: Tangent>(part: &mut C) {
    *part = C::neutral();
}

/// Whether a cotangent can contribute: not if it is known to be zero.
#[inline(always)]
pub fn comes_back<C: Tangent>(bar: &C) -> bool {
    !bar.is_nothing()
}

/// The tangent of a `#[constant]` field whose type mentions type parameters: it is [`NoGrad`], and mentions them too.
pub type Fixed<T> = <T as Constant>::Tangent;

/// Any type, as a constant.
pub trait Constant {
    /// [`NoGrad`].
    type Tangent;
}

impl<T: ?Sized> Constant for T {
    type Tangent = NoGrad;
}

/// The larger of two sizes.
#[must_use]
pub const fn larger(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}

/// The deepest nesting of calls for which the size of the tape is a constant. The limit is needed because functions may
/// call each other recursively.
pub const DEEPEST: usize = 16;

/// Returns a size that is known at compile time.
///
/// # Panics
/// When it is not known; in a constant this is a compile error.
#[must_use]
#[track_caller]
pub const fn known(words: usize) -> usize {
    assert!(
        words < UNBOUNDED,
        "the size of the tape depends on the arguments: ask `f::at(..).tape_words()`, or use a `GrowableTape`"
    );
    words
}

/// The sum of sizes.
#[must_use]
pub const fn total(sizes: &[usize]) -> usize {
    let mut sum: usize = 0;
    let mut i = 0;
    while i < sizes.len() {
        sum = sum.saturating_add(sizes[i]);
        i += 1;
    }
    sum
}

/// The number of iterations of a loop over a range.
#[must_use]
#[expect(clippy::cast_sign_loss, reason = "it is not negative")]
pub const fn iterations(from: i128, to: i128, inclusive: bool) -> usize {
    let times = to - from + inclusive as i128;
    if times < 0 {
        0
    } else if times < UNBOUNDED as i128 {
        times as usize
    } else {
        UNBOUNDED
    }
}

/// The smaller of two lengths.
#[inline(always)]
#[must_use]
pub const fn least(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

/// A length minus `b`, at least 0.
#[inline(always)]
#[must_use]
pub const fn less(a: usize, b: usize) -> usize {
    a.saturating_sub(b)
}

/// The number of whole chunks of `n`.
#[inline(always)]
#[must_use]
pub const fn chunks(length: usize, n: usize) -> usize {
    length / n
}

/// The number of steps of `n`.
#[inline(always)]
#[must_use]
pub const fn steps(length: usize, n: usize) -> usize {
    length.div_ceil(n)
}

macro_rules! operator {
    ($($name:ident $left:ident)*) => {$(
        /// The rule of the operator, for numbers.
        #[inline(always)]
        pub fn $name<A: $left, B: Differentiable>(
            a: Read<'_, A>,
            b: Read<'_, B>,
            y: Read<'_, <ops::$name as Rule2<A, B>>::Output>,
            y_bar: &Ct<<ops::$name as Rule2<A, B>>::Output>,
            a_bar: impl Slot<Ct<A>>,
            b_bar: impl Slot<Ct<B>>,
        ) where
            ops::$name: Rule2<A, B, Residual = ()>,
        {
            <ops::$name as Rule2<A, B>>::vjp(&(), a, b, y, y_bar, a_bar, b_bar);
        }
    )*};
}
operator!(add Differentiable sub Differentiable mul KnownNumber div Differentiable rem Differentiable);

/// The rules of sums whose cotangent is not read afterwards: it becomes the cotangent of one operand, if possible.
pub mod last {
    use super::First;
    use crate::differentiable::{Ct, Differentiable, NoGrad, Tangent};
    use crate::ops;
    use crate::rule::Rule2;
    use crate::rule::slot::Slot;
    use crate::tape::Read;

    /// The cotangent of a sum becomes that of an operand, or `rule` adds to that of the operand.
    #[inline(always)]
    fn hand_down<'r, C: Tangent, Y: Tangent>(
        y_bar: &'r mut Y,
        own: &mut First<'r, C>,
        rule: impl FnOnce(&Y, &mut First<'r, C>),
    ) {
        if own.takes::<Y>() { own.becomes(y_bar) } else { rule(y_bar, own) }
    }

    macro_rules! left {
        ($($name:ident: $rule:ident;)*) => {$(
            /// For the left operand.
            #[inline(always)]
            pub fn $name<'r, A: Differentiable, B: Differentiable>(
                a: Read<'_, A>,
                b: Read<'_, B>,
                y: Read<'_, <ops::$rule as Rule2<A, B>>::Output>,
                y_bar: &'r mut Ct<<ops::$rule as Rule2<A, B>>::Output>,
                a_bar: &mut First<'r, Ct<A>>,
                b_bar: impl Slot<Ct<B>>,
            ) where
                ops::$rule: Rule2<A, B, Residual = ()>,
            {
                super::$rule(a, b, y, y_bar, NoGrad, b_bar);
                hand_down(y_bar, a_bar, |y_bar, a_bar| super::$rule(a, b, y, y_bar, a_bar, NoGrad));
            }
        )*};
    }
    left! {
        add_left: add;
        sub_left: sub;
    }

    /// For the right operand.
    #[inline(always)]
    pub fn add_right<'r, A: Differentiable, B: Differentiable>(
        a: Read<'_, A>,
        b: Read<'_, B>,
        y: Read<'_, <ops::add as Rule2<A, B>>::Output>,
        y_bar: &'r mut Ct<<ops::add as Rule2<A, B>>::Output>,
        a_bar: impl Slot<Ct<A>>,
        b_bar: &mut First<'r, Ct<B>>,
    ) where
        ops::add: Rule2<A, B, Residual = ()>,
    {
        super::add(a, b, y, y_bar, a_bar, NoGrad);
        hand_down(y_bar, b_bar, |y_bar, b_bar| super::add(a, b, y, y_bar, NoGrad, b_bar));
    }
}

/// The functions that the reverse half calls where values have tangents.
pub mod dual {
    #[cfg(feature = "alloc")]
    pub use super::pairs::give_copy;
    pub use super::pairs::{
        add_assign, add_copy, give, give_back, give_list, give_part, place_of, place_on, sub_assign,
    };

    use crate::differentiable::{Ct, Differentiable};
    use crate::ops;
    use crate::rule::directions::Directions;
    use crate::rule::pair::{PairRef, PairSlot};
    use crate::rule::{By1, By2, Rule1};
    use crate::tape::{Read, Tape};

    /// The rule of an operator.
    pub const NEG: By1<ops::neg> = By1::new();
    /// The rule of an operator.
    pub const ADD: By2<ops::add> = By2::new();
    /// The rule of an operator.
    pub const SUB: By2<ops::sub> = By2::new();
    /// The rule of an operator.
    pub const MUL: By2<ops::mul> = By2::new();
    /// The rule of an operator.
    pub const DIV: By2<ops::div> = By2::new();
    /// The rule of an operator.
    pub const REM: By2<ops::rem> = By2::new();

    /// The rule of a cast to the type of `y`.
    #[inline]
    #[allow(clippy::too_many_arguments, reason = "a value, its tangent and slots")]
    pub fn cast<A: Differentiable, Y: Differentiable>(
        tape: &mut Tape<'_>,
        a: Read<'_, A>,
        y: Read<'_, Y>,
        a_dot: impl Directions<Ct<A>, 1>,
        y_dot: impl Directions<Ct<Y>, 1>,
        y_bar: PairRef<'_, Ct<Y>>,
        a_bar: impl PairSlot<Ct<A>>,
    ) where
        ops::cast<Y>: Rule1<A, Output = Y>,
    {
        By1::<ops::cast<Y>>::new().bwd_dual(tape, a, y, a_dot, y_dot, y_bar, a_bar);
    }
}

/// Values that the reverse half recomputes.
pub mod value {
    use crate::differentiable::Differentiable;
    use crate::ops;
    pub use crate::rule::Rule1;
    use crate::rule::Rule2;

    macro_rules! operator {
        ($($name:ident)*) => {$(
            /// The value of the operator.
            #[inline(always)]
            #[must_use]
            pub fn $name<A: Differentiable, B: Differentiable>(a: &A, b: &B) -> <ops::$name as Rule2<A, B>>::Output
            where
                ops::$name: Rule2<A, B>,
            {
                <ops::$name as Rule2<A, B>>::forward(a, b).0
            }
        )*};
    }
    operator!(add sub mul);

    /// The value of the negation.
    #[inline(always)]
    #[must_use]
    pub fn neg<A: Differentiable>(a: &A) -> <ops::neg as Rule1<A>>::Output
    where
        ops::neg: Rule1<A>,
    {
        <ops::neg as Rule1<A>>::forward(a).0
    }
}

/// The rule of negation.
#[inline(always)]
pub fn neg<A: Differentiable>(
    a: Read<'_, A>,
    y: Read<'_, <ops::neg as Rule1<A>>::Output>,
    y_bar: &Ct<<ops::neg as Rule1<A>>::Output>,
    a_bar: impl Slot<Ct<A>>,
) where
    ops::neg: Rule1<A, Residual = ()>,
{
    <ops::neg as Rule1<A>>::vjp(&(), a, y, y_bar, a_bar);
}

/// The rule of a cast to the type of `y`.
#[inline(always)]
pub fn cast<A: Differentiable, Y: Differentiable>(
    a: Read<'_, A>,
    y: Read<'_, Y>,
    y_bar: &Ct<Y>,
    a_bar: impl Slot<Ct<A>>,
) where
    ops::cast<Y>: Rule1<A, Output = Y, Residual = ()>,
{
    <ops::cast<Y> as Rule1<A>>::vjp(&(), a, y, y_bar, a_bar);
}

/// Passes a type through if the user's body compiles; see the macro's `guard` stage.
#[derive(Debug)]
pub struct Guard<const CHECKS: bool>;

/// The type itself.
pub trait Pass<X> {
    /// `X`.
    type Out;
}

impl<X, const CHECKS: bool> Pass<X> for Guard<CHECKS> {
    type Out = X;
}

/// `X`, if the checks of a function compile.
pub type Checked<X, const CHECKS: bool> = <Guard<CHECKS> as Pass<X>>::Out;

/// The cotangent of a part of a value, which goes to the operand, of tangent type `C`, that the part was made from.
#[diagnostic::on_unimplemented(
    message = "the gradient of this value would be lost: the field is `#[constant]`",
    label = "a derivative flows through this value",
    note = "remove `#[constant]` from the field, or drop the derivative on purpose: `stop_gradient(..)`"
)]
pub trait PartOf<C> {
    /// The cotangent itself.
    fn part(&self) -> &C;
    /// Copies the tangent of the operand.
    fn set(&mut self, tangent: &C);
    /// The same for an operand without a tangent: the part becomes zero and keeps its lengths.
    #[inline(always)]
    fn set_to_zero(&mut self)
    where
        C: Tangent,
    {
        self.set(&C::zero());
    }
}

impl<C: Tangent> PartOf<C> for C {
    #[inline(always)]
    fn part(&self) -> &C {
        self
    }
    #[inline(always)]
    fn set(&mut self, tangent: &C) {
        self.clone_from(tangent);
    }
    #[inline(always)]
    fn set_to_zero(&mut self) {
        if C::SIZED { *self = C::zero() } else { C::clear(self) }
    }
}

/// Adds the cotangent of a part.
#[inline(always)]
pub fn give_part<C: Tangent>(slot: impl Slot<C>, part: &impl PartOf<C>) {
    give(slot, part.part());
}

/// The value of an early exit.
///
/// # Panics
/// When the exit was not taken, which generated code rules out.
#[inline(always)]
pub fn reached<T>(value: &Option<T>) -> &T {
    value.as_ref().unwrap_or_else(|| unreachable!("the exit was not reached"))
}

/// The value of an early exit, by value, at the end of the exit.
///
/// # Panics
/// When the exit was not taken, which generated code rules out.
#[inline(always)]
pub fn arrived<T>(value: Option<T>) -> T {
    value.unwrap_or_else(|| unreachable!("the exit was not reached"))
}

/// Whether `?` returns.
#[inline(always)]
pub fn is_failure(outcome: &impl Try) -> bool {
    outcome.is_failure()
}

/// The value that `?` returns.
#[inline(always)]
pub fn residual<O: Try, R: FromResidual<O::Residual>>(outcome: O) -> R {
    R::from_residual(outcome.residual())
}

/// The same, where a method such as `context` makes another failure of it.
#[inline(always)]
pub fn residual_by<O: Try, S, R: FromResidual<S>>(outcome: O, with: impl FnOnce(O::Residual) -> S) -> R {
    R::from_residual(with(outcome.residual()))
}

/// The error that a result of type `R` carries.
#[inline(always)]
pub fn error_of<R: Carries>(error: R::Error) -> R::Error {
    error
}

/// What a macro that does nothing but to return an error gives.
#[derive(Debug)]
pub struct NoFailure(());

/// The result of code that has not returned an error.
///
/// # Errors
/// None.
#[inline(always)]
pub fn no_failure<E>() -> Result<NoFailure, E> {
    Ok(NoFailure(()))
}

/// The error that code returns, in a result of type `R`.
///
/// # Panics
/// When it returns none.
#[inline(always)]
#[track_caller]
pub fn failed_by<R: Carries>(code: impl Fn() -> Result<NoFailure, R::Error>) -> R {
    match code() {
        Ok(_) => panic!("this macro is expected to return an error"),
        Err(error) => R::failed(error),
    }
}

/// The failure of an outcome, as one with a value of another type.
#[inline(always)]
pub fn failure<O: Try + FailsAs<R>, R>(outcome: O) -> R {
    outcome.fails_as()
}

/// The value of a result, which no rule reads.
#[inline(always)]
pub fn value_of_result<O: Try>(result: O) -> O::Value {
    result.into_output()
}

/// The value of `?` if it does not return.
#[inline(always)]
pub fn into_output<O: Try>(outcome: O) -> O::Value {
    outcome.into_output()
}

/// The same, by reference.
#[inline(always)]
pub fn output<O: Try>(outcome: &O) -> &O::Value {
    outcome.output()
}

/// Requires what may have a value to have one of this type.
#[inline(always)]
pub fn same_value<T>(_: &Option<T>, _: &T) {}

/// Requires two values to have one type.
#[inline(always)]
pub fn same<T>(_: &T, _: &T) {}

/// Makes an array as long as another, or a matrix of the same shape.
#[inline(always)]
pub fn as_many_as<A: IsArray, U, F: FnMut(usize) -> U>(array: &A) -> impl FnOnce(F) -> A::Of<U> {
    |element| array.made(element)
}

/// A list as long as the number of rows, of nothing: its type has the length if that of the matrix has it.
#[inline(always)]
pub fn rows_of<M: IsMatrix>(matrix: &M) -> M::Rows {
    matrix.as_rows()
}

/// The same of the columns.
#[inline(always)]
pub fn columns_of<M: IsMatrix>(matrix: &M) -> M::Columns {
    matrix.as_columns()
}

/// Requires a part of a matrix and what it becomes to have one shape.
///
/// # Panics
/// If they have not.
#[inline(always)]
#[track_caller]
pub fn same_shape(part: [usize; 2], given: [usize; 2]) {
    assert!(
        part == given,
        "a part of {} x {} elements cannot become a matrix of {} x {}",
        part[0],
        part[1],
        given[0],
        given[1]
    );
}

/// Requires an iterator to have had an item for each element of a matrix.
///
/// # Panics
/// If it had fewer.
#[inline(always)]
#[track_caller]
pub fn as_many(items: usize, elements: usize) {
    assert!(items == elements, "a matrix of {elements} elements cannot be made of {items} items");
}

/// What has rows and columns: the result of `from_fn` of two indices, the receiver of `row_iter` and `column_iter`.
#[diagnostic::on_unimplemented(
    message = "cannot differentiate through the elements of `{Self}`",
    label = "not a matrix of nalgebra",
    note = "write a loop over indices"
)]
pub trait IsMatrix {
    /// A list as long as the number of rows.
    type Rows;
    /// A list as long as the number of columns.
    type Columns;
    /// The list.
    fn as_rows(&self) -> Self::Rows;
    /// The list.
    fn as_columns(&self) -> Self::Columns;
}

impl<M: IsMatrix + ?Sized> IsMatrix for &M {
    type Rows = M::Rows;
    type Columns = M::Columns;
    #[inline(always)]
    fn as_rows(&self) -> M::Rows {
        (**self).as_rows()
    }
    #[inline(always)]
    fn as_columns(&self) -> M::Columns {
        (**self).as_columns()
    }
}

/// A type with elements for `map`.
#[diagnostic::on_unimplemented(
    message = "`map` of `{Self}` cannot be differentiated",
    label = "not an array or an iterator",
    note = "tensors have elementwise methods and operators: `x.sin()`, `&x * &x`; for a function of your own write a rule for tensors, see `cotangent::rule`",
    note = "an `Option` or a `Result`: give the variable its type, `let y: Option<_> = ..`, or take it apart with `match`"
)]
pub trait IsArray {
    /// The same with other elements.
    type Of<U>;
    /// Makes one as large, element by element.
    fn made<U>(&self, element: impl FnMut(usize) -> U) -> Self::Of<U>;
}

impl<T, const N: usize> IsArray for [T; N] {
    type Of<U> = [U; N];
    #[inline(always)]
    fn made<U>(&self, element: impl FnMut(usize) -> U) -> [U; N] {
        core::array::from_fn(element)
    }
}

/// The elements of the receiver of `map`.
pub trait Elements {
    /// The array. For any other type the method does not exist, so the compiler reports no second mistake.
    #[inline(always)]
    fn __elements(&self) -> &Self {
        self
    }
}

impl<A: IsArray + ?Sized> Elements for A {}

/// Stands for an argument that the reverse half does not read.
#[cold]
pub fn unread<T>() -> T {
    unreachable!("the reverse half does not read this argument")
}
