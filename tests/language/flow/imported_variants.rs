//! Variants that stand without their enum: `use Figure::*;`.

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy)]
enum Figure {
    Circle(f64),
    Rectangle { width: f64, height: f64 },
    Point,
}

use Figure::{Circle, Point, Rectangle};

#[differentiable]
fn area(figure: &Figure) -> f64 {
    match figure {
        Circle(radius) => 3.0 * radius * radius,
        Rectangle { width, height } => width * height,
        Point => 0.0,
    }
}

#[differentiable]
fn of_all(x: f64, y: f64) -> f64 {
    let mut sum = 0.0;
    for figure in [Figure::Circle(x), Figure::Rectangle { width: y, height: x * y }, Point] {
        sum += area(&figure) * x;
    }
    sum
}

/// In a tuple; with another name for a part, and a part that is left out.
#[differentiable]
fn in_a_pair(pair: (Figure, f64)) -> f64 {
    match pair {
        (Circle(radius), k) => 3.0 * radius * k,
        (Rectangle { width: w, .. }, k) => w - k,
        (Point, k) => k,
    }
}

#[differentiable]
fn of_pairs(x: f64, y: f64) -> f64 {
    in_a_pair((Figure::Circle(x), y)) * in_a_pair((Figure::Rectangle { width: y, height: x }, x * y))
        + in_a_pair((Point, x))
}

/// References in a tuple, and cases without names.
#[differentiable]
fn overlap(a: &Figure, b: &Figure, k: f64) -> f64 {
    match (a, b) {
        (Circle(r), Rectangle { width, .. }) => r * width * k,
        (Rectangle { height, .. }, Circle(r)) => r / height + k,
        (Circle(r), Circle(s)) => r + s * s,
        (Point, _) | (_, Point) => k * k,
        _ => 3.0 * k,
    }
}

#[differentiable]
fn of_overlaps(x: f64, y: f64) -> f64 {
    let (circle, rectangle) = (Figure::Circle(x), Figure::Rectangle { width: y, height: 2.0 + x * y });
    overlap(&circle, &rectangle, x) * overlap(&rectangle, &circle, y)
        + overlap(&circle, &circle, y) * overlap(&circle, &Figure::Point, x)
        + overlap(&rectangle, &rectangle, x)
}

/// One variant alone is one too, because the pattern may not match.
#[differentiable]
fn one_after_the_other(figure: Figure) -> f64 {
    if let Circle(radius) = figure {
        return radius * radius;
    }
    let Rectangle { width, .. } = figure else { return 2.0 };
    width * 3.0
}

#[differentiable]
fn of_each(x: f64, y: f64) -> f64 {
    one_after_the_other(Figure::Circle(x))
        * one_after_the_other(Figure::Rectangle { width: y, height: x })
        * one_after_the_other(Point)
}

#[derive(Differentiable, Clone, Copy)]
struct Span(f64, f64);

/// A struct stays one, whatever the guards are.
#[differentiable]
fn of_a_struct(x: f64, y: f64) -> f64 {
    let span = Span(x * y, y);
    let first = match span {
        Span(a, b) if a > 0.5 => a * b,
        Span(a, _) => a * a,
    };
    let Span(a, b) = span;
    first + a - b * b
}

#[test]
fn variants_need_no_enum_in_front() {
    for (x, y) in [(0.7, 0.8), (1.2, -0.4), (0.3, 0.9)] {
        of_all::at(x, y).check().unwrap();
        of_pairs::at(x, y).check().unwrap();
        of_each::at(x, y).check().unwrap();
        of_overlaps::at(x, y).check().unwrap();
        of_a_struct::at(x, y).check().unwrap();
        of_all::at(x, y).check_jvp().unwrap();
        of_pairs::at(x, y).check_jvp().unwrap();
        of_each::at(x, y).check_jvp().unwrap();
        of_overlaps::at(x, y).check_jvp().unwrap();
        of_a_struct::at(x, y).check_jvp().unwrap();
    }
}
