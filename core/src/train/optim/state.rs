//! What an optimizer remembers from step to step, for checkpoints.

use super::{Adagrad, Adam, AdamW, Averaged, FusedMomentum, Groups, Lamb, Lion, Momentum, RmsProp, Sgd};
use crate::differentiable::{Differentiable, NoGrad};
use crate::leaves::Leaves;

/// What an optimizer remembers, without its hyperparameters: moments, which have the type of the gradient, and a number of steps.
///
/// Implement it for an optimizer of yours to save it in a checkpoint:
///
/// ```
/// use cotangent::optim::State;
/// use cotangent::prelude::*;
///
/// struct HeavyBall<P: Differentiable> { velocity: P::Tangent }
///
/// impl<P: Differentiable<Tangent: Leaves>> State for HeavyBall<P> {
///     type Moment = P::Tangent;
///     const MOMENTS: usize = 1;
///     fn moment_name(_: usize) -> &'static str {
///         "velocity"
///     }
///     fn moment(&self, _: usize) -> &P::Tangent {
///         &self.velocity
///     }
///     fn moment_mut(&mut self, _: usize) -> &mut P::Tangent {
///         &mut self.velocity
///     }
/// }
/// let mut state = HeavyBall::<[f64; 2]> { velocity: [0.0, 1.0] };
/// state.moment_mut(0)[0] = 2.0;
/// assert_eq!(state.velocity, [2.0, 1.0]);
/// ```
pub trait State {
    /// The type of the moments: that of a gradient.
    type Moment: Leaves;
    /// How many moments there are.
    const MOMENTS: usize;

    /// The name of moment `i`. No two have the same.
    ///
    /// # Panics
    /// When there is none of that number.
    fn moment_name(i: usize) -> &'static str;

    /// Moment `i`.
    ///
    /// # Panics
    /// When there is none of that number.
    fn moment(&self, i: usize) -> &Self::Moment;

    /// Moment `i`, mutably.
    ///
    /// # Panics
    /// When there is none of that number.
    fn moment_mut(&mut self, i: usize) -> &mut Self::Moment;

    /// The number of steps taken, if the next step depends on it; else 0.
    fn steps_taken(&self) -> u64 {
        0
    }

    /// Changes the number of steps taken. Nothing happens if no step depends on it.
    fn set_steps_taken(&mut self, _: u64) {}
}

macro_rules! states {
    ($($optimizer:ident: [$($moment:ident)*] $($steps:ident)?;)*) => {$(
        impl<P: Differentiable<Tangent: Leaves>, R> State for $optimizer<P, R> {
            type Moment = P::Tangent;
            const MOMENTS: usize = [$(stringify!($moment)),*].len();
            fn moment_name(i: usize) -> &'static str {
                [$(stringify!($moment)),*][i]
            }
            fn moment(&self, i: usize) -> &P::Tangent {
                [$(&self.$moment),*][i]
            }
            fn moment_mut(&mut self, i: usize) -> &mut P::Tangent {
                let mut moments = [$(Some(&mut self.$moment)),*];
                moments[i].take().expect("each moment is there once")
            }
            $(
                fn steps_taken(&self) -> u64 {
                    self.$steps
                }
                fn set_steps_taken(&mut self, steps: u64) {
                    self.$steps = steps;
                }
            )?
        }
    )*};
}
states! {
    Adagrad: [squares];
    Adam: [first_moment second_moment] steps;
    AdamW: [first_moment second_moment] steps;
    FusedMomentum: [velocity];
    Lamb: [first_moment second_moment] steps;
    Lion: [moment];
    Momentum: [velocity];
    RmsProp: [squares];
}

impl<R> State for Sgd<R> {
    type Moment = NoGrad;
    const MOMENTS: usize = 0;
    fn moment_name(i: usize) -> &'static str {
        no_moment(i)
    }
    fn moment(&self, i: usize) -> &NoGrad {
        no_moment(i)
    }
    fn moment_mut(&mut self, i: usize) -> &mut NoGrad {
        no_moment(i)
    }
}

fn no_moment(i: usize) -> ! {
    panic!("gradient descent has no moments, number {i} was asked for")
}

/// The average comes first.
impl<P: Differentiable<Tangent: Leaves>, O: State<Moment = P::Tangent>> State for Averaged<P, O> {
    type Moment = P::Tangent;
    const MOMENTS: usize = 1 + O::MOMENTS;
    fn moment_name(i: usize) -> &'static str {
        if i == 0 { "average" } else { O::moment_name(i - 1) }
    }
    fn moment(&self, i: usize) -> &P::Tangent {
        if i == 0 { &self.average } else { self.optimizer.moment(i - 1) }
    }
    fn moment_mut(&mut self, i: usize) -> &mut P::Tangent {
        if i == 0 { &mut self.average } else { self.optimizer.moment_mut(i - 1) }
    }
    fn steps_taken(&self) -> u64 {
        self.optimizer.steps_taken()
    }
    fn set_steps_taken(&mut self, steps: u64) {
        self.optimizer.set_steps_taken(steps);
    }
}

/// That of the optimizer.
impl<P: Differentiable, O: State, const N: usize> State for Groups<P, O, N> {
    type Moment = O::Moment;
    const MOMENTS: usize = O::MOMENTS;
    fn moment_name(i: usize) -> &'static str {
        O::moment_name(i)
    }
    fn moment(&self, i: usize) -> &O::Moment {
        self.optimizer.moment(i)
    }
    fn moment_mut(&mut self, i: usize) -> &mut O::Moment {
        self.optimizer.moment_mut(i)
    }
    fn steps_taken(&self) -> u64 {
        self.optimizer.steps_taken()
    }
    fn set_steps_taken(&mut self, steps: u64) {
        self.optimizer.set_steps_taken(steps);
    }
}
