#[allow(unused_imports)]
use cotangent::prelude::*;

struct Net {
    scale: f64,
}

fn main() {
    let _ = Net::zero_tangent();
}
