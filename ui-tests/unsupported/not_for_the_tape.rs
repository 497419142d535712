use cotangent::prelude::*;

struct Table {
    rows: [f64; 3],
}

fn table() -> Table {
    Table { rows: [1.0, 2.0, 3.0] }
}

#[differentiable]
fn cost(x: f64, i: usize) -> f64 {
    let table = table();
    x * table.rows[i]
}

fn main() {
    let _: f64 = cost::grad(1.0, 2);
}
