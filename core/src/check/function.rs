//! Functions: what the generated calls return, against finite differences of the primal.
#![expect(clippy::needless_pass_by_value, reason = "the point is mostly written in the call")]

use alloc::vec::Vec;

use num_traits::Float;

use super::Checker;
use super::compare::{Disagreement, compare};
use super::coordinates::{Around, Point, Root, epsilon, place, read, write};
use super::differences::{Slope, five_point, kink, power};
use super::exact::same;
use super::mismatch::{Agreement, Law, Mismatch};
use super::random::Random;
use crate::differentiable::{Ct, Tangent};
use crate::leaves::Leaves;
use crate::real::Real;

impl Checker {
    /// See [`gradient`](super::gradient()).
    ///
    /// # Errors
    /// [`Mismatch`] says which law does not hold, and where.
    pub fn gradient<A: Point, T: Real + Point>(
        &self,
        primal: impl Fn(&A) -> T,
        value_and_grad: impl FnMut(&A) -> (T, Ct<A>),
        at: A,
    ) -> Result<Agreement, Mismatch> {
        self.reverse(primal, value_and_grad, &at, &[1.0])
    }

    /// See [`gradient_into`](super::gradient_into()).
    ///
    /// # Errors
    /// [`Mismatch`] says which law does not hold, and where.
    pub fn gradient_into<A: Point, T: Real + Point>(
        &self,
        primal: impl Fn(&A) -> T,
        value_and_grad_into: impl FnMut(&A, &mut Ct<A>) -> T,
        at: A,
    ) -> Result<Agreement, Mismatch> {
        self.reverse_into(primal, value_and_grad_into, &at, &[1.0])
    }

    /// See [`vjp`](super::vjp()).
    ///
    /// # Errors
    /// [`Mismatch`] says which law does not hold, and where.
    pub fn vjp<A: Point, Y: Point>(
        &self,
        primal: impl Fn(&A) -> Y,
        mut vjp: impl FnMut(&A, Ct<Y>) -> (Y, Ct<A>),
        at: A,
    ) -> Result<Agreement, Mismatch> {
        let seed = self.random_tangent::<Ct<Y>>();
        self.reverse(primal, |at| vjp(at, seed.clone()), &at, &read(&seed))
    }

    /// See [`vjp_into`](super::vjp_into()).
    ///
    /// # Errors
    /// [`Mismatch`] says which law does not hold, and where.
    pub fn vjp_into<A: Point, Y: Point>(
        &self,
        primal: impl Fn(&A) -> Y,
        mut vjp_into: impl FnMut(&A, Ct<Y>, &mut Ct<A>) -> Y,
        at: A,
    ) -> Result<Agreement, Mismatch> {
        let seed = self.random_tangent::<Ct<Y>>();
        self.reverse_into(primal, |at, grads: &mut Ct<A>| vjp_into(at, seed.clone(), grads), &at, &read(&seed))
    }

    /// See [`jvp`](super::jvp()).
    ///
    /// # Errors
    /// [`Mismatch`] says which law does not hold, and where.
    pub fn jvp<A: Point, Y: Point>(
        &self,
        primal: impl Fn(&A) -> Y,
        mut jvp: impl FnMut(&A, Ct<A>) -> (Y, Ct<Y>),
        at: A,
    ) -> Result<Agreement, Mismatch> {
        let u = read(&self.random_tangent::<Ct<Y>>());
        let (y, _) = jvp(&at, Ct::<A>::zero());
        same(Law::Value, Root::Result, &y, &primal(&at))?;
        let tangent = |v: &[f64]| jvp(&at, with_coordinates(v)).1;
        self.jvp_by_differences(Root::Arguments, &at, primal, tangent, &u)
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
        let seed = self.random_tangent::<Ct<Y>>();
        let (y, grads) = vjp(&at, seed.clone());
        self.vjp_by_jvp(Root::Arguments, &at, &y, &read(&grads), |v| jvp(&at, with_coordinates(v)).1, &read(&seed))
    }

    /// A derivative of reverse mode for the cotangent `u` of the result: its value, a second run, and differences.
    fn reverse<A: Point, Y: Leaves>(
        &self,
        primal: impl Fn(&A) -> Y,
        mut run: impl FnMut(&A) -> (Y, Ct<A>),
        at: &A,
        u: &[f64],
    ) -> Result<Agreement, Mismatch> {
        let (y, grads) = run(at);
        let (again, grads_again) = run(at);
        same(Law::Value, Root::Result, &y, &primal(at))?;
        same(Law::Repeatable, Root::Result, &again, &y)?;
        same(Law::Repeatable, Root::Arguments, &grads_again, &grads)?;
        self.vjp_by_differences(Root::Arguments, at, primal, &read(&grads), u)
    }

    /// [`reverse`](Self::reverse) for a call that adds to cotangents.
    fn reverse_into<A: Point, Y: Leaves>(
        &self,
        primal: impl Fn(&A) -> Y,
        mut run: impl FnMut(&A, &mut Ct<A>) -> Y,
        at: &A,
        u: &[f64],
    ) -> Result<Agreement, Mismatch> {
        let epsilon = epsilon(at).max(epsilon(&primal(at)));
        let from_zero = |at: &A| {
            let mut grads = Ct::<A>::zero();
            (run(at, &mut grads), grads)
        };
        let agreement = self.reverse(primal, from_zero, at, u)?;
        self.accumulation(Root::Arguments, epsilon, |grads: &mut Ct<A>| {
            run(at, grads);
        })?;
        Ok(agreement)
    }

    pub(super) fn vjp_by_differences<A: Point, Y: Leaves>(
        &self,
        root: Root,
        at: &A,
        primal: impl Fn(&A) -> Y,
        grads: &[f64],
        u: &[f64],
    ) -> Result<Agreement, Mismatch> {
        self.by_differences(Law::Vjp, root, at, &primal, &mut |v| along(grads, v), u)
    }

    pub(super) fn jvp_by_differences<A: Point, Y: Leaves, T: Leaves>(
        &self,
        root: Root,
        at: &A,
        primal: impl Fn(&A) -> Y,
        mut jvp: impl FnMut(&[f64]) -> T,
        u: &[f64],
    ) -> Result<Agreement, Mismatch> {
        let epsilon = epsilon(at);
        self.by_differences(Law::Jvp, root, at, &primal, &mut |v| seen(&read(&jvp(v)), u, epsilon), u)
    }

    /// The tangent of a VJP, at operands and a cotangent that move both.
    pub(super) fn second_by_differences<A: Point, Y: Leaves>(
        &self,
        at: &A,
        vjp: impl Fn(&A) -> Y,
        mut along: impl FnMut(&[f64]) -> Y,
        u: &[f64],
    ) -> Result<Agreement, Mismatch> {
        let epsilon = epsilon(at);
        self.by_differences(Law::Second, Root::Moving, at, &vjp, &mut |v| seen(&read(&along(v)), u, epsilon), u)
    }

    /// The derivative `found` along a direction, against differences of `u · primal`.
    fn by_differences<A: Point, Y: Leaves>(
        &self,
        law: Law,
        root: Root,
        at: &A,
        primal: &dyn Fn(&A) -> Y,
        found: &mut dyn FnMut(&[f64]) -> Slope,
        u: &[f64],
    ) -> Result<Agreement, Mismatch> {
        let epsilon = epsilon(at).max(epsilon(&primal(at)));
        let around = Around::new(at, primal);
        let tolerance = self.tolerance.unwrap_or(power(epsilon, 1));
        let mut expected = |v: &[f64]| five_point(&mut |t| around.sample(v, t), u, epsilon);
        compare(&read(at), self.probes, &mut self.random(), tolerance, found, &mut expected).map_err(|wrong| {
            let kink = kink(&mut |t| around.sample(&wrong.direction, t), u, epsilon);
            let unit = wrong.direction[wrong.range.start];
            let kink = kink
                .map(|(left, right)| if wrong.range.len() == 1 { (left / unit, right / unit) } else { (left, right) });
            Mismatch { kink, ..report(law, root, at, wrong) }
        })
    }

    /// The cotangents `grads` for `u`, against `u · J v`: exact but for rounding.
    pub(super) fn vjp_by_jvp<A: Point, Y: Leaves, T: Leaves>(
        &self,
        root: Root,
        at: &A,
        y: &Y,
        grads: &[f64],
        mut jvp: impl FnMut(&[f64]) -> T,
        u: &[f64],
    ) -> Result<Agreement, Mismatch> {
        let epsilon = epsilon(at).max(epsilon(y));
        let mut expected = |v: &[f64]| seen(&read(&jvp(v)), u, epsilon);
        compare(&read(at), self.probes, &mut self.random(), rounding(epsilon), &mut |v| along(grads, v), &mut expected)
            .map_err(|wrong| report(Law::Adjoint, root, at, wrong))
    }

    pub(super) fn random(&self) -> Random {
        Random::new(self.seed)
    }

    /// A tangent of random numbers between ½ and 1 in size.
    pub(super) fn random_tangent<T: Tangent + Leaves>(&self) -> T {
        let mut random = self.random();
        with_coordinates(&(0..T::PARAMETERS).map(|_| random.weight()).collect::<Vec<_>>())
    }
}

/// The tangent with these coordinates.
pub(super) fn with_coordinates<T: Tangent + Leaves>(coordinates: &[f64]) -> T {
    let mut tangent = T::zero();
    write(&mut tangent, coordinates);
    tangent
}

/// What is allowed where two results differ by rounding only: `ε^¾`, thousands of roundings in `f64`.
pub(super) fn rounding(epsilon: f64) -> f64 {
    power(epsilon, 1) * power(epsilon, 2)
}

/// The gradient along `v`.
fn along(grads: &[f64], v: &[f64]) -> Slope {
    let terms = || grads.iter().zip(v).filter(|(_, v)| **v != 0.0).map(|(g, v)| g * v);
    Slope { value: terms().sum(), scale: terms().fold(0.0, Float::hypot), noise: 0.0, uncertainty: 0.0 }
}

/// The tangent of the result as seen through `u`.
fn seen(tangent: &[f64], u: &[f64], epsilon: f64) -> Slope {
    let terms = || tangent.iter().zip(u).map(|(t, u)| t * u);
    let noise = 4.0 * epsilon * terms().map(f64::abs).sum::<f64>();
    let value: f64 = terms().sum();
    Slope { value, scale: value.abs(), noise, uncertainty: noise }
}

fn report<A: Leaves>(law: Law, root: Root, at: &A, wrong: Disagreement) -> Mismatch {
    let Disagreement { range, found, expected, uncertainty, error, tolerance, failed, compared, .. } = wrong;
    let place = place(at, root, &range);
    Mismatch { law, place, found, expected, uncertainty, error, tolerance, failed, compared, kink: None }
}
