//! What a model may be: anything with leaves, through the trait and one by one.

use cotangent::optim::{Adam, AdamW, Momentum, Sgd, clip_global_norm};
use cotangent::prelude::*;

/// A training step as a library would write it, for whatever model and optimizer.
fn train<P>(parameters: &mut P, gradient: &P::Tangent, optimizer: &mut impl Optimizer<P>)
where
    P: Differentiable<Tangent: Leaves>,
{
    let mut gradient = gradient.clone();
    if clip_global_norm(&mut gradient, 1e6).is_finite() {
        let rate = optimizer.rate();
        optimizer.set_rate(rate * 2.0);
        optimizer.step(parameters, &gradient);
    }
}

/// One step of each by `gradient`, from which all leaves go to the other side of zero.
fn moves<P>(start: P, gradient: &P::Tangent)
where
    P: Differentiable<Tangent: Leaves> + Leaves + Clone,
{
    let [mut a, mut b, mut c, mut d] = [0; 4].map(|_| start.clone());
    train(&mut a, gradient, &mut Sgd::new(2.0));
    train(&mut b, gradient, &mut Momentum::new(&start, 2.0, 0.5));
    train(&mut c, gradient, &mut Adam::new(&start, 2.0));
    train(&mut d, gradient, &mut AdamW::new(&start, 2.0));
    for moved in [a, b, c, d] {
        start.for_each_leaf(|_, leaf| assert!(all(leaf, |x| x == 1.0)));
        moved.for_each_leaf(|name, leaf| assert!(all(leaf, |x| x < 0.0), "{name}"));
    }
}

fn all(leaf: Leaf<'_>, holds: impl Fn(f64) -> bool) -> bool {
    match leaf {
        Leaf::F32(leaf) => leaf.iter().all(|&x| holds(x.into())),
        Leaf::F64(leaf) => leaf.iter().all(|&x| holds(x)),
        _ => false,
    }
}

#[derive(Differentiable, Clone)]
struct Nested<T: Real, const N: usize> {
    inner: [Inner<T>; 2],
    last: (Vector<f64, N>, bool, T),
}

#[derive(Differentiable, Clone)]
struct Inner<T: Real>(T, usize, #[constant] &'static str, [[f32; 2]; 2]);

#[test]
fn every_form_of_model_moves() {
    moves(1.0_f32, &1.0);
    moves(1.0_f64, &1.0);
    moves([1.0_f64; 3], &[1.0; 3]);
    moves((1.0_f32, 1.0_f64), &(1.0, 1.0));
    moves(Tensor::<f64, ()>::full(1.0), &Tensor::full(1.0));
    moves(Matrix::<f32, 3, 7>::full(1.0), &Matrix::full(1.0));
    moves([Matrix::<f32, 3, 7>::full(1.0), Matrix::full(1.0)], &[Matrix::full(1.0), Matrix::full(1.0)]);
    moves((), &NoGrad);
    moves([[0.0_f64; 3]; 0], &[]);

    let inner = Inner(1.0, 4, "name", [[1.0; 2]; 2]);
    let start = Nested { inner: [inner.clone(), inner], last: (Vector::<_, 5>::full(1.0), true, 1.0) };
    let mut gradient = Nested::zero_tangent();
    super::oracle::fill(&mut gradient, |_| 1.0);
    moves::<Nested<f32, 5>>(start, &gradient);
}

/// Leaves of every length up to two vector registers: none of the remainders is missed.
#[test]
fn every_length_moves_in_full() {
    fn lengths<const N: usize>() {
        moves([1.0_f32; N], &[1.0; N]);
        moves([1.0_f64; N], &[1.0; N]);
    }
    lengths::<1>();
    lengths::<2>();
    lengths::<3>();
    lengths::<4>();
    lengths::<5>();
    lengths::<7>();
    lengths::<8>();
    lengths::<9>();
    lengths::<15>();
    lengths::<16>();
    lengths::<17>();
    lengths::<31>();
    lengths::<33>();
}

#[test]
fn decay_asks_for_the_shape_of_each_leaf() {
    let start = (1.0_f64, Vector::<f32, 2>::full(1.0), Matrix::<f64, 2, 2>::full(1.0), [[1.0_f32; 2]; 3]);
    let zero = (0.0, Vector::zeros(), Matrix::zeros(), [[0.0; 2]; 3]);
    let after = |mut optimizer: Box<dyn Optimizer<_>>| {
        let mut model = start;
        optimizer.step(&mut model, &zero);
        (model.0, model.1[[0]], model.2[[0, 0]], model.3[0][0])
    };
    let matrices: fn(&[usize]) -> bool = |shape| shape.len() == 2;
    let squares: fn(&[usize]) -> bool = |shape| shape == [2, 2];
    let [mut sgd, mut sgd2] = [Sgd::new(0.5); 2];
    (sgd.weight_decay, sgd2.weight_decay, sgd2.decays) = (0.5, 0.5, matrices);
    assert_eq!(after(Box::new(sgd)), (0.75, 0.75, 0.75, 0.75));
    assert_eq!(after(Box::new(sgd2)), (1.0, 1.0, 0.75, 0.75));

    let mut momentum = Momentum::new(&start, 0.5, 0.5);
    (momentum.weight_decay, momentum.decays) = (0.5, squares);
    assert_eq!(after(Box::new(momentum)), (1.0, 1.0, 0.75, 1.0));

    let mut adamw = AdamW::new(&start, 0.5);
    (adamw.weight_decay, adamw.decays) = (0.5, matrices);
    assert_eq!(after(Box::new(adamw)), (1.0, 1.0, 0.75, 0.75));

    // The decay is all the gradient there is, so the step of Adam has the length of the rate.
    let mut adam = Adam::new(&start, 0.5);
    (adam.weight_decay, adam.decays, adam.epsilon) = (0.5, matrices, 1e-30);
    let (number, vector, matrix, array) = after(Box::new(adam));
    assert_eq!((number, vector, array), (1.0, 1.0, 0.5));
    assert!((matrix - 0.5).abs() < 1e-15);
}
