//! Gradients through structs: parameters, fields, literals, patterns.

use std::marker::PhantomData;

use cotangent::prelude::*;
use cotangent::tape::Taped;

#[derive(Differentiable, Clone)]
struct Mlp {
    w: Matrix<f64, 2, 2>,
    b: Vector<f64, 2>,
    #[constant]
    scale: f64,
    n: i32,
}

fn mlp() -> Mlp {
    Mlp { w: tensor([[1.0, 2.0], [3.0, 4.0]]), b: tensor([0.5, -0.5]), scale: 3.0, n: 2 }
}

#[differentiable]
fn whole(m: &Mlp, x: &Matrix<f64, 1, 2>) -> f64 {
    ((x.matmul(&m.w) + &m.b) * m.scale).sum()
}

#[test]
fn a_struct_by_reference() {
    let (value, (gradient, dx)) = whole::value_and_grad(&mlp(), &tensor([[10.0, 100.0]]));
    assert_eq!(value, 3.0 * (310.0 + 420.0));
    let expected =
        MlpTangent { w: tensor([[30.0, 30.0], [300.0, 300.0]]), b: tensor([3.0, 3.0]), scale: NoGrad, n: NoGrad };
    assert_eq!(gradient, expected);
    assert_eq!(dx, tensor([[9.0, 21.0]]));
}

#[test]
fn gradients_add_to_what_is_there() {
    const WORDS: usize = whole::tape_words();
    let mut tape = TapeBuffer::<WORDS>::new();
    let (m, x) = (mlp(), tensor([[10.0, 100.0]]));
    let mut gradient = Mlp::zero_tangent();
    let mut dx = Matrix::zeros();
    for _ in 0..2 {
        assert_eq!(whole::value_and_grad_into(&mut tape, &m, &x, &mut gradient, &mut dx), 2190.0);
    }
    let mut twice = whole::grad(&m, &x);
    twice.0.scale(2.0);
    twice.1.scale(2.0);
    assert_eq!((gradient, dx), twice);
}

#[derive(Differentiable, Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Differentiable, Clone, Copy)]
struct Ball {
    center: Point,
    radius: f64,
}

#[derive(Differentiable, Clone, Copy)]
struct Scene(Ball, [Point; 2]);

#[differentiable]
fn product(p: Point) -> f64 {
    p.x * p.y
}

#[test]
fn a_struct_by_value() {
    assert_eq!(product::value_and_grad(Point { x: 3.0, y: 5.0 }), (15.0, PointTangent { x: 5.0, y: 3.0 }));
}

#[differentiable]
fn nested(s: &Scene) -> f64 {
    s.0.center.x * s.1[0].y + s.0.radius * s.0.radius * s.1[1].x
}

#[test]
fn nested_fields() {
    let p = |x, y| Point { x, y };
    let scene = Scene(Ball { center: p(2.0, 3.0), radius: 4.0 }, [p(5.0, 6.0), p(7.0, 8.0)]);
    let (value, gradient) = nested::value_and_grad(&scene);
    assert_eq!(value, 12.0 + 112.0);
    let t = |x, y| PointTangent { x, y };
    assert_eq!(gradient, SceneTangent(BallTangent { center: t(6.0, 0.0), radius: 56.0 }, [t(0.0, 2.0), t(16.0, 0.0)]));
}

#[differentiable]
fn move_by(ball: &Ball, dx: f64, dy: f64) -> Ball {
    Ball { center: Point { x: ball.center.x + dx * ball.radius, y: ball.center.y + dy }, radius: ball.radius }
}

#[test]
fn a_struct_result_takes_a_struct_seed() {
    let ball = Ball { center: Point { x: 1.0, y: 2.0 }, radius: 3.0 };
    let seed = BallTangent { center: PointTangent { x: 10.0, y: 100.0 }, radius: 1000.0 };
    let (moved, (d_ball, dx, dy)) = move_by::vjp(&ball, 5.0, 6.0, seed.clone());
    assert_eq!((moved.center.x, moved.center.y, moved.radius), (16.0, 8.0, 3.0));
    assert_eq!(d_ball, BallTangent { radius: 1050.0, ..seed });
    assert_eq!((dx, dy), (30.0, 100.0));
}

#[differentiable]
fn with_base(ball: &Ball, r: f64) -> f64 {
    let larger = Ball { radius: ball.radius * r, ..*ball };
    larger.radius * larger.center.x + ball.center.y
}

#[test]
fn the_base_of_a_literal_gives_the_other_fields() {
    let ball = Ball { center: Point { x: 2.0, y: 3.0 }, radius: 4.0 };
    let (value, (d_ball, dr)) = with_base::value_and_grad(&ball, 5.0);
    assert_eq!(value, 43.0);
    assert_eq!(d_ball, BallTangent { center: PointTangent { x: 20.0, y: 1.0 }, radius: 10.0 });
    assert_eq!(dr, 8.0);
}

#[differentiable]
fn taken_apart(ball: Ball) -> f64 {
    let Ball { center, radius } = ball;
    let Point { x, y: height } = center;
    x * height * radius
}

#[differentiable]
fn taken_apart_as_parameter(Point { x, y }: Point, Ball { radius: r, center: _ }: &Ball) -> f64 {
    x * y * r
}

#[test]
fn patterns_name_the_fields() {
    let center = Point { x: 2.0, y: 3.0 };
    let ball = Ball { center, radius: 4.0 };
    let gradient = BallTangent { center: PointTangent { x: 12.0, y: 8.0 }, radius: 6.0 };
    assert_eq!(taken_apart::value_and_grad(ball), (24.0, gradient));
    let gradient =
        (PointTangent { x: 12.0, y: 8.0 }, BallTangent { center: PointTangent { x: 0.0, y: 0.0 }, radius: 6.0 });
    assert_eq!(taken_apart_as_parameter::value_and_grad(center, &ball), (24.0, gradient));
}

#[differentiable]
fn one_field_of_two(p: Point, q: &Point) -> f64 {
    (p.x * q.y).sin()
}

#[test]
fn fields_that_are_not_used_have_zero_gradient() {
    let (dp, dq) = one_field_of_two::grad(Point { x: 2.0, y: 9.0 }, &Point { x: 9.0, y: 3.0 });
    assert_eq!(dp, PointTangent { x: 3.0 * 6.0_f64.cos(), y: 0.0 });
    assert_eq!(dq, PointTangent { x: 0.0, y: 2.0 * 6.0_f64.cos() });
    assert!(dp.y.is_sign_positive() && dq.x.is_sign_positive(), "users see +0.0");
}

#[derive(Differentiable)]
struct Linear<T: Real, const I: usize, const O: usize> {
    w: Matrix<T, I, O>,
    b: Vector<T, O>,
}

#[differentiable]
fn apply<const B: usize, const I: usize, const O: usize>(
    l: &Linear<f64, I, O>,
    x: &Matrix<f64, B, I>,
) -> Matrix<f64, B, O> {
    x.matmul(&l.w) + &l.b
}

#[derive(Differentiable)]
struct Stack {
    first: Linear<f64, 2, 3>,
    second: Linear<f64, 3, 1>,
}

#[differentiable]
fn forward(s: &Stack, #[constant] x: &Matrix<f64, 1, 2>) -> f64 {
    let h = apply(&s.first, x).tanh();
    apply(&s.second, &h).sum()
}

fn stack() -> Stack {
    Stack {
        first: Linear { w: tensor([[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]]), b: tensor([0.7, 0.8, 0.9]) },
        second: Linear { w: tensor([[1.0], [2.0], [3.0]]), b: tensor([4.0]) },
    }
}

#[test]
fn generic_layers() {
    let x = tensor([[1.0, -1.0]]);
    let gradient = forward::grad(&stack(), &x);
    let h = [0.4_f64, 0.5, 0.6].map(f64::tanh);
    assert_eq!(gradient.second.b, tensor([1.0]));
    for (i, (h, w)) in h.into_iter().zip([1.0, 2.0, 3.0]).enumerate() {
        let expected = w * (1.0 - h * h);
        assert!((gradient.second.w[[i, 0]] - h).abs() < 1e-15);
        assert!((gradient.first.b[[i]] - expected).abs() < 1e-15);
        assert!((gradient.first.w[[0, i]] - expected).abs() < 1e-15);
        assert!((gradient.first.w[[1, i]] + expected).abs() < 1e-15);
    }
}

/// What cannot travel on the tape may be in a struct that only passes by reference.
#[derive(Differentiable)]
struct Labelled {
    w: f64,
    #[constant]
    names: Vec<String>,
}

#[differentiable]
fn square(l: &Labelled) -> f64 {
    l.w * l.w
}

#[differentiable]
fn fourth(l: &Labelled) -> f64 {
    square(l) * square(l)
}

#[test]
fn owners_of_memory_pass_by_reference() {
    let labelled = Labelled { w: 2.0, names: vec!["w".to_owned()] };
    assert_eq!(fourth::value_and_grad(&labelled), (16.0, LabelledTangent { w: 32.0, names: NoGrad }));
    assert_eq!(labelled.names.len(), 1);
}

#[differentiable]
impl<const I: usize, const O: usize> Linear<f64, I, O> {
    fn call(&self, x: &Vector<f64, I>) -> Vector<f64, O> {
        x.matmul(&self.w) + &self.b
    }
}

#[differentiable]
fn total(l: &Linear<f64, 2, 3>, x: &Vector<f64, 2>) -> f64 {
    l.call(x).sum()
}

#[test]
fn methods_of_a_generic_struct() {
    let (value, (dl, dx)) = total::value_and_grad(&stack().first, &tensor([1.0, 2.0]));
    assert!((value - (2.4 + 0.6 + 3.0)).abs() < 1e-15 * 8.0);
    assert_eq!(dl, LinearTangent { w: tensor([[1.0; 3], [2.0; 3]]), b: tensor([1.0; 3]) });
    assert!((dx - tensor([0.6, 1.5])).as_slice().iter().all(|d| d.abs() < 1e-15));
}

#[differentiable]
fn copied_constants(m: &Mlp, x: f64) -> f64 {
    let n = Mlp { w: &m.w * x, b: m.b, scale: m.scale, n: m.n + 1 };
    let Mlp { w, b, scale, n: exponent } = n;
    (w.sum() * scale + b.sum()).powi(exponent)
}

#[test]
fn constant_fields_are_used_but_get_no_gradient() {
    // (10 x · 3 + b)³ with b = 0 and x = 2
    let (value, (gradient, dx)) = copied_constants::value_and_grad(&mlp(), 2.0);
    assert_eq!(value, 216_000.0);
    let slope = 3.0 * 60.0 * 60.0;
    let expected = MlpTangent { w: Matrix::full(slope * 6.0), b: Vector::full(slope), scale: NoGrad, n: NoGrad };
    assert_eq!((gradient, dx), (expected, slope * 30.0));
}

#[differentiable]
fn one_of_two(p: Point, x: f64) -> f64 {
    let q = if x > 0.0 { Point { x: p.x * x, y: p.y } } else { p };
    q.x * q.y
}

#[test]
fn branches_may_give_structs() {
    let p = Point { x: 2.0, y: 3.0 };
    assert_eq!(one_of_two::value_and_grad(p, 4.0), (24.0, (PointTangent { x: 12.0, y: 8.0 }, 6.0)));
    assert_eq!(one_of_two::value_and_grad(p, -4.0), (6.0, (PointTangent { x: 3.0, y: 2.0 }, 0.0)));
}

/// A length in some unit.
#[derive(Differentiable, Clone, Copy)]
struct Length<U> {
    value: f64,
    unit: PhantomData<U>,
}

#[derive(Clone, Copy)]
struct Metre;

#[differentiable]
fn scaled<U: Clone + 'static>(length: Length<U>, by: f64) -> Length<U> {
    Length { value: length.value * by, unit: length.unit }
}

#[differentiable]
fn area(length: &Length<Metre>, by: f64) -> f64 {
    let other = scaled(*length, by);
    let same = Length { value: other.value, unit: PhantomData::<Metre> };
    same.value * same.value
}

#[test]
fn a_field_may_stand_for_a_type_parameter() {
    let length = Length { value: 3.0, unit: PhantomData };
    let (value, (gradient, by)) = area::value_and_grad(&length, 2.0);
    // (l b)²
    assert_eq!((value, gradient, by), (36.0, LengthTangent { value: 24.0, unit: NoGrad }, 36.0));
    assert_eq!((Length::<Metre>::LEAVES, <Length<Metre> as Taped>::WORDS), (1, 1));
    let (_, (by_length, by_factor)) = area::at(&length, 2.0).jacobian_fwd();
    assert_eq!((by_length.value, by_factor), (24.0, 36.0));
}
