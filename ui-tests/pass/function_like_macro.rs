//! Functions that a macro writes.
#![deny(warnings)]

use cotangent::prelude::*;

macro_rules! powers {
    ($($name:ident $n:literal $t:ty),*) => {$(
        #[differentiable]
        pub fn $name(x: $t, #[constant] k: $t) -> $t {
            x.powi($n) * k
        }
    )*};
}
powers!(square 2 f64, cube 3 f32);

macro_rules! formula {
    ($name:ident($($x:ident),*) = $e:expr) => {
        #[differentiable]
        fn $name($($x: f64),*) -> f64 {
            $e
        }
    };
}
formula!(area(width, height) = (width + 1.0) * height);

fn main() {
    assert_eq!(square::grad(3.0, 2.0), 12.0);
    assert_eq!(cube::grad(2.0, 1.0), 12.0);
    assert_eq!(area::grad(1.0, 5.0), (5.0, 2.0));
}
