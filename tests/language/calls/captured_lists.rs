//! Closures that capture lists of run-time length, and are passed on.

use cotangent::prelude::*;

#[derive(Clone, Differentiable)]
struct Table {
    q: Vec<f64>,
}

#[differentiable]
impl Table {
    fn sum(&self) -> f64 {
        self.q[0] + self.q[1]
    }
}

#[differentiable]
fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) + f(2.0 * x)
}
#[differentiable]
fn apply_to(f: impl Fn(&[f64]) -> f64, x: &[f64]) -> f64 {
    f(x) * f(&x[1..])
}
#[differentiable]
fn of_a_vec(d: &Vec<f64>, x: f64) -> f64 {
    apply(|p| d[1] * p, x)
}
#[differentiable]
fn of_vecs(d: &[Vec<f64>], x: f64) -> f64 {
    apply(|p| d[1][0] * p * d[0].iter().sum::<f64>(), x)
}
#[differentiable]
fn of_a_local_array_of_vecs(d: &[f64], x: f64) -> f64 {
    let v: Vec<f64> = d.iter().map(|d| d * x).collect();
    let pair = [v.clone(), v];
    apply(|p| pair[1][0] * p + pair[0][1], x)
}
#[differentiable]
fn of_rows(d: &Vec<[f64; 2]>, x: f64) -> f64 {
    apply(|p| d[1][0] * p, x)
}
#[differentiable]
fn of_a_boxed_slice(d: &Box<[f64]>, x: f64) -> f64 {
    apply(|p| d[1] * p, x)
}
#[differentiable]
fn of_a_struct(s: &Table, x: f64) -> f64 {
    apply(|p| s.q[1] * p + s.sum(), x)
}
#[differentiable]
fn in_branches_and_loops(d: &Vec<f64>, x: f64) -> f64 {
    if x > 5.0 {
        apply(|p| d[1] * p, x)
    } else {
        let mut t = 0.0;
        for i in 0..2 {
            t += apply(|p| if p > 0.5 { d[i] * p } else { p }, x);
        }
        t
    }
}
#[differentiable]
fn of_the_list_it_takes(d: &Vec<f64>, x: f64) -> f64 {
    apply_to(|s| s[0] * d[1] + x, d)
}
#[differentiable]
fn of_a_tuple(d: &(Vec<f64>, f64), x: f64) -> f64 {
    apply(|p| d.0[1] * p + d.1, x)
}
#[differentiable]
fn of_an_option(d: &Option<Vec<f64>>, x: f64) -> f64 {
    apply(
        |p| match d {
            Some(d) => d[1] * p,
            None => p,
        },
        x,
    )
}
#[differentiable]
fn nested(d: &Vec<f64>, x: f64) -> f64 {
    let s: &[f64] = &d[..];
    apply(|p| s[1] * p + apply(|q| d[0] * q * p, p), x)
}

#[test]
fn every_captured_list_has_a_gradient() {
    let list = vec![1.0, 2.0, 0.4];
    macro_rules! right {
        ($($of:expr;)*) => {$(
            $of.check().unwrap();
            $of.check_jvp().unwrap();
            $of.check_hvp().unwrap();
        )*};
    }
    right! {
        of_a_vec::at(&list, 0.3);
        of_vecs::at(&[list.clone(), list.clone()], 0.3);
        of_a_local_array_of_vecs::at(&list, 0.3);
        of_rows::at(&vec![[0.3, 0.4], [0.1, 0.2]], 0.3);
        of_a_boxed_slice::at(&list.clone().into_boxed_slice(), 0.3);
        of_a_struct::at(&Table { q: list.clone() }, 0.3);
        in_branches_and_loops::at(&list, 0.3);
        of_the_list_it_takes::at(&list, 0.3);
        of_a_tuple::at(&(list.clone(), 0.2), 0.3);
        nested::at(&list, 0.3);
    }
    let (gradient, _) = of_an_option::at(&Some(list), 0.25).grad();
    assert_eq!(gradient, [0.0, 0.75, 0.0]);
}
