//! What is claimed of nalgebra's types.

use ::nalgebra::{Complex, Point, Quaternion, SMatrix, SVector, Unit};

use super::{Joins, Leads};
use crate::scalar::Real;

/// It leads to what it promises something of, which has the same tangent.
impl<T> Leads for Unit<T> {}

macro_rules! joins {
    ($([$(const $n:ident),*] $a:ty, $b:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Real, $(const $n: usize),*> Joins<$b> for $a {}
        #[diagnostic::do_not_recommend]
        impl<T: Real, $(const $n: usize),*> Joins<&$b> for $a {}
    )*};
}
joins! {
    [const R, const C] SMatrix<T, R, C>, SMatrix<T, R, C>;
    [const D] Point<T, D>, SVector<T, D>;
    [] Quaternion<T>, Quaternion<T>;
    [] Complex<T>, Complex<T>;
}
