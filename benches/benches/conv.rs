//! `cargo bench -p cotangent-benches --bench conv`: convolutions and both of their gradients against loops written down by hand,
//! with the row of the output innermost, in one run. The loops are compiled for the default target, `conv2d` for what the
//! processor has.

use std::hint::black_box;

use cotangent::ops::conv::conv2d;
use cotangent::prelude::*;
use cotangent::rule::Rule2;
use cotangent_benches::timing::compare;

fn main() {
    // `cargo test` runs benches too, to see that they work; measuring is for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    layer::<32, 1, 28, 8, 24, 5, 0>();
    layer::<32, 8, 12, 16, 8, 5, 0>();
    layer::<32, 1, 8, 8, 6, 3, 0>();
    layer::<32, 8, 6, 16, 4, 3, 0>();
    layer::<8, 16, 28, 32, 28, 3, 1>();
    layer::<1, 64, 14, 64, 14, 3, 1>();
    layer::<8, 32, 14, 64, 14, 1, 0>();
}

type Images<const N: usize, const C: usize, const L: usize> = Tensor4<f32, N, C, L, L>;

/// Square images of `L` by `L` pixels, kernels of `K` by `K`, a stride of 1.
#[expect(clippy::too_many_lines, reason = "one table")]
fn layer<
    const N: usize,
    const C: usize,
    const L: usize,
    const O: usize,
    const M: usize,
    const K: usize,
    const P: usize,
>() {
    let numbers = |i: usize| f32::from_usize(i * 37 % 101) / 50.0 - 1.0;
    let fill = |x: &mut [f32]| x.iter_mut().enumerate().for_each(|(i, x)| *x = numbers(i));
    let (mut x, mut w) = (Box::new(Images::<N, C, L>::zeros()), Box::new(Images::<O, C, K>::zeros()));
    let mut c = Box::new(Images::<N, O, M>::zeros());
    fill(x.as_mut_slice());
    fill(w.as_mut_slice());
    fill(c.as_mut_slice());
    let (mut y, mut x_bar, mut w_bar) = (c.clone(), x.clone(), w.clone());
    let (mut y2, mut x_bar2, mut w_bar2) = (c.clone(), x.clone(), w.clone());
    let title = format!("({N}, {C}, {L}, {L}) with ({O}, {C}, {K}, {K}): ({N}, {O}, {M}, {M})");
    let products = f64::from_usize(N * O * M * M * C * K * K);
    let show = |[_, ours]: [f64; 2]| println!("  {:.1} GFLOP/s", 2.0 * products / ours);

    show(compare(
        &format!("{title}, value"),
        [
            (
                "by hand",
                Box::new(|| {
                    y.fill(0.0);
                    each::<N, C, L, O, M, K, P>(|i, k, o, len| {
                        let w = w.as_slice()[k];
                        for (y, x) in y.as_mut_slice()[o..][..len].iter_mut().zip(&x.as_slice()[i..][..len]) {
                            *y += w * x;
                        }
                    });
                    black_box(&y);
                }),
            ),
            (
                "conv2d",
                Box::new(|| {
                    *y2 = x.conv2d::<1, P>(&w);
                    black_box(&y2);
                }),
            ),
        ],
    ));
    show(compare(
        &format!("{title}, gradient of the input"),
        [
            (
                "by hand",
                Box::new(|| {
                    x_bar.fill(0.0);
                    each::<N, C, L, O, M, K, P>(|i, k, o, len| {
                        let w = w.as_slice()[k];
                        for (x, y) in x_bar.as_mut_slice()[i..][..len].iter_mut().zip(&c.as_slice()[o..][..len]) {
                            *x += w * y;
                        }
                    });
                    black_box(&x_bar);
                }),
            ),
            (
                "conv2d",
                Box::new(|| {
                    x_bar2.fill(0.0);
                    vjp::<Steps<1, P>, _, _, _>(&x, &w, &c, Out::new(&mut *x_bar2), NoGrad);
                    black_box(&x_bar2);
                }),
            ),
        ],
    ));
    show(compare(
        &format!("{title}, gradient of the weights"),
        [
            (
                "by hand",
                Box::new(|| {
                    w_bar.fill(0.0);
                    each::<N, C, L, O, M, K, P>(|i, k, o, len| {
                        let (x, y) = (&x.as_slice()[i..][..len], &c.as_slice()[o..][..len]);
                        w_bar.as_mut_slice()[k] += x.iter().zip(y).map(|(x, y)| x * y).sum::<f32>();
                    });
                    black_box(&w_bar);
                }),
            ),
            (
                "conv2d",
                Box::new(|| {
                    w_bar2.fill(0.0);
                    vjp::<Steps<1, P>, _, _, _>(&x, &w, &c, NoGrad, Out::new(&mut *w_bar2));
                    black_box(&w_bar2);
                }),
            ),
        ],
    ));
}

/// Adds the cotangents that are wanted.
fn vjp<P: ConvSteps<2>, S: Shape + Convolve<2, W, Y, P::Channels>, W: Shape, Y: Shape>(
    x: &Tensor<f32, S>,
    w: &Tensor<f32, W>,
    c: &Tensor<f32, Y>,
    x_bar: impl Slot<Tensor<f32, S>>,
    w_bar: impl Slot<Tensor<f32, W>>,
) {
    conv2d::<P, Y>::vjp(&(), Read::live(x), Read::live(w), Read::live(c), c, x_bar, w_bar);
}

/// Calls `visit` with where in input, weights and output the products of a row start, and how many there are.
fn each<
    const N: usize,
    const C: usize,
    const L: usize,
    const O: usize,
    const M: usize,
    const K: usize,
    const P: usize,
>(
    mut visit: impl FnMut(usize, usize, usize, usize),
) {
    for n in 0..N {
        for o in 0..O {
            for c in 0..C {
                for ky in 0..K {
                    for kx in 0..K {
                        let k = ((o * C + c) * K + ky) * K + kx;
                        let (from, to) = (P.saturating_sub(kx), (L + P - kx).min(M));
                        for y in P.saturating_sub(ky)..(L + P - ky).min(M) {
                            let row = (n * C + c) * L + y + ky - P;
                            visit(row * L + from + kx - P, k, ((n * O + o) * M + y) * M + from, to - from);
                        }
                    }
                }
            }
        }
    }
}
