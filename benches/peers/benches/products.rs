//! `RAYON_NUM_THREADS=1 cargo bench --manifest-path benches/peers/Cargo.toml --bench products`: products of `f32` matrices here, by the
//! crate `gemm` with its AVX-512 kernels, and by nalgebra's matrices of fixed size; nanoseconds, the best of many rounds in turn.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cotangent::prelude::*;
use cotangent_benches::Numbers;
use nalgebra::SMatrix;

/// For each shape.
const TIME: Duration = Duration::from_millis(500);

fn main() {
    println!("| | here | `gemm` | `gemm` / here | nalgebra | nalgebra / here |");
    println!("|---|---|---|---|---|---|");
    products::<4, 4, 16>();
    products::<4, 16, 4>();
    products::<8, 8, 8>();
    products::<16, 16, 16>();
    products::<16, 64, 64>();
    products::<32, 32, 32>();
    products::<64, 64, 64>();
    products::<32, 784, 128>();
    products::<128, 128, 128>();
    products::<256, 256, 256>();
    products::<512, 512, 512>();
}

fn products<const M: usize, const K: usize, const N: usize>() {
    let numbers = |seed, len: usize| {
        let mut numbers = vec![0.0_f32; len];
        Numbers::new(seed).fill(&mut numbers, 1.0);
        numbers
    };
    let (a, b) = (numbers(1, M * K), numbers(2, K * N));
    let (mut left, mut right, mut ours) =
        (Matrix::<f32, M, K>::boxed_zeros(), Matrix::<f32, K, N>::boxed_zeros(), Matrix::<f32, M, N>::boxed_zeros());
    left.as_mut_slice().copy_from_slice(&a);
    right.as_mut_slice().copy_from_slice(&b);
    let mut theirs = vec![0.0_f32; M * N];
    let nalgebra_left = Box::new(SMatrix::<f32, M, K>::from_row_slice(&a));
    let nalgebra_right = Box::new(SMatrix::<f32, K, N>::from_row_slice(&b));
    let mut fixed = Box::new(SMatrix::<f32, M, N>::zeros());

    let mut candidates: [&mut dyn FnMut(); 3] = [
        &mut || black_box(&*left).matmul_into(black_box(&right), black_box(&mut ours)),
        &mut || multiply([M, K, N], black_box(&a), black_box(&b), black_box(&mut theirs)),
        &mut || black_box(&*nalgebra_left).mul_to(black_box(&nalgebra_right), black_box(&mut fixed)),
    ];
    let counts = candidates.each_mut().map(|call| {
        call();
        let start = Instant::now();
        call();
        u32::try_from(1 + 200_000 / (start.elapsed().as_nanos() + 1)).expect("few calls")
    });
    let mut best = [f64::INFINITY; 3];
    let start = Instant::now();
    while start.elapsed() < TIME {
        for ((call, best), count) in candidates.iter_mut().zip(&mut best).zip(counts) {
            let start = Instant::now();
            (0..count).for_each(|_| call());
            *best = best.min(start.elapsed().as_secs_f64() * 1e9 / f64::from(count));
        }
    }
    for (i, ours) in ours.as_slice().iter().enumerate() {
        let others = [theirs[i], fixed[(i / N, i % N)]];
        assert!(
            others.iter().all(|other| (ours - other).abs() < 1e-4 * f32::from(u16::try_from(K).expect("short"))),
            "these are different products"
        );
    }
    let [here, gemm, nalgebra] = best;
    println!(
        "| {M} x {K} x {N} | {here:.1} | {gemm:.1} | {:.1} | {nalgebra:.1} | {:.1} |",
        gemm / here,
        nalgebra / here
    );
}

/// `out = a · b` of row-major matrices by `gemm`.
#[allow(unsafe_code, reason = "its one function is unsafe")]
fn multiply([m, k, n]: [usize; 3], a: &[f32], b: &[f32], out: &mut [f32]) {
    assert!(a.len() == m * k && b.len() == k * n && out.len() == m * n);
    let [k_stride, n_stride] = [k, n].map(usize::cast_signed);
    // SAFETY: rows of `k` and of `n` numbers are in the slices, as was just asserted, and nobody else has the one that is written.
    unsafe {
        gemm::gemm(
            m,
            n,
            k,
            out.as_mut_ptr(),
            1,
            n_stride,
            false,
            a.as_ptr(),
            1,
            k_stride,
            b.as_ptr(),
            1,
            n_stride,
            0.0,
            1.0,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}
