//! Every tile of every level: against sums written down one by one, which whole numbers make exact.

#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "small numbers")]

extern crate std;

use core::fmt::Debug;
use core::marker::PhantomData;
use std::vec::Vec;

use super::small::Small;
use super::tile::Start;
use super::{Form, LHS, MatmulPlan, Meeting, Number, OUT, RHS, View, loops, products};
use crate::kernels::contiguous;
use crate::kernels::level::tests::levels;
use crate::kernels::level::{Level, Task, at};

type Dims = (usize, usize, usize);

/// Whole numbers from -4 to 4.
fn whole<T: From<i8>>(len: usize, seed: usize) -> Vec<T> {
    (0..len).map(|i| T::from(i8::try_from((i * 31 + seed * 17 + i / 7) % 9).unwrap() - 4)).collect()
}

/// `a · b` and what it starts with.
fn expected<T: Number>((m, k, n): Dims, a: View<T>, b: View<T>, out: &mut [T], start: Start<T>) {
    for i in 0..m {
        for j in 0..n {
            let start = match start {
                Start::Zero => T::ZERO,
                Start::There => out[i * n + j],
                Start::Row(row) => row[j],
            };
            out[i * n + j] =
                (0..k).fold(start, |sum, p| sum + a.data[i * a.row + p * a.col] * b.data[p * b.row + j * b.col]);
        }
    }
}

fn panels<T: Number + From<i8>>(level: Level, dims: Dims) {
    every_form::<T>(dims, &level, |a, b, out, start| products::product_at(level, dims, a, b, out, start));
}

/// Products of each form, from each start.
fn every_form<T: Number + From<i8>>(
    dims: Dims,
    by: &dyn Debug,
    product: impl Fn(View<T>, View<T>, &mut [T], Start<T>),
) {
    let (m, k, n) = dims;
    let (a, b, out, row) = (whole::<T>(m * k, 1), whole::<T>(k * n, 2), whole::<T>(m * n, 3), whole::<T>(n, 4));
    for (form, a, b) in [
        ("A B", View::new(&a, k), View::new(&b, n)),
        ("A Bᵀ", View::new(&a, k), View::new(&b, k).t()),
        ("Aᵀ B", View::new(&a, m).t(), View::new(&b, n)),
    ] {
        for (name, start) in [("nothing", Start::Zero), ("what is there", Start::There), ("a row", Start::Row(&row))] {
            let (mut found, mut right) = (out.clone(), out.clone());
            product(a, b, &mut found, start);
            expected(dims, a, b, &mut right, start);
            assert!(found == right, "{form}, {dims:?}, {by:?}, from {name}");
        }
    }
}

#[test]
fn every_block_of_loops() {
    for m in [0, 1, 2, 5] {
        for k in [0, 1, 2, 3, 4, 5, 9] {
            for n in [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 25] {
                let dims = (m, k, n);
                every_form::<f32>(dims, &"loops", |a, b, out, start| loops::product(dims, a, b, out, start));
                every_form::<f64>(dims, &"loops", |a, b, out, start| loops::product(dims, a, b, out, start));
            }
        }
    }
}

#[test]
#[should_panic(expected = "a.data.len()")]
fn loops_read_nothing_past_the_end() {
    loops::product((2, 2, 1), View::new(&[1.0; 3], 2), View::new(&[1.0; 2], 1), &mut [0.0; 2], Start::Zero);
}

#[test]
fn every_tile_of_panels() {
    for level in levels() {
        for m in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 23] {
            for n in [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 48, 49, 63, 64, 65, 67, 129] {
                for k in [1, 3, 4, 5] {
                    panels::<f32>(level, (m, k, n));
                    panels::<f64>(level, (m, k, n));
                }
            }
        }
        for dims in [
            (0, 3, 2),
            (0, 3, 200),
            (3, 0, 2),
            (3, 2, 0),
            (70, 300, 21),
            (65, 129, 70),
            (3, 257, 5),
            (64, 65, 16),
            (800, 7, 9),
        ] {
            panels::<f32>(level, dims);
            panels::<f64>(level, dims);
            panels::<i32>(level, dims);
        }
    }
}

/// Few rows, and many terms: narrow panels that are read to their end, or to the end of a part.
#[test]
fn deep_panels_where_they_lie() {
    for level in levels() {
        for dims in [(25, 97, 48), (64, 97, 16), (16, 97, 33), (17, 97, 33), (3, 2050, 32), (12, 128, 80)] {
            panels::<f32>(level, dims);
            panels::<f64>(level, dims);
        }
    }
}

/// The parts of a product make up the same bits, also if panels are cut differently for so few rows.
#[cfg(feature = "rayon")]
#[test]
fn products_in_parts_are_the_same() {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::panels::Panels;
    use super::threads;

    let numbers =
        |len: usize, seed: usize| -> Vec<f32> { whole::<f32>(len, seed).iter().map(|x| 1.0 / (x + 0.1)).collect() };
    for (m, k, n) in [(2, 9, 7), (64, 150, 33), (100, 150, 40), (131, 70, 16)] {
        let (a, b, out) = (numbers(m * k, 1), numbers(k * n, 2), numbers(m * n, 3));
        for (a, b) in [
            (View::new(&a, k), View::new(&b, n)),
            (View::new(&a, k), View::new(&b, k).t()),
            (View::new(&a, m).t(), View::new(&b, n)),
        ] {
            for start in [Start::Zero, Start::There, Start::Row(&out[..n])] {
                let product = |parts: usize| {
                    let (mut out, calls) = (out.clone(), AtomicUsize::new(0));
                    threads::divided(
                        Panels { dims: (m, k, n), a, b, out: &mut out, start },
                        parts,
                        |panels: Panels<f32>| {
                            calls.fetch_add(1, Ordering::Relaxed);
                            at(Level::best(), panels, (), (), ());
                        },
                    );
                    assert_eq!(calls.into_inner(), parts);
                    out
                };
                let whole = product(1);
                for parts in (2..=5).take_while(|parts| *parts <= m) {
                    assert!(product(parts) == whole, "{m} × {k} × {n} in {parts} parts");
                }
            }
        }
    }
    assert_eq!(threads::parts((64, 64, 64)), 1, "too little for two");
    let two = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    assert_eq!(two.install(|| threads::parts((256, 256, 256))), 2);
    assert_eq!(two.install(|| threads::parts((1, 4096, 4096))), 1, "one row");
}

/// A product of one matrix with one other.
struct Single<const M: usize, const K: usize, const N: usize>;

impl<const M: usize, const K: usize, const N: usize> Meeting for Single<M, K, N> {
    const PLAN: MatmulPlan = {
        let (lhs, rhs) = ([1, 1, 1, 1, M, K], [1, 1, 1, 1, K, N]);
        MatmulPlan::new((lhs, contiguous(lhs)), (rhs, contiguous(rhs)))
    };
}

fn small<T: Number + From<i8>, const M: usize, const K: usize, const N: usize>()
where
    Small<Form<Single<M, K, N>, OUT, false>, T>: for<'a> Task<&'a [T], &'a [T], &'a mut [T]>,
    Small<Form<Single<M, K, N>, OUT, true>, T>: for<'a> Task<&'a [T], &'a [T], &'a mut [T]>,
    Small<Form<Single<M, K, N>, LHS, true>, T>: for<'a> Task<&'a [T], &'a [T], &'a mut [T]>,
    Small<Form<Single<M, K, N>, RHS, true>, T>: for<'a> Task<&'a [T], &'a [T], &'a mut [T]>,
{
    let (lhs, rhs, out) = (whole::<T>(M * K, 1), whole::<T>(K * N, 2), whole::<T>(M * N, 3));
    let (a, b, c) = (View::new(&lhs, K), View::new(&rhs, N), View::new(&out, N));
    for level in levels() {
        macro_rules! form {
            ($result:ident $add:literal: $dims:expr, $a:expr, $b:expr, $to:expr) => {
                let (mut found, mut right) = ($to.clone(), $to.clone());
                let task = Small::<Form<Single<M, K, N>, $result, $add>, T>(PhantomData);
                at(level, task, $a.data, $b.data, &mut found[..]);
                expected($dims, $a, $b, &mut right, if $add { Start::There } else { Start::Zero });
                assert!(found == right, "{} {M} × {K} × {N}, {level:?}, add: {}", stringify!($result), $add);
            };
        }
        form!(OUT false: (M, K, N), a, b, out);
        form!(OUT true: (M, K, N), a, b, out);
        form!(LHS true: (M, N, K), c, b.t(), lhs);
        form!(RHS true: (K, M, N), a.t(), c, rhs);
    }
}

#[test]
fn every_tile_of_constant_shapes() {
    macro_rules! shapes {
        ($($m:literal $k:literal $n:literal;)*) => {$(
            small::<f32, $m, $k, $n>();
            small::<f64, $m, $k, $n>();
        )*};
    }
    shapes! {
        1 5 7; 2 3 9; 3 4 16; 4 4 16; 5 7 17; 6 9 15; 7 2 31; 8 8 8; 9 5 33; 10 6 48; 11 3 47; 13 3 49; 14 4 63; 16 16 16; 4 16 64;
        17 3 65; 33 1 2; 2 130 3; 1 64 64; 7 5 4; 6 6 24; 12 2 40;
    }
}

/// What is added after a product that was not rounded: only fused instructions see it.
#[test]
fn products_are_fused_where_the_processor_can() {
    let x = 1.0 + f32::EPSILON;
    for level in levels() {
        let mut out = [-(x * x); 9];
        let a = [x; 9];
        products::product_at(
            level,
            (9, 1, 1),
            View::new(&a, 1).t().t(),
            View { data: &[x], row: 9, col: 1 },
            &mut out,
            Start::There,
        );
        assert_eq!(out[8] != 0.0, level != Level::Portable, "{level:?}");
    }
}

#[test]
fn levels_agree_to_the_last_bit() {
    let numbers = |seed: usize, len: usize| -> Vec<f32> {
        (0..len).map(|i| ((i * 7919 + seed) % 4093) as f32 / 1000.0 - 2.0).collect()
    };
    let fused: Vec<Level> = levels().filter(|level| *level != Level::Portable).collect();
    for dims in [(9, 300, 70), (70, 65, 9), (1, 17, 33)] {
        let (m, k, n) = dims;
        let (a, b) = (numbers(1, m * k), numbers(2, k * n));
        let (a, b) = (View::new(&a, k), View::new(&b, n));
        let at_level = |level| {
            let mut out = numbers(3, m * n);
            products::product_at(level, dims, a, b, &mut out, Start::There);
            out
        };
        let products: Vec<Vec<f32>> = fused.iter().map(|level| at_level(*level)).collect();
        assert!(products.windows(2).all(|pair| pair[0] == pair[1]), "{dims:?}");
        let mut by_loops = numbers(3, m * n);
        loops::product(dims, a, b, &mut by_loops, Start::There);
        assert!(at_level(Level::Portable) == by_loops, "{dims:?}");
    }
}
