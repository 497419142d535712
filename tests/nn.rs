//! The parts of neural networks: against plain loops, and their gradients against differences.

mod attention;
mod normalisation;
