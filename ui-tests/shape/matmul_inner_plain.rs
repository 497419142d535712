use cotangent::prelude::*;

fn main() {
    let x = Matrix::<f32, 32, 784>::ZEROS;
    let w = Matrix::<f32, 783, 10>::ZEROS;
    let _y = x.matmul(&w);
}
