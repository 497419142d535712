//! Enums whose fields have derivatives.

use cotangent::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Shape {
    Circle(f64),
    Rectangle { width: f64, height: f64 },
    Regular { corners: u32, side: f64 },
    Point,
}
gradients!(ShapeTangent);

#[differentiable]
fn area(shape: &Shape) -> f64 {
    match shape {
        Shape::Circle(r) => std::f64::consts::PI * *r * *r,
        Shape::Rectangle { width, height } => *width * *height,
        Shape::Regular { corners, side: s } => {
            let n = f64::from(*corners);
            let angle = std::f64::consts::PI / n;
            n * *s * *s * angle.cos() / (4.0 * angle.sin())
        }
        Shape::Point => 0.0,
    }
}

#[differentiable]
fn area_of(shape: Shape, scale: f64) -> f64 {
    scale
        * scale
        * match shape {
            Shape::Circle(r) if r > 1.0 => 3.0 * r * r,
            Shape::Circle(r) => r,
            Shape::Rectangle { width: x, .. } | Shape::Regular { side: x, .. } => x * x,
            Shape::Point => 0.0,
        }
}

#[test]
fn a_field_of_a_variant_has_a_derivative() {
    let zero = Shape::zero_tangent();
    assert_eq!(
        zero,
        ShapeTangent {
            circle_0: 0.0,
            rectangle_width: 0.0,
            rectangle_height: 0.0,
            regular_corners: NoGrad,
            regular_side: 0.0
        }
    );
    let g = area::grad(&Shape::Circle(2.0));
    assert_eq!(g, ShapeTangent { circle_0: 4.0 * std::f64::consts::PI, ..zero.clone() });
    let g = area::grad(&Shape::Rectangle { width: 2.0, height: 3.0 });
    assert_eq!(g, ShapeTangent { rectangle_width: 3.0, rectangle_height: 2.0, ..zero.clone() });
    let g = area::grad(&Shape::Regular { corners: 4, side: 3.0 });
    assert!((g.regular_side - 6.0).abs() < 1e-14);
    assert_eq!(area::grad(&Shape::Point), zero);
}

#[test]
fn by_value_with_guards_and_alternatives() {
    let zero = Shape::zero_tangent();
    let of = |shape, scale| both_modes!(area_of(shape, scale));
    assert_eq!(of(Shape::Circle(2.0), 3.0), (108.0, (ShapeTangent { circle_0: 108.0, ..zero.clone() }, 72.0)));
    assert_eq!(of(Shape::Circle(0.5), 3.0), (4.5, (ShapeTangent { circle_0: 9.0, ..zero.clone() }, 3.0)));
    assert_eq!(
        of(Shape::Rectangle { width: 2.0, height: 7.0 }, 1.0),
        (4.0, (ShapeTangent { rectangle_width: 4.0, ..zero.clone() }, 8.0))
    );
    assert_eq!(
        of(Shape::Regular { side: 2.0, corners: 7 }, 1.0),
        (4.0, (ShapeTangent { regular_side: 4.0, ..zero.clone() }, 8.0))
    );
    assert_eq!(of(Shape::Point, 1.0), (0.0, (zero, 0.0)));
}

#[differentiable]
fn made(x: f64, k: usize) -> Shape {
    match k {
        0 => Shape::Circle(x * x),
        1 => Shape::Rectangle { width: x, height: 2.0 * x },
        2 => Shape::Regular { corners: 5, side: x.sin() },
        _ => Shape::Point,
    }
}

#[differentiable]
fn made_and_measured(x: f64, k: usize) -> f64 {
    let shape = made(x, k);
    let again = Shape::Circle(area(&shape));
    if let Shape::Circle(a) = again { a * x } else { x }
}

#[test]
fn values_are_made_and_handed_on() {
    for k in 0..4 {
        cotangent::check::gradient(|x: &f64| made_and_measured(*x, k), |x| both_modes!(made_and_measured(*x, k)), 0.7)
            .unwrap_or_else(|mismatch| panic!("{k}: {mismatch}"));
    }
    let seed = ShapeTangent { circle_0: 1.0, rectangle_width: 10.0, rectangle_height: 100.0, ..Shape::zero_tangent() };
    assert_eq!(made::vjp(3.0, 0, seed.clone()).1, 6.0);
    assert_eq!(made::vjp(3.0, 1, seed.clone()).1, 210.0);
    assert_eq!(made::vjp(3.0, 3, seed).1, 0.0);
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Layer {
    Dense { weights: Matrix<f64, 2, 2>, bias: Vector<f64, 2> },
    Scale(f64),
    Relu,
}
gradients!(LayerTangent);

#[differentiable]
fn network(layers: &[Layer; 3], x: &Vector<f64, 2>) -> f64 {
    let mut h = *x;
    for layer in layers {
        h = match layer {
            Layer::Dense { weights, bias } => h.matmul(weights) + bias,
            Layer::Scale(k) => h * *k,
            Layer::Relu => h.relu(),
        };
    }
    h.sum()
}

#[test]
fn a_network_of_different_layers() {
    let layers = [
        Layer::Dense { weights: Matrix::from([[1.0, 2.0], [3.0, -4.0]]), bias: Vector::from([0.5, 0.25]) },
        Layer::Relu,
        Layer::Scale(3.0),
    ];
    let x = Vector::from([1.0, 1.0]);
    // h = (4.5, -1.75), relu (4.5, 0), times 3: 13.5
    let (value, (g, dx)) = both_modes!(network(&layers, &x));
    assert_eq!(value, 13.5);
    assert_eq!(g[0].dense_weights, Matrix::from([[3.0, 0.0], [3.0, 0.0]]));
    assert_eq!(g[0].dense_bias, Vector::from([3.0, 0.0]));
    assert_eq!((g[0].scale_0, g[1].scale_0, g[2].scale_0), (0.0, 0.0, 4.5));
    assert_eq!(dx, Vector::from([3.0, 9.0]));
}

#[derive(Clone, Copy, Differentiable)]
enum Either<A, B> {
    Left(A),
    Right(B, #[constant] f64),
}
gradients!(EitherTangent<f64, [f64; 2]>);

#[differentiable]
fn either(e: Either<f64, [f64; 2]>, x: f64) -> f64 {
    let copy = e;
    let mut sum = 0.0;
    for i in 0..2 {
        sum += match copy {
            Either::Left(mut y) => {
                y *= x;
                y
            }
            Either::Right(ref y, c) => y[i] * c,
        };
    }
    sum
}

#[test]
fn generic_variants_with_constants() {
    let (value, (g, dx)) = both_modes!(either(Either::Left(2.0), 3.0));
    assert_eq!((value, g.left_0, g.right_0, g.right_1, dx), (12.0, 6.0, [0.0; 2], NoGrad, 4.0));
    let (value, (g, dx)) = both_modes!(either(Either::Right([1.0, 2.0], 5.0), 3.0));
    assert_eq!((value, g.left_0, g.right_0, dx), (15.0, 0.0, [5.0; 2], 0.0));
}

/// Every variant is read back from the tape as it was.
#[test]
fn variants_travel_on_the_tape() {
    #[differentiable]
    fn kept(x: f64, k: usize) -> f64 {
        let mut sum = 0.0;
        for i in 0..4 {
            let shape = made(x, (i + k) % 4);
            sum += area(&shape) * x;
        }
        sum
    }
    cotangent::check::gradient(|x: &f64| kept(*x, 1), |x| both_modes!(kept(*x, 1)), 0.7)
        .unwrap_or_else(|mismatch| panic!("{mismatch}"));
}

/// A constant part of a variant that is copied, not moved, goes to a variable.
#[derive(Differentiable, Clone, Debug)]
enum Table {
    Numbers([f64; 3], usize),
    Nothing,
}

#[differentiable]
fn looked_up(x: f64, there: bool) -> f64 {
    let mut y = x;
    let table = if there { Table::Numbers([0.5, 2.0, 3.0], 1) } else { Table::Nothing };
    if let Table::Numbers(numbers, _) = &table {
        y = numbers[1];
    }
    if let Table::Numbers(numbers, at) = &table {
        y += numbers[*at] * x;
    }
    y
}

#[test]
fn a_constant_part_of_a_variant_is_assigned() {
    assert_eq!(both_modes!(looked_up(3.0, true)), (8.0, 2.0));
    assert_eq!(both_modes!(looked_up(3.0, false)), (3.0, 1.0));
}

#[derive(Clone, PartialEq)]
enum Activation {
    Rectified,
    Identity,
}

#[derive(Differentiable)]
enum Node {
    Dense {
        weight: f64,
        #[constant]
        activation: Activation,
    },
    Scaled(f64, #[constant] Activation),
}

#[differentiable]
impl Node {
    fn forward(&self, x: f64) -> f64 {
        match self {
            Node::Dense { weight, activation } => match activation {
                Activation::Rectified => (weight * x).max(0.0),
                Activation::Identity => x * weight,
            },
            Node::Scaled(scale, activation) => {
                if *activation == Activation::Identity {
                    scale * x
                } else {
                    *scale
                }
            }
        }
    }
}

#[differentiable]
fn of_nodes(x: f64, y: f64) -> f64 {
    let first = Node::Dense { weight: x, activation: Activation::Rectified };
    let second = Node::Dense { weight: y, activation: Activation::Identity };
    let third = Node::Scaled(y, Activation::Identity);
    first.forward(y) * second.forward(x) * third.forward(x)
}

#[test]
fn constant_fields_of_variants_have_any_type() {
    of_nodes::at(0.3, 0.4).check().unwrap();
    of_nodes::at(0.3, 0.4).check_jvp().unwrap();
    of_nodes::at(0.3, 0.4).check_hvp().unwrap();
}
