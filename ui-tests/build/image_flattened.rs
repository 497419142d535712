use cotangent::prelude::*;

#[differentiable]
fn classify<const B: usize>(images: &Tensor3<f32, B, 8, 8>, w: &Matrix<f32, 60, 10>) -> Matrix<f32, B, 10> {
    images.reshape::<(Dim<B>, Dim<60>)>().matmul(w)
}

fn main() {
    classify::<32>(&Tensor3::zeros(), &Matrix::zeros());
}
