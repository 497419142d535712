#[differentiable]
impl Potential for Spring {
    type Length = f64;
    const REST: f64 = 1.0;

    fn new(stiffness: f64) -> Self {
        Self { stiffness }
    }

    fn energy(self, x: Self::Length) -> f64 {
        self.stiffness * x
    }
}
