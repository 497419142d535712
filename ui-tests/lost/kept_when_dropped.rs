use cotangent::prelude::*;

struct Into<'a> {
    kept: &'a mut f64,
    x: f64,
}

impl Drop for Into<'_> {
    fn drop(&mut self) {
        *self.kept = self.x;
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut kept = 1.0;
    let is_made = {
        Into { kept: &mut kept, x };
        x > 0.5
    };
    if is_made { kept * x } else { x }
}

fn main() {}
