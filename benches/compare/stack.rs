//! The smallest stack on which a step runs, to a page: the program starts itself again with threads of given sizes, and halves the
//! interval between enough and too little.

use std::process::{Command, Stdio};
use std::sync::mpsc::sync_channel;
use std::thread::Builder;

use cotangent_benches::workloads::ALL;

use crate::measure::WAYS;

/// The option that the program starts itself with.
pub const FLAG: &str = "--on-a-stack-of";
const PAGE: usize = 4096;

/// The bytes that a way of a workload needs beyond an empty thread.
pub fn smallest(name: &str, way: usize) -> usize {
    let (mut too_little, mut enough) = (0, 16_384);
    while enough - too_little > 1 {
        let middle = usize::midpoint(too_little, enough);
        let status = Command::new(std::env::current_exe().expect("this program"))
            .args([FLAG, &format!("{middle},{name},{way}")])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .expect("this program runs");
        if status.success() { enough = middle } else { too_little = middle }
    }
    enough * PAGE
}

/// One step on a stack of so many pages. What it works on is prepared on a large one, by the same thread that the tape is for.
pub fn run(how: &str) {
    let mut how = how.split(',');
    let mut next = || how.next().expect("pages, name, way");
    let (pages, name, way) = (next(), next(), next());
    let pages: usize = pages.parse().expect("a number");
    let way = WAYS[way.parse::<usize>().expect("a number")];
    let (_, new) = ALL.into_iter().find(|(n, _)| *n == name).expect("a workload");
    let (sender, receiver) = sync_channel(1);
    let prepare = move || sender.send(new()).expect("someone listens");
    Builder::new().stack_size(64 << 20).spawn(prepare).expect("a thread").join().expect("no panic");
    let step = move || way(&mut *receiver.recv().expect("a workload"));
    Builder::new().stack_size(pages * PAGE).spawn(step).expect("a thread").join().expect("no panic");
}
