#[differentiable]
fn decay<T: Float>(x: T) -> T {
    (T::one() - x).exp()
}
