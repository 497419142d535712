//! One case: operands made from its number, and what the rule gives for them, each tensor as its sum with fixed weights.
//!
//! The tangent along the weights of the operands, summed with the weights of the value, is the sum of the sums of all gradients: so
//! forward mode is compared with what is recorded too.

use cotangent::prelude::*;
use cotangent::rule::{Rule1, Rule2, Rule3};

/// How far a sum may be from the recorded one, in parts of the sum of absolute values.
const TOLERANCE: f64 = 1e-9;

/// Between -2 and 2, in steps of 2⁻¹⁸, and never an integer: splitmix64 of a stream and a position.
fn uniform(stream: u64, i: u64) -> f64 {
    let z = stream
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add(i.wrapping_mul(0xD1B5_4A32_D192_ED03))
        .wrapping_add(0x632B_E59B_D9B4_E019);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((z ^ (z >> 31)) >> 44) as f64 / 262_144.0 - 2.0 + 1.0 / 524_288.0
}

#[allow(dead_code, reason = "in few cases")]
pub const INF: f64 = f64::INFINITY;
pub const NAN: f64 = f64::NAN;

/// Which numbers an operand has: a function of the uniform ones.
pub type Domain = fn(f64) -> f64;

pub const ALL: Domain = |u| u;
pub const POSITIVE: Domain = |u| u.abs() + 0.0625;
pub const NEGATIVE: Domain = |u| -u.abs() - 0.0625;
pub const UNIT: Domain = |u| u * 0.4375;
pub const SHARE: Domain = |u| u.abs() * 0.4375 + 0.0625;
pub const ABOVE_ONE: Domain = |u| u.abs() + 1.0625;
/// Integers, so that many are equal, and some are 0.
pub const TIES: Domain = f64::round;
pub const SIGN: Domain = f64::signum;
pub const MASK: Domain = |u| f64::from(u > 0.0);
pub const WIDE: Domain = |u| u * 4.0;

fn fill(leaf: LeafMut<'_>, domain: Domain, stream: u64) {
    match leaf {
        LeafMut::F64(leaf) => (0..).zip(leaf).for_each(|(i, x)| *x = domain(uniform(stream, i))),
        LeafMut::F32(leaf) => (0..).zip(leaf).for_each(|(i, x)| *x = domain(uniform(stream, i)) as f32),
        _ => unreachable!("single and double precision"),
    }
}

/// The numbers of an operand; each of several tensors has a stream of its own.
pub fn of<X: Leaves + Tangent>(domain: Domain, stream: u64) -> X {
    let mut x = X::zero();
    for leaf in 0..x.leaf_count() {
        fill(x.leaf_mut(leaf), domain, stream + leaf as u64);
    }
    x
}

/// Positions on an axis of length `len`.
pub fn at<S: Shape>(len: usize, stream: u64) -> Tensor<usize, S> {
    let mut places = Tensor::zeros();
    for (i, place) in (0..).zip(places.as_mut_slice()) {
        *place = ((uniform(stream, i) + 2.0) / 4.0 * len as f64) as usize;
    }
    places
}

/// The weights of the value, and those of an operand.
fn weights<X: Leaves + Tangent>(operand: Option<u64>) -> X {
    of(ALL, operand.map_or(1000, |place| 2000 + 100 * place))
}

/// A sum with weights, and the sum of the absolute values.
#[derive(Clone, Copy)]
pub struct Sum {
    sum: f64,
    size: f64,
}

impl Sum {
    fn of(x: &[f64], weights: &[f64]) -> Self {
        assert_eq!(x.len(), weights.len());
        let terms = x.iter().zip(weights).map(|(x, w)| x * w);
        Self { sum: terms.clone().sum(), size: terms.map(f64::abs).sum() }
    }
    fn is(self, exact: f64) -> bool {
        let near = (self.sum - exact).abs() <= TOLERANCE * self.size.max(0.01);
        near || self.sum == exact || self.sum.is_nan() && exact.is_nan()
    }
}

/// All numbers of a value.
fn read<X: Leaves>(x: &X) -> Vec<f64> {
    let mut all = Vec::new();
    for leaf in 0..x.leaf_count() {
        append(&mut all, x.leaf(leaf));
    }
    all
}

fn append(all: &mut Vec<f64>, leaf: Leaf<'_>) {
    match leaf {
        Leaf::F64(numbers) => all.extend(numbers),
        Leaf::F32(numbers) => all.extend(numbers.iter().map(|&x| f64::from(x))),
        _ => unreachable!("single and double precision"),
    }
}

/// What a rule gives for its operands.
pub struct Results {
    value: Sum,
    gradients: Vec<Sum>,
    tangent: Sum,
}

impl Results {
    /// Compares with the recorded sums, of which there may be more; returns those.
    #[track_caller]
    fn check<'a>(&self, exact: &'a [f64]) -> &'a [f64] {
        let (value, rest) = exact.split_first().expect("a value is recorded");
        let (gradients, rest) = rest.split_at(self.gradients.len());
        assert!(self.value.is(*value), "value: {}, PyTorch has {value}", self.value.sum);
        for (i, (found, exact)) in self.gradients.iter().zip(gradients).enumerate() {
            assert!(found.is(*exact), "gradient {i}: {}, PyTorch has {exact}", found.sum);
        }
        let size = self.gradients.iter().map(|sum| sum.size).sum();
        let tangent = Sum { size, ..self.tangent };
        // The mean of nothing is not a number, and its tangent neither.
        let defined = !value.is_nan();
        assert!(!defined || tangent.is(gradients.iter().sum()), "tangent: {}, PyTorch has {gradients:?}", tangent.sum);
        rest
    }
}

/// The operands of `R`, in a tuple.
pub trait Operands<R> {
    fn results(&self) -> Results;
}

/// Operands that are numbers only, so that they can be drawn.
pub trait Drawn {
    fn drawn(domains: &[Domain], stream: u64) -> Self;
}

macro_rules! operands {
    ($rule:ident: $($x:ident $X:ident $bar:ident $i:tt),+) => {
        impl<R, $($X),+> Operands<R> for ($($X,)+)
        where
            $($X: Differentiable<Tangent: Leaves>,)+
            R: $rule<$($X),+, Output: Leaves + Differentiable<Tangent: Leaves>>,
        {
            fn results(&self) -> Results {
                let ($($x,)+) = self;
                let ((y, residual), seed) = (R::forward($($x),+), weights(None));
                $(let mut $bar = Ct::<$X>::zero();)+
                R::vjp(&residual, $(Read::live($x),)+ Read::live(&y), &seed, $(Out::new(&mut $bar)),+);
                let along = ($(weights::<Ct<$X>>(Some($i)),)+);
                let y_dot = R::jvp($($x,)+ &y, $(Some(&along.$i)),+);
                let seed = read(&seed);
                let mut gradients = Vec::new();
                $(
                    // A position has no gradient.
                    if $bar.leaf_count() > 0 {
                        gradients.push(Sum::of(&read(&$bar), &read(&along.$i)));
                    }
                )+
                Results { value: Sum::of(&read(&y), &seed), gradients, tangent: Sum::of(&read(&y_dot), &seed) }
            }
        }
        impl<$($X: Leaves + Tangent),+> Drawn for ($($X,)+) {
            fn drawn(domains: &[Domain], stream: u64) -> Self {
                ($(of::<$X>(domains[$i], stream + $i),)+)
            }
        }
    };
}
operands!(Rule1: a A a_bar 0);
operands!(Rule2: a A a_bar 0, b B b_bar 1);
operands!(Rule3: a A a_bar 0, b B b_bar 1, c C c_bar 2);

/// The sums for these operands are the recorded ones.
#[track_caller]
pub fn agrees<R, A: Operands<R>>(operands: A, exact: &[f64]) {
    assert!(operands.results().check(exact).is_empty(), "more is recorded than there are operands");
}

/// As many cases with operands of the same types as are recorded.
#[track_caller]
pub fn draws<R, A: Operands<R> + Drawn>(domains: &[Domain], stream: u64, mut exact: &[f64]) {
    for case in 0.. {
        if exact.is_empty() {
            break;
        }
        exact = A::drawn(domains, stream + 10 * case).results().check(exact);
    }
}
