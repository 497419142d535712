//! Layers against PyTorch: values and all gradients (`data/layers.py`).

use cotangent::nn::{
    BatchNorm, Conv1d, Conv2d, ConvTranspose2d, Embedding, FeedForward, Gate, GroupNorm, Gru, LayerNorm, Linear, Lstm,
    MultiHead, RmsNorm, Rnn, Running, TransformerBlock, causal, rotary,
};
use cotangent::prelude::*;
use cotangent::safetensors::{Source, import};

const FILE: &[u8] = include_bytes!("../data/layers.safetensors");

/// Each leaf from the tensor that `source` says.
fn read<P: Leaves>(mut value: P, source: impl Fn(&str) -> Source) -> P {
    import(&mut value, FILE, |leaf| source(leaf)).unwrap();
    value
}

/// A tensor, or a list of its rows.
fn whole(name: String) -> impl Fn(&str) -> Source {
    move |leaf| match leaf.parse() {
        Ok(row) => Source::tensor(name.clone()).rows(row..row + 1).reshaped(),
        Err(_) => Source::tensor(name.clone()),
    }
}

#[track_caller]
fn close<P: Leaves>(what: &str, found: &P, expected: &P) {
    for i in 0..found.leaf_count() {
        for (found, expected) in found.leaf(i).f64().iter().zip(expected.leaf(i).f64()) {
            let error = (found - expected).abs() / expected.abs().max(1.0);
            assert!(error < 1e-12, "{what}: {found} for {expected} in leaf {i}");
        }
    }
}

/// Compares value and gradients at the weights and the input that were recorded. `source` says for a leaf of the layer its tensor behind
/// `w.`, which are the weights, and `d.`, their gradient.
#[track_caller]
fn agrees<L, X, Y>(
    name: &str,
    (layer, x, y): (L, X, Y),
    source: impl Fn(&str, &str) -> Source,
    vjp: impl Fn(&L, &X, Y) -> (Y, (L::Tangent, X)),
) where
    L: Differentiable<Tangent: Leaves + Clone> + Leaves,
    X: Leaves + Clone,
    Y: Leaves + Clone,
{
    let recorded = |part: &str| format!("{name}.{part}");
    let layer = read(layer, |leaf| source(&recorded("w."), leaf));
    let x = read(x, whole(recorded("x")));
    let (value, (by_layer, by_x)) = vjp(&layer, &x, read(y.clone(), whole(recorded("seed"))));
    close("value", &value, &read(y, whole(recorded("y"))));
    close("layer", &by_layer, &read(by_layer.clone(), |leaf| source(&recorded("d."), leaf)));
    close("input", &by_x, &read(by_x.clone(), whole(recorded("by_x"))));
}

/// `weight` and `bias` under the same names.
fn same(of: &str, leaf: &str) -> Source {
    Source::tensor(format!("{of}{leaf}"))
}

/// `scale` and `shift`, which PyTorch calls weight and bias.
fn scaled(of: &str, leaf: &str) -> Source {
    Source::tensor(format!("{of}{}", if leaf == "scale" { "weight" } else { "bias" }))
}

fn transposed(of: &str, leaf: &str) -> Source {
    let source = same(of, leaf);
    if leaf == "weight" { source.transposed() } else { source }
}

/// The gates, each 3 rows, in this order.
fn gates(order: &'static [&'static str]) -> impl Fn(&str, &str) -> Source {
    move |of, leaf| {
        let [gate, part, leaf] = leaf.split('.').collect::<Vec<_>>().try_into().unwrap();
        let first = 3 * order.iter().position(|name| *name == gate).unwrap();
        let part = if part == "input" { "ih" } else { "hh" };
        let source = Source::tensor(format!("{of}{leaf}_{part}_l0")).rows(first..first + 3);
        if leaf == "weight" { source.transposed() } else { source }
    }
}

fn dense<const I: usize, const O: usize>() -> Linear<f64, I, O> {
    Linear { weight: Matrix::zeros(), bias: Vector::zeros() }
}

fn new_gate() -> Gate<f64, 2, 3> {
    Gate { input: dense(), hidden: dense() }
}

#[test]
fn linear() {
    #[differentiable]
    fn f(m: &Linear<f64, 3, 4>, x: &Matrix<f64, 5, 3>) -> Matrix<f64, 5, 4> {
        m.apply(x)
    }
    agrees("linear", (dense(), Matrix::zeros(), Matrix::zeros()), transposed, f::vjp);
}

/// A batch of any number of rows has the numbers of one whose type says it, to the bit.
#[test]
fn linear_takes_batches_and_stacks() {
    #[differentiable]
    fn f<S: AnyShape + MatMul<(Dim<3>, Dim<4>)>>(m: &Linear<f64, 3, 4>, x: &Tensor<f64, S>) -> Tensor<f64, S::Product> {
        m.apply(x).tanh()
    }
    let m = read(dense::<3, 4>(), |leaf| transposed("linear.w.", leaf));
    let x: Matrix<f64, 5, 3> = read(Matrix::zeros(), whole("linear.x".into()));
    let c: Matrix<f64, 5, 4> = read(Matrix::zeros(), whole("linear.seed".into()));
    let (y, (by_m, by_x)) = f::vjp(&m, &x, c);
    let stack = |x: &Matrix<f64, 5, 3>| -> Tensor3<f64, 1, 5, 3> { x.reshape() };
    let (stacked, (by_stacked_m, by_stack)) = f::vjp(&m, &stack(&x), c.reshape());
    assert_eq!(stacked, y.reshape());
    assert_eq!((by_stacked_m, by_stack), (by_m.clone(), stack(&by_x)));
    let rows = Batch::<f64, 3>::of_numbers(x.as_slice().to_vec()).unwrap();
    let seed = Batch::<f64, 4>::of_numbers(c.as_slice().to_vec()).unwrap();
    let (batch, (by_batch_m, by_batch)) = f::vjp(&m, &rows, seed);
    assert_eq!(batch.as_slice(), y.as_slice());
    assert_eq!((by_batch_m, by_batch.as_slice()), (by_m, by_x.as_slice()));
}

#[test]
fn embedding() {
    #[differentiable]
    fn f(m: &Embedding<f64, 5, 3>, symbols: &[usize; 4]) -> Matrix<f64, 4, 3> {
        m.apply(symbols)
    }
    let layer = read(Embedding { weight: Matrix::zeros() }, |leaf| same("embedding.w.", leaf));
    let (y, by_layer) = f::vjp(&layer, &[1, 4, 0, 1], read(Matrix::zeros(), whole("embedding.seed".into())));
    close("value", &y, &read(y, whole("embedding.y".into())));
    close("layer", &by_layer, &read(by_layer.clone(), |leaf| same("embedding.d.", leaf)));
}

#[test]
fn conv2d() {
    #[differentiable]
    fn f(m: &Conv2d<f64, 2, 3, 3>, x: &Tensor4<f64, 2, 2, 5, 6>) -> Tensor4<f64, 2, 3, 3, 3> {
        m.apply::<2, 1, _, _>(x)
    }
    let layer = Conv2d { weight: Tensor::zeros(), bias: Vector::zeros() };
    agrees("conv2d", (layer, Tensor::zeros(), Tensor::zeros()), same, f::vjp);
}

#[test]
fn other_convolutions() {
    #[differentiable]
    fn lines(m: &Conv1d<f64, 2, 3, 3>, x: &Tensor3<f64, 2, 2, 6>) -> Tensor3<f64, 2, 3, 3> {
        m.apply::<2, 1, _, _>(x)
    }
    #[differentiable]
    fn with_holes(m: &Conv2d<f64, 2, 6, 3>, x: &Tensor4<f64, 2, 4, 5, 6>) -> Tensor4<f64, 2, 6, 2, 6> {
        m.apply_with::<(Steps<2, 0, 1, Groups<2>>, Steps<1, 2, 2, Groups<2>>), _, _>(x)
    }
    #[differentiable]
    fn transposed(m: &ConvTranspose2d<f64, 2, 3, 3>, x: &Tensor4<f64, 2, 2, 3, 4>) -> Tensor4<f64, 2, 3, 6, 8> {
        m.apply::<2, 1, _, _>(x)
    }
    let layer = Conv1d { weight: Tensor::zeros(), bias: Vector::zeros() };
    agrees("conv1d", (layer, Tensor::zeros(), Tensor::zeros()), same, lines::vjp);
    let layer = Conv2d { weight: Tensor::zeros(), bias: Vector::zeros() };
    agrees("conv2d_dilated", (layer, Tensor::zeros(), Tensor::zeros()), same, with_holes::vjp);
    let layer = ConvTranspose2d { weight: Tensor::zeros(), bias: Vector::zeros() };
    agrees("conv_transpose2d", (layer, Tensor::zeros(), Tensor::zeros()), same, transposed::vjp);
}

/// `apply` and `apply_with` are one convolution.
#[test]
fn steps_of_convolutions() {
    use crate::ops::harness::numbers;
    let (lines, images) =
        (numbers::<f64, (Dim<2>, Dim<2>, Dim<7>)>(1), numbers::<f64, (Dim<1>, Dim<2>, Dim<4>, Dim<5>)>(2));
    let layer = Conv1d { weight: numbers::<f64, (Dim<3>, Dim<2>, Dim<3>)>(3), bias: numbers::<f64, (Dim<3>,)>(4) };
    let (a, b): (Tensor3<f64, 2, 3, 4>, _) =
        (layer.apply::<2, 1, _, _>(&lines), layer.apply_with::<Steps<2, 1>, _, _>(&lines));
    assert_eq!(a, b);
    let layer = ConvTranspose2d {
        weight: numbers::<f64, (Dim<2>, Dim<3>, Dim<2>, Dim<2>)>(5),
        bias: numbers::<f64, (Dim<3>,)>(6),
    };
    let (a, b): (Tensor4<f64, 1, 3, 8, 10>, _) =
        (layer.apply::<2, 0, _, _>(&images), layer.apply_with::<Steps<2>, _, _>(&images));
    assert_eq!(a, b);
}

#[test]
fn heads_with_rotary_positions() {
    #[differentiable]
    fn f(m: &MultiHead<f64, 8, 2, 4>, x: &Tensor3<f64, 2, 3, 8>) -> Tensor3<f64, 2, 3, 8> {
        m.apply_rotary(x, &causal(), &rotary(10_000.0))
    }
    let heads =
        MultiHead { query: Tensor::zeros(), key: Tensor::zeros(), value: Tensor::zeros(), output: Tensor::zeros() };
    agrees("rotary", (heads, Tensor::zeros(), Tensor::zeros()), same, f::vjp);
}

#[test]
fn normalisations() {
    #[differentiable]
    fn layer(m: &LayerNorm<f64, 4>, x: &Tensor3<f64, 2, 3, 4>) -> Tensor3<f64, 2, 3, 4> {
        m.apply(x)
    }
    #[differentiable]
    fn rms(m: &RmsNorm<f64, 4>, x: &Tensor3<f64, 2, 3, 4>) -> Tensor3<f64, 2, 3, 4> {
        m.apply(x)
    }
    #[differentiable]
    fn group(m: &GroupNorm<f64, 2, 4>, x: &Tensor4<f64, 3, 4, 2, 2>) -> Tensor4<f64, 3, 4, 2, 2> {
        m.apply(x)
    }
    #[differentiable]
    fn batch(m: &BatchNorm<f64, 3>, x: &Tensor4<f64, 4, 3, 2, 2>) -> Tensor4<f64, 4, 3, 2, 2> {
        let (y, _, _) = m.apply(x);
        y
    }
    agrees("layer_norm", (LayerNorm::new(), Tensor::zeros(), Tensor::zeros()), scaled, layer::vjp);
    agrees("rms_norm", (RmsNorm::new(), Tensor::zeros(), Tensor::zeros()), scaled, rms::vjp);
    agrees("group_norm", (GroupNorm::new(), Tensor::zeros(), Tensor::zeros()), scaled, group::vjp);
    agrees("batch_norm", (BatchNorm::new(), Tensor::zeros(), Tensor::zeros()), scaled, batch::vjp);
}

/// The running averages after one batch are PyTorch's, and inference by those of the batch is training.
#[test]
fn running_averages() {
    let norm = read(BatchNorm::<f64, 3>::new(), |leaf| scaled("batch_norm.w.", leaf));
    let x: Tensor4<f64, 4, 3, 2, 2> = read(Tensor::zeros(), whole("batch_norm.x".into()));
    let (y, mean, variance) = norm.apply(&x);
    let mut running = Running::new();
    running.update(&mean, &variance, 16, 0.1);
    let expected = read(Running::new(), |leaf| {
        Source::tensor(format!("batch_norm.b.running_{}", if leaf == "mean" { "mean" } else { "var" }))
    });
    close("averages", &running, &expected);
    close("inference", &norm.infer(&x, &Running { mean, variance }), &y);

    let before = running.clone();
    running.update(&mean, &Vector::zeros(), 1, 0.5);
    assert_eq!(running.variance, before.variance);
}

type Rows = [Matrix<f64, 2, 2>; 4];
type States = [Matrix<f64, 2, 3>; 4];

fn zeros<L>(layer: L) -> (L, Rows, States) {
    (layer, [Matrix::zeros(); 4], [Matrix::zeros(); 4])
}

#[test]
fn rnn() {
    #[differentiable]
    fn f(m: &Rnn<f64, 2, 3>, xs: &Rows) -> States {
        let mut states = [Matrix::zeros(); 4];
        let mut h = Matrix::zeros();
        for (x, state) in xs.iter().zip(&mut states) {
            h = m.step(x, &h);
            *state = h;
        }
        states
    }
    agrees("rnn", zeros(Rnn { gate: new_gate() }), gates(&["gate"]), f::vjp);
}

#[test]
fn gru() {
    #[differentiable]
    fn f(m: &Gru<f64, 2, 3>, xs: &Rows) -> States {
        let mut states = [Matrix::zeros(); 4];
        for i in 0..4 {
            let before = if i == 0 { Matrix::zeros() } else { states[i - 1] };
            states[i] = m.step(&xs[i], &before);
        }
        states
    }
    let layer = Gru { reset: new_gate(), update: new_gate(), new: new_gate() };
    agrees("gru", zeros(layer), gates(&["reset", "update", "new"]), f::vjp);
}

#[test]
fn lstm() {
    #[differentiable]
    fn f(m: &Lstm<f64, 2, 3>, xs: &Rows) -> States {
        let (mut h, mut c) = (Matrix::zeros(), Matrix::zeros());
        xs.map(|x| {
            (h, c) = m.step(&x, &h, &c);
            h
        })
    }
    let layer = Lstm { input: new_gate(), forget: new_gate(), cell: new_gate(), output: new_gate() };
    agrees("lstm", zeros(layer), gates(&["input", "forget", "cell", "output"]), f::vjp);
}

type Block = TransformerBlock<f64, 8, 2, 4, 12>;

/// Where PyTorch has the weights of a block. The output matrix of the heads comes from the columns of PyTorch's, so each head is read apart.
fn of_block(of: &str, leaf: &str) -> Source {
    let heads = |part: usize| {
        Source::tensor(format!("{of}self_attn.in_proj_weight")).rows(8 * part..8 * part + 8).reshaped().transposed()
    };
    match leaf {
        "heads.query" => heads(0),
        "heads.key" => heads(1),
        "heads.value" => heads(2),
        "heads.output" => Source::keep(),
        "before_heads.scale" => Source::tensor(format!("{of}norm1.weight")),
        "before_heads.shift" => Source::tensor(format!("{of}norm1.bias")),
        "before_layer.scale" => Source::tensor(format!("{of}norm2.weight")),
        "before_layer.shift" => Source::tensor(format!("{of}norm2.bias")),
        "layer.up.weight" => Source::tensor(format!("{of}linear1.weight")).transposed(),
        "layer.up.bias" => Source::tensor(format!("{of}linear1.bias")),
        "layer.down.weight" => Source::tensor(format!("{of}linear2.weight")).transposed(),
        "layer.down.bias" => Source::tensor(format!("{of}linear2.bias")),
        _ => unreachable!("{leaf}"),
    }
}

#[test]
fn block_of_a_transformer() {
    #[differentiable]
    fn f(m: &Block, x: &Tensor3<f64, 2, 3, 8>) -> Tensor3<f64, 2, 3, 8> {
        let mask = causal();
        m.apply(x, &mask)
    }
    let output = |of: &str| -> Tensor3<f64, 2, 4, 8> {
        let name = format!("{of}self_attn.out_proj.weight");
        read(Matrix::<f64, 8, 8>::zeros(), |_| Source::tensor(name.clone())).transpose().reshape()
    };
    let (heads, layer) = (
        MultiHead { query: Tensor::zeros(), key: Tensor::zeros(), value: Tensor::zeros(), output: output("block.w.") },
        FeedForward { up: dense(), down: dense() },
    );
    let block = Block { before_heads: LayerNorm::new(), heads, before_layer: LayerNorm::new(), layer };
    let vjp = |m: &Block, x: &Tensor3<f64, 2, 3, 8>, c: Tensor3<f64, 2, 3, 8>| {
        let (y, (by_m, by_x)) = f::vjp(m, x, c);
        close("heads.output", &by_m.heads.output, &output("block.d."));
        (y, (by_m, by_x))
    };
    agrees("block", (block, Tensor::zeros(), Tensor::zeros()), of_block, vjp);
}

/// The largest number of a layer.
#[cfg(feature = "rand")]
fn largest<P: Leaves>(layer: &P) -> f64 {
    let numbers = |i| layer.leaf(i).f64().iter().fold(0.0, |a: f64, x| a.max(x.abs()));
    (0..layer.leaf_count()).map(numbers).fold(0.0, f64::max)
}

/// New layers have numbers of the sizes of PyTorch's.
#[cfg(feature = "rand")]
#[test]
fn new_layers() {
    use rand::{SeedableRng, rngs::Xoshiro256PlusPlus};
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(3);
    for (size, end) in [
        (largest(&Linear::<f64, 100, 20>::new(rng)), 0.1),
        (largest(&Rnn::<f64, 5, 100>::new(rng)), 0.1),
        (largest(&Gru::<f64, 5, 100>::new(rng)), 0.1),
        (largest(&Lstm::<f64, 5, 100>::new(rng)), 0.1),
        (largest(&MultiHead::<f64, 100, 4, 25>::new(rng)), 0.1),
        (largest(&FeedForward::<f64, 100, 100>::new(rng)), 0.1),
        (largest(&Conv2d::<f64, 1, 20, 5>::new(rng)), 0.2),
        (largest(&Conv1d::<f64, 5, 20, 5>::new(rng)), 0.2),
        (largest(&ConvTranspose2d::<f64, 20, 1, 5>::new(rng)), 0.2),
    ] {
        assert!(size <= end && size > 0.9 * end, "{size} for {end}");
    }
    let words = Embedding::<f64, 100, 100>::new(rng).weight;
    assert!(words.mean().abs() < 0.05 && (words.powi(2).mean() - 1.0).abs() < 0.05);
}
