use cotangent::prelude::*;

#[differentiable]
fn evolve(h: &Vector<f64, 4>, w: &Matrix<f64, 4, 3>, steps: usize) -> f64 {
    let mut state = *h;
    for _ in 0..steps {
        state = state.matmul(w).tanh();
    }
    state.sum()
}

fn main() {}
