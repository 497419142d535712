//! Macros of the user's that are expanded before all else: `#[differentiable(macros(..))]`.

use cotangent::prelude::*;

#[differentiable]
macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}

/// Calls itself.
#[differentiable]
macro_rules! horner {
    ($x:expr; $c:expr) => { $c };
    ($x:expr; $c:expr, $($rest:expr),+) => { $c + $x * horner!($x; $($rest),+) };
}

/// Has a variable of its own.
#[differentiable]
macro_rules! lerp {
    ($a:expr, $b:expr, $t:expr) => {{
        let t = $t;
        $a * (1.0 - t) + $b * t
    }};
}

/// Gives statements, and changes variables of the caller.
#[differentiable]
macro_rules! exchange {
    ($a:ident, $b:ident) => {
        let t = $a;
        $a = $b;
        $b = t;
    };
}

/// Leaves the function of the caller.
#[differentiable]
macro_rules! found {
    ($e:expr) => {
        match $e {
            Some(v) => v,
            None => return 0.5,
        }
    };
}

/// Takes a block several times.
#[differentiable]
macro_rules! unroll {
    ($i:ident in [$($n:literal),*] $body:block) => { $({ let $i = $n; $body })* };
}

/// Takes names and types.
#[differentiable]
macro_rules! converted_field {
    ($of:expr, $field:ident, $t:ty) => {
        $of.$field as $t
    };
}

/// Takes patterns.
#[differentiable]
macro_rules! pick {
    ($v:expr, { $($p:pat => $e:expr),* $(,)? }) => { match $v { $($p => $e),* } };
}

/// Declares a variable for the caller.
#[differentiable]
macro_rules! define {
    ($name:ident, $e:expr) => {
        let $name = $e;
    };
}

mod tools {
    #[cotangent::differentiable]
    macro_rules! cube {
        ($x:expr) => {
            $x * $x * $x
        };
    }
    pub(super) use cube;
}

#[differentiable(macros(square))]
fn operands(x: f64, y: f64) -> f64 {
    square!(x + y) + 1.0 / square!(y - 3.0) - square!(x).sin()
}

#[differentiable(macros(horner, square))]
fn nested(x: f64, y: f64) -> f64 {
    let p = horner!(x - 1.0; 1.0, 2.0, 3.0 * y, -4.0);
    square!(square!(p) + 1.0).ln()
}

#[differentiable(macros(lerp))]
fn own_variables(t: f64, a: f64) -> f64 {
    let b = t * 2.0;
    lerp!(a, b, t * t) + lerp!(t, lerp!(t, a, 0.5), t)
}

#[differentiable(macros(exchange))]
fn statements(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x, y);
    let t = 3.0;
    for _ in 0..3 {
        a *= x + t;
        exchange!(a, b);
    }
    a * a * t + b
}

#[differentiable(macros(found))]
fn exits(x: f64, y: f64) -> f64 {
    let o = if x > y { Some(x.sqrt()) } else { None };
    let v = found!(o);
    v * found!(Some(x * y))
}

#[differentiable(macros(unroll))]
fn blocks(x: f64, w: &[f64; 3]) -> f64 {
    let mut s = x;
    unroll!(i in [0, 1, 2] {
        s = (s * w[i]).sin() + x;
    });
    s
}

#[differentiable(macros(square))]
fn in_fields(x: f64, y: f64) -> f64 {
    let p = Point { x: square!(x), y: square!(y) * x };
    let q: f64 = square!(p.x);
    q * p.y
}

#[differentiable(macros(square))]
fn in_other_macros(x: f64, y: f64) -> f64 {
    let v = vec![square!(x), y, square!(x + y)];
    assert!(square!(x) >= 0.0, "the square is {}", square!(x));
    v.iter().map(|y| square!(y.cos())).sum::<f64>() + square!(v[0])
}

#[differentiable(macros(pick, define))]
fn patterns(x: f64, #[constant] n: usize) -> f64 {
    define!(half, x * 0.5);
    pick!(n, { 0 => half, 1 | 2 => half * x, k @ 7..=9 => x.sin() * k as f64, _ => 1.0 / half })
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable(macros(square, crate::expanded_macros::tools::cube, converted_field))]
impl Point {
    fn norm(&self) -> f64 {
        (square!(self.x) + square!(self.y) + crate::expanded_macros::tools::cube!(self.x)).sqrt()
    }

    fn product(&self, k: f32) -> f64 {
        f64::from(converted_field!(self, x, f32) * k) + self.y
    }
}

macro_rules! scaled {
    ($($name:ident $k:literal),*) => {$(
        #[differentiable(macros(square))]
        fn $name(x: f64) -> f64 {
            square!(x * $k) + x
        }
    )*};
}
scaled!(by_two 2.0, by_three 3.0);

#[differentiable]
fn declared_inside(x: &[f64], k: f64) -> f64 {
    let n = x.len();
    macro_rules! at {
        ($i:expr) => {
            x[($i) % n]
        };
    }
    macro_rules! squared {
        ($e:expr) => {{
            let t = $e;
            t * t
        }};
    }
    let mut sum = 0.0;
    let t = 2.0 * k;
    macro_rules! add {
        ($($e:expr),*) => { $(sum += squared!($e) * t + at!(2);)* };
    }
    for i in 0..n {
        add!(at!(i + 1), at!(i) * t);
        if sum > 100.0 {
            return at!(0);
        }
    }
    sum * at!(7)
}

#[differentiable]
impl Point {
    fn scaled_norm(&self, k: f64) -> f64 {
        macro_rules! part {
            ($f:ident) => {
                self.$f * k
            };
        }
        (part!(x) * part!(x) + part!(y) * part!(y)).sqrt()
    }

    fn shifted_product(&self) -> f64 {
        macro_rules! part {
            ($f:ident) => {
                self.$f + 1.0
            };
        }
        part!(x) * part!(y)
    }
}

#[test]
fn arguments_are_expressions() {
    assert_eq!(operands(1.0, 2.0), 9.0 + 1.0 - 1.0f64.sin());
    operands::at(0.7, 1.9).check().unwrap();
    operands::at(0.7, 1.9).check_jvp().unwrap();
    by_two::at(0.7).check().unwrap();
    by_three::at(0.7).check().unwrap();
    let p = Point { x: 0.8, y: 1.7 };
    p.norm_at().check().unwrap();
    p.product_at(0.5).check().unwrap();
}

#[test]
fn macros_call_macros_and_stand_in_macros() {
    nested::at(0.3, 0.8).check().unwrap();
    in_other_macros::at(0.3, 0.8).check().unwrap();
    in_fields::at(0.3, 0.8).check().unwrap();
}

#[test]
fn names_are_those_of_the_macro_or_of_its_caller() {
    own_variables::at(0.3, 0.8).check().unwrap();
    own_variables::at(0.3, 0.8).check_jvp().unwrap();
    patterns::at(0.7, 0).check().unwrap();
    patterns::at(0.7, 2).check().unwrap();
    patterns::at(0.7, 8).check().unwrap();
    patterns::at(0.7, 4).check().unwrap();
}

#[test]
fn statements_and_exits() {
    statements::at(0.3, 0.8).check().unwrap();
    blocks::at(0.4, &[0.3, 0.9, 1.2]).check().unwrap();
    exits::at(0.9, 0.4).check().unwrap();
    assert_eq!(exits::grad(0.3, 0.4), (0.0, 0.0));
}

#[test]
fn macros_inside_of_a_function_name_its_variables() {
    declared_inside::at(&[0.4, 0.3, 0.9], 0.7).check().unwrap();
    declared_inside::at(&[0.4, 0.3, 0.9], 0.7).check_jvp().unwrap();
    let p = Point { x: 0.8, y: 1.7 };
    p.scaled_norm_at(0.6).check().unwrap();
    p.shifted_product_at().check().unwrap();
}

/// Give what stands in an `impl` or a trait.
#[differentiable]
macro_rules! operator {
    ($name:ident($this:ident, $other:ident: $of:ty) -> $result:ty $body:block) => {
        fn $name($this, $other: $of) -> $result $body
    };
}
#[differentiable]
macro_rules! output {
    ($result:ty) => {
        type Output = $result;
    };
}
#[differentiable]
macro_rules! accessors {
    ($this:ident, $first:ident $second:ident) => {
        const TWO: f64 = 2.0;
        #[inline]
        fn $first($this, k: f64) -> f64 {
            $this.x * k
        }
        fn $second(&$this) -> f64 {
            $this.y * Self::TWO
        }
    };
}
#[differentiable]
macro_rules! declared {
    ($name:ident) => {
        fn $name(&self, k: f64) -> f64;
    };
}

#[derive(Differentiable, Clone, Copy)]
struct Scaled {
    x: f64,
    y: f64,
}

#[differentiable(macros(operator, output))]
impl std::ops::Mul<f64> for Scaled {
    output!(Scaled);
    operator!(mul(self, k: f64) -> Scaled { Scaled { x: self.x * k, y: self.y * k } });
}

#[differentiable(macros(accessors))]
impl Scaled {
    accessors!(self, first second);
    fn product(&self) -> f64 {
        self.x * self.y
    }
}

#[differentiable(macros(declared))]
trait Scales {
    declared!(scaled);
}

#[differentiable]
impl Scales for Scaled {
    fn scaled(&self, k: f64) -> f64 {
        self.x * k
    }
}

#[differentiable]
fn items_of_impls(a: f64) -> f64 {
    let v = Scaled { x: a, y: a * a } * a;
    v.first(a) + v.second() + v.product() + v.scaled(a)
}

#[test]
fn items_of_impls_and_traits() {
    items_of_impls::at(0.7).check().unwrap();
    items_of_impls::at(0.7).check_hvp().unwrap();
}
