//! A struct value that the reverse sweep reads again travels on the tape.

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Copy)]
struct Point {
    x: f64,
    small: f32,
    n: i32,
    on: bool,
    at: [f32; 3],
}

#[derive(Differentiable, Clone)]
struct Segment<T: Real> {
    ends: [Point; 2],
    w: Matrix<T, 2, 2>,
}

#[differentiable]
fn cubed(p: &Point) -> f64 {
    let x = p.x * p.x * p.x;
    x + (p.small * p.at[2]) as f64
}

/// The point is made inside, and `cubed` reads it again.
#[differentiable]
fn inside(x: f64, y: f32) -> f64 {
    let p = Point { x: x * 2.0, small: y * y, n: 7, on: true, at: [y, y + 1.0, y * 3.0] };
    cubed(&p)
}

#[test]
fn fields_take_whole_words_and_padding_none() {
    use cotangent::tape::Taped;
    assert_eq!(Point::WORDS, 1 + 1 + 1 + 1 + 2);
    assert_eq!(<[Point; 3]>::WORDS, 3 * Point::WORDS);
    assert_eq!(Segment::<f32>::WORDS, 2 * Point::WORDS + 2);
}

#[test]
fn a_struct_made_inside_is_read_again() {
    // 8 x³ + 3 y³
    assert_eq!(inside::value_and_grad(2.0, 3.0), (64.0 + 81.0, (96.0, 81.0)));
}

/// Structs in an array in a struct.
#[differentiable]
fn nested(x: f64) -> f64 {
    let p = Point { x, small: 1.0, n: 3, on: false, at: [1.0, 2.0, 3.0] };
    let q = Point { x: x * x, ..p };
    let s = Segment { ends: [p, q], w: tensor([[1.0, 2.0], [3.0, 4.0]]) * x };
    spread(&s)
}

#[differentiable]
fn spread(s: &Segment<f64>) -> f64 {
    (s.ends[1].x - s.ends[0].x) * s.w.sum()
}

#[test]
fn structs_of_arrays_of_structs_travel() {
    // (x² - x) · 10 x
    assert_eq!(nested::value_and_grad(3.0), (180.0, 10.0 * (3.0 * 9.0 - 2.0 * 3.0)));
}
