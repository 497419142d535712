use cotangent::prelude::*;

fn main() {
    let x: Matrix<f64, 3, 2> = Matrix::from_fn(|[i]| i as f64);
    println!("{x}");
}
