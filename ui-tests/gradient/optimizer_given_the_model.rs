use cotangent::optim::Adam;
use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Linear {
    w: Matrix<f32, 8, 4>,
}

fn main() {
    let mut model = Linear { w: Matrix::zeros() };
    let mut optimizer = Adam::new(&model, 0.1);
    let gradient = model.clone();
    optimizer.step(&mut model, &gradient);
}
