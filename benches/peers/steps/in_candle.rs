//! The steps in candle.

use candle_core::{D, Device, Result, Shape, Tensor, Var};
use candle_nn::loss::cross_entropy;
use candle_nn::{Optimizer, SGD, ops};
use cotangent_benches::workloads::labels;

use super::{Step, symmetric, unit};

fn tensor(x: Vec<f32>, shape: impl Into<Shape>) -> Tensor {
    Tensor::from_vec(x, shape.into(), &Device::Cpu).expect("a tensor of this shape")
}

fn var(x: Vec<f32>, shape: impl Into<Shape>) -> Var {
    Var::from_tensor(&tensor(x, shape)).expect("a variable")
}

fn full(x: f32, n: usize) -> Var {
    var(vec![x; n], n)
}

/// Descent along the gradient of a loss.
fn descent(vars: &[&Var], rate: f64, loss: impl Fn() -> Result<Tensor> + 'static) -> Step {
    let mut optimizer = SGD::new(vars.iter().map(|var| (*var).clone()).collect(), rate).expect("an optimizer");
    Box::new(move |read| {
        let loss = loss().expect("a loss");
        optimizer.backward_step(&loss).expect("a step");
        if read { loss.to_scalar().expect("a number") } else { 0.0 }
    })
}

fn dense(x: &Tensor, w: &Var, b: &Var) -> Result<Tensor> {
    x.matmul(w)?.broadcast_add(b)
}

/// The step of a name.
#[must_use]
pub fn step(name: &str) -> Option<Step> {
    match name {
        "T1" => Some(tiny()),
        "T2 b32" => Some(mnist::<32>()),
        "T2 b64" => Some(mnist::<64>()),
        "T4" => Some(transformer()),
        "T5" => Some(rnn()),
        _ => None,
    }
}

fn tiny() -> Step {
    let (w1, b1) = (var(symmetric(103, 64, -1), (4, 16)), var(symmetric(104, 16, -3), 16));
    let (w2, b2) = (var(symmetric(105, 48, -2), (16, 3)), full(0.0, 3));
    let (x, t) = (tensor(symmetric(101, 4, 0), (1, 4)), tensor(symmetric(102, 3, 0), (1, 3)));
    let vars = [w1.clone(), b1.clone(), w2.clone(), b2.clone()];
    descent(&vars.each_ref(), 0.05, move || (dense(&dense(&x, &w1, &b1)?.tanh()?, &w2, &b2)? - &t)?.sqr()?.mean_all())
}

#[expect(clippy::cast_possible_truncation, reason = "labels are small")]
fn mnist<const B: usize>() -> Step {
    let (w1, b1) = (var(symmetric(202, 784 * 128, -5), (784, 128)), full(0.0, 128));
    let (w2, b2) = (var(symmetric(203, 1280, -3), (128, 10)), full(0.0, 10));
    let x = tensor(unit(201, B * 784), (B, 784));
    let y = Tensor::from_slice(&labels::<B>(204).map(|label| label as u32), B, &Device::Cpu).expect("labels");
    let vars = [w1.clone(), b1.clone(), w2.clone(), b2.clone()];
    descent(&vars.each_ref(), 0.1, move || cross_entropy(&dense(&dense(&x, &w1, &b1)?.relu()?, &w2, &b2)?, &y))
}

fn normed(x: &Tensor, scale: &Var, shift: &Var) -> Result<Tensor> {
    let centred = x.broadcast_sub(&x.mean_keepdim(D::Minus1)?)?;
    let deviation = (centred.sqr()?.mean_keepdim(D::Minus1)? + 1e-5)?.sqrt()?;
    centred.broadcast_div(&deviation)?.broadcast_mul(scale)?.broadcast_add(shift)
}

fn transformer() -> Step {
    let (g1, c1) = (full(1.0, 128), full(0.0, 128));
    let (wqkv, bqkv) = (var(symmetric(402, 128 * 384, -3), (128, 384)), full(0.0, 384));
    let (wo, bo) = (var(symmetric(405, 128 * 128, -3), (128, 128)), full(0.0, 128));
    let (g2, c2) = (full(1.0, 128), full(0.0, 128));
    let (w1, b1) = (var(symmetric(406, 128 * 512, -3), (128, 512)), full(0.0, 512));
    let (w2, b2) = (var(symmetric(407, 512 * 128, -4), (512, 128)), full(0.0, 128));
    let x = tensor(symmetric(401, 256 * 128, 0), (256, 128));
    let vars = [&g1, &c1, &wqkv, &bqkv, &wo, &bo, &g2, &c2, &w1, &b1, &w2, &b2].map(Clone::clone);
    descent(&vars.each_ref(), 0.01, move || {
        let qkv = dense(&normed(&x, &g1, &c1)?, &wqkv, &bqkv)?.reshape((4, 64, 3, 4, 32))?;
        let qkv = qkv.permute((2, 0, 3, 1, 4))?.contiguous()?;
        let (q, k, v) = (qkv.get(0)?, qkv.get(1)?, qkv.get(2)?);
        let a = ops::softmax(&(q.matmul(&k.t()?)? * (1.0 / 32_f64.sqrt()))?, D::Minus1)?;
        let o = a.matmul(&v)?.transpose(1, 2)?.contiguous()?.reshape((256, 128))?;
        let h = (&x + dense(&o, &wo, &bo)?)?;
        let f = dense(&normed(&h, &g2, &c2)?, &w1, &b1)?.gelu()?;
        (h + dense(&f, &w2, &b2)?)?.sqr()?.mean_all()
    })
}

fn rnn() -> Step {
    let (wx, wh) = (var(symmetric(502, 2048, -2), (32, 64)), var(symmetric(503, 4096, -3), (64, 64)));
    let b = full(0.0, 64);
    let x = tensor(symmetric(501, 800 * 32, 0), (800, 32));
    let vars = [wx.clone(), wh.clone(), b.clone()];
    descent(&vars.each_ref(), 0.01, move || {
        let z = dense(&x, &wx, &b)?.reshape((50, 16, 64))?;
        let mut h = tensor(vec![0.0; 1024], (16, 64));
        for t in 0..50 {
            h = (z.get(t)? + h.matmul(&wh)?)?.tanh()?;
        }
        h.sqr()?.mean_all()
    })
}
