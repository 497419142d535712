//! Zeros in every leaf.

use super::{LeafMut, Leaves};
use crate::scalar::Element;

/// Sets every number of a gradient to zero in place, to use the memory of a large gradient again for the next step.
///
/// ```
/// use cotangent::leaves::clear;
/// use cotangent::prelude::*;
///
/// let mut gradient = (tensor([1.0, f32::NAN]), 3.0);
/// clear(&mut gradient);
/// assert_eq!(gradient, (tensor([0.0, 0.0]), 0.0));
/// ```
pub fn clear<L: Leaves + ?Sized>(leaves: &mut L) {
    for i in 0..leaves.leaf_count() {
        match leaves.leaf_mut(i) {
            LeafMut::F32(numbers) => numbers.fill(Element::ZERO),
            LeafMut::F64(numbers) => numbers.fill(Element::ZERO),
            #[cfg(feature = "half")]
            LeafMut::F16(numbers) => numbers.fill(Element::ZERO),
            #[cfg(feature = "half")]
            LeafMut::BF16(numbers) => numbers.fill(Element::ZERO),
        }
    }
}
