//! One training step, as firmware would have it: no `std`, no allocator, memory that is known before the program runs.
//!
//! A static library has to be complete, so this one builds only if nothing under it uses `std` (which has a panic handler of its
//! own) or allocates (there is no global allocator).
#![no_std]

use core::panic::PanicInfo;

use cotangent::prelude::*;

/// A controller with four inputs and one output, and the tape for its gradient.
#[derive(Debug)]
pub struct Learner {
    model: Model,
    gradient: Ct<Model>,
    tape: TapeBuffer<{ loss::tape_words() }>,
}

/// Its parameters.
#[derive(Clone, Debug, Differentiable)]
pub struct Model {
    /// Hidden layer.
    pub w: Matrix<f32, 4, 8>,
    /// Its bias.
    pub b: Vector<f32, 8>,
    /// Output.
    pub v: Vector<f32, 8>,
}

/// The squared error of one observation.
#[differentiable]
pub fn loss(model: &Model, #[constant] x: &Vector<f32, 4>, #[constant] target: f32) -> f32 {
    let h = (x.matmul(&model.w) + model.b).tanh();
    ((h * model.v).sum() - target).powi(2)
}

impl Learner {
    /// One step of gradient descent; the loss before it, or how much tape was missing.
    ///
    /// # Errors
    /// When the tape is too small, which it is not.
    pub fn step(&mut self, x: &Vector<f32, 4>, target: f32, rate: f32) -> Result<f32, TapeOverflow> {
        self.gradient = Ct::<Model>::zero();
        let value = loss::try_value_and_grad_into(&mut self.tape, &self.model, x, target, &mut self.gradient)?;
        self.model.w -= self.gradient.w * rate;
        self.model.b -= self.gradient.b * rate;
        self.model.v -= self.gradient.v * rate;
        Ok(value)
    }
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}
