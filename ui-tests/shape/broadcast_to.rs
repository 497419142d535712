use cotangent::prelude::*;

#[differentiable]
fn spread(b: &Vector<f64, 8>) -> Matrix<f64, 8, 3> {
    b.broadcast_to::<(Dim<8>, Dim<3>)>()
}

fn main() {}
