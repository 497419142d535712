//! A program at one size: its arguments, its value, its gradient, and whether the two agree.

use std::hint::black_box;

use cotangent_benches::Numbers;
use cpu_time::ThreadTime;

/// An argument of a program that has a derivative: a number, an array, a slice.
pub trait Argument {
    /// What the program takes.
    type Lent<'a>
    where
        Self: 'a;
    /// What its cotangent is added to.
    type Bar: ?Sized;
    fn lend(&self) -> Self::Lent<'_>;
    fn bar(&mut self) -> &mut Self::Bar;
    /// All its numbers.
    fn numbers<'a>(&'a mut self, found: &mut Vec<&'a mut f64>);
}

impl Argument for f64 {
    type Lent<'a> = f64;
    type Bar = f64;
    fn lend(&self) -> f64 {
        *self
    }
    fn bar(&mut self) -> &mut f64 {
        self
    }
    fn numbers<'a>(&'a mut self, found: &mut Vec<&'a mut f64>) {
        found.push(self);
    }
}

impl<T: Argument + 'static, const N: usize> Argument for [T; N] {
    type Lent<'a> = &'a [T; N];
    type Bar = [T; N];
    fn lend(&self) -> &[T; N] {
        self
    }
    fn bar(&mut self) -> &mut [T; N] {
        self
    }
    fn numbers<'a>(&'a mut self, found: &mut Vec<&'a mut f64>) {
        self.iter_mut().for_each(|part| part.numbers(found));
    }
}

impl<T: Argument + 'static> Argument for Vec<T> {
    type Lent<'a> = &'a [T];
    type Bar = [T];
    fn lend(&self) -> &[T] {
        self
    }
    fn bar(&mut self) -> &mut [T] {
        self
    }
    fn numbers<'a>(&'a mut self, found: &mut Vec<&'a mut f64>) {
        self.iter_mut().for_each(|part| part.numbers(found));
    }
}

/// What is done with a program.
pub enum Ask {
    /// Its value.
    Value,
    /// Its gradient, added to what was there.
    Gradient,
    /// The same by hand.
    ByHand,
    /// How far the two are from each other, as a share.
    Difference,
    /// How far its product with a direction is from a difference of values.
    Error,
}

/// A program at one size.
pub struct Case {
    pub name: &'static str,
    pub size: usize,
    /// Words of tape for one gradient.
    pub words: usize,
    /// Whether there is a gradient by hand.
    pub has_hand: bool,
    pub run: Box<dyn FnMut(Ask) -> f64>,
}

/// Sets all numbers of an argument.
pub fn fill(argument: &mut impl Argument, mut number: impl FnMut() -> f64) {
    let mut found = Vec::new();
    argument.numbers(&mut found);
    found.into_iter().for_each(|place| *place = number());
}

/// The numbers of an argument.
pub fn numbers_of(argument: &mut impl Argument) -> Vec<f64> {
    let mut found = Vec::new();
    argument.numbers(&mut found);
    found.into_iter().map(|number| *number).collect()
}

/// Numbers in (0, 1).
pub fn positive(numbers: &mut Numbers) -> f64 {
    0.5 + 0.5 * numbers.number()
}

/// How far two are from each other, as a share.
pub fn distance(a: f64, b: f64) -> f64 {
    (a - b).abs() / a.abs().max(b.abs()).max(1e-6)
}

/// Adds a gradient by hand to cotangents and returns the value.
pub type ByHand<T> = fn(&T, &mut T) -> f64;

/// The gradient by hand for arguments of a type, if there is one.
pub fn by_hand_of<T>(_: &T, by_hand: Option<ByHand<T>>) -> Option<ByHand<T>> {
    by_hand
}

/// A closure over arguments of a type.
pub fn of_type<T, R, F: Fn(&T, &mut T, &mut [u64]) -> R>(_: &T, closure: F) -> F {
    closure
}

/// A program at one size, from its name and its arguments.
macro_rules! case {
    ($function:ident $(by $hand:path)?, $size:expr, ($($argument:ident = $make:expr),+), [$($constant:expr),*]) => {{
        let mut random = cotangent_benches::Numbers::new(7);
        let mut values = ($($make,)+);
        let mut bars = ($($make,)+);
        {
            let ($($argument,)+) = &mut values;
            $(crate::case::fill($argument, || crate::case::positive(&mut random));)+
        }
        let words = {
            let ($($argument,)+) = &values;
            $function::at($($argument.lend(),)+ $($constant),*).tape_words()
        };
        let mut tape = vec![0_u64; words];
        let by_hand = crate::case::by_hand_of(&bars, None$(.or(Some($hand)))?);
        let run = move |ask: Ask| {
            let gradient = crate::case::of_type(&bars, |values, bars, tape: &mut [u64]| {
                let ($($argument,)+) = values;
                let at = $function::at($($argument.lend(),)+ $($constant),*).on(tape);
                let ($($argument,)+) = bars;
                at.value_and_grad_into(($($argument.bar()),+))
            });
            match ask {
                Ask::Value => {
                    let ($($argument,)+) = &values;
                    $function($($argument.lend(),)+ $($constant),*)
                }
                Ask::Gradient => gradient(&values, &mut bars, &mut tape),
                Ask::ByHand => by_hand.map_or(f64::NAN, |by_hand| by_hand(&values, &mut bars)),
                Ask::Difference => {
                    let mut zero = bars.clone();
                    let ($($argument,)+) = &mut zero;
                    $(crate::case::fill($argument, || 0.0);)+
                    let mut other = zero.clone();
                    let value = gradient(&values, &mut zero, &mut tape);
                    let other_value = by_hand.map_or(f64::NAN, |by_hand| by_hand(&values, &mut other));
                    let (mut all, mut others) = (vec![value], vec![other_value]);
                    let ($($argument,)+) = &mut zero;
                    $(all.extend(crate::case::numbers_of($argument));)+
                    let ($($argument,)+) = &mut other;
                    $(others.extend(crate::case::numbers_of($argument));)+
                    all.iter().zip(&others).map(|(a, b)| crate::case::distance(*a, *b)).fold(0.0, f64::max)
                }
                Ask::Error => {
                    let (mut zero, mut direction) = (bars.clone(), bars.clone());
                    let ($($argument,)+) = &mut zero;
                    $(crate::case::fill($argument, || 0.0);)+
                    let ($($argument,)+) = &mut direction;
                    $(crate::case::fill($argument, || random.number());)+
                    gradient(&values, &mut zero, &mut tape);
                    let (mut product, mut all, mut ways) = (0.0, Vec::new(), Vec::new());
                    let ($($argument,)+) = &mut zero;
                    $(all.extend(crate::case::numbers_of($argument));)+
                    let ($($argument,)+) = &mut direction;
                    $(ways.extend(crate::case::numbers_of($argument));)+
                    for (bar, way) in all.iter().zip(&ways) {
                        product += bar * way;
                    }
                    let value_at = |step: f64| {
                        let mut moved = values.clone();
                        let mut next = ways.iter();
                        let ($($argument,)+) = &mut moved;
                        let mut at = Vec::new();
                        $($argument.numbers(&mut at);)+
                        at.into_iter().for_each(|number| *number += step * next.next().expect("as many"));
                        let ($($argument,)+) = &moved;
                        $function($($argument.lend(),)+ $($constant),*)
                    };
                    let h = 1e-6;
                    crate::case::distance((value_at(h) - value_at(-h)) / (2.0 * h), product)
                }
            }
        };
        Case { name: stringify!($function), size: $size, words, has_hand: by_hand.is_some(), run: Box::new(run) }
    }};
}

/// The same at two sizes, which are constants.
macro_rules! cases {
    ($all:ident; $($function:ident $(by $hand:path)? [$n:ident = $small:expr, $large:expr] ($($argument:ident = $make:expr),+ $(; $($constant:expr),+)?);)+) => {
        $(
            {
                const $n: usize = $small;
                $all.push(case!($function $(by $hand)?, $n, ($($argument = $make),+), [$($($constant),+)?]));
            }
            {
                const $n: usize = $large;
                $all.push(case!($function $(by $hand)?, $n, ($($argument = $make),+), [$($($constant),+)?]));
            }
        )+
    };
}

pub(crate) use {case, cases};

/// So long that the clock does not count, so short that some rounds are not disturbed.
const ROUND: f64 = 100e-6;

/// The best times of some ways, in turn, in nanoseconds of the processor.
pub fn times<const N: usize>(case: &mut Case, ways: [fn() -> Ask; N], seconds: f64) -> [f64; N] {
    let mut round = |way: fn() -> Ask, calls: u32| {
        let start = ThreadTime::now();
        for _ in 0..calls {
            black_box((case.run)(way()));
        }
        start.elapsed().as_secs_f64()
    };
    let calls = ways.map(|way| {
        let mut calls = 1;
        while round(way, calls) < ROUND {
            calls *= 2;
        }
        calls
    });
    let mut best = [f64::INFINITY; N];
    let start = ThreadTime::now();
    while start.elapsed().as_secs_f64() < seconds {
        for ((best, way), calls) in best.iter_mut().zip(ways).zip(calls) {
            *best = best.min(round(way, calls) * 1e9 / f64::from(calls));
        }
    }
    best
}
