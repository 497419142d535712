//! Checks of functions: the results of the generated calls against finite differences of the primal.
#![expect(clippy::needless_pass_by_value, reason = "the point is mostly written in the call")]

use alloc::vec::Vec;

use num_traits::Float;

use super::Checker;
use super::compare::{Disagreement, compare};
use super::coordinates::{Part, Point, Root, epsilon, place, tangent_of, without_gradient};
use super::differences::{Sides, Slope, five_point, power, sides};
use super::exact::{adding, same, value};
use super::mismatch::{Agreement, Law, Mismatch};
use super::random::Random;
use super::subject::Subject;
use crate::differentiable::{Ct, Differentiable, zero_of};
use crate::leaves::Leaves;
use crate::leaves::flat::{read, write};
use crate::scalar::Real;

/// Value and derivative, as coordinates.
pub(super) type Pair = (Vec<f64>, Vec<f64>);

impl Checker {
    /// See [`gradient`](super::gradient()).
    ///
    /// # Errors
    /// [`Mismatch`] says which law fails, and where.
    pub fn gradient<A: Point, T: Real + Point>(
        &self,
        primal: impl Fn(&A) -> T,
        mut value_and_grad: impl FnMut(&A) -> (T, Ct<A>),
        at: A,
    ) -> Result<Agreement, Mismatch> {
        let mut run = || coordinates(value_and_grad(&at));
        self.reverse(&function(&primal, &at, &[Part::of(Root::Arguments, &at)]), &mut run, &[1.0])
    }

    /// See [`gradient_into`](super::gradient_into()).
    ///
    /// # Errors
    /// [`Mismatch`] says which law fails, and where.
    pub fn gradient_into<A: Point, T: Real + Point>(
        &self,
        primal: impl Fn(&A) -> T,
        mut value_and_grad_into: impl FnMut(&A, &mut Ct<A>) -> T,
        at: A,
    ) -> Result<Agreement, Mismatch> {
        self.reverse_into(primal, |at, grads| value_and_grad_into(at, grads), &at, &[1.0])
    }

    /// See [`vjp`](super::vjp()).
    ///
    /// # Errors
    /// [`Mismatch`] says which law fails, and where.
    pub fn vjp<A: Point, Y: Point>(
        &self,
        primal: impl Fn(&A) -> Y,
        mut vjp: impl FnMut(&A, Ct<Y>) -> (Y, Ct<A>),
        at: A,
    ) -> Result<Agreement, Mismatch> {
        let y = primal(&at);
        let u = weights(&y, &mut self.random());
        let mut run = || coordinates(vjp(&at, tangent_of(&y, &u)));
        self.reverse(&function(&primal, &at, &[Part::of(Root::Arguments, &at)]), &mut run, &u)
    }

    /// See [`vjp_into`](super::vjp_into()).
    ///
    /// # Errors
    /// [`Mismatch`] says which law fails, and where.
    pub fn vjp_into<A: Point, Y: Point>(
        &self,
        primal: impl Fn(&A) -> Y,
        mut vjp_into: impl FnMut(&A, Ct<Y>, &mut Ct<A>) -> Y,
        at: A,
    ) -> Result<Agreement, Mismatch> {
        let y = primal(&at);
        let u = weights(&y, &mut self.random());
        self.reverse_into(primal, |at, grads| vjp_into(at, tangent_of(&y, &u), grads), &at, &u)
    }

    /// See [`jvp`](super::jvp()).
    ///
    /// # Errors
    /// [`Mismatch`] says which law fails, and where.
    pub fn jvp<A: Point, Y: Point>(
        &self,
        primal: impl Fn(&A) -> Y,
        mut jvp: impl FnMut(&A, Ct<A>) -> (Y, Ct<Y>),
        at: A,
    ) -> Result<Agreement, Mismatch> {
        let parts = [Part::of(Root::Arguments, &at)];
        let subject = function(&primal, &at, &parts);
        let (y, _) = jvp(&at, zero_of(&at));
        let u = weights(&y, &mut self.random());
        value(&subject.results, &read(&y), &subject.y, subject.y_epsilon)?;
        self.jvp_by_differences(&subject, &mut |v| read(&jvp(&at, tangent_of(&at, v)).1), &u)
    }

    /// See [`adjoint`](super::adjoint()).
    ///
    /// # Errors
    /// [`Mismatch`] says where the two disagree.
    pub fn adjoint<A: Point, Y: Point>(
        &self,
        mut vjp: impl FnMut(&A, Ct<Y>) -> (Y, Ct<A>),
        mut jvp: impl FnMut(&A, Ct<A>) -> (Y, Ct<Y>),
        at: A,
    ) -> Result<Agreement, Mismatch> {
        let (y, _) = jvp(&at, zero_of(&at));
        let u = weights(&y, &mut self.random());
        let (_, grads) = vjp(&at, tangent_of(&y, &u));
        let parts = [Part::of(Root::Arguments, &at)];
        let epsilon = epsilon(&at).max(epsilon(&y));
        self.vjp_by_jvp(&parts, &read(&at), epsilon, &read(&grads), &mut |v| read(&jvp(&at, tangent_of(&at, v)).1), &u)
    }

    /// Checks a derivative of reverse mode for the cotangent `u` of the result: its value, a second run, and
    /// differences.
    pub(super) fn reverse(
        &self,
        subject: &Subject<'_>,
        run: &mut dyn FnMut() -> Pair,
        u: &[f64],
    ) -> Result<Agreement, Mismatch> {
        let ((y, grads), (again, grads_again)) = (run(), run());
        value(&subject.results, &y, &subject.y, subject.y_epsilon)?;
        same(Law::Repeatable, &subject.results, &again, &y)?;
        same(Law::Repeatable, subject.parts, &grads_again, &grads)?;
        self.vjp_by_differences(subject, &grads, u)
    }

    /// [`reverse`](Self::reverse) for a call that adds to cotangents.
    fn reverse_into<A: Point, Y: Leaves>(
        &self,
        primal: impl Fn(&A) -> Y,
        mut run: impl FnMut(&A, &mut Ct<A>) -> Y,
        at: &A,
        u: &[f64],
    ) -> Result<Agreement, Mismatch> {
        let parts = [Part::of(Root::Arguments, at)];
        let subject = function(&primal, at, &parts);
        let mut from_zero = || {
            let mut grads = zero_of(at);
            let y = run(at, &mut grads);
            coordinates((y, grads))
        };
        let agreement = self.reverse(&subject, &mut from_zero, u)?;
        let (_, once) = from_zero();
        let mut add = adding(at, |grads| {
            run(at, grads);
        });
        self.accumulation(&parts, subject.epsilon(), &once, &mut add)?;
        Ok(agreement)
    }

    pub(super) fn vjp_by_differences(
        &self,
        subject: &Subject<'_>,
        grads: &[f64],
        u: &[f64],
    ) -> Result<Agreement, Mismatch> {
        self.by_differences(Law::Vjp, subject, grads, &mut |v| along(grads, v), u)
    }

    pub(super) fn jvp_by_differences(
        &self,
        subject: &Subject<'_>,
        jvp: &mut dyn FnMut(&[f64]) -> Vec<f64>,
        u: &[f64],
    ) -> Result<Agreement, Mismatch> {
        self.by_differences(Law::Jvp, subject, &[], &mut |v| seen(&jvp(v), u, subject.at_epsilon), u)
    }

    /// Checks the derivative `found` along a direction against differences of `u · primal`. If it is the derivative of
    /// a gradient, the report says so.
    pub(super) fn by_differences(
        &self,
        law: Law,
        subject: &Subject<'_>,
        gradient: &[f64],
        found: &mut dyn FnMut(&[f64]) -> Slope,
        u: &[f64],
    ) -> Result<Agreement, Mismatch> {
        let epsilon = subject.epsilon();
        let tolerance = self.tolerance.unwrap_or(power(epsilon, 1));
        let mut expected = |v: &[f64]| five_point(&mut |t| subject.sample(v, t), u, epsilon);
        compare(&subject.at, self.probes, &mut self.random(), tolerance, found, &mut expected).map_err(|wrong| {
            let Sides { kink, noise } = sides(&mut |t| subject.sample(&wrong.direction, t), u, epsilon);
            let unit = if wrong.range.len() == 1 { wrong.direction[wrong.range.start] } else { 1.0 };
            let kink = kink.map(|(left, right)| (left / unit, right / unit));
            let wrong = Disagreement { uncertainty: wrong.uncertainty.max(noise / unit), ..wrong };
            let is_settled = wrong.uncertainty <= 0.1 * (wrong.found - wrong.expected).abs();
            let changes = kink.is_none() && wrong.expected.is_finite() && is_settled;
            let lost = changes.then(|| without_gradient(subject.parts, gradient, &wrong.range)).flatten();
            Mismatch { kink, lost, ..report(law, subject.parts, wrong) }
        })
    }

    /// Checks the cotangents `grads` for `u` against `u · J v`, which are equal up to rounding.
    pub(super) fn vjp_by_jvp(
        &self,
        parts: &[Part],
        at: &[f64],
        epsilon: f64,
        grads: &[f64],
        jvp: &mut dyn FnMut(&[f64]) -> Vec<f64>,
        u: &[f64],
    ) -> Result<Agreement, Mismatch> {
        // Terms as large as the gradient may cancel to zero in one mode, and leave their roundings in the other.
        let largest = grads.iter().map(|g| g.abs()).filter(|g| g.is_finite()).fold(0.0, f64::max);
        let cancelled = 16.0 * epsilon * largest;
        let mut expected = |v: &[f64]| {
            let slope = seen(&jvp(v), u, epsilon);
            Slope { noise: slope.noise + cancelled, uncertainty: slope.uncertainty + cancelled, ..slope }
        };
        compare(at, self.probes, &mut self.random(), rounding(epsilon), &mut |v| along(grads, v), &mut expected)
            .map_err(|wrong| report(Law::Adjoint, parts, wrong))
    }

    pub(super) fn random(&self) -> Random {
        Random::new(self.seed)
    }
}

/// The coordinates of a tangent of a value: random numbers between ½ and 1 in size, rounded to their types.
pub(super) fn weights<X: Differentiable<Tangent: Leaves>>(value: &X, random: &mut Random) -> Vec<f64> {
    let mut tangent = zero_of(value);
    let numbers: Vec<f64> = (0..tangent.parameter_count()).map(|_| random.weight()).collect();
    write(&mut tangent, &numbers);
    read(&tangent)
}

fn function<'a, A: Point, Y: Leaves>(primal: &'a dyn Fn(&A) -> Y, at: &'a A, parts: &'a [Part]) -> Subject<'a> {
    Subject::new(parts, at, primal)
}

fn coordinates<Y: Leaves, C: Leaves>((y, grads): (Y, C)) -> Pair {
    (read(&y), read(&grads))
}

/// The tolerance where two results differ by rounding only: `ε^¾`, thousands of roundings in `f64`.
pub(super) fn rounding(epsilon: f64) -> f64 {
    power(epsilon, 1) * power(epsilon, 2)
}

/// The gradient along `v`.
fn along(grads: &[f64], v: &[f64]) -> Slope {
    let terms = || grads.iter().zip(v).filter(|(_, v)| **v != 0.0).map(|(g, v)| g * v);
    Slope { value: terms().sum(), scale: terms().fold(0.0, Float::hypot), noise: 0.0, uncertainty: 0.0 }
}

/// The inner product of the tangent of the result with `u`.
pub(super) fn seen(tangent: &[f64], u: &[f64], epsilon: f64) -> Slope {
    let terms = || tangent.iter().zip(u).map(|(t, u)| t * u);
    let noise = 4.0 * epsilon * terms().map(f64::abs).sum::<f64>();
    let value: f64 = terms().sum();
    Slope { value, scale: value.abs(), noise, uncertainty: noise }
}

fn report(law: Law, parts: &[Part], wrong: Disagreement) -> Mismatch {
    let Disagreement { range, found, expected, uncertainty, error, tolerance, failed, compared, .. } = wrong;
    let place = place(parts, &range);
    Mismatch {
        law,
        place,
        found,
        expected,
        uncertainty,
        error,
        tolerance,
        failed,
        compared,
        kink: None,
        lost: None,
        function: None,
    }
}
