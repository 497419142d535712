//! Operators on numbers and tensors, in the forms of ownership that users write.

use cotangent::prelude::*;

#[differentiable]
fn rational(x: f64, y: f64) -> f64 {
    (x + 2.0 * y) / (1.0 - x * y) - -x + x % y
}

#[test]
fn all_operators() {
    let (x, y) = (5.0, 3.0);
    let (n, d) = (x + 2.0 * y, 1.0 - x * y);
    let (value, (dx, dy)) = both_modes!(rational(x, y));
    assert_eq!(value, n / d + x + 2.0);
    assert!((dx - (1.0 / d + n * y / (d * d) + 1.0 + 1.0)).abs() < 1e-14);
    assert!((dy - (2.0 / d + n * x / (d * d) - 1.0)).abs() < 1e-14);
}

#[differentiable]
fn mixed(a: &Vector<f64, 2>, b: Vector<f64, 2>, s: f64) -> f64 {
    let c = a * &b + b * s - 2.0 * a;
    let d = &c / s;
    (&d + a).sum()
}

#[test]
fn tensors_by_value_and_by_reference() {
    let (a, b, s) = (tensor([1.0, 2.0]), tensor([3.0, 4.0]), 2.0);
    let (value, (da, db, ds)) = both_modes!(mixed(&a, b, s));
    // Σ (a b + b s - 2 a) / s + a = Σ a b / s + b - 2 a / s + a
    assert_eq!(value, 5.5 + 7.0 - 3.0 + 3.0);
    assert_eq!(da, tensor([1.5, 2.0]));
    assert_eq!(db, tensor([1.5, 2.0]));
    assert_eq!(ds, -11.0 / 4.0 + 6.0 / 4.0);
}

#[differentiable]
fn twenty(x: f64, y: f64) -> f64 {
    let a = x * y + x.sin();
    let b = a.exp() - y / x;
    let c = (b * b + 1.0).sqrt();
    let d = c.ln() * a.cos() - b.tanh();
    let e = d * d + c * a - x;
    e / (c + 2.0) + d * y
}

#[test]
fn a_longer_expression_against_differences() {
    let (x, y) = (0.7, 1.3);
    let (_, (dx, dy)) = both_modes!(twenty(x, y));
    let h = 1e-4;
    let five = |f: &dyn Fn(f64) -> f64| (f(-2.0 * h) - 8.0 * f(-h) + 8.0 * f(h) - f(2.0 * h)) / (12.0 * h);
    assert!((dx - five(&|h| twenty(x + h, y))).abs() < 1e-9);
    assert!((dy - five(&|h| twenty(x, y + h))).abs() < 1e-9);
}

#[differentiable]
fn products_of_parameters(x: &[f64; 3], y: f64) -> f64 {
    let mut total = 0.0;
    for i in 0..3 {
        let gap = x[i] - y;
        let scaled = gap * x[i];
        total += scaled * gap * -scaled;
    }
    total
}

#[test]
fn what_is_cheap_is_computed_again() {
    // -(x - y)³ x²
    let (x, y) = ([1.0, 2.0, 5.0], 3.0);
    let (value, (dx, dy)) = both_modes!(products_of_parameters(&x, y));
    assert_eq!(value, 8.0 + 4.0 - 200.0);
    let slope = |x: f64| -3.0 * (x - y).powi(2) * x * x - 2.0 * (x - y).powi(3) * x;
    assert_eq!((dx, dy), (x.map(slope), 12.0 + 12.0 + 300.0));
    assert_eq!(products_of_parameters::tape_words(), 0);
}

#[differentiable]
fn again_from_what_is_kept(x: f64, y: f64) -> f64 {
    let e = x.exp();
    let twice = e * e;
    let inner = if y > 0.0 {
        let z = twice * y;
        z * z
    } else {
        twice
    };
    inner * e
}

#[test]
fn what_is_computed_again_from_what_is_kept() {
    // e⁵ y²
    let e = 0.5_f64.exp();
    let (value, (dx, dy)) = both_modes!(again_from_what_is_kept(0.5, 3.0));
    assert!((value - 9.0 * e.powi(5)).abs() < 1e-12 * value);
    assert!((dx - 45.0 * e.powi(5)).abs() < 1e-12 * dx);
    assert!((dy - 6.0 * e.powi(5)).abs() < 1e-12 * dy);
    assert_eq!(again_from_what_is_kept::grad(0.5, -1.0).1, 0.0);
}

#[differentiable]
fn tensors_are_kept(x: &Vector<f64, 3>, w: &Vector<f64, 3>, b: f64) -> f64 {
    let scaled = (x - w) * w;
    (&scaled * &scaled * b * b).sum()
}

#[test]
fn tensors_are_not_computed_again() {
    // Σ (x - w)² w² b²
    let (x, w) = (tensor([1.0, 2.0, 4.0]), tensor([3.0, 1.0, 2.0]));
    let (_, (dx, _, db)) = both_modes!(tensors_are_kept(&x, &w, 2.0));
    assert_eq!(dx, tensor([8.0 * -2.0 * 9.0, 8.0 * 1.0, 8.0 * 2.0 * 4.0]));
    assert_eq!(db, 4.0 * (36.0 + 1.0 + 16.0));
    assert!(tensors_are_kept::tape_words() >= 12);
}

#[differentiable]
fn assigned_and_read(x: &[f64; 3], y: f64) -> f64 {
    let mut z = [0.0; 3];
    let mut last = 1.0;
    for i in 0..3 {
        z[i] = x[i] * y;
        last = z[i] * z[i] * last;
        z[i] += y;
    }
    last * z[1]
}

#[test]
fn what_is_read_after_an_assignment_is_what_was_assigned() {
    // x0² x1² x2² y⁶ (x1 y + y)
    let (x, y) = ([1.0, 2.0, 3.0], 2.0);
    let (value, (dx, dy)) = both_modes!(assigned_and_read(&x, y));
    let p: f64 = 36.0 * 64.0;
    assert_eq!(value, p * 6.0);
    assert_eq!(dx, [2.0 * p * 6.0, p * 6.0 + p * y, 2.0 * p / 3.0 * 6.0]);
    assert_eq!(dy, 7.0 * p * 6.0 / y);
}

/// Numbers become tensors by the function of the library.
#[differentiable]
fn of_numbers(x: f64, y: f64, v: &Vector<f64, 2>) -> f64 {
    let square = tensor([[x * y, y], [2.0, x]]);
    let all = [v[[0]], x * x];
    (square.matmul(v) * tensor(all)).sum()
}

#[test]
fn tensors_of_numbers() {
    // (xy a + y b) a + (2 a + x b) x²
    let (x, y, v) = (1.5, -2.0, tensor([0.5, 3.0]));
    let (a, b) = (0.5, 3.0);
    let (value, (dx, dy, dv)) = both_modes!(of_numbers(x, y, &v));
    assert!((value - ((x * y * a + y * b) * a + (2.0 * a + x * b) * x * x)).abs() < 1e-14);
    assert!((dx - (y * a * a + 4.0 * a * x + 3.0 * b * x * x)).abs() < 1e-13);
    assert!((dy - (x * a * a + a * b)).abs() < 1e-14);
    assert!((dv[[0]] - (2.0 * x * y * a + y * b + 2.0 * x * x)).abs() < 1e-13);
    assert!((dv[[1]] - (y * a + x * x * x)).abs() < 1e-13);
    cotangent::check::gradient(
        |(x, y, v)| of_numbers(*x, *y, v),
        |(x, y, v)| of_numbers::value_and_grad(*x, *y, v),
        (x, y, v),
    )
    .unwrap();
}

#[differentiable]
fn kept_apart(x: f64, y: f64) -> f64 {
    x.max(f64::EPSILON).min(f64::MAX) / y.clamp(f64::MIN_POSITIVE, std::f64::consts::E)
}

#[differentiable]
fn at_most(x: f64, limit: f64) -> f64 {
    if x < limit { x * x } else { limit }
}

#[differentiable]
fn bounded<T: num_traits::Float + Limits>(x: T, y: T) -> T {
    x.min(T::HIGHEST).max(T::LOWEST) * y
}

trait Limits {
    const LOWEST: Self;
    const HIGHEST: Self;
}

impl Limits for f64 {
    const LOWEST: f64 = 0.5;
    const HIGHEST: f64 = 4.0;
}

#[differentiable]
fn limited(x: f64) -> f64 {
    at_most(x, f64::MAX) + bounded(x, 3.0) + x.checked(f64::INFINITY)
}

#[differentiable]
trait Checked {
    fn checked(&self, limit: f64) -> f64;
}

#[differentiable]
impl Checked for f64 {
    fn checked(&self, limit: f64) -> f64 {
        if *self < limit { -self } else { 0.0 }
    }
}

#[test]
fn constants_of_numbers_are_operands() {
    assert_eq!(both_modes!(kept_apart(3.0, 2.0)), (1.5, (0.5, -0.75)));
    assert_eq!(both_modes!(kept_apart(-1.0, 2.0)).1, (0.0, -f64::EPSILON / 4.0));
    assert_eq!(both_modes!(limited(2.0)), (8.0, 6.0));
    assert_eq!(both_modes!(limited(5.0)), (32.0, 9.0));
}
