use cotangent::prelude::*;

fn main() {
    let _x = tensor([[1.0, 2.0], [3.0]]);
}
