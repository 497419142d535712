//! The steps in shrew. The gradient of its `permute` is wrong, so T4 has `narrow` and `transpose`.

use cotangent_benches::workloads::labels;
use shrew_core::shape::Shape;
use shrew_core::{DType, Result, Tensor};
use shrew_cpu::{CpuBackend, CpuDevice};
use shrew_nn::cross_entropy_loss;

use super::{Step, symmetric, unit};

type Array = Tensor<CpuBackend>;

fn tensor(x: &[f32], shape: impl Into<Shape>) -> Array {
    let x: Vec<f64> = x.iter().map(|x| f64::from(*x)).collect();
    Array::from_f64_slice(&x, shape, DType::F32, &CpuDevice).expect("a tensor of this shape")
}

fn var(x: &[f32], shape: impl Into<Shape>) -> Array {
    tensor(x, shape).set_variable()
}

fn full(x: f32, n: usize) -> Array {
    var(&vec![x; n], n)
}

/// Descent along the gradient of a loss.
fn descent<const N: usize>(
    mut vars: [Array; N],
    rate: f64,
    loss: impl Fn(&[Array; N]) -> Result<Array> + 'static,
) -> Step {
    let mut step = move |read: bool| -> Result<f32> {
        let loss = loss(&vars)?;
        let gradients = loss.backward()?;
        for var in &mut vars {
            if let Some(gradient) = gradients.get(var) {
                *var = var.sub(&gradient.affine(rate, 0.0)?)?.detach().set_variable();
            }
        }
        #[expect(clippy::cast_possible_truncation, reason = "it was an f32")]
        Ok(if read { loss.to_scalar_f64()? as f32 } else { 0.0 })
    };
    Box::new(move |read| step(read).expect("a step"))
}

fn dense(x: &Array, w: &Array, b: &Array) -> Result<Array> {
    x.matmul(w)?.add(b)
}

fn classes<const B: usize>(seed: u32) -> Array {
    let mut hot = vec![0.0; B * 10];
    labels::<B>(seed).into_iter().enumerate().for_each(|(row, label)| hot[row * 10 + label] = 1.0);
    tensor(&hot, (B, 10))
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

fn tiny() -> Step {
    let vars = [
        var(&symmetric(103, 64, -1), (4, 16)),
        var(&symmetric(104, 16, -3), 16),
        var(&symmetric(105, 48, -2), (16, 3)),
        full(0.0, 3),
    ];
    let (x, t) = (tensor(&symmetric(101, 4, 0), (1, 4)), tensor(&symmetric(102, 3, 0), (1, 3)));
    descent(vars, 0.05, move |[w1, b1, w2, b2]| {
        dense(&dense(&x, w1, b1)?.tanh()?, w2, b2)?.sub(&t)?.square()?.mean_all()
    })
}

fn mnist<const B: usize>() -> Step {
    let vars = [
        var(&symmetric(202, 784 * 128, -5), (784, 128)),
        full(0.0, 128),
        var(&symmetric(203, 1280, -3), (128, 10)),
        full(0.0, 10),
    ];
    let (x, y) = (tensor(&unit(201, B * 784), (B, 784)), classes::<B>(204));
    descent(vars, 0.1, move |[w1, b1, w2, b2]| cross_entropy_loss(&dense(&dense(&x, w1, b1)?.relu()?, w2, b2)?, &y))
}

fn cnn() -> Step {
    let vars = [
        var(&symmetric(302, 200, -2), (8, 1, 5, 5)),
        full(0.0, 8),
        var(&symmetric(303, 3200, -4), (16, 8, 5, 5)),
        full(0.0, 16),
        var(&symmetric(304, 2560, -4), (256, 10)),
        full(0.0, 10),
    ];
    let (x, y) = (tensor(&unit(301, 32 * 784), (32, 1, 28, 28)), classes::<32>(305));
    let layer = |x: &Array, k: &Array, b: &Array| {
        x.conv2d(k, Some(b), [1, 1], [0, 0])?.relu()?.max_pool2d([2, 2], [2, 2], [0, 0])
    };
    descent(vars, 0.05, move |[k1, b1, k2, b2, w, b]| {
        let h = layer(&layer(&x, k1, b1)?, k2, b2)?;
        cross_entropy_loss(&dense(&h.reshape((32, 256))?, w, b)?, &y)
    })
}

fn normed(x: &Array, scale: &Array, shift: &Array) -> Result<Array> {
    let centred = x.sub(&x.mean(1, true)?)?;
    let deviation = centred.square()?.mean(1, true)?.affine(1.0, 1e-5)?.sqrt()?;
    centred.div(&deviation)?.mul(scale)?.add(shift)
}

fn transformer() -> Step {
    let vars = [
        full(1.0, 128),
        full(0.0, 128),
        var(&symmetric(402, 128 * 384, -3), (128, 384)),
        full(0.0, 384),
        var(&symmetric(405, 128 * 128, -3), (128, 128)),
        full(0.0, 128),
        full(1.0, 128),
        full(0.0, 128),
        var(&symmetric(406, 128 * 512, -3), (128, 512)),
        full(0.0, 512),
        var(&symmetric(407, 512 * 128, -4), (512, 128)),
        full(0.0, 128),
    ];
    let x = tensor(&symmetric(401, 256 * 128, 0), (256, 128));
    descent(vars, 0.01, move |[g1, c1, wqkv, bqkv, wo, bo, g2, c2, w1, b1, w2, b2]| {
        let qkv = dense(&normed(&x, g1, c1)?, wqkv, bqkv)?;
        let part = |at: usize| -> Result<Array> {
            qkv.narrow(1, at * 128, 128)?.contiguous()?.reshape((4, 64, 4, 32))?.transpose(1, 2)?.contiguous()
        };
        let (q, k, v) = (part(0)?, part(1)?, part(2)?);
        let scores = q.matmul(&k.transpose(2, 3)?.contiguous()?)?.affine(1.0 / 32_f64.sqrt(), 0.0)?;
        let o = scores.softmax(3)?.matmul(&v)?.transpose(1, 2)?.contiguous()?.reshape((256, 128))?;
        let h = x.add(&dense(&o, wo, bo)?)?;
        let f = dense(&normed(&h, g2, c2)?, w1, b1)?.gelu()?;
        h.add(&dense(&f, w2, b2)?)?.square()?.mean_all()
    })
}

fn rnn() -> Step {
    let vars = [var(&symmetric(502, 2048, -2), (32, 64)), var(&symmetric(503, 4096, -3), (64, 64)), full(0.0, 64)];
    let xs = symmetric(501, 800 * 32, 0);
    let xs: Vec<_> = xs.chunks_exact(512).map(|x| tensor(x, (16, 32))).collect();
    let zero = tensor(&[0.0; 1024], (16, 64));
    descent(vars, 0.01, move |[wx, wh, b]| {
        let mut h = zero.clone();
        for x in &xs {
            h = dense(x, wx, b)?.add(&h.matmul(wh)?)?.tanh()?;
        }
        h.square()?.mean_all()
    })
}
