//! The memory of a gradient: its tape, and the gradient itself.

use super::{At, PureFunction, RunSweeps as _, ScalarResult};
use crate::differentiable::{Differentiable, Tangent};
use crate::tape::{TapeBuffer, TapeOverflow, UNBOUNDED, fits};

/// A tape of `WORDS` words and a gradient of type `G`, in memory of the caller's.
///
/// [`new`](Self::new) is a constant, so a workspace may be a `static`. Its size is that of the type.
///
/// ```
/// use cotangent::optim::Sgd;
/// use cotangent::prelude::*;
///
/// #[derive(Differentiable)]
/// struct Line { slope: f32, offset: f32 }
///
/// #[differentiable]
/// fn loss(line: &Line, #[constant] x: &[f32; 3], #[constant] y: &[f32; 3]) -> f32 {
///     let mut sum = 0.0;
///     for i in 0..3 {
///         let error = line.slope * x[i] + line.offset - y[i];
///         sum += error * error;
///     }
///     sum
/// }
///
/// let mut workspace = Workspace::<LineTangent, { loss::tape_words() }>::new();
/// let mut line = Line { slope: 0.0, offset: 0.0 };
/// let mut optimizer = Sgd::new(0.1_f32);
/// for _ in 0..100 {
///     let (_, gradient) = workspace.value_and_grad(loss::at(&line, &[-1.0, 0.0, 1.0], &[1.0, 2.0, 3.0]));
///     optimizer.step(&mut line, gradient);
/// }
/// assert!((line.slope - 1.0).abs() < 1e-3 && (line.offset - 2.0).abs() < 1e-3);
/// ```
///
/// A tape that is too small does not compile:
///
/// ```compile_fail,E0080
/// # use cotangent::prelude::*;
/// #[differentiable]
/// fn cube(x: f32) -> f32 {
///     x.exp() * x.sin()
/// }
/// Workspace::<f32, { cube::tape_words() - 1 }>::new().value_and_grad(cube::at(2.0));
/// ```
#[derive(Clone, Debug)]
pub struct Workspace<G, const WORDS: usize> {
    tape: TapeBuffer<WORDS>,
    /// It is made by the first call: not every zero is a constant.
    gradient: Option<G>,
}

impl<G, const WORDS: usize> Default for Workspace<G, WORDS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G, const WORDS: usize> Workspace<G, WORDS> {
    /// Memory that no gradient has used.
    #[must_use]
    pub const fn new() -> Self {
        Self { tape: TapeBuffer::new(), gradient: None }
    }
}

impl<G: Tangent, const WORDS: usize> Workspace<G, WORDS> {
    /// The value and the gradient of a function at some arguments.
    ///
    /// # Panics
    /// When the tape is too small for a function whose tape depends on its arguments. For any other this does not compile.
    #[inline]
    #[track_caller]
    pub fn value_and_grad<F, A, Y>(&mut self, at: At<F, A, Y>) -> (Y, &G)
    where
        F: PureFunction<A, Y, Gradient = G>,
        Y: Differentiable + ScalarResult<'static>,
    {
        fits(self.try_value_and_grad(at))
    }

    /// The value and the gradient of a function at some arguments.
    ///
    /// # Errors
    /// When the tape is too small for a function whose tape depends on its arguments: nothing was added to the gradient, which is zero.
    /// For any other this does not compile.
    #[inline]
    #[track_caller]
    pub fn try_value_and_grad<F, A, Y>(&mut self, at: At<F, A, Y>) -> Result<(Y, &G), TapeOverflow>
    where
        F: PureFunction<A, Y, Gradient = G>,
        Y: Differentiable + ScalarResult<'static>,
    {
        const {
            assert!(
                F::WORDS <= WORDS || F::WORDS >= UNBOUNDED,
                "the workspace is too small for the tape of this function: it needs `tape_words()` of the function"
            );
        }
        let arguments = at.into_arguments();
        if !G::SIZED {
            self.gradient = None; // the lengths may be others now
        }
        self.gradient.iter_mut().for_each(G::clear);
        let gradient = self.gradient.get_or_insert_with(|| F::zero(&arguments));
        let value = F::Sweeps::run(&mut self.tape, arguments, Y::one(), F::places(gradient))?;
        Ok((value, gradient))
    }
}
