use cotangent::prelude::*;

fn main() {
    let (x, w) = (Tensor4::<f32, 1, 1, 8, 8>::zeros(), Tensor4::<f32, 1, 1, 3, 3>::zeros());
    let _: Tensor4<f32, 1, 1, 6, 6> = x.conv2d::<0, 0>(&w);
}
