//! Adaptive maximum pooling: another length for an axis, each number the largest of a part.
//!
//! An operation changes one axis, as those of [`resample`](super::resample) do. A part is that of `adaptive_avg_pool`; neighbouring parts
//! overlap where the new length does not divide the old one.

use super::resample::part;
use crate::kernels::{self, Lines};
use crate::rule::{By1, rule};
use crate::scalar::Real;
use crate::tape::No;
use crate::tensor::{Axis, Dim, HasAxis, Shape, Tensor, Text, along, lines, wide_mut, written};

/// The indices of the largest numbers in the tensor.
type Places<const AXIS: isize, const LEN: usize, S> = Tensor<u32, <S as HasAxis<AXIS>>::With<Dim<LEN>>>;

impl<T: Real, S: Shape> Tensor<T, S> {
    /// Axis `AXIS` with `LEN` numbers, each the largest of a part: at position `k` of those from `⌊k L / LEN⌋` to before `⌈(k + 1) L / LEN⌉`,
    /// where `L` was the length. Along two axes it is `torch.nn.AdaptiveMaxPool2d`; take the last axis first, and ties are decided as there, row
    /// by row. A NaN loses against a number; where there is nothing but NaN the value is NaN.
    ///
    /// Derivative: 1 for the first of the largest numbers of the part, zero for the others; zero where there is nothing but NaN.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn smaller(x: &Tensor4<f64, 1, 1, 2, 3>) -> Tensor4<f64, 1, 1, 1, 2> {
    ///     x.adaptive_max_pool::<3, 2>().adaptive_max_pool::<2, 1>()
    /// }
    /// let x = tensor([[[[1.0, 6.0, 2.0], [3.0, 0.0, 6.0]]]]);
    /// let (y, x_bar) = smaller::vjp(&x, tensor([[[[1.0, 10.0]]]]));
    /// assert_eq!(y, tensor([[[[6.0, 6.0]]]])); // the middle column is in both parts
    /// assert_eq!(x_bar, tensor([[[[0.0, 11.0, 0.0], [0.0, 0.0, 0.0]]]]));
    /// ```
    #[inline]
    #[must_use]
    pub fn adaptive_max_pool<const AXIS: isize, const LEN: usize>(&self) -> Tensor<T, S::With<Dim<LEN>>>
    where
        S: HasAxis<AXIS>,
    {
        largest::<AXIS, LEN, T, S>(self).0
    }

    crate::derivatives_of! {
        pub adaptive_max_pool<const AXIS: isize, const LEN: usize>: By1<adaptive_max_pool<AXIS, LEN>>;
    }
}

fn put_largest<const AXIS: isize, const LEN: usize, T: Real, S: HasAxis<AXIS>>(
    x: &Tensor<T, S>,
    y: &mut Tensor<T, S::With<Dim<LEN>>>,
    places: &mut Places<AXIS, LEN, S>,
) {
    const {
        assert!(S::NUMEL < u32::MAX as usize, "pooling: a tensor of so many numbers");
        if S::Axis::LEN == 0 && LEN != 0 {
            along::<AXIS, S>(Text::new("adaptive_max_pool: length ").number(LEN).push(" cannot be made of"))
        }
    }
    let lines = [lines::<AXIS, S>(), Lines { len: LEN, ..lines::<AXIS, S>() }];
    let (y, places) = (y.as_mut_slice(), places.as_mut_slice());
    kernels::max_of_parts(lines, &|k| part(k, S::Axis::LEN, LEN), x.as_slice(), y, places);
}

fn largest<const AXIS: isize, const LEN: usize, T: Real, S: HasAxis<AXIS>>(
    x: &Tensor<T, S>,
) -> (Tensor<T, S::With<Dim<LEN>>>, Places<AXIS, LEN, S>) {
    written(|(y, places): &mut (Tensor<_, _>, Tensor<_, _>)| put_largest::<AXIS, LEN, T, S>(x, y, places))
}

rule! {
    /// Axis `AXIS` with `LEN` numbers, each the largest of a part. VJP: to the first of the largest numbers; none if all are NaN.
    adaptive_max_pool[AXIS: isize, LEN: usize] reads (No, No);
    linear for [T: Real, S: HasAxis<AXIS>] (x: Tensor<T, S>) -> Tensor<T, S::With<Dim<LEN>>>,
        keeps places: Places<AXIS, LEN, S> => written(|y: &mut Tensor<T, S::With<Dim<LEN>>>| {
            put_largest::<AXIS, LEN, T, S>(x, y, places);
        });
    y = largest::<AXIS, LEN, T, S>(x);
    x (places => |c, d| wide_mut(d, |d| kernels::add_at(places.as_slice(), c.as_slice(), d.as_mut_slice())));
    tangent(x_dot) = {
        let mut y_dot = Tensor::ZEROS;
        if let Some(x_dot) = x_dot {
            let (_, places) = largest::<AXIS, LEN, T, S>(x);
            kernels::take_at(places.as_slice(), x_dot.as_slice(), y_dot.as_mut_slice());
        }
        y_dot
    };
}
