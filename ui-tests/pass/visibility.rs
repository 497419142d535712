//! Private types and every visibility.
#![deny(warnings)]

mod model {
    use cotangent::prelude::*;

    #[derive(Differentiable, Clone)]
    pub(crate) struct Line {
        pub(super) slope: f64,
        offset: f64,
    }

    impl Line {
        pub(crate) fn new(slope: f64) -> Self {
            Self { slope, offset: 0.0 }
        }
    }

    #[differentiable]
    impl Line {
        pub(in crate::model) fn shifted(&self, x: f64) -> f64 {
            x - self.offset
        }
        pub(super) fn at(&self, x: f64) -> f64 {
            self.slope * self.shifted(x)
        }
    }

    #[differentiable]
    pub(super) fn twice(line: &Line, x: f64) -> f64 {
        private(line.at(x))
    }

    #[differentiable]
    fn private(x: f64) -> f64 {
        x * 2.0
    }
}

fn main() {
    let line = model::Line::new(3.0);
    let (value, (dline, dx)) = model::twice::value_and_grad(&line, 2.0);
    assert_eq!((value, dline.slope, dx), (12.0, 4.0, 6.0));
    assert_eq!(line.at_grad(2.0).1, 3.0);
}
