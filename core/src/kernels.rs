//! Loops over slices of numbers.
//!
//! A kernel gets slices and a [`Plan`]: lengths and strides, never a tensor and never a derivative. It is generic over
//! the element type only, so its code exists once per type and not once per shape; being `#[inline]` it may still be
//! specialised where the plan is a constant and the shape small.

mod plan;

pub(crate) use plan::{MAX_RANK, Plan, contiguous};
