//! Recurrent layers: one step of each; a loop over them is a sequence.

use super::Linear;
use crate::differentiable;
use crate::prelude::*;
#[cfg(feature = "rand")]
use crate::train::init;

/// What one gate of a recurrent layer reads: `x W + b + h U + c`.
#[derive(Differentiable, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Gate<T: Real, const I: usize, const H: usize> {
    /// Of the input: `W` and `b`.
    pub input: Linear<T, I, H>,
    /// Of the last state: `U` and `c`.
    pub hidden: Linear<T, H, H>,
}

#[cfg(feature = "rand")]
impl<T: Real, const I: usize, const H: usize> Gate<T, I, H> {
    /// Uniform numbers between `±1/√H`, as the recurrent layers of PyTorch begin.
    ///
    /// # Panics
    /// When `H` is 0.
    pub fn new(rng: &mut (impl rand::Rng + ?Sized)) -> Self {
        let end = super::end(H);
        Self {
            input: Linear { weight: init::uniform(-end, end, rng), bias: init::uniform(-end, end, rng) },
            hidden: Linear { weight: init::uniform(-end, end, rng), bias: init::uniform(-end, end, rng) },
        }
    }
}

#[differentiable]
impl<T: Real, const I: usize, const H: usize> Gate<T, I, H> {
    /// `x W + b + h U + c`
    pub fn apply<const B: usize>(&self, x: &Matrix<T, B, I>, h: &Matrix<T, B, H>) -> Matrix<T, B, H> {
        self.input.apply(x) + self.hidden.apply(h)
    }
}

/// A recurrent layer: `h ← tanh(x W + b + h U + c)` (Elman 1990).
///
/// ```
/// use cotangent::nn::{Gate, Linear, Rnn};
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn last(layer: &Rnn<f64, 1, 2>, #[constant] xs: &[Matrix<f64, 3, 1>; 4]) -> Matrix<f64, 3, 2> {
///     let mut h = Matrix::zeros();
///     for x in xs {
///         h = layer.step(x, &h);
///     }
///     h
/// }
/// let zeros = Linear { weight: Matrix::zeros(), bias: Vector::zeros() };
/// let input = Linear { weight: Matrix::full(1.0), bias: Vector::zeros() };
/// let layer = Rnn { gate: Gate { input, hidden: zeros } };
/// let h = last(&layer, &[0.5; 4].map(Matrix::full));
/// assert_eq!(h, Matrix::full(0.5_f64.tanh())); // it forgets
/// ```
#[derive(Differentiable, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rnn<T: Real, const I: usize, const H: usize> {
    /// What the state is made of.
    pub gate: Gate<T, I, H>,
}

#[differentiable]
impl<T: Real, const I: usize, const H: usize> Rnn<T, I, H> {
    /// The next state.
    pub fn step<const B: usize>(&self, x: &Matrix<T, B, I>, h: &Matrix<T, B, H>) -> Matrix<T, B, H> {
        self.gate.apply(x, h).tanh()
    }
}

/// A gated recurrent unit (Cho et al. 2014), in the form of PyTorch:
///
/// ```text
/// r = σ(reset)   z = σ(update)   n = tanh(x W + b + r·(h U + c))
/// h ← (1 - z)·n + z·h
/// ```
///
/// ```
/// use cotangent::nn::Gru;
/// use cotangent::prelude::*;
/// # #[cfg(feature = "rand")] {
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
///
/// #[differentiable]
/// fn energy(layer: &Gru<f64, 2, 3>, #[constant] xs: &[Matrix<f64, 1, 2>; 5]) -> f64 {
///     let mut h = Matrix::zeros();
///     for x in xs {
///         h = layer.step(x, &h);
///     }
///     h.powi(2).sum()
/// }
/// let layer = Gru::new(&mut Xoshiro256PlusPlus::seed_from_u64(1));
/// energy::at(&layer, &[Matrix::full(1.0); 5]).check().unwrap();
/// # }
/// ```
#[derive(Differentiable, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Gru<T: Real, const I: usize, const H: usize> {
    /// How much of the last state the new one sees.
    pub reset: Gate<T, I, H>,
    /// How much of the last state stays.
    pub update: Gate<T, I, H>,
    /// The new state.
    pub new: Gate<T, I, H>,
}

#[differentiable]
impl<T: Real, const I: usize, const H: usize> Gru<T, I, H> {
    /// The next state.
    pub fn step<const B: usize>(&self, x: &Matrix<T, B, I>, h: &Matrix<T, B, H>) -> Matrix<T, B, H> {
        let reset = self.reset.apply(x, h).sigmoid();
        let update = self.update.apply(x, h).sigmoid();
        let new = (self.new.input.apply(x) + reset * self.new.hidden.apply(h)).tanh();
        new + update * (h - new)
    }
}

/// Long short-term memory (Hochreiter and Schmidhuber 1997; with the forget gate of Gers et al. 2000):
///
/// ```text
/// c ← σ(forget)·c + σ(input)·tanh(cell)
/// h ← σ(output)·tanh(c)
/// ```
///
/// ```
/// use cotangent::nn::Lstm;
/// use cotangent::prelude::*;
/// # #[cfg(feature = "rand")] {
/// use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
///
/// #[differentiable]
/// fn energy(layer: &Lstm<f64, 2, 3>, #[constant] xs: &[Matrix<f64, 1, 2>; 5]) -> f64 {
///     let (mut h, mut c) = (Matrix::zeros(), Matrix::zeros());
///     for x in xs {
///         (h, c) = layer.step(x, &h, &c);
///     }
///     h.powi(2).sum()
/// }
/// let layer = Lstm::new(&mut Xoshiro256PlusPlus::seed_from_u64(1));
/// energy::at(&layer, &[Matrix::full(1.0); 5]).check().unwrap();
/// # }
/// ```
#[derive(Differentiable, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Lstm<T: Real, const I: usize, const H: usize> {
    /// How much is written to the cell.
    pub input: Gate<T, I, H>,
    /// How much of the cell stays.
    pub forget: Gate<T, I, H>,
    /// What is written to the cell.
    pub cell: Gate<T, I, H>,
    /// How much of the cell is seen.
    pub output: Gate<T, I, H>,
}

#[differentiable]
impl<T: Real, const I: usize, const H: usize> Lstm<T, I, H> {
    /// The next state and the next cell.
    pub fn step<const B: usize>(
        &self,
        x: &Matrix<T, B, I>,
        h: &Matrix<T, B, H>,
        c: &Matrix<T, B, H>,
    ) -> (Matrix<T, B, H>, Matrix<T, B, H>) {
        let kept = self.forget.apply(x, h).sigmoid() * c;
        let c = kept + self.input.apply(x, h).sigmoid() * self.cell.apply(x, h).tanh();
        (self.output.apply(x, h).sigmoid() * c.tanh(), c)
    }
}

/// New layers from a generator of random numbers.
#[cfg(feature = "rand")]
macro_rules! new_layers {
    ($($layer:ident: $($gate:ident)*;)*) => {$(
        impl<T: Real, const I: usize, const H: usize> $layer<T, I, H> {
            /// Gates as [`Gate::new`] makes them.
            ///
            /// # Panics
            /// When `H` is 0.
            pub fn new(rng: &mut (impl rand::Rng + ?Sized)) -> Self {
                Self { $($gate: Gate::new(rng)),* }
            }
        }
    )*};
}
#[cfg(feature = "rand")]
new_layers! {
    Rnn: gate;
    Gru: reset update new;
    Lstm: input forget cell output;
}
