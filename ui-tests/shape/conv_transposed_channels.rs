use cotangent::prelude::*;

fn main() {
    let (x, w) = (Tensor4::<f32, 1, 4, 3, 3>::zeros(), Tensor4::<f32, 8, 4, 2, 2>::zeros());
    let _: Tensor4<f32, 1, 8, 6, 6> = x.conv_transpose2d::<2, 0>(&w);
}
