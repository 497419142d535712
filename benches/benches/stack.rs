//! `cargo bench -p cotangent-benches --bench stack`: the smallest stack on which each gradient runs, to a page.
//!
//! The program starts itself again with a thread of a given size, and halves the interval between enough and too little.

use std::hint::black_box;
use std::process::{Command, Stdio};

use cotangent::prelude::*;
use cotangent_benches::dense::{self, B, I, O};
use cotangent_benches::mlp;

const PAGE: usize = 4096;

/// What is measured: all data and the tape are on the heap, and prepared before.
const CANDIDATES: [(&str, fn()); 8] = [
    ("nothing", || ()),
    ("dense layer, primal", || {
        let (x, w, b, _) = layer();
        on_thread(move || keep(dense::dense(&x, &w, &b)));
    }),
    ("dense layer, by hand", || {
        let (x, w, b, seed) = layer();
        let (mut dx, mut dw, mut db) = (Matrix::boxed_zeros(), Matrix::boxed_zeros(), Vector::ZEROS);
        on_thread(move || keep(dense::by_hand(&x, &w, &b, &seed, Out::new(&mut *dx), &mut dw, &mut db)));
    }),
    ("dense layer, generated", || {
        let (x, w, b, seed) = layer();
        let (mut dx, mut dw, mut db) = (Matrix::boxed_zeros(), Matrix::boxed_zeros(), Vector::ZEROS);
        let mut tape = vec![0_u64; dense::dense::tape_words::<B, I, O>()];
        on_thread(move || {
            keep(dense::dense::at(&x, &w, &b).on(tape.as_mut_slice()).vjp_into(*seed, (&mut dx, &mut dw, &mut db)));
        });
    }),
    ("classifier, primal", || {
        let (m, x, labels) = mlp::example();
        on_thread(move || keep(mlp::loss(&m, &x, &labels)));
    }),
    ("classifier, by hand", || {
        let (m, x, labels) = mlp::example();
        let mut grads = Box::new(mlp::Mlp::zero_tangent());
        on_thread(move || keep(mlp::by_hand(&m, &x, &labels, &mut grads)));
    }),
    ("classifier, generated", || {
        let (m, x, labels) = mlp::example();
        let mut grads = Box::new(mlp::Mlp::zero_tangent());
        let mut tape = vec![0_u64; mlp::loss::tape_words::<{ mlp::B }>()];
        on_thread(move || keep(mlp::loss::value_and_grad_into(tape.as_mut_slice(), &m, &x, &labels, &mut grads)));
    }),
    // Its gradient is on the stack once, if no call on the way copies it.
    ("classifier, returned", || {
        let (m, x, labels) = mlp::example();
        let mut tape = vec![0_u64; mlp::loss::tape_words::<{ mlp::B }>()];
        on_thread(move || keep(&mlp::loss::at(&m, &x, &labels).on(tape.as_mut_slice()).value_and_grad()));
    }),
];

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, mode, candidate, _] = arguments.as_slice()
        && mode == "run"
    {
        let (_, run) = CANDIDATES.iter().find(|(name, _)| name == candidate).expect("a known candidate");
        // Preparing the data takes stack too: it happens on a large one.
        std::thread::Builder::new().stack_size(256 << 20).spawn(run).expect("a thread").join().expect("no panic");
        return;
    }
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    println!("smallest stack of a thread that is enough");
    for (name, _) in CANDIDATES.iter().skip(1) {
        println!("  {name:<28} {:>8} KiB", smallest(name) / 1024);
    }
}

fn on_thread(run: impl FnOnce() + Send + 'static) {
    let size = std::env::args().nth(3).and_then(|size| size.parse().ok()).expect("a size");
    std::thread::Builder::new().stack_size(size).spawn(run).expect("a thread").join().expect("no panic");
}

fn smallest(candidate: &str) -> usize {
    let (mut too_little, mut enough) = (0, 16_384);
    while enough - too_little > 1 {
        let middle = usize::midpoint(too_little, enough);
        let status = Command::new(std::env::current_exe().expect("this program"))
            .args(["run", candidate, &(middle * PAGE).to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .expect("this program runs");
        if status.success() { enough = middle } else { too_little = middle }
    }
    enough * PAGE
}

type Layer = (Box<Matrix<f32, B, I>>, Box<Matrix<f32, I, O>>, Vector<f32, O>, Box<Matrix<f32, B, O>>);

fn layer() -> Layer {
    (Matrix::boxed_zeros(), Matrix::boxed_zeros(), Vector::ZEROS, Matrix::boxed_zeros())
}

/// Uses a result, so that it has to be computed.
fn keep<R>(result: R) {
    black_box(result);
}
