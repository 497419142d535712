//! Functions without the attribute, given whole numbers that are fields of values with a derivative.

use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Grid {
    data: Vec<f64>,
    size: usize,
    shift: i32,
    is_on: bool,
}

fn filled(n: usize, value: f64) -> Vec<f64> {
    vec![value; n]
}

fn place(n: usize, shift: i32) -> usize {
    usize::try_from(shift).unwrap_or(0) % n
}

fn factor(is_on: bool) -> f64 {
    if is_on { 2.0 } else { 1.0 }
}

#[differentiable]
fn area(x: f64, y: f64) -> f64 {
    x * y
}

#[differentiable]
fn of_any<T: num_traits::Float>(x: T, y: T) -> T {
    x * x * y
}

#[derive(Clone, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
fn energy(grid: &Grid, at: &Point) -> f64 {
    let weights = filled(grid.size, 1.5);
    let mut sum = 0.0;
    for i in 0..place(grid.size + 2, 2) {
        let more = filled(grid.size, i as f64);
        sum += more[i] * grid.data[i] * factor(grid.is_on);
        if place(grid.size, grid.shift) == 0 && sum > 0.0 {
            let j = place(grid.size, grid.shift + 1);
            sum += grid.data[j] * weights[j] * area(at.x, at.y) * of_any(at.x, at.y);
        }
    }
    let Grid { size, .. } = grid;
    sum * filled(*size, 2.0)[0] + grid.data[place(grid.size, grid.shift)]
}

#[differentiable]
impl Grid {
    fn typed(&self) -> f64 {
        let n: usize = self.size;
        let last: usize = self.size * 2 - n - 1;
        let mut next: usize = self.size - n;
        let weights = filled(n, 0.5);
        let mut sum = 0.0;
        while next <= last {
            sum += weights[next] * self.data[next] * self.data[place(n, 1)];
            next += 1;
        }
        sum
    }
}

#[differentiable]
fn all(x: f64) -> f64 {
    let grid = Grid { data: vec![x, x * x], size: 2, shift: 0, is_on: true };
    energy(&grid, &Point { x, y: 2.0 * x }) * grid.typed()
}

#[test]
fn whole_numbers_in_fields_go_anywhere() {
    check!(all() at 0.3, -0.8, 1.4;);
}
