//! Dual numbers: the reference. They carry the derivative forward, through the same statements in the same order, so they
//! share nothing with what the macro writes but the program.
//!
//! Beside each derivative stands the sum of the absolute values of its terms: what cancels is as large as that, and so are
//! the rounding errors of the derivative.

use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Rem, RemAssign, Sub, SubAssign};

use cotangent::ops::Activations;

/// How many numbers a program may be differentiated by.
pub const LANES: usize = 16;

/// A value and its derivatives.
#[derive(Clone, Copy, Debug)]
pub struct Dual {
    /// The value.
    pub value: f64,
    /// The derivatives.
    pub slopes: [f64; LANES],
    /// The sums of the absolute values of their terms.
    pub scales: [f64; LANES],
}

/// What a run came across.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// A hash of the outcomes of all comparisons: two runs with the same took the same way.
    pub way: u64,
    /// Whether it met a point without a derivative.
    pub kink: bool,
    /// Whether it dropped a derivative, which differences do not.
    pub stopped: bool,
}

/// How many iterations and calls a program may have: a program that is being made smaller may lose what ends its loops.
const LONGEST: u32 = 30_000;

thread_local! {
    static LENGTH: Cell<u32> = const { Cell::new(0) };
    static PATH: Cell<Path> = const { Cell::new(Path { way: 0, kink: false, stopped: false }) };
}

/// What the runs on this thread came across since the last call.
pub fn take_path() -> Path {
    LENGTH.set(0);
    PATH.take()
}

/// Stands at the beginning of each iteration and function of a twin.
///
/// # Panics
/// When there are too many.
pub fn tick() {
    LENGTH.set(LENGTH.get() + 1);
    assert!(LENGTH.get() < LONGEST, "the program does not end");
}

fn turn(outcome: u64, kink: bool) {
    let path = PATH.get();
    let way = (path.way.rotate_left(5) ^ (outcome + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    PATH.set(Path { way, kink: path.kink || kink, ..path });
}

/// A number without derivative.
pub const fn lit(value: f64) -> Dual {
    Dual { value, slopes: [0.0; LANES], scales: [0.0; LANES] }
}

/// The same value without derivative.
pub fn stop_gradient(x: Dual) -> Dual {
    PATH.set(Path { stopped: true, ..PATH.get() });
    lit(x.value)
}

impl Dual {
    /// The input number `lane`.
    pub fn input(value: f64, lane: usize) -> Self {
        let mut x = lit(value);
        (x.slopes[lane], x.scales[lane]) = (1.0, 1.0);
        x
    }

    /// `value`, whose derivative by `self` is `slope`.
    fn through(self, value: f64, slope: f64) -> Self {
        Self { value, slopes: self.slopes.map(|s| slope * s), scales: self.scales.map(|s| slope.abs() * s) }
    }

    /// `value`, whose derivative is `p` by `self` and `q` by `other`.
    fn with(self, other: Self, value: f64, p: f64, q: f64) -> Self {
        let mut result = self.through(value, p);
        for i in 0..LANES {
            result.slopes[i] += q * other.slopes[i];
            result.scales[i] += q.abs() * other.scales[i];
        }
        result
    }

    /// One of two, whichever `value` is.
    fn either(self, other: Self, value: f64) -> Self {
        turn(u64::from(self.value < other.value), self.value == other.value);
        let taken = if self.value == value { self } else { other };
        Self { value, ..taken }
    }
}

/// Methods of one argument: value, slope.
macro_rules! methods {
    ($($name:ident($x:ident, $y:ident) = $value:expr, $slope:expr;)*) => {
        /// The methods of numbers.
        impl Dual {$(
            #[doc = concat!("As `f64::", stringify!($name), "`.")]
            #[must_use]
            pub fn $name(self) -> Self {
                let $x = self.value;
                let $y = $value;
                self.through($y, $slope)
            }
        )*}
    };
}

methods! {
    sin(x, y) = x.sin(), x.cos();
    cos(x, y) = x.cos(), -x.sin();
    tanh(x, y) = x.tanh(), 1.0 - y * y;
    exp(x, y) = x.exp(), y;
    ln(x, y) = x.ln(), 1.0 / x;
    sqrt(x, y) = x.sqrt(), 0.5 / y;
    sigmoid(x, y) = Activations::sigmoid(&x), y * (1.0 - y);
    planted(x, y) = x.sin(), x.cos();
    planted_forward(x, y) = x.sin(), x.cos();
    planted_second(x, y) = x.sin(), x.cos();
}

impl Dual {
    /// As `f64::abs`.
    #[must_use]
    pub fn abs(self) -> Self {
        turn(u64::from(self.value < 0.0), self.value == 0.0);
        self.through(self.value.abs(), self.value.signum())
    }

    /// As `Activations::relu`.
    #[must_use]
    pub fn relu(self) -> Self {
        turn(u64::from(self.value < 0.0), self.value == 0.0);
        self.through(Activations::relu(&self.value), if self.value > 0.0 { 1.0 } else { 0.0 })
    }

    /// As `f64::max`.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        self.either(other, self.value.max(other.value))
    }

    /// As `f64::min`.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        self.either(other, self.value.min(other.value))
    }

    /// As `f64::powi`.
    #[must_use]
    pub fn powi(self, n: i32) -> Self {
        self.through(self.value.powi(n), f64::from(n) * self.value.powi(n - 1))
    }

    /// As `f64::powf`, with a constant exponent.
    #[must_use]
    pub fn powf(self, p: Self) -> Self {
        self.through(self.value.powf(p.value), p.value * self.value.powf(p.value - 1.0))
    }

    /// As `f64::is_finite`.
    pub fn is_finite(self) -> bool {
        self.value.is_finite()
    }
}

impl std::fmt::Display for Dual {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.value.fmt(f)
    }
}

/// What `mem::take` leaves.
impl Default for Dual {
    fn default() -> Self {
        lit(0.0)
    }
}

impl PartialEq for Dual {
    fn eq(&self, other: &Self) -> bool {
        let equal = self.value == other.value;
        turn(u64::from(equal), false);
        equal
    }
}

impl PartialOrd for Dual {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let order = self.value.partial_cmp(&other.value);
        turn(order.map_or(3, |order| u64::from(order.is_lt()) + 2 * u64::from(order.is_gt())), false);
        order
    }
}

impl Neg for Dual {
    type Output = Self;
    fn neg(self) -> Self {
        self.through(-self.value, -1.0)
    }
}

impl Neg for &Dual {
    type Output = Dual;
    fn neg(self) -> Dual {
        -*self
    }
}

/// Operators: value, slopes by both operands.
macro_rules! operators {
    ($($trait:ident $name:ident $assign:ident $assign_name:ident($x:ident, $y:ident) = $value:expr, $p:expr, $q:expr;)*) => {$(
        impl $trait for Dual {
            type Output = Self;
            fn $name(self, other: Self) -> Self {
                let ($x, $y) = (self.value, other.value);
                self.with(other, $value, $p, $q)
            }
        }
        impl $trait<&Dual> for Dual {
            type Output = Self;
            fn $name(self, other: &Dual) -> Self {
                $trait::$name(self, *other)
            }
        }
        impl $trait<Dual> for &Dual {
            type Output = Dual;
            fn $name(self, other: Dual) -> Dual {
                $trait::$name(*self, other)
            }
        }
        impl $trait for &Dual {
            type Output = Dual;
            fn $name(self, other: Self) -> Dual {
                $trait::$name(*self, *other)
            }
        }
        impl $assign for Dual {
            fn $assign_name(&mut self, other: Self) {
                *self = $trait::$name(*self, other);
            }
        }
        impl $assign<&Dual> for Dual {
            fn $assign_name(&mut self, other: &Dual) {
                *self = $trait::$name(*self, *other);
            }
        }
    )*};
}

operators! {
    Add add AddAssign add_assign(x, y) = x + y, 1.0, 1.0;
    Sub sub SubAssign sub_assign(x, y) = x - y, 1.0, -1.0;
    Mul mul MulAssign mul_assign(x, y) = x * y, y, x;
    Div div DivAssign div_assign(x, y) = x / y, 1.0 / y, -x / (y * y);
    Rem rem RemAssign rem_assign(x, y) = x % y, 1.0, -(x / y).trunc();
}

/// Sums and products begin as those of `f64` do.
macro_rules! totals {
    ($($trait:ident $name:ident $start:literal $op:tt;)*) => {$(
        impl std::iter::$trait for Dual {
            fn $name<I: Iterator<Item = Self>>(numbers: I) -> Self {
                numbers.fold(lit($start), |a, b| a $op b)
            }
        }
        impl<'a> std::iter::$trait<&'a Self> for Dual {
            fn $name<I: Iterator<Item = &'a Self>>(numbers: I) -> Self {
                numbers.fold(lit($start), |a, b| a $op b)
            }
        }
    )*};
}

totals! {
    Sum sum -0.0 +;
    Product product 1.0 *;
}

impl num_traits::Zero for Dual {
    fn zero() -> Self {
        lit(0.0)
    }
    fn is_zero(&self) -> bool {
        self.value == 0.0
    }
}

impl num_traits::One for Dual {
    fn one() -> Self {
        lit(1.0)
    }
}

/// As the vectors of the library.
#[derive(Clone, Copy, Debug)]
pub struct Vector<const N: usize>([Dual; N]);

/// As `cotangent::tensor::tensor`.
pub const fn tensor<const N: usize>(array: [Dual; N]) -> Vector<N> {
    Vector(array)
}

impl<const N: usize> Vector<N> {
    /// As `Tensor::sum`.
    pub fn sum(&self) -> Dual {
        self.0.iter().sum()
    }

    /// As `Activations::relu`.
    #[must_use]
    pub fn relu(&self) -> Self {
        Self(self.0.map(Dual::relu))
    }

    fn with(self, other: Self, f: fn(Dual, Dual) -> Dual) -> Self {
        Self(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl<const N: usize> Add for Vector<N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.with(other, Add::add)
    }
}

impl<const N: usize> Sub for Vector<N> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.with(other, Sub::sub)
    }
}

impl<const N: usize> Mul for Vector<N> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.with(other, Mul::mul)
    }
}

impl<const N: usize> Mul<Dual> for Vector<N> {
    type Output = Self;
    fn mul(self, other: Dual) -> Self {
        Self(self.0.map(|x| x * other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derivatives_and_what_cancels() {
        let (x, y) = (Dual::input(2.0, 0), Dual::input(3.0, 1));
        let z = x * y - x / y + lit(1.0);
        assert_eq!(z.value, 6.0 - 2.0 / 3.0 + 1.0);
        assert_eq!(z.slopes[..2], [3.0 - 1.0 / 3.0, 2.0 + 2.0 / 9.0]);
        assert_eq!(z.scales[..2], [3.0 + 1.0 / 3.0, 2.0 + 2.0 / 9.0]);
    }

    #[test]
    fn the_way_depends_on_comparisons() {
        let way = |x: f64| {
            let _ = Dual::input(x, 0).max(lit(1.0)) > lit(0.5);
            take_path()
        };
        assert_eq!(way(2.0), way(3.0));
        assert_ne!(way(2.0), way(0.0));
        assert!(way(1.0).kink && !way(2.0).kink);
    }
}
