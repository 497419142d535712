#[differentiable]
fn step(x: f64, w: f64) -> f64 {
    let mut y = x * w;
    #[checkpoint]
    {
        y = y * y.sin();
    }
    let z = #[checkpoint]
    layer(y, w);
    z * y
}

#[differentiable]
#[checkpoint]
fn layer(x: f64, w: f64) -> f64 {
    (x * w).tanh() * x
}
