//! The steps in dfdx. Its convolutions need an older compiler, so there is no T3.

use cotangent_benches::workloads::labels;
use dfdx::data::OneHotEncode;
use dfdx::nn::modules::{Linear, UnbiasedLinear};
use dfdx::optim::{Sgd, SgdConfig};
use dfdx::prelude::*;

use super::{Step, symmetric, unit};

/// What a tape of gradients follows.
type Traced<S> = Tensor<S, f32, Cpu, OwnedTape<f32, Cpu>>;

/// Numbers in the order in which dfdx has weights: those of an output together.
fn transposed(x: &[f32], width: usize) -> Vec<f32> {
    (0..width).flat_map(|column| x.iter().skip(column).step_by(width).copied()).collect()
}

/// A dense layer of these weights without biases.
fn dense<const I: usize, const O: usize>(cpu: &Cpu, weights: &[f32]) -> Linear<I, O, f32, Cpu> {
    Linear { weight: cpu.tensor_from_vec(transposed(weights, O), (Const, Const)), bias: cpu.zeros() }
}

/// Descent along the gradient of a loss.
fn descent<M: TensorCollection<f32, Cpu> + ZeroGrads<f32, Cpu> + 'static>(
    mut model: M,
    rate: f64,
    loss: impl Fn(&M, Gradients<f32, Cpu>) -> Traced<Rank0> + 'static,
) -> Step {
    let mut optimizer = Sgd::new(&model, SgdConfig { lr: rate, momentum: None, weight_decay: None });
    let mut spare = Some(model.alloc_grads());
    Box::new(move |read| {
        let loss = loss(&model, spare.take().expect("gradients"));
        let value = if read { loss.array() } else { 0.0 };
        let mut gradients = loss.backward();
        optimizer.update(&mut model, &gradients).expect("a step");
        model.zero_grads(&mut gradients);
        spare = Some(gradients);
        value
    })
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
    let cpu = Cpu::default();
    let mut first = dense::<4, 16>(&cpu, &symmetric(103, 64, -1));
    first.bias = cpu.tensor_from_vec(symmetric(104, 16, -3), (Const,));
    let model = (first, Tanh, dense::<16, 3>(&cpu, &symmetric(105, 48, -2)));
    let x: Tensor<Rank2<1, 4>, f32, Cpu> = cpu.tensor_from_vec(symmetric(101, 4, 0), (Const, Const));
    let t: Tensor<Rank2<1, 3>, f32, Cpu> = cpu.tensor_from_vec(symmetric(102, 3, 0), (Const, Const));
    descent(model, 0.05, move |model, spare| mse_loss(model.forward(x.clone().traced(spare)), t.clone()))
}

fn mnist<const B: usize>() -> Step {
    let cpu = Cpu::default();
    let model = (
        dense::<784, 128>(&cpu, &symmetric(202, 784 * 128, -5)),
        ReLU,
        dense::<128, 10>(&cpu, &symmetric(203, 1280, -3)),
    );
    let x: Tensor<Rank2<B, 784>, f32, Cpu> = cpu.tensor_from_vec(unit(201, B * 784), (Const, Const));
    let y: Tensor<Rank2<B, 10>, f32, Cpu> = cpu.one_hot_encode(Const::<10>, labels::<B>(204));
    descent(model, 0.1, move |model, spare| {
        cross_entropy_with_logits_loss(model.forward(x.clone().traced(spare)), y.clone())
    })
}

fn transformer() -> Step {
    type Heads = Rank4<4, 4, 64, 32>;
    let cpu = Cpu::default();
    let model = (
        (
            cpu.build_module::<builders::LayerNorm1D<128>, f32>(),
            dense::<128, 384>(&cpu, &symmetric(402, 128 * 384, -3)),
        ),
        dense::<128, 128>(&cpu, &symmetric(405, 128 * 128, -3)),
        (
            cpu.build_module::<builders::LayerNorm1D<128>, f32>(),
            dense::<128, 512>(&cpu, &symmetric(406, 128 * 512, -3)),
        ),
        dense::<512, 128>(&cpu, &symmetric(407, 512 * 128, -4)),
    );
    let x: Tensor<Rank2<256, 128>, f32, Cpu> = cpu.tensor_from_vec(symmetric(401, 256 * 128, 0), (Const, Const));
    let part = [0, 1, 2].map(|part| cpu.tensor(part));
    descent(model, 0.01, move |(first, out, second, last), spare| {
        let qkv = first.forward(x.clone().traced(spare)).reshape::<Rank5<4, 64, 3, 4, 32>>();
        let (qkv, tape) = qkv.permute::<Rank5<3, 4, 4, 64, 32>, Axes5<2, 0, 3, 1, 4>>().split_tape();
        let [q, k, v] = &part;
        let k: Traced<Heads> = qkv.clone().put_tape(tape).select(k.clone());
        let k = k.permute::<Rank4<4, 4, 32, 64>, Axes4<0, 1, 3, 2>>();
        let (k, tape) = k.split_tape();
        let q: Traced<Heads> = qkv.clone().put_tape(tape).select(q.clone());
        let scores = q.matmul(k) * (1.0 / 32_f32.sqrt());
        let (a, tape) = scores.softmax::<Axis<3>>().split_tape();
        let v: Traced<Heads> = qkv.put_tape(tape).select(v.clone());
        let (v, tape) = v.split_tape();
        let o = a.put_tape(tape).matmul(v).permute::<Rank4<4, 64, 4, 32>, Axes4<0, 2, 1, 3>>();
        let h = out.forward(o.reshape::<Rank2<256, 128>>()) + x.clone();
        let (h, tape) = h.split_tape();
        let f = second.forward(h.clone().put_tape(tape)).fast_gelu();
        (last.forward(f) + h).square().mean()
    })
}

fn rnn() -> Step {
    let cpu = Cpu::default();
    let wh: UnbiasedLinear<64, 64, f32, Cpu> =
        UnbiasedLinear { weight: cpu.tensor_from_vec(transposed(&symmetric(503, 4096, -3), 64), (Const, Const)) };
    let model = (dense::<32, 64>(&cpu, &symmetric(502, 2048, -2)), wh);
    let x = symmetric(501, 800 * 32, 0);
    let xs: Vec<Tensor<Rank2<16, 32>, f32, Cpu>> =
        x.chunks_exact(512).map(|x| cpu.tensor_from_vec(x.to_vec(), (Const, Const))).collect();
    let zero: Tensor<Rank2<16, 64>, f32, Cpu> = cpu.zeros();
    descent(model, 0.01, move |(wx, wh), spare| {
        let mut h = zero.clone().traced(spare);
        for x in &xs {
            let (before, tape) = h.split_tape();
            let (z, tape) = wx.forward(x.clone().put_tape(tape)).split_tape();
            h = (wh.forward(before.put_tape(tape)) + z).tanh();
        }
        h.square().mean()
    })
}
