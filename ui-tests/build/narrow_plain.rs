use cotangent::prelude::*;

fn main() {
    let x = Vector::<f64, 6>::ZEROS;
    let _ = x.narrow::<0, 5, 2>();
}
