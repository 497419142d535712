//! `cargo bench -p cotangent-benches --bench kernels`: matrix products in percent of what the processor can do, functions, their
//! gradients and reductions per number, what is bound by memory against memcpy, all in one run: the best of many short rounds, in turn
//! with the limit.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cotangent::ops::matmul::matmul;
use cotangent::prelude::*;
use cotangent::rule::{Rule1, Rule2};
use cotangent_benches::Numbers;
use cotangent_benches::peak::multiply_adds;
use cotangent_benches::timing::one_thread;
use pulp::Arch;

/// For each candidate.
const TIME: Duration = Duration::from_millis(150);

fn main() {
    // `cargo test` runs benches too, to see that they work; measuring is for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    one_thread();
    println!("products of `f32` matrices: nanoseconds, GFLOP/s, percent of the limit: A B, C Bᵀ, Aᵀ C");
    products::<4, 4, 16>();
    products::<8, 8, 8>();
    products::<16, 16, 16>();
    products::<32, 32, 32>();
    products::<64, 64, 64>();
    products::<128, 128, 128>();
    products::<32, 784, 128>();
    products::<64, 784, 128>();
    products::<64, 128, 10>();
    products::<256, 128, 384>();
    products::<256, 256, 256>();
    products::<512, 512, 512>();
    println!(
        "functions of 1024 numbers of type `f32`: nanoseconds per number, of a tensor and in the standard library"
    );
    functions();
    println!(
        "value and gradient of the sum of so many products with functions: nanoseconds per number, generated and a scalar loop"
    );
    gradients_of_functions();
    println!("operations on {LARGE} numbers: time per byte, that of memcpy being 1");
    memory();
    println!("along lines, nanoseconds per number: lines of 8, 64, 512, 4096");
    lines();
}

/// The best times of calls in nanoseconds, in turn.
fn best<const N: usize>(mut calls: [&mut dyn FnMut(); N]) -> [f64; N] {
    let counts = calls.each_mut().map(|call| {
        let start = Instant::now();
        (0..20).for_each(|_| call());
        u32::try_from(1 + 400_000 / (start.elapsed().as_nanos() + 1)).expect("few calls")
    });
    let mut best = [f64::INFINITY; N];
    let start = Instant::now();
    while start.elapsed() < TIME * u32::try_from(N).expect("few") {
        for ((call, best), count) in calls.iter_mut().zip(&mut best).zip(counts) {
            let start = Instant::now();
            (0..count).for_each(|_| call());
            *best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(count));
        }
    }
    best
}

/// A tensor on the heap, filled.
#[expect(clippy::unnecessary_box_returns, reason = "some are too large for the stack")]
fn random<S: Shape>(seed: u64) -> Box<Tensor<f32, S>> {
    let mut x = Box::new(Tensor::ZEROS);
    Numbers::new(seed).fill(x.as_mut_slice(), 5.0);
    x
}

fn products<const M: usize, const K: usize, const N: usize>() {
    let (a, b, c) = (random::<(Dim<M>, Dim<K>)>(1), random::<(Dim<K>, Dim<N>)>(2), random::<(Dim<M>, Dim<N>)>(3));
    let (mut out, mut a_bar, mut b_bar) = (c.clone(), a.clone(), b.clone());
    let arch = Arch::new();
    let mut operations = 0.0;
    let [product, by_a, by_b, limit] = best([
        &mut || black_box(&*a).matmul_into(black_box(&b), black_box(&mut out)),
        &mut || gradients(black_box(&a), black_box(&b), black_box(&c), Out::new(&mut *a_bar), NoGrad),
        &mut || gradients(black_box(&a), black_box(&b), black_box(&c), NoGrad, Out::new(&mut *b_bar)),
        &mut || operations = multiply_adds(arch),
    ]);
    let limit = operations / limit;
    let work = f64::from_usize(2 * M * K * N);
    print!("{:<16} of {limit:5.1}:", format!("{M} x {K} x {N}"));
    for time in [product, by_a, by_b] {
        print!(" {time:10.1} {:6.1} {:3.0}%", work / time, 100.0 * work / time / limit);
    }
    println!();
}

/// Adds the cotangents that are wanted.
fn gradients<const M: usize, const K: usize, const N: usize>(
    a: &Matrix<f32, M, K>,
    b: &Matrix<f32, K, N>,
    c: &Matrix<f32, M, N>,
    a_bar: impl Slot<Matrix<f32, M, K>>,
    b_bar: impl Slot<Matrix<f32, K, N>>,
) {
    matmul::vjp(&(), Read::live(a), Read::live(b), Read::live(c), c, a_bar, b_bar);
}

/// Numbers that fit into the first-level cache.
const N: usize = 1024;

fn functions() {
    let x = random::<(Dim<N>,)>(1);
    macro_rules! rows {
        ($($f:ident $std:expr;)*) => {$({
            let mut z = x.clone();
            let f: fn(f32) -> f32 = $std;
            let [ours, theirs] = best([
                &mut || _ = black_box(&black_box(&*x).$f()),
                &mut || black_box(&*x).map_into(black_box(&mut *z), f),
            ]);
            let each = f64::from_usize(N);
            println!("{:<16} {:6.3} {:6.3}", stringify!($f), ours / each, theirs / each);
        })*};
    }
    rows! {
        relu |x| x.max(0.0);
        exp f32::exp;
        tanh f32::tanh;
        sigmoid |x| 1.0 / (1.0 + (-x).exp());
        gelu_tanh |x| 0.5 * x * (1.0 + (0.797_884_6 * (x + 0.044_715 * x * x * x)).tanh());
        gelu |x| 0.5 * x * (1.0 + Real::erf(x * 0.707_106_77));
        ln f32::ln;
        sin f32::sin;
    }
}

/// `Σ cⱼ f(xⱼ)` with its gradient, which stands after each function.
fn gradients_of_functions() {
    let (x, c) = (random::<(Dim<N>,)>(1), random::<(Dim<N>,)>(2));
    macro_rules! rows {
        ($($f:ident $both:expr;)*) => {$({
            #[differentiable]
            fn weighted(x: &Vector<f32, N>, #[constant] c: &Vector<f32, N>) -> f32 {
                (x.$f() * c).sum()
            }
            let both: fn(f32) -> (f32, f32) = $both;
            let mut d = [0.0; N];
            let [generated, scalar] = best([
                &mut || _ = black_box(&weighted::value_and_grad(black_box(&x), black_box(&c))),
                &mut || {
                    let mut sum = 0.0;
                    for ((d, &x), &c) in d.iter_mut().zip(black_box(&*x).as_slice()).zip(black_box(&*c).as_slice()) {
                        let (value, slope) = both(x);
                        sum += c * value;
                        *d = c * slope;
                    }
                    black_box((sum, &mut d));
                },
            ]);
            let each = f64::from_usize(N);
            println!(
                "{:<16} {:6.3} {:6.3} {:5.1} times as fast",
                stringify!($f),
                generated / each,
                scalar / each,
                scalar / generated
            );
        })*};
    }
    rows! {
        exp |x| (x.exp(), x.exp());
        tanh |x| (x.tanh(), 1.0 - x.tanh() * x.tanh());
        sigmoid |x| {
            let y = 1.0 / (1.0 + (-x).exp());
            (y, y * (1.0 - y))
        };
        gelu |x| {
            let normal = 0.5 * Real::erfc(-0.707_106_77 * x);
            (x * normal, normal + x * 0.398_942_3 * (-0.5 * x * x).exp())
        };
        ln |x| (x.ln(), x.recip());
        sin |x| x.sin_cos();
    }
}

/// Numbers that do not fit into the second-level cache.
const LARGE: usize = 1 << 20;

fn memory() {
    let (x, y) = (random::<(Dim<LARGE>,)>(1), random::<(Dim<LARGE>,)>(2));
    let mut z = x.clone();
    let [copy, relu, scale, add] = best([
        &mut || black_box(&mut *z).as_mut_slice().copy_from_slice(black_box(&*x).as_slice()),
        &mut || _ = black_box(&black_box(&*x).relu()),
        &mut || _ = black_box(&(black_box(&*x) * 3.0)),
        &mut || _ = black_box(&(black_box(&*x) + black_box(&*y))),
    ]);
    for (name, time, operands) in [("relu", relu, 1.0), ("scale", scale, 1.0), ("add", add, 2.0)] {
        println!("{name:<16} {:5.2}", time / copy * 2.0 / (operands + 1.0));
    }
}

fn lines() {
    fn row<const B: usize, const C: usize>() -> [f64; 5] {
        let (x, c) = (random::<(Dim<B>, Dim<C>)>(1), random::<(Dim<B>, Dim<C>)>(2));
        let (mut y, mut d) = (x.clone(), x.clone());
        let times = best([
            &mut || *y = black_box(&*x).softmax::<1>(),
            &mut || {
                cotangent::ops::softmax::softmax::<1>::vjp(
                    &(),
                    Read::live(&*x),
                    Read::live(black_box(&*x)),
                    black_box(&c),
                    Out::new(&mut *d),
                );
            },
            &mut || _ = black_box(black_box(&*x).max_axis::<1>()),
            &mut || _ = black_box(black_box(&*x).sum_axis::<1>()),
            &mut || _ = black_box(black_box(&*x).sum_axis::<0>()),
        ]);
        times.map(|time| time / f64::from_usize(B * C))
    }
    let times = [row::<512, 8>(), row::<64, 64>(), row::<8, 512>(), row::<1, 4096>()];
    for (i, name) in ["softmax", "softmax, backwards", "max", "sum", "sum across"].into_iter().enumerate() {
        println!("{name:<20} {}", times.map(|t| format!("{:6.3}", t[i])).join(" "));
    }
}
