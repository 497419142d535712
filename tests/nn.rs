//! The parts of neural networks: against plain loops, and their derivatives against differences.

mod attention;
#[cfg(feature = "layers")]
mod ctc;
mod forward_mode;
#[cfg(feature = "layers")]
mod generation;
#[cfg(all(feature = "layers", feature = "safetensors"))]
mod layers;
mod normalisation;
#[cfg(feature = "layers")]
mod sequential;
