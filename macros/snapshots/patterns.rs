#[differentiable]
fn area((x, y): (f64, f64), box_: &Box2) -> f64 {
    let Box2 { low, high } = box_;
    let (w, h) = (high[0] - low[0] * x, high[1] - y);
    let w = w * h;
    w * w
}
