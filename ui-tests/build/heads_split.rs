use cotangent::prelude::*;

#[differentiable]
fn heads<const T: usize, const D: usize, const H: usize, const K: usize>(x: &Matrix<f32, T, D>) -> Tensor3<f32, H, T, K> {
    x.reshape::<(Dim<T>, Dim<H>, Dim<K>)>().permute::<Perm3<1, 0, 2>>()
}

fn main() {
    heads::<16, 64, 8, 9>(&Matrix::zeros());
}
