//! Everything that the macros write, in a crate that lets nothing pass.
//!
//! Each construct makes them write something else, and what they write must not trip a lint that the user turned on.
#![deny(warnings, missing_docs, clippy::all, clippy::pedantic)]
#![deny(nonstandard_style, future_incompatible, rust_2018_idioms, let_underscore)]
#![deny(
    explicit_outlives_requirements,
    missing_copy_implementations,
    missing_debug_implementations,
    redundant_lifetimes
)]
#![deny(single_use_lifetimes, trivial_casts, trivial_numeric_casts, unit_bindings, unnameable_types, unreachable_pub)]
#![deny(unused_crate_dependencies, unused_import_braces, unused_lifetimes, unused_macro_rules, unused_qualifications)]
#![deny(unused_results, variant_size_differences, rustdoc::all)]
#![forbid(unsafe_code)]
#![doc(test(attr(deny(warnings), forbid(unsafe_code))))]

use cotangent::prelude::*;

/// A straight line.
///
/// ```
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn at(slope: f64, x: f64) -> f64 {
///     slope * x
/// }
/// assert_eq!(at::grad(2.0, 3.0), (3.0, 2.0));
/// ```
#[derive(Differentiable, Clone, Copy, Debug)]
pub struct Line {
    /// How steep it is.
    pub slope: f64,
    /// Where it starts.
    pub offset: f64,
    #[constant]
    weight: f64,
}

#[differentiable(show)]
impl Line {
    /// The value at `x`.
    #[must_use]
    pub fn at(&self, x: f64) -> f64 {
        self.slope * x + self.offset
    }

    fn miss(&self, #[constant] x: f64, #[constant] y: f64) -> f64 {
        let gap = self.at(x) - y;
        self.weight * gap * gap
    }
}

impl Line {
    /// How wrong the line is.
    #[must_use]
    pub fn slope_of_the_miss(&self) -> f64 {
        self.miss_grad(1.0, 2.0).slope
    }
}

/// A shape with a size.
#[derive(Differentiable, Clone, Copy, Debug)]
pub enum Form {
    /// Around a point.
    Circle(f64),
    /// With two sides.
    Rectangle {
        /// To the right.
        width: f64,
        /// Up.
        height: f64,
    },
    /// Nothing.
    Empty,
}

/// The area of a shape.
#[differentiable]
#[must_use]
pub fn area(shape: &Form) -> f64 {
    match shape {
        Form::Circle(radius) => 3.0 * radius * radius,
        Form::Rectangle { width, height } => width * height,
        Form::Empty => 0.0,
    }
}

/// Generic numbers.
#[derive(Differentiable, Clone, Copy, Debug)]
pub struct Pair<T: Real> {
    /// One.
    pub first: T,
    /// Another.
    pub second: T,
}

/// The product of both.
#[differentiable]
#[must_use]
pub fn product<T: Real>(pair: &Pair<T>) -> T {
    pair.first * pair.second
}

/// A dense layer, whose derivative its documentation shows.
#[differentiable(show)]
#[must_use]
pub fn dense<const B: usize, const I: usize, const O: usize>(
    x: &Matrix<f32, B, I>,
    w: &Matrix<f32, I, O>,
    b: &Vector<f32, O>,
) -> Matrix<f32, B, O> {
    let h = x.matmul(w) + b;
    if B > 8 {
        h.relu()
    } else {
        h.tanh()
    }
}

/// A loss.
///
/// # Panics
/// If there is no image.
#[differentiable]
#[must_use]
pub fn loss<const B: usize>(w: &Matrix<f32, 3, 2>, #[constant] x: &Matrix<f32, B, 3>, labels: &[usize; B]) -> f32 {
    assert!(B > 0, "an empty batch");
    let b = Vector::ZEROS;
    dense(x, w, &b).softmax_cross_entropy(labels)
}

/// Loops, exits, counters.
#[differentiable]
#[must_use]
pub fn collatz(x: f64, limits: &[f64; 4], steps: usize) -> f64 {
    let mut y = x;
    let mut count = 0;
    'outer: for (i, limit) in limits.iter().enumerate() {
        for step in 0..steps {
            if y > *limit {
                continue 'outer;
            }
            if step + i > 7 {
                break 'outer;
            }
            y *= 1.5;
        }
        count += 1;
    }
    while y > 10.0 {
        y /= 2.0;
        if count > 100 {
            return y;
        }
        count += 1;
    }
    loop {
        y = y.sqrt() + 1.0;
        count += 1;
        if count > 3 {
            break y * x;
        }
    }
}

/// A loop that runs again.
#[differentiable]
#[must_use]
pub fn orbit(start: f64, rate: f64, steps: usize) -> f64 {
    let (mut x, mut v) = (start, 0.0);
    #[checkpoint]
    for _ in 0..steps {
        v -= rate * x;
        x += rate * v;
    }
    #[checkpoint(every = 10)]
    for _ in 0..steps {
        x += rate * v;
    }
    #[checkpoint(bisection)]
    for _ in 0..steps {
        v += rate * x;
    }
    x + v
}

/// A block, a call and a function that run again.
#[differentiable]
#[must_use]
pub fn leapt(start: f64, rate: f64) -> f64 {
    let mut x = start;
    #[checkpoint]
    {
        x += rate * x.sin();
    }
    let far = #[checkpoint]
    lept(x, rate);
    far + x
}

/// A function that runs again.
#[differentiable]
#[checkpoint]
#[must_use]
pub fn lept(x: f64, rate: f64) -> f64 {
    let v = rate * x;
    v * v.cos()
}

/// A rule of its own, with all that it may have.
#[differentiable(vjp = ruled_vjp, jvp = ruled_jvp)]
#[must_use]
pub fn ruled(x: f64, scale: usize) -> f64 {
    (0..scale).fold(x, |y, _| y * x)
}

/// Its cotangents.
#[differentiable]
#[must_use]
pub fn ruled_vjp(x: f64, _: usize, y: &f64, bar: &f64) -> f64 {
    bar * y / x
}

/// Its tangent.
#[must_use]
pub fn ruled_jvp(x: f64, _: usize, y: &f64, dot: &f64) -> f64 {
    dot * y / x
}

/// A rule that keeps what it likes.
#[differentiable(forward = kept_forward, vjp = kept_vjp)]
#[must_use]
pub fn kept<const N: usize>(x: &[f64; N]) -> f64 {
    kept_forward(x).0
}

/// What it keeps.
#[must_use]
pub fn kept_forward<const N: usize>(x: &[f64; N]) -> (f64, [f64; N]) {
    (x.iter().sum(), x.map(f64::signum))
}

/// Its cotangents.
#[must_use]
pub fn kept_vjp<const N: usize>(signs: &[f64; N], bar: &f64) -> [f64; N] {
    signs.map(|sign| sign * bar)
}

/// A value that may not be there.
#[differentiable]
#[must_use]
pub fn root(x: f64) -> Option<f64> {
    (x >= 0.0).then_some(())?;
    Some(x.sqrt())
}

/// A value or what went wrong.
///
/// # Errors
/// If the number is negative.
#[differentiable]
pub fn logarithm(x: f64) -> Result<f64, String> {
    if x < 0.0 {
        return Err(String::from("a negative number"));
    }
    let Some(root) = root(x) else {
        return Err(String::from("no root"));
    };
    Ok(root.ln())
}

/// Closures, arrays, iterators.
#[differentiable]
#[must_use]
pub fn energy(xs: &[f64], k: f64) -> f64 {
    let spring = |d: f64| 0.5 * k * d * d;
    let chain: f64 = xs.windows(2).map(|pair| spring(pair[1] - pair[0])).sum();
    let ends = [xs[0], xs[xs.len() - 1]];
    let squares = ends.map(|end| end * end);
    let [first, last] = squares;
    chain + first.max(last)
}

/// What is lent changes.
#[differentiable]
pub fn smoothed(xs: &mut [f64; 3], by: f64) {
    let middle = (xs[0] + xs[2]) * by;
    xs[1] = middle;
    xs.swap(0, 2);
}

/// Patterns, shadowing, an unused parameter.
#[differentiable]
#[must_use]
pub fn parts((a, b): (f64, f64), _unused: f64, n: u16) -> f64 {
    let pair = [a * b, a - b];
    let a = pair[0] + stop_gradient(b);
    let Some(n) = n.checked_sub(1) else {
        return a;
    };
    a * pair[1] * f64::from(n)
}

macro_rules! powers {
    ($($(#[$doc:meta])* $name:ident($x:ident) = $e:expr;)*) => {$(
        $(#[$doc])*
        #[differentiable]
        #[must_use]
        pub fn $name($x: f64) -> f64 {
            let twice = 2.0 * $e;
            twice * $e
        }
    )*};
}
powers! {
    /// From an expression.
    cube(x) = x * x + 1.0;
    /// From another.
    wave(t) = t.sin();
}

/// Functions of functions and of constants.
pub mod inside {
    use cotangent::prelude::*;

    /// The gradient of a function that only this one knows.
    #[must_use]
    pub fn slope(x: f64) -> f64 {
        #[differentiable]
        fn square(x: f64) -> f64 {
            x * x
        }
        square::grad(x)
    }

    /// The size of a tape, in a block that is a constant.
    pub const WORDS: usize = const {
        #[differentiable]
        fn cube(x: f64) -> f64 {
            let square = x * x;
            square * x
        }
        cube::tape_words()
    };

    const _: () = {
        #[differentiable]
        fn unused(x: f64) -> f64 {
            x.exp()
        }
        let _ = unused::tape_bytes();
    };

    #[derive(Differentiable, Clone, Copy, Debug)]
    struct Hidden(f64, f64);

    /// The derivative of a struct that only this module knows.
    #[must_use]
    pub fn sum_of_parts(x: f64) -> f64 {
        #[differentiable]
        fn total(hidden: &Hidden) -> f64 {
            hidden.0 * hidden.1
        }
        total::grad(&Hidden(x, 2.0)).0
    }
}

/// Derivatives in a function, of one that is called too.
#[differentiable]
#[must_use]
pub fn with_derivatives(x: f64, p: f64) -> f64 {
    let (by_x, by_p) = fast::grad(x, p);
    let (value, dot) = fast::jvp(by_x, p, (by_p, p));
    let (_, bars) = fast::vjp(dot, value, x);
    only_one::value_and_grad(bars.0).1 + only_one(p)
}

/// Functions that are vectorised, in every spelling.
#[differentiable(fast_math)]
#[must_use]
pub fn fast(x: f64, p: f64) -> f64 {
    let powers: [f64; 2] = core::array::from_fn(|i| if i == 0 { f64::exp(x) } else { x.powf(p) });
    powers[0] * powers[1] + [x, p].map(f64::tanh)[0]
}

/// Functions that are vectorised, of which only one is called.
#[differentiable(fast_math)]
#[must_use]
pub fn only_one(x: f64) -> f64 {
    x.sin()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_derivatives_are_right() {
        #[differentiable]
        fn square(x: f64) -> f64 {
            x * x
        }
        let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(close(square::grad(3.0), 6.0));
        assert!(close(inside::slope(3.0), 6.0));
        assert!(close(inside::sum_of_parts(3.0), 2.0));
        assert!(close(cube::grad(1.0), 16.0));
        assert!(close(root::value_and_grad(4.0).1, 0.25));
        let line = Line { slope: 1.0, offset: 0.0, weight: 1.0 };
        assert!(close(line.slope_of_the_miss(), -2.0));
    }
}
