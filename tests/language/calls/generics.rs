//! Const, type and lifetime parameters, where clauses.

use cotangent::prelude::*;

#[differentiable]
fn logistic<T: Real>(x: T, k: T) -> T {
    T::ONE / (T::ONE + (-(k * x)).exp())
}

#[test]
fn generic_numbers() {
    assert_eq!(logistic::value_and_grad(0.0_f64, 2.0), (0.5, (0.5, 0.0)));
    assert_eq!(logistic::value_and_grad(0.0_f32, 2.0), (0.5, (0.5, 0.0)));
}

#[differentiable]
fn dense<const B: usize, const I: usize, const O: usize>(
    x: &Matrix<f32, B, I>,
    w: &Matrix<f32, I, O>,
    b: &Vector<f32, O>,
) -> Matrix<f32, B, O> {
    (x.matmul(w) + b).relu()
}

#[test]
fn generic_shapes() {
    let x = tensor([[1.0, 2.0]]);
    let w = tensor([[1.0, -1.0, 0.5], [2.0, 0.0, -1.0]]);
    let b = tensor([0.5, 0.5, 0.5]);
    let (y, (dx, dw, db)) = dense::vjp(&x, &w, &b, tensor([[1.0, 10.0, 100.0]]));
    assert_eq!(y, tensor([[5.5, 0.0, 0.0]]));
    assert_eq!(dx, tensor([[1.0, 2.0]]));
    assert_eq!(dw, tensor([[1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]));
    assert_eq!(db, tensor([1.0, 0.0, 0.0]));
    assert_eq!(dense::tape_words::<1, 2, 3>(), dense::at(&x, &w, &b).tape_words());
}

#[differentiable]
#[allow(clippy::needless_lifetimes)]
fn scaled<'a, T, S>(x: &'a Tensor<T, S>, by: T) -> Tensor<T, S>
where
    T: Real + Copy,
    S: Shape,
{
    (x * by).tanh()
}

#[test]
fn generic_over_whole_shapes() {
    let (y, (dx, dby)) = scaled::vjp(&tensor([[[0.0_f64, 0.0]]]), 3.0, tensor([[[1.0, 2.0]]]));
    assert_eq!((y, dx, dby), (tensor([[[0.0, 0.0]]]), tensor([[[3.0, 6.0]]]), 0.0));
}

#[differentiable]
fn two_layers<const B: usize>(x: &Matrix<f32, B, 2>, w: &Matrix<f32, 2, 3>, b: &Vector<f32, 3>) -> f32 {
    let h = dense(x, w, b);
    h.sum() * 2.0
}

#[test]
fn a_generic_function_on_its_own_tape() {
    let w = tensor([[1.0, -1.0, 0.5], [2.0, 0.0, -1.0]]);
    let (value, (_, _, db)) = two_layers::value_and_grad(&tensor([[1.0, 2.0]]), &w, &tensor([0.5; 3]));
    assert_eq!((value, db), (11.0, tensor([2.0, 0.0, 0.0])));
}

/// A trait of the user's, of which nothing is differentiated.
trait Schedule {
    const FACTOR: f64;
    fn gain(&self, step: usize) -> f64;
    fn steps(&self) -> usize {
        3
    }
}

struct Falling(f64);

impl Schedule for Falling {
    const FACTOR: f64 = 2.0;
    fn gain(&self, step: usize) -> f64 {
        self.0 / (step as f64 + 1.0)
    }
}

#[differentiable]
fn scheduled<T: Real, S: Schedule>(x: T, #[constant] schedule: &S) -> T {
    let mut s = x;
    for i in 0..schedule.steps() {
        s = s * x * T::lit(schedule.gain(i) * S::FACTOR);
    }
    s
}

#[differentiable]
fn scheduled_where<T, S>(x: &[T], #[constant] schedule: &S, n: usize) -> T
where
    S: Schedule,
    T: Real + Copy,
    [T]: AsRef<[T]>,
{
    let mut s = T::ONE;
    for v in x {
        s += *v * s;
    }
    scheduled::<T, S>(s, schedule) * T::lit(schedule.gain(n))
}

#[test]
fn bounds_of_the_users_own_traits() {
    // 2³ gains x⁴
    let (value, dx) = both_modes!(scheduled(2.0, &Falling(1.5)));
    assert_eq!((value, dx), (4.5 * 16.0, 4.5 * 32.0));
    let (value, dx) = both_modes!(scheduled_where(&[1.0, 2.0], &Falling(3.0), 1));
    // The product of 1 + v is 6.
    let gain = 36.0 * 1.5;
    assert_eq!((value, dx), (gain * 1296.0, vec![gain * 864.0 * 3.0, gain * 864.0 * 2.0]));
}

#[differentiable]
fn norm<T: Real, const N: usize>(x: &[T; N]) -> T {
    let mut s = T::ZERO;
    for i in 0..N {
        s += x[i] * x[i];
    }
    s
}

mod library {
    use cotangent::prelude::*;

    #[differentiable]
    pub fn mixed<A: Real, const N: usize, const SQUARED: bool>(x: &[A; N], by: A) -> A {
        let s = super::norm::<A, N>(x) * by;
        if SQUARED { s * s } else { s }
    }
}

#[differentiable]
fn turbofish<T>(x: T, y: T) -> T
where
    T: Real,
{
    let pair = norm::<T, 2>(&[x, y]);
    let inferred = norm::<_, 3>(&[x, pair, x]);
    pair * library::mixed::<T, 2, true>(&[inferred, y], x) + library::mixed::<_, _, false>(&[x], y)
}

#[test]
fn calls_with_generic_arguments() {
    cotangent::check::gradient(|(x, y)| turbofish(*x, *y), |(x, y)| both_modes!(turbofish(*x, *y)), (0.7, -0.4))
        .unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

#[derive(Clone, Debug, Differentiable)]
struct Layer<T, const N: usize> {
    w: [T; N],
    #[constant]
    rate: f64,
}
gradients!(LayerTangent<f64, 2>);

impl<T, const N: usize> Schedule for Layer<T, N> {
    const FACTOR: f64 = 1.0;
    fn gain(&self, _: usize) -> f64 {
        self.rate
    }
}

#[differentiable]
fn of_a_generic_struct<T: Real, const N: usize>(layer: &Layer<T, N>, x: T) -> T {
    let mut s = x;
    for i in 0..N {
        s = s * layer.w[i] + T::lit(stop_gradient(layer.gain(i)));
    }
    s
}

#[test]
fn generic_structs() {
    let layer = Layer { w: [2.0, 3.0], rate: 0.5 };
    // (2 x + ½) 3 + ½
    let (value, (d, dx)) = both_modes!(of_a_generic_struct(&layer, 1.0));
    assert_eq!((value, d.w, dx), (8.0, [3.0, 2.5], 6.0));
}

#[derive(Clone, Copy, Differentiable)]
struct Typed<T, U> {
    x: T,
    unit: std::marker::PhantomData<U>,
}

#[differentiable]
impl<T: num_traits::Float, U> Typed<T, U> {
    fn square(&self) -> T {
        self.x * self.x
    }
    fn sum(&self, other: &Typed<T, U>) -> T {
        self.square() + other.x
    }
}

/// A type without values, whose function is called by its path.
#[differentiable]
trait Loss {
    #[differentiable]
    fn loss(targets: &[f64], predicted: &[f64]) -> f64;
}

#[derive(Clone, Differentiable)]
struct Squares;

#[differentiable]
impl Loss for Squares {
    #[differentiable]
    fn loss(targets: &[f64], predicted: &[f64]) -> f64 {
        targets.iter().zip(predicted).map(|(t, p)| (t - p) * (t - p)).sum()
    }
}

#[derive(Clone, Differentiable)]
struct Net<L> {
    weight: f64,
    loss: std::marker::PhantomData<L>,
}

#[differentiable]
impl<L: Loss> Net<L> {
    fn cost(&self, targets: &[f64]) -> f64 {
        L::loss(targets, &[self.weight, 2.0])
    }
}

#[differentiable]
fn cost<L: Loss>(targets: &[f64], predicted: &[f64]) -> f64 {
    L::loss(targets, predicted) * 2.0
}

#[differentiable]
fn of_losses(x: f64) -> f64 {
    let net = Net::<Squares> { weight: x * x, loss: std::marker::PhantomData };
    cost::<Squares>(&[x, 1.0], &[0.5, x * x]) * net.cost(&[x, x])
}

#[test]
fn types_that_only_paths_name() {
    check!(of_losses() at 0.3, -0.8;);
    cost::at::<Squares>(&[0.7], &[0.2]).check().unwrap();
}

/// A constructor with a check, generic over the number: it needs no attribute of its own.
#[derive(Debug)]
enum Wrong {
    Quality,
}

#[derive(Clone, Copy, Differentiable)]
struct Coefficients<T> {
    b: T,
}

#[differentiable]
impl<T> Coefficients<T>
where
    T: num_traits::Float,
{
    fn of(frequency: T, quality: T) -> Result<Coefficients<T>, Wrong> {
        if quality <= T::zero() {
            return Err(Wrong::Quality);
        }
        Ok(Coefficients { b: frequency.sin() / quality })
    }
}

#[differentiable]
fn of_generic_constructors(x: f64) -> f64 {
    let c = Coefficients::of(x, x + 2.0).unwrap();
    c.b * Coefficients::<f64>::of(x * x, 2.0).unwrap().b
}

#[test]
fn constructors_of_generic_numbers() {
    check!(of_generic_constructors() at 0.3, -0.8;);
}

struct Meter;

#[differentiable]
fn of_units(x: f64) -> f64 {
    let length = Typed::<f64, Meter> { x, unit: std::marker::PhantomData };
    length.sum(&length) * length.square()
}

#[test]
fn units_are_types_of_no_values() {
    check!(of_units() at 0.3, -0.8;);
}
