//! Functions and methods that give a reference to a part of what they were given.

use std::ops::{Add, Mul};

use cotangent::prelude::*;

#[derive(Debug, Clone, Differentiable)]
struct Table {
    columns: usize,
    data: Vec<f64>,
    limits: [f64; 2],
}
gradients!(TableTangent);

#[differentiable]
impl Table {
    fn at(&self, i: usize, j: usize) -> &f64 {
        &self.data[i * self.columns + j]
    }

    fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.columns..(i + 1) * self.columns]
    }

    fn data(&self) -> &Vec<f64> {
        &self.data
    }

    fn first(&self) -> &f64 {
        self.at(0, 0)
    }

    fn limits<'s>(&'s self) -> &'s [f64; 2] {
        &self.limits
    }

    fn largest(&self) -> &f64 {
        let mut best = &self.data[0];
        for x in &self.data {
            if x > best {
                best = x;
            }
        }
        best
    }

    fn chosen(&self, k: usize) -> &f64 {
        if k == 0 {
            return &self.limits[0];
        }
        match k {
            1 => &self.limits[1],
            2 => {
                let last = self.data.len() - 1;
                &self.data[last]
            }
            _ => self.first(),
        }
    }

    fn name(&self) -> &str {
        "table"
    }
}

#[differentiable]
fn larger<'a>(a: &'a f64, b: &'a f64) -> &'a f64 {
    if a > b { a } else { b }
}

#[differentiable]
fn tail(x: &[f64]) -> &[f64] {
    &x[1..]
}

fn table() -> Table {
    Table { columns: 3, data: vec![1.0, 2.0, 3.0, 4.0, 6.0, 5.0], limits: [0.5, 7.0] }
}

#[differentiable]
fn product(t: &Table, x: f64) -> f64 {
    *t.at(0, 1) * x * t.at(1, 2)
}

#[test]
fn the_cotangent_goes_where_the_reference_leads() {
    let (value, (dt, dx)) = both_modes!(product(&table(), 0.5));
    assert_eq!((value, dx), (5.0, 10.0));
    assert_eq!(dt.data, [0.0, 2.5, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(table().name(), "table");
}

#[differentiable]
fn in_loops(t: &Table, x: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..2 {
        for j in 0..t.columns {
            sum += t.at(i, j) * x * j as f64;
        }
        let row = t.row(i);
        sum += row[0] * row[1];
        for (a, b) in t.row(i).iter().zip(t.row(0)) {
            sum += a * b;
        }
        for a in t.data() {
            sum += *a * x;
        }
    }
    sum + t.data().iter().map(|a| a * a).sum::<f64>() + t.limits()[1] * t.limits().len() as f64
}

#[differentiable]
fn through_names(t: &Table, x: f64) -> f64 {
    let most = t.largest();
    let mut sum = x;
    for k in 0..4 {
        let chosen = t.chosen(k);
        if *chosen > *most {
            sum = sum * 0.5 + *chosen * sum;
        } else if chosen > &0.9 {
            sum += *t.largest() * *chosen;
        } else {
            sum -= chosen;
        }
        assert!(*chosen < 10.0, "{chosen}");
    }
    sum * *most
}

#[differentiable]
fn of_functions(x: &[f64], t: f64) -> f64 {
    let m = larger(&x[0], &x[1]);
    let rest = tail(x);
    let mut sum = *m * t + larger(&t, &x[0]) * m;
    for (i, v) in rest.iter().enumerate() {
        sum += v * i as f64 * *larger(v, m);
    }
    sum + tail(tail(x)).iter().map(|v| v * v).sum::<f64>()
}

#[test]
fn in_loops_branches_and_calls() {
    in_loops::at(&table(), 0.7).check().unwrap();
    in_loops::at(&table(), 0.7).check_jvp().unwrap();
    through_names::at(&table(), 0.7).check().unwrap();
    through_names::at(&table(), 0.7).check_jvp().unwrap();
    of_functions::at(&[0.3, 0.9, 0.4, 0.8], 0.5).check().unwrap();
    of_functions::at(&[0.3, 0.9, 0.4, 0.8], 0.5).check_jvp().unwrap();
}

#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
struct V {
    x: f64,
    y: f64,
}

#[differentiable]
impl Add for V {
    type Output = V;
    fn add(self, other: V) -> V {
        V { x: self.x + other.x, y: self.y + other.y }
    }
}

#[differentiable]
impl Mul<f64> for V {
    type Output = V;
    fn mul(self, factor: f64) -> V {
        V { x: self.x * factor, y: self.y * factor }
    }
}

#[differentiable]
impl Mul<f64> for &V {
    type Output = V;
    fn mul(self, factor: f64) -> V {
        V { x: self.x * factor, y: self.y * factor }
    }
}

#[differentiable]
impl V {
    fn dot(&self, other: &V) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

/// Not differentiable, and lent all the same.
#[derive(Debug, Clone)]
struct Material {
    name: &'static str,
}

#[derive(Debug, Clone, Differentiable)]
struct Ray {
    origin: V,
    direction: V,
    #[constant]
    material: Material,
}

#[differentiable]
impl Ray {
    fn origin(&self) -> &V {
        &self.origin
    }

    fn direction(&self) -> &V {
        &self.direction
    }

    fn material(&self) -> &Material {
        &self.material
    }

    fn at(&self, t: f64) -> V {
        *self.origin() + self.direction() * t
    }
}

#[differentiable]
fn hit(ray: &Ray, t: f64) -> f64 {
    let direction: &V = ray.direction();
    let offset = *ray.origin() + *direction * t;
    let (p, a) = (ray.at(t), ray.direction().dot(direction));
    offset.dot(ray.direction()) / a + p.dot(&offset) + ray.origin().x
}

#[test]
fn of_structs() {
    let ray =
        Ray { origin: V { x: 0.1, y: 0.2 }, direction: V { x: 1.0, y: 0.5 }, material: Material { name: "glass" } };
    hit::at(&ray, 0.7).check().unwrap();
    hit::at(&ray, 0.7).check_jvp().unwrap();
    assert_eq!(ray.material().name, "glass");
}

#[derive(Debug, Clone, Differentiable)]
struct Cell {
    value: f64,
}

/// Nothing in the block tells that a `Cell` has a derivative: it is asked for.
#[derive(Debug, Clone, Differentiable)]
struct Holder {
    cell: Cell,
}
gradients!(CellTangent);
gradients!(HolderTangent);

#[differentiable]
impl Holder {
    #[differentiable]
    fn cell(&self) -> &Cell {
        &self.cell
    }
}

#[differentiable]
fn held(holder: &Holder) -> f64 {
    let cell = holder.cell();
    if (*cell).value > 0.0 { cell.value * cell.value } else { 0.0 }
}

#[test]
fn where_it_is_asked_for() {
    assert_eq!(both_modes!(held(&Holder { cell: Cell { value: 3.0 } })).1.cell.value, 6.0);
}

#[differentiable]
trait Weighted {
    fn weight(&self) -> &f64;
    fn twice(&self) -> f64 {
        self.weight() * 2.0
    }
}

#[differentiable]
impl Weighted for Cell {
    fn weight(&self) -> &f64 {
        &self.value
    }
}

#[differentiable]
fn of_any<W: Weighted>(w: &W, t: f64) -> f64 {
    w.weight() * t + w.twice() * *w.weight()
}

#[differentiable]
fn of_a_cell(cell: &Cell, t: f64) -> f64 {
    of_any(cell, t)
}

#[derive(Debug, Clone, Copy, Differentiable)]
struct Pair<T> {
    a: T,
    b: T,
}

#[differentiable]
impl<T: num_traits::Float> Pair<T> {
    fn larger(&self) -> &T {
        if self.a > self.b { &self.a } else { &self.b }
    }

    fn norm(&self) -> T {
        (*self.larger() * *self.larger() + self.a * self.b).sqrt()
    }
}

#[differentiable]
fn of_a_pair(a: f64, b: f64) -> f64 {
    let pair = Pair { a, b };
    pair.norm() * pair.larger()
}

#[test]
fn in_traits_and_of_type_parameters() {
    let (value, (dcell, dt)) = both_modes!(of_a_cell(&Cell { value: 3.0 }, 0.5));
    assert_eq!((value, dcell.value, dt), (19.5, 12.5, 3.0));
    of_a_pair::at(0.4, 0.3).check().unwrap();
    of_a_pair::at(0.4, 0.3).check_jvp().unwrap();
}

#[derive(Debug, Clone, Differentiable)]
struct Levels {
    values: [f64; 3],
}
gradients!(LevelsTangent);

#[differentiable]
impl Levels {
    /// A loop is left with the reference.
    fn first_over(&self, limit: f64) -> &f64 {
        let mut i = 0;
        loop {
            if self.values[i] > limit || i == 2 {
                break &self.values[i];
            }
            i += 1;
        }
    }
}

#[differentiable]
fn over(levels: &Levels, x: f64) -> f64 {
    let first = levels.first_over(x);
    first * first * x
}

#[test]
fn a_loop_gives_it() {
    let levels = Levels { values: [1.0, 2.0, 3.0] };
    let (value, (dlevels, dx)) = both_modes!(over(&levels, 1.5));
    assert_eq!((value, dlevels.values, dx), (6.0, [0.0, 6.0, 0.0], 4.0));
}

#[differentiable]
fn powers(x: f64) -> [f64; 3] {
    [x, x * x, x * x * x]
}

/// Every `*p` is another variable than the `p` that is returned.
#[differentiable]
fn of_other_names(x: f64, first: bool) -> [f64; 3] {
    let p = powers(x);
    let q = powers(2.0 * x);
    let mut sum = 0.0;
    for p in &q {
        sum += *p * x;
    }
    for (_, p) in p.iter().zip(&q) {
        sum += (*p).sin();
    }
    let scaled = |p: &f64| *p * sum;
    let of_match = match q.first() {
        Some(p) => *p,
        None => 0.0,
    };
    let sum = scaled(&p[1]) + of_match;
    if first {
        return [sum, p[1], q[2]];
    }
    p
}

#[test]
fn other_variables_of_the_name_are_read_through() {
    for first in [true, false] {
        of_other_names::at(0.4, first).check().unwrap();
        of_other_names::at(0.4, first).check_jvp().unwrap();
    }
}
