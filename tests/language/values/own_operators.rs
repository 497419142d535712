//! Operators of the user's own types, as published code writes them: by value, by reference, mixed, generic, by a macro.

use std::ops::{Add, AddAssign, Div, DivAssign, Index, IndexMut, Mul, MulAssign, Neg, Rem, Sub, SubAssign};

use cotangent::prelude::*;

// ---- complex numbers ----

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
struct Complex {
    re: f64,
    im: f64,
}

#[differentiable]
impl Add for Complex {
    type Output = Complex;
    fn add(self, other: Complex) -> Complex {
        Complex { re: self.re + other.re, im: self.im + other.im }
    }
}

#[differentiable]
impl Sub for Complex {
    type Output = Self;
    fn sub(self, other: Self) -> Self::Output {
        Self { re: self.re - other.re, im: self.im - other.im }
    }
}

#[differentiable]
impl Mul for Complex {
    type Output = Complex;
    fn mul(self, Complex { re, im }: Complex) -> Complex {
        Complex { re: self.re * re - self.im * im, im: self.re * im + self.im * re }
    }
}

#[differentiable]
impl Mul<f64> for Complex {
    type Output = Complex;
    fn mul(self, k: f64) -> Complex {
        Complex { re: self.re * k, im: self.im * k }
    }
}

#[differentiable]
impl Mul<Complex> for f64 {
    type Output = Complex;
    fn mul(self, z: Complex) -> Complex {
        z * self
    }
}

#[differentiable]
impl Div for Complex {
    type Output = Complex;
    fn div(self, other: Complex) -> Complex {
        let d = other.re.powi(2) + other.im.powi(2);
        Complex { re: (self.re * other.re + self.im * other.im) / d, im: (self.im * other.re - self.re * other.im) / d }
    }
}

#[differentiable]
impl Neg for Complex {
    type Output = Complex;
    fn neg(self) -> Complex {
        Complex { re: -self.re, im: -self.im }
    }
}

#[differentiable]
impl AddAssign for Complex {
    fn add_assign(&mut self, other: Complex) {
        self.re += other.re;
        self.im += other.im;
    }
}

#[differentiable]
impl SubAssign<&Complex> for Complex {
    fn sub_assign(&mut self, other: &Complex) {
        *self = *self - *other;
    }
}

#[differentiable]
impl MulAssign<f64> for Complex {
    fn mul_assign(&mut self, k: f64) {
        self.re *= k;
        self.im *= k;
    }
}

/// The product that is not written as `*` of this type anywhere else.
#[differentiable]
impl DivAssign for Complex {
    fn div_assign(&mut self, other: Complex) {
        *self = *self / other;
    }
}

#[differentiable]
fn iterated(x: f64, y: f64) -> f64 {
    let c = Complex { re: 0.3 * x, im: 0.2 * y };
    let mut z = Complex { re: 0.1, im: y };
    for i in 0..4 {
        z = z * z + c;
        z += 0.1 * c * 2.0;
        if i % 2 == 0 {
            z = -z / (c - z);
        } else {
            z *= x;
            z -= &c;
        }
    }
    z /= c;
    z.re * z.re + z.im
}

#[differentiable]
fn returns_early(x: f64, y: f64) -> f64 {
    let c = Complex { re: x, im: y };
    let z = c * c;
    if z.re > 0.5 {
        return (z + c).im;
    }
    (z - c).re * x
}

// ---- vectors by reference ----

#[derive(Differentiable, Clone, Copy, Debug)]
struct V3 {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiable]
impl<'a> Add<&'a V3> for &'a V3 {
    type Output = V3;
    fn add(self, other: &V3) -> V3 {
        V3 { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

#[differentiable]
impl Add<V3> for &V3 {
    type Output = V3;
    fn add(self, other: V3) -> V3 {
        self + &other
    }
}

/// Not what the others are: each form has its own derivative.
#[differentiable]
impl Add for V3 {
    type Output = V3;
    fn add(self, other: V3) -> V3 {
        V3 { x: self.x * other.x, y: self.y + 2.0 * other.y, z: self.z }
    }
}

#[differentiable]
impl Mul for V3 {
    type Output = f64;
    fn mul(self, other: V3) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }
}

#[differentiable]
impl Rem<&V3> for V3 {
    type Output = V3;
    fn rem(self, other: &V3) -> V3 {
        V3 {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }
}

#[differentiable]
fn forms(x: f64, y: f64) -> f64 {
    let (a, b) = (V3 { x, y, z: 0.7 }, V3 { x: 0.4 * y, y: -0.3, z: x * y });
    let c = &a + &b;
    let d = &c + a;
    let e = d + b;
    (e % &a) * b + c * c
}

// ---- what an operator is, only its type says ----

/// A logarithm: its product is a sum, and its sum reads both operands.
#[derive(Differentiable, Clone, Copy)]
struct Log(f64);

#[differentiable]
impl Mul for Log {
    type Output = Log;
    fn mul(self, other: Log) -> Log {
        Log(self.0 + other.0)
    }
}

#[differentiable]
impl Add for Log {
    type Output = Log;
    fn add(self, other: Log) -> Log {
        let most = self.0.max(other.0);
        Log(most + ((self.0 - most).exp() + (other.0 - most).exp()).ln())
    }
}

#[differentiable]
impl AddAssign<f64> for Log {
    fn add_assign(&mut self, other: f64) {
        self.0 *= other;
    }
}

#[differentiable]
impl Neg for Log {
    type Output = Log;
    fn neg(self) -> Log {
        Log(self.0.sin() * self.0)
    }
}

#[differentiable]
fn read_by_their_own_rules(x: f64, y: f64) -> f64 {
    let mut l = Log(x) * Log(y) + Log(x * y);
    for _ in 0..3 {
        l += y;
        l = -(l * Log(-1.5)) + Log(0.25);
    }
    l.0 * x
}

#[differentiable]
fn of_parameters(a: &Log, b: Log, #[constant] k: Log) -> f64 {
    let c = *a + b;
    let d = c + k;
    (k + -d).0
}

#[differentiable]
fn calls_with_operands(x: f64, y: f64) -> f64 {
    of_parameters(&Log(x), Log(x * y), Log(0.3)) + of_parameters(&Log(y), Log(0.2), Log(0.1))
}

// ---- generic, and written by a macro ----

#[derive(Differentiable, Clone, Copy)]
struct Pair<T> {
    a: T,
    b: T,
}

#[differentiable]
impl<T: Copy + Add<Output = T> + Mul<Output = T>> Mul for Pair<T> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Pair { a: self.a * other.a, b: self.a * other.b + self.b * other.a }
    }
}

macro_rules! elementwise {
    ($($operator:ident $method:ident $sign:tt;)*) => {$(
        #[differentiable]
        impl $operator for Pair<f64> {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                Pair { a: self.a $sign other.a, b: self.b $sign other.b }
            }
        }
        #[differentiable]
        impl<'a> $operator<&'a Pair<f64>> for Pair<f64> {
            type Output = Pair<f64>;
            fn $method(self, other: &'a Pair<f64>) -> Pair<f64> {
                self $sign *other
            }
        }
    )*};
}
elementwise! {
    Add add +;
    Sub sub -;
    Div div /;
}

#[differentiable]
fn generic_and_made(x: f64, y: f64) -> f64 {
    let d = Pair { a: x, b: 1.0 };
    let e = d * d + d;
    let f = e - &(Pair { a: y, b: x } / &d);
    (f * d).b * y
}

// ---- indices ----

#[derive(Differentiable, Clone, Copy)]
struct Matrix2 {
    numbers: [f64; 4],
}

#[differentiable]
impl Index<(usize, usize)> for Matrix2 {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.numbers[2 * i + j]
    }
}

#[differentiable]
impl IndexMut<(usize, usize)> for Matrix2 {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.numbers[2 * i + j]
    }
}

#[differentiable]
impl Mul for Matrix2 {
    type Output = Matrix2;
    fn mul(self, other: Matrix2) -> Matrix2 {
        let mut product = Matrix2 { numbers: [0.0; 4] };
        for i in 0..2 {
            for j in 0..2 {
                for k in 0..2 {
                    product[(i, j)] += self[(i, k)] * other[(k, j)];
                }
            }
        }
        product
    }
}

#[differentiable]
fn indexed(x: f64, y: f64) -> f64 {
    let mut m = Matrix2 { numbers: [x, y, 0.5, x * y] };
    m[(0, 1)] = m[(0, 0)] * m[(1, 0)];
    m[(1, 1)] += m[(0, 1)];
    let n = m * m;
    n[(0, 0)] * n[(1, 1)] - n[(0, 1)] * n[(1, 0)] + n[(1, 0)]
}

/// It has no `IndexMut`, and a constructor without an attribute.
#[derive(Differentiable, Clone, Copy)]
struct Named {
    first: f64,
    second: f64,
}

#[differentiable]
impl Named {
    fn new(first: f64, scale: f64) -> Self {
        Self { first, second: 2.0 * scale - first }
    }
}

#[differentiable]
impl Index<usize> for Named {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        match i {
            0 => &self.first,
            1 => &self.second,
            _ => panic!("there are two numbers, and no number {i}"),
        }
    }
}

#[differentiable]
fn read_only_index(x: f64, y: f64) -> f64 {
    let named = Named::new(x, y);
    let mut sum = named[0] * y;
    for i in 0..2 {
        sum += named[i] * named[1 - i] * x;
    }
    sum
}

// ---- units, sums, closures ----

#[derive(Differentiable, Clone, Copy, Debug)]
struct Metres(f64);

#[derive(Differentiable, Clone, Copy, Debug)]
struct Seconds(f64);

#[derive(Differentiable, Clone, Copy, Debug)]
struct Speed(f64);

#[differentiable]
impl Div<Seconds> for Metres {
    type Output = Speed;
    fn div(self, time: Seconds) -> Speed {
        Speed(self.0 / time.0)
    }
}

#[differentiable]
impl Div for Metres {
    type Output = f64;
    fn div(self, other: Metres) -> f64 {
        self.0 / other.0
    }
}

#[differentiable]
impl Mul<Seconds> for Speed {
    type Output = Metres;
    fn mul(self, time: Seconds) -> Metres {
        Metres(self.0 * time.0)
    }
}

#[differentiable]
impl Add for Metres {
    type Output = Metres;
    fn add(self, other: Metres) -> Metres {
        Metres(self.0 + other.0)
    }
}

#[differentiable]
impl AddAssign for Metres {
    fn add_assign(&mut self, other: Metres) {
        self.0 += other.0;
    }
}

#[differentiable]
fn units(x: f64, y: f64) -> f64 {
    let speed = Metres(x * x) / Seconds(y);
    let scaled = |k: f64| speed * Seconds(k);
    let parts = [Metres(x), scaled(y), Metres(3.0)];
    let total = parts.iter().copied().fold(Metres(0.0), |a, b| a + b);
    let folded = parts.iter().fold(Metres(y), |sum, part| sum + *part);
    let mut more = Metres(1.0);
    for part in parts {
        more += part + total;
    }
    (total + folded) / more
}

#[test]
fn operators_of_own_types_follow_the_operators() {
    follows!(iterated returns_early forms read_by_their_own_rules calls_with_operands generic_and_made indexed read_only_index units);
}

#[test]
fn an_operand_is_kept_only_if_its_rule_reads_it() {
    #[differentiable]
    fn sums(a: Complex, b: Complex) -> f64 {
        let c = a + b;
        let d = c - a;
        (d + c).re
    }
    assert_eq!(sums::tape_words(), 0);
}

#[test]
fn numbers_in_structs_cost_no_tape() {
    #[differentiable]
    fn in_a_struct(a: &V3, b: &V3) -> f64 {
        let s = a.x + b.x;
        let d = s - a.y;
        (d + b.z) * 2.0
    }
    assert_eq!(in_a_struct::tape_words(), 0);
}

/// Names of generic parameters that the library could have chosen too.
mod names {
    use std::ops::{Add, Mul, Neg, SubAssign};

    use cotangent::prelude::*;
    use num_traits::Float;

    #[differentiable]
    pub trait K {
        fn k(&self, x: f64) -> f64;
    }

    #[derive(Clone, Copy, Differentiable)]
    pub struct Of<S> {
        pub x: S,
    }

    #[differentiable]
    impl<S: Float> Add for Of<S> {
        type Output = Of<S>;
        fn add(self, other: Of<S>) -> Of<S> {
            Of { x: self.x + other.x * other.x }
        }
    }

    #[differentiable]
    impl<A: Float> Mul<A> for Of<A> {
        type Output = Of<A>;
        fn mul(self, other: A) -> Of<A> {
            Of { x: self.x * other }
        }
    }

    #[differentiable]
    impl<X: Float> Neg for Of<X> {
        type Output = Of<X>;
        fn neg(self) -> Of<X> {
            Of { x: -self.x * self.x }
        }
    }

    #[differentiable]
    impl<B: Float> SubAssign for Of<B> {
        fn sub_assign(&mut self, other: Of<B>) {
            self.x = self.x * other.x;
        }
    }

    #[derive(Clone, Copy, Differentiable)]
    pub struct Line {
        pub slope: f64,
    }

    #[differentiable]
    impl K for Line {
        fn k(&self, x: f64) -> f64 {
            self.slope * x * x
        }
    }

    #[derive(Clone, Copy, Differentiable)]
    pub struct Sum<T: K, R: K> {
        a: T,
        b: R,
    }

    #[derive(Clone, Copy, Differentiable)]
    pub struct Term<T: K>(pub T);

    #[differentiable]
    impl<T: K + Copy, R: K + Copy> Add<Term<R>> for Term<T> {
        type Output = Sum<T, R>;
        fn add(self, other: Term<R>) -> Sum<T, R> {
            Sum { a: self.0, b: other.0 }
        }
    }

    #[differentiable]
    pub fn of_these_names(x: f64, y: f64) -> f64 {
        let sum = Term(Line { slope: x }) + Term(Line { slope: y });
        let mut of = -(Of { x } + Of { x: y }) * x;
        of -= Of { x: y };
        of.x + sum.a.k(y) * sum.b.k(x)
    }
}
use names::of_these_names;

#[test]
fn generic_parameters_may_have_any_name() {
    follows!(of_these_names);
}

/// Its operator takes it by value, and it cannot be copied.
#[derive(Clone, Differentiable)]
struct Moved {
    x: f64,
    y: f64,
}

#[differentiable]
impl Div<f64> for Moved {
    type Output = Moved;
    fn div(self, k: f64) -> Moved {
        Moved { x: self.x / k, y: self.y / k }
    }
}

#[differentiable]
impl Moved {
    fn norm(&self) -> f64 {
        self.x.hypot(self.y)
    }
    fn normalized(self) -> Moved {
        let n = self.norm();
        self / n
    }
}

#[differentiable]
fn halved(v: Moved) -> Moved {
    let n = v.x + 2.0;
    v / n
}

#[differentiable]
fn moved_parameters(x: f64, y: f64) -> f64 {
    let v = halved(Moved { x, y: y * x }.normalized());
    v.x * 2.0 + v.y
}

#[test]
fn parameters_move_into_operators() {
    follows!(moved_parameters);
}
