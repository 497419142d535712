use cotangent::prelude::*;

fn main() {
    let (head, tail) = Vector::<f32, 5>::zeros().split_lit::<1, 2>();
    println!("{head} {tail}");
}
