//! References that a method gives of a constant: the reverse half calls the method again.

use crate::tape::Taped;

/// A value that a method gave, in the forward half.
#[derive(Debug)]
pub struct Given<'v, T>(&'v T);

/// Such a value, of which [`trace`](Given::trace) says what is kept.
#[inline(always)]
#[must_use]
pub const fn given_by_a_method<T>(value: &T) -> Given<'_, T> {
    Given(value)
}

impl<T: Traced> Given<'_, T> {
    /// What is kept of it.
    #[inline(always)]
    #[must_use]
    pub fn trace(&self) -> Held<T::Trace> {
        Held(Trace(self.0.trace()))
    }
}

/// The same of other values, which are kept themselves.
pub trait GivenValue<'v, T> {
    /// The value.
    fn trace(&self) -> &'v T;
}

impl<'v, T> GivenValue<'v, T> for Given<'v, T> {
    #[inline(always)]
    fn trace(&self) -> &'v T {
        self.0
    }
}

/// What was kept of a value, and what gives it again, in the reverse half.
#[derive(Debug)]
pub struct GivenAgain<'k, K, M>(&'k K, M);

/// These two; `make` is called only where what was kept is not all.
#[inline(always)]
pub const fn given_again<K, M>(kept: &K, make: M) -> GivenAgain<'_, K, M> {
    GivenAgain(kept, make)
}

impl<R: Traced, M: FnOnce() -> R> GivenAgain<'_, R::Trace, M> {
    /// The value.
    ///
    /// # Panics
    /// If it is another reference than before.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn value(self) -> R {
        R::again(self.0, self.1)
    }
}

/// The same of other values.
pub trait GivenValueAgain<R> {
    /// The value that was kept.
    #[must_use]
    fn value(self) -> R;
}

impl<R: Clone, M: FnOnce() -> R> GivenValueAgain<R> for GivenAgain<'_, R, M> {
    #[inline(always)]
    fn value(self) -> R {
        self.0.clone()
    }
}

/// The same of values that cannot be copied.
pub trait GivenReferenceAgain<'k, R> {
    /// The value that was kept.
    #[must_use]
    fn value(&self) -> &'k R;
}

impl<'k, R, M: FnOnce() -> R> GivenReferenceAgain<'k, R> for GivenAgain<'k, R, M> {
    #[inline(always)]
    fn value(&self) -> &'k R {
        self.0
    }
}

/// A value of which the forward half keeps less than all: a reference, or a tuple, an `Option` or a `Result` of references and numbers.
pub trait Traced: Sized {
    /// What it keeps.
    type Trace: Taped + Copy;
    /// It.
    fn trace(&self) -> Self::Trace;
    /// The value, from what was kept and, where that is not all, what the method gives now.
    ///
    /// # Panics
    /// If the method gives another reference than before.
    fn again(trace: &Self::Trace, now: impl FnOnce() -> Self) -> Self;
}

impl<U: ?Sized> Traced for &U {
    /// The address and the size.
    type Trace = (usize, usize);
    #[inline(always)]
    fn trace(&self) -> (usize, usize) {
        (core::ptr::from_ref::<U>(*self).addr(), size_of_val::<U>(*self))
    }
    #[inline(always)]
    #[track_caller]
    fn again(trace: &(usize, usize), now: impl FnOnce() -> Self) -> Self {
        let now = now();
        if now.trace() != *trace {
            another();
        }
        now
    }
}

impl<T: Traced> Traced for Option<T> {
    type Trace = Option<T::Trace>;
    #[inline(always)]
    fn trace(&self) -> Self::Trace {
        self.as_ref().map(T::trace)
    }
    #[inline(always)]
    #[track_caller]
    fn again(trace: &Self::Trace, now: impl FnOnce() -> Self) -> Self {
        let trace = trace.as_ref()?;
        let Some(now) = now() else { another() };
        Some(T::again(trace, || now))
    }
}

/// What an `Err` carries is what the method gives again.
impl<T: Traced, E> Traced for Result<T, E> {
    type Trace = Option<T::Trace>;
    #[inline(always)]
    fn trace(&self) -> Self::Trace {
        self.as_ref().ok().map(T::trace)
    }
    #[inline(always)]
    #[track_caller]
    fn again(trace: &Self::Trace, now: impl FnOnce() -> Self) -> Self {
        match (trace, now()) {
            (Some(trace), Ok(now)) => Ok(T::again(trace, || now)),
            (None, Err(error)) => Err(error),
            _ => another(),
        }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn another() -> ! {
    panic!(
        "a method of a constant gives another reference in the reverse half than in the forward half\n\
         help: call it once, outside of the differentiable function, and pass what it gives"
    );
}

macro_rules! traced {
    ($($number:ty)*) => {$(
        impl Traced for $number {
            type Trace = Self;
            #[inline(always)]
            fn trace(&self) -> Self {
                *self
            }
            #[inline(always)]
            fn again(trace: &Self, _: impl FnOnce() -> Self) -> Self {
                *trace
            }
        }
    )*};
    (@tuples $(($($part:ident $i:tt),+))*) => {$(
        impl<$($part: Traced),+> Traced for ($($part,)+) {
            type Trace = ($($part::Trace,)+);
            #[inline(always)]
            fn trace(&self) -> Self::Trace {
                ($(self.$i.trace(),)+)
            }
            #[inline(always)]
            #[track_caller]
            fn again(trace: &Self::Trace, now: impl FnOnce() -> Self) -> Self {
                let now = now();
                ($($part::again(&trace.$i, || now.$i),)+)
            }
        }
    )*};
}
traced!(f32 f64 u8 u16 u32 u64 usize i8 i16 i32 i64 isize bool);
traced!(@tuples (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3));

/// What is kept of a reference.
#[derive(Debug)]
pub struct Trace<T>(T);

impl<T> Trace<T> {
    /// It.
    #[inline(always)]
    pub const fn kept_on_the_tape(&self) -> &T {
        &self.0
    }
}

/// The same, behind a reference like any other value.
#[derive(Debug)]
pub struct Held<T>(Trace<T>);

impl<T> core::ops::Deref for Held<T> {
    type Target = Trace<T>;
    #[inline(always)]
    fn deref(&self) -> &Trace<T> {
        &self.0
    }
}
