//! Arguments from a list of numbers, results back into one.

use crate::dual::Dual;
use crate::rng::Rng;

/// Numbers of a program: `f64`, or dual numbers.
pub trait Number: Copy {
    /// The input `value`; `lane` is its number among those with a derivative.
    fn input(value: f64, lane: Option<usize>) -> Self;
}

impl Number for f64 {
    fn input(value: f64, _: Option<usize>) -> Self {
        value
    }
}

impl Number for Dual {
    fn input(value: f64, lane: Option<usize>) -> Self {
        lane.map_or_else(|| crate::dual::lit(value), |lane| Self::input(value, lane))
    }
}

/// Where arguments come from.
#[derive(Debug)]
pub struct Source {
    rng: Rng,
    /// What is added to the inputs with a derivative, for differences.
    shift: Option<(usize, f64)>,
    constant: bool,
    /// How many numbers with a derivative have been taken.
    pub lanes: usize,
}

impl Source {
    /// The inputs that belong to `rng`.
    pub fn new(rng: Rng, shift: Option<(usize, f64)>) -> Self {
        Self { rng, shift, constant: false, lanes: 0 }
    }

    /// An argument that is differentiated.
    pub fn active<T: Flat<S>, S: Number>(&mut self) -> T {
        T::take(&mut |what| self.next(what))
    }

    /// An argument that is constant.
    pub fn constant<T: Flat<S>, S: Number>(&mut self) -> T {
        self.constant = true;
        let value = self.active();
        self.constant = false;
        value
    }

    fn next<S: Number>(&mut self, what: Want) -> Got<S> {
        match what {
            Want::Whole => Got::Whole(self.rng.below(4)),
            Want::Number { constant } => {
                let value = self.rng.number();
                if constant || self.constant {
                    return Got::Number(S::input(value, None));
                }
                let lane = self.lanes;
                self.lanes += 1;
                let shift = self.shift.filter(|shift| shift.0 == lane).map_or(0.0, |shift| shift.1);
                Got::Number(S::input(value + shift, Some(lane)))
            }
        }
    }
}

/// What a value needs next.
#[derive(Clone, Copy, Debug)]
pub enum Want {
    /// A number; of a `#[constant]` field, or not.
    Number {
        /// Whether it has no derivative.
        constant: bool,
    },
    /// A whole number, at most 3.
    Whole,
}

/// What it gets.
#[derive(Clone, Copy, Debug)]
pub enum Got<S> {
    /// A number.
    Number(S),
    /// A whole number.
    Whole(usize),
}

/// What gives numbers.
pub type Giver<'a, S> = &'a mut dyn FnMut(Want) -> Got<S>;

/// A value made of numbers of type `S`.
pub trait Flat<S>: Sized {
    /// From the next numbers.
    fn take(next: Giver<'_, S>) -> Self;
    /// Its numbers with a derivative.
    fn put(&self, out: &mut Vec<S>);
    /// Its numbers.
    fn flat(&self) -> Vec<S> {
        let mut out = Vec::new();
        self.put(&mut out);
        out
    }
}

/// A value from the numbers of a list; what is not there is 0.
pub fn from_list<T: Flat<f64>>(list: &mut impl Iterator<Item = f64>) -> T {
    T::take(&mut |want| match want {
        Want::Number { .. } => Got::Number(list.next().unwrap_or_default()),
        Want::Whole => Got::Whole(0),
    })
}

macro_rules! numbers {
    ($($t:ty)*) => {$(
        impl Flat<$t> for $t {
            fn take(next: Giver<'_, $t>) -> Self {
                match next(Want::Number { constant: false }) {
                    Got::Number(x) => x,
                    Got::Whole(_) => unreachable!("a number was wanted"),
                }
            }
            fn put(&self, out: &mut Vec<$t>) {
                out.push(*self);
            }
        }
    )*};
}
numbers!(f64 Dual);

impl<S> Flat<S> for usize {
    fn take(next: Giver<'_, S>) -> Self {
        match next(Want::Whole) {
            Got::Whole(n) => n,
            Got::Number(_) => unreachable!("a whole number was wanted"),
        }
    }
    fn put(&self, _: &mut Vec<S>) {}
}

impl<S> Flat<S> for bool {
    fn take(next: Giver<'_, S>) -> Self {
        <usize as Flat<S>>::take(next).is_multiple_of(2)
    }
    fn put(&self, _: &mut Vec<S>) {}
}

impl<S> Flat<S> for cotangent::differentiable::NoGrad {
    fn take(_: Giver<'_, S>) -> Self {
        Self
    }
    fn put(&self, _: &mut Vec<S>) {}
}

impl<S: Number, T: Flat<S>> Flat<S> for Option<T> {
    fn take(next: Giver<'_, S>) -> Self {
        // One that is missing has numbers too: its cotangent.
        let (there, value) = (<bool as Flat<S>>::take(next), T::take(next));
        there.then_some(value)
    }
    fn put(&self, out: &mut Vec<S>) {
        match self {
            Some(x) => x.put(out),
            None => put_nothing::<S, T>(out),
        }
    }
}

impl<S: Number, T: Flat<S>, E> Flat<S> for Result<T, E> {
    fn take(next: Giver<'_, S>) -> Self {
        Ok(T::take(next))
    }
    fn put(&self, out: &mut Vec<S>) {
        match self {
            Ok(x) => x.put(out),
            Err(_) => put_nothing::<S, T>(out),
        }
    }
}

impl<S, T: Flat<S>, const N: usize> Flat<S> for [T; N] {
    fn take(next: Giver<'_, S>) -> Self {
        std::array::from_fn(|_| T::take(next))
    }
    fn put(&self, out: &mut Vec<S>) {
        self.iter().for_each(|x| x.put(out));
    }
}

/// What stands for a number of a value, or of a field of a variant, that is not there.
const NOTHING: f64 = -0.0;

/// Whether a number is one.
pub fn is_there(number: f64) -> bool {
    number.to_bits() != NOTHING.to_bits()
}

/// Puts something for each number of a value that is not there.
pub fn put_nothing<S: Number, T: Flat<S>>(out: &mut Vec<S>) {
    let zero = T::take(&mut |want| match want {
        Want::Number { .. } => Got::Number(S::input(NOTHING, None)),
        Want::Whole => Got::Whole(0),
    });
    zero.put(out);
}

macro_rules! tuples {
    ($(($($t:ident $i:tt)+))*) => {$(
        impl<S, $($t: Flat<S>),+> Flat<S> for ($($t,)+) {
            fn take(next: Giver<'_, S>) -> Self {
                ($($t::take(next),)+)
            }
            fn put(&self, out: &mut Vec<S>) {
                $(self.$i.put(out);)+
            }
        }
    )*};
}
tuples! { (A 0) (A 0 B 1) (A 0 B 1 C 2) (A 0 B 1 C 2 D 3) }
