//! `swap`, `replace` and `take` of `std::mem` by their names alone, and functions of the same names that are not those.

use std::mem::{replace, swap, take};

use cotangent::prelude::*;

macro_rules! check {
    ($($f:path),*) => {$({
        use $f as f;
        f::at(0.9, 1.2).check().unwrap();
        f::at(0.9, 1.2).check_jvp().unwrap();
        f::at(0.9, 1.2).check_hvp().unwrap();
    })*};
}

#[differentiable]
fn in_a_branch(x: f64, y: f64) -> f64 {
    let mut a = x * y;
    let mut b = y.sin();
    if a > b {
        swap(&mut a, &mut b);
    }
    a * a + b * 3.0
}

#[differentiable]
fn lists(x: f64, y: f64) -> f64 {
    let mut a = vec![x, y * y];
    let mut b = vec![y * x, 2.0, x];
    let mut s = 0.0;
    for i in 0..3 {
        swap(&mut a, &mut b);
        a[i % 2] *= y;
        s += a[0] * b[1] * (i as f64 + 1.0);
    }
    s
}
#[differentiable]
fn elements(x: f64, y: f64) -> f64 {
    let mut a = [x, y * y, x * y];
    let mut p = (x, [y, x]);
    let mut s = 0.0;
    for i in 0..3 {
        swap(&mut a[i], &mut p.1[i % 2]);
        swap(&mut p.0, &mut s);
        s += a[0] * p.1[0] * p.0;
    }
    s
}
#[differentiable]
fn newton(x: f64, y: f64) -> f64 {
    let mut prev = x;
    let mut cur = y * x;
    for _ in 0..3 {
        let next = cur * x + prev;
        prev = replace(&mut cur, next * y);
    }
    let old = take(&mut cur);
    let mut list = vec![x, y * old];
    let all = take(&mut list);
    list.push(prev * y);
    old * cur + prev * 2.0 + all[1] * list[0] + old
}
#[differentiable]
fn dropped(x: f64, y: f64) -> f64 {
    let mut a = vec![x, y];
    let _ = replace(&mut a, vec![x * y, x, 1.0]);
    let mut row = vec![0.0; 2];
    let mut sum = 0.0;
    for k in 0..3 {
        let last = replace(&mut row, vec![0.0; 2]);
        row[0] = a[k] + last[1];
        row[1] = a[2] * y * last[0] + x;
        sum += row[0] * row[1];
    }
    sum
}
#[differentiable]
fn lent(a: &mut f64, b: &mut f64, i: usize) -> f64 {
    let mut k = i;
    let mut j = 2;
    swap(&mut k, &mut j);
    swap(a, b);
    *a * k as f64 + *b * *a
}
#[differentiable]
fn of_lent(x: f64, y: f64) -> f64 {
    let mut x = x;
    let mut y = y;
    let v = lent(&mut x, &mut y, 5);
    v + x * x * y
}

/// Functions of the user's own.
mod own {
    use cotangent::prelude::*;
    use num_traits::Float;

    #[differentiable]
    fn swap<T: Float>(a: &mut T, b: &mut T) {
        let old = *a;
        *a = *b * *b;
        *b = old;
    }

    #[differentiable]
    fn replace(place: &mut f64, value: f64) -> f64 {
        let old = *place * value;
        *place = value;
        old
    }

    #[differentiable]
    fn take<T: Float>(place: &mut T) -> T {
        *place = *place * *place;
        *place
    }

    #[differentiable]
    pub fn of_those_names(x: f64, y: f64) -> f64 {
        let (mut a, mut b) = (x * y, y);
        swap(&mut a, &mut b);
        let old = replace(&mut a, b * x);
        take(&mut b) * a + old * b
    }
}

/// Imported in the body, where the module has other functions of the names.
mod in_the_body {
    use cotangent::prelude::*;

    #[expect(dead_code, reason = "it is hidden")]
    fn swap(_: f64) {}

    #[differentiable]
    pub fn imported_here(x: f64, y: f64) -> f64 {
        use std::mem::swap;
        let (mut a, mut b) = ([x, y], [x * y, 2.0 * x]);
        for i in 0..3 {
            swap(&mut a, &mut b);
            a[i % 2] *= y;
        }
        a[0] * b[1] + a[1]
    }
}

#[test]
fn by_their_names() {
    check!(in_a_branch, lists, elements, newton, dropped, of_lent, own::of_those_names, in_the_body::imported_here);
}
