use cotangent::prelude::*;

fn main() {
    let _: Tensor3<f64, 1, 1, 7> = Tensor3::<f64, 1, 1, 4>::zeros().avg_pool1d_with::<Window<2, 1, 2>>();
}
