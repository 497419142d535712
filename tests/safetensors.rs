//! Models as files: exact to the bit, all or nothing, and no file makes it panic.

use cotangent::leaves::{Count, LeafName, LeafShape};
use cotangent::prelude::*;
use cotangent::safetensors::{Error, load, to_bytes};

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Dense {
    w: Matrix<f32, 2, 3>,
    b: Vector<f32, 3>,
    #[constant]
    slope: f32,
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Model {
    layers: [Dense; 2],
    n: usize,
    pair: (f64, Row<f64, 2>),
    größe: [[f32; 1]; 2],
    none: Matrix<f32, 0, 3>,
}

fn model() -> Model {
    let dense = |x: f32| Dense { w: Matrix::from_fn(|[i, j]| x + (10 * i + j) as f32), b: Vector::full(-x), slope: x };
    Model {
        layers: [dense(100.0), dense(200.0)],
        n: 3,
        pair: (0.1, Row::new([[1e300, -1e-300]])),
        größe: [[5.0], [6.0]],
        none: Matrix::ZEROS,
    }
}

fn zero() -> Model {
    let dense = |slope| Dense { w: Matrix::ZEROS, b: Vector::ZEROS, slope };
    Model { layers: [dense(1.0), dense(2.0)], n: 7, pair: (0.0, Row::ZEROS), größe: [[0.0]; 2], none: Matrix::ZEROS }
}

/// All numbers as their bits, so that every NaN differs from every other.
fn bits<P: Leaves>(model: &P) -> Vec<u64> {
    let mut bits = Vec::new();
    model.for_each_leaf(|_, leaf| match leaf {
        Leaf::F32(numbers) => bits.extend(numbers.iter().map(|x| u64::from(x.to_bits()))),
        Leaf::F64(numbers) => bits.extend(numbers.iter().map(|x| x.to_bits())),
        _ => unreachable!(),
    });
    bits
}

/// A file, written by hand.
fn file(header: &str, numbers: &[&[u8]]) -> Vec<u8> {
    let len = (header.len() as u64).to_le_bytes();
    [&len[..], header.as_bytes(), &numbers.concat()].concat()
}

#[test]
fn a_model_comes_back_without_what_is_no_leaf() {
    let mut loaded = zero();
    load(&mut loaded, &to_bytes(&model())).unwrap();
    let slopes = [1.0, 2.0];
    let mut expected = Model { n: 7, ..model() };
    expected.layers.iter_mut().zip(slopes).for_each(|(layer, slope)| layer.slope = slope);
    assert_eq!(loaded, expected);
    assert_eq!(to_bytes(&loaded), to_bytes(&model()));
}

#[test]
fn every_number_comes_back_to_the_bit() {
    let singles = [
        0.0,
        -0.0,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MIN_POSITIVE,
        f32::from_bits(1),
        f32::MAX,
        f32::from_bits(0x7fc0_0000),
        f32::from_bits(0xffc1_2345),
        f32::from_bits(0x7f80_0001),
    ];
    let doubles = [
        0.0,
        -0.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MIN_POSITIVE,
        f64::from_bits(1),
        f64::MAX,
        f64::from_bits(0x7ff8_0000_0000_0000),
        f64::from_bits(0xfff8_0123_4567_89ab),
        f64::from_bits(0x7ff0_0000_0000_0001),
    ];
    let model = (singles, doubles);
    let mut loaded = ([1.0_f32; 10], [1.0_f64; 10]);
    load(&mut loaded, &to_bytes(&model)).unwrap();
    assert_eq!(bits(&loaded), bits(&model));
}

#[test]
fn the_bytes_of_a_file() {
    let header = concat!(
        r#"{"1":{"dtype":"F64","shape":[],"data_offsets":[0,8]},"#,
        r#""0.0":{"dtype":"F32","shape":[1,2],"data_offsets":[8,16]},"#,
        r#""0.1":{"dtype":"F32","shape":[1],"data_offsets":[16,20]}}"#,
    );
    let one_two = [1.0_f32.to_le_bytes(), 2.0_f32.to_le_bytes()].concat();
    let expected = file(header, &[&4.0_f64.to_le_bytes(), &one_two, &3.0_f32.to_le_bytes()]);
    assert_eq!(to_bytes(&((tensor([[1.0_f32, 2.0]]), tensor([3.0_f32])), 4.0_f64)), expected);
}

/// Another writer may order, space and describe as it likes.
#[test]
fn a_file_of_another_writer() {
    let header = r#" { "__metadata__": {"format": "np", "epoch": "3"},
        "\u0062": {"shape": [2], "data_offsets": [4, 12], "dtype": "F32"},
        "a": {"data_offsets": [0, 4], "dtype": "F32", "shape": []} }"#;
    #[derive(Differentiable, Debug, PartialEq)]
    struct Pair {
        a: f32,
        b: Vector<f32, 2>,
    }
    let mut pair = Pair { a: 0.0, b: Vector::ZEROS };
    let numbers = [1.0_f32, 2.0, 3.0].map(f32::to_le_bytes);
    load(&mut pair, &file(header, &numbers.each_ref().map(|x| &x[..]))).unwrap();
    assert_eq!(pair, Pair { a: 1.0, b: tensor([2.0, 3.0]) });
}

#[test]
fn a_state_of_the_tangent_type_is_written_like_its_model() {
    let moments = [0.5, 0.25].map(|x| {
        let mut moment = Model::zero_tangent();
        moment.for_each_leaf_mut(|_, leaf| match leaf {
            LeafMut::F32(numbers) => numbers.fill(x as f32),
            LeafMut::F64(numbers) => numbers.fill(x),
            _ => unreachable!(),
        });
        moment
    });
    let mut loaded = [Model::zero_tangent(), Model::zero_tangent()];
    load(&mut loaded, &to_bytes(&moments)).unwrap();
    assert_eq!(bits(&loaded), bits(&moments));

    let mut model = zero();
    load(&mut model, &to_bytes(&moments[0])).unwrap();
    assert_eq!(bits(&model), bits(&moments[0]));
}

#[test]
fn a_model_that_is_one_tensor_has_the_empty_name() {
    let x = tensor([1.0_f64, 2.0]);
    let header = r#"{"":{"dtype":"F64","shape":[2],"data_offsets":[0,16]}}  "#; // spaces align the numbers
    let bytes = to_bytes(&x);
    assert_eq!(bytes, file(header, &[&1.0_f64.to_le_bytes(), &2.0_f64.to_le_bytes()]));
    let mut loaded = [0.0; 2];
    load(&mut loaded, &bytes).unwrap();
    assert_eq!(loaded, [1.0, 2.0]);
}

#[test]
fn a_model_without_leaves() {
    assert_eq!(to_bytes(&5_usize), file("{}      ", &[]));
    assert_eq!(load(&mut 6_usize, &to_bytes(&5_usize)), Ok(()));
    let unexpected = Error::Names { missing: vec![], unexpected: vec![String::new()] };
    assert_eq!(load(&mut 6_usize, &to_bytes(&1.0_f32)), Err(unexpected));
}

/// Loads a file that does not fit; the model must stay as it is.
#[track_caller]
fn refused<P: Leaves + Clone>(model: &P, bytes: &[u8]) -> Error {
    let mut loaded = model.clone();
    let error = load(&mut loaded, bytes).unwrap_err();
    assert_eq!(bits(&loaded), bits(model), "{error}");
    error
}

macro_rules! model {
    ($name:ident $($field:ident: $t:ty = $value:expr),*) => {{
        #[derive(Differentiable, Clone)]
        struct $name { $($field: $t),* }
        $name { $($field: $value),* }
    }};
}

#[test]
fn names_that_differ() {
    let ab = model!(Two a: f32 = 1.0, b: f32 = 2.0);
    let a = model!(One a: f32 = 3.0);
    let abcd = model!(Four d: f32 = 4.0, c: f32 = 5.0, b: f32 = 6.0, a: f32 = 7.0);
    let ac = model!(Renamed a: f32 = 8.0, c: f32 = 9.0);
    let error = |missing: &[&str], unexpected: &[&str]| {
        let [missing, unexpected] = [missing, unexpected].map(|names| names.iter().map(ToString::to_string).collect());
        Error::Names { missing, unexpected }
    };

    let found = refused(&ab, &to_bytes(&a));
    assert_eq!(found, error(&["b"], &[]));
    assert_eq!(found.to_string(), "the file has no tensor for `b`");

    let found = refused(&ab, &to_bytes(&abcd));
    assert_eq!(found, error(&[], &["c", "d"]));
    assert_eq!(found.to_string(), "the model has no leaf for `c`, `d`");

    let found = refused(&ab, &to_bytes(&ac));
    assert_eq!(found, error(&["b"], &["c"]));
    assert_eq!(found.to_string(), "the file has no tensor for `b`, and the model no leaf for `c`");
}

#[test]
fn number_types_are_not_converted() {
    let double = model!(Double a: f32 = 1.0, b: f64 = 2.0);
    let single = model!(Single a: f32 = 3.0, b: f32 = 4.0);
    let error = |found: &str, expected: &str| {
        let [found, expected] = [found, expected].map(str::to_owned);
        Error::Type { leaf: "b".to_owned(), found, expected }
    };
    assert_eq!(refused(&double, &to_bytes(&single)), error("F32", "F64"));
    let found = refused(&single, &to_bytes(&double));
    assert_eq!(found, error("F64", "F32"));
    assert_eq!(found.to_string(), "leaf `b` holds numbers of type F32, its tensor in the file F64");

    for other in ["I32", "U32"] {
        let header = format!(
            r#"{{"a":{{"dtype":"F32","shape":[],"data_offsets":[0,4]}},"b":{{"dtype":"{other}","shape":[],"data_offsets":[4,8]}}}}"#
        );
        assert_eq!(refused(&single, &file(&header, &[&[1; 8]])), error(other, "F32"));
    }
}

#[test]
fn shapes_are_not_converted() {
    let shapes = model!(Shapes a: f32 = 1.0, b: Matrix<f32, 2, 3> = Matrix::full(1.0));
    macro_rules! assert_refused {
        ($($t:ty: $shape:expr;)*) => {$({
            let bytes = to_bytes(&model!(Other a: f32 = 5.0, b: $t = <$t>::full(5.0)));
            let error = Error::Shape { leaf: "b".to_owned(), found: $shape.to_vec(), expected: vec![2, 3] };
            assert_eq!(refused(&shapes, &bytes), error);
        })*};
    }
    assert_refused! {
        Matrix<f32, 3, 2>: [3, 2];
        Matrix<f32, 2, 2>: [2, 2];
        Vector<f32, 6>: [6];
        Tensor3<f32, 1, 2, 3>: [1, 2, 3];
        Row<f32, 3>: [1, 3];
        Tensor<f32, ()>: [];
    }
    let one = model!(One a: f32 = 1.0);
    let found = refused(&one, &to_bytes(&model!(Axis a: Vector<f32, 1> = Vector::full(2.0))));
    assert_eq!(found, Error::Shape { leaf: "a".to_owned(), found: vec![1], expected: vec![] });
    assert_eq!(found.to_string(), "leaf `a` has the shape [], its tensor in the file [1]");
}

#[test]
fn a_file_of_any_other_length_is_broken() {
    let bytes = to_bytes(&model());
    let longer = [&bytes[..], &[0]].concat();
    for bytes in (0..bytes.len()).map(|len| &bytes[..len]).chain([&longer[..]]) {
        let error = refused(&zero(), bytes);
        assert!(matches!(error, Error::Broken { .. }), "{} bytes: {error:?}", bytes.len());
    }
}

#[test]
fn a_broken_file_says_what_is_broken() {
    for (bytes, reason) in [
        (vec![], "header too small"),
        (vec![0xff; 64], "header too large"),
        (vec![1, 0, 0, 0, 0, 0, 0, 0, 0xff], "invalid UTF-8 in header"),
        (file("{", &[]), "invalid JSON in header"),
        (
            file(r#"{"":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}}"#, &[&[0; 4]]),
            "invalid shape, data type, or offset",
        ),
        (file(r#"{"":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}}"#, &[&[0; 8]]), "invalid offset for tensor"),
        (file(r#"{"":{"dtype":"F32","shape":[9223372036854775807,4],"data_offsets":[0,4]}}"#, &[&[0; 4]]), "overflow"),
    ] {
        let text = refused(&1.0_f32, &bytes).to_string();
        assert!(text.starts_with("not a safetensors file: ") && text.contains(reason), "{text}");
    }
}

/// Every bit of a file, flipped: in the header it is an error that leaves the model alone, in the numbers it arrives as it is.
#[test]
fn no_flipped_bit_panics_or_goes_unnoticed() {
    let bytes = to_bytes(&model());
    let header = 8 + usize::try_from(u64::from_le_bytes(bytes[..8].try_into().unwrap())).unwrap();
    for bit in 0..8 * bytes.len() {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        if bit / 8 < header {
            refused(&zero(), &flipped);
        } else {
            let mut loaded = zero();
            load(&mut loaded, &flipped).unwrap();
            assert_eq!(to_bytes(&loaded), flipped, "bit {bit}");
        }
    }
}

#[test]
#[should_panic(expected = "safetensors reserves the name `__metadata__`, leaf 1 cannot have it")]
fn the_reserved_name() {
    to_bytes(&model!(Reserved a: f32 = 1.0, __metadata__: f32 = 2.0));
}

/// Leaves by hand, with the same name twice.
struct Twins([f64; 2]);

impl Leaves for Twins {
    const COUNT: Option<Count> = Some(Count { leaves: 2, parameters: 2 });
    fn leaf(&self, i: usize) -> Leaf<'_> {
        Leaf::F64(&self.0[i..=i])
    }
    fn leaf_mut(&mut self, i: usize) -> LeafMut<'_> {
        LeafMut::F64(&mut self.0[i..=i])
    }
    fn leaf_shape(&self, _: usize) -> LeafShape {
        LeafShape::NUMBER
    }
    fn leaf_name(&self, _: usize) -> LeafName {
        LeafName::EMPTY.in_field("twin")
    }
}

#[test]
#[should_panic(expected = "leaves 0 and 1 are both called `twin`")]
fn a_name_twice() {
    to_bytes(&Twins([1.0, 2.0]));
}
