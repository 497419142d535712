use cotangent::prelude::*;

struct Log {
    lines: Vec<String>,
}

impl Log {
    fn note(&mut self, line: &str) {
        self.lines.push(line.to_owned());
    }
}

#[differentiable]
fn cost(x: f64, #[constant] log: &mut Log) -> f64 {
    log.note("begins");
    x.sin()
}

fn main() {
    let _ = cost(1.0, &mut Log { lines: Vec::new() });
}
