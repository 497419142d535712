#[differentiable]
fn chained(x: f64, y: f64) -> f64 {
    let inner = cube(x) * y;
    library::scale::<3>(&inner, x) + cube(inner)
}
