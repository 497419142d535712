//! Generation with keys and values that are kept.

use cotangent::nn::{KeyValues, TransformerBlock, rotary};
use cotangent::prelude::*;
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use crate::allocations;

#[test]
fn steps_of_a_block() {
    let block = TransformerBlock::<f32, 16, 2, 8, 32>::new(&mut Xoshiro256PlusPlus::seed_from_u64(1));
    let counted = allocations(|| {
        let (turns, mut kept) = (rotary(10_000.0), KeyValues::<f32, 2, 2, 8, 12>::new());
        let mut x = Matrix::full(1.0);
        for _ in 0..6 {
            x = block.step(&x, &mut kept);
            x = block.step_rotary(&x, &mut kept, &turns);
        }
        x
    });
    assert_eq!(counted, 0);
}
