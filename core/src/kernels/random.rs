//! Random selection of numbers. Its only state is a counter, so the same selection can be repeated.

use super::wide::add_to;
use crate::scalar::Real;

/// Number `i` of the stream of `seed`, uniform from 0 to less than 1: `SplitMix64` (Steele, Lea and Flood 2014), whose
/// state is a counter.
#[inline(always)]
#[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
fn uniform(seed: u64, i: usize) -> f64 {
    let mut z = seed.wrapping_add((i as u64).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^= z >> 31;
    (z >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
}

/// `dst[i] += factor src[i]` for every `i` that is kept: each is dropped with probability `rate`.
pub(crate) fn add_some<T: Real>(rate: f64, seed: u64, factor: T::Wide, src: &[T], dst: &mut [T]) {
    for (i, (d, &x)) in dst.iter_mut().zip(src).enumerate() {
        if uniform(seed, i) >= rate {
            add_to(d, factor * x.widen());
        }
    }
}
