use cotangent::optim::Adam;

struct Line {
    slope: f64,
}

fn main() {
    let line = Line { slope: 1.0 };
    let _ = Adam::new(&line, 0.1);
}
