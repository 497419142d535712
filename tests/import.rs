//! Weights that PyTorch saved (`data/from_pytorch.py`), and files that do not fit.

use cotangent::nn;
use cotangent::prelude::*;
use cotangent::safetensors::{Error, Source, import, to_bytes};

const FILE: &[u8] = include_bytes!("data/from_pytorch.safetensors");

const WIDTH: usize = 8;
const HEADS: usize = 2;
const HEAD: usize = WIDTH / HEADS;

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Block {
    scale: Vector<f64, WIDTH>,
    shift: Vector<f64, WIDTH>,
    query: Tensor3<f64, HEADS, WIDTH, HEAD>,
    key: Tensor3<f64, HEADS, WIDTH, HEAD>,
    value: Tensor3<f64, HEADS, WIDTH, HEAD>,
    output: Tensor3<f64, HEADS, HEAD, WIDTH>,
    w: Matrix<f64, WIDTH, 5>,
    b: Vector<f64, 5>,
}

fn zero() -> Block {
    Block {
        scale: Vector::zeros(),
        shift: Vector::zeros(),
        query: Tensor::zeros(),
        key: Tensor::zeros(),
        value: Tensor::zeros(),
        output: Tensor::zeros(),
        w: Matrix::zeros(),
        b: Vector::zeros(),
    }
}

#[differentiable]
fn block(m: &Block, x: &Tensor3<f64, 2, 3, WIDTH>) -> Tensor3<f64, 2, 3, 5> {
    let y = nn::layer_norm(x, &m.scale, &m.shift, 1e-5);
    let taken = nn::multi_head(&y, &m.query, &m.key, &m.value, &m.output, &nn::causal());
    (x + taken).matmul(&m.w) + m.b
}

/// The matrices of all heads are one below the other, each with a row for a result.
fn of_heads(part: usize) -> Source {
    Source::tensor("heads.in_proj_weight").rows(part * WIDTH..(part + 1) * WIDTH).reshaped().transposed()
}

fn source(leaf: &str) -> Source {
    match leaf {
        "scale" => Source::tensor("norm.weight"),
        "shift" => Source::tensor("norm.bias"),
        "query" => of_heads(0),
        "key" => of_heads(1),
        "value" => of_heads(2),
        "w" => Source::tensor("head.weight").transposed(),
        "b" => Source::tensor("head.bias"),
        _ => Source::keep(),
    }
}

/// A tensor of the file.
fn read<P: Leaves>(mut value: P, name: &str) -> P {
    import(&mut value, FILE, |_| Source::tensor(name)).unwrap();
    value
}

#[test]
fn a_block_of_pytorch_has_the_output_of_pytorch() {
    let mut model = zero();
    let unused = import(&mut model, FILE, source).unwrap();
    assert_eq!(
        unused,
        ["bf16", "bf16.exact", "f16", "f16.exact", "heads.out_proj.weight", "steps", "x", "y"],
        "what nobody asked for"
    );
    // The columns of the output matrix are divided among the heads: rows of its transpose.
    let output = read(Matrix::<f64, WIDTH, WIDTH>::zeros(), "heads.out_proj.weight");
    model.output = output.transpose().reshape();

    let x = read(Tensor::zeros(), "x");
    let expected = read(Tensor3::<f64, 2, 3, 5>::zeros(), "y");
    let error = (block(&model, &x) - expected).abs().max();
    assert!(error < 1e-12, "{error}");
}

#[test]
fn numbers_of_sixteen_bits_are_exact() {
    for (name, len) in [("f16", 1716), ("bf16", 1765)] {
        let (found, expected) = (read(vec![0.0_f64; len], name), read(vec![0.0_f64; len], &format!("{name}.exact")));
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn a_number_is_rounded_once_to_the_type_of_the_leaf() {
    let mut single = Matrix::<f32, 5, WIDTH>::zeros();
    import(&mut single, FILE, |_| Source::tensor("head.weight")).unwrap();
    let double = read(Matrix::<f64, 5, WIDTH>::zeros(), "head.weight");
    assert!(single.as_slice().iter().zip(double.as_slice()).all(|(&single, &double)| single == double as f32));
}

/// Nothing has changed after an error.
fn refused(source: impl FnMut(&str) -> Source) -> String {
    let mut model = zero();
    let error = import(&mut model, FILE, source).unwrap_err();
    assert_eq!(model, zero());
    error.to_string()
}

#[test]
fn what_does_not_fit_is_named() {
    let with =
        |name: &'static str, other: Source| move |leaf: &str| if leaf == name { other.clone() } else { source(leaf) };
    let message = refused(with("w", Source::tensor("head.weights")));
    assert!(
        message.starts_with("the file has no tensor for `head.weights`, and the model no leaf for `bf16`"),
        "{message}"
    );
    assert_eq!(
        refused(with("w", Source::tensor("head.weight"))),
        "leaf `w` of the shape [8, 5] cannot come from the tensor `head.weight`: it has the shape [5, 8] in the file"
    );
    assert_eq!(
        refused(with("w", Source::tensor("head.bias").reshaped())),
        "leaf `w` of the shape [8, 5] cannot come from the tensor `head.bias`, reshaped: it has the shape [5] in the file"
    );
    assert_eq!(
        refused(with("b", Source::tensor("head.bias").transposed())),
        "leaf `b` of the shape [5] cannot come from the tensor `head.bias`, transposed: it has the shape [5] in the file"
    );
    assert_eq!(
        refused(with("key", Source::tensor("heads.in_proj_weight").rows(20..28).reshaped())),
        "leaf `key` of the shape [2, 8, 4] cannot come from the tensor `heads.in_proj_weight`, rows 20..28, reshaped: \
         it has the shape [24, 8] in the file"
    );
    assert_eq!(
        refused(with("b", Source::tensor("steps"))),
        "leaf `b` holds numbers of type F64, its tensor in the file I64"
    );
    let broken = import(&mut zero(), &FILE[..FILE.len() - 1], source).unwrap_err();
    assert!(matches!(broken, Error::Broken { .. }));
}

#[test]
fn every_axis_but_the_last_two_stays() {
    let file = to_bytes(&[[[[1.0_f32, 2.0, 3.0], [4.0, 5.0, 6.0]], [[7.0, 8.0, 9.0], [10.0, 11.0, 12.0]]]]);
    let mut model = Tensor4::<f64, 1, 2, 3, 2>::zeros();
    import(&mut model, &file, |_| Source::tensor("").transposed()).unwrap();
    assert_eq!(model, tensor([[[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]], [[7.0, 10.0], [8.0, 11.0], [9.0, 12.0]]]]));
}

#[test]
fn a_leaf_without_numbers_takes_a_tensor_without_numbers() {
    let file = to_bytes(&Matrix::<f64, 0, 3>::zeros());
    let mut model = Matrix::<f64, 3, 0>::zeros();
    import(&mut model, &file, |_| Source::tensor("").transposed()).unwrap();
    import(&mut model, &file, |_| Source::tensor("").rows(0..0).transposed()).unwrap();
}
