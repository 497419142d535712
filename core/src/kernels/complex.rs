//! Pairs of neighbours as complex numbers, and their products.

use core::ops::Neg;

use super::wide::{Sum, add_to};
use crate::scalar::Element;

/// `d += a b` pair by pair, or `a` times the conjugate of `b`. All of `a` is used once; `b` or `d` may be shorter and begin again.
#[inline]
pub(crate) fn add_complex_products<A, T, U>(conjugate: bool, a: &[T], b: &[T], d: &mut [U])
where
    A: Sum + Neg<Output = A>,
    T: Element<Accumulator = A>,
    U: Element<Accumulator = A>,
{
    let len = b.len().min(d.len());
    if len == 0 {
        return;
    }
    for (i, a) in a.chunks_exact(len).enumerate() {
        let [from_b, from_d] = [b.len(), d.len()].map(|whole| if whole == len { 0 } else { i * len });
        let (b, d) = (&b[from_b..][..len], &mut d[from_d..][..len]);
        for ((a, b), d) in a.as_chunks().0.iter().zip(b.as_chunks().0).zip(d.as_chunks_mut::<2>().0) {
            let ([a, a_i], [b, b_i]) = (a.map(T::widen), b.map(T::widen));
            let b_i = if conjugate { -b_i } else { b_i };
            add_to(&mut d[0], a * b + -(a_i * b_i));
            add_to(&mut d[1], a * b_i + a_i * b);
        }
    }
}
