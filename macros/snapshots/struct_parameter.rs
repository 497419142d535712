#[differentiable]
fn loss<const B: usize>(m: &Mlp, #[constant] x: &Matrix<f32, B, 64>, labels: &[usize; B]) -> f32 {
    let h = dense(x, &m.w1, &m.b1);
    (h.matmul(&m.w2) + &m.b2).softmax_cross_entropy(labels)
}
