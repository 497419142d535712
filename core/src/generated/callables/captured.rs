//! What a closure captures: the types as a list, and places for their cotangents.
//!
//! A closure that captures `k` and `m` has a cotangent of type `(Ct<K>, (Ct<M>, NoGrad))`. Captured variables without a
//! derivative are not in the list.

use crate::differentiable::{Ct, Differentiable, NoGrad, Tangent, Yes};
use crate::generated::neutral_of;
use crate::rule::pair::{PairMut, PairOut, PairRef, PairSlot};
use crate::rule::slot::{Out, Slot};
use crate::tape::saved::Ty;

/// A value whose cotangent can be accumulated apart from the place that it will be added to.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not differentiable",
    label = "has no tangent space",
    note = "a slice that a closure captures or takes needs feature `alloc` of `cotangent`"
)]
pub trait Captured {
    /// The cotangent apart.
    type Cotangent: Tangent;
    /// What a rule adds to.
    type Place: ?Sized;
    /// The place in it.
    fn place<'c>(&self, cotangent: &'c mut Self::Cotangent) -> &'c mut Self::Place;
    /// Adds it to a place.
    fn add(place: &mut Self::Place, cotangent: &Self::Cotangent);
}

/// What a rule adds the cotangent of a `V` to.
pub type Place<V> = <V as Captured>::Place;

impl<V: Differentiable> Captured for V {
    type Cotangent = Apart<Ct<V>>;
    type Place = Ct<V>;
    #[inline(always)]
    fn place<'c>(&self, cotangent: &'c mut Apart<Ct<V>>) -> &'c mut Ct<V> {
        if !Ct::<V>::SIZED && !cotangent.has_lengths {
            *cotangent = Apart { sum: neutral_of(self), has_lengths: true };
        }
        &mut cotangent.sum
    }
    #[inline(always)]
    fn add(place: &mut Ct<V>, cotangent: &Apart<Ct<V>>) {
        place.accumulate(&cotangent.sum);
    }
}

/// The cotangent of a value, apart from its place. It is zero, without lengths, until [`Captured::place`] gives it those of the value.
#[derive(Clone, Debug)]
pub struct Apart<C> {
    sum: C,
    has_lengths: bool,
}

impl<C: Tangent> crate::differentiable::Accepts<Self> for Apart<C> {
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

impl<C: Tangent> Tangent for Apart<C> {
    #[inline(always)]
    fn zero() -> Self {
        Self { sum: C::zero(), has_lengths: false }
    }
    #[inline(always)]
    fn neutral() -> Self {
        Self { sum: C::neutral(), has_lengths: false }
    }
    #[inline(always)]
    fn accumulate(&mut self, other: &Self) {
        if C::SIZED || self.has_lengths && other.has_lengths {
            self.sum.accumulate(&other.sum);
        } else if other.has_lengths {
            self.clone_from(other);
        }
    }
    #[inline(always)]
    fn scale(&mut self, factor: f64) {
        self.sum.scale(factor);
    }
    fn inner(&self, other: &Self) -> f64 {
        if C::SIZED || self.has_lengths && other.has_lengths { self.sum.inner(&other.sum) } else { 0.0 }
    }
    const PLAIN: bool = C::PLAIN;
}

#[cfg(feature = "alloc")]
impl<V: Differentiable> Captured for [V] {
    type Cotangent = Elements<Ct<V>>;
    type Place = [Ct<V>];
    fn place<'c>(&self, Elements(cotangent): &'c mut Elements<Ct<V>>) -> &'c mut [Ct<V>] {
        let missing = self.get(cotangent.len()..).unwrap_or_default();
        cotangent.extend(missing.iter().map(neutral_of));
        cotangent
    }
    fn add(place: &mut [Ct<V>], Elements(cotangent): &Elements<Ct<V>>) {
        place.iter_mut().zip(cotangent).for_each(|(place, contribution)| place.accumulate(contribution));
    }
}

/// The cotangent of a slice. Without elements it is zero.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug)]
pub struct Elements<C>(alloc::vec::Vec<C>);

#[cfg(feature = "alloc")]
impl<C: Tangent> crate::differentiable::Accepts<Self> for Elements<C> {
    type Wanted = Yes;
    fn as_sink(&mut self) -> Option<&mut Self> {
        Some(self)
    }
    fn as_source(&self) -> Option<&Self> {
        Some(self)
    }
}

#[cfg(feature = "alloc")]
impl<C: Tangent> Tangent for Elements<C> {
    fn zero() -> Self {
        Self(alloc::vec::Vec::new())
    }
    fn neutral() -> Self {
        Self::zero()
    }
    fn accumulate(&mut self, Self(other): &Self) {
        if self.0.len() < other.len() {
            self.0.resize_with(other.len(), Tangent::neutral);
        }
        self.0.iter_mut().zip(other).for_each(|(a, b)| a.accumulate(b));
    }
    fn scale(&mut self, factor: f64) {
        self.0.iter_mut().for_each(|a| a.scale(factor));
    }
    fn inner(&self, other: &Self) -> f64 {
        self.0.iter().zip(&other.0).map(|(a, b)| a.inner(b)).sum()
    }
    const PLAIN: bool = C::PLAIN;
}

/// A list of captured types: `(K, (M, NoGrad))`, of those that need not be sized behind [`Ty`].
pub trait CapturedValues {
    /// The list of their cotangents.
    type Cotangent: Tangent;
}

impl CapturedValues for NoGrad {
    type Cotangent = NoGrad;
}

/// One captured type, before others.
#[derive(Debug)]
#[expect(clippy::type_complexity, reason = "a list of types without values")]
pub struct And<V: ?Sized, R>(core::marker::PhantomData<fn() -> (R, Ty<V>)>);

impl<V: Captured + ?Sized, R: CapturedValues> CapturedValues for And<V, R> {
    type Cotangent = (V::Cotangent, R::Cotangent);
}

/// The list with the type of one more value, first.
#[inline(always)]
pub fn captured<V: ?Sized, R>(_: &V, _: Ty<R>) -> Ty<And<V, R>> {
    Ty::new()
}

/// The place for the cotangent of a captured value.
#[inline(always)]
pub fn place_of<'c, V: Captured + ?Sized>(value: &V, cotangent: &'c mut V::Cotangent) -> Out<'c, V::Place, Yes> {
    Out::new(value.place(cotangent))
}

/// The same with its tangent.
#[inline]
pub fn pair_place_of<'c, V: Captured + ?Sized>(
    value: &V,
    PairMut { bar, dot }: PairMut<'c, V::Cotangent>,
) -> PairOut<'c, V::Place, Yes> {
    PairMut { bar: value.place(bar), dot: value.place(dot) }.into_outs()
}

/// Adds the cotangent of a captured value where it belongs.
#[inline(always)]
pub fn give_captured<V: Captured + ?Sized>(_: &V, slot: impl Slot<V::Place>, cotangent: &V::Cotangent) {
    slot.accumulate(|place| V::add(place, cotangent));
}

/// The same with its tangent.
#[inline]
pub fn give_captured_pair<V: Captured + ?Sized>(
    _: &V,
    mut slot: impl PairSlot<V::Place>,
    cotangent: PairRef<'_, V::Cotangent>,
) {
    let PairOut { mut bar, mut dot } = slot.outs();
    if let Some(place) = bar.place() {
        V::add(place, cotangent.bar);
    }
    if let Some(place) = dot.place() {
        V::add(place, cotangent.dot);
    }
}
