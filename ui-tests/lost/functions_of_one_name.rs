use cotangent::prelude::*;

mod near {
    use cotangent::prelude::*;

    #[differentiable]
    pub fn is_inside(x: f64) -> bool {
        x < 1.0
    }
}

mod far {
    use cotangent::prelude::*;

    #[differentiable]
    pub fn is_inside(x: f64) -> bool {
        x < 100.0
    }
}

#[differentiable]
fn cost(x: f64) -> f64 {
    let near = {
        use near::is_inside;
        is_inside(x)
    };
    let far = {
        use far::is_inside;
        is_inside(x)
    };
    if near && far { x * x } else { x }
}

fn main() {}
