//! Text in results, structs and lists: it has no derivative, and is kept where the reverse half reads it.

use cotangent::prelude::*;

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Row {
    name: String,
    value: f64,
}

#[differentiable]
fn rows(x: f64, length: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    for k in 0..length {
        rows.push(Row { name: format!("a row of number {k}"), value: x * (k + 1) as f64 });
    }
    rows
}

#[differentiable]
fn weighted(x: f64, length: usize) -> f64 {
    let rows = rows(x, length);
    let mut sum = 0.0;
    for row in rows.iter() {
        if row.name.ends_with('1') { sum += row.value * 3.0 } else { sum += row.value * row.value }
    }
    sum
}

#[differentiable]
fn eclipse(x: f64) -> (String, f64) {
    let mut status = "annular".to_string();
    let mut y = x;
    if y > 2.0 {
        status = String::from("none");
        y = 0.5 * y;
    }
    if status == "none" {
        return (status, x);
    }
    (status, y * y)
}

#[differentiable]
fn seen(x: f64) -> f64 {
    let mut sum = 0.0;
    for k in 0..3 {
        let (status, y) = eclipse(x * k as f64);
        if status == "none" { sum += 3.0 * y } else { sum += y * x }
    }
    sum
}

/// As many parts as a tuple of the standard library that can be compared.
#[differentiable]
fn twelve(x: f64) -> (f64, u32, f64, f64, i32, f64, String, f64, f64, f64, bool, f64) {
    let whole = x.floor() as i32;
    (x, 3, x * x, x.sin(), whole, x.exp(), "ok".to_string(), 1.0, x.cos(), 2.0 * x, x > 0.5, x.sqrt())
}

#[differentiable]
fn of_twelve(x: f64) -> f64 {
    let (a, b, c, d, e, f, g, h, i, j, k, l) = twelve(x);
    let again = twelve(x * 2.0);
    if k && g == "ok" { a * c + d * f + b as f64 * i + j * h * l + again.11 } else { a + e as f64 }
}

#[test]
fn text_beside_numbers() {
    assert_eq!(weighted::grad(0.5, 3), 2.0 * 0.5 + 6.0 + 2.0 * 9.0 * 0.5);
    for length in [0, 3, 12] {
        weighted::at(0.5, length).check().unwrap();
        weighted::at(0.5, length).check_jvp().unwrap();
    }
}

#[test]
fn text_that_decides() {
    for x in [0.7, 1.5, 2.5] {
        seen::at(x).check().unwrap();
        seen::at(x).check_jvp().unwrap();
    }
    eclipse::at(0.7).check().unwrap();
    assert_eq!(eclipse::vjp(0.5, (NoGrad, 1.0)), (("annular".to_string(), 0.25), 1.0));
}

#[test]
fn twelve_parts() {
    of_twelve::at(0.8).check().unwrap();
    of_twelve::at(0.3).check_jvp().unwrap();
    twelve::at(0.8).check().unwrap();
}

#[derive(Clone, Debug, Differentiable)]
struct Duct {
    name: String,
    diameter: f64,
}

#[differentiable]
impl Duct {
    #[differentiable]
    fn named(name: impl Into<String>, diameter: f64) -> Self {
        Self { name: name.into(), diameter }
    }

    fn renamed<S>(self, name: S, scale: f64) -> Self
    where
        S: AsRef<str>,
    {
        Self { name: name.as_ref().to_string(), diameter: self.diameter * scale }
    }

    fn area(&self) -> f64 {
        if self.name.len() > 2 { self.diameter * self.diameter } else { self.diameter }
    }
}

#[differentiable]
fn of_any_text(name: impl ToString, x: f64) -> f64 {
    let duct = Duct::named(name.to_string(), x);
    Duct::named("a", x * x).area() + duct.renamed("main", x).area()
}

#[test]
fn parameters_that_give_text_are_constant() {
    of_any_text::at("left", 0.3).check().unwrap();
    of_any_text::at('l', 0.3).check_jvp().unwrap();
}
