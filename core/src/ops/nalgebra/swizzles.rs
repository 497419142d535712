//! `v.xy()`, `p.zyx()`: some components of a vector or a point, in any order.

use ::nalgebra::{Dim, Matrix, Point, SVector, Scalar};

use super::forms::linear;
use crate::rule::{By1, rule};
use crate::tape::No;

rule! {
    /// The components `I` and `J`.
    two_of[I: usize, J: usize] reads (No, No);
}
rule! {
    /// The components `I`, `J` and `K`.
    three_of[I: usize, J: usize, K: usize] reads (No, No);
}

linear! {
    two_of<I, J>: [const I: usize, const J: usize, const D: usize] (SVector<T, D>) -> SVector<T, 2>;
        |v| SVector::<T, 2>::new(v[I], v[J]); |t| SVector::<T, 2>::new(t[I], t[J]);
        |c, d| [I, J].iter().zip(c.iter()).for_each(|(i, c)| d[*i] += *c);
    two_of<I, J>: [const I: usize, const J: usize, const D: usize] (Point<T, D>) -> Point<T, 2>;
        |p| Point::<T, 2>::new(p[I], p[J]); |t| Point::<T, 2>::new(t[I], t[J]);
        |c, d| [I, J].iter().zip(c.iter()).for_each(|(i, c)| d[*i] += *c);
    three_of<I, J, K>: [const I: usize, const J: usize, const K: usize, const D: usize] (SVector<T, D>) -> SVector<T, 3>;
        |v| SVector::<T, 3>::new(v[I], v[J], v[K]); |t| SVector::<T, 3>::new(t[I], t[J], t[K]);
        |c, d| [I, J, K].iter().zip(c.iter()).for_each(|(i, c)| d[*i] += *c);
    three_of<I, J, K>: [const I: usize, const J: usize, const K: usize, const D: usize] (Point<T, D>) -> Point<T, 3>;
        |p| Point::<T, 3>::new(p[I], p[J], p[K]); |t| Point::<T, 3>::new(t[I], t[J], t[K]);
        |c, d| [I, J, K].iter().zip(c.iter()).for_each(|(i, c)| d[*i] += *c);
}

/// Leads from the methods to their rules.
pub trait SwizzleRules {
    crate::derivatives_of! {
        xx: By1<two_of<0, 0>>;
        xy: By1<two_of<0, 1>>;
        xz: By1<two_of<0, 2>>;
        yx: By1<two_of<1, 0>>;
        yy: By1<two_of<1, 1>>;
        yz: By1<two_of<1, 2>>;
        zx: By1<two_of<2, 0>>;
        zy: By1<two_of<2, 1>>;
        zz: By1<two_of<2, 2>>;
        xxx: By1<three_of<0, 0, 0>>;
        xxy: By1<three_of<0, 0, 1>>;
        xxz: By1<three_of<0, 0, 2>>;
        xyx: By1<three_of<0, 1, 0>>;
        xyy: By1<three_of<0, 1, 1>>;
        xyz: By1<three_of<0, 1, 2>>;
        xzx: By1<three_of<0, 2, 0>>;
        xzy: By1<three_of<0, 2, 1>>;
        xzz: By1<three_of<0, 2, 2>>;
        yxx: By1<three_of<1, 0, 0>>;
        yxy: By1<three_of<1, 0, 1>>;
        yxz: By1<three_of<1, 0, 2>>;
        yyx: By1<three_of<1, 1, 0>>;
        yyy: By1<three_of<1, 1, 1>>;
        yyz: By1<three_of<1, 1, 2>>;
        yzx: By1<three_of<1, 2, 0>>;
        yzy: By1<three_of<1, 2, 1>>;
        yzz: By1<three_of<1, 2, 2>>;
        zxx: By1<three_of<2, 0, 0>>;
        zxy: By1<three_of<2, 0, 1>>;
        zxz: By1<three_of<2, 0, 2>>;
        zyx: By1<three_of<2, 1, 0>>;
        zyy: By1<three_of<2, 1, 1>>;
        zyz: By1<three_of<2, 1, 2>>;
        zzx: By1<three_of<2, 2, 0>>;
        zzy: By1<three_of<2, 2, 1>>;
        zzz: By1<three_of<2, 2, 2>>;
    }
}
impl<T, R: Dim, C: Dim, S> SwizzleRules for Matrix<T, R, C, S> {}
impl<T: Scalar, const D: usize> SwizzleRules for Point<T, D> {}
