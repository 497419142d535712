//! Batches of samples with channels: axis 0 counts the samples, axis 1 the channels, and the other axes are places.

use super::{Axis, Broadcast, HasAxis, One, Shape, SumTo, Tensor};

/// A shape of samples with channels: `(N, C)`, `(N, C, L)`, `(N, C, H, W)` or `(N, C, D, H, W)`.
#[diagnostic::on_unimplemented(
    message = "shape `{Self}` has no samples and channels",
    label = "no channel axis",
    note = "axis 0 is the samples, axis 1 the channels; up to three spatial axes follow: `(N, C)`, `(N, C, L)`, `(N, C, H, W)`"
)]
pub trait Channels:
    HasAxis<1, Axis = <Self as Channels>::Channel>
    + SumTo<<Self as Channels>::PerChannel>
    + Broadcast<<Self as Channels>::PerChannel, Joined = Self>
{
    /// The axis of the samples.
    type Samples: Axis;
    /// The axis of the channels.
    type Channel: Axis;
    /// The shape of one number for each channel, repeated along the other axes: `(C,)`, `(C, One)`, `(C, One, One)`, ..
    type PerChannel: Shape;
}

/// A number for each channel.
pub(crate) type OfChannels<T, S> = Tensor<T, (<S as Channels>::Channel,)>;

macro_rules! channels {
    ($([$($place:ident $one:ident)*])*) => {$(
        #[diagnostic::do_not_recommend]
        impl<N: Axis, C: Axis, $($place: Axis),*> Channels for (N, C, $($place),*) {
            type Samples = N;
            type Channel = C;
            type PerChannel = (C, $($one),*);
        }
    )*};
}
channels!([] [L One] [H One W One] [D One H One W One]);
