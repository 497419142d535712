//! Every operation on tensors at random shapes, against PyTorch: values, gradients and tangents. `tests/data/oracle_shapes.py` makes the
//! cases; they are Rust code, because shapes are types.
//!
//! A quarter of them is compiled. All are by `cargo test -p cotangent-tests --all-features --test every_shape`, which takes a minute.

/// The other cases.
macro_rules! every {
    ($($cases:tt)*) => {};
}

mod case;
mod decisions;
mod shapes;
mod special;
