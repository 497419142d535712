use cotangent::prelude::*;

#[differentiable]
fn classify<const B: usize>(x: &Tensor4<f32, B, 1, 8, 8>, k: &Tensor4<f32, 4, 1, 3, 3>, w: &Matrix<f32, 64, 10>) -> Matrix<f32, B, 10> {
    x.conv2d_lit::<1, 0>(k).relu().flatten_lit::<1>().matmul(w)
}

fn main() {
    classify(&Tensor4::<f32, 2, 1, 8, 8>::zeros(), &Tensor4::zeros(), &Matrix::zeros());
}
