//! Second derivatives of rules: `vjp_dual` against the VJP, against its finite differences, and for symmetry.

use alloc::vec::Vec;

use super::Checker;
use super::coordinates::{Point, Root, epsilon, read};
use super::exact::{equal, largest};
use super::function::{rounding, with_coordinates};
use super::mismatch::{Agreement, Law, Mismatch};
use super::rule::{Declared, Operands};
use crate::differentiable::{Ct, NoGrad, Tangent};
use crate::leaves::Leaves;
use crate::rule::{Rule, Rule1, Rule2, Rule3};
use crate::slot::Out;
use crate::tape::{Read, Taped};

/// The operands of a rule that may be asked for second derivatives.
pub trait MovingOperands<R: Rule>: Operands<R> {
    /// The cotangents and their tangents. Bit `i` of `present` says whether operand `i` has a tangent, of `wanted` whether it has
    /// slots.
    #[doc(hidden)]
    fn vjp_dual(&self, run: &Run<'_, Self, Self::Output>, wanted: u8, bars: &mut Ct<Self>, bars_dot: &mut Ct<Self>);
}

/// What a `vjp_dual` is given besides the operands.
#[doc(hidden)]
pub struct Run<'a, A: Point, Y: Point> {
    dots: &'a Ct<A>,
    present: u8,
    y: &'a Y,
    y_dot: Option<&'a Ct<Y>>,
    y_bar: &'a Ct<Y>,
    y_bar_dot: Option<&'a Ct<Y>>,
}

macro_rules! operands {
    (
        $rule:ident $arity:literal: $($x:ident $x_dot:ident $X:ident $i:tt),+;
        |$y:ident, $t:ident, $c:ident, $s:ident, $bars:ident, $dots:ident| $($wanted:literal => $call:expr,)+
    ) => {
        impl<R, $($X: Point),+> MovingOperands<R> for ($($X,)+)
        where
            ($($X,)+): Point<Tangent = ($($X::Tangent,)+)>,
            R: $rule<$($X),+, Output: Point, Reads: Declared>,
        {
            fn vjp_dual(&self, run: &Run<'_, Self, R::Output>, wanted: u8, $bars: &mut Ct<Self>, $dots: &mut Ct<Self>) {
                // What left something for the reverse sweep computes it once more, and gets all operands for that.
                let there = |i: usize| R::Residual::WORDS > 0 || R::Reads::FLAGS[i];
                let ($($x,)+) = ($(if there($i) { Read::live(&self.$i) } else { Read::absent() },)+);
                let ($($x_dot,)+) = ($((run.present & 1 << $i != 0).then_some(&run.dots.$i),)+);
                let $y = if R::Reads::FLAGS[$arity] { Read::live(run.y) } else { Read::absent() };
                let ($t, $c, $s) = (run.y_dot, run.y_bar, run.y_bar_dot);
                match wanted {
                    $($wanted => $call,)+
                    _ => unreachable!("a set of {} operands", $arity),
                }
            }
        }
    };
}
operands! {
    Rule1 1: a p A 0;
    |y, t, c, s, bars, dots|
    0b0 => R::vjp_dual(a, p, y, t, c, s, NoGrad, NoGrad),
    0b1 => R::vjp_dual(a, p, y, t, c, s, Out::new(&mut bars.0), Out::new(&mut dots.0)),
}
operands! {
    Rule2 2: a p A 0, b q B 1;
    |y, t, c, s, bars, dots|
    0b00 => R::vjp_dual(a, p, b, q, y, t, c, s, NoGrad, NoGrad, NoGrad, NoGrad),
    0b01 => R::vjp_dual(a, p, b, q, y, t, c, s, Out::new(&mut bars.0), Out::new(&mut dots.0), NoGrad, NoGrad),
    0b10 => R::vjp_dual(a, p, b, q, y, t, c, s, NoGrad, NoGrad, Out::new(&mut bars.1), Out::new(&mut dots.1)),
    0b11 => {
        let (a_bar, a_dot) = (Out::new(&mut bars.0), Out::new(&mut dots.0));
        R::vjp_dual(a, p, b, q, y, t, c, s, a_bar, a_dot, Out::new(&mut bars.1), Out::new(&mut dots.1));
    },
}
operands! {
    Rule3 3: x p A 0, w q B 1, b r C 2;
    |y, t, c, s, bars, dots|
    0b000 => R::vjp_dual(x, p, w, q, b, r, y, t, c, s, NoGrad, NoGrad, NoGrad, NoGrad, NoGrad, NoGrad),
    0b001 => {
        let (bar, dot) = (Out::new(&mut bars.0), Out::new(&mut dots.0));
        R::vjp_dual(x, p, w, q, b, r, y, t, c, s, bar, dot, NoGrad, NoGrad, NoGrad, NoGrad);
    },
    0b010 => {
        let (bar, dot) = (Out::new(&mut bars.1), Out::new(&mut dots.1));
        R::vjp_dual(x, p, w, q, b, r, y, t, c, s, NoGrad, NoGrad, bar, dot, NoGrad, NoGrad);
    },
    0b011 => {
        let ((bar, dot), (w_bar, w_dot)) =
            ((Out::new(&mut bars.0), Out::new(&mut dots.0)), (Out::new(&mut bars.1), Out::new(&mut dots.1)));
        R::vjp_dual(x, p, w, q, b, r, y, t, c, s, bar, dot, w_bar, w_dot, NoGrad, NoGrad);
    },
    0b100 => {
        let (bar, dot) = (Out::new(&mut bars.2), Out::new(&mut dots.2));
        R::vjp_dual(x, p, w, q, b, r, y, t, c, s, NoGrad, NoGrad, NoGrad, NoGrad, bar, dot);
    },
    0b101 => {
        let ((bar, dot), (b_bar, b_dot)) =
            ((Out::new(&mut bars.0), Out::new(&mut dots.0)), (Out::new(&mut bars.2), Out::new(&mut dots.2)));
        R::vjp_dual(x, p, w, q, b, r, y, t, c, s, bar, dot, NoGrad, NoGrad, b_bar, b_dot);
    },
    0b110 => {
        let ((bar, dot), (b_bar, b_dot)) =
            ((Out::new(&mut bars.1), Out::new(&mut dots.1)), (Out::new(&mut bars.2), Out::new(&mut dots.2)));
        R::vjp_dual(x, p, w, q, b, r, y, t, c, s, NoGrad, NoGrad, bar, dot, b_bar, b_dot);
    },
    0b111 => {
        let ((bar, dot), (w_bar, w_dot)) =
            ((Out::new(&mut bars.0), Out::new(&mut dots.0)), (Out::new(&mut bars.1), Out::new(&mut dots.1)));
        R::vjp_dual(x, p, w, q, b, r, y, t, c, s, bar, dot, w_bar, w_dot, Out::new(&mut bars.2), Out::new(&mut dots.2));
    },
}

/// A cotangent, and its tangent.
type Bars<A> = (Ct<A>, Ct<A>);

/// A rule at its operands, with its own type hidden.
struct Second<'a, A: Point, Y: Point> {
    operands: &'a A,
    y: &'a Y,
    y_bar: &'a Ct<Y>,
    sizes: &'a [usize],
    active: u8,
    /// The cotangents at other operands, for another cotangent of the result.
    vjp: &'a dyn Fn(&A, &Ct<Y>) -> Ct<A>,
    /// The tangent of the result for those of the operands that are present.
    jvp: &'a dyn Fn(&Ct<A>, u8) -> Ct<Y>,
    /// Adds the cotangents of the wanted operands, and their tangents.
    dual: &'a dyn Fn(&Run<'_, A, Y>, u8, &mut Bars<A>),
}

impl<A: Point, Y: Point> Second<'_, A, Y> {
    /// Cotangents and tangents, from zero.
    fn along(&self, dots: &Ct<A>, present: u8, y_bar_dot: Option<&Ct<Y>>, wanted: u8) -> Bars<A> {
        let mut bars = (Ct::<A>::zero(), Ct::<A>::zero());
        self.add(dots, present, y_bar_dot, wanted, &mut bars);
        bars
    }

    fn add(&self, dots: &Ct<A>, present: u8, y_bar_dot: Option<&Ct<Y>>, wanted: u8, bars: &mut Bars<A>) {
        let y_dot = (present != 0).then(|| (self.jvp)(dots, present));
        let &Self { y, y_bar, .. } = self;
        (self.dual)(&Run { dots, present, y, y_dot: y_dot.as_ref(), y_bar, y_bar_dot }, wanted, bars);
    }
}

impl Checker {
    /// Checks the second derivatives of the rule `R` at these operands; [`second1`](super::second1), [`second2`](super::second2) and
    /// [`second3`](super::second3) call it with a tuple of one, two or three.
    ///
    /// ```
    /// use cotangent::check::Checker;
    /// use cotangent::ops::elementwise::sin;
    ///
    /// Checker::new().second::<sin, _>(&(0.5,))?;
    /// # Ok::<(), cotangent::check::Mismatch>(())
    /// ```
    ///
    /// # Errors
    /// [`Mismatch`] names the law and the worst entry.
    ///
    /// # Panics
    /// In [`Read::get`], when the `vjp_dual` reads a value that its `Reads` does not declare.
    pub fn second<R: Rule, A: MovingOperands<R>>(&self, operands: &A) -> Result<Agreement, Mismatch>
    where
        Ct<A::Output>: Point<Tangent = Ct<A::Output>>,
    {
        let (y, _) = operands.forward();
        let y_bar: Ct<A::Output> = self.random_tangent();
        let all = (1 << A::SIZES.len()) - 1;
        self.second_laws(&Second {
            operands,
            y: &y,
            y_bar: &y_bar,
            sizes: A::SIZES,
            active: A::ACTIVE,
            vjp: &|operands, y_bar| {
                let ((y, residual), mut bars) = (operands.forward(), Ct::<A>::zero());
                operands.vjp(&y, &residual, y_bar, all, &mut bars);
                bars
            },
            jvp: &|dots, present| operands.jvp(&y, dots, present),
            dual: &|run, wanted, (bars, bars_dot)| operands.vjp_dual(run, wanted, bars, bars_dot),
        })
    }

    /// [`second`](Self::second), compiled once for all rules with operands and result of these types.
    fn second_laws<A: Point, Y: Point>(&self, rule: &Second<'_, A, Y>) -> Result<Agreement, Mismatch>
    where
        Ct<Y>: Point<Tangent = Ct<Y>>,
    {
        let &Second { operands, y, y_bar, sizes, active, vjp, .. } = rule;
        let (epsilon, all) = (epsilon(operands).max(epsilon(y)), (1 << sizes.len()) - 1);
        let mut random = self.random();
        let mut weights = |n: usize| (0..n).map(|_| random.weight()).collect::<Vec<_>>();
        let mut agreement = Agreement::NONE;
        if self.differences {
            let u = weights(Ct::<A>::PARAMETERS);
            let along = |v: &[f64]| {
                let (dots, y_bar_dot): (Ct<A>, Ct<Y>) = with_coordinates(v);
                rule.along(&dots, active, Some(&y_bar_dot), all).1
            };
            let at = (operands.clone(), y_bar.clone());
            agreement = self.second_by_differences(&at, |(operands, y_bar)| vjp(operands, y_bar), along, &u)?;
        }

        let mut directions = || with_coordinates::<Ct<A>>(&weights(Ct::<A>::PARAMETERS));
        let (v, w) = (directions(), directions());
        let y_bar_dot = with_coordinates::<Ct<Y>>(&weights(Ct::<Y>::PARAMETERS));
        let (bars, bars_dot) = rule.along(&v, active, Some(&y_bar_dot), all);
        let expected = read(&vjp(operands, y_bar));
        equal(Law::Beside, Root::Operands, &bars, &read(&bars), &expected, rounding(epsilon), largest(&expected))?;
        if self.differences {
            Self::symmetry(rule, &v, &w, rounding(epsilon))?;
        }
        Self::parts(rule, &v, &y_bar_dot, &read(&bars_dot), rounding(epsilon))?;
        for wanted in 0..all {
            let (some, some_dot) = rule.along(&v, active, Some(&y_bar_dot), wanted);
            for (found, of_all) in [(some, &bars), (some_dot, &bars_dot)] {
                let expected = only(sizes, wanted, read(of_all));
                equal(Law::Unwanted, Root::Operands, of_all, &read(&found), &expected, 0.0, 0.0)?;
            }
        }
        self.accumulation(Root::Places, epsilon, |bars| rule.add(&v, active, Some(&y_bar_dot), all, bars))?;
        Ok(agreement)
    }

    /// `⟨w, H v⟩ = ⟨v, H w⟩`, where `H` is the Hessian of `⟨ȳ, f⟩`.
    fn symmetry<A: Point, Y: Point>(
        rule: &Second<'_, A, Y>,
        v: &Ct<A>,
        w: &Ct<A>,
        tolerance: f64,
    ) -> Result<(), Mismatch> {
        let all = (1 << rule.sizes.len()) - 1;
        let product = |v: &Ct<A>, w: &Ct<A>| -> Vec<f64> {
            let (_, h) = rule.along(v, rule.active, None, all);
            read(w).iter().zip(read(&h)).map(|(w, h)| w * h).collect()
        };
        let (found, expected) = (product(v, w), product(w, v));
        let size = found.iter().chain(&expected).map(|x| x.abs()).sum();
        let sums = [found, expected].map(|terms| [terms.iter().sum::<f64>()]);
        equal(Law::Symmetric, Root::Result, &0.0, &sums[0], &sums[1], tolerance, size)
    }

    /// One tangent at a time, the others absent: they add up to what all together give.
    fn parts<A: Point, Y: Point>(
        rule: &Second<'_, A, Y>,
        dots: &Ct<A>,
        y_bar_dot: &Ct<Y>,
        expected: &[f64],
        tolerance: f64,
    ) -> Result<(), Mismatch> {
        let (mut sum, mut size) = (Ct::<A>::zero(), 0.0_f64);
        let all = (1 << rule.sizes.len()) - 1;
        let operands = (0..rule.sizes.len()).map(|i| 1 << i).filter(|i| rule.active & i != 0);
        for (present, y_bar_dot) in operands.map(|i| (i, None)).chain([(0, Some(y_bar_dot))]) {
            let (_, part) = rule.along(dots, present, y_bar_dot, all);
            size = size.max(largest(&read(&part)));
            sum.accumulate(&part);
        }
        equal(Law::Absent, Root::Operands, &sum, &read(&sum), expected, tolerance, size)
    }
}

/// The numbers of the wanted operands; the others are zero.
pub(super) fn only(sizes: &[usize], wanted: u8, mut numbers: Vec<f64>) -> Vec<f64> {
    let mut start = 0;
    for (i, size) in sizes.iter().enumerate() {
        if wanted & 1 << i == 0 {
            numbers[start..start + size].fill(0.0);
        }
        start += size;
    }
    numbers
}
