//! The crate that owns this folder's targets.
