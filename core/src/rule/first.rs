//! Slots of generated code: a place for the first contribution, and the argument for a `#[constant]` parameter.

use core::mem::MaybeUninit;

use super::slot::{Accepts, Out, Passed, Slot, WriteMode};
#[cfg(feature = "alloc")]
use crate::differentiable::Extent;
use crate::differentiable::{Ct, Differentiable, Flag, NoGrad, Tangent};
use crate::tape::forms::Told;
use crate::tape::saved::{Member, Ty};

/// A place without contributions yet. A large tensor need not be filled with zeros if the first contribution overwrites
/// it.
#[derive(Debug)]
pub struct First<'a, C> {
    /// Memory without contents yet.
    room: Option<&'a mut MaybeUninit<C>>,
    /// A place that already has contents.
    place: Option<&'a mut C>,
}

impl<V> Told<'_, V> {
    /// A place in empty memory for the cotangent of the value at `I`.
    #[inline(always)]
    pub fn first<'a, const I: usize>(&self, room: &'a mut MaybeUninit<Ct<V::Of>>) -> First<'a, Ct<V::Of>>
    where
        V: Member<I, Of: Differentiable>,
    {
        if Ct::<V::Of>::SIZED {
            First::new(room)
        } else {
            First { room: None, place: Some(room.write(self.zero::<I>())) }
        }
    }
}

impl<T: Differentiable> Ty<T> {
    /// A place in empty memory for the cotangent of a value of the type.
    #[inline(always)]
    pub fn first<'a>(&self, room: &'a mut MaybeUninit<Ct<T>>) -> First<'a, Ct<T>> {
        First::new(room)
    }
}

impl<'a, C: Tangent> First<'a, C> {
    #[inline(always)]
    fn new(room: &'a mut MaybeUninit<C>) -> Self {
        if C::WRITTEN {
            Self { room: Some(room), place: None }
        } else {
            Self { room: None, place: Some(C::enter(room)) }
        }
    }

    /// The place, which holds a cotangent from here on.
    ///
    /// # Panics
    /// Never: there is either memory or a place.
    #[inline(always)]
    #[must_use]
    pub fn place(mut self) -> &'a mut C {
        self.close();
        self.place.expect("it is closed")
    }

    /// Whether a cotangent of another type can [become](Self::becomes) this one: both are large tensors with the same
    /// number of elements.
    #[inline(always)]
    pub fn takes<Y: Tangent>(&self) -> bool {
        C::WRITTEN && Y::WRITTEN && size_of::<C>() == size_of::<Y>() && self.room.is_some()
    }

    /// Takes over the cotangent of a sum, which is not read any more, as that of a summand: the same numbers under
    /// another shape.
    ///
    /// # Panics
    /// If this [is not possible](Self::takes).
    #[inline(always)]
    pub fn becomes<Y: Tangent>(&mut self, y_bar: &'a mut Y) {
        self.room = None;
        self.place = y_bar.as_bytes_mut().and_then(C::of_bytes_mut);
        assert!(self.place.is_some(), "the cotangent of a sum cannot become that of the summand");
    }

    /// The cotangent; zero if there were no contributions.
    #[inline(always)]
    fn close(&mut self) -> &mut C {
        if let Some(room) = self.room.take() {
            let place = C::enter(room);
            C::clear(place);
            self.place = Some(place);
        }
        self.place.as_deref_mut().expect("it is closed")
    }
}

impl<C: Tangent + Accepts<V>, V: ?Sized> Slot<V> for &mut First<'_, C> {
    type Wanted = <C as Accepts<V>>::Wanted;
    #[inline(always)]
    fn out(&mut self) -> Out<'_, V, Self::Wanted> {
        Out::perhaps(self.close().as_sink())
    }
    #[inline(always)]
    fn open(&mut self) -> (Out<'_, V, Self::Wanted>, WriteMode) {
        let Some(room) = self.room.take() else { return (self.out(), WriteMode::Accumulate) };
        // A tangent that is written accepts only its own type, so all of it is written.
        let place = self.place.insert(C::enter(room));
        if !<C as Accepts<V>>::Wanted::VALUE {
            C::clear(place);
        }
        (Out::perhaps(place.as_sink()), WriteMode::Overwrite)
    }
    #[inline(always)]
    fn put(self, put: impl FnOnce(&mut V, WriteMode)) {
        let Some(room) = self.room.take() else { return self.accumulate(|place| put(place, WriteMode::Accumulate)) };
        let place = C::enter(room);
        // A tangent that is written accepts only its own type, so all of it is written.
        match place.as_sink() {
            Some(all) => put(all, WriteMode::Overwrite),
            None => C::clear(place),
        }
        self.place = Some(place);
    }
}

/// The slot for a `#[constant]` parameter of generated code: no derivative flows through it.
#[diagnostic::on_unimplemented(
    message = "the gradient of this argument would be lost: the parameter is `#[constant]`",
    label = "a derivative flows through this value",
    note = "remove `#[constant]` from the parameter, or drop the derivative on purpose: `stop_gradient(..)`"
)]
pub trait Unwanted {}

impl Unwanted for NoGrad {}
#[diagnostic::do_not_recommend]
impl<C: NoDerivative> Unwanted for &mut C {}
#[diagnostic::do_not_recommend]
impl<C: NoDerivative + ?Sized, W> Unwanted for Out<'_, C, W> {}
#[diagnostic::do_not_recommend]
impl<C: NoDerivative + ?Sized, S> Unwanted for Passed<C, S> {}

/// A tangent without numbers.
pub trait NoDerivative {}

impl NoDerivative for NoGrad {}
#[cfg(feature = "alloc")]
impl NoDerivative for Extent {}
impl<C: NoDerivative> NoDerivative for First<'_, C> {}
impl<C: NoDerivative, const N: usize> NoDerivative for [C; N] {}
impl<C: NoDerivative> NoDerivative for [C] {}
impl<A: NoDerivative, B: NoDerivative> NoDerivative for (A, B) {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tensor::Vector;

    type Large = Vector<f64, 100>;

    #[test]
    fn the_first_contribution_is_written() {
        let mut room = MaybeUninit::uninit();
        let mut first = First::<Large>::new(&mut room);
        let mut how = None;
        Slot::<Large>::put(&mut first, |place, put| {
            how = Some(put);
            place.fill(3.0);
        });
        assert_eq!(how, Some(WriteMode::Overwrite));
        Slot::<Large>::put(&mut first, |place, put| {
            how = Some(put);
            *place += 1.0;
        });
        assert_eq!((how, *first.place()), (Some(WriteMode::Accumulate), Large::full(4.0)));
    }

    #[test]
    fn without_a_contribution_there_are_zeros() {
        let mut room = MaybeUninit::uninit();
        assert_eq!(*First::<Large>::new(&mut room).place(), Large::ZEROS);
        let mut room = MaybeUninit::uninit();
        let mut first = First::<Large>::new(&mut room);
        Slot::<Large>::accumulate(&mut first, |place| place.as_mut_slice()[1] += 2.0);
        let place = first.place();
        assert_eq!((place.sum(), place[[1]]), (2.0, 2.0));
    }

    #[test]
    fn what_is_small_is_added_to() {
        let mut room = MaybeUninit::uninit();
        let mut first = First::<f64>::new(&mut room);
        Slot::<f64>::put(&mut first, |place, put| {
            assert_eq!(put, WriteMode::Accumulate);
            *place += 2.0;
        });
        assert_eq!(*first.place(), 2.0);
    }

    #[test]
    fn the_cotangent_of_a_sum_becomes_that_of_a_summand() {
        use crate::tensor::Matrix;

        let mut sum = Matrix::<f64, 1, 100>::full(2.0);
        let (mut room, at) = (MaybeUninit::uninit(), core::ptr::from_ref(&sum).cast());
        let mut first = First::<Large>::new(&mut room);
        assert!(first.takes::<Matrix<f64, 1, 100>>());
        first.becomes(&mut sum);
        Slot::<Large>::put(&mut first, |place, put| {
            assert_eq!(put, WriteMode::Accumulate);
            *place += 1.0;
        });
        let place = first.place();
        assert_eq!((*place, core::ptr::from_ref(place)), (Large::full(3.0), at));
    }

    #[test]
    fn it_does_not_where_numbers_were_repeated_or_are_few_or_something_came() {
        use crate::tensor::Matrix;

        let mut room = MaybeUninit::uninit();
        let mut first = First::<Large>::new(&mut room);
        assert!(first.takes::<Large>() && !first.takes::<Matrix<f64, 2, 100>>());
        Slot::<Large>::put(&mut first, |place, _| place.fill(3.0));
        assert!(!first.takes::<Large>());
        assert!(!First::<f64>::new(&mut MaybeUninit::uninit()).takes::<f64>());
    }

    #[test]
    fn a_slot_that_is_passed_on_is_the_same() {
        let mut room = MaybeUninit::uninit();
        let mut first = First::<Large>::new(&mut room);
        let passed: Passed<Large, _> = (&mut first).passed();
        Slot::<Large>::put(passed, |place, put| {
            assert_eq!(put, WriteMode::Overwrite);
            place.fill(3.0);
        });
        assert_eq!(*first.place(), Large::full(3.0));
        let mut array = [1.0, 2.0];
        let passed: Passed<[f64; 2], _> = Out::new(&mut array).passed();
        Slot::<[f64]>::put(passed, |place, _| place[1] += 3.0);
        assert_eq!(array, [1.0, 5.0]);
        Slot::<f64>::put(Slot::<f64>::passed(NoGrad), |_, _| unreachable!("nobody wants it"));
    }
}
