//! Training: layers, initial weights, batches of data, optimizers, problems of argmin, gradients of a batch on several threads, models and
//! runs as files, logs, progress and plots of runs, and how they are stopped.

#[cfg(feature = "argmin")]
pub mod argmin;
#[cfg(all(feature = "safetensors", feature = "std"))]
pub mod checkpoint;
#[cfg(all(feature = "rand", feature = "alloc"))]
pub mod data;
#[cfg(feature = "rand")]
pub mod init;
#[cfg(feature = "interrupt")]
pub mod interrupt;
#[cfg(feature = "std")]
pub mod log;
pub mod nn;
pub mod optim;
#[cfg(feature = "rayon")]
pub mod parallel;
#[cfg(feature = "report")]
pub mod report;
#[cfg(feature = "safetensors")]
pub mod safetensors;
