//! `cargo bench -p cotangent-benches --bench forward`: forward mode against the primal, along one direction (`jvp`) and along eight
//! at once (`jvp_many`), and the Jacobian of `hand`, in one run. A word after `--` selects titles.

use std::array::from_fn;
use std::hint::black_box;

use cotangent_benches::adbench::{ba, hand, llsq, lse, ode};
use cotangent_benches::timing::{Candidate, candidate, compare};
use cotangent_benches::{array_of_fractions as array, fractions as numbers, scalar};

fn main() {
    // `cargo test` runs benches too, to see that they work; measuring is for `cargo bench`.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let wanted: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let all: [(&str, fn()); 6] = [
        ("twenty", twenty),
        ("lse", || [2_500, 80_000].into_iter().for_each(lse)),
        ("llsq", || [16, 1_024].into_iter().for_each(llsq)),
        ("ode", || {
            ode::<100>(100);
            ode::<1_000>(20);
        }),
        ("ba", ba),
        ("hand", hand),
    ];
    for (name, measure) in all {
        if wanted.is_empty() || wanted.iter().any(|word| name == *word) {
            measure();
        }
    }
}

/// Prints the times and what the goals are about.
fn report(title: &str, primal: Candidate<'_>, one: Candidate<'_>, eight: Candidate<'_>) {
    let [primal, one, eight] = compare(title, [primal, one, eight]);
    println!("= {title}: jvp / primal {:.2}, jvp_many of eight / primal {:.2}", one / primal, eight / primal);
}

fn twenty() {
    let directions: [(f64, f64); 8] = from_fn(|k| array::<2>(10 + k as u64).into());
    report(
        "20 scalar operations",
        candidate("primal", || scalar::twenty(black_box(0.7), black_box(1.3))),
        candidate("jvp", || scalar::twenty::jvp(black_box(0.7), black_box(1.3), black_box(directions[0]))),
        candidate("jvp_many, 8", || scalar::twenty::at(black_box(0.7), black_box(1.3)).jvp_many(black_box(directions))),
    );
}

fn lse(n: usize) {
    let x = numbers(n, 1);
    let directions: [Vec<f64>; 8] = from_fn(|k| numbers(n, 10 + k as u64));
    report(
        &format!("lse, n = {n}"),
        candidate("primal", || lse::log_sum_exp(black_box(&x))),
        candidate("jvp", || lse::log_sum_exp::jvp(black_box(&x), &directions[0])),
        candidate("jvp_many, 8", || {
            lse::log_sum_exp::at(black_box(&x)).jvp_many(directions.each_ref().map(|d| &d[..]))
        }),
    );
    report(
        &format!("lse, n = {n}, derivative of the maximum stopped"),
        candidate("primal", || lse::log_sum_exp_stopped(black_box(&x))),
        candidate("jvp", || lse::log_sum_exp_stopped::jvp(black_box(&x), &directions[0])),
        candidate("jvp_many, 8", || {
            lse::log_sum_exp_stopped::at(black_box(&x)).jvp_many(directions.each_ref().map(|d| &d[..]))
        }),
    );
}

fn llsq(n: usize) {
    let x = numbers(128, 2);
    let directions: [Vec<f64>; 8] = from_fn(|k| numbers(128, 10 + k as u64));
    report(
        &format!("llsq, M = 128, n = {n}"),
        candidate("primal", || llsq::misfit(black_box(&x), n)),
        candidate("jvp", || llsq::misfit::jvp(black_box(&x), n, &directions[0])),
        candidate("jvp_many, 8", || llsq::misfit::at(black_box(&x), n).jvp_many(directions.each_ref().map(|d| &d[..]))),
    );
}

fn ode<const N: usize>(steps: usize) {
    let x: [f64; N] = array(3);
    let directions: [[f64; N]; 8] = from_fn(|k| array(10 + k as u64));
    report(
        &format!("ode, n = {N}, s = {steps}"),
        candidate("primal", || ode::last(black_box(&x), steps)),
        candidate("jvp", || ode::last::jvp(black_box(&x), steps, directions[0])),
        candidate("jvp_many, 8", || ode::last::at(black_box(&x), steps).jvp_many(directions)),
    );
}

fn ba() {
    let numbers = cotangent_benches::adbench::reference::numbers(
        include_str!("../adbench/data/ba1.txt").split_whitespace().skip(3),
    );
    let camera: &[f64; 11] = numbers[..11].try_into().expect("eleven");
    let (point, w): (&[f64; 3], f64) = (numbers[11..14].try_into().expect("three"), numbers[14]);
    let seen: &[f64; 2] = numbers[15..].try_into().expect("two");
    let directions: [([f64; 11], [f64; 3], f64); 8] = from_fn(|k| (array(10 + k as u64), array(20 + k as u64), 0.5));
    report(
        "ba, one observation",
        candidate("primal", || ba::reprojection(black_box(camera), black_box(point), w, seen)),
        candidate("jvp", || ba::reprojection::jvp(black_box(camera), black_box(point), w, seen, directions[0])),
        candidate("jvp_many, 8", || {
            ba::reprojection::at(black_box(camera), black_box(point), w, seen).jvp_many(directions)
        }),
    );
}

/// The Jacobians, with different numbers of directions in a pass.
fn hand() {
    let model = &hand::Hand::read();
    let simple = hand::Instance::<100>::read(include_str!("../adbench/data/hand/simple_c100.txt"));
    let (pose, seen) = (&simple.pose, &simple.seen);
    compare(
        "hand, simple: Jacobian of 26 columns",
        [
            candidate("primal", || hand::simple(black_box(pose), model, seen)),
            candidate("1 in a pass", || hand::simple_jacobian::<1, 100>(black_box(pose), model, seen)),
            candidate("2 in a pass", || hand::simple_jacobian::<2, 100>(black_box(pose), model, seen)),
            candidate("13 in a pass", || hand::simple_jacobian::<13, 100>(black_box(pose), model, seen)),
            candidate("26 in a pass", || hand::simple_jacobian::<26, 100>(black_box(pose), model, seen)),
            candidate("`jacobian_fwd`, 8 in a pass", || hand::simple::at(black_box(pose), model, seen).jacobian_fwd()),
        ],
    );
    let complicated = hand::Instance::<100>::read(include_str!("../adbench/data/hand/complicated_c100.txt"));
    let (us, pose, seen) = (&complicated.us, &complicated.pose, &complicated.seen);
    compare(
        "hand, complicated: Jacobian of 2 + 26 columns",
        [
            candidate("primal", || hand::complicated(us, black_box(pose), model, seen)),
            candidate("1 in a pass", || hand::complicated_jacobian::<1, 100>(us, black_box(pose), model, seen)),
            candidate("2 in a pass", || hand::complicated_jacobian::<2, 100>(us, black_box(pose), model, seen)),
            candidate("7 in a pass", || hand::complicated_jacobian::<7, 100>(us, black_box(pose), model, seen)),
            candidate("14 in a pass", || hand::complicated_jacobian::<14, 100>(us, black_box(pose), model, seen)),
            candidate("28 in a pass", || hand::complicated_jacobian::<28, 100>(us, black_box(pose), model, seen)),
        ],
    );
}
