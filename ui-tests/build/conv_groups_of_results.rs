use cotangent::prelude::*;

fn main() {
    let (x, w) = (Tensor4::<f32, 1, 6, 8, 8>::zeros(), Tensor4::<f32, 8, 2, 3, 3>::zeros());
    let _: Tensor4<f32, 1, 8, 6, 6> = x.conv2d_with::<Steps<1, 0, 1, Groups<3>>>(&w);
}
