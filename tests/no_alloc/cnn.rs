//! Training of a convolutional network, the one of lesson 6 with fewer channels.

use cotangent::init;
use cotangent::optim::AdamW;
use cotangent::prelude::*;
use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};

use crate::allocations;
use crate::digits::{self, Batch};

#[derive(Differentiable)]
struct Cnn {
    w1: Tensor4<f32, 4, 1, 3, 3>,
    b1: Tensor<f32, (Dim<4>, One, One)>,
    w2: Tensor4<f32, 8, 4, 3, 3>,
    b2: Tensor<f32, (Dim<8>, One, One)>,
    w3: Matrix<f32, 32, 10>,
    b3: Vector<f32, 10>,
}

#[differentiable]
fn loss<const B: usize>(m: &Cnn, #[constant] pixels: &Matrix<f32, B, 64>, labels: &[usize; B]) -> f32 {
    let x: Tensor4<f32, B, 1, 8, 8> = pixels.reshape();
    let h: Tensor4<f32, B, 4, 8, 8> = x.conv2d::<1, 1>(&m.w1);
    let h: Tensor4<f32, B, 4, 4, 4> = (h + m.b1).relu().max_pool2d::<2, 2>();
    let h: Tensor4<f32, B, 8, 4, 4> = h.conv2d::<1, 1>(&m.w2);
    let h: Tensor4<f32, B, 8, 2, 2> = (h + m.b2).relu().max_pool2d::<2, 2>();
    (h.reshape::<(Dim<B>, Dim<32>)>().matmul(&m.w3) + m.b3).softmax_cross_entropy(labels)
}

#[test]
fn steps_of_a_convolutional_network() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut model = Cnn {
        w1: init::he_normal(&mut rng),
        b1: Tensor::zeros(),
        w2: init::he_normal(&mut rng),
        b2: Tensor::zeros(),
        w3: init::xavier_normal(&mut rng),
        b3: Vector::zeros(),
    };
    let Batch { x, labels } = Batch::<16>::read(&mut digits::training());
    let before = loss(&model, &x, &labels);
    let counted = allocations(|| {
        let mut optimizer = AdamW::new(&model, 0.02);
        let mut tape = TapeBuffer::<{ loss::tape_words::<16>() }>::new();
        for _ in 0..50 {
            let mut gradient = Cnn::zero_tangent();
            loss::value_and_grad_into(&mut tape, &model, &x, &labels, &mut gradient);
            optimizer.step(&mut model, &gradient);
        }
    });
    let after = loss(&model, &x, &labels);
    assert_eq!(counted, 0);
    assert!(after < 0.1 * before, "{before} -> {after}");
}
