//! Derivatives of functions in constants, statics, closures, blocks and functions.
#![deny(warnings)]

use cotangent::prelude::*;

trait Answer {
    fn answer(&self) -> f64;
}

struct Here;

const _: () = {
    #[differentiable]
    fn square(x: f64) -> f64 {
        x * x
    }

    impl Answer for Here {
        fn answer(&self) -> f64 {
            square::grad(3.0)
        }
    }
};

static CUBE: fn(f64) -> f64 = {
    #[differentiable]
    fn cube(x: f64) -> f64 {
        x * x * x
    }
    |x| cube::grad(x)
};

fn main() {
    assert_eq!((Here.answer(), CUBE(2.0)), (6.0, 12.0));

    let in_a_closure = |x| {
        #[differentiable]
        fn twice(x: f64) -> f64 {
            x + x
        }
        twice::grad(x)
    };
    assert_eq!(in_a_closure(1.0), 2.0);

    for i in 0..2 {
        #[derive(Differentiable)]
        struct Line {
            slope: f64,
        }

        #[differentiable]
        impl Line {
            fn at(&self, #[constant] x: f64) -> f64 {
                self.slope * x
            }
        }
        assert_eq!(Line { slope: 2.0 }.at_grad(f64::from(i)).slope, f64::from(i));
    }
}
