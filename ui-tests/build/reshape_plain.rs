use cotangent::prelude::*;

fn main() {
    let _: Vector<f64, 23> = Matrix::<f64, 4, 6>::ZEROS.reshape();
}
