use cotangent::prelude::*;

struct Table {
    rows: Vec<Vec<f64>>,
}

struct Row {
    numbers: Vec<f64>,
}

impl Table {
    fn row(&self, i: usize) -> Row {
        Row { numbers: self.rows[i].clone() }
    }
}

#[differentiable]
fn dot(x: f64, #[constant] row: &Row) -> f64 {
    row.numbers[0] * x * x
}

#[differentiable]
fn cost(x: f64, #[constant] table: &Table) -> f64 {
    let row = table.row(1);
    dot(x, &row).sin()
}

fn main() {
    let _ = cost::grad(1.0, &Table { rows: vec![vec![1.0], vec![2.0]] });
}
