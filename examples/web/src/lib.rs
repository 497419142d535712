//! A network that learns to read digits, compiled to WebAssembly: `index.html` draws what it does.
//!
//! All memory is in one `static`; nothing is allocated.

mod digits;
mod exports;
mod random;
mod trainer;

pub use digits::{CLASSES, Digit, PIXELS};
pub use trainer::{BATCH, Trainer};
