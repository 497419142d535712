//! Rules: forward, VJP and JVP against finite differences, against each other, and against the rest of the contract.

use super::Checker;
use super::coordinates::{Point, Root, epsilon, read};
use super::exact::{equal, largest, same};
use super::function::{rounding, with_coordinates};
use super::mismatch::{Agreement, Law, Mismatch};
use super::second::only;
use crate::differentiable::{Ct, NoGrad, Tangent};
use crate::leaves::Leaves;
use crate::rule::{Rule, Rule1, Rule2, Rule3};
use crate::slot::Out;
use crate::tape::{Flag, Read};

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
    /// What the forward half leaves for the reverse half.
    #[doc(hidden)]
    type Residual;
    #[doc(hidden)]
    fn forward(&self) -> (Self::Output, Self::Residual);
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
    /// The JVP. Bit `i` of `present` says whether operand `i` has a tangent.
    #[doc(hidden)]
    fn jvp(&self, y: &Self::Output, dots: &Ct<Self>, present: u8) -> Ct<Self::Output>;
    /// How many coordinates each operand has.
    #[doc(hidden)]
    const SIZES: &'static [usize];
    /// The operands with at least one coordinate, as bits.
    #[doc(hidden)]
    const ACTIVE: u8;
}

fn declared<V>(flag: bool, value: &V) -> Read<'_, V> {
    if flag { Read::live(value) } else { Read::absent() }
}

/// For each arity: its types and positions; how the rule is called for each set of wanted operands.
macro_rules! operands {
    (
        $rule:ident $arity:literal: $($x:ident $X:ident $i:tt),+;
        |$residual:ident, $y:ident, $y_bar:ident, $bars:ident| $($wanted:literal => $call:expr,)+
    ) => {
        impl<R, $($X: Point),+> Operands<R> for ($($X,)+)
        where
            ($($X,)+): Point<Tangent = ($($X::Tangent,)+)>,
            R: $rule<$($X),+, Output: Point, Reads: Declared>,
        {
            type Output = R::Output;
            type Residual = R::Residual;
            const SIZES: &'static [usize] = &[$($X::PARAMETERS),+];
            const ACTIVE: u8 = 0 $(| (($X::PARAMETERS > 0) as u8) << $i)+;
            fn forward(&self) -> (R::Output, R::Residual) {
                R::forward($(&self.$i),+)
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
            fn jvp(&self, y: &R::Output, dots: &Ct<Self>, present: u8) -> Ct<R::Output> {
                R::jvp($(&self.$i,)+ y, $((present & 1 << $i != 0).then_some(&dots.$i)),+)
            }
        }
    };
}
operands! {
    Rule1 1: a A 0;
    |r, y, c, bars|
    0b0 => R::vjp(r, a, y, c, NoGrad),
    0b1 => R::vjp(r, a, y, c, Out::new(&mut bars.0)),
}
operands! {
    Rule2 2: a A 0, b B 1;
    |r, y, c, bars|
    0b00 => R::vjp(r, a, b, y, c, NoGrad, NoGrad),
    0b01 => R::vjp(r, a, b, y, c, Out::new(&mut bars.0), NoGrad),
    0b10 => R::vjp(r, a, b, y, c, NoGrad, Out::new(&mut bars.1)),
    0b11 => R::vjp(r, a, b, y, c, Out::new(&mut bars.0), Out::new(&mut bars.1)),
}
operands! {
    Rule3 3: x A 0, w B 1, b C 2;
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

/// A rule at its operands, with its own type hidden.
struct Run<'a, A: Point, Y: Point> {
    operands: &'a A,
    y: &'a Y,
    /// How many coordinates each operand has.
    sizes: &'a [usize],
    /// The operands with at least one coordinate, as bits.
    active: u8,
    primal: &'a dyn Fn(&A) -> Y,
    /// Adds the cotangents of the wanted operands.
    vjp: &'a dyn Fn(u8, &mut Ct<A>),
    /// The tangent of the result for those of the operands that are present.
    jvp: &'a dyn Fn(&Ct<A>, u8) -> Ct<Y>,
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
        let seed: Ct<A::Output> = self.random_tangent();
        let run = Run {
            operands,
            y: &y,
            sizes: A::SIZES,
            active: A::ACTIVE,
            primal: &|operands| operands.forward().0,
            vjp: &|wanted, bars| operands.vjp(&y, &residual, &seed, wanted, bars),
            jvp: &|dots, present| operands.jvp(&y, dots, present),
        };
        self.laws(&run, &read(&seed))
    }

    /// [`rule`](Self::rule), compiled once for all rules with operands and result of these types.
    fn laws<A: Point, Y: Point>(&self, run: &Run<'_, A, Y>, u: &[f64]) -> Result<Agreement, Mismatch> {
        let &Run { operands, y, sizes, active, primal, vjp, jvp } = run;
        let all = (1 << sizes.len()) - 1;
        let mut bars = Ct::<A>::zero();
        vjp(all, &mut bars);

        let along = |v: &[f64]| jvp(&with_coordinates(v), active);
        let mut agreement = Agreement::NONE;
        if self.differences {
            // First, because they tell which of the two modes is wrong.
            agreement = agreement.and(self.jvp_by_differences(Root::Operands, operands, primal, along, u)?);
            agreement = agreement.and(self.vjp_by_differences(Root::Operands, operands, primal, &read(&bars), u)?);
        }
        agreement = agreement.and(self.vjp_by_jvp(Root::Operands, operands, y, &read(&bars), along, u)?);

        same(Law::Repeatable, Root::Result, &primal(operands), y)?;
        let mut again = Ct::<A>::zero();
        vjp(all, &mut again);
        same(Law::Repeatable, Root::Operands, &again, &bars)?;
        self.accumulation(Root::Operands, epsilon(operands).max(epsilon(y)), |bars| vjp(all, bars))?;
        Self::unwanted(sizes, &bars, vjp)?;
        self.absent(run)?;
        Ok(agreement)
    }

    /// Every set of wanted operands gives the same cotangents as all of them.
    fn unwanted<C: Tangent + Leaves>(sizes: &[usize], bars: &C, vjp: &dyn Fn(u8, &mut C)) -> Result<(), Mismatch> {
        for wanted in 0..(1 << sizes.len()) - 1 {
            let mut some = C::zero();
            vjp(wanted, &mut some);
            let expected = only(sizes, wanted, read(bars));
            equal(Law::Unwanted, Root::Operands, bars, &read(&some), &expected, 0.0, 0.0)?;
        }
        Ok(())
    }

    /// The tangents of the operands one at a time, the others absent, add up to that of all.
    fn absent<A: Point, Y: Point>(&self, run: &Run<'_, A, Y>) -> Result<(), Mismatch> {
        let &Run { operands, y, sizes, active, jvp, .. } = run;
        let dots: Ct<A> = self.random_tangent();
        let mut sum = Ct::<Y>::zero();
        let mut size = 0.0_f64;
        for i in (0..sizes.len()).filter(|i| active & 1 << i != 0) {
            let part = jvp(&dots, 1 << i);
            size = size.max(largest(&read(&part)));
            sum.accumulate(&part);
        }
        let all = read(&jvp(&dots, active));
        let tolerance = rounding(epsilon(operands).max(epsilon(y)));
        equal(Law::Absent, Root::Result, y, &read(&sum), &all, tolerance, size)
    }
}
