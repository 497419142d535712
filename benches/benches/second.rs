//! `cargo bench -p cotangent-benches --bench second`: the product of the Hessian with a vector, on a tape that is there, against the
//! function and its gradient, in one run.

use std::hint::black_box;

use cotangent::prelude::GrowableTape;
use cotangent_benches::adbench::{llsq, lse, ode};
use cotangent_benches::timing::{Candidate, candidate, compare};
use cotangent_benches::{array_of_fractions as array, fractions as numbers, scalar};

fn main() {
    // `cargo test` runs benches too, to see that they work; measuring is for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let v = (0.3, -0.7);
    let mut tape = GrowableTape::new();
    report(
        "20 scalar operations",
        candidate("primal", || scalar::twenty(black_box(0.7), black_box(1.3))),
        candidate("gradient", || scalar::twenty::value_and_grad(black_box(0.7), black_box(1.3))),
        candidate("hvp", || scalar::twenty::at(black_box(0.7), black_box(1.3)).on(&mut tape).hvp(v)),
    );
    let (x, v) = (numbers(2_500, 1), numbers(2_500, 2));
    let (mut bars, mut tape, mut second) = (vec![0.0; 2_500], GrowableTape::new(), GrowableTape::new());
    report(
        "lse, n = 2500, derivative of the maximum stopped",
        candidate("primal", || lse::log_sum_exp_stopped(black_box(&x))),
        candidate("gradient", || {
            lse::log_sum_exp_stopped::value_and_grad_into(&mut tape, black_box(&x), &mut bars);
        }),
        candidate("hvp", || lse::log_sum_exp_stopped::at(black_box(&x)).on(&mut second).hvp(&v)),
    );
    let (x, v) = (numbers(128, 3), numbers(128, 4));
    let (mut bars, mut tape, mut second) = (vec![0.0; 128], GrowableTape::new(), GrowableTape::new());
    report(
        "llsq, M = 128, n = 1024",
        candidate("primal", || llsq::misfit(black_box(&x), 1_024)),
        candidate("gradient", || {
            llsq::misfit::value_and_grad_into(&mut tape, black_box(&x), 1_024, &mut bars);
        }),
        candidate("hvp", || llsq::misfit::at(black_box(&x), 1_024).on(&mut second).hvp(&v)),
    );
    let (x, v): ([f64; 100], [f64; 100]) = (array(5), array(6));
    let (mut tape, mut second) = (GrowableTape::new(), GrowableTape::new());
    report(
        "ode, n = 100, s = 100",
        candidate("primal", || ode::last(black_box(&x), 100)),
        candidate("gradient", || ode::last::at(black_box(&x), 100).on(&mut tape).value_and_grad()),
        candidate("hvp", || ode::last::at(black_box(&x), 100).on(&mut second).hvp(v)),
    );
}

fn report(title: &str, primal: Candidate<'_>, gradient: Candidate<'_>, hvp: Candidate<'_>) {
    let [primal, gradient, hvp] = compare(title, [primal, gradient, hvp]);
    println!("= {title}: hvp / primal {:.2}, hvp / gradient {:.2}", hvp / primal, hvp / gradient);
}
