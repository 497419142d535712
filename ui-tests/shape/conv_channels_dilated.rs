use cotangent::prelude::*;

fn main() {
    let (x, w) = (Tensor4::<f64, 1, 3, 9, 9>::zeros(), Tensor4::<f64, 8, 2, 3, 3>::zeros());
    let _: Tensor4<f64, 1, 8, 5, 5> = x.conv2d_with::<Steps<1, 0, 2>>(&w);
}
