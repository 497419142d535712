//! Training: layers, initial weights, optimizers, problems of argmin, gradients of a batch on several threads, models as files.

#[cfg(feature = "argmin")]
pub mod argmin;
#[cfg(feature = "rand")]
pub mod init;
pub mod nn;
pub mod optim;
#[cfg(feature = "rayon")]
pub mod parallel;
#[cfg(feature = "safetensors")]
pub mod safetensors;
