#[differentiable]
impl<const I: usize, const O: usize> Linear<I, O> {
    pub fn forward<const B: usize>(&self, x: &Matrix<f64, B, I>) -> Matrix<f64, B, O> {
        x.matmul(&self.w) + &self.b
    }
}
