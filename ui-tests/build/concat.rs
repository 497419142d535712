use cotangent::prelude::*;

fn main() {
    let x = Matrix::<f64, 2, 3>::ZEROS;
    let y = Matrix::<f64, 2, 4>::ZEROS;
    let _: Matrix<f64, 2, 8> = x.concat_to::<1, _, _>(&y);
}
