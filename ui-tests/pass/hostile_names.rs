//! A crate that has its own `core`, `std`, `Option` and so on.
#![deny(warnings)]

mod core {}
mod std {}
mod cotangent_private {}
struct Option;
struct Some;
struct None;
struct Result;
struct Ok;
struct Sized;
trait Clone {}
trait Default {}
trait Copy {}
trait Fn {}
struct Vec;
struct Box;
struct Forward;
struct Reverse;
struct Saved;
struct Read;
struct Guard;
type Checked = ();

impl Clone for Option {}
impl Default for Option {}
impl Copy for Option {}
impl Fn for Option {}

mod model {
    use cotangent::prelude::*;

    #[allow(unused_imports)]
    use super::{Box, Checked, Forward, Guard, None, Ok, Option, Result, Reverse, Saved, Sized, Some, Vec, core, std};

    #[differentiable]
    pub fn cost(x: f64, y: f64) -> f64 {
        let product = (x * y).sin();
        if x > 0.0 { product } else { product * 2.0 }
    }
}

fn main() {
    let _ = (Option, Some, None, Result, Ok, Sized, Vec, Box, Forward, Reverse, Saved, Read, Guard);
    let _: Checked = ();
    assert_eq!(model::cost::value_and_grad(1.0, 0.0), (0.0, (0.0, 1.0)));
}
