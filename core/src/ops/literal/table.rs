//! Between axes and numbers made of types, in which lengths can be computed: up to 1024 in both directions.
//!
//! Types on stable Rust cannot compute with `N` of `Dim<N>`. So each length has a row here, written by halves: `2 n` and `2 n + 1` follow
//! from `n`. Twice as many rows take four times as long to compile, because each is compared with all others.

use typenum::{B0, B1, UInt, UTerm, Unsigned};

use crate::tensor::{Axis, Dim, One};

/// An axis whose length is a number made of types.
#[diagnostic::on_unimplemented(
    message = "the length of axis `{Self}` is not known here",
    note = "it must be a literal of at most 1024"
)]
pub trait Known: Axis {
    /// The length.
    type Number: Unsigned;
}

/// A number made of types that is the length of an axis.
pub trait Length: Unsigned {
    /// The axis.
    type Axis: Axis;
}

/// The number of an axis.
pub(super) type Number<A> = <A as Known>::Number;

macro_rules! lengths {
    ([] $number:ty, $n:expr) => {
        #[diagnostic::do_not_recommend]
        impl Known for Dim<{ $n }> {
            type Number = $number;
        }
        #[diagnostic::do_not_recommend]
        impl Length for $number {
            type Axis = Dim<{ $n }>;
        }
    };
    ([half $($half:tt)*] $number:ty, $n:expr) => {
        lengths!([] $number, $n);
        lengths!([$($half)*] UInt<$number, B0>, 2 * $n);
        lengths!([$($half)*] UInt<$number, B1>, 2 * $n + 1);
    };
}
lengths!([] UTerm, 0);
lengths!([half half half half half half half half half] UInt<UTerm, B1>, 1);
lengths!([] typenum::U1024, 1024);

#[diagnostic::do_not_recommend]
impl Known for One {
    type Number = UInt<UTerm, B1>;
}
