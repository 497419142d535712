//! Lists in lists that derived code borrows in front of a loop.

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

#[cfg(test)]
mod tests {
    use super::{of, of_mut};

    #[test]
    fn a_list_that_is_not_there_is_empty() {
        let mut lists = [[1.0, 2.0], [3.0, 4.0]];
        assert_eq!(of(&lists, 1), [3.0, 4.0]);
        of_mut(&mut lists, 0)[1] += 5.0;
        assert_eq!(of(&lists, 0), [1.0, 7.0]);
        assert!(of(&lists, 2).is_empty() && of_mut(&mut lists, 2).is_empty());
    }
}
