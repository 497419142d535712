//! One loop that computes a whole expression of the elements of several operands.
//!
//! Intermediate values stay in registers: an expression takes one pass over memory, and not one for each of its operators. Backwards the
//! contributions of a block of elements are computed in a row, and then added to their places, each in a loop that touches one of them.

#![allow(unsafe_code, reason = "a `Task` runs where the processor has the instructions")]

use core::marker::PhantomData;

use super::elementwise::FEW;
use super::level::{self, Registers, Task};
use super::{SMALL_CODE, rolled};
use crate::scalar::Element;

/// Where a loop is: at some elements of a row. An operand may be the same in all rows, or one number for each.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    pub row: usize,
    /// The elements of a row.
    pub run: usize,
    pub from: usize,
    pub len: usize,
}

/// Contributions computed in one go.
const BLOCK: usize = 64;

/// An operand, element by element.
pub trait Elements<T>: Copy {
    /// A segment of it.
    #[must_use]
    fn segment(self, segment: Segment) -> Self;
    /// One element.
    fn at(self, i: usize) -> T;
}

/// Where the contributions to the cotangent of an operand go.
pub trait Contributions<T> {
    /// Whether anybody wants them.
    const WANTED: bool;
    /// Adds those of a segment.
    fn add(&mut self, segment: Segment, contributions: &[T]);
    /// There are no more.
    fn end(self);
}

/// Several operands.
pub trait AllElements<T>: Copy {
    /// An element of each.
    type Numbers;
    /// A segment of each.
    #[must_use]
    fn segment(self, segment: Segment) -> Self;
    /// One element of each.
    fn at(self, i: usize) -> Self::Numbers;
}

/// Where the contributions to the cotangents of several operands go.
pub trait AllContributions<T> {
    /// A contribution to each.
    type Numbers;
    /// Room for those of a segment.
    type Blocks;
    /// The room.
    fn blocks() -> Self::Blocks;
    /// Writes contributions down.
    fn keep(blocks: &mut Self::Blocks, i: usize, numbers: Self::Numbers);
    /// Adds the contributions of one element.
    fn add_one(&mut self, segment: Segment, numbers: Self::Numbers);
    /// Adds what was written down.
    fn add(&mut self, segment: Segment, blocks: &Self::Blocks);
    /// There are no more.
    fn end(self);
}

/// A number type for each of some names.
macro_rules! each {
    ($t:ident $name:ident) => {
        $t
    };
}

macro_rules! several {
    ($($name:ident $number:ident),+) => {
        #[allow(non_camel_case_types)]
        impl<T, $($name: Elements<T>),+> AllElements<T> for ($($name,)+) {
            type Numbers = ($(each!(T $name),)+);
            #[inline(always)]
            fn segment(self, segment: Segment) -> Self {
                let ($($name,)+) = self;
                ($($name.segment(segment),)+)
            }
            #[inline(always)]
            fn at(self, i: usize) -> Self::Numbers {
                let ($($name,)+) = self;
                ($($name.at(i),)+)
            }
        }

        #[allow(non_camel_case_types)]
        impl<T: Element, $($name: Contributions<T>),+> AllContributions<T> for ($($name,)+) {
            type Numbers = ($(each!(T $name),)+);
            type Blocks = ($([each!(T $name); BLOCK],)+);
            #[inline(always)]
            fn blocks() -> Self::Blocks {
                ($([<each!(T $name)>::ZERO; BLOCK],)+)
            }
            #[inline(always)]
            fn keep(($($name,)+): &mut Self::Blocks, i: usize, ($($number,)+): Self::Numbers) {
                $(
                    if $name::WANTED {
                        $name[i] = $number;
                    }
                )+
            }
            #[inline(always)]
            fn add_one(&mut self, segment: Segment, ($($number,)+): Self::Numbers) {
                let ($($name,)+) = self;
                $(
                    if $name::WANTED {
                        $name.add(segment, &[$number]);
                    }
                )+
            }
            #[inline(always)]
            fn add(&mut self, segment: Segment, ($($number,)+): &Self::Blocks) {
                let ($($name,)+) = self;
                $(
                    if $name::WANTED {
                        $name.add(segment, &$number[..segment.len]);
                    }
                )+
            }
            #[inline(always)]
            fn end(self) {
                let ($($name,)+) = self;
                $($name.end();)+
            }
        }
    };
}
several!(a x);
several!(a x, b y);
several!(a x, b y, c z);
several!(a x, b y, c z, d u);
several!(a x, b y, c z, d u, e v);
several!(a x, b y, c z, d u, e v, f w);

/// `out[i] = f(operands[i])`, in rows of `run` elements.
#[inline]
pub(crate) fn map_all<T, A: AllElements<T>>(operands: A, run: usize, out: &mut [T], f: impl Fn(A::Numbers) -> T) {
    if out.len() < FEW { map_here(operands, run, out, f) } else { level::run(MapAll(f), operands, run, out) }
}

#[inline(always)]
fn map_here<T, A: AllElements<T>>(operands: A, run: usize, out: &mut [T], f: impl Fn(A::Numbers) -> T) {
    for (row, out) in out.chunks_exact_mut(run).enumerate() {
        let operands = operands.segment(Segment { row, run, from: 0, len: out.len() });
        for (i, out) in out.iter_mut().enumerate() {
            rolled();
            *out = f(operands.at(i));
        }
    }
}

/// [`map_all`] for [`level::run`].
struct MapAll<F>(F);

impl<T, A: AllElements<T>, F: Fn(A::Numbers) -> T> Task<A, usize, &mut [T]> for MapAll<F> {
    type Output = ();
    #[inline(always)]
    unsafe fn run<L: Registers>(self, operands: A, run: usize, out: &mut [T]) {
        map_here(operands, run, out, self.0);
    }
}

/// Adds `f(operands[i], c[i])` to the places, in rows of `run` elements.
#[inline]
pub(crate) fn put_all<T: Copy, A: AllElements<T>, P: AllContributions<T, Numbers = A::Numbers>>(
    operands: A,
    (c, run): (&[T], usize),
    places: P,
    f: impl Fn(A::Numbers, T) -> A::Numbers,
) {
    if c.len() < FEWEST {
        put_one_by_one(operands, (c, run), places, f);
    } else if c.len() < FEW {
        put_here(operands, (c, run), places, f);
    } else {
        level::run(PutAll(f, PhantomData), operands, (c, run), places);
    }
}

/// For fewer elements it is not worth to write contributions down.
const FEWEST: usize = if SMALL_CODE { usize::MAX } else { 16 };

#[inline(always)]
fn put_one_by_one<T: Copy, A: AllElements<T>, P: AllContributions<T, Numbers = A::Numbers>>(
    operands: A,
    (c, run): (&[T], usize),
    mut places: P,
    f: impl Fn(A::Numbers, T) -> A::Numbers,
) {
    for (row, c) in c.chunks_exact(run).enumerate() {
        for (from, &c) in c.iter().enumerate() {
            rolled();
            let segment = Segment { row, run, from, len: 1 };
            places.add_one(segment, f(operands.segment(segment).at(0), c));
        }
    }
    places.end();
}

#[inline(always)]
fn put_here<T: Copy, A: AllElements<T>, P: AllContributions<T, Numbers = A::Numbers>>(
    operands: A,
    (c, run): (&[T], usize),
    mut places: P,
    f: impl Fn(A::Numbers, T) -> A::Numbers,
) {
    let mut blocks = P::blocks();
    for (row, c) in c.chunks_exact(run).enumerate() {
        let mut from = 0;
        while from < run {
            let segment = Segment { row, run, from, len: (run - from).min(BLOCK) };
            let operands = operands.segment(segment);
            for (i, &c) in c[from..][..segment.len].iter().enumerate() {
                rolled();
                P::keep(&mut blocks, i, f(operands.at(i), c));
            }
            places.add(segment, &blocks);
            from += segment.len;
        }
    }
    places.end();
}

/// [`put_all`] for [`level::run`].
struct PutAll<F, A>(F, PhantomData<A>);

impl<T: Copy, A, P, F> Task<A, (&[T], usize), P> for PutAll<F, A>
where
    A: AllElements<T>,
    P: AllContributions<T, Numbers = A::Numbers>,
    F: Fn(A::Numbers, T) -> A::Numbers,
{
    type Output = ();
    #[inline(always)]
    unsafe fn run<L: Registers>(self, operands: A, c: (&[T], usize), places: P) {
        put_here(operands, c, places, self.0);
    }
}
