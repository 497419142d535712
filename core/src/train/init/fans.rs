//! The number of connections into a unit and out of an input, from the shape of the weights.

use crate::tensor::{Axis, Shape};

/// A shape of weights: two axes or more.
///
/// Two axes are `(in, out)`, as in `x.matmul(&w)`. Three or more are those of a convolution, `(out, in, kernel..)`;
/// every position of the kernel is a connection.
///
/// | shape | fan-in | fan-out |
/// |---|---|---|
/// | `(in, out)` | `in` | `out` |
/// | `(out, in, k..)` | `in` times all `k` | `out` times all `k` |
///
/// A shape with fewer than two axes does not compile, because it does not say what it connects; a bias starts as
/// [`Tensor::zeros`](crate::tensor::Tensor::zeros). A stack of matrices is not a convolution: draw each matrix
/// separately, or use [`normal`](super::normal) with the deviation you want.
///
/// ```
/// use cotangent::init::Fans;
/// use cotangent::prelude::*;
///
/// assert_eq!((<(Dim<64>, Dim<10>)>::FAN_IN, <(Dim<64>, Dim<10>)>::FAN_OUT), (64, 10));
///
/// type Kernel = (Dim<16>, Dim<3>, Dim<5>, Dim<5>); // from 3 channels to 16, by patches of 5 by 5
/// assert_eq!((Kernel::FAN_IN, Kernel::FAN_OUT), (3 * 25, 16 * 25));
/// ```
///
/// ```compile_fail,E0277
/// # use cotangent::prelude::*;
/// # use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
/// # let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
/// let bias: Vector<f32, 10> = cotangent::init::he_normal(&mut rng); // shape `(Dim<10>,)` has no fan-in and fan-out
/// ```
#[diagnostic::on_unimplemented(
    message = "shape `{Self}` has no fan-in and fan-out",
    label = "not a shape of weights",
    note = "weights have two axes `(in, out)`, or the axes of a convolution `(out, in, kernel..)`",
    note = "a bias starts as `Tensor::zeros()`; `init::normal` and `init::uniform` take any shape"
)]
pub trait Fans: Shape {
    /// How many inputs a unit of the layer sums.
    const FAN_IN: usize;
    /// How many units of the layer an input reaches.
    const FAN_OUT: usize;
}

impl<I: Axis, O: Axis> Fans for (I, O) {
    const FAN_IN: usize = I::LEN;
    const FAN_OUT: usize = O::LEN;
}

macro_rules! convolution {
    ($($k:ident)+) => {
        impl<O: Axis, I: Axis, $($k: Axis),+> Fans for (O, I, $($k),+) {
            const FAN_IN: usize = I::LEN $(* $k::LEN)+;
            const FAN_OUT: usize = O::LEN $(* $k::LEN)+;
        }
    };
}
convolution!(K1);
convolution!(K1 K2);
convolution!(K1 K2 K3);
convolution!(K1 K2 K3 K4);
