//! Generation with keys and values that are kept: the numbers of whole sequences, at every position.

use cotangent::nn::{FeedForward, KeyValues, LayerNorm, Linear, MultiHead, TransformerBlock, causal, rotary};
use cotangent::prelude::*;

use crate::ops::harness::numbers;

type Block = TransformerBlock<f64, 8, 2, 4, 12>;
type Sequences = Tensor3<f64, 3, 7, 8>;
type Kept = KeyValues<f64, 3, 2, 4, 9>;

fn heads() -> MultiHead<f64, 8, 2, 4> {
    MultiHead { query: numbers(1), key: numbers(2), value: numbers(3), output: numbers(4) }
}

fn block() -> Block {
    let layer = FeedForward {
        up: Linear { weight: numbers(5), bias: numbers(6) },
        down: Linear { weight: numbers(7), bias: numbers(8) },
    };
    Block { before_heads: LayerNorm::new(), heads: heads(), before_layer: LayerNorm::new(), layer }
}

/// Position by position, the rows of a whole sequence; twice with the same room.
#[track_caller]
fn agrees(x: &Sequences, whole: &Sequences, mut step: impl FnMut(&Matrix<f64, 3, 8>, &mut Kept) -> Matrix<f64, 3, 8>) {
    let mut kept = Kept::new();
    for _ in 0..2 {
        for i in 0..7 {
            assert_eq!((kept.len(), kept.is_empty()), (i, i == 0));
            let y = step(&Matrix::from_fn(|[b, j]| x[[b, i, j]]), &mut kept);
            let expected = Matrix::from_fn(|[b, j]| whole[[b, i, j]]);
            let error = (y - expected).abs().max() / expected.abs().max();
            assert!(error < 1e-14, "{error:e} at position {i}");
        }
        kept.clear();
    }
}

#[test]
fn heads_make_the_rows_of_a_whole_sequence() {
    let (heads, x) = (heads(), numbers(9));
    agrees(&x, &heads.apply(&x, &causal()), |x, kept| heads.step(x, kept));
    let turns = rotary(10_000.0);
    agrees(&x, &heads.apply_rotary(&x, &causal(), &rotary(10_000.0)), |x, kept| heads.step_rotary(x, kept, &turns));
}

#[test]
fn blocks_make_the_rows_of_a_whole_sequence() {
    let (block, x) = (block(), numbers(9));
    agrees(&x, &block.apply(&x, &causal()), |x, kept| block.step(x, kept));
    let turns = rotary(100.0);
    agrees(&x, &block.apply_rotary(&x, &causal(), &rotary(100.0)), |x, kept| block.step_rotary(x, kept, &turns));
}

/// What a sequence has left behind does not reach the next one, whatever it is.
#[test]
fn forgotten_positions_are_gone() {
    let (heads, x) = (heads(), numbers::<f64, (Dim<3>, Dim<8>)>(1));
    let mut kept = Kept::new();
    let fresh = heads.step(&x, &mut kept);
    for _ in 0..5 {
        heads.step(&numbers(2), &mut kept);
    }
    kept.clear();
    assert_eq!(heads.step(&x, &mut kept), fresh);
}

#[test]
#[should_panic(expected = "there is room for 2 positions, and all of them are kept")]
fn a_position_too_many() {
    let (heads, x) = (heads(), numbers::<f64, (Dim<1>, Dim<8>)>(1));
    let mut kept = KeyValues::<_, 1, 2, 4, 2>::default();
    for _ in 0..3 {
        heads.step(&x, &mut kept);
    }
}
