//! Checks of second derivatives of rules: `vjp_dual` against the VJP, against differences of the VJP, and for symmetry.

use alloc::vec;
use alloc::vec::Vec;

use super::Checker;
use super::coordinates::{Part, Point, Root, epsilon, tangent_of};
use super::exact::{BeforeAfter, adding, equal, largest};
use super::function::{rounding, seen, weights};
use super::mismatch::{Agreement, Law, Mismatch};
use super::rule::{Declared, Operands, active, add, only};
use super::subject::Subject;
use crate::differentiable::{Ct, NoGrad, zero_of};
use crate::leaves::flat::read;
use crate::rule::slot::Out;
use crate::rule::{Rule, Rule1, Rule2, Rule3};
use crate::tape::{Read, Taped};

/// The operands of a rule that may have second derivatives.
pub trait OperandsWithTangents<R: Rule>: Operands<R> {
    /// The cotangents and their tangents. Bit `i` of `present` says whether operand `i` has a tangent, of `wanted` whether it has
    /// slots.
    #[doc(hidden)]
    fn vjp_dual(&self, run: &Run<'_, Self, Self::Output>, wanted: u8, bars: &mut Ct<Self>, bars_dot: &mut Ct<Self>);
}

/// The arguments of a `vjp_dual` besides the operands.
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
        impl<R, $($X: Point),+> OperandsWithTangents<R> for ($($X,)+)
        where
            ($($X,)+): Point<Tangent = ($($X::Tangent,)+)>,
            R: $rule<$($X),+, Output: Point, Reads: Declared>,
        {
            fn vjp_dual(&self, run: &Run<'_, Self, R::Output>, wanted: u8, $bars: &mut Ct<Self>, $dots: &mut Ct<Self>) {
                // A rule with a residual recomputes it from all operands.
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

/// The direction: the tangents `dots` of the operands that are present, and perhaps a tangent of the cotangent of the
/// result.
#[derive(Clone, Copy)]
struct Motion<'a> {
    dots: &'a [f64],
    present: u8,
    y_bar_dot: Option<&'a [f64]>,
}

/// Maps a direction and the wanted operands to the added cotangents, followed by their tangents.
type Dual<'a> = dyn Fn(Motion<'_>, u8, &[f64]) -> BeforeAfter + 'a;

/// A rule at its operands, as coordinates.
struct Second<'a> {
    /// The VJP, of the operands and the cotangent of the result.
    vjp: Subject<'a>,
    /// The cotangents at the operands.
    bars: &'a [f64],
    sizes: &'a [usize],
    active: u8,
    dual: &'a Dual<'a>,
    /// The names for the operands and for their tangents.
    places: [Part; 2],
}

/// Directions of the check: two for the operands, one for the cotangent of the result.
struct Directions {
    v: Vec<f64>,
    w: Vec<f64>,
    y_bar_dot: Vec<f64>,
}

impl Second<'_> {
    /// All operands.
    fn all(&self) -> u8 {
        (1 << self.sizes.len()) - 1
    }

    /// Cotangents and their tangents, added to zero.
    fn along(&self, motion: Motion<'_>, wanted: u8) -> (Vec<f64>, Vec<f64>) {
        let (_, mut bars) = (self.dual)(motion, wanted, &vec![0.0; 2 * self.bars.len()]);
        let dots = bars.split_off(self.bars.len());
        (bars, dots)
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
    pub fn second<R: Rule, A: OperandsWithTangents<R>>(&self, operands: &A) -> Result<Agreement, Mismatch>
    where
        Ct<A::Output>: Point<Tangent = Ct<A::Output>>,
    {
        let (y, _) = operands.forward();
        let mut random = self.random();
        let seed = tangent_of(&y, &weights(&y, &mut self.random()));
        let sizes = operands.sizes();
        let vjp = |(operands, y_bar): &(A, Ct<A::Output>)| {
            let ((y, residual), mut bars) = (operands.forward(), zero_of(operands));
            operands.vjp(&y, &residual, y_bar, (1 << sizes.len()) - 1, &mut bars);
            bars
        };
        let both = (operands.clone(), operands.clone());
        let dual = |motion: Motion<'_>, wanted: u8, start: &[f64]| {
            let Motion { dots, present, y_bar_dot } = motion;
            let dots = tangent_of(operands, dots);
            let y_dot = (present != 0).then(|| operands.jvp(&y, &dots, present));
            let y_bar_dot = y_bar_dot.map(|y_bar_dot| tangent_of(&y, y_bar_dot));
            let run =
                Run { dots: &dots, present, y: &y, y_dot: y_dot.as_ref(), y_bar: &seed, y_bar_dot: y_bar_dot.as_ref() };
            adding(&both, |(bars, dots)| operands.vjp_dual(&run, wanted, bars, dots))(start)
        };
        let at = (operands.clone(), seed.clone());
        let parts = [Part::of(Root::Operands, operands), Part::of(Root::ResultBar, &seed)];
        let rule = Second {
            bars: &read(&vjp(&at)),
            vjp: Subject::new(&parts, &at, vjp),
            active: active(&sizes),
            sizes: &sizes,
            dual: &dual,
            places: [parts[0].clone(), Part::of(Root::OperandsDot, operands)],
        };
        let u = weights(operands, &mut random);
        let mut direction = || weights(operands, &mut random);
        let (v, w) = (direction(), direction());
        let directions = Directions { v, w, y_bar_dot: weights(&y, &mut random) };
        self.second_laws(&rule, epsilon(operands).max(epsilon(&y)), &u, &directions)
    }

    /// [`second`](Self::second) for the weights `u` of the cotangents.
    fn second_laws(
        &self,
        rule: &Second<'_>,
        epsilon: f64,
        u: &[f64],
        directions: &Directions,
    ) -> Result<Agreement, Mismatch> {
        let &Second { ref vjp, bars, sizes, active, dual, ref places } = rule;
        let Directions { v, w, y_bar_dot } = directions;
        let operands = &places[..1];
        let mut agreement = Agreement::NONE;
        if self.differences {
            let mut found = |v: &[f64]| {
                let (dots, y_bar_dot) = v.split_at(bars.len());
                let (_, tangent) = rule.along(Motion { dots, present: active, y_bar_dot: Some(y_bar_dot) }, rule.all());
                seen(&tangent, u, epsilon)
            };
            agreement = self.by_differences(Law::Second, vjp, &[], &mut found, u)?;
        }

        let motion = Motion { dots: v, present: active, y_bar_dot: Some(y_bar_dot) };
        let (beside, bars_dot) = rule.along(motion, rule.all());
        equal(Law::Beside, operands, &beside, bars, rounding(epsilon), largest(bars))?;
        if self.differences {
            symmetry(rule, v, w, rounding(epsilon))?;
        }
        parts(rule, motion, &bars_dot, rounding(epsilon))?;
        for wanted in 0..rule.all() {
            let (some, some_dot) = rule.along(motion, wanted);
            for (found, of_all) in [(some, &beside), (some_dot, &bars_dot)] {
                equal(Law::Unwanted, operands, &found, &only(sizes, wanted, of_all), 0.0, 0.0)?;
            }
        }
        let once = [beside, bars_dot].concat();
        self.accumulation(places, epsilon, &once, &mut |start| dual(motion, rule.all(), start))?;
        Ok(agreement)
    }
}

/// `⟨w, H v⟩ = ⟨v, H w⟩`, where `H` is the Hessian of `⟨ȳ, f⟩`.
fn symmetry(rule: &Second<'_>, v: &[f64], w: &[f64], tolerance: f64) -> Result<(), Mismatch> {
    let product = |dots: &[f64], w: &[f64]| -> Vec<f64> {
        let (_, h) = rule.along(Motion { dots, present: rule.active, y_bar_dot: None }, rule.all());
        w.iter().zip(h).map(|(w, h)| w * h).collect()
    };
    let (found, expected) = (product(v, w), product(w, v));
    let size = found.iter().chain(&expected).map(|x| x.abs()).sum();
    let [found, expected] = [found, expected].map(|terms| [terms.iter().sum::<f64>()]);
    equal(Law::Symmetric, &[Part::of(Root::Result, &0.0)], &found, &expected, tolerance, size)
}

/// Single tangents, with the others absent, add up to the result for all of them.
fn parts(rule: &Second<'_>, motion: Motion<'_>, expected: &[f64], tolerance: f64) -> Result<(), Mismatch> {
    let (mut sum, mut size) = (vec![0.0; expected.len()], 0.0_f64);
    let operands = (0..rule.sizes.len()).map(|i| 1 << i).filter(|i| rule.active & i != 0);
    for (present, y_bar_dot) in operands.map(|i| (i, None)).chain([(0, motion.y_bar_dot)]) {
        let (_, part) = rule.along(Motion { present, y_bar_dot, ..motion }, rule.all());
        size = size.max(largest(&part));
        add(&mut sum, &part);
    }
    equal(Law::Absent, &rule.places[..1], &sum, expected, tolerance, size)
}
