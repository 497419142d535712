//! The word stack itself, and the driver that runs the two sweeps over it.

use core::fmt;
use core::mem;

use super::checkpoint::Spare;
use super::saved::{Entries, Ty};

/// The two-phase word stack that a forward sweep fills and a reverse sweep empties; see the [module](crate::tape).
///
/// Entries grow from the end of the memory towards its start, so that the reverse sweep reads them in address order.
/// When the memory is full, the forward sweep still runs to its end: it counts entries instead of storing them, and
/// [`TapeOverflow`] reports the exact number of words.
#[derive(Debug)]
pub struct Tape<'t> {
    /// Forward sweep: the free words.
    free: &'t mut [u64],
    /// Reverse sweep: the unread words.
    rest: &'t [u64],
    /// Words of the whole memory.
    available: usize,
    /// Set when an entry did not fit: words pushed so far, stored or not.
    needed: Option<usize>,
    /// Words that the reverse sweep needs for itself.
    spare: usize,
    /// The most words that parts needed, including those pushed before them.
    peak: usize,
    /// Whether it is the space that a loop reserved.
    is_room: bool,
}

/// A forward sweep needed more tape than it had. The reverse sweep did not run and no cotangent was touched.
///
/// ```
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn total(x: &Vector<f64, 100>) -> f64 {
///     x.exp().sum()
/// }
///
/// let (mut tape, mut dx) = ([0_u64; 10], Vector::zeros());
/// let overflow = total::at(&Vector::full(1.0)).on(&mut tape).try_value_and_grad_into(&mut dx).unwrap_err();
/// assert_eq!(overflow, TapeOverflow { needed: total::tape_words(), available: 10 });
/// assert_eq!(dx, Vector::zeros());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TapeOverflow {
    /// Words of 8 bytes that the sweep needs.
    pub needed: usize,
    /// Words that it had.
    pub available: usize,
}

impl fmt::Display for TapeOverflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { needed, available } = self;
        write!(f, "tape full: the forward sweep needs {needed} words of 8 bytes, the tape has {available}")
    }
}

impl core::error::Error for TapeOverflow {}

impl TapeOverflow {
    #[cold]
    #[inline(never)]
    #[track_caller]
    pub(crate) fn raise(self) -> ! {
        panic!("{self}; lend a larger tape, or handle the error with the `try_` form")
    }
}

/// The words of one entry, handed out piece by piece in the order in which they were written.
#[derive(Debug)]
pub struct Frame<W>(W);

impl<'f> Frame<&'f mut [u64]> {
    /// The next `n` words, to be written.
    #[inline(always)]
    pub fn next(&mut self, n: usize) -> &'f mut [u64] {
        let (head, tail) = mem::take(&mut self.0).split_at_mut(n);
        self.0 = tail;
        head
    }

    /// Writes the next word. It uses a pattern because debug builds run the checks of `split_at_mut`, a dozen calls.
    #[inline(always)]
    pub fn put(&mut self, word: u64) {
        let [place, tail @ ..] = mem::take(&mut self.0) else { short() };
        *place = word;
        self.0 = tail;
    }
}

impl<'t> Frame<&'t [u64]> {
    /// The next `n` words, to be read.
    #[inline(always)]
    pub fn next(&mut self, n: usize) -> &'t [u64] {
        let (head, tail) = self.0.split_at(n);
        self.0 = tail;
        head
    }

    /// All words that are left, to be read.
    pub(super) fn rest(self) -> &'t [u64] {
        self.0
    }

    /// The next word, to be read; split off in the same way.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        let [word, tail @ ..] = self.0 else { short() };
        self.0 = tail;
        *word
    }
}

#[cold]
#[inline(never)]
fn short() -> ! {
    panic!("an entry of the tape has fewer words than its type")
}

/// Words of an entry with `words` words of content: debug builds put a type tag before it.
pub(super) const fn entry_words(words: usize) -> usize {
    if words == 0 { 0 } else { words + tag::WORDS }
}

/// An entry at the end of memory that is large enough, to be filled; and the rest of the memory.
#[inline(always)]
fn entry<L: 'static>(memory: &mut [u64], words: usize) -> (Frame<&mut [u64]>, &mut [u64]) {
    let (free, entry) = memory.split_at_mut(memory.len() - words);
    let mut frame = Frame(entry);
    tag::write::<L>(&mut frame);
    (frame, free)
}

impl<'t> Tape<'t> {
    /// Forward sweep: pushes an entry of `words` words and lets `write` fill it. The reverse sweep must ask for the
    /// same `L`.
    ///
    /// # Panics
    /// When the reserved space of a loop is full. The space was checked before the loop, and a compiler that sees it
    /// omits this check.
    #[inline(always)]
    pub(super) fn push<L: 'static>(&mut self, words: usize, write: impl FnOnce(&mut Frame<&mut [u64]>)) {
        let words = entry_words(words);
        if words == 0 {
            return;
        }
        if words > self.free.len() {
            if self.is_room {
                outrun()
            }
            self.overflow(words);
            return;
        }
        let (mut frame, free) = entry::<L>(mem::take(&mut self.free), words);
        write(&mut frame);
        self.free = free;
    }

    /// Forward sweep: pushes an entry whose type does not say its size: its first word does.
    #[inline]
    pub(super) fn push_sized<L: 'static>(&mut self, words: usize, write: impl FnOnce(&mut Frame<&mut [u64]>)) {
        self.push::<L>(words + 1, |frame| {
            frame.put(words as u64);
            write(frame);
        });
    }

    /// Takes the youngest entry, which must have been pushed with the same `L`.
    #[inline]
    #[track_caller]
    #[allow(clippy::cast_possible_truncation, reason = "it was a number of words")]
    pub(super) fn pop_sized<L: 'static>(&mut self) -> Frame<&'t [u64]> {
        let Some(words) = self.rest.get(tag::WORDS) else { underflow() };
        let mut frame = self.pop::<L>(*words as usize + 1);
        frame.word();
        frame
    }

    /// Forward sweep: an entry to be filled, if it fits; otherwise none is made, and none counted.
    #[inline(always)]
    pub(super) fn entry<L: 'static>(&mut self, words: usize) -> Option<Frame<&'t mut [u64]>> {
        let words = entry_words(words);
        if words > self.free.len() {
            if self.is_room {
                outrun()
            }
            return None;
        }
        let (frame, free) = entry::<L>(mem::take(&mut self.free), words);
        self.free = free;
        Some(frame)
    }

    /// Takes the youngest entry, which must have been pushed with the same `words` and `L`.
    #[inline(always)]
    #[track_caller]
    pub(super) fn pop<L: 'static>(&mut self, words: usize) -> Frame<&'t [u64]> {
        let words = entry_words(words);
        if words == 0 {
            return Frame(&[]);
        }
        if words > self.rest.len() {
            underflow()
        }
        let (entry, rest) = self.rest.split_at(words);
        self.rest = rest;
        let mut frame = Frame(entry);
        tag::check::<L>(&mut frame);
        frame
    }

    /// After the first entry that does not fit, nothing more is stored: a later, smaller one must not slip in.
    // Inlined, because a call would put the tape in memory, where each push waits for the previous one.
    #[inline(always)]
    fn overflow(&mut self, words: usize) {
        self.needed = Some(self.so_far().saturating_add(words));
        _ = self.take_free();
    }

    /// The free words. None of them are left, but the empty slice still points into the memory of the tape: if it
    /// pointed nowhere, the compiler would no longer know what writes to the tape may change, and read everything again.
    #[inline(always)]
    fn take_free(&mut self) -> &'t mut [u64] {
        let (none, free) = mem::take(&mut self.free).split_at_mut(0);
        self.free = none;
        free
    }

    #[inline(always)]
    fn room(&mut self, words: usize) -> Option<Self> {
        if words > self.free.len() {
            return None;
        }
        let free = mem::take(&mut self.free);
        let (free, room) = free.split_at_mut(free.len() - words);
        self.free = free;
        Some(Tape { is_room: true, ..Self::forward(room) })
    }

    /// A tape for a forward sweep.
    #[inline(always)]
    pub(super) fn forward(memory: &'t mut [u64]) -> Self {
        let available = memory.len();
        Tape { free: memory, rest: &[], available, needed: None, spare: 0, peak: 0, is_room: false }
    }

    /// A tape for the reverse sweep over the entries of a forward sweep, in the last `pushed` words.
    #[inline(always)]
    pub(super) fn reverse(memory: &'t mut [u64], pushed: usize) -> Self {
        let (free, rest) = memory.split_at_mut(memory.len() - pushed);
        Self::reading(free, rest)
    }

    #[inline(always)]
    fn reading(free: &'t mut [u64], rest: &'t [u64]) -> Self {
        Tape { free, rest, available: 0, needed: None, spare: 0, peak: 0, is_room: false }
    }

    /// A tape without memory, for a forward sweep that only counts.
    #[inline(always)]
    pub(super) fn counting() -> Self {
        Tape { free: &mut [], rest: &[], available: 0, needed: Some(0), spare: 0, peak: 0, is_room: false }
    }

    /// Forward sweep: words that it has pushed, stored or not, plus those that the reverse sweep and parts need for
    /// themselves.
    #[inline(always)]
    pub(super) fn words(&self) -> usize {
        (self.so_far() + self.spare).max(self.peak)
    }

    /// Forward sweep: words that it has pushed, stored or not.
    #[inline(always)]
    fn so_far(&self) -> usize {
        self.needed.unwrap_or(self.available - self.free.len())
    }

    /// Forward sweep: words that it has pushed, if all of them fit.
    #[inline(always)]
    pub(super) fn stored(&self) -> Option<usize> {
        if self.needed.is_none() { Some(self.available - self.free.len()) } else { None }
    }

    /// Forward sweep: words of its memory.
    #[inline(always)]
    pub(super) fn available(&self) -> usize {
        self.available
    }

    /// Forward sweep: the free words.
    #[inline(always)]
    pub(super) fn free(&mut self) -> &mut [u64] {
        self.free
    }

    /// Forward sweep: records that another sweep needed `words` words for a while.
    #[inline(always)]
    pub(super) fn peaks(&mut self, words: usize) {
        self.peak = self.peak.max(self.so_far() + words);
    }
}

/// Called by generated code only.
#[doc(hidden)]
impl<'t> Tape<'t> {
    /// Forward sweep: reserves space for all entries of a loop over a range, if there is enough. If not, the entries
    /// are counted, and the loop must run without pushing. If the types of the entries do not say their sizes, it is the
    /// whole tape.
    #[inline(always)]
    #[must_use]
    pub fn ahead<L: Entries>(&mut self, _: &Ty<L>, range: impl Iterator) -> Option<Self> {
        if !L::EVEN {
            return Some(self.take());
        }
        let words = L::WORDS.saturating_mul(range.count());
        let room = self.room(words);
        if room.is_none() {
            self.overflow(words);
        }
        room
    }

    /// Forward sweep: the loop has pushed to the tape from [`ahead`](Self::ahead).
    #[inline(always)]
    pub fn went_on<L: Entries>(&mut self, _: &Ty<L>, after: Self) {
        if !L::EVEN {
            *self = after;
        }
    }

    /// The same for a loop that calls rules. If the number of words they push is not known, or if there is too little
    /// space, nothing is counted: the loop must then push entry by entry.
    #[inline(always)]
    #[must_use]
    pub fn ahead_of_calls<L: Entries>(&mut self, _: &Ty<L>, range: impl Iterator) -> Option<Self> {
        if L::EVEN { self.room(L::WORDS.saturating_mul(range.count())) } else { None }
    }

    /// Reverse sweep: the entries of such a loop, as a tape of their own; the whole tape, if the loop called rules that
    /// may have pushed more.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn behind<L: Entries>(&mut self, _: &Ty<L>, range: impl Iterator) -> Self {
        if !L::EVEN {
            return self.take();
        }
        let words = L::WORDS.saturating_mul(range.count());
        if words > self.rest.len() {
            underflow()
        }
        let (entries, rest) = self.rest.split_at(words);
        self.rest = rest;
        Self::reading(&mut [], entries)
    }

    /// Reverse sweep: the loop has read the tape from [`behind`](Self::behind).
    #[inline(always)]
    #[track_caller]
    pub fn goes_on<L: Entries>(&mut self, _: &Ty<L>, after: Self) {
        if L::EVEN {
            after.ends();
        } else {
            *self = after;
        }
    }

    /// Reverse sweep: the unread words.
    #[inline(always)]
    #[must_use]
    pub fn entries(&self) -> &'t [u64] {
        self.rest
    }

    /// Begins a reverse sweep over entries that another sweep has read.
    #[inline(always)]
    pub fn rewind(&mut self, entries: &'t [u64]) {
        self.rest = entries;
    }

    /// The tape itself, for a sweep that puts it back; an empty tape replaces it meanwhile.
    #[inline(always)]
    #[must_use]
    pub fn take(&mut self) -> Self {
        let (none, rest) = self.rest.split_at(0);
        self.rest = none;
        Tape {
            free: self.take_free(),
            rest,
            available: self.available,
            needed: self.needed,
            spare: self.spare,
            peak: self.peak,
            is_room: self.is_room,
        }
    }

    /// A tape for forward mode, which stores nothing.
    #[inline(always)]
    #[must_use]
    pub fn none() -> Self {
        Self::counting()
    }

    /// Forward sweep: words that it has pushed.
    ///
    /// # Panics
    /// When it had too little memory, which was checked before.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn pushed(&self) -> usize {
        assert!(self.needed.is_none(), "a `#[checkpoint]` loop that runs again does not do what it did before");
        self.available - self.free.len()
    }

    /// Forward sweep: reserves `words` words that the reverse sweep will need for itself.
    #[inline(always)]
    pub fn reserve(&mut self, words: usize) {
        self.spare = self.spare.max(words);
    }

    /// Reverse sweep: the words reserved for itself.
    #[inline(always)]
    pub fn spare(&mut self) -> Spare<'_> {
        Spare::new(self.free)
    }

    /// Reverse sweep: everything has been read.
    #[inline(always)]
    #[track_caller]
    pub fn ends(&self) {
        debug_assert!(self.rest.is_empty(), "the reverse sweep left {} words on the tape", self.rest.len());
    }
}

#[cold]
#[inline(never)]
fn outrun() -> ! {
    panic!("a loop over a range pushes more than its range says")
}

#[cold]
#[inline(never)]
#[track_caller]
fn underflow() -> ! {
    panic!("tape underflow: a reverse sweep reads more than its forward sweep left")
}

/// A forward sweep over `memory`: its result and the number of words it pushed.
///
/// # Errors
/// [`TapeOverflow`] when it needs more than `memory` holds.
#[inline(always)]
pub(super) fn sweep_forward<Y>(
    memory: &mut [u64],
    forward: impl FnOnce(&mut Tape<'_>) -> Y,
) -> Result<(Y, usize), TapeOverflow> {
    let available = memory.len();
    let mut tape = Tape::forward(memory);
    let y = forward(&mut tape);
    let needed = tape.words();
    if tape.needed.is_none() && needed <= available {
        Ok((y, tape.pushed()))
    } else {
        Err(TapeOverflow { needed, available })
    }
}

/// The reverse sweep over the entries of a forward sweep, in the last `pushed` words of `memory`.
///
/// # Panics
/// In debug builds, when it does not read exactly those words.
#[inline(always)]
pub(super) fn sweep_reverse<R>(memory: &mut [u64], pushed: usize, reverse: impl FnOnce(&mut Tape<'_>) -> R) -> R {
    let mut tape = Tape::reverse(memory, pushed);
    let result = reverse(&mut tape);
    tape.ends();
    result
}

/// The result of a sweep that had enough memory.
///
/// # Panics
/// When it had too little.
#[inline(always)]
#[track_caller]
pub fn fits<R>(result: Result<R, TapeOverflow>) -> R {
    // A closure would hide the caller's location.
    match result {
        Ok(result) => result,
        Err(overflow) => overflow.raise(),
    }
}

/// Words that `forward` would push: it runs without memory, and counts.
pub fn measure<Y>(forward: impl FnOnce(&mut Tape<'_>) -> Y) -> usize {
    match sweep_forward(&mut [], forward) {
        Ok((_, words)) => words,
        Err(overflow) => overflow.needed,
    }
}

/// Debug builds put a fingerprint of the entry's type in front of it.
mod tag {
    use core::any::{TypeId, type_name};
    use core::hash::{Hash, Hasher};

    use super::Frame;

    pub(super) const WORDS: usize = cfg!(debug_assertions) as usize;

    #[inline(always)]
    pub(super) fn write<L: 'static>(frame: &mut Frame<&mut [u64]>) {
        if cfg!(debug_assertions) {
            frame.put(fingerprint::<L>());
        }
    }

    #[inline(always)]
    #[track_caller]
    pub(super) fn check<L: 'static>(frame: &mut Frame<&[u64]>) {
        if cfg!(debug_assertions) {
            assert!(
                frame.word() == fingerprint::<L>(),
                "tape out of order: the reverse sweep expects `{}` here, the forward sweep left something else",
                type_name::<L>()
            );
        }
    }

    /// The compiler's own hash of the type.
    fn fingerprint<L: 'static>() -> u64 {
        struct Words(u64);
        impl Hasher for Words {
            fn finish(&self) -> u64 {
                self.0
            }
            fn write(&mut self, bytes: &[u8]) {
                for &byte in bytes {
                    self.0 = self.0.rotate_left(8) ^ u64::from(byte);
                }
            }
            /// The value that a type is hashed by.
            fn write_u64(&mut self, hash: u64) {
                self.0 ^= hash;
            }
        }
        let mut words = Words(0);
        TypeId::of::<L>().hash(&mut words);
        words.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Yes;
    use super::super::saved::Saved;
    use super::*;

    fn drive<Y, R>(
        memory: &mut [u64],
        forward: impl FnOnce(&mut Tape<'_>) -> Y,
        reverse: impl FnOnce(&mut Tape<'_>) -> R,
    ) -> Result<R, TapeOverflow> {
        let (_, pushed) = sweep_forward(memory, forward)?;
        Ok(sweep_reverse(memory, pushed, reverse))
    }

    #[test]
    fn entries_come_back_in_reverse_order() {
        let mut memory = [0; 8];
        let sum = drive(
            &mut memory,
            |t| {
                t.push::<u64>(1, |f| f.next(1)[0] = 7);
                t.push::<[u64; 2]>(2, |f| f.next(2).copy_from_slice(&[1, 2]));
            },
            |t| {
                assert_eq!(t.pop::<[u64; 2]>(2).next(2), [1, 2]);
                t.pop::<u64>(1).next(1)[0]
            },
        );
        assert_eq!(sum, Ok(7));
    }

    #[test]
    fn overflow_counts_the_need_and_never_lets_a_later_entry_in() {
        let mut memory = [0; 3];
        let result = drive(
            &mut memory,
            |t| {
                t.push::<u64>(5, |_| unreachable!("there is no room"));
                t.push::<u64>(1, |_| unreachable!("the tape is closed"));
            },
            |_| unreachable!("the reverse sweep must not run"),
        );
        let error: TapeOverflow = result.unwrap_err();
        assert_eq!(error, TapeOverflow { needed: entry_words(5) + entry_words(1), available: 3 });
    }

    #[test]
    fn an_empty_tape_still_points_into_its_memory() {
        let mut memory = [0; 4];
        let range = memory.as_ptr_range();
        let inside = |words: &[u64]| words.is_empty() && range.start <= words.as_ptr() && words.as_ptr() <= range.end;
        let mut taken = Tape::forward(&mut memory);
        let mut full = taken.take();
        full.push::<u64>(9, |_| unreachable!("there is no room"));
        assert!(inside(taken.free) && inside(full.free));
        let mut read = Tape::reverse(&mut memory, 4);
        assert!(read.take().rest.len() == 4 && inside(read.rest));
    }

    /// A loop that pushes two words each time.
    type Twice = Ty<(Saved<(u64, u64), (Yes, Yes)>,)>;

    #[test]
    fn a_loop_has_room_for_all_its_entries_or_counts_them() {
        let (twice, entry) = (Twice::new(), entry_words(2));
        for available in [3 * entry, 3 * entry - 1] {
            let sum = drive(
                &mut [0; 9][..available],
                |t| {
                    let Some(mut room) = t.ahead(&twice, 0..3) else { return };
                    for i in 0..3_u64 {
                        let _ = Saved::pushed(&mut room, (&i, &(10 * i)), (Yes, Yes));
                    }
                },
                |t| {
                    let (mut entries, mut sum) = (t.behind(&twice, 0..3), 0);
                    for i in (0..3_u64).rev() {
                        let (a, b) = Saved::<(u64, u64), (Yes, Yes)>::new().pop(&mut entries);
                        assert_eq!((*a.get(), *b.get()), (i, 10 * i));
                        sum += a.get() + b.get();
                    }
                    entries.ends();
                    sum
                },
            );
            let overflow = TapeOverflow { needed: 3 * entry, available };
            assert_eq!(sum, if available == 3 * entry { Ok(33) } else { Err(overflow) });
        }
    }

    #[test]
    #[should_panic(expected = "pushes more than its range says")]
    fn a_loop_cannot_push_more_than_it_reserved() {
        let _ = drive(
            &mut [0; 8],
            |t| {
                let mut room = t.ahead(&Twice::new(), 0..1).expect("room");
                (0..2).for_each(|_| _ = Saved::pushed(&mut room, (&1_u64, &2_u64), (Yes, Yes)));
            },
            |_| (),
        );
    }

    #[test]
    #[should_panic(expected = "tape underflow")]
    fn a_loop_cannot_read_more_than_there_is() {
        let _ = drive(&mut [0; 8], |_| (), |t| _ = t.behind(&Twice::new(), 0..1));
    }

    #[test]
    #[should_panic(expected = "tape underflow")]
    fn reading_too_much_is_a_panic() {
        let _ = drive(&mut [], |_| (), |t| t.pop::<u64>(1).next(1)[0]);
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "tape out of order: the reverse sweep expects `f64` here")]
    fn debug_builds_notice_a_wrong_type() {
        let _ = drive(&mut [0; 2], |t| t.push::<u64>(1, |f| f.next(1)[0] = 7), |t| t.pop::<f64>(1).next(1)[0]);
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "left 2 words on the tape")]
    fn debug_builds_notice_an_unread_entry() {
        let _ = drive(&mut [0; 2], |t| t.push::<u64>(1, |f| f.next(1)[0] = 7), |_| ());
    }
}
