//! placeholder
#![cfg_attr(not(feature = "std"), no_std)]
#[cfg(feature = "alloc")]
extern crate alloc;
extern crate self as cotangent;

pub mod real;
pub mod tensor;
mod kernels;
