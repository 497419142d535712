use cotangent::prelude::*;

#[differentiable]
fn inputs(x: &Matrix<f32, 16, 10>, h: &Matrix<f32, 16, 20>, w: &Matrix<f32, 32, 20>) -> Matrix<f32, 16, 20> {
    x.concat_to::<1, _, (Dim<16>, Dim<32>)>(h).matmul(w)
}

fn main() {
    inputs(&Matrix::zeros(), &Matrix::zeros(), &Matrix::zeros());
}
