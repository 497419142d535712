use cotangent::prelude::*;

#[differentiable]
fn joined<const N: usize>(x: &Vector<f32, N>, y: &Vector<f32, 2>) -> f32 {
    x.concat_lit::<0, _>(y).sum()
}

fn main() {
    joined(&Vector::<f32, 3>::zeros(), &Vector::zeros());
}
