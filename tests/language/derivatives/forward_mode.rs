//! Forward mode: `f::jvp`, where it is not only the gradient once more. That it agrees with the gradient, wherever these tests
//! look at one, is in `modes.rs`.

mod bodies;

use cotangent::prelude::*;

use super::modes::check;

#[differentiable]
fn area(x: f64, y: f64) -> f64 {
    x * y
}

#[test]
fn the_value_and_its_tangent() {
    assert_eq!(area::jvp(3.0, 5.0, (1.0, 0.0)), (15.0, 5.0));
    assert_eq!(area::jvp(3.0, 5.0, (0.0, 1.0)), (15.0, 3.0));
    assert_eq!(area::jvp(3.0, 5.0, (2.0, -1.0)), (15.0, 7.0));
}

#[differentiable]
fn decay(state: &mut [f64; 2], rate: f64) {
    state[0] -= rate * state[0] * state[1];
    state[1] *= state[0];
}

#[test]
fn the_tangent_of_a_place_goes_in_and_comes_out() {
    // a' = a - r a b, b' = b a'
    let (mut state, mut dot) = ([2.0, 0.5], [1.0, 10.0]);
    let ((), _) = decay::jvp(&mut state, 0.25, (&mut dot, 100.0));
    assert_eq!(state, [1.75, 0.875]);
    let a_dot = 1.0 - (100.0 * 2.0 * 0.5 + 0.25 * 1.0 * 0.5 + 0.25 * 2.0 * 10.0);
    assert_eq!(dot, [a_dot, 10.0 * 1.75 + 0.5 * a_dot]);
}

#[derive(Clone, Debug, Differentiable, PartialEq)]
struct Spring {
    stiffness: f64,
    rest: [f64; 2],
    #[constant]
    scale: f64,
    coils: usize,
}

#[differentiable]
impl Spring {
    fn energy(&self, x: f64) -> f64 {
        let d = x - self.rest[0] * self.scale - self.rest[1] * self.coils as f64;
        0.5 * self.stiffness * d * d
    }

    fn stretched(&self, by: f64) -> Self {
        Self { rest: [self.rest[0] + by, self.rest[1] * by], coils: self.coils + 1, ..self.clone() }
    }

    fn tighten(&self, other: &mut Self, by: f64) -> f64 {
        let before = other.stiffness;
        other.stiffness *= by * self.rest[0];
        other.coils -= 1;
        before
    }

    fn total(&self, x: f64) -> f64 {
        let other = self.stretched(x);
        other.energy(self.stiffness) + self.energy(x)
    }
}

const SPRING: Spring = Spring { stiffness: 2.0, rest: [1.0, 0.5], scale: 3.0, coils: 4 };

#[test]
fn methods_take_the_tangent_of_the_receiver_first() {
    let dot = SpringTangent { stiffness: 1.0, rest: [10.0, 100.0], scale: NoGrad, coils: NoGrad };
    // d = 7 - 3 - 2, and its tangent 0.5 - 30 - 400
    assert_eq!(SPRING.energy_jvp(7.0, (dot.clone(), 0.5)), (4.0, 0.5 * 4.0 + 2.0 * 2.0 * (0.5 - 30.0 - 400.0)));
    let (spring, spring_dot) = SPRING.stretched_jvp(2.0, (dot.clone(), 0.25));
    assert_eq!(spring, Spring { rest: [3.0, 1.0], coils: 5, ..SPRING });
    assert_eq!(spring_dot, SpringTangent { rest: [10.25, 200.125], ..dot.clone() });
    let (mut other, mut other_dot) = (SPRING, dot.clone());
    assert_eq!(SPRING.tighten_jvp(&mut other, 3.0, (dot.clone(), &mut other_dot, 0.25)), (2.0, 1.0));
    assert_eq!(other, Spring { stiffness: 6.0, coils: 3, ..SPRING });
    assert_eq!(other_dot, SpringTangent { stiffness: 3.0 + 2.0 * 0.25 + 2.0 * 3.0 * 10.0, ..dot });
}

#[test]
fn methods_that_call_methods() {
    check(
        "methods",
        |(s, x)| s.total(*x),
        |(s, x), seed| s.total_vjp(*x, seed),
        |(s, x), dot| s.total_jvp(*x, dot),
        (SPRING, 1.5),
    );
}

#[differentiable]
fn shifted(x: &[f64], by: f64) -> f64 {
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        s += (v + by) * x[x.len() - 1 - i];
    }
    s
}

#[differentiable]
fn doubled(x: &mut [f64], by: &[f64]) {
    for (v, by) in x.iter_mut().zip(by) {
        *v *= by;
    }
}

/// Arrays, parts of them and of slices, as slices.
#[differentiable]
fn of_slices(x: &[f64; 4], y: &[f64], k: usize) -> f64 {
    let mut own = *x;
    doubled(&mut own[1..3], y);
    doubled(&mut own, x);
    shifted(x, y[0]) + shifted(&own[k..], 0.5) + shifted(&y[..k], own[3]) + shifted(&own, shifted(y, x[1]))
}

#[test]
fn tangents_of_slices_are_slices() {
    // (2 + 10) 3 + (3 + 10) 2
    assert_eq!(shifted::jvp(&[2.0, 3.0], 10.0, (&[1.0, -1.0], 0.5)), (62.0, 1.5 * 3.0 - 12.0 - 0.5 * 2.0 + 13.0));
    assert_eq!(shifted::jvp(&[], 10.0, (&[], 0.5)), (0.0, 0.0));
    let (mut x, mut x_dot) = ([2.0, 3.0], [1.0, 10.0]);
    let ((), _) = doubled::jvp(&mut x, &[5.0, 7.0], (&mut x_dot, &[0.5, 0.25]));
    assert_eq!((x, x_dot), ([10.0, 21.0], [5.0 + 1.0, 70.0 + 0.75]));
    for k in 0..3 {
        both_modes!(of_slices(&[0.3, -0.7, 1.1, 0.6], &[1.5, 0.2], k));
    }
}

#[test]
#[should_panic(expected = "the tangent of `x` has 3 elements, `x` has 2")]
fn the_lengths_have_to_agree() {
    let _ = shifted::jvp(&[2.0, 3.0], 10.0, (&[1.0, -1.0, 0.0], 0.5));
}

#[differentiable]
fn squash<T: Real, const N: usize>(x: &[T; N], k: T) -> T {
    let mut s = T::ZERO;
    for v in x {
        s += (*v * k).tanh();
    }
    s
}

#[differentiable]
fn squash_both(x: &[f64; 3], k: f64) -> f64 {
    squash::<f64, 3>(x, k) * squash(&[x[0], k], x[1])
}

#[test]
fn generic_functions() {
    both_modes!(squash(&[0.5, -0.25, 1.5], 0.75));
    both_modes!(squash::<f64, 2>(&[0.5, -0.25], 0.75));
    both_modes!(squash_both(&[0.5, -0.25, 1.5], 0.75));
    assert_eq!(squash::jvp(&[0.0_f32, 0.0], 2.0, ([1.0, 3.0], 5.0)), (0.0, 8.0));
}

#[differentiable]
fn power(x: f64, n: usize) -> f64 {
    if n == 0 {
        return 1.0;
    }
    let half = power(x, n / 2);
    if n % 2 == 0 { half * half } else { half * half * x }
}

#[differentiable]
fn flattened(tree: &mut [f64; 7], at: usize, x: f64) -> f64 {
    if at >= 7 {
        return x;
    }
    tree[at] *= x;
    let left = flattened(tree, 2 * at + 1, tree[at]);
    let right = flattened(tree, 2 * at + 2, x);
    left * right
}

#[test]
fn recursion() {
    for n in 0..12_i32 {
        let dot = if n == 0 { 0.0 } else { 3.0 * f64::from(n) * 2.0_f64.powi(n - 1) };
        assert_eq!(power::jvp(2.0, n as usize, 3.0), (2.0_f64.powi(n), dot));
    }
    check(
        "flattened",
        |(tree, x): &([f64; 7], f64)| {
            let mut tree = *tree;
            let y = flattened(&mut tree, 0, *x);
            (tree, y)
        },
        |(tree, x), (mut bar, seed)| {
            let (mut tree, mut x_bar) = (*tree, 0.0);
            let y = flattened::at(&mut tree, 0, *x).on(&mut GrowableTape::new()).vjp_into(seed, (&mut bar, &mut x_bar));
            ((tree, y), (bar, x_bar))
        },
        |(tree, x), (mut dot, x_dot)| {
            let mut tree = *tree;
            let (y, y_dot) = flattened::jvp(&mut tree, 0, *x, (&mut dot, x_dot));
            ((tree, y), (dot, y_dot))
        },
        ([0.9, 1.1, 1.2, 0.8, -0.7, 1.3, 0.6], 1.1),
    );
}

#[differentiable]
fn root(x: f64) -> Option<f64> {
    if x < 0.0 { None } else { Some(x.sqrt()) }
}

#[differentiable]
fn roots(x: f64, y: Option<f64>) -> Result<(f64, f64), String> {
    let Some(a) = root(x) else {
        return Err("negative".to_owned());
    };
    let Some(y) = y else {
        return Ok((a, 7.0));
    };
    Ok((root(y).unwrap_or(a) * a, y))
}

#[test]
fn what_is_missing_has_no_tangent() {
    assert_eq!(root::jvp(4.0, 1.0), (Some(2.0), 0.25));
    assert_eq!(root::jvp(-4.0, 1.0), (None, 0.0));
    assert_eq!(roots::jvp(4.0, Some(9.0), (1.0, 6.0)), (Ok((6.0, 9.0)), (0.25 * 3.0 + 2.0, 6.0)));
    assert_eq!(roots::jvp(4.0, Some(-9.0), (1.0, 6.0)), (Ok((4.0, -9.0)), (1.0, 6.0)));
    assert_eq!(roots::jvp(4.0, None, (1.0, 6.0)), (Ok((2.0, 7.0)), (0.25, 0.0)));
    assert_eq!(roots::jvp(-4.0, Some(9.0), (1.0, 6.0)), (Err("negative".to_owned()), (0.0, 0.0)));
}

#[derive(Clone, Copy, Debug, Differentiable, PartialEq)]
enum Shape {
    Circle(f64),
    Rectangle { width: f64, height: f64 },
    Point,
}

#[differentiable]
fn turned(shape: &Shape, by: f64) -> Shape {
    match *shape {
        Shape::Circle(r) if r > by => Shape::Circle(r * by),
        Shape::Circle(r) => Shape::Rectangle { width: r, height: by },
        Shape::Rectangle { width, height: h } => Shape::Rectangle { width: h, height: width },
        Shape::Point => Shape::Point,
    }
}

#[test]
fn enums_go_in_and_come_out() {
    let zero = Shape::zero_tangent();
    let dot = ShapeTangent { circle_0: 1.0, rectangle_width: 10.0, rectangle_height: 100.0 };
    let of = |shape, by| turned::jvp(&shape, by, (dot.clone(), 0.5));
    assert_eq!(of(Shape::Circle(3.0), 2.0), (Shape::Circle(6.0), ShapeTangent { circle_0: 3.5, ..zero.clone() }));
    assert_eq!(
        of(Shape::Circle(1.0), 2.0),
        (
            Shape::Rectangle { width: 1.0, height: 2.0 },
            ShapeTangent { circle_0: 0.0, rectangle_width: 1.0, rectangle_height: 0.5 }
        )
    );
    assert_eq!(
        of(Shape::Rectangle { width: 3.0, height: 5.0 }, 2.0),
        (
            Shape::Rectangle { width: 5.0, height: 3.0 },
            ShapeTangent { circle_0: 0.0, rectangle_width: 100.0, rectangle_height: 10.0 }
        )
    );
    assert_eq!(of(Shape::Point, 2.0), (Shape::Point, zero));
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Matrix<f64, 3, 2>,
    b: Vector<f64, 2>,
    #[constant]
    slope: f64,
    #[constant]
    name: &'static str,
}

#[differentiable]
fn layers(layer: &Layer, x: &Matrix<f64, 2, 3>, #[constant] shift: &Vector<f64, 2>) -> Matrix<f64, 2, 2> {
    let mut y = x.matmul(&layer.w) + &layer.b;
    y += shift;
    let again = Layer { b: layer.b * 2.0, name: "again", ..*layer };
    let scale = if again.name.len() == layer.name.len() { layer.slope } else { 1.0 };
    (y * scale).tanh() * again.b.sum() + again.w.sum()
}

#[test]
fn tensors_and_fields_without_a_derivative() {
    let layer = |w: &Matrix<f64, 3, 2>, b: &Vector<f64, 2>| Layer { w: *w, b: *b, slope: 0.3, name: "layer" };
    let shift = tensor([0.5, -0.25]);
    check(
        "layers",
        |(w, b, x)| layers(&layer(w, b), x, &shift),
        |(w, b, x), seed| {
            let (y, (bar, x_bar)) = layers::vjp(&layer(w, b), x, &shift, seed);
            (y, (bar.w, bar.b, x_bar))
        },
        |(w, b, x), (w_dot, b_dot, x_dot)| {
            let dot = LayerTangent { w: w_dot, b: b_dot, slope: NoGrad, name: NoGrad };
            layers::jvp(&layer(w, b), x, &shift, (dot, x_dot))
        },
        (
            tensor([[0.5, -1.0], [0.25, 2.0], [1.5, 0.75]]),
            tensor([0.3, 0.7]),
            tensor([[1.0, -0.5, 0.25], [0.75, 1.5, -1.25]]),
        ),
    );
}

#[differentiable]
fn steep(x: f64, y: f64) -> f64 {
    x.sqrt() * 2.0 + y.abs().ln() + (x / y).powf(0.5)
}

#[test]
fn a_tangent_of_zero_gives_zero() {
    // Also where the derivative is infinite.
    assert_eq!(steep::jvp(0.0, 1.0, (0.0, 0.0)), (0.0, 0.0));
    assert_eq!(root::jvp(0.0, 0.0), (Some(0.0), 0.0));
    assert_eq!(root::jvp(0.0, 1.0), (Some(0.0), f64::INFINITY));
    let (_, dot) = of_slices::jvp(&[0.3, -0.7, 1.1, 0.6], &[1.5, 0.2], 1, ([0.0; 4], &[0.0; 2]));
    assert_eq!(dot, 0.0);
}

#[differentiable]
fn constant_parts(x: f64, #[constant] k: f64, n: usize) -> (f64, usize, bool) {
    (k * n as f64 * x, n + 1, x > k)
}

#[test]
fn what_has_no_derivative_has_no_tangent() {
    assert_eq!(constant_parts::jvp(5.0, 3.0, 2, 0.5), ((30.0, 3, true), (3.0, NoGrad, NoGrad)));
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Knots {
    at: Vec<f64>,
    weight: f64,
}

#[differentiable]
fn knots(at: Vec<f64>, weight: f64) -> Knots {
    Knots { at, weight }
}

#[differentiable]
fn moved_to(knots: &mut Knots, at: Vec<f64>) {
    knots.at = at;
}

#[differentiable]
fn with_others(knots: Knots, at: Vec<f64>) -> Knots {
    Knots { at, ..knots }
}

/// Lists without tangents, which are given to functions that know of none: longer ones than before, too.
#[differentiable]
fn of_constant_lists(x: f64) -> f64 {
    let mut found = knots(vec![0.0, 0.5, 1.0], x);
    let first = (x - found.at[0]) / (found.at[2] - found.at[0]) * found.weight;
    moved_to(&mut found, vec![1.0, 2.0, 3.0, 4.0]);
    let second = found.at[3] * found.weight;
    found = with_others(found, vec![0.5; 5]);
    first + second * found.at[4] * found.weight
}

#[test]
fn a_list_without_a_tangent_has_one_of_its_length() {
    // x² + 2 x²
    assert_eq!(of_constant_lists::at(0.5).jvp(1.0), (0.75, 3.0));
    assert_eq!(of_constant_lists::value_and_grad(0.5), (0.75, 3.0));
    assert_eq!(of_constant_lists::at(0.5).hvp(1.0), 6.0);
}
