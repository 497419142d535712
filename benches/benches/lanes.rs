//! Four problems at once, and eight: what a gradient costs for each of them, beside that of one.
//!
//! `cargo bench -p cotangent-benches --bench lanes`: the energy of a Lennard-Jones cluster by the positions of its atoms, and the squared error of the position
//! of a 7-joint arm by its angles.
//!
//! Goal: 2.5 times as many problems in the same time, four at once, with the instructions of AVX2
//! (`RUSTFLAGS="-C target-cpu=x86-64-v3"`): 2.9 and 2.8. Without them a register has two numbers: 1.9 and 1.5. Eight `f32` at once: 6.3 and 4.9,
//! without AVX2 3.9 and 2.9.

#![expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "numbers are small")]

use std::hint::black_box;
use std::time::Instant;

use cotangent::lanes::{F32x8, F64x4};
use cotangent::prelude::*;
use nalgebra::{Point3, RealField, SVector, Translation3, UnitQuaternion, Vector3};

const ATOMS: usize = 13;

/// `Σ 4 (r⁻¹² - r⁻⁶)` over all pairs.
#[differentiable]
fn lennard_jones<T: RealField + Copy>(x: &[Vector3<T>; ATOMS]) -> T {
    let mut energy = T::zero();
    for i in 0..ATOMS {
        for j in 0..i {
            let inverse = (x[i] - x[j]).norm_squared().recip();
            let sixth = inverse * inverse * inverse;
            energy += sixth * (sixth - T::one());
        }
    }
    energy * nalgebra::convert::<f64, T>(4.0)
}

/// The squared distance of the end of an arm from a point. Its joints turn about `z` and `y` by turns.
#[differentiable]
fn reach<T: RealField + Copy>(q: &SVector<T, 7>, target: &Point3<T>) -> T {
    let link = Translation3::new(T::zero(), T::zero(), nalgebra::convert(0.3));
    let mut turned = UnitQuaternion::identity();
    let mut end = Vector3::zeros();
    for i in 0..7 {
        let axis = if i % 2 == 0 { Vector3::z_axis() } else { Vector3::y_axis() };
        turned *= UnitQuaternion::from_axis_angle(&axis, q[i]);
        end += turned * link.vector;
    }
    (end - target.coords).norm_squared()
}

/// Nanoseconds for each call, the least of several runs.
fn time<Y>(mut call: impl FnMut() -> Y) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..200 {
        let begin = Instant::now();
        for _ in 0..100 {
            black_box(call());
        }
        least = least.min(begin.elapsed().as_secs_f64() * 1e9 / 100.0);
    }
    least
}

/// The numbers of several problems, side by side.
fn number(seed: usize) -> f64 {
    ((seed * 37 + 11) % 101) as f64 / 101.0
}

macro_rules! measured {
    ($t:ident, $n:literal, $number:ty) => {{
        let of = |f: &dyn Fn(usize) -> f64| $t::new(std::array::from_fn::<$number, $n, _>(|k| f(k) as $number));
        let atoms: [Vector3<$t>; ATOMS] = std::array::from_fn(|i| {
            Vector3::from_fn(|d, _| of(&|k| (i / [1, 3, 9][d] % 3) as f64 * 1.1 + 0.1 * number(i * 7 + d * 3 + k)))
        });
        let q = SVector::<$t, 7>::from_fn(|i, _| of(&|k| number(i * 5 + k) - 0.5));
        let target = Point3::new($t::splat(0.5), $t::splat(0.3), $t::splat(1.0));
        let one: [Vector3<$number>; ATOMS] = atoms.map(|x| x.map(|x| x.to_array()[1]));
        let (q1, target1) = (q.map(|x| x.to_array()[1]), target.map(|x| x.to_array()[1]));
        for (name, single, several) in [
            (
                "Lennard-Jones",
                time(|| lennard_jones::value_and_grad(black_box(&one))),
                time(|| lennard_jones::value_and_grad(black_box(&atoms))),
            ),
            (
                "7-joint arm",
                time(|| reach::value_and_grad(black_box(&q1), black_box(&target1))),
                time(|| reach::value_and_grad(black_box(&q), black_box(&target))),
            ),
        ] {
            println!(
                "{name:15} {:6} one {single:8.1} ns, {} at once {several:8.1} ns: {:.2} times as many problems",
                stringify!($number),
                $n,
                f64::from($n) * single / several
            );
        }
    }};
}

fn main() {
    // `cargo test` runs benches too, to see that they work; measuring is for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    measured!(F64x4, 4, f64);
    measured!(F32x8, 8, f32);
}
