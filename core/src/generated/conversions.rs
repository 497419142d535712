//! Conversions by `From`: which derivative one has, the types on both sides say.

use core::marker::PhantomData;

use crate::ops::casts::cast;
use crate::rule::By1;
use crate::rule::by::Companion;
use crate::scalar::Real;

/// A type that can be converted into `Y` with a derivative: numbers, and what has `#[differentiable] impl From<Self> for Y`.
pub trait ConvertsTo<Y> {
    /// What computes both halves.
    type Rule: Companion;
}

#[diagnostic::do_not_recommend]
impl<A: Real, Y: Real> ConvertsTo<Y> for A {
    type Rule = By1<cast<Y>>;
}
macro_rules! of_whole_numbers {
    ($($t:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<Y: Real> ConvertsTo<Y> for $t {
            type Rule = By1<cast<Y>>;
        }
    )*};
}
of_whole_numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

/// Stands for `Y::from`, until the type of the argument is known.
#[derive(Debug)]
pub struct ConversionTo<Y>(PhantomData<fn() -> Y>);

impl<Y> ConversionTo<Y> {
    /// `Y::from`, where its path does not lead to it.
    #[inline(always)]
    #[must_use]
    pub const fn derivative_of_function_from() -> Self {
        Self(PhantomData)
    }

    /// The conversion of such an argument.
    #[inline(always)]
    pub fn given<A>(self, _: &A) -> Conversion<A, Y> {
        Conversion(PhantomData)
    }
}

/// The conversion of `A` into `Y`.
#[derive(Debug)]
pub struct Conversion<A, Y>(PhantomData<fn(A) -> Y>);

impl<A: ConvertsTo<Y>, Y> Conversion<A, Y> {
    /// The rule.
    #[inline(always)]
    #[must_use]
    pub fn rule_of_conversion(self) -> A::Rule {
        Companion::THIS
    }
}

/// A conversion without a derivative. Nothing implements it.
#[diagnostic::on_unimplemented(
    message = "the conversion of `{Self}` into `{Y}` has no derivative",
    label = "no `#[differentiable]` on it",
    note = "put `#[differentiable]` on `impl From<{Self}> for {Y}`",
    note = "or drop the derivative on purpose: `stop_gradient(..)` around the call"
)]
pub trait HasConversionTo<Y> {
    /// What would be the rule.
    type Rule;
}

/// Tells so, of what is not [`ConvertsTo`].
pub trait MissingConversion<A, Y>: Sized {
    /// The rule.
    fn rule_of_conversion(self) -> A::Rule
    where
        A: HasConversionTo<Y>,
    {
        unreachable!("it does not compile")
    }
}
impl<A, Y> MissingConversion<A, Y> for Conversion<A, Y> {}

/// What any other function `from` has: the rule itself.
pub trait Given: Sized {
    /// The rule for such an argument.
    #[inline(always)]
    fn given<A: ?Sized>(self, _: &A) -> OfItself<Self> {
        OfItself(self)
    }
}
impl<R: Companion> Given for R {}

/// A rule that does not depend on the argument.
#[derive(Debug)]
pub struct OfItself<R>(R);

impl<R: Copy> OfItself<R> {
    /// The rule.
    #[inline(always)]
    #[must_use]
    pub const fn rule_of_conversion(self) -> R {
        self.0
    }
}

/// A conversion from a value. In derived code what a reference leads to may be a value too, so there must be none from a reference.
#[derive(Debug)]
pub struct ConversionByValue<A, Y>(PhantomData<fn(A) -> Y>);

impl<A, Y> ConversionByValue<A, Y> {
    /// The one between two types.
    #[must_use]
    pub const fn between() -> Self {
        Self(PhantomData)
    }
}

impl<A, Y: for<'a> From<&'a A>> ConversionByValue<A, Y> {
    /// There is another.
    pub const fn claim_no_other(self)
    where
        A: NotByReference<Y>,
    {
    }
}

/// All others.
pub trait IsTheOnlyOne: Sized {
    /// There is none.
    fn claim_no_other(self) {}
}
impl<A, Y> IsTheOnlyOne for ConversionByValue<A, Y> {}

/// Nothing implements it.
#[diagnostic::on_unimplemented(
    message = "`{Y}` is made from `&{Self}` too",
    label = "a call of that would be given the derivative of this one",
    note = "let one of the two be a method with a name of its own"
)]
pub trait NotByReference<Y> {}

/// A type with `#[derive(Differentiable)]`.
pub trait Derived: Sized {}

/// Leads from `From` of such a type to its rule.
pub trait FromOfDerived: Sized {
    /// What waits for the argument.
    #[inline(always)]
    #[must_use]
    fn derivative_of_function_from() -> ConversionTo<Self> {
        ConversionTo(PhantomData)
    }
}
impl<Y: Derived> FromOfDerived for Y {}

/// Leads from `into` of such a type to the rule.
pub trait IntoOfDerived {
    /// The rule.
    #[inline(always)]
    fn derivative_of_into<Y>(&self) -> Self::Rule
    where
        Self: ConvertsTo<Y>,
    {
        Companion::THIS
    }
}
impl<A: Derived> IntoOfDerived for A {}
