//! Arithmetic on the length of one axis: concatenation, splitting, and windows.

use core::ops::{Add, Div, Mul, Sub};

use typenum::{Add1, B1, Diff, Prod, Quot, Sub1, Sum};

use super::table::{Known, Length, Number};
use crate::tensor::{Axis, Dim, Steps, Window};

/// Concatenation of two axes.
pub trait Plus<Rhs>: Known {
    /// An axis as long as both.
    type Sum: Axis;
}

#[diagnostic::do_not_recommend]
impl<A: Known, R: Known> Plus<R> for A
where
    Number<A>: Add<Number<R>, Output: Length>,
{
    type Sum = <Sum<Number<A>, Number<R>> as Length>::Axis;
}

/// The part of an axis that follows a first part.
pub trait Minus<Head>: Known {
    /// The rest.
    type Rest: Axis;
}

#[diagnostic::do_not_recommend]
impl<A: Known, H: Known> Minus<H> for A
where
    Number<A>: Sub<Number<H>, Output: Length>,
{
    type Rest = <Diff<Number<A>, Number<H>> as Length>::Axis;
}

/// The axis, with two zeros for each unit of padding.
type Padded<A, P> = Sum<Number<A>, Sum<Number<P>, Number<P>>>;
/// The extent of a window, from its first tap to its last.
type Reach<K, D> = Prod<Sub1<Number<K>>, Number<D>>;

/// The number of positions of a window of `K` taps: `(A + 2 P - D (K - 1) - 1) / S + 1`.
#[diagnostic::on_unimplemented(
    message = "a window of `{K}`, stride `{S}`, padding `{P}` and dilation `{D}` fits nowhere along axis `{Self}`",
    label = "the window does not fit into the padded axis (or a length is not literal)",
    note = "the window has `(length + 2 padding - dilation (window - 1) - 1) / stride + 1` positions, of literals of at most 1024; in generic code annotate the result and call the method without `_lit`"
)]
pub trait Slides<K, S, P, D>: Known {
    /// An axis with one element for each position.
    type Places: Axis;
}

#[diagnostic::do_not_recommend]
impl<A: Known, K: Known, S: Known, P: Known, D: Known> Slides<K, S, P, D> for A
where
    Number<P>: Add<Number<P>>,
    Number<A>: Add<Sum<Number<P>, Number<P>>>,
    Number<K>: Sub<B1>,
    Sub1<Number<K>>: Mul<Number<D>>,
    Padded<A, P>: Sub<Reach<K, D>>,
    Diff<Padded<A, P>, Reach<K, D>>: Sub<B1>,
    Sub1<Diff<Padded<A, P>, Reach<K, D>>>: Div<Number<S>>,
    Quot<Sub1<Diff<Padded<A, P>, Reach<K, D>>>, Number<S>>: Add<B1, Output: Length>,
{
    type Places = <Add1<Quot<Sub1<Diff<Padded<A, P>, Reach<K, D>>>, Number<S>>> as Length>::Axis;
}

/// The positions on an axis of a window with `STEPS` as long as axis `K`; a pooling window has its own length.
pub trait Slide<K, STEPS>: Axis {
    /// An axis with one element for each position.
    type Places: Axis;
}

#[diagnostic::do_not_recommend]
impl<A, K, const S: usize, const P: usize, const D: usize, CHANNELS> Slide<K, Steps<S, P, D, CHANNELS>> for A
where
    A: Slides<K, Dim<S>, Dim<P>, Dim<D>>,
{
    type Places = A::Places;
}

#[diagnostic::do_not_recommend]
impl<A, const K: usize, const S: usize, const P: usize> Slide<(), Window<K, S, P>> for A
where
    A: Slides<Dim<K>, Dim<S>, Dim<P>, Dim<1>>,
{
    type Places = A::Places;
}

/// The steps of a window along the rows and along the columns.
pub trait ByAxis: 'static {
    /// Along the rows.
    type Rows;
    /// Along the columns, or along a line.
    type Columns;
}

#[diagnostic::do_not_recommend]
impl<const S: usize, const P: usize, const D: usize, CHANNELS: 'static> ByAxis for Steps<S, P, D, CHANNELS> {
    type Rows = Self;
    type Columns = Self;
}
#[diagnostic::do_not_recommend]
impl<const K: usize, const S: usize, const P: usize> ByAxis for Window<K, S, P> {
    type Rows = Self;
    type Columns = Self;
}
#[diagnostic::do_not_recommend]
impl<A: 'static, B: 'static> ByAxis for (A, B) {
    type Rows = A;
    type Columns = B;
}
