//! Checks of rules: forward, VJP and JVP against finite differences, against each other, and against the rest of the
//! contract.

use alloc::vec;
use alloc::vec::Vec;

use super::Checker;
use super::coordinates::{Part, Point, Root, tangent_of};
use super::exact::{BeforeAfter, adding, equal, largest, same};
use super::function::{rounding, weights};
use super::mismatch::{Agreement, Law, Mismatch};
use super::subject::Subject;
use crate::differentiable::{Ct, NoGrad, Tangent};
use crate::leaves::Leaves;
use crate::leaves::flat::{read, write};
use crate::rule::slot::{Accepts, Out, Slot, WriteMode};
use crate::rule::{By1, By2, By3, Rule, Rule1, Rule2, Rule3};
use crate::tape::{Flag, Read, Saved, Store, Yes};

/// The flags of [`Rule::Reads`] as values: for each operand, and last for the output.
pub trait Declared {
    /// The flags.
    const FLAGS: &'static [bool];
}

macro_rules! declared {
    ($($f:ident)+) => {
        impl<$($f: Flag),+> Declared for ($($f,)+) {
            const FLAGS: &'static [bool] = &[$($f::VALUE),+];
        }
    };
}
declared!(A Y);
declared!(A B Y);
declared!(A B C Y);

/// The operands of the rule `R`, as a tuple of one to three.
pub trait Operands<R: Rule>: Point {
    /// The result of the rule.
    type Output: Point;
    /// The residual of the forward half.
    #[doc(hidden)]
    type Residual;
    #[doc(hidden)]
    fn forward(&self) -> (Self::Output, Self::Residual);
    /// Passes on the output, and the residual from a tape that held NaN.
    #[doc(hidden)]
    fn kept(&self, to: &mut dyn FnMut(&Self::Output, &Self::Residual));
    /// The VJP with the values that are declared. Bit `i` of `wanted` says whether operand `i` has a slot.
    #[doc(hidden)]
    fn vjp(
        &self,
        y: &Self::Output,
        residual: &Self::Residual,
        y_bar: &Ct<Self::Output>,
        wanted: u8,
        bars: &mut Ct<Self>,
    );
    /// The VJP with slots for all operands; cotangents are written where the slot allows it.
    #[doc(hidden)]
    fn write(&self, y: &Self::Output, residual: &Self::Residual, y_bar: &Ct<Self::Output>, bars: &mut Ct<Self>);
    /// The JVP. Bit `i` of `present` says whether operand `i` has a tangent.
    #[doc(hidden)]
    fn jvp(&self, y: &Self::Output, dots: &Ct<Self>, present: u8) -> Ct<Self::Output>;
    /// How many coordinates each operand has.
    #[doc(hidden)]
    fn sizes(&self) -> Vec<usize>;
}

fn declared<V>(flag: bool, value: &V) -> Read<'_, V> {
    if flag { Read::live(value) } else { Read::absent() }
}

/// For each arity: the types and positions of the operands, and the call of the rule for each set of wanted operands.
macro_rules! operands {
    (
        $rule:ident $by:ident $arity:literal: $($x:ident $X:ident $i:tt),+;
        |$residual:ident, $y:ident, $y_bar:ident, $bars:ident| $($wanted:literal => $call:expr,)+
    ) => {
        impl<R, $($X: Point),+> Operands<R> for ($($X,)+)
        where
            ($($X,)+): Point<Tangent = ($($X::Tangent,)+)>,
            R: $rule<$($X),+, Output: Point, Reads: Declared>,
        {
            type Output = R::Output;
            type Residual = R::Residual;
            fn sizes(&self) -> Vec<usize> {
                vec![$(self.$i.parameter_count()),+]
            }
            fn forward(&self) -> (R::Output, R::Residual) {
                R::forward($(&self.$i),+)
            }
            fn kept(&self, to: &mut dyn FnMut(&R::Output, &R::Residual)) {
                let saved = Saved::<(R::Residual,), (Yes,)>::new();
                vec![u64::MAX; saved.words()]
                    .run(|tape| $by::<R>::new().fwd(tape, $(&self.$i),+), |tape, y| to(&y, saved.pop(tape).0.get()))
                    .expect("the words of the residual");
            }
            fn vjp(&self, y: &R::Output, $residual: &R::Residual, $y_bar: &Ct<R::Output>, wanted: u8, $bars: &mut Ct<Self>) {
                let flags = R::Reads::FLAGS;
                let ($($x,)+) = ($(declared(flags[$i], &self.$i),)+);
                let $y = declared(flags[$arity], y);
                match wanted {
                    $($wanted => $call,)+
                    _ => unreachable!("a set of {} operands", $arity),
                }
            }
            fn write(&self, y: &R::Output, residual: &R::Residual, y_bar: &Ct<R::Output>, bars: &mut Ct<Self>) {
                let flags = R::Reads::FLAGS;
                let y = declared(flags[$arity], y);
                R::vjp(residual, $(declared(flags[$i], &self.$i),)+ y, y_bar, $(Unwritten(&mut bars.$i, true)),+);
            }
            fn jvp(&self, y: &R::Output, dots: &Ct<Self>, present: u8) -> Ct<R::Output> {
                R::jvp($(&self.$i,)+ y, $((present & 1 << $i != 0).then_some(&dots.$i)),+)
            }
        }
    };
}
operands! {
    Rule1 By1 1: a A 0;
    |r, y, c, bars|
    0b0 => R::vjp(r, a, y, c, NoGrad),
    0b1 => R::vjp(r, a, y, c, Out::new(&mut bars.0)),
}
operands! {
    Rule2 By2 2: a A 0, b B 1;
    |r, y, c, bars|
    0b00 => R::vjp(r, a, b, y, c, NoGrad, NoGrad),
    0b01 => R::vjp(r, a, b, y, c, Out::new(&mut bars.0), NoGrad),
    0b10 => R::vjp(r, a, b, y, c, NoGrad, Out::new(&mut bars.1)),
    0b11 => R::vjp(r, a, b, y, c, Out::new(&mut bars.0), Out::new(&mut bars.1)),
}
operands! {
    Rule3 By3 3: x A 0, w B 1, b C 2;
    |r, y, c, bars|
    0b000 => R::vjp(r, x, w, b, y, c, NoGrad, NoGrad, NoGrad),
    0b001 => R::vjp(r, x, w, b, y, c, Out::new(&mut bars.0), NoGrad, NoGrad),
    0b010 => R::vjp(r, x, w, b, y, c, NoGrad, Out::new(&mut bars.1), NoGrad),
    0b011 => R::vjp(r, x, w, b, y, c, Out::new(&mut bars.0), Out::new(&mut bars.1), NoGrad),
    0b100 => R::vjp(r, x, w, b, y, c, NoGrad, NoGrad, Out::new(&mut bars.2)),
    0b101 => R::vjp(r, x, w, b, y, c, Out::new(&mut bars.0), NoGrad, Out::new(&mut bars.2)),
    0b110 => R::vjp(r, x, w, b, y, c, NoGrad, Out::new(&mut bars.1), Out::new(&mut bars.2)),
    0b111 => R::vjp(r, x, w, b, y, c, Out::new(&mut bars.0), Out::new(&mut bars.1), Out::new(&mut bars.2)),
}

/// A place whose numbers are meaningless until a rule writes them; and whether nothing was written or added yet.
struct Unwritten<'a, C>(&'a mut C, bool);

impl<C: Tangent + Leaves + Accepts<V>, V: ?Sized> Slot<V> for Unwritten<'_, C> {
    type Wanted = <C as Accepts<V>>::Wanted;
    fn out(&mut self) -> Out<'_, V, Self::Wanted> {
        self.1 = false;
        Out::perhaps(self.0.as_sink())
    }
    fn put(self, put: impl FnOnce(&mut V, WriteMode)) {
        if !C::WRITABLE || !self.1 {
            return self.accumulate(|place| put(place, WriteMode::Accumulate));
        }
        write(self.0, &vec![f64::NAN; self.0.parameter_count()]);
        if let Some(place) = self.0.as_sink() {
            put(place, WriteMode::Overwrite);
        }
    }
}

/// The operands with at least one coordinate, as bits.
pub(super) fn active(sizes: &[usize]) -> u8 {
    sizes.iter().enumerate().fold(0, |active, (i, size)| active | u8::from(*size > 0) << i)
}

/// The coordinates of a result, and of the cotangents of its operands.
type ResultAndBars = (Vec<f64>, Vec<f64>);

/// A rule at its operands, as coordinates.
struct Run<'a> {
    subject: Subject<'a>,
    /// How many coordinates each operand has.
    sizes: &'a [usize],
    /// The operands with at least one coordinate, as bits.
    active: u8,
    /// Adds the cotangents of the wanted operands: see [`adding`].
    vjp: &'a dyn Fn(u8, &[f64]) -> BeforeAfter,
    /// The cotangents of all operands, written.
    written: &'a dyn Fn(&[f64]) -> BeforeAfter,
    /// The result, and the cotangents of all operands by it, with the residual from the tape.
    kept: &'a dyn Fn(u8, &[f64]) -> ResultAndBars,
    /// The tangent of the result for those of the operands that are present.
    jvp: &'a dyn Fn(&[f64], u8) -> Vec<f64>,
}

impl Checker {
    /// Checks the rule `R` at these operands; [`rule1`](super::rule1), [`rule2`](super::rule2) and [`rule3`](super::rule3) call it
    /// with a tuple of one, two or three.
    ///
    /// ```
    /// use cotangent::check::Checker;
    /// use cotangent::ops::elementwise::abs;
    ///
    /// // At a kink the modes must still agree with each other.
    /// Checker::new().without_differences().rule::<abs, _>(&(0.0,))?;
    /// # Ok::<(), cotangent::check::Mismatch>(())
    /// ```
    ///
    /// # Errors
    /// [`Mismatch`] names the law and the worst entry.
    ///
    /// # Panics
    /// In [`Read::get`], when the `vjp` reads a value that its `Reads` does not declare.
    pub fn rule<R: Rule, A: Operands<R>>(&self, operands: &A) -> Result<Agreement, Mismatch> {
        let (y, residual) = operands.forward();
        let u = weights(&y, &mut self.random());
        let seed = tangent_of(&y, &u);
        let parts = [Part::of(Root::Operands, operands)];
        let sizes = operands.sizes();
        let run = Run {
            subject: Subject::new(&parts, operands, |operands: &A| operands.forward().0),
            active: active(&sizes),
            sizes: &sizes,
            vjp: &|wanted, start| adding(operands, |bars| operands.vjp(&y, &residual, &seed, wanted, bars))(start),
            written: &|start| adding(operands, |bars| operands.write(&y, &residual, &seed, bars))(start),
            kept: &|wanted, start| {
                let mut found = Default::default();
                operands.kept(&mut |y, residual| {
                    found = (read(y), adding(operands, |bars| operands.vjp(y, residual, &seed, wanted, bars))(start).1);
                });
                found
            },
            jvp: &|dots, present| read(&operands.jvp(&y, &tangent_of(operands, dots), present)),
        };
        self.laws(&run, &u, &weights(operands, &mut self.random()))
    }

    /// [`rule`](Self::rule) for the cotangent `u` of the result, and tangents of the operands.
    fn laws(&self, run: &Run<'_>, u: &[f64], dots: &[f64]) -> Result<Agreement, Mismatch> {
        let &Run { ref subject, sizes, active, vjp, written, kept, jvp } = run;
        let all = (1 << sizes.len()) - 1;
        let zero = vec![0.0; dots.len()];
        let (_, bars) = vjp(all, &zero);

        let mut along = |v: &[f64]| jvp(v, active);
        let mut agreement = Agreement::NONE;
        if self.differences {
            // First, because they tell which of the two modes is wrong.
            agreement = agreement.and(self.jvp_by_differences(subject, &mut along, u)?);
            agreement = agreement.and(self.vjp_by_differences(subject, &bars, u)?);
        }
        let (parts, epsilon) = (subject.parts, subject.epsilon());
        agreement = agreement.and(self.vjp_by_jvp(parts, &subject.at, epsilon, &bars, &mut along, u)?);

        same(Law::Repeatable, &subject.results, &subject.again(), &subject.y)?;
        same(Law::Repeatable, parts, &vjp(all, &zero).1, &bars)?;
        self.accumulation(parts, epsilon, &bars, &mut |start| vjp(all, start))?;
        same(Law::Writes, parts, &written(&zero).1, &bars)?;
        let (y, kept_bars) = kept(all, &zero);
        same(Law::Kept, &subject.results, &y, &subject.y)?;
        same(Law::Kept, parts, &kept_bars, &bars)?;
        // Every set of wanted operands gives the same cotangents as all of them.
        for wanted in 0..all {
            same(Law::Unwanted, parts, &vjp(wanted, &zero).1, &only(sizes, wanted, &bars))?;
        }
        absent(run, dots)?;
        Ok(agreement)
    }
}

/// The tangents of single operands, with the others absent, add up to the tangent of all. If all are absent, the
/// tangent is zero.
fn absent(run: &Run<'_>, dots: &[f64]) -> Result<(), Mismatch> {
    let &Run { ref subject, sizes, active, jvp, .. } = run;
    let none = jvp(dots, 0);
    same(Law::Absent, &subject.results, &none, &vec![0.0; none.len()])?;
    let all = jvp(dots, active);
    let (mut sum, mut size) = (vec![0.0; all.len()], 0.0_f64);
    for i in (0..sizes.len()).filter(|i| active & 1 << i != 0) {
        let part = jvp(dots, 1 << i);
        size = size.max(largest(&part));
        add(&mut sum, &part);
    }
    equal(Law::Absent, &subject.results, &sum, &all, rounding(subject.epsilon()), size)
}

/// The numbers of the wanted operands; the others are zero.
pub(super) fn only(sizes: &[usize], wanted: u8, numbers: &[f64]) -> Vec<f64> {
    let (mut some, mut start) = (numbers.to_vec(), 0);
    for (i, size) in sizes.iter().enumerate() {
        if wanted & 1 << i == 0 {
            some[start..start + size].fill(0.0);
        }
        start += size;
    }
    some
}

pub(super) fn add(sum: &mut [f64], part: &[f64]) {
    for (sum, part) in sum.iter_mut().zip(part) {
        *sum += part;
    }
}
