//! Parts of what has no derivative: fields of `#[constant]` fields, which only the compiler can tell from others.

use cotangent::prelude::*;

#[derive(Debug, Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

/// It is not differentiable.
#[derive(Debug, Clone)]
struct Settings {
    rate: f64,
    limits: (f64, f64),
    inner: Point,
    weights: [f64; 2],
}

#[derive(Debug, Clone, Differentiable)]
struct Model {
    a: f64,
    #[constant]
    settings: Settings,
    #[constant]
    points: Vec<Point>,
    #[constant]
    grid: [Point; 2],
}

fn model() -> Model {
    let settings = Settings { rate: 0.5, limits: (0.1, 0.9), inner: Point { x: 2.0, y: -0.3 }, weights: [1.0, 0.25] };
    let points = vec![Point { x: 0.1, y: 0.2 }, Point { x: 0.5, y: -0.2 }];
    Model { a: 0.3, settings, points, grid: [Point { x: 1.0, y: 2.0 }, Point { x: 0.7, y: 0.4 }] }
}

#[differentiable]
fn read(m: &Model, x: f64) -> f64 {
    m.a * x * m.settings.rate + x * m.settings.inner.y
}

#[test]
fn fields_of_constant_fields_are_constants() {
    let (value, (by_model, dx)) = read::value_and_grad(&model(), 2.0);
    assert!((value - (0.3 - 0.6)).abs() < 1e-15);
    assert!((by_model.a - 1.0).abs() < 1e-15 && (dx - (0.15 - 0.3)).abs() < 1e-15);
    read::at(&model(), 2.0).check_jvp().unwrap();
}

#[differentiable]
fn scale(a: f64, weights: &[f64; 2], by: f64) -> f64 {
    a * weights[0] * by + weights[1]
}

/// By another name, in conditions, in arguments, and in the bounds of a number.
#[differentiable]
fn in_every_place(m: &Model, x: f64) -> f64 {
    let settings = &m.settings;
    let inner = &settings.inner;
    let (low, high) = m.settings.limits;
    let scaled = scale(m.a, &m.settings.weights, settings.inner.x) * inner.x;
    let bounded = (m.a * x).clamp(m.settings.limits.0, settings.limits.1).max(low).min(high);
    let chosen = if x > m.settings.inner.x { x * m.settings.rate } else { m.a / inner.y };
    scaled * bounded + chosen * m.settings.weights[1]
}

/// Elements of constant lists.
#[differentiable]
fn of_lists(m: &Model, x: f64) -> f64 {
    let mut sum = 0.0;
    for p in &m.points {
        sum += m.a * p.x + x * p.y;
    }
    for i in 0..m.points.len() {
        sum *= 1.0 + m.points[i].x * m.points[i].y * m.a;
    }
    for (i, g) in m.grid.iter().enumerate() {
        sum += g.x * m.a * m.grid[i].y;
    }
    sum + m.points.iter().map(|p| p.x * m.a + p.y * x).sum::<f64>()
}

#[test]
fn they_are_constants_wherever_they_are_read() {
    for x in [0.7, 2.4] {
        in_every_place::at(&model(), x).check().unwrap();
        in_every_place::at(&model(), x).check_jvp().unwrap();
        of_lists::at(&model(), x).check().unwrap();
        of_lists::at(&model(), x).check_jvp().unwrap();
    }
}

#[derive(Debug, Clone, Copy, Differentiable)]
struct Velocity {
    x: f64,
    y: f64,
}

#[derive(Debug, Clone, Copy, Differentiable)]
struct Ball {
    at: [f64; 2],
    velocity: Velocity,
}

#[derive(Debug, Clone, Copy)]
struct Air {
    gravity: f64,
    drag: (f64, f64),
}

/// Parts of what changes beside parts of a constant, and beside parts of their own.
#[derive(Debug, Clone, Copy, Differentiable)]
struct Throw {
    ball: Ball,
    #[constant]
    air: Air,
    spin: f64,
}

#[differentiable]
impl Throw {
    fn step(&mut self, dt: f64) {
        self.ball.velocity.y -= dt * self.air.gravity;
        self.ball.velocity.x += self.ball.velocity.y * dt;
        self.ball.velocity.x *= 1.0 - self.air.drag.0 * dt - self.air.drag.1 * self.ball.velocity.x;
        self.ball.velocity.x += self.ball.velocity.x * self.ball.velocity.y;
        self.ball.at[0] += dt * self.ball.velocity.x * self.spin;
        self.ball.at[1] += dt * self.ball.velocity.y + self.air.drag.1.powi(2) * self.spin;
    }
}

#[differentiable]
fn thrown(throw: &Throw, dt: f64) -> f64 {
    let mut throw = *throw;
    for _ in 0..3 {
        throw.step(dt);
    }
    throw.ball.at[0] + throw.ball.at[1] * throw.air.gravity
}

#[test]
fn parts_that_change_stand_beside_them() {
    let ball = Ball { at: [0.1, 0.2], velocity: Velocity { x: 0.3, y: 0.4 } };
    let throw = Throw { ball, air: Air { gravity: 9.8, drag: (0.1, 0.01) }, spin: 2.0 };
    thrown::at(&throw, 0.1).check().unwrap();
    thrown::at(&throw, 0.1).check_jvp().unwrap();
    // d/dspin of the gradient along the spin, against a difference of gradients.
    let mut along = Throw::zero_tangent();
    along.spin = 1.0;
    let (by_throw, by_dt) = thrown::at(&throw, 0.1).hvp((along, 0.0));
    let of_spin = |spin: f64| thrown::grad(&Throw { spin, ..throw }, 0.1);
    let (more, less) = (of_spin(2.0 + 1e-5), of_spin(2.0 - 1e-5));
    assert!((by_dt - (more.1 - less.1) / 2e-5).abs() < 1e-6);
    assert!((by_throw.ball.velocity.x - (more.0.ball.velocity.x - less.0.ball.velocity.x) / 2e-5).abs() < 1e-6);
}
