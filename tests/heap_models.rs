//! Models with `Vec` and `Box` fields: the numbers of the array version to the bit, and all that takes a model takes them.

use cotangent::leaves::cast;
use cotangent::optim::{Adam, AdamW, Momentum, Sgd, clip_global_norm};
use cotangent::prelude::*;
use cotangent::zero_of;

const WIDTH: usize = 4;
const HIDDEN: usize = 5;
type Rows = Matrix<f64, 3, WIDTH>;

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Block {
    scale: Vector<f64, WIDTH>,
    up: Matrix<f64, WIDTH, HIDDEN>,
    down: Box<Matrix<f64, HIDDEN, WIDTH>>,
}

#[differentiable]
impl Block {
    fn forward(&self, x: &Rows) -> Rows {
        let h = (x * &self.scale).matmul(&self.up).tanh();
        x + h.matmul(&self.down)
    }
}

fn number(i: usize) -> f64 {
    ((i * 7919 + 13) % 1009) as f64 / 1009.0 - 0.5
}

fn block(seed: usize) -> Block {
    let of = |place: usize| move |[i, j]: [usize; 2]| number(1000 * seed + 100 * place + 10 * i + j);
    Block {
        scale: Vector::from_fn(|[i]| 1.0 + number(1000 * seed + i)),
        up: Matrix::from_fn(of(2)),
        down: Box::new(Matrix::from_fn(of(4))),
    }
}

fn rows() -> Rows {
    Matrix::from_fn(|[i, j]| number(31 * i + j))
}

/// A model of each form, with a loss that loops over its blocks.
macro_rules! models {
    ($($model:ident $loss:ident: $blocks:ty, $of:expr; |$m:ident| $each:expr;)*) => {
        $(
            #[derive(Differentiable, Clone, Debug, PartialEq)]
            struct $model {
                blocks: $blocks,
                head: Box<Matrix<f64, WIDTH, 2>>,
            }

            impl $model {
                fn new() -> Self {
                    let head = Box::new(Matrix::from_fn(|[i, j]| (i as f64 - 2.5 * j as f64) / 7.0));
                    Self { blocks: $of([block(1), block(2), block(3)]), head }
                }
            }

            #[differentiable]
            fn $loss($m: &$model, x: &Rows) -> f64 {
                let mut x = *x;
                for block in $each {
                    x = block.forward(&x);
                }
                x.matmul(&$m.head).square().mean()
            }
        )*

        #[test]
        fn gradients_are_those_of_arrays_to_the_bit() {
            let (model, x) = (Array::new(), rows());
            let (value, (expected, x_bar)) = array::value_and_grad(&model, &x);
            let expected = numbers(&expected);
            $(
                let (found, (gradient, found_x_bar)) = $loss::value_and_grad(&$model::new(), &x);
                assert_eq!((found, numbers(&gradient), found_x_bar), (value, expected.clone(), x_bar));
            )*
        }

        #[test]
        fn all_modes_agree_with_differences() -> Result<(), cotangent::check::Mismatch> {
            let x = rows();
            $(
                let model = $model::new();
                $loss::at(&model, &x).check()?;
                $loss::at(&model, &x).check_jvp()?;
                $loss::at(&model, &x).check_hvp()?;
            )*
            Ok(())
        }

        #[test]
        fn training_is_that_of_arrays_to_the_bit() {
            let x = rows();
            let mut expected: Option<Vec<u64>> = None;
            $(
                let mut model = $model::new();
                let (mut adam, mut adamw) = (Adam::new(&model, 0.01), AdamW::new(&model, 0.02));
                let (mut momentum, mut sgd) = (Momentum::new(&model, 0.05, 0.9), Sgd::new(0.1));
                for _ in 0..3 {
                    let mut gradient = $loss::grad(&model, &x).0;
                    clip_global_norm(&mut gradient, 0.5);
                    adam.step(&mut model, &gradient);
                    adamw.step(&mut model, &gradient);
                    momentum.step(&mut model, &gradient);
                    sgd.step(&mut model, &gradient);
                }
                let found = numbers(&model);
                assert_eq!(found, *expected.get_or_insert_with(|| found.clone()));
                assert_eq!(numbers(&adam.second_moment).len(), model.parameter_count());
            )*
        }

        #[cfg(feature = "safetensors")]
        #[test]
        fn all_forms_are_the_same_file() {
            use cotangent::safetensors::{load, to_bytes};
            let mut trained = Array::new();
            trained.blocks[1].up[[0, 0]] = 17.0;
            let bytes = to_bytes(&trained);
            $(
                let mut model = $model::new();
                load(&mut model, &bytes).expect("the names and shapes are the same");
                assert_eq!(to_bytes(&model), bytes);
                assert_eq!(model.blocks[1].up[[0, 0]], 17.0);
            )*
        }
    };
}
models! {
    Array array: [Block; 3], |blocks| blocks; |m| &m.blocks;
    Listed listed: Vec<Block>, Vec::from; |m| &m.blocks;
    Boxed boxed: Box<[Block; 3]>, Box::new; |m| m.blocks.iter();
    Boxes boxes: [Box<Block>; 3], |blocks: [Block; 3]| blocks.map(Box::new); |m| &m.blocks;
    BoxesListed boxes_listed: Vec<Box<Block>>, |blocks: [Block; 3]| Vec::from(blocks.map(Box::new)); |m| m.blocks.iter();
    Slice slice: Box<[Block]>, |blocks: [Block; 3]| Box::from(blocks); |m| m.blocks.iter();
}

/// All numbers, bit by bit.
fn numbers(model: &impl Leaves) -> Vec<u64> {
    let mut bits = Vec::new();
    model.for_each_leaf(|_, leaf| bits.extend(leaf.f64().iter().map(|x| x.to_bits())));
    bits
}

/// By index, and only some of them; the last one is read once more.
#[differentiable]
fn by_index(m: &Listed, x: &Rows) -> f64 {
    let mut x = *x;
    let n = m.blocks.len();
    for i in 1..n {
        x = m.blocks[i].forward(&x) * m.blocks[i - 1].scale[[0]];
    }
    let last = &m.blocks[n - 1];
    last.forward(&x).sum() * last.up[[1, 2]]
}

/// A block that is not there has a gradient of zeros.
#[differentiable]
fn first_of(m: &Listed, x: &Rows, count: usize) -> f64 {
    let mut x = *x;
    for block in m.blocks.iter().take(count) {
        x = block.forward(&x);
    }
    x.matmul(&m.head).sum()
}

#[test]
fn blocks_by_index() -> Result<(), cotangent::check::Mismatch> {
    let (m, x) = (Listed::new(), rows());
    by_index::at(&m, &x).check()?;
    by_index::at(&m, &x).check_jvp()?;
    first_of::at(&m, &x, 2).check()?;
    let (gradient, _) = first_of::grad(&m, &x, 1);
    assert_ne!(gradient.blocks[0].up, Matrix::zeros());
    assert_eq!(gradient.blocks[1..], zero_of(&m).blocks[1..]);
    Ok(())
}

#[test]
fn a_gradient_is_added_to_one_of_the_same_lengths() {
    let (x, mut tape) = (rows(), GrowableTape::new());
    let (listed_model, array_model) = (Listed::new(), Array::new());
    let (mut sum, mut expected) = (zero_of(&listed_model), Array::zero_tangent());
    let (mut x_bar, mut expected_x_bar) = (Rows::zeros(), Rows::zeros());
    for _ in 0..2 {
        listed::value_and_grad_into(&mut tape, &listed_model, &x, &mut sum, &mut x_bar);
        array::value_and_grad_into(&mut tape, &array_model, &x, &mut expected, &mut expected_x_bar);
    }
    assert_eq!((numbers(&sum), x_bar), (numbers(&expected), expected_x_bar));
}

/// The name of a wrong coordinate leads into the list.
#[test]
fn a_lost_derivative_is_named() {
    #[differentiable]
    fn lost(m: &Listed, x: &Rows) -> f64 {
        listed(m, x) + stop_gradient(m.blocks[2].down[[4, 1]])
    }
    let wrong = lost::at(&Listed::new(), &rows()).check().unwrap_err();
    assert_eq!((wrong.place.as_str(), wrong.function), ("m.blocks.2.down[4, 1]", Some("lost")));
}

#[test]
#[should_panic(expected = "leaf `blocks.3.scale` of the parameters has shape [4], leaf `head` of the gradient [4, 2]")]
fn a_gradient_of_other_lengths_is_refused() {
    let mut m = Listed::new();
    let mut optimizer = AdamW::new(&m, 0.1);
    let (gradient, _) = listed::grad(&m, &rows());
    m.blocks.push(block(4));
    optimizer.step(&mut m, &gradient);
}

#[test]
fn a_refused_step_does_not_count() {
    let mut m = Listed::new();
    let mut optimizer = Adam::new(&m, 0.1);
    let step = std::panic::AssertUnwindSafe(|| optimizer.step(&mut m, &Listed::zero_tangent()));
    std::panic::catch_unwind(step).unwrap_err();
    assert_eq!((optimizer.steps, m), (0, Listed::new()));
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Weights<T: Real> {
    layers: Vec<[T; 2]>,
    scale: Box<T>,
}

#[test]
fn casting_needs_the_same_lengths() {
    let exact = Weights { layers: vec![[0.1, 0.2], [0.3, 0.4]], scale: Box::new(0.5) };
    let mut single = Weights { layers: vec![[0.0_f32; 2]; 2], scale: Box::new(0.0) };
    cast(&exact, &mut single);
    assert_eq!(single, Weights { layers: vec![[0.1_f32, 0.2], [0.3, 0.4]], scale: Box::new(0.5) });
    single.layers.pop();
    let message = std::panic::catch_unwind(move || cast(&exact, &mut single)).unwrap_err();
    assert_eq!(
        message.downcast_ref::<String>().unwrap(),
        "leaf `layers` has shape [2, 2], it is cast to `layers` of shape [1, 2]"
    );
}

#[cfg(feature = "rayon")]
#[test]
fn a_batch_on_several_threads() {
    use cotangent::parallel::Workers;
    let m = Listed::new();
    let items: Vec<Rows> = (0..5).map(|i| rows() * (1.0 + f64::from(i))).collect();
    let mut workers = Workers::new(3);
    for m in [m.clone(), Listed { blocks: m.blocks[1..].to_vec(), ..m }] {
        let mut gradient = zero_of(&m);
        workers.value_and_grad_into(&items, &mut gradient, |tape, x, gradient| {
            listed::value_and_grad_into(tape, &m, x, gradient, &mut Rows::zeros())
        });
        let mut expected = zero_of(&m);
        items.iter().for_each(|x| expected.accumulate(&listed::grad(&m, x).0));
        for i in 0..m.leaf_count() {
            let close = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-12;
            assert!(gradient.leaf(i).f64().iter().zip(expected.leaf(i).f64()).all(close), "{}", m.leaf_name(i));
        }
    }
}
