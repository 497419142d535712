//! Type parameters without bounds, or that are only `Copy` or `Clone`, are those of values, not of numbers.

use cotangent::prelude::*;

#[differentiable]
fn column<T: Copy>(m: [[T; 2]; 2], i: usize) -> [T; 2] {
    [m[0][i], m[1][i]]
}

#[differentiable]
fn first<T: Copy>(list: &[T]) -> T {
    list[0]
}

#[differentiable]
fn pick<T: Copy>(a: T, b: T, is_first: bool) -> T {
    if is_first { a } else { b }
}

#[differentiable]
fn exchanged<T: Clone, U: Clone>(pair: &(T, U)) -> (U, T) {
    (pair.1.clone(), pair.0.clone())
}

#[differentiable]
fn chosen<T>(list: Option<T>, otherwise: T) -> T {
    match list {
        Some(value) => value,
        None => otherwise,
    }
}

#[differentiable]
fn swapped<T, U>((a, b): (T, U)) -> (U, T) {
    (b, a)
}

#[differentiable]
fn without_bounds(a: f64) -> f64 {
    let (row, y) = swapped((a, [a, 2.0]));
    chosen(Some(a * a), y) * chosen(None, row)[0] * chosen(None, y)
}

#[differentiable]
fn last<T: Clone>(list: &Vec<T>) -> Option<T> {
    list.last().cloned()
}

#[differentiable]
fn of_functions(a: f64) -> f64 {
    let c = column([[a, 1.0], [2.0, a * a]], 1);
    let pair = exchanged(&(a, c));
    let list = vec![a, a * a];
    c[0] + c[1] * a * first(&[a, a]) + pick(a, c[1], a > 3.0) * pair.1 + last(&list).unwrap() * pair.0[1]
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct Point<T> {
    x: T,
    y: T,
    z: T,
}

// What the first two take and give shows that the third has values of `T` too.
#[differentiable]
impl<T: Copy> Point<T> {
    fn new(x: T, y: T, z: T) -> Self {
        Point { x, y, z }
    }
    fn x(&self) -> T {
        self.x
    }
    fn yxz(&self) -> Point<T> {
        Point { x: self.y, y: self.x, z: self.z }
    }
    fn to_array(self) -> [T; 3] {
        [self.x, self.y, self.z]
    }
    fn set_x(&mut self, x: T) {
        self.x = x;
    }
}

#[derive(Differentiable, Clone, Debug)]
struct Stack<T> {
    items: Vec<T>,
}

#[differentiable]
impl<T: Clone> Stack<T> {
    fn push(&mut self, item: T) {
        self.items.push(item);
    }
    fn top(&self) -> Option<T> {
        self.items.last().cloned()
    }
    fn at(&self, i: usize) -> T {
        self.items[i].clone()
    }
}

#[differentiable]
fn of_methods(a: f64) -> f64 {
    let mut p = Point::new(a, 1.0, a * a);
    p = p.yxz();
    p.set_x(a * 3.0);
    let row = p.to_array();
    let of_rows = Point::new([a, 1.0], [a, a * a], [0.0, a]);
    let mut stack = Stack { items: vec![p] };
    for i in 0..2 {
        stack.push(Point::new(a, a * i as f64, 2.0));
    }
    p.x() * row[1] + row[2] + of_rows.yxz().x()[1] + stack.at(1).y * stack.top().unwrap().x + stack.at(2).y
}

#[test]
fn their_gradients_are_those_of_differences() {
    of_functions::at(0.7).check().unwrap();
    of_functions::at(0.7).check_hvp().unwrap();
    without_bounds::at(0.7).check().unwrap();
    without_bounds::at(0.7).check_hvp().unwrap();
    of_methods::at(0.7).check().unwrap();
    of_methods::at(0.7).check_jvp().unwrap();
    of_methods::at(0.7).check_hvp().unwrap();
}
