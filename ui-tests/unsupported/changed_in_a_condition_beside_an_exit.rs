use cotangent::prelude::*;

#[differentiable]
fn cost(x: f64) -> f64 {
    let mut list;
    if x > 2.0 {
        return x;
    } else {
        list = vec![x, x * x];
        while let Some(last) = list.pop() {
            if last > 1.0 {
                return last;
            }
        }
        list.push(x);
    }
    list[0] * x
}

fn main() {}
