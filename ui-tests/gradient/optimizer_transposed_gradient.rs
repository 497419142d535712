use cotangent::optim::Sgd;
use cotangent::prelude::*;

fn main() {
    let mut w = Matrix::<f64, 3, 2>::zeros();
    let gradient = Matrix::<f64, 2, 3>::zeros();
    Sgd::new(0.1).step(&mut w, &gradient);
}
