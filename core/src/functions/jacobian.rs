//! The coordinates of a value: a column of a Jacobian or of a Hessian for each of its numbers.
//!
//! [`Coordinates::Columns`] is the layout of the columns for a type. The columns come from `Passes`, one for each unit
//! tangent: one at one number and zero elsewhere. A composite type gives each of its parts passes of its own, which
//! embed the tangent of the part into a tangent of the whole (`PartPasses`).
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[derive(Differentiable)]
//! struct Spring { stiffness: f64, rest: f64 }
//!
//! #[differentiable]
//! fn force(spring: &Spring, at: [f64; 2]) -> [f64; 2] {
//!     at.map(|x| spring.stiffness * (spring.rest - x))
//! }
//!
//! let spring = Spring { stiffness: 2.0, rest: 1.0 };
//! let (_, (by_spring, by_place)) = force::at(&spring, [4.0, 5.0]).jacobian_fwd();
//! assert_eq!((by_spring.stiffness, by_spring.rest), ([-3.0, -4.0], [2.0, 2.0]));
//! assert_eq!(by_place, [[-2.0, 0.0], [0.0, -2.0]]);
//! ```

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::differentiable::{Ct, Differentiable, NoGrad, Owned, zero_of};
use crate::scalar::Real;
use crate::tensor::{Shape, Tensor};

/// Computes the derivative along one tangent, or along eight at once.
pub trait Passes<C, R> {
    /// Whether eight at once cost less than eight passes.
    const GROUPS: bool;
    /// The derivative along one tangent.
    fn one(&mut self, along: &[C; 1]) -> R;
    /// The derivatives along eight tangents.
    fn eight(&mut self, along: &[C; 8]) -> [R; 8];
}

/// A parameter of a function that has a Jacobian by forward mode, or a Hessian: numbers, and arrays, slices, `Vec`s,
/// tensors, tuples and derived structs of them. The lifetime serves the same purpose as in
/// [`ScalarResult`](crate::functions::ScalarResult).
#[diagnostic::on_unimplemented(
    message = "a Jacobian or a Hessian needs parameters and a result that are made of numbers, one is `{Self}`",
    label = "not made of numbers",
    note = "use `jvp` or `hvp` with a tangent of the parameter's type, `jvp_many` with several, or `vjp` with a seed of the result's type"
)]
pub trait Coordinates<'a>: Differentiable + Sized {
    /// One `R` for each number: an `R` for a number, an array for an array or a tensor, a `Vec` for a `Vec` or a slice,
    /// a tuple for a tuple, and a struct with the same fields for a struct.
    type Columns<R>;

    /// The columns of a value, from one pass for each unit tangent.
    #[doc(hidden)]
    fn each<R>(&self, passes: &mut impl Passes<Ct<Self>, R>) -> Self::Columns<R>;

    /// The columns of each element of an array or of a list, whose zero tangent is `zero`.
    #[doc(hidden)]
    #[inline]
    fn each_of<W: AsMut<[Ct<Self>]> + Clone, R>(
        elements: &[Self],
        zero: W,
        passes: &mut impl Passes<W, R>,
    ) -> impl FnMut(usize) -> Self::Columns<R> {
        move |i| {
            elements[i].each(&mut PartPasses::new(passes, |dot: &Ct<Self>| {
                let mut whole = zero.clone();
                whole.as_mut()[i].clone_from(dot);
                whole
            }))
        }
    }

    /// The columns of a value, by passes along one tangent or along eight.
    #[doc(hidden)]
    #[inline(always)]
    fn columns<R>(
        &self,
        one: impl FnMut(&[Ct<Self>; 1]) -> R,
        eight: impl FnMut(&[Ct<Self>; 8]) -> [R; 8],
    ) -> Self::Columns<R> {
        self.each(&mut Grouped(one, eight))
    }

    /// The columns of a value, by passes along one tangent.
    #[doc(hidden)]
    #[inline(always)]
    fn columns_alone<R>(&self, one: impl FnMut(&[Ct<Self>; 1]) -> R) -> Self::Columns<R> {
        self.each(&mut Alone(one))
    }
}

/// The columns of a slice, by passes along one tangent or along eight.
#[inline]
pub fn columns_of_slice<'a, X: Coordinates<'a>, R>(
    elements: &[X],
    one: impl FnMut(&[Owned<Ct<X>>; 1]) -> R,
    eight: impl FnMut(&[Owned<Ct<X>>; 8]) -> [R; 8],
) -> Owned<X::Columns<R>> {
    each_of_slice(elements, &mut Grouped(one, eight))
}

/// The columns of a slice, by passes along one tangent.
#[inline]
pub fn columns_alone_of_slice<'a, X: Coordinates<'a>, R>(
    elements: &[X],
    one: impl FnMut(&[Owned<Ct<X>>; 1]) -> R,
) -> Owned<X::Columns<R>> {
    each_of_slice(elements, &mut Alone(one))
}

#[cfg(feature = "alloc")]
fn each_of_slice<'a, X: Coordinates<'a>, R>(
    elements: &[X],
    passes: &mut impl Passes<Owned<Ct<X>>, R>,
) -> Owned<X::Columns<R>> {
    let zero = elements.iter().map(zero_of).collect();
    (0..elements.len()).map(X::each_of::<Owned<Ct<X>>, R>(elements, zero, passes)).collect()
}

/// Does not compile where it is called.
#[cfg(not(feature = "alloc"))]
fn each_of_slice<'a, X: Coordinates<'a>, R>(_: &[X], _: &mut impl Passes<Owned<Ct<X>>, R>) -> Owned<X::Columns<R>> {
    const { panic!("the columns of a slice have no place without an allocator: enable feature `alloc` of `cotangent`") }
}

/// The result of a function that has a Jacobian: a value that consists of numbers. The lifetime serves the same purpose
/// as in [`ScalarResult`](crate::functions::ScalarResult).
#[diagnostic::on_unimplemented(
    message = "a Jacobian needs a result that is made of numbers, this function returns `{Self}`",
    label = "not made of numbers",
    note = "use `vjp` with a seed of the result's type"
)]
pub trait Components<'a>: Differentiable {
    /// One `R` for each number.
    type Rows<R>;
    /// The rows of a value, from the seed for each number: one at that number, zero elsewhere.
    #[doc(hidden)]
    fn rows<R>(&self, row: impl FnMut(&Ct<Self>) -> R) -> Self::Rows<R>;
}

#[diagnostic::do_not_recommend]
impl<'a, X: Coordinates<'a>> Components<'a> for X {
    type Rows<R> = X::Columns<R>;
    #[inline(always)]
    fn rows<R>(&self, mut row: impl FnMut(&Ct<Self>) -> R) -> Self::Rows<R> {
        self.columns_alone(|[seed]| row(seed))
    }
}

struct Alone<F>(F);

impl<C, R, F: FnMut(&[C; 1]) -> R> Passes<C, R> for Alone<F> {
    const GROUPS: bool = false;
    #[inline(always)]
    fn one(&mut self, along: &[C; 1]) -> R {
        (self.0)(along)
    }
    fn eight(&mut self, along: &[C; 8]) -> [R; 8] {
        along.each_ref().map(|along| (self.0)(core::array::from_ref(along)))
    }
}

struct Grouped<F, G>(F, G);

impl<C, R, F: FnMut(&[C; 1]) -> R, G: FnMut(&[C; 8]) -> [R; 8]> Passes<C, R> for Grouped<F, G> {
    const GROUPS: bool = true;
    #[inline(always)]
    fn one(&mut self, along: &[C; 1]) -> R {
        (self.0)(along)
    }
    #[inline(always)]
    fn eight(&mut self, along: &[C; 8]) -> [R; 8] {
        (self.1)(along)
    }
}

/// The passes of a part of a value.
#[derive(Debug)]
pub struct PartPasses<'p, P, E> {
    passes: &'p mut P,
    embed: E,
}

impl<'p, P, E> PartPasses<'p, P, E> {
    /// Makes them from the passes of the whole, and a function that embeds a tangent of the part into an otherwise zero
    /// tangent of the whole.
    #[inline(always)]
    pub fn new<C, D>(passes: &'p mut P, embed: E) -> Self
    where
        E: Fn(&D) -> C,
    {
        Self { passes, embed }
    }
}

impl<C, D, R, P: Passes<C, R>, E: Fn(&D) -> C> Passes<D, R> for PartPasses<'_, P, E> {
    const GROUPS: bool = P::GROUPS;
    #[inline(always)]
    fn one(&mut self, along: &[D; 1]) -> R {
        self.passes.one(&along.each_ref().map(&self.embed))
    }
    #[inline(always)]
    fn eight(&mut self, along: &[D; 8]) -> [R; 8] {
        self.passes.eight(&along.each_ref().map(&self.embed))
    }
}

/// The derivatives with respect to consecutive numbers, in order.
struct InGroups<'p, P, U, R> {
    passes: &'p mut P,
    /// The unit tangent of a number.
    unit: U,
    count: usize,
    next: usize,
    ready: [Option<R>; 8],
}

impl<'p, P, U, R> InGroups<'p, P, U, R> {
    fn new(passes: &'p mut P, count: usize, unit: U) -> Self {
        Self { passes, unit, count, next: 0, ready: [const { None }; 8] }
    }

    #[inline]
    fn next<C>(&mut self) -> R
    where
        P: Passes<C, R>,
        U: Fn(usize) -> C,
    {
        /// For fewer remaining numbers, one pass for each costs less than a pass for eight.
        const FEW: usize = 3;
        let (i, lane) = (self.next, self.next % 8);
        self.next += 1;
        if P::GROUPS && lane == 0 && self.count - i > FEW {
            // Past the last number the tangent is zero.
            self.ready = self.passes.eight(&core::array::from_fn(|k| (self.unit)(i + k))).map(Some);
        }
        self.ready[lane].take().unwrap_or_else(|| self.passes.one(&[(self.unit)(i)]))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Real> Coordinates<'_> for T {
    type Columns<R> = R;
    #[inline(always)]
    fn each<R>(&self, passes: &mut impl Passes<T, R>) -> R {
        passes.one(&[T::ONE])
    }
    #[inline]
    fn each_of<W: AsMut<[T]> + Clone, R>(
        elements: &[T],
        zero: W,
        passes: &mut impl Passes<W, R>,
    ) -> impl FnMut(usize) -> R {
        let mut groups = InGroups::new(passes, elements.len(), move |i| unit(zero.clone(), i));
        move |_| groups.next()
    }
}

/// The tangent `zero` with one at the number `i`, if it has so many.
#[inline]
fn unit<T: Real, W: AsMut<[T]>>(zero: W, i: usize) -> W {
    let mut along = zero;
    if let Some(number) = along.as_mut().get_mut(i) {
        *number = T::ONE;
    }
    along
}

#[diagnostic::do_not_recommend]
impl<'a, X: Coordinates<'a>, const N: usize> Coordinates<'a> for [X; N] {
    type Columns<R> = [X::Columns<R>; N];
    #[inline(always)]
    fn each<R>(&self, passes: &mut impl Passes<Ct<Self>, R>) -> Self::Columns<R> {
        core::array::from_fn(X::each_of::<Ct<Self>, R>(self, zero_of(self), passes))
    }
}

#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
impl<'a, X: Coordinates<'a>> Coordinates<'a> for Vec<X> {
    type Columns<R> = Vec<X::Columns<R>>;
    #[inline]
    fn each<R>(&self, passes: &mut impl Passes<Ct<Self>, R>) -> Self::Columns<R> {
        each_of_slice(self, passes)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Real + Differentiable<Tangent = T>, S: Shape> Coordinates<'_> for Tensor<T, S> {
    type Columns<R> = S::Nested<R>;
    #[inline]
    fn each<R>(&self, passes: &mut impl Passes<Self, R>) -> S::Nested<R> {
        let mut groups = InGroups::new(passes, S::NUMEL, |i| {
            let mut along = Self::ZEROS;
            if let Some(number) = along.as_mut_slice().get_mut(i) {
                *number = T::ONE;
            }
            along
        });
        S::nested(&mut || groups.next())
    }
}

macro_rules! tuple {
    ($($t:ident $i:tt),+) => {
        #[diagnostic::do_not_recommend]
        impl<'a, $($t: Coordinates<'a>),+> Coordinates<'a> for ($($t,)+) {
            type Columns<R> = ($($t::Columns<R>,)+);
            fn each<R>(&self, passes: &mut impl Passes<Ct<Self>, R>) -> Self::Columns<R> {
                ($(self.$i.each(&mut PartPasses::new(passes, |dot: &Ct<$t>| {
                    let mut whole = zero_of(self);
                    whole.$i.clone_from(dot);
                    whole
                })),)+)
            }
        }
    };
}
tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);

/// A value that does not vary has no coordinates.
macro_rules! constant {
    (impl[$($generics:tt)*] for $t:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Coordinates<'_> for $t {
            type Columns<R> = ();
            #[inline(always)]
            fn each<R>(&self, _: &mut impl Passes<NoGrad, R>) {}
        }
    };
    ($($t:ty)*) => {
        $(constant!(impl[] for $t);)*
    };
}
constant!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char);
constant!(impl[T: ?Sized] for PhantomData<T>);
