//! Patterns in conditions: several in one `if`, and `while let`.

use cotangent::prelude::*;

#[differentiable]
fn halved(x: f64) -> Option<f64> {
    if x > 0.1 { Some(x * 0.5) } else { None }
}

#[differentiable]
fn chosen(x: f64, y: f64, on: bool) -> f64 {
    let mut s = 0.0;
    for x in [x, y] {
        if on
            && let Some(v) = halved(x)
            && v < 5.0
            && x > v
            && let Some(w) = halved(v)
            && w > 0.2
        {
            s += v * w;
        } else if let Some(u) = halved(x * x) {
            s += u * y;
        }
    }
    s
}

#[test]
fn several_patterns_in_one_condition() {
    // 1: v = 0.5, w = 0.25: x²/8; 0.5: w = 0.125 is too small: y³/2
    assert_eq!(both_modes!(chosen(1.0, 0.5, true)), (0.1875, (0.25, 0.375)));
    // 20 is too large: x² y/2
    assert_eq!(both_modes!(chosen(20.0, 1.0, true)), (200.125, (20.0, 200.25)));
    assert_eq!(both_modes!(chosen(1.0, 0.5, false)), (0.3125, (0.5, 0.5 + 0.375)));
    // Nothing is left of 0.1.
    assert_eq!(both_modes!(chosen(0.1, 0.1, true)), (0.0, (0.0, 0.0)));
}

#[differentiable]
fn descent(x: f64) -> f64 {
    let mut y = x;
    let mut s = 0.0;
    let mut n = 0;
    while n < 7
        && let Some(v) = halved(y)
    {
        n += 1;
        if n == 2 {
            y *= 0.9;
            continue;
        }
        y = v;
        s += v * v;
        if s > 100.0 {
            break;
        }
    }
    s * y
}

#[differentiable]
fn nested(x: f64) -> f64 {
    let mut s = 0.0;
    let mut y = x;
    while let Some(v) = halved(y) {
        y = v;
        let mut z = v * x;
        while let Some(w) = halved(z) {
            z = w * w;
            if s > 50.0 {
                return s * w;
            }
            s += w;
        }
    }
    s + y
}

#[test]
fn a_loop_ends_where_its_pattern_does_not_match() {
    assert_eq!(both_modes!(descent(0.05)), (0.0, 0.0));
    check! {
        descent() at 0.3, 3.1, 45.0;
        nested() at 0.05, 0.7, 1.9;
    }
}

#[differentiable]
fn in_ranges(m: f64, s: f64) -> f64 {
    if !(0.0..=2.0).contains(&m) {
        return m * m * s;
    }
    if (s..2.0).contains(&(m * 2.0)) || (..1.0).contains(&s) && (0.1..).contains(&m) { m * s } else { m * s * s }
}

#[test]
fn ranges_that_contain() {
    follows! { in_ranges }
}

#[derive(Differentiable, Clone, Debug)]
struct Step<T> {
    width: T,
}

#[differentiable]
impl<T: num_traits::Float> Step<T> {
    #[differentiable]
    fn is_near(a: T, b: T) -> bool {
        (a - b).abs() < T::one()
    }

    #[differentiable]
    fn gap(a: T, b: T) -> T {
        (a - b).abs()
    }

    fn squared(&self) -> T {
        self.width * self.width
    }

    fn applied(&self, x: T) -> T {
        if Self::is_near(self.width, x) {
            x * self.width
        } else if Step::squared(self) > Self::gap(x, self.width) {
            self.width
        } else {
            x
        }
    }
}

#[differentiable]
fn until_near(x: f64, width: f64) -> f64 {
    let step = Step { width };
    let mut y = x;
    while Step::<f64>::gap(y, 5.0) > 0.5 && !Step::<f64>::is_near(y, 9.0) {
        y += 0.3 * step.applied(y);
    }
    y
}

#[test]
fn functions_of_a_type_in_conditions() {
    for (x, width) in [(0.7, 0.4), (0.2, 1.3), (3.1, 1.7)] {
        until_near::at(x, width).check().unwrap();
    }
}
