//! Leaves: numbered alike in a struct and its tangent, named, and updated in lockstep.

use cotangent::leaves::{LeafName, Update, update};
use cotangent::prelude::*;
use cotangent::zero_of;

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Linear<T: Real, const I: usize, const O: usize> {
    w: Matrix<T, I, O>,
    b: Vector<T, O>,
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Scaled(f64, #[constant] f64, Linear<f32, 2, 1>);

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Model {
    layer1: Linear<f64, 2, 3>,
    n: usize,
    blocks: [Scaled; 2],
    #[constant]
    label: String,
    grid: [[f32; 3]; 2],
    pair: (f64, [Vector<f32, 2>; 2], bool),
    r#type: f64,
    offsets: [usize; 4],
}

fn model() -> Model {
    let linear = Linear { w: Matrix::full(1.0), b: Vector::full(2.0) };
    let scaled = Scaled(3.0, 4.0, Linear { w: Matrix::full(5.0), b: Vector::full(6.0) });
    Model {
        layer1: linear,
        n: 7,
        blocks: [scaled.clone(), scaled],
        label: "m".to_owned(),
        grid: [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],
        pair: (8.0, [Vector::full(9.0), Vector::full(10.0)], true),
        r#type: 11.0,
        offsets: [0; 4],
    }
}

const NAMES: [(&str, &[usize]); 13] = [
    ("layer1.w", &[2, 3]),
    ("layer1.b", &[3]),
    ("blocks.0.0", &[]),
    ("blocks.0.2.w", &[2, 1]),
    ("blocks.0.2.b", &[1]),
    ("blocks.1.0", &[]),
    ("blocks.1.2.w", &[2, 1]),
    ("blocks.1.2.b", &[1]),
    ("grid", &[2, 3]),
    ("pair.0", &[]),
    ("pair.1.0", &[2]),
    ("pair.1.1", &[2]),
    ("type", &[]),
];

fn names_and_shapes(value: &impl Leaves) -> Vec<(String, Vec<usize>)> {
    (0..value.leaf_count()).map(|i| (value.leaf_name(i).to_string(), value.leaf_shape(i).to_vec())).collect()
}

#[test]
fn names_and_shapes_of_a_nested_model() {
    let expected = NAMES.map(|(name, shape)| (name.to_owned(), shape.to_vec()));
    assert_eq!(names_and_shapes(&model()), expected);
}

/// The law: a value and its tangent have the same leaves.
fn assert_same_leaves<P: Leaves + Differentiable<Tangent: Leaves>>(value: &P) {
    let zero = zero_of(value);
    assert_eq!(names_and_shapes(value), names_and_shapes(&zero));
    assert_eq!(value.count_leaves(), zero.count_leaves());
    assert_eq!(P::COUNT, P::Tangent::COUNT);
    assert!(P::COUNT.is_none_or(|count| count == value.count_leaves()));
    let mut numbers = 0;
    for i in 0..value.leaf_count() {
        let len = match (value.leaf(i), zero.leaf(i)) {
            (Leaf::F32(a), Leaf::F32(b)) => (a.len(), b.len()),
            (Leaf::F64(a), Leaf::F64(b)) => (a.len(), b.len()),
            other => panic!("different numbers: {other:?}"),
        };
        assert_eq!(len, (value.leaf_shape(i).iter().product(), len.0));
        numbers += len.0;
    }
    assert_eq!(numbers, value.parameter_count());
}

#[test]
fn a_value_and_its_tangent_have_the_same_leaves() {
    assert_same_leaves(&model());
    assert_same_leaves(&model().blocks);
    assert_same_leaves(&model().layer1);
    assert_same_leaves(&(1.0_f32, [2.0; 3], 4_usize, [5; 2], [[tensor([1.0])]; 2]));
    assert_same_leaves(&Tensor::<f64, ()>::zeros());
    assert_same_leaves(&[[[1.0_f32; 2]; 0]; 3]);
    assert_same_leaves(&'c');
    assert_eq!(Model::PARAMETERS, 9 + 2 * 4 + 6 + 5 + 1);
}

#[test]
fn leaves_lead_to_the_numbers_of_their_fields() {
    let mut m = model();
    assert_eq!(m.leaf(1), Leaf::F64(&[2.0; 3]));
    assert_eq!(m.leaf(6), Leaf::F32(&[5.0; 2]));
    assert_eq!(m.leaf(8), Leaf::F32(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
    assert_eq!(m.leaf(12).f64(), [11.0]);
    for i in 0..Model::LEAVES {
        match m.leaf_mut(i) {
            LeafMut::F32(numbers) => numbers.fill(i as f32),
            LeafMut::F64(numbers) => numbers.fill(i as f64),
            _ => unreachable!(),
        }
    }
    let scaled = |i: u8| {
        let [a, b, c] = [i, i + 1, i + 2].map(f32::from);
        Scaled(a.into(), 4.0, Linear { w: Matrix::full(b), b: Vector::full(c) })
    };
    let expected = Model {
        layer1: Linear { w: Matrix::full(0.0), b: Vector::full(1.0) },
        blocks: [scaled(2), scaled(5)],
        grid: [[8.0; 3]; 2],
        pair: (9.0, [Vector::full(10.0), Vector::full(11.0)], true),
        r#type: 12.0,
        ..model()
    };
    assert_eq!(m, expected);
}

#[test]
fn numbers_of_a_number_array_and_tensor_have_no_path() {
    assert_eq!(1.0.leaf_name(0).to_string(), "");
    assert_eq!([[1.0; 2]; 3].leaf_name(0).to_string(), "");
    assert_eq!(Matrix::<f32, 2, 3>::zeros().leaf_name(0).to_string(), "");
    assert_eq!([Vector::<f32, 2>::zeros(); 3].leaf_name(2).to_string(), "2");
    assert_eq!(format!("{:?}", model().leaf_name(3)), "\"blocks.0.2.w\"");
}

#[test]
fn for_each_leaf_goes_in_order() {
    let mut m = model();
    let mut seen = Vec::new();
    m.for_each_leaf(|name, leaf| seen.push((name.to_string(), matches!(leaf, Leaf::F64(_)))));
    let f64s = [0, 1, 2, 5, 9, 12];
    let expected: Vec<_> =
        NAMES.iter().enumerate().map(|(i, (name, _))| ((*name).to_owned(), f64s.contains(&i))).collect();
    assert_eq!(seen, expected);

    let mut names = Vec::new();
    m.for_each_leaf_mut(|name, leaf| {
        names.push(name.to_string());
        if let LeafMut::F32(numbers) = leaf {
            numbers.fill(0.0);
        }
    });
    assert_eq!(names, NAMES.map(|(name, _)| name));
    assert_eq!((m.grid, m.r#type), ([[0.0; 3]; 2], 11.0));
}

#[test]
#[should_panic(expected = "leaf index out of range by 1")]
fn an_index_too_large_is_a_panic() {
    let _ = model().leaf(Model::LEAVES);
}

#[test]
#[should_panic(expected = "leaf index out of range by 3")]
fn an_index_too_large_is_a_panic_in_arrays_too() {
    let _ = model().blocks.leaf_shape(8);
}

#[test]
#[should_panic(expected = "the leaf holds numbers of another type than `f32`")]
fn another_number_type_is_a_panic() {
    let _ = model().leaf(0).f32();
}

/// Counts its steps in the first state, sums gradients in the second.
struct Sums {
    leaves: usize,
}

impl Update<2> for Sums {
    fn leaf<T: Real>(&mut self, shape: &[usize], parameters: &mut [T], gradient: &[T], [steps, sums]: [&mut [T]; 2]) {
        assert_eq!(shape, &*model().leaf_shape(self.leaves % Model::LEAVES));
        self.leaves += 1;
        assert_eq!((parameters.len(), steps.len(), sums.len()), (gradient.len(), gradient.len(), gradient.len()));
        for (((p, g), n), s) in parameters.iter_mut().zip(gradient).zip(steps).zip(sums) {
            *n += T::ONE;
            *s += *g;
            *p -= *s;
        }
    }
}

#[test]
fn updates_walk_any_number_of_structs_in_lockstep() {
    let mut m = model();
    let mut gradient = Model::zero_tangent();
    for i in 0..Model::LEAVES {
        match gradient.leaf_mut(i) {
            LeafMut::F32(numbers) => numbers.fill(i as f32),
            LeafMut::F64(numbers) => numbers.fill(i as f64),
            _ => unreachable!(),
        }
    }
    let (mut steps, mut sums) = (Model::zero_tangent(), Model::zero_tangent());
    let mut optimizer = Sums { leaves: 0 };
    for _ in 0..2 {
        update(&mut optimizer, &mut m, &gradient, [&mut steps, &mut sums]);
    }
    assert_eq!(optimizer.leaves, 2 * 13);
    let mut twice = gradient.clone();
    twice.scale(2.0);
    assert_eq!(sums, twice);
    steps.for_each_leaf(|_, leaf| match leaf {
        Leaf::F32(numbers) => assert!(numbers.iter().all(|n| *n == 2.0)),
        Leaf::F64(numbers) => assert!(numbers.iter().all(|n| *n == 2.0)),
        _ => unreachable!(),
    });
    assert_eq!(m.r#type, 11.0 - 12.0 - 24.0);
    assert_eq!(m.blocks[1].2.b, Vector::full(6.0 - 7.0 - 14.0));
    assert_eq!((m.n, m.label.as_str(), m.offsets, m.blocks[0].1), (7, "m", [0; 4], 4.0));
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Heaped {
    embedding: Box<Matrix<f32, 2, 3>>,
    layers: Vec<Scaled>,
    array: Box<[Scaled; 2]>,
    boxes: [Box<Vector<f64, 2>>; 2],
    numbers: Vec<f64>,
    points: Vec<[f32; 3]>,
    rows: Vec<Vec<f64>>,
    slice: Box<[Vector<f32, 2>]>,
    pair: (Vec<f32>, Box<f64>),
    words: Vec<usize>,
}

fn heaped(layers: usize) -> Heaped {
    let Model { blocks, .. } = model();
    Heaped {
        embedding: Box::new(Matrix::full(0.5)),
        layers: vec![blocks[0].clone(); layers],
        array: Box::new(blocks),
        boxes: [1.0, 2.0].map(|x| Box::new(Vector::full(x))),
        numbers: vec![1.0, 2.0, 3.0],
        points: vec![[4.0; 3]; 2],
        rows: vec![vec![5.0], vec![], vec![6.0, 7.0]],
        slice: vec![Vector::full(8.0); 3].into(),
        pair: (vec![], Box::new(9.0)),
        words: vec![1, 2],
    }
}

#[test]
fn a_model_on_the_heap_has_as_many_leaves_as_its_lists_say() {
    assert_eq!(Heaped::COUNT, None);
    assert_eq!(<(Box<[f64; 3]>, [Box<f32>; 2])>::PARAMETERS, 5);
    let of_layers = |n: usize| {
        let layers = (0..n).flat_map(|i| {
            [(format!("layers.{i}.0"), vec![])]
                .into_iter()
                .chain([(format!("layers.{i}.2.w"), vec![2, 1]), (format!("layers.{i}.2.b"), vec![1])])
        });
        let rest: [(&str, &[usize]); 18] = [
            ("array.0.0", &[]),
            ("array.0.2.w", &[2, 1]),
            ("array.0.2.b", &[1]),
            ("array.1.0", &[]),
            ("array.1.2.w", &[2, 1]),
            ("array.1.2.b", &[1]),
            ("boxes.0", &[2]),
            ("boxes.1", &[2]),
            ("numbers", &[3]),
            ("points", &[2, 3]),
            ("rows.0", &[1]),
            ("rows.1", &[0]),
            ("rows.2", &[2]),
            ("slice.0", &[2]),
            ("slice.1", &[2]),
            ("slice.2", &[2]),
            ("pair.0", &[0]),
            ("pair.1", &[]),
        ];
        let rest = rest.map(|(name, shape)| (name.to_owned(), shape.to_vec()));
        [("embedding".to_owned(), vec![2, 3])].into_iter().chain(layers).chain(rest).collect::<Vec<_>>()
    };
    for layers in [0, 1, 3] {
        let model = heaped(layers);
        assert_same_leaves(&model);
        assert_eq!(names_and_shapes(&model), of_layers(layers));
        assert_eq!(model.parameter_count(), 6 + 4 * layers + 8 + 4 + 3 + 6 + 3 + 6 + 1);
    }
}

#[test]
fn the_leaves_of_a_model_on_the_heap_lead_to_its_numbers() {
    let mut model = heaped(2);
    model.leaf_mut(6).f32()[0] = -1.0;
    assert_eq!(model.layers[1].2.b, tensor([-1.0]));
    assert_eq!(model.leaf(15), Leaf::F64(&[1.0, 2.0, 3.0]));
    assert_eq!(model.leaf(16), Leaf::F32(&[4.0; 6]));
    model.leaf_mut(19).f64()[1] = -7.0;
    assert_eq!(model.rows, [vec![5.0], vec![], vec![6.0, -7.0]]);
}

#[test]
#[should_panic(expected = "leaf index out of range by 2")]
fn an_index_too_large_is_a_panic_in_lists_of_lists() {
    let _ = vec![vec![1.0], vec![2.0]].leaf(3);
}

#[test]
fn updates_need_the_lengths_of_the_parameters() {
    fn message(gradient: &HeapedTangent, mut state: HeapedTangent) -> String {
        struct Untouched;
        impl Update<1> for Untouched {
            fn leaf<T: Real>(&mut self, _: &[usize], _: &mut [T], _: &[T], _: [&mut [T]; 1]) {
                panic!("changed before the check");
            }
        }
        let run = move || update(&mut Untouched, &mut heaped(2), gradient, [&mut state]);
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).unwrap_err();
        panic.downcast_ref::<String>().expect("a formatted message").clone()
    }
    let right = zero_of(&heaped(2));
    assert_eq!(
        message(&zero_of(&heaped(1)), right.clone()),
        "leaf `layers.1.0` of the parameters has shape [], leaf `array.0.0` of the gradient []: make the gradient from these parameters"
    );
    let mut longer = right.clone();
    longer.numbers.push(0.0);
    assert_eq!(
        message(&right, longer),
        "leaf `numbers` of the parameters has shape [3], leaf `numbers` of the state of the optimizer [4]: make the state of the optimizer from these parameters"
    );
}

#[test]
fn names_match_patterns() {
    let name = heaped(2).leaf_name(6); // `layers.1.2.b`
    assert_eq!(name.to_string(), "layers.1.2.b");
    for pattern in [
        "layers.1.2.b",
        "layers.*.2.*",
        "*.*.*.*",
        "**",
        "**.b",
        "layers.**",
        "**.1.**",
        "layers.1.2.b.**",
        "**.**.2.b",
    ] {
        assert!(name.matches(pattern), "{pattern}");
    }
    for pattern in [
        "",
        "b",
        "layers",
        "layers.*",
        "layers.1.2",
        "layers.1.2.b.*",
        "layers.0.**",
        "*.b",
        "**.a",
        "Layers.**",
        "layers.x.2.b",
    ] {
        assert!(!name.matches(pattern), "{pattern}");
    }
    assert!(LeafName::EMPTY.matches("") && LeafName::EMPTY.matches("**") && !LeafName::EMPTY.matches("*"));
}
