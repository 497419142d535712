use cotangent::prelude::*;

#[differentiable]
fn turned(x: &Matrix<f32, 4, 6>) -> f32 {
    x.reshape_lit::<(Dim<5>, Dim<5>)>().sum()
}

fn main() {
    turned(&Matrix::zeros());
}
