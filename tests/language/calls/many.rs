//! More parameters, and more fields in one call, than the tuples of the standard library have traits for.

use cotangent::check;
use cotangent::prelude::*;

#[differentiable]
fn pairs(
    a: f64,
    b: f64,
    c: f64,
    d: f64,
    e: f64,
    f: f64,
    g: f64,
    h: f64,
    i: f64,
    j: f64,
    k: f64,
    l: f64,
    m: f64,
    n: f64,
    o: f64,
    p: f64,
    q: f64,
    r: f64,
    s: f64,
    t: f64,
    u: f64,
    v: f64,
    w: f64,
    x: f64,
    y: f64,
    z: f64,
) -> f64 {
    a * b
        + (c * d).sin()
        + e * f * g * h
        + i * j
        + k * l
        + m * n * (o * p).cos()
        + q * r
        + s * t
        + u * v
        + w * x
        + y * z
}

#[differentiable]
fn of_one(x: f64) -> f64 {
    let y = x * x;
    pairs(x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y)
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Letters {
    a: f64,
    b: f64,
    c: f64,
    d: f64,
    e: f64,
    f: f64,
    g: f64,
    h: f64,
    i: f64,
    j: f64,
    k: f64,
    l: f64,
    m: f64,
}

#[differentiable]
impl Letters {
    #[expect(clippy::too_many_arguments)]
    fn with(
        &self,
        b: f64,
        c: f64,
        d: f64,
        e: f64,
        f: f64,
        g: f64,
        h: f64,
        i: f64,
        j: f64,
        k: f64,
        l: f64,
        m: f64,
        n: f64,
    ) -> f64 {
        pairs(
            self.a,
            b,
            self.c,
            d,
            self.e,
            f,
            self.g,
            h,
            self.i,
            j,
            self.k,
            l,
            self.m,
            n,
            self.b,
            b,
            self.d,
            d,
            self.f,
            f,
            self.h,
            h,
            self.j,
            c * e * g,
            self.l,
            i * k * m,
        )
    }
}

#[differentiable]
fn of_letters(at: &Letters) -> f64 {
    pairs(
        at.a, at.b, at.c, at.d, at.e, at.f, at.g, at.h, at.i, at.j, at.k, at.l, at.m, at.a, at.b, at.c, at.d, at.e,
        at.f, at.g, at.h, at.i, at.j, at.k, at.l, at.m,
    ) + at.with(at.b, at.c, at.d, at.e, at.f, at.g, at.h, at.i, at.j, at.k, at.l, at.m, at.a)
}

fn letters() -> Letters {
    Letters { a: 0.1, b: 0.2, c: 0.3, d: 0.4, e: 0.5, f: 0.6, g: 0.7, h: 0.8, i: 0.9, j: 1.1, k: 1.2, l: 1.3, m: 1.4 }
}

#[test]
fn twenty_six_parameters() {
    check::gradient(|x: &f64| of_one(*x), |x| of_one::value_and_grad(*x), 0.9).unwrap();
    check::jvp(|x: &f64| of_one(*x), |x, dx| of_one::jvp(*x, dx), 0.9).unwrap();
    let x = 0.9;
    let y = x * x;
    let gradient = pairs::grad(x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y);
    assert_eq!((gradient.0, gradient.25), (y, x));
    let mut tape = TapeBuffer::<{ pairs::tape_words() }>::new();
    let here = pairs::at(x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y);
    assert_eq!(here.on(&mut tape).grad().7, x * y * x);
    let slope = |x: &f64| of_one::grad(*x);
    let difference = (slope(&0.9001) - slope(&0.8999)) / 0.0002;
    assert!((of_one::at(0.9).hvp(1.0) - difference).abs() < 1e-4 * difference.abs());
}

#[test]
fn thirteen_fields_in_one_call() {
    check::gradient(of_letters, |at| of_letters::value_and_grad(at), letters()).unwrap();
    check::jvp(of_letters, |at, along| of_letters::jvp(at, along), letters()).unwrap();
    check::adjoint(|at, seed| of_letters::vjp(at, seed), |at, along| of_letters::jvp(at, along), letters()).unwrap();
    let along = Letters::zero_tangent();
    let (value, _, product) = of_letters::at(&letters()).value_grad_and_hvp(along);
    assert_eq!((value, product.a), (of_letters(&letters()), 0.0));
}
