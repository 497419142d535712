//! A transformer of ten million weights on a thread with 1 MiB of stack, in debug and release builds: what is large is on the heap.

use std::array::from_fn;
use std::thread::Builder;

use cotangent::leaves::{clear, summary};
use cotangent::optim::AdamW;
use cotangent::prelude::*;
use cotangent::{nn, zero_of};

const BLOCKS: usize = 12;
const WIDTH: usize = 256;
const HIDDEN: usize = 4 * WIDTH;
const HEADS: usize = 4;
const HEAD: usize = WIDTH / HEADS;
const LENGTH: usize = 8;
const SYMBOLS: usize = 65;
type Sequence = Tensor3<f32, 1, LENGTH, WIDTH>;

#[derive(Differentiable)]
struct Norm {
    scale: Vector<f32, WIDTH>,
    shift: Vector<f32, WIDTH>,
}

#[derive(Differentiable)]
struct Block {
    before_heads: Norm,
    query: Box<Tensor3<f32, HEADS, WIDTH, HEAD>>,
    key: Box<Tensor3<f32, HEADS, WIDTH, HEAD>>,
    value: Box<Tensor3<f32, HEADS, WIDTH, HEAD>>,
    output: Box<Tensor3<f32, HEADS, HEAD, WIDTH>>,
    before_hidden: Norm,
    up: Box<Matrix<f32, WIDTH, HIDDEN>>,
    up_bias: Vector<f32, HIDDEN>,
    down: Box<Matrix<f32, HIDDEN, WIDTH>>,
    down_bias: Vector<f32, WIDTH>,
}

#[derive(Differentiable)]
struct Gpt {
    symbols: Box<Matrix<f32, SYMBOLS, WIDTH>>,
    places: Box<Matrix<f32, LENGTH, WIDTH>>,
    blocks: Vec<Block>,
    at_the_end: Norm,
    answer: Box<Matrix<f32, WIDTH, SYMBOLS>>,
}

#[differentiable]
fn normed(x: &Sequence, norm: &Norm) -> Sequence {
    nn::layer_norm(x, &norm.scale, &norm.shift, 1e-5)
}

#[differentiable]
impl Block {
    fn forward(&self, x: &Sequence, #[constant] mask: &Matrix<f32, LENGTH, LENGTH>) -> Sequence {
        let heads = normed(x, &self.before_heads);
        let x = x + nn::multi_head(&heads, &self.query, &self.key, &self.value, &self.output, mask);
        let hidden = normed(&x, &self.before_hidden).linear(&self.up, &self.up_bias).gelu_tanh();
        x + hidden.linear(&self.down, &self.down_bias)
    }
}

#[differentiable]
fn loss(m: &Gpt, read: &[usize; LENGTH], expected: &[usize; LENGTH]) -> f32 {
    let mask = nn::causal();
    let mut x: Sequence = m.symbols.embedding(read).reshape::<(Dim<1>, Dim<LENGTH>, Dim<WIDTH>)>() + &*m.places;
    for block in &m.blocks {
        x = block.forward(&x, &mask);
    }
    let scores = normed(&x, &m.at_the_end).matmul(&m.answer);
    scores.reshape::<(Dim<LENGTH>, Dim<SYMBOLS>)>().softmax_cross_entropy(expected)
}

/// Numbers between -1/16 and 1/16 that repeat late.
struct Numbers(u32);

impl Numbers {
    fn boxed<S: Shape>(&mut self) -> Box<Tensor<f32, S>> {
        let mut place = Tensor::boxed_zeros();
        for x in place.as_mut_slice() {
            self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *x = ((self.0 >> 8) as f32 / 8_388_608.0 - 1.0) / 16.0;
        }
        place
    }

    fn block(&mut self) -> Block {
        Block {
            before_heads: norm(),
            query: self.boxed(),
            key: self.boxed(),
            value: self.boxed(),
            output: self.boxed(),
            before_hidden: norm(),
            up: self.boxed(),
            up_bias: Vector::zeros(),
            down: self.boxed(),
            down_bias: Vector::zeros(),
        }
    }

    fn model(&mut self) -> Gpt {
        Gpt {
            symbols: self.boxed(),
            places: self.boxed(),
            blocks: (0..BLOCKS).map(|_| self.block()).collect(),
            at_the_end: norm(),
            answer: self.boxed(),
        }
    }
}

fn norm() -> Norm {
    Norm { scale: Vector::full(1.0), shift: Vector::zeros() }
}

fn on_a_stack_of<R: Send + 'static>(kib: usize, run: impl FnOnce() -> R + Send + 'static) -> R {
    Builder::new().stack_size(kib << 10).spawn(run).expect("a thread").join().expect("no panic")
}

/// Everything but the sweeps.
#[test]
fn a_large_model_is_never_on_the_stack() {
    on_a_stack_of(256, || {
        let mut model = Numbers(1).model();
        assert_eq!(model.parameter_count(), 9_500_672);
        assert_eq!(summary(&model).to_string().lines().count(), model.leaf_count() + 2);
        let (mut gradient, mut adam) = (zero_of(&model), AdamW::new(&model, 0.001));
        clear(&mut gradient);
        gradient.accumulate(&zero_of(&model));
        gradient.scale(2.0);
        assert_eq!(gradient.inner(&gradient), 0.0);
        adam.weight_decay = 0.0;
        adam.step(&mut model, &gradient);
        #[cfg(feature = "safetensors")]
        {
            let file = cotangent::safetensors::to_bytes(&model);
            let mut loaded = Numbers(2).model();
            cotangent::safetensors::load(&mut loaded, &file).expect("the same model");
            assert_eq!(loaded.blocks[11].down.as_slice(), model.blocks[11].down.as_slice());
        }
    });
}

#[test]
fn a_large_model_is_trained_on_a_small_stack() {
    let losses = on_a_stack_of(1024, || {
        let (mut model, mut tape) = (Numbers(1).model(), GrowableTape::new());
        let (mut gradient, mut adam) = (zero_of(&model), AdamW::new(&model, 0.001));
        let (read, expected) = (from_fn(|i| 7 * i + 3), from_fn(|i| 7 * i + 10));
        let step = |_| {
            clear(&mut gradient);
            let loss = loss::value_and_grad_into(&mut tape, &model, &read, &expected, &mut gradient);
            adam.step(&mut model, &gradient);
            loss
        };
        [0, 1].map(step)
    });
    assert!(losses[1] < losses[0] - 1.0, "{losses:?}");
}
