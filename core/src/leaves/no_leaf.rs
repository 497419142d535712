//! The end of every walk over leaves: the index is out of range.

/// Refuses an index that lies `past` places behind the first one without a leaf.
///
/// # Panics
/// Always.
#[cold]
#[inline(never)]
#[track_caller]
pub fn no_leaf(past: usize) -> ! {
    panic!("leaf index out of range by {}", past + 1)
}
