//! The table: one row for each workload.

use std::fmt::{Display, Formatter, Result};

use cotangent_benches::workloads::Workload;

use crate::limits::Limits;
use crate::{measure, stack};

/// The first two lines.
pub const HEAD: &str = "\
| | by hand, update fused | by hand | generated | generated / by hand | generated / primal | of the limit | allocations | tape | stack, by hand | stack, generated |
|---|---|---|---|---|---|---|---|---|---|---|";

/// What is known of one workload.
pub struct Row {
    pub name: &'static str,
    /// Nanoseconds, for each of [`measure::WAYS`].
    pub times: [f64; measure::COUNT],
    /// The share of the limit that the generated code reaches.
    pub share: f64,
    fused: bool,
    allocations: u64,
    tape: usize,
    stack: [usize; 2],
}

impl Row {
    /// Measures everything.
    pub fn new(name: &'static str, workload: &mut dyn Workload, limits: &Limits, seconds: f64) -> Self {
        measure::check(name, workload);
        let times = measure::times(workload, seconds);
        let fused = workload.fused().is_some();
        let step = || {
            workload.generated();
        };
        let allocations = allocation_counter::measure(step).count_total;
        Self {
            name,
            times,
            fused,
            allocations,
            share: limits.least(&workload.work()) / times[1],
            tape: workload.tape_bytes(),
            stack: [stack::smallest(name, 0), stack::smallest(name, 1)],
        }
    }

    /// Generated to by hand.
    pub fn ratio(&self) -> f64 {
        self.times[1] / self.times[0]
    }
}

impl Display for Row {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let [by_hand, generated, primal, fused] = self.times;
        write!(
            f,
            "| {} | {} | {} | {} | {:.2} | {:.2} | {:.0} % | {} | {} | {} | {} |",
            self.name,
            if self.fused { time(fused) } else { String::new() },
            time(by_hand),
            time(generated),
            self.ratio(),
            generated / primal,
            100.0 * self.share,
            self.allocations,
            bytes(self.tape),
            bytes(self.stack[0]),
            bytes(self.stack[1]),
        )
    }
}

/// The median of the ratios.
pub fn medians(rows: &[Row]) -> String {
    let mut ratios: Vec<f64> = rows.iter().map(Row::ratio).collect();
    ratios.sort_by(f64::total_cmp);
    match ratios.len() {
        0 => "nothing was measured".into(),
        n => format!("generated / by hand: median {:.2}", f64::midpoint(ratios[(n - 1) / 2], ratios[n / 2])),
    }
}

fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        t if t < 1e3 => format!("{t:.0} ns"),
        t if t < 1e6 => format!("{:.1} µs", t / 1e3),
        t => format!("{:.2} ms", t / 1e6),
    }
}

fn bytes(n: usize) -> String {
    if n < 4096 { format!("{n} B") } else { format!("{} KiB", n / 1024) }
}
