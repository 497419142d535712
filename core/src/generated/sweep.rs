//! The part of a function that runs: one of its halves, or both at once.

/// The part of a generated function that runs, chosen at compile time.
pub trait Sweep {
    /// Whether it is the forward half.
    const FORWARD: bool;
    /// Whether it is both halves at once, part by part.
    const WHOLE: bool = false;
    /// Whether it stores on the tape what the reverse half reads.
    const TAPED: bool = true;
    /// The forward half for it.
    type Onward: Ahead;
    /// Its input besides the arguments.
    type Input<I>;
    /// Its result.
    type Output<Y>;
    /// Its input for an argument of type `&mut T`.
    type Lent<M>;
    /// An argument of type `&mut T`, or one that exists only in the forward half.
    fn lend<M>(lent: M) -> Self::Lent<M>;
    /// Takes that argument, in the forward half.
    fn lent<M>(lent: Self::Lent<M>) -> M;
    /// Ends the forward half with its value.
    fn finish<Y>(y: Y) -> Self::Output<Y>;
    /// Begins the reverse half with its input.
    fn begin<I>(input: Self::Input<I>) -> I;
    /// Runs the reverse half. In a sweep without a reverse half the code is not even compiled: it may use values that
    /// are absent.
    fn mirrored(half: impl FnOnce());
    /// Whether it stops where the tape turns out to be too small, before any cotangent has been added to.
    #[inline(always)]
    fn stops<I>(_: &Self::Input<I>) -> bool {
        false
    }
    /// Ends the reverse half, or stops.
    fn end<Y>() -> Self::Output<Y>;
}

/// A forward sweep: it has no input, and returns the value.
pub trait Ahead: Sweep {
    /// The input.
    fn input<I>() -> Self::Input<I>;
    /// The value.
    fn passed<Y>(output: Self::Output<Y>) -> Y;
}

/// The forward half.
#[derive(Debug)]
pub struct Forward;

/// The forward half without a reverse half: forward mode.
#[derive(Debug)]
pub struct Tangents;

/// The reverse half.
#[derive(Debug)]
pub struct Reverse;

macro_rules! forward {
    ($($name:ident: $taped:literal)*) => {$(
impl Sweep for $name {
    const FORWARD: bool = true;
    const TAPED: bool = $taped;
    type Onward = Self;
    type Input<I> = ();
    type Output<Y> = Y;
    type Lent<M> = M;
    #[inline(always)]
    fn lend<M>(lent: M) -> M {
        lent
    }
    #[inline(always)]
    fn lent<M>(lent: M) -> M {
        lent
    }
    #[inline(always)]
    fn finish<Y>(y: Y) -> Y {
        y
    }
    #[inline(always)]
    fn begin<I>((): ()) -> I {
        unreachable!("the forward half has returned")
    }
    #[inline(always)]
    fn mirrored(_: impl FnOnce()) {}
    #[inline(always)]
    fn end<Y>() -> Y {
        unreachable!("the forward half has returned")
    }
}

impl Ahead for $name {
    #[inline(always)]
    fn input<I>() {}
    #[inline(always)]
    fn passed<Y>(output: Y) -> Y {
        output
    }
}
    )*};
}
forward!(Forward: true Tangents: false);

/// Where the reverse half takes a constant apart once more and the pattern does not match, as it did in the forward half.
///
/// # Panics
/// Always: a constant behind a `Cell` or the like has changed in between.
#[cold]
#[must_use]
pub fn other_branch<T>() -> T {
    panic!("a constant that a pattern takes apart has changed since the value was computed")
}

impl Sweep for Reverse {
    const FORWARD: bool = false;
    type Onward = Forward;
    type Input<I> = I;
    type Output<Y> = ();
    type Lent<M> = ();
    #[inline(always)]
    fn lend<M>(_: M) {}
    #[inline(always)]
    fn lent<M>((): ()) -> M {
        unreachable!("the reverse half does not read what was lent")
    }
    #[inline(always)]
    fn finish<Y>(_: Y) {}
    #[inline(always)]
    fn begin<I>(input: I) -> I {
        input
    }
    #[inline(always)]
    fn mirrored(half: impl FnOnce()) {
        half();
    }
    #[inline(always)]
    fn end<Y>() {}
}

/// Both halves at once: the cotangent of the result is known before the result.
#[derive(Debug)]
pub struct Whole;

/// The same, unless its input says that the tape may be too small and it is: then it stops, without a result.
#[derive(Debug)]
pub struct Stopping;

macro_rules! whole {
    ($($name:ident, $i:ident, $y:ident: $input:ty, $output:ty, $stops:expr, $begin:expr, $finish:expr, $end:expr;)*) => {$(
impl Sweep for $name {
    const FORWARD: bool = false;
    const WHOLE: bool = true;
    type Onward = Forward;
    type Input<$i> = $input;
    type Output<$y> = $output;
    type Lent<M> = M;
    #[inline(always)]
    fn lend<M>(lent: M) -> M {
        lent
    }
    #[inline(always)]
    fn lent<M>(lent: M) -> M {
        lent
    }
    #[inline(always)]
    fn stops<$i>(input: &$input) -> bool {
        $stops(input)
    }
    #[inline(always)]
    fn finish<$y>(y: $y) -> $output {
        $finish(y)
    }
    #[inline(always)]
    fn begin<$i>(input: $input) -> $i {
        $begin(input)
    }
    #[inline(always)]
    fn mirrored(half: impl FnOnce()) {
        half();
    }
    #[inline(always)]
    fn end<$y>() -> $output {
        $end()
    }
}
    )*};
}
whole! {
    Whole, I, Y: I, Y, |_| false, |input| input, |y| y, || unreachable!("both halves have returned");
    Stopping, I, Y: (bool, I), Option<Y>, |input: &(bool, I)| input.0, |input: (bool, I)| input.1, Some, || None;
}
