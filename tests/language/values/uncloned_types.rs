//! Types that are not `Clone`: derived code copies their values field by field.

use cotangent::prelude::*;
use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub};

#[derive(Differentiable)]
struct V2 {
    x: f64,
    y: f64,
}
#[differentiable]
impl Add for V2 {
    type Output = V2;
    fn add(self, o: V2) -> V2 {
        V2 { x: self.x + o.x, y: self.y + o.y }
    }
}
#[differentiable]
impl Mul<f64> for V2 {
    type Output = V2;
    fn mul(self, o: f64) -> V2 {
        V2 { x: self.x * o, y: self.y * o }
    }
}
#[differentiable]
impl<'a> Sub<&'a V2> for &'a V2 {
    type Output = V2;
    fn sub(self, o: &'a V2) -> V2 {
        V2 { x: self.x - o.x, y: self.y - o.y }
    }
}
#[differentiable]
impl AddAssign<V2> for V2 {
    fn add_assign(&mut self, o: V2) {
        self.x += o.x;
        self.y += o.y;
    }
}
#[differentiable]
impl Neg for V2 {
    type Output = V2;
    fn neg(self) -> V2 {
        V2 { x: -self.x, y: -self.y }
    }
}
#[differentiable]
impl V2 {
    fn norm(&self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }
    fn unit(self) -> V2 {
        let n = self.norm();
        V2 { x: self.x / n, y: self.y / n }
    }
    fn turn(&mut self, by: f64) {
        let (s, c) = by.sin_cos();
        let x = self.x * c - self.y * s;
        self.y = self.x * s + self.y * c;
        self.x = x;
    }
}

#[differentiable]
fn operators(a: f64, b: f64) -> f64 {
    let u = V2 { x: a, y: b };
    let v = V2 { x: b * b, y: a };
    let d = &u - &v;
    let mut w = u + v * 2.0;
    w += d;
    w.turn(a);
    let n = (-w).unit();
    n.x * 3.0 + n.y * a
}

#[derive(Differentiable)]
enum Shape {
    Circle(f64),
    Rect { w: f64, h: f64 },
    Nothing,
}
#[differentiable]
impl Shape {
    fn area(&self) -> f64 {
        match self {
            Shape::Circle(r) => r * r * 3.0,
            Shape::Rect { w, h } => w * h,
            Shape::Nothing => 0.0,
        }
    }
    fn grown(self, by: f64) -> Shape {
        match self {
            Shape::Circle(r) => Shape::Circle(r * by),
            Shape::Rect { w, h } => Shape::Rect { w: w * by, h: h + by },
            s => s,
        }
    }
}
#[differentiable]
fn shapes(a: f64, b: f64) -> f64 {
    let mut list = vec![Shape::Circle(a), Shape::Rect { w: a, h: b }, Shape::Nothing];
    list.push(Shape::Rect { w: b, h: b }.grown(a));
    let mut sum = 0.0;
    for s in &list {
        sum += s.area();
    }
    let mut total = sum;
    for s in list {
        total *= s.grown(b).area() + 1.0;
    }
    total
}

#[derive(Differentiable)]
struct State<T> {
    q: Vec<T>,
    p: [T; 2],
    #[constant]
    step: usize,
}
#[differentiable]
impl<T: Real> State<T> {
    fn new(a: T, b: T) -> Self {
        Self { q: vec![a, b, a * b], p: [b, a], step: 0 }
    }
    fn advance(&mut self, dt: T) {
        for i in 0..2 {
            let f = self.p[i] * self.q[i + 1];
            self.p[i] = self.p[i] - dt * f;
            self.q[i] = self.q[i] + dt * self.p[i];
        }
        self.step += 1;
    }
    fn energy(&self) -> T {
        self.q.iter().fold(T::ZERO, |s, q| s + *q * *q) + self.p[0] * self.p[1]
    }
}
#[differentiable]
fn state(a: f64, b: f64) -> f64 {
    let mut s = State::new(a, b);
    let mut e = 0.0;
    for _ in 0..4 {
        s.advance(0.1);
        e += s.energy();
        if s.step > 2 {
            e *= a;
        }
    }
    let t = s;
    e + t.energy()
}
#[differentiable]
fn checkpointed(a: f64, b: f64) -> f64 {
    let mut s = State::new(a, b);
    #[checkpoint]
    for _ in 0..6 {
        s.advance(0.1 * a);
    }
    s.energy()
}

#[derive(Differentiable)]
struct Grid {
    cells: Vec<f64>,
    #[constant(extent)]
    w: usize,
}
#[differentiable]
impl Index<(usize, usize)> for Grid {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.cells[i * self.w + j]
    }
}
#[differentiable]
impl IndexMut<(usize, usize)> for Grid {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.cells[i * self.w + j]
    }
}
#[differentiable]
fn relaxed(grid: &mut Grid, n: usize) {
    for i in 1..n {
        let left = grid[(i - 1, 0)];
        grid[(i, 0)] = grid[(i, 0)] * 0.5 + left * left;
    }
}
#[differentiable]
fn grid(a: f64, b: f64) -> f64 {
    let mut g = Grid { cells: vec![a, b, a * b, a + b], w: 1 };
    relaxed(&mut g, 4);
    let old = std::mem::replace(&mut g, Grid { cells: vec![b; 4], w: 1 });
    relaxed(&mut g, 3);
    g[(2, 0)] * old[(3, 0)]
}
#[differentiable]
fn closures(a: f64, b: f64) -> f64 {
    let s = V2 { x: a, y: b };
    let f = |t: f64| s.x * t + s.norm();
    let (p, q) = if a > b { (s.x, f(a)) } else { (s.y, f(b)) };
    let pair = (V2 { x: p, y: q }, V2 { x: q, y: p });
    let (one, two) = pair;
    let boxed = one;
    let maybe = Some(two);
    let r = match maybe {
        Some(v) if v.x > 100.0 => v.y,
        Some(v) => v.norm(),
        None => 0.0,
    };
    boxed.norm() * r
}
#[differentiable]
fn early_exit(a: f64, b: f64) -> f64 {
    let mut best = V2 { x: 0.0, y: 0.0 };
    for i in 0..5 {
        let c = V2 { x: a * i as f64, y: b };
        if c.norm() > 2.5 {
            return c.unit().x + best.norm();
        }
        if c.norm() > best.norm() {
            best = c;
        }
    }
    best.norm()
}
#[differentiable]
fn arrays(a: f64, b: f64) -> f64 {
    let ps = [V2 { x: a, y: b }, V2 { x: b, y: a }];
    let [p, q] = ps;
    let qs: Vec<V2> = (0..3).map(|i| V2 { x: a + i as f64, y: b }).collect();
    p.x * q.norm() + qs.iter().map(|q| q.norm()).sum::<f64>() + qs.into_iter().map(|q| q.x * q.y).sum::<f64>()
}

#[derive(Differentiable)]
struct Layer {
    weights: Vec<Vec<f64>>,
    biases: Vec<f64>,
    #[constant]
    name: String,
}

#[differentiable]
impl Layer {
    fn new(weight: f64, bias: f64) -> Self {
        Self {
            weights: vec![vec![weight, bias], vec![bias, -weight]],
            biases: vec![bias, 0.1],
            name: String::from("dense"),
        }
    }
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        assert_eq!(self.name, "dense");
        let mut out = Vec::new();
        for (row, bias) in self.weights.iter().zip(&self.biases) {
            let mut sum = *bias;
            for (weight, x) in row.iter().zip(x) {
                sum += weight * x;
            }
            out.push(sum.tanh());
        }
        out
    }
}

#[derive(Differentiable)]
struct Network {
    layers: Vec<Layer>,
}

#[differentiable]
impl Network {
    fn forward(&self, x: &[f64]) -> f64 {
        let mut h = x.to_vec();
        for layer in &self.layers {
            h = layer.forward(&h);
        }
        h.iter().sum()
    }
}

#[differentiable]
fn network(a: f64, b: f64) -> f64 {
    let network = Network { layers: vec![Layer::new(a, b), Layer::new(b, 0.3)] };
    network.forward(&[a, 0.5])
}

#[test]
fn every_function_is_right() {
    macro_rules! right {
        ($($f:ident)*) => {$(
            for (a, b) in [(0.7, 0.4), (0.3, 1.1), (1.4, 0.9)] {
                $f::at(a, b).check().unwrap();
                $f::at(a, b).check_jvp().unwrap();
                $f::at(a, b).check_hvp().unwrap();
            }
        )*};
    }
    right!(operators shapes state checkpointed grid closures early_exit arrays network);
}

#[differentiable]
fn moved(point: V2, changed: &mut V2) -> f64 {
    changed.x *= point.y;
    let other = point;
    other.x * changed.x
}

#[test]
fn arguments_need_no_clone() {
    let mut changed = V2 { x: 0.1, y: 0.3 };
    let (mut point_bar, mut changed_bar) = (V2::zero_tangent(), V2::zero_tangent());
    let point = V2 { x: 2.0, y: 0.5 };
    let y = moved::at(point, &mut changed).value_and_grad_into((&mut point_bar, &mut changed_bar));
    assert_eq!(y, 0.1);
    assert_eq!((point_bar.x, point_bar.y, changed_bar.x), (0.05, 0.2, 1.0));
    assert_eq!(changed.x, 0.05);
}

#[differentiable]
fn distance(a: V2, b: V2) -> f64 {
    (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)
}

const PLACE: f64 = 48.0;

#[differentiable]
fn to_a_constant(x: f64, y: f64) -> f64 {
    let mut sum = distance(V2 { x, y }, V2 { x: PLACE, y: 11.0 });
    for i in 0..3 {
        sum += distance(V2 { x, y }, V2 { x: i as f64, y: 2.0 * 0.5 });
    }
    sum
}

#[test]
fn constants_that_are_written_out_need_no_clone() {
    each_is_right!([to_a_constant](0.7, 0.3));
}
