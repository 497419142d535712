//! Lists that derived code borrows in front of a loop.

use core::ops::Range;

/// The list at an index; an empty one if there is none, because the loop may have no iterations.
#[inline(always)]
pub fn of<L: AsRef<[T]>, T>(lists: &[L], index: usize) -> &[T] {
    match lists.get(index) {
        Some(list) => list.as_ref(),
        None => &[],
    }
}

/// The same, to be changed.
#[inline(always)]
pub fn of_mut<L: AsMut<[T]>, T>(lists: &mut [L], index: usize) -> &mut [T] {
    match lists.get_mut(index) {
        Some(list) => list.as_mut(),
        None => &mut [],
    }
}

/// A list as far as a loop over a range of its indices goes.
///
/// # Panics
/// When it is shorter.
#[inline(always)]
#[track_caller]
pub fn up_to<T>(list: &[T], indices: Range<usize>) -> &[T] {
    if indices.start < indices.end { &list[..indices.end] } else { &[] }
}

/// The same, to be changed.
///
/// # Panics
/// When it is shorter.
#[inline(always)]
#[track_caller]
pub fn up_to_mut<T>(list: &mut [T], indices: Range<usize>) -> &mut [T] {
    if indices.start < indices.end { &mut list[..indices.end] } else { &mut [] }
}

#[cfg(test)]
mod tests {
    use super::{of, of_mut, up_to, up_to_mut};

    #[test]
    fn a_list_that_is_not_there_is_empty() {
        let mut lists = [[1.0, 2.0], [3.0, 4.0]];
        assert_eq!(of(&lists, 1), [3.0, 4.0]);
        of_mut(&mut lists, 0)[1] += 5.0;
        assert_eq!(of(&lists, 0), [1.0, 7.0]);
        assert!(of(&lists, 2).is_empty() && of_mut(&mut lists, 2).is_empty());
    }

    #[test]
    fn a_loop_that_does_not_run_needs_no_elements() {
        let mut list = [1.0, 2.0, 3.0];
        assert_eq!((up_to(&list, 1..2).len(), up_to(&list, 5..5).len()), (2, 0));
        assert_eq!((up_to_mut(&mut list, 0..3).len(), up_to_mut(&mut list, 7..7).len()), (3, 0));
    }
}
