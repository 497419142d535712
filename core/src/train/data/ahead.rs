//! Batches that another thread makes while this one trains.

use std::panic::resume_unwind;
use std::sync::mpsc::{Iter, sync_channel};
use std::thread;

/// Calls `train` with the items of an iterator, which another thread makes: up to `count` of them wait, and one more is in
/// the making. It pays where a batch is read from a file, decoded or changed at random. The items and their order are those
/// of the iterator, so the numbers of a run stay the same to the bit. (Feature `std`.)
///
/// When `train` returns, also in the middle, the thread ends with the item that it makes.
///
/// # Panics
/// When the iterator panics, with its message, after `train` has returned: to `train` it looks like the end of the items.
///
/// ```
/// use cotangent::data::{self, Loader};
///
/// let names = ["a", "b", "c", "d", "e"];
/// let loader = Loader::new(names.as_slice(), 2);
/// let read = |names: Vec<&str>| names.concat(); // from a disk, perhaps
///
/// let read = data::ahead(loader.epoch(0).map(read), 2, |batches| {
///     let mut all = vec![];
///     for batch in batches {
///         all.push(batch);
///     }
///     all
/// });
/// assert_eq!(read, ["ab", "cd", "e"]);
/// ```
pub fn ahead<I, R>(items: I, count: usize, train: impl FnOnce(Iter<'_, I::Item>) -> R) -> R
where
    I: Iterator + Send,
    I::Item: Send,
{
    thread::scope(|scope| {
        let (give, take) = sync_channel(count);
        let maker = scope.spawn(move || {
            for item in items {
                if give.send(item).is_err() {
                    break; // Nobody waits for more.
                }
            }
        });
        let result = train(take.iter());
        drop(take);
        maker.join().unwrap_or_else(|panic| resume_unwind(panic));
        result
    })
}
