//! Values whose types only later uses say, in a crate where operators of its own have derivatives.

use std::ops::{Add, Mul};

use cotangent::prelude::*;
#[derive(Differentiable, Clone, Copy)]
struct Number {
    x: f64,
}
#[differentiable]
impl Add for Number {
    type Output = Number;
    fn add(self, o: Number) -> Number {
        Number { x: self.x + o.x }
    }
}
#[differentiable]
impl Mul for Number {
    type Output = Number;
    fn mul(self, o: Number) -> Number {
        Number { x: self.x * o.x }
    }
}
#[differentiable]
fn sums(x: f64, y: f64) -> f64 {
    let mut v = Vec::new();
    for n in 0..4 {
        let t = match n {
            0 => x,
            1 => y,
            _ => v[n - 1] + v[n - 2],
        };
        v.push(t);
    }
    v[3]
}
#[differentiable]
fn in_an_option(x: &[f64]) -> f64 {
    let mut m = None;
    for p in x {
        m = match m {
            None => Some(*p),
            Some(q) => Some(q * q + *p),
        };
    }
    match m {
        Some(p) => p * p + p,
        None => 0.0,
    }
}
#[differentiable]
fn stack(x: f64, y: f64) -> f64 {
    let mut stack = Vec::new();
    for i in 0..5 {
        if i % 3 == 2 {
            let (b, a) = (stack.pop().unwrap(), stack.pop().unwrap());
            stack.push(a * b);
        } else {
            stack.push(x + y * i as f64);
        }
    }
    stack[0] * stack[1]
}
#[differentiable]
fn memo(x: f64) -> f64 {
    let mut memo = vec![None; 6];
    memo[0] = Some(x);
    memo[1] = Some(x * x);
    for i in 2..6 {
        memo[i] = Some(memo[i - 1].unwrap() * memo[i - 2].unwrap() + x);
    }
    memo[5].unwrap()
}
#[differentiable]
fn by_default(x: f64) -> f64 {
    let mut a = Default::default();
    for i in 0..3 {
        if i == 0 {
            a = x;
        }
        a = a * a + a;
    }
    a
}
#[differentiable]
fn late(x: f64, c: f64) -> f64 {
    let a;
    let b;
    if c > 0.0 {
        a = x;
        b = x * c;
    } else {
        a = 1.0;
        b = c;
    }
    a * b + a
}
#[differentiable]
fn of_own_type(x: f64) -> f64 {
    let mut v = Vec::new();
    v.push(Number { x });
    v.push(Number { x: x * x });
    let s = v[0] * v[1] + v[0];
    s.x
}
#[differentiable]
fn of_own_type_in_an_option(x: f64) -> f64 {
    let mut v = vec![];
    for i in 0..3 {
        v.push(Number { x: x * i as f64 });
    }
    let mut s = None;
    for p in &v {
        s = Some(match s {
            None => *p,
            Some(q) => q + *p * q,
        });
    }
    s.unwrap().x
}
#[derive(Clone, Differentiable)]
enum Tok {
    Num(f64),
    Plus,
    Times,
}
#[differentiable]
fn interpreter(x: f64) -> f64 {
    let toks = [Tok::Num(x), Tok::Num(2.0), Tok::Plus, Tok::Num(x), Tok::Times];
    let mut st = Vec::new();
    for t in toks.iter() {
        match t {
            Tok::Num(a) => st.push(*a),
            Tok::Plus => {
                let b = st.pop().unwrap();
                let a = st.pop().unwrap();
                st.push(a + b);
            }
            Tok::Times => {
                let b = st.pop().unwrap();
                let a = st.pop().unwrap();
                st.push(a * b);
            }
        }
    }
    st.pop().unwrap()
}
#[test]
fn values_whose_types_come_late() {
    macro_rules! right {
        ($($call:expr),* $(,)?) => {$(
            $call.check().unwrap();
            $call.check_jvp().unwrap();
            $call.check_hvp().unwrap();
        )*};
    }
    right!(
        sums::at(1.0, 2.0),
        in_an_option::at(&[0.5, 0.3]),
        stack::at(0.4, 0.6),
        memo::at(0.7),
        by_default::at(0.4),
        late::at(0.7, 1.0),
        of_own_type::at(0.3),
        of_own_type_in_an_option::at(0.3),
        interpreter::at(0.4),
    );
}
