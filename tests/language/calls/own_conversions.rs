//! `impl From` with a derivative, called as `B::from(a)`, `<B>::from(a)` and `a.into()`.

use cotangent::prelude::*;
use num_traits::Float;

#[derive(Differentiable, Clone, Copy, Debug)]
struct Speed {
    v: f64,
}

#[differentiable]
impl From<Speed> for f64 {
    fn from(s: Speed) -> f64 {
        s.v * 3.6
    }
}

#[differentiable]
impl From<Speed> for f32 {
    fn from(s: Speed) -> f32 {
        s.v as f32
    }
}

#[differentiable]
fn to_numbers(u: f64, w: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        let s = Speed { v: u * f64::from(i) + w };
        if i == 1 {
            continue;
        }
        let k: f64 = s.into();
        let k = if u > 0.5 { k * u } else { f64::from(s) * 2.0 };
        sum += k * f64::from(Speed { v: sum + w }) + f64::from(i as u32) * u;
    }
    sum
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct Celsius(f64);

#[derive(Differentiable, Clone, Copy, Debug)]
struct Kelvin(f64);

#[derive(Differentiable, Clone, Copy, Debug)]
struct Fahrenheit(f64);

#[differentiable]
impl From<f64> for Celsius {
    fn from(s: f64) -> Self {
        Celsius(s * s)
    }
}

#[differentiable]
impl From<Celsius> for Kelvin {
    fn from(s: Celsius) -> Self {
        Self(s.0 + 273.15)
    }
}

#[differentiable]
impl From<Fahrenheit> for Kelvin {
    fn from(f: Fahrenheit) -> Self {
        Self::from(Celsius((f.0 - 32.0) / 1.8))
    }
}

#[differentiable]
fn between_types(u: f64, w: f64) -> f64 {
    let c = Celsius::from(u * w);
    let k: Kelvin = c.into();
    let d: Celsius = u.into();
    k.0 * Kelvin::from(d).0 + Kelvin::from(Fahrenheit(u * 50.0)).0 * Kelvin::from(c).0
}

#[derive(Differentiable, Clone, Copy, Debug)]
struct Pair<T> {
    a: T,
    b: T,
}

#[differentiable]
impl<T: Float> From<(T, T)> for Pair<T> {
    fn from(p: (T, T)) -> Self {
        Pair { a: p.0 * p.1, b: p.1 }
    }
}

#[differentiable]
impl<T: Float> From<Pair<T>> for [T; 2] {
    fn from(p: Pair<T>) -> Self {
        if p.a > p.b {
            return [p.b, p.a * p.a];
        }
        [p.a.sin(), p.b * p.a]
    }
}

#[differentiable]
fn of_generic_types(u: f64, w: f64) -> f64 {
    let p = Pair::from((u, w));
    let q = Pair::<f64>::from((w, u * u));
    let a: [f64; 2] = p.into();
    let b = <[f64; 2]>::from(q);
    a[0] * b[1] + a[1] * b[0]
}

#[derive(Differentiable, Clone, Debug)]
struct Polynomial {
    c: Vec<f64>,
}

#[differentiable]
impl From<Vec<f64>> for Polynomial {
    fn from(c: Vec<f64>) -> Self {
        Polynomial { c }
    }
}

#[differentiable]
impl Polynomial {
    fn at(&self, x: f64) -> f64 {
        self.c.iter().rev().fold(0.0, |s, c| s * x + c)
    }
}

#[differentiable]
fn of_lists(u: f64, w: f64) -> f64 {
    let p = Polynomial::from(vec![u, w, u * w]);
    let q: Polynomial = vec![w, u * w].into();
    p.at(w) * q.at(u)
}

#[cfg(feature = "nalgebra")]
mod of_other_crates {
    use cotangent::prelude::*;
    use nalgebra::Vector3;

    #[derive(Differentiable, Clone, Copy, Debug)]
    struct V3 {
        x: f64,
        y: f64,
        z: f64,
    }

    #[differentiable]
    impl From<V3> for Vector3<f64> {
        fn from(v: V3) -> Self {
            Vector3::new(v.x, v.y, v.z)
        }
    }

    #[differentiable]
    impl From<Vector3<f64>> for V3 {
        fn from(v: Vector3<f64>) -> Self {
            V3 { x: v.x, y: v.y, z: v.z * v.x }
        }
    }

    #[differentiable]
    impl From<V3> for [f64; 3] {
        fn from(v: V3) -> Self {
            [v.x, v.y, v.z]
        }
    }

    #[differentiable]
    fn mixed(u: f64, w: f64) -> f64 {
        let v = V3 { x: u, y: w, z: u * w };
        let n: Vector3<f64> = v.into();
        let a: [f64; 3] = v.into();
        let m = Vector3::from(a);
        let back = V3::from(n * 2.0);
        let again: Vector3<f64> = a.into();
        m.dot(&n) + back.x * back.z + again.y * back.y
    }

    #[test]
    fn types_of_other_crates() {
        mixed::at(0.3, 0.8).check().unwrap();
        both_modes!(mixed(0.3, 0.8));
    }
}

#[test]
fn conversions_have_derivatives() {
    for (u, w) in [(0.3, 0.8), (0.9, -0.4)] {
        to_numbers::at(u, w).check().unwrap();
        between_types::at(u, w).check().unwrap();
        of_generic_types::at(u, w).check().unwrap();
        of_lists::at(u, w).check().unwrap();
        both_modes!(to_numbers(u, w));
        both_modes!(between_types(u, w));
        both_modes!(of_generic_types(u, w));
        both_modes!(of_lists(u, w));
    }
}
