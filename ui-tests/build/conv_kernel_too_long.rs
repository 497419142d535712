use cotangent::prelude::*;

fn main() {
    let (x, w) = (Tensor3::<f64, 1, 1, 4>::zeros(), Tensor3::<f64, 1, 1, 5>::zeros());
    let _: Tensor3<f64, 1, 1, 1> = x.conv1d::<1, 0>(&w);
}
