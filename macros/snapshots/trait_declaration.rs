#[differentiable]
trait Model {
    fn predict(&self, x: f64) -> f64;

    fn double(&self, x: f64) -> f64 {
        2.0 * self.predict(x)
    }
}
