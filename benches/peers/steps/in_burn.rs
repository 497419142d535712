//! The steps in burn, on its backend `flex`.

use burn::module::{Module, Param};
use burn::optim::{GradientsParams, SgdConfig};
use burn::tensor::module::{conv2d, layer_norm, max_pool2d};
use burn::tensor::ops::{ConvOptions, MaxPoolOptions};
use burn::tensor::{Device, Int, Tensor, TensorData, activation};
use cotangent_benches::workloads::labels;

use super::{Step, symmetric, unit};

type Weights<const D: usize> = Param<Tensor<D>>;

fn device() -> Device {
    Device::flex().autodiff()
}

fn tensor<const D: usize>(x: Vec<f32>, shape: [usize; D]) -> Tensor<D> {
    Tensor::from_data(TensorData::new(x, shape), &device())
}

fn weights<const D: usize>(x: Vec<f32>, shape: [usize; D]) -> Weights<D> {
    Param::from_tensor(tensor(x, shape))
}

fn full(x: f32, n: usize) -> Weights<1> {
    weights(vec![x; n], [n])
}

#[expect(clippy::cast_possible_wrap, reason = "labels are small")]
fn classes<const B: usize>(seed: u32) -> Tensor<1, Int> {
    Tensor::from_data(TensorData::new(labels::<B>(seed).map(|label| label as i64).to_vec(), [B]), &device())
}

/// Descent along the gradient of a loss.
fn descent<M: Module + 'static>(model: M, rate: f64, loss: impl Fn(&M) -> Tensor<1> + 'static) -> Step {
    let (mut model, mut optimizer) = (Some(model), SgdConfig::new().init());
    Box::new(move |read| {
        let before = model.take().expect("a model");
        let value = loss(&before);
        let gradient = GradientsParams::from_grads(value.backward(), &before);
        model = Some(optimizer.step(rate, before, gradient));
        if read { value.into_scalar::<f32>() } else { 0.0 }
    })
}

fn dense(x: Tensor<2>, w: &Weights<2>, b: &Weights<1>) -> Tensor<2> {
    x.matmul(w.val()) + b.val().unsqueeze()
}

fn cross_entropy(z: Tensor<2>, y: &Tensor<1, Int>) -> Tensor<1> {
    let rows = z.dims()[0];
    activation::log_softmax(z, 1).gather(1, y.clone().reshape([rows, 1])).mean().neg()
}

fn mean_square<const D: usize>(x: Tensor<D>) -> Tensor<1> {
    (x.clone() * x).mean()
}

/// The step of a name.
#[must_use]
pub fn step(name: &str) -> Option<Step> {
    match name {
        "T1" => Some(tiny()),
        "T2 b32" => Some(mnist::<32>()),
        "T2 b64" => Some(mnist::<64>()),
        "T3" => Some(cnn()),
        "T4" => Some(transformer()),
        "T5" => Some(rnn()),
        _ => None,
    }
}

#[derive(Module, Debug)]
struct Mlp {
    w1: Weights<2>,
    b1: Weights<1>,
    w2: Weights<2>,
    b2: Weights<1>,
}

fn tiny() -> Step {
    let m = Mlp {
        w1: weights(symmetric(103, 64, -1), [4, 16]),
        b1: weights(symmetric(104, 16, -3), [16]),
        w2: weights(symmetric(105, 48, -2), [16, 3]),
        b2: full(0.0, 3),
    };
    let (x, t) = (tensor(symmetric(101, 4, 0), [1, 4]), tensor(symmetric(102, 3, 0), [1, 3]));
    descent(m, 0.05, move |m| {
        let h = activation::tanh(dense(x.clone(), &m.w1, &m.b1));
        mean_square(dense(h, &m.w2, &m.b2) - t.clone())
    })
}

fn mnist<const B: usize>() -> Step {
    let m = Mlp {
        w1: weights(symmetric(202, 784 * 128, -5), [784, 128]),
        b1: full(0.0, 128),
        w2: weights(symmetric(203, 1280, -3), [128, 10]),
        b2: full(0.0, 10),
    };
    let (x, y) = (tensor(unit(201, B * 784), [B, 784]), classes::<B>(204));
    descent(m, 0.1, move |m| {
        let h = activation::relu(dense(x.clone(), &m.w1, &m.b1));
        cross_entropy(dense(h, &m.w2, &m.b2), &y)
    })
}

#[derive(Module, Debug)]
struct Cnn {
    k1: Weights<4>,
    b1: Weights<1>,
    k2: Weights<4>,
    b2: Weights<1>,
    w: Weights<2>,
    b: Weights<1>,
}

fn cnn() -> Step {
    let m = Cnn {
        k1: weights(symmetric(302, 200, -2), [8, 1, 5, 5]),
        b1: full(0.0, 8),
        k2: weights(symmetric(303, 3200, -4), [16, 8, 5, 5]),
        b2: full(0.0, 16),
        w: weights(symmetric(304, 2560, -4), [256, 10]),
        b: full(0.0, 10),
    };
    let (x, y) = (tensor(unit(301, 32 * 784), [32, 1, 28, 28]), classes::<32>(305));
    let layer = |h: Tensor<4>, k: &Weights<4>, b: &Weights<1>| {
        let h = conv2d(h, k.val(), Some(b.val()), ConvOptions::new([1, 1], [0, 0], [1, 1], 1));
        let window = MaxPoolOptions {
            kernel_size: [2, 2],
            stride: [2, 2],
            padding: [(0, 0); 2],
            dilation: [1, 1],
            ceil_mode: false,
        };
        max_pool2d(activation::relu(h), window)
    };
    descent(m, 0.05, move |m| {
        let h = layer(layer(x.clone(), &m.k1, &m.b1), &m.k2, &m.b2);
        cross_entropy(dense(h.reshape([32, 256]), &m.w, &m.b), &y)
    })
}

#[derive(Module, Debug)]
struct Block {
    g1: Weights<1>,
    c1: Weights<1>,
    wqkv: Weights<2>,
    bqkv: Weights<1>,
    wo: Weights<2>,
    bo: Weights<1>,
    g2: Weights<1>,
    c2: Weights<1>,
    w1: Weights<2>,
    b1: Weights<1>,
    w2: Weights<2>,
    b2: Weights<1>,
}

fn transformer() -> Step {
    let m = Block {
        g1: full(1.0, 128),
        c1: full(0.0, 128),
        wqkv: weights(symmetric(402, 128 * 384, -3), [128, 384]),
        bqkv: full(0.0, 384),
        wo: weights(symmetric(405, 128 * 128, -3), [128, 128]),
        bo: full(0.0, 128),
        g2: full(1.0, 128),
        c2: full(0.0, 128),
        w1: weights(symmetric(406, 128 * 512, -3), [128, 512]),
        b1: full(0.0, 512),
        w2: weights(symmetric(407, 512 * 128, -4), [512, 128]),
        b2: full(0.0, 128),
    };
    let x = tensor(symmetric(401, 256 * 128, 0), [256, 128]);
    let normed = |h: Tensor<2>, g: &Weights<1>, c: &Weights<1>| layer_norm(h, g.val(), Some(c.val()), 1e-5);
    descent(m, 0.01, move |m| {
        let qkv = dense(normed(x.clone(), &m.g1, &m.c1), &m.wqkv, &m.bqkv);
        let qkv = qkv.reshape([4, 64, 3, 4, 32]).permute([2, 0, 3, 1, 4]);
        let part =
            |i: usize| -> Tensor<4> { qkv.clone().slice([i..i + 1, 0..4, 0..4, 0..64, 0..32]).reshape([4, 4, 64, 32]) };
        let a = activation::softmax(part(0).matmul(part(1).swap_dims(2, 3)) * (1.0 / 32_f32.sqrt()), 3);
        let o = a.matmul(part(2)).swap_dims(1, 2).reshape([256, 128]);
        let h = x.clone() + dense(o, &m.wo, &m.bo);
        let f = activation::gelu_approximate(dense(normed(h.clone(), &m.g2, &m.c2), &m.w1, &m.b1));
        mean_square(h + dense(f, &m.w2, &m.b2))
    })
}

#[derive(Module, Debug)]
struct Rnn {
    wx: Weights<2>,
    wh: Weights<2>,
    b: Weights<1>,
}

fn rnn() -> Step {
    let m = Rnn {
        wx: weights(symmetric(502, 2048, -2), [32, 64]),
        wh: weights(symmetric(503, 4096, -3), [64, 64]),
        b: full(0.0, 64),
    };
    let x = tensor(symmetric(501, 800 * 32, 0), [800, 32]);
    descent(m, 0.01, move |m| {
        let z = dense(x.clone(), &m.wx, &m.b);
        let mut h = tensor(vec![0.0; 1024], [16, 64]);
        for t in 0..50 {
            h = activation::tanh(z.clone().slice([t * 16..(t + 1) * 16, 0..64]) + h.matmul(m.wh.val()));
        }
        mean_square(h)
    })
}
