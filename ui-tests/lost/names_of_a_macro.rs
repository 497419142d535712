use cotangent::prelude::*;

macro_rules! scaled {
    ($cost:ident, $x:ident, $by:expr) => {
        #[differentiable]
        fn $cost($x: f64, rate: f64) -> f64 {
            rate * $by
        }
    };
}

scaled!(cost, rate, rate * rate);

fn main() {}
