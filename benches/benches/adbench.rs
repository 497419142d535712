//! `cargo bench -p cotangent-benches --bench adbench`: the objectives of `ADBench` and `GradBench`, each as primal, with the
//! generated gradient on a tape that is reused, and with one by hand, in one run. A word after `--` selects titles.

use std::hint::black_box;

use cotangent::prelude::*;
use cotangent_benches::Numbers;
use cotangent_benches::adbench::{ba, det, gmm, kmeans, llsq, lse, lstm, ode};
use cotangent_benches::timing::{Candidate, compare};

fn main() {
    // `cargo test` runs benches too, to see that they work; measuring is for `cargo bench`.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let wanted: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let all: [(&str, fn()); 8] = [
        ("lse", || [2_500, 80_000].into_iter().for_each(lse)),
        ("llsq", || [16, 1_024].into_iter().for_each(llsq)),
        ("ode", || {
            ode::<100>(100);
            ode::<1_000>(20);
        }),
        ("det", || {
            det::<5>();
            det::<8>();
        }),
        ("kmeans", || [10, 100].into_iter().for_each(kmeans)),
        ("gmm", || {
            gmm::<2, 5>();
            gmm::<10, 5>();
            gmm::<10, 25>();
            gmm::<20, 10>();
            gmm::<32, 25>();
        }),
        ("lstm", || {
            lstm::<2>();
            lstm::<4>();
        }),
        ("ba", ba),
    ];
    for (name, measure) in all {
        if wanted.is_empty() || wanted.iter().any(|word| name == *word) {
            measure();
        }
    }
}

/// Prints the times and what the goals are about.
fn report(title: &str, words: usize, primal: Candidate<'_>, generated: Candidate<'_>, by_hand: Option<Candidate<'_>>) {
    let ratios = if let Some(by_hand) = by_hand {
        let [primal, generated, hand] = compare(title, [primal, generated, by_hand]);
        format!(
            "{:.2}, by hand / primal {:.2}, gradient / by hand {:.2}",
            generated / primal,
            hand / primal,
            generated / hand
        )
    } else {
        let [primal, generated] = compare(title, [primal, generated]);
        format!("{:.2}", generated / primal)
    };
    println!("= {title}: gradient / primal {ratios}, tape {} bytes", 8 * words);
}

fn candidate<'a, R>(name: &'a str, mut call: impl FnMut() -> R + 'a) -> Candidate<'a> {
    (
        name,
        Box::new(move || {
            black_box(call());
        }),
    )
}

fn uniform(n: usize, seed: u64) -> Vec<f64> {
    let mut numbers = Numbers::new(seed);
    (0..n).map(|_| 0.5 + 0.5 * numbers.number()).collect()
}

fn lse(n: usize) {
    let x = uniform(n, 1);
    let (mut tape, mut bar) = (GrowableTape::new(), vec![0.0; n]);
    let (mut hand_bar, mut kept) = (vec![0.0; n], vec![0.0; n]);
    report(
        &format!("lse, n = {n}"),
        lse::log_sum_exp::at(&x).tape_words(),
        candidate("primal", || lse::log_sum_exp(black_box(&x))),
        candidate("generated", || lse::log_sum_exp::value_and_grad_into(&mut tape, black_box(&x), &mut bar)),
        Some(candidate("by hand", || lse::by_hand(black_box(&x), &mut hand_bar, &mut kept))),
    );
    let (mut tape, mut bar) = (GrowableTape::new(), vec![0.0; n]);
    let (mut hand_bar, mut kept) = (vec![0.0; n], vec![0.0; n]);
    report(
        &format!("lse, n = {n}, derivative of the maximum stopped"),
        lse::log_sum_exp_stopped::at(&x).tape_words(),
        candidate("primal", || lse::log_sum_exp_stopped(black_box(&x))),
        candidate("generated", || lse::log_sum_exp_stopped::value_and_grad_into(&mut tape, black_box(&x), &mut bar)),
        Some(candidate("by hand", || lse::by_hand(black_box(&x), &mut hand_bar, &mut kept))),
    );
}

fn llsq(n: usize) {
    let x = uniform(128, 2);
    let (mut tape, mut bar) = (GrowableTape::new(), vec![0.0; 128]);
    let (mut hand_bar, mut powers) = (vec![0.0; 128], vec![0.0; 128]);
    report(
        &format!("llsq, M = 128, n = {n}"),
        llsq::misfit::at(&x, n).tape_words(),
        candidate("primal", || llsq::misfit(black_box(&x), n)),
        candidate("generated", || llsq::misfit::value_and_grad_into(&mut tape, black_box(&x), n, &mut bar)),
        Some(candidate("by hand", || llsq::by_hand(black_box(&x), n, &mut hand_bar, &mut powers))),
    );
}

fn ode<const N: usize>(steps: usize) {
    let x: [f64; N] = uniform(N, 3).try_into().expect("N numbers");
    let (mut tape, mut bar, mut hand_bar) = (GrowableTape::new(), [0.0; N], [0.0; N]);
    let mut kept = vec![[[0.0; N]; 4]; steps];
    report(
        &format!("ode, n = {N}, s = {steps}"),
        ode::last::at(&x, steps).tape_words(),
        candidate("primal", || ode::last(black_box(&x), steps)),
        candidate("generated", || ode::last::value_and_grad_into(&mut tape, black_box(&x), steps, &mut bar)),
        Some(candidate("by hand", || ode::by_hand(black_box(&x), steps, &mut hand_bar, &mut kept))),
    );
}

fn det<const L: usize>() {
    let mut a = [[0.0; L]; L];
    a.as_flattened_mut().copy_from_slice(&uniform(L * L, 4));
    let (mut tape, mut bar) = (GrowableTape::new(), [[0.0; L]; L]);
    report(
        &format!("det, l = {L}"),
        det::minor::at(&a, 0, 0).tape_words(),
        candidate("primal", || det::minor(black_box(&a), 0, 0)),
        candidate("generated", || det::minor::value_and_grad_into(&mut tape, black_box(&a), 0, 0, &mut bar)),
        None,
    );
}

fn kmeans(k: usize) {
    const D: usize = 8;
    let numbers = uniform(1_000 * D, 5);
    let points = numbers.as_chunks::<D>().0;
    let centroids = &points[points.len() - k..];
    let (mut tape, mut bar, mut hand_bar) = (GrowableTape::new(), vec![[0.0; D]; k], vec![[0.0; D]; k]);
    report(
        &format!("kmeans, n = 1000, k = {k}, d = {D}"),
        kmeans::cost::at(points, centroids).tape_words(),
        candidate("primal", || kmeans::cost(points, black_box(centroids))),
        candidate("generated", || kmeans::cost::value_and_grad_into(&mut tape, points, black_box(centroids), &mut bar)),
        Some(candidate("by hand", || kmeans::by_hand(points, black_box(centroids), &mut hand_bar))),
    );
}

fn gmm<const D: usize, const K: usize>() {
    let m = &gmm::Mixture::<D, K>::random(1_000);
    let zeros = || ([0.0; K], [[0.0; D]; K], vec![0.0; m.icf.len()]);
    let (mut tape, mut bar, mut hand_bar) = (GrowableTape::new(), zeros(), zeros());
    report(
        &format!("gmm, n = 1000, d = {D}, k = {K}"),
        gmm::posterior::at(&m.alphas, &m.means, &m.icf, &m.x, m.prior).tape_words(),
        candidate("primal", || gmm::posterior(black_box(&m.alphas), &m.means, &m.icf, &m.x, m.prior)),
        candidate("generated", || {
            let (tape, (alphas, means, icf)) = (&mut tape, &mut bar);
            let m = black_box(m);
            gmm::posterior::value_and_grad_into(tape, &m.alphas, &m.means, &m.icf, &m.x, m.prior, alphas, means, icf)
        }),
        Some(candidate("by hand", || {
            let (alphas, means, icf) = &mut hand_bar;
            gmm::by_hand(black_box(m), alphas, means, icf)
        })),
    );
}

fn lstm<const L: usize>() {
    let file = match L {
        2 => include_str!("../adbench/data/lstm_l2_c1024.txt"),
        4 => include_str!("../adbench/data/lstm_l4_c1024.txt"),
        _ => panic!("there is no text for {L} layers"),
    };
    let (model, start, text) = &lstm::read::<L, 14>(file);
    let (mut tape, mut bar, mut hand_bar) =
        (GrowableTape::new(), lstm::Model::zero_tangent(), lstm::Model::zero_tangent());
    let mut kept = vec![[[lstm::Kept::default(); 14]; L]; text.len()];
    let mut ends = vec![([0.0; 14], [0.0; 14]); text.len()];
    report(
        &format!("lstm, l = {L}, c = {}", text.len()),
        lstm::loss::at(model, start, text).tape_words(),
        candidate("primal", || lstm::loss(black_box(model), start, text)),
        candidate("generated", || lstm::loss::value_and_grad_into(&mut tape, black_box(model), start, text, &mut bar)),
        Some(candidate("by hand", || {
            lstm::by_hand(black_box(model), start, text, &mut hand_bar, &mut kept, &mut ends)
        })),
    );
}

/// The Jacobian of one observation has two rows, so the generated one takes two reverse sweeps.
fn ba() {
    let numbers: Vec<f64> = include_str!("../adbench/data/ba1.txt")
        .split_whitespace()
        .skip(3)
        .map(|w| w.parse().expect("a number"))
        .collect();
    let camera: &[f64; 11] = numbers[..11].try_into().expect("eleven");
    let (point, w): (&[f64; 3], f64) = (numbers[11..14].try_into().expect("three"), numbers[14]);
    let seen: &[f64; 2] = numbers[15..].try_into().expect("two");
    let mut tape = TapeBuffer::<{ ba::reprojection::tape_words() }>::new();
    report(
        "ba, block of one observation",
        ba::reprojection::tape_words(),
        candidate("primal", || ba::reprojection(black_box(camera), black_box(point), w, seen)),
        candidate("generated", || ba::block(&mut tape, black_box(camera), black_box(point), w, seen)),
        Some(candidate("by hand", || ba::by_hand(black_box(camera), black_box(point), w, seen))),
    );
}
