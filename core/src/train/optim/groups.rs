//! Rates and decays for the leaves whose names match a pattern.

use super::Optimizer;
use super::hyperparameter::{converted, not_negative};
use crate::differentiable::{Differentiable, zero_of};
use crate::leaves::{LeafName, Leaves, Update, update};
use crate::scalar::Real;

/// Another optimizer, with a rate and a weight decay of their own for the leaves whose names match a pattern.
///
/// ```text
/// p ← p + r·step - r·rate·weight_decay·p        for the leaves of a group, where `step` is that of the optimizer
/// ```
///
/// A leaf belongs to the first group whose pattern it matches, see [`LeafName::matches`]; a leaf of no group is stepped as without groups.
/// The decay is decoupled (Loshchilov and Hutter, *Decoupled Weight Decay Regularization*, 2019), and acts beside that of the
/// optimizer, so set one of them to 0. The parameters before the step are kept, in the form of the gradient.
///
/// ```
/// use cotangent::optim::{Group, Groups, Sgd};
/// use cotangent::prelude::*;
///
/// #[derive(Differentiable)]
/// struct Layer { weight: f64, bias: f64 }
///
/// #[derive(Differentiable)]
/// struct Model { read: [Layer; 2], answer: Layer }
///
/// let layer = || Layer { weight: 1.0, bias: 1.0 };
/// let mut model = Model { read: [layer(), layer()], answer: layer() };
/// let groups = [("read.0.**", Group::FIXED), ("**.weight", Group::decay(0.1)), ("answer.bias", Group::rate(3.0))];
/// let mut optimizer = Groups::new(&model, Sgd::new(0.5), groups);
///
/// let by_layer = || LayerTangent { weight: 1.0, bias: 1.0 };
/// let gradient = ModelTangent { read: [by_layer(), by_layer()], answer: by_layer() };
/// optimizer.step(&mut model, &gradient);
/// assert_eq!((model.read[0].weight, model.read[0].bias), (1.0, 1.0)); // the first group counts
/// assert_eq!((model.read[1].weight, model.read[1].bias), (0.45, 0.5));
/// assert_eq!((model.answer.weight, model.answer.bias), (0.45, -0.5));
/// ```
#[derive(Clone, Debug)]
pub struct Groups<P: Differentiable, O, const N: usize> {
    /// The optimizer that takes the steps.
    pub optimizer: O,
    /// The patterns, and what holds for the leaves that match them.
    pub groups: [(&'static str, Group); N],
    before: P::Tangent,
}

/// What holds for the leaves of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Group {
    /// The factor of the step: finite, not negative. At 0 the parameters stay as they are, to the bit.
    pub rate: f64,
    /// The share of a parameter that a step subtracts, in units of its rate: finite, not negative.
    pub weight_decay: f64,
}

impl Group {
    /// No step and no decay.
    pub const FIXED: Self = Self::rate(0.0);

    /// So many times the step of the optimizer, without decay.
    #[must_use]
    pub const fn rate(rate: f64) -> Self {
        Self { rate, weight_decay: 0.0 }
    }

    /// The step of the optimizer, with a decay.
    #[must_use]
    pub const fn decay(weight_decay: f64) -> Self {
        Self { rate: 1.0, weight_decay }
    }
}

impl<P: Differentiable<Tangent: Leaves> + Leaves, O, const N: usize> Groups<P, O, N> {
    /// An optimizer for parameters of this type and of these lengths; their values do not matter.
    ///
    /// # Panics
    /// When no leaf matches a pattern; the message names it.
    #[track_caller]
    pub fn new(parameters: &P, optimizer: O, groups: [(&'static str, Group); N]) -> Self {
        for (pattern, _) in groups {
            let is_there = (0..parameters.leaf_count()).any(|i| parameters.leaf_name(i).matches(pattern));
            assert!(is_there, "no leaf matches `{pattern}`");
        }
        Self { optimizer, groups, before: zero_of(parameters) }
    }
}

impl<P: Differentiable<Tangent: Leaves> + Leaves, O: Optimizer<P>, const N: usize> Optimizer<P> for Groups<P, O, N> {
    fn step(&mut self, parameters: &mut P, gradient: &P::Tangent) {
        let Self { optimizer, groups, before } = self;
        for (_, group) in groups.iter() {
            not_negative("rate", group.rate);
            not_negative("weight_decay", group.weight_decay);
        }
        let group = |name: LeafName| groups.iter().find(|(pattern, _)| name.matches(pattern)).map(|(_, group)| *group);
        update(&mut Keep, parameters, gradient, [before]);
        optimizer.step(parameters, gradient);
        let mut leaves = 0..;
        let mut next = || leaves.next().and_then(|i| group(gradient.leaf_name(i)));
        update(&mut Change { next: &mut next, rate: optimizer.rate() }, parameters, gradient, [before]);
    }

    fn rate(&self) -> f64 {
        self.optimizer.rate()
    }

    fn set_rate(&mut self, rate: f64) {
        self.optimizer.set_rate(rate);
    }
}

/// Copies the parameters.
struct Keep;

impl Update<1> for Keep {
    #[inline(never)]
    fn leaf<T: Real>(&mut self, _: &[usize], parameters: &mut [T], _: &[T], [before]: [&mut [T]; 1]) {
        before.copy_from_slice(parameters);
    }
}

/// Changes the step that a leaf has taken.
struct Change<'a> {
    /// The group of the next leaf.
    next: &'a mut dyn FnMut() -> Option<Group>,
    /// The rate of the optimizer.
    rate: f64,
}

impl Update<1> for Change<'_> {
    #[inline(never)]
    fn leaf<T: Real>(&mut self, _: &[usize], parameters: &mut [T], _: &[T], [before]: [&mut [T]; 1]) {
        let Some(Group { rate, weight_decay }) = (self.next)() else { return };
        let decay = converted::<f64, T::Wide>(rate * self.rate * weight_decay);
        let factor = converted::<f64, T::Wide>(rate);
        for (p, before) in parameters.iter_mut().zip(before) {
            let (wide, old) = (p.widen(), before.widen());
            // A factor of 0 leaves nothing of the step, not even NaN, and one of 1 changes nothing.
            *p = if rate == 0.0 {
                *before
            } else if rate == 1.0 {
                T::rounded(wide - decay * old)
            } else {
                T::rounded(old + factor * (wide - old) - decay * old)
            };
        }
    }
}
