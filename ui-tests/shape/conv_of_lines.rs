use cotangent::prelude::*;

fn main() {
    let (x, w) = (Tensor3::<f32, 4, 2, 9>::zeros(), Tensor3::<f32, 8, 2, 3>::zeros());
    let _: Tensor3<f32, 4, 8, 7> = x.conv2d::<1, 0>(&w);
}
