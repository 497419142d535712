use cotangent::prelude::*;

fn main() {
    let (x, w) = (Tensor4::<f32, 1, 6, 8, 8>::zeros(), Tensor4::<f32, 4, 2, 3, 3>::zeros());
    let _: Tensor4<f32, 1, 4, 6, 6> = x.conv2d_with::<Steps<1, 0, 1, Groups<2>>>(&w);
}
