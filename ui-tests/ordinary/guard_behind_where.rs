use cotangent::prelude::*;

#[differentiable]
fn dense<const B: usize, const I: usize, T>(x: &Matrix<T, B, I>, w: &Matrix<T, 5, I>) -> Matrix<T, B, I>
where
    T: Real,
{
    x.matmul(w)
}

fn main() {}
