//! Convolutions and poolings of any batch, any channels and any number type need no bounds.

use cotangent::prelude::*;

#[differentiable]
fn block<T: Real, const B: usize, const I: usize, const O: usize>(
    x: &Tensor4<T, B, I, 8, 8>,
    w: &Tensor4<T, O, I, 3, 3>,
    b: &Tensor<T, (Dim<O>, One, One)>,
) -> Tensor4<T, B, O, 3, 3> {
    let y: Tensor4<T, B, O, 6, 6> = x.conv2d::<1, 0>(w);
    let y: Tensor4<T, B, O, 3, 3> = (y + b).relu().max_pool2d::<2, 2>();
    y
}

fn main() {
    let w = Tensor4::<f32, 2, 1, 3, 3>::full(1.0);
    let (y, (x_bar, w_bar, _)) =
        block::vjp(&Tensor4::<f32, 1, 1, 8, 8>::full(1.0), &w, &Tensor::zeros(), Tensor::full(1.0));
    assert_eq!((y, x_bar.sum(), w_bar), (Tensor::full(9.0), 162.0, Tensor::full(9.0)));
}
