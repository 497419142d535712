//! A model of every form, and optimizers written once more: number by number, in `f64`, from the papers.

use cotangent::prelude::*;

/// All forms that parameters have, in both number types, between fields that are none.
#[derive(Differentiable, Clone, Debug, PartialEq)]
pub struct Model {
    layers: [Layer; 2],
    size: usize,
    gain: f64,
    pair: (f32, Vector<f64, 3>),
    grid: [[f32; 3]; 2],
    #[constant]
    fixed: f64,
    tail: Layer,
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Layer {
    w: Matrix<f32, 3, 5>,
    b: Vector<f64, 5>,
    #[constant]
    slope: f32,
}

/// Numbers from -1 to 1 in steps of 1/512, exact in `f32`, without a pattern.
fn noise(seed: u64) -> f64 {
    let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (((x ^ (x >> 31)) % 1025) as f64 - 512.0) / 512.0
}

/// Fills all leaves, number `i` with `value(i)`.
pub fn fill<P: Leaves>(parameters: &mut P, value: impl Fn(u64) -> f64) {
    let mut numbers = 0..;
    parameters.for_each_leaf_mut(|_, leaf| match leaf {
        LeafMut::F32(leaf) => leaf.iter_mut().zip(&mut numbers).for_each(|(x, i)| *x = value(i) as f32),
        LeafMut::F64(leaf) => leaf.iter_mut().zip(&mut numbers).for_each(|(x, i)| *x = value(i)),
        _ => unreachable!(),
    });
}

pub fn model() -> Model {
    let layer = Layer { w: Matrix::zeros(), b: Vector::zeros(), slope: 0.5 };
    let mut model = Model {
        layers: [layer.clone(), layer.clone()],
        size: 3,
        gain: 0.0,
        pair: (0.0, Vector::zeros()),
        grid: [[0.0; 3]; 2],
        fixed: 7.0,
        tail: layer,
    };
    fill(&mut model, |i| 2.0 * noise(i));
    model
}

/// The component of the gradient of number `i` at step `t`, whatever the parameters.
fn slope(t: u64, i: u64) -> f64 {
    noise(1000 * t + i) + 0.25
}

pub fn gradient(t: u64) -> Ct<Model> {
    let mut gradient = Model::zero_tangent();
    fill(&mut gradient, |i| slope(t, i));
    gradient
}

/// Only matrices decay in these tests.
pub const DECAYS: fn(&[usize]) -> bool = |shape| shape.len() > 1;

/// A parameter with what an optimizer remembers of it.
#[derive(Clone, Copy, Default)]
pub struct Number {
    pub p: f64,
    pub m: f64,
    pub v: f64,
    /// Whether it is an `f32`.
    pub single: bool,
    /// Whether weight decay acts on it.
    pub decays: bool,
}

impl Number {
    /// Rounds the result of one operation to the type of the number. For `+ - *` on `f32` this is what `f32` arithmetic gives,
    /// because `f64` has more than twice its digits.
    pub fn round(&self, x: f64) -> f64 {
        if self.single { f64::from(x as f32) } else { x }
    }

    /// Half the distance from 1 to the next number.
    fn unit(&self) -> f64 {
        f64::EPSILON / 2.0 * if self.single { (1_u64 << 29) as f64 } else { 1.0 }
    }
}

fn numbers(model: &Model) -> Vec<Number> {
    let mut numbers = Vec::new();
    for i in 0..Model::LEAVES {
        let decays = DECAYS(&model.leaf_shape(i));
        match model.leaf(i) {
            Leaf::F32(leaf) => {
                numbers.extend(leaf.iter().map(|&p| Number { p: p.into(), single: true, decays, ..Number::default() }));
            }
            Leaf::F64(leaf) => numbers.extend(leaf.iter().map(|&p| Number { p, decays, ..Number::default() })),
            _ => unreachable!(),
        }
    }
    numbers
}

/// Lets an optimizer and an oracle take `steps` steps with the same gradients. Returns the largest difference seen, in units of the
/// last place of 1.
///
/// The oracle changes one number, by its gradient, at the step counted from 1.
pub fn difference(steps: u64, optimizer: &mut impl Optimizer<Model>, oracle: impl Fn(&mut Number, f64, i32)) -> f64 {
    let mut model = model();
    let mut expected = numbers(&model);
    let mut largest = 0.0_f64;
    for t in 1..=steps {
        optimizer.step(&mut model, &gradient(t));
        for (i, (number, found)) in expected.iter_mut().zip(numbers(&model)).enumerate() {
            oracle(number, slope(t, i as u64), t as i32);
            assert!(found.p.is_finite() && found.p.abs() < 4.0, "the bounds of the tests are for numbers below 4");
            largest = largest.max((found.p - number.p).abs() / number.unit());
        }
    }
    let constants = (model.size, model.fixed, model.layers[1].slope);
    assert_eq!(constants, (3, 7.0, 0.5));
    largest
}
