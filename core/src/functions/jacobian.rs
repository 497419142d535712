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

use core::marker::PhantomData;

use crate::differentiable::{Ct, Differentiable, NoGrad, Tangent};
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

/// A parameter of a function that has a Jacobian by forward mode, or a Hessian: numbers, and arrays, tensors, tuples
/// and derived structs of them. The lifetime serves the same purpose as in
/// [`ScalarResult`](crate::functions::ScalarResult).
#[diagnostic::on_unimplemented(
    message = "a Jacobian or a Hessian needs parameters and a result that are made of numbers, one is `{Self}`",
    label = "not made of a fixed number of numbers",
    note = "use `jvp` or `hvp` with a tangent of the parameter's type, `jvp_many` with several, or `vjp` with a seed of the result's type"
)]
pub trait Coordinates<'a>: Differentiable + Sized {
    /// One `R` for each number: an `R` for a number, an array for an array or a tensor, a tuple for a tuple, and a
    /// struct with the same fields for a struct.
    type Columns<R>;

    /// The columns, from one pass for each unit tangent.
    #[doc(hidden)]
    fn each<R>(passes: &mut impl Passes<Ct<Self>, R>) -> Self::Columns<R>;

    /// The columns of each element of an array.
    #[doc(hidden)]
    #[inline]
    fn each_of_array<R, const N: usize>(passes: &mut impl Passes<[Ct<Self>; N], R>) -> [Self::Columns<R>; N]
    where
        Self: Sized,
    {
        core::array::from_fn(|i| {
            Self::each(&mut PartPasses::new(passes, |dot: &Ct<Self>| {
                let mut whole = <[Ct<Self>; N]>::zero();
                whole[i].clone_from(dot);
                whole
            }))
        })
    }

    /// The columns, by passes along one tangent or along eight.
    #[doc(hidden)]
    #[inline(always)]
    fn columns<R>(
        one: impl FnMut(&[Ct<Self>; 1]) -> R,
        eight: impl FnMut(&[Ct<Self>; 8]) -> [R; 8],
    ) -> Self::Columns<R> {
        Self::each(&mut Grouped(one, eight))
    }

    /// The columns, by passes along one tangent.
    #[doc(hidden)]
    #[inline(always)]
    fn columns_alone<R>(one: impl FnMut(&[Ct<Self>; 1]) -> R) -> Self::Columns<R> {
        Self::each(&mut Alone(one))
    }
}

/// The result of a function that has a Jacobian: a value that consists of numbers. The lifetime serves the same purpose
/// as in [`ScalarResult`](crate::functions::ScalarResult).
#[diagnostic::on_unimplemented(
    message = "a Jacobian needs a result that is made of numbers, this function returns `{Self}`",
    label = "not made of a fixed number of numbers",
    note = "use `vjp` with a seed of the result's type"
)]
pub trait Components<'a>: Differentiable {
    /// One `R` for each number.
    type Rows<R>;
    /// The rows, from the seed for each number: one at that number, zero elsewhere.
    #[doc(hidden)]
    fn rows<R>(row: impl FnMut(&Ct<Self>) -> R) -> Self::Rows<R>;
}

#[diagnostic::do_not_recommend]
impl<'a, X: Coordinates<'a>> Components<'a> for X {
    type Rows<R> = X::Columns<R>;
    #[inline(always)]
    fn rows<R>(mut row: impl FnMut(&Ct<Self>) -> R) -> Self::Rows<R> {
        Self::columns_alone(|[seed]| row(seed))
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
    fn each<R>(passes: &mut impl Passes<T, R>) -> R {
        passes.one(&[T::ONE])
    }
    #[inline]
    fn each_of_array<R, const N: usize>(passes: &mut impl Passes<[T; N], R>) -> [R; N] {
        let mut groups = InGroups::new(passes, N, unit);
        core::array::from_fn(|_| groups.next())
    }
}

/// One at `i`, zero elsewhere.
fn unit<T: Real, const N: usize>(i: usize) -> [T; N] {
    core::array::from_fn(|j| if i == j { T::ONE } else { T::ZERO })
}

#[diagnostic::do_not_recommend]
impl<'a, X: Coordinates<'a>, const N: usize> Coordinates<'a> for [X; N] {
    type Columns<R> = [X::Columns<R>; N];
    #[inline(always)]
    fn each<R>(passes: &mut impl Passes<Ct<Self>, R>) -> Self::Columns<R> {
        X::each_of_array(passes)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Real + Differentiable<Tangent = T>, S: Shape> Coordinates<'_> for Tensor<T, S> {
    type Columns<R> = S::Nested<R>;
    #[inline]
    fn each<R>(passes: &mut impl Passes<Self, R>) -> S::Nested<R> {
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
            fn each<R>(passes: &mut impl Passes<Ct<Self>, R>) -> Self::Columns<R> {
                ($($t::each(&mut PartPasses::new(passes, |dot: &Ct<$t>| {
                    let mut whole = Ct::<Self>::zero();
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

/// A value that does not vary has no coordinates.
macro_rules! constant {
    (impl[$($generics:tt)*] for $t:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Coordinates<'_> for $t {
            type Columns<R> = ();
            #[inline(always)]
            fn each<R>(_: &mut impl Passes<NoGrad, R>) {}
        }
    };
    ($($t:ty)*) => {
        $(constant!(impl[] for $t);)*
    };
}
constant!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char);
constant!(impl[T: ?Sized] for PhantomData<T>);
