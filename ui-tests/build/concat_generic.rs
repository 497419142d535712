use cotangent::prelude::*;

#[differentiable]
fn join<const A: usize, const B: usize, const C: usize>(x: &Vector<f64, A>, y: &Vector<f64, B>) -> Vector<f64, C> {
    x.concat_to::<0, (Dim<B>,), (Dim<C>,)>(y) * 2.0
}

fn main() {
    join::<2, 3, 6>(&Vector::ZEROS, &Vector::ZEROS);
}
