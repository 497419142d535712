//! Items that a method of a constant gives in a loop: the reverse half calls the method again and goes through them backwards.

use super::given::another;

/// What a method gave to iterate over, in the reverse half.
#[derive(Debug)]
pub struct ItemsOf<I>(I);

/// Such an iterator, whose [`items`](ItemsOf::items) are found by their numbers.
#[inline(always)]
pub const fn items_of<I>(iterator: I) -> ItemsOf<I> {
    ItemsOf(iterator)
}

impl<I: DoubleEndedIterator + ExactSizeIterator> ItemsOf<I> {
    /// Items that are taken from the back.
    #[inline(always)]
    #[must_use]
    pub fn items(self) -> ItemsFromTheBack<I> {
        ItemsFromTheBack(self.0)
    }
}

/// The same of iterators that go forwards only.
#[diagnostic::on_unimplemented(
    message = "the reverse half cannot go through the items of `{Self}` backwards",
    note = "give a slice, or an iterator that is `DoubleEndedIterator` and `ExactSizeIterator`",
    note = "or enable the feature `alloc` of `cotangent`, which keeps the items in a list"
)]
pub trait CollectedItems {
    /// What holds the items.
    type Items;
    /// It.
    #[must_use]
    fn items(self) -> Self::Items;
}

#[cfg(feature = "alloc")]
impl<I: Iterator> CollectedItems for ItemsOf<I> {
    type Items = ListOfItems<I::Item>;
    #[inline(always)]
    fn items(self) -> ListOfItems<I::Item> {
        ListOfItems(self.0.collect())
    }
}

/// Items of an iterator that has two ends.
#[derive(Debug)]
pub struct ItemsFromTheBack<I>(I);

impl<I: DoubleEndedIterator + ExactSizeIterator> ItemsFromTheBack<I> {
    /// The item of this number, and never again one after it.
    ///
    /// # Panics
    /// If there are fewer items.
    #[inline(always)]
    #[track_caller]
    pub fn at(&mut self, number: usize) -> I::Item {
        let later = self.0.len().checked_sub(number + 1);
        later.and_then(|later| self.0.nth_back(later)).unwrap_or_else(|| another())
    }
}

/// Items in a list.
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub struct ListOfItems<T>(alloc::vec::Vec<T>);

#[cfg(feature = "alloc")]
impl<T> ListOfItems<T> {
    /// The item of this number, and never again one after it.
    ///
    /// # Panics
    /// If there are fewer items.
    #[inline(always)]
    #[track_caller]
    pub fn at(&mut self, number: usize) -> T {
        self.0.truncate(number + 1);
        if self.0.len() > number { self.0.pop() } else { None }.unwrap_or_else(|| another())
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::{CollectedItems as _, items_of};

    #[test]
    fn items_are_found_backwards_where_a_loop_ended_early() {
        let of_slice = &mut items_of([1, 2, 3, 4].iter()).items();
        assert_eq!([2, 1, 0].map(|number| *of_slice.at(number)), [3, 2, 1]);
        let selected = &mut items_of([1, 2, 3, 4].iter().filter(|item| **item != 2)).items();
        assert_eq!([1, 0].map(|number| *selected.at(number)), [3, 1]);
    }

    #[test]
    #[should_panic(expected = "gives another")]
    fn fewer_items_than_before_panic() {
        items_of([1, 2].iter().filter(|_| true)).items().at(2);
    }
}
