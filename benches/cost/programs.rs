//! The programs whose cost is measured.

use std::fmt::Write as _;

/// Functions in [`small`].
pub const SMALL: u32 = 50;

/// Lines of the body of each.
pub const LINES: u32 = 13;

/// Layers in [`model`], each of another shape.
const LAYERS: usize = 50;

/// Statements in [`large`].
const STATEMENTS: usize = 500;

/// Fifty functions of thirteen lines, with a loop and a branch. `change` alters the last.
pub fn small(annotated: bool, change: u32) -> String {
    let attribute = if annotated { "#[differentiable]\n" } else { "" };
    let mut text = String::from(if annotated { "use cotangent::differentiable;\n\n" } else { "" });
    for i in 0..SMALL {
        let factor = if i + 1 == SMALL { i + change } else { i };
        let _ = write!(
            text,
            "{attribute}pub fn model{i}(x: f64, y: f64, w: &[f64; 8]) -> f64 {{
    let a = x * y + {factor}.5;
    let b = (a * w[0]).sin() + w[1] * x.exp();
    let c = a - b;
    let mut s = 0.0;
    for i in 0..8 {{
        s += w[i] * a.powi(2) / (1.0 + b * b);
    }}
    if s > 1.0 {{
        s.ln() + c
    }} else {{
        s * b
    }}
}}

"
        );
    }
    text
}

/// One function of many statements, and how many operations it has.
pub fn large() -> (String, usize) {
    let mut text = String::from(
        "use cotangent::differentiable;\n\n#[differentiable]\npub fn large(x: f64, y: f64) -> f64 {\n    let (v0, v1) = (x * y, x + y);\n",
    );
    for i in 2..STATEMENTS + 2 {
        let (one, two) = (i - 1, i - 2);
        let _ = writeln!(text, "    let v{i} = (v{one} * 0.{i} + v{two}).sin();");
    }
    let _ = writeln!(text, "    v{}\n}}", STATEMENTS + 1);
    (text, 3 * STATEMENTS + 2)
}

/// A model whose layers have widths 16, 17, and so on, in five functions, and a training step. `change` alters the loss.
pub fn model(change: u32) -> String {
    let width = |i: usize| 16 + i;
    let (mut fields, mut values, mut blocks, mut calls) = (String::new(), String::new(), String::new(), String::new());
    for i in 0..LAYERS {
        let _ = writeln!(
            fields,
            "    w{i}: Matrix<f32, {}, {}>,\n    b{i}: Vector<f32, {}>,",
            width(i),
            width(i + 1),
            width(i + 1)
        );
        let _ = write!(values, "w{i}: Matrix::full(0.01), b{i}: Vector::zeros(), ");
    }
    for block in 0..LAYERS / 10 {
        let (first, last) = (width(block * 10), width(block * 10 + 10));
        let _ = writeln!(
            blocks,
            "#[differentiable]\nfn block{block}(m: &Model, x: &Matrix<f32, 8, {first}>) -> Matrix<f32, 8, {last}> {{"
        );
        for i in block * 10..block * 10 + 10 {
            let x = if i % 10 == 0 { "x".into() } else { format!("x{i}") };
            let _ = writeln!(blocks, "    let x{} = ({x}.matmul(&m.w{i}) + m.b{i}).tanh();", i + 1);
        }
        let _ = writeln!(blocks, "    x{}\n}}\n", block * 10 + 10);
        let _ = writeln!(calls, "    let x = block{block}(m, &x);");
    }
    format!(
        "use cotangent::optim::Sgd;
use cotangent::prelude::*;

#[derive(Differentiable, Clone)]
struct Model {{
{fields}}}

{blocks}#[differentiable]
fn loss(m: &Model, #[constant] x: &Matrix<f32, 8, {first}>) -> f32 {{
    let x = x * {change}.5;
{calls}    x.square().mean()
}}

pub fn train() {{
    let mut m = Model {{ {values}}};
    let mut optimizer = Sgd::new(0.1);
    let gradient = loss::grad(&m, &Matrix::full(1.0));
    optimizer.step(&mut m, &gradient);
}}
",
        first = width(0)
    )
}
