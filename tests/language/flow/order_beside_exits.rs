//! The order of evaluation beside an exit: what a method changes, what is read before it and after it.

use cotangent::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Part {
    y: f64,
}

#[differentiable]
impl Part {
    fn bump(&mut self) -> f64 {
        self.y *= 1.7;
        self.y
    }
    fn grown(&mut self) -> Option<f64> {
        self.y *= 1.2;
        Some(self.y * self.y)
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Triple {
    a: f64,
    b: f64,
    c: f64,
}

#[differentiable]
impl Triple {
    fn value(&self) -> f64 {
        self.a + 2.0 * self.b * self.c
    }
}

#[differentiable]
fn three(a: f64, b: f64, c: f64) -> f64 {
    a * b - c * c + a
}

#[differentiable]
fn pos(a: f64) -> Option<f64> {
    if a > 0.0 { Some(a * a) } else { None }
}

#[differentiable]
fn change(state: &mut State) -> f64 {
    state.y *= 1.3;
    state.y
}

#[derive(Clone, Debug, Differentiable)]
struct State {
    y: f64,
    k: f64,
    w: [f64; 3],
    v: Vec<f64>,
    o: Option<[f64; 2]>,
    p: Option<f64>,
    n: usize,
    part: Part,
}

#[differentiable]
impl State {
    fn bump(&mut self) -> f64 {
        self.y = self.y * self.k + 0.1;
        if let Some(o) = &mut self.o {
            o[0] += self.y;
        }
        if let Some(p) = &mut self.p {
            *p += self.y;
        }
        self.v[0] *= self.k;
        self.y
    }
    fn scaled(&self, x: f64) -> f64 {
        self.y * x
    }
    fn pos(&self) -> Option<f64> {
        if self.y > 0.0 { Some(self.y * self.y) } else { None }
    }
    fn grown(&mut self) -> Option<f64> {
        self.y *= 1.2;
        Some(self.y * self.y)
    }
    fn checked(&mut self, x: f64) -> Result<f64, String> {
        self.y *= 1.1;
        if x < 0.0 { Err("negative".into()) } else { Ok(x * self.y) }
    }
    fn sum(&self) -> f64 {
        self.y + self.w[0] * self.w[1] + self.w[2] + self.v[0] + self.part.y
    }
}

#[expect(unused_variables, reason = "all have one signature")]
#[differentiable]
impl State {
    fn method_then_function(&mut self, x: f64) -> Option<f64> {
        Some(self.bump() + pos(self.y)? * x)
    }
    fn method_then_method(&mut self, x: f64) -> Option<f64> {
        Some(self.bump() * x + self.pos()? * self.y)
    }
    fn field_then_method(&mut self, x: f64) -> Option<f64> {
        Some(self.y * self.grown()? + self.y)
    }
    fn array(&mut self, x: f64) -> Option<f64> {
        let t = [self.bump(), pos(self.y)?, self.y, self.bump(), self.grown()?];
        Some(t[0] + 2.0 * t[1] + 3.0 * t[2] + 5.0 * t[3] + 7.0 * t[4])
    }
    fn arguments(&mut self, x: f64) -> Option<f64> {
        Some(three(self.bump(), pos(self.y)?, self.grown()?))
    }
    fn changed_by_a_function(&mut self, x: f64) -> Option<f64> {
        let sum = change(self) + pos(self.y)? * x;
        Some(sum)
    }
    fn compound_assignment(&mut self, x: f64) -> Option<f64> {
        self.y += self.bump() * pos(self.y)?;
        Some(self.y)
    }
    fn assignment_to_an_element(&mut self, x: f64) -> Option<f64> {
        self.w[1] = self.bump() + pos(self.y)?;
        self.w[self.n] *= self.grown()? * self.y;
        Some(self.w[1])
    }
    fn branch_that_returns(&mut self, x: f64) -> Option<f64> {
        let a = self.bump() + if x > 0.0 { self.y * 2.0 } else { return None };
        Some(a)
    }
    fn match_that_returns(&mut self, x: f64) -> Option<f64> {
        let a = self.bump()
            + match pos(self.y) {
                Some(q) => q * self.y,
                None => return Some(self.y),
            };
        Some(a * x)
    }
    fn block_that_returns(&mut self, x: f64) -> Option<f64> {
        let a = self.y + {
            let q = self.bump();
            if q > 100.0 {
                return None;
            }
            q * self.y
        };
        Some(a * x)
    }
    fn continue_in_a_sum(&mut self, x: f64) -> Option<f64> {
        let mut s = 0.0;
        for i in 0..4 {
            s += self.y * {
                if i == 2 {
                    continue;
                }
                self.bump()
            } + self.y;
        }
        Some(s)
    }
    fn break_in_a_sum(&mut self, x: f64) -> Option<f64> {
        let mut s = 0.0;
        loop {
            s += self.bump() + if s > 10.0 { break } else { self.y };
        }
        Some(s * self.y)
    }
    fn fields_of_a_struct(&mut self, x: f64) -> Option<f64> {
        Some(Triple { a: self.bump(), b: pos(self.y)?, c: self.grown()? }.value() * self.y)
    }
    fn methods_of_numbers(&mut self, x: f64) -> Option<f64> {
        Some(self.y.max(self.grown()?) + self.bump().min(pos(self.y)?) + f64::hypot(self.y, self.grown()?))
    }
    fn result(&mut self, x: f64) -> Option<f64> {
        Some(-self.bump() + self.checked(x).ok()? * self.y + self.checked(x).unwrap_or(self.y))
    }
    fn list(&mut self, x: f64) -> Option<f64> {
        let v: Vec<f64> = vec![self.bump(), pos(self.y)?, self.bump()];
        Some(v[0] + 2.0 * v[1] + 3.0 * v[2])
    }
    fn condition(&mut self, x: f64) -> Option<f64> {
        if self.bump() * pos(self.y)? > 1.0 { Some(self.y) } else { Some(x) }
    }
    fn scrutinee(&mut self, x: f64) -> Option<f64> {
        match (self.bump() * pos(self.y)?, self.y) {
            (a, b) if a > b => Some(a * b),
            (a, b) => Some(a - b * x),
        }
    }
    fn loop_condition(&mut self, x: f64) -> Option<f64> {
        while self.bump() * pos(self.y)? < 30.0 {
            self.y += x;
        }
        Some(self.y)
    }
    fn closure(&mut self, x: f64) -> Option<f64> {
        let twice = |z: f64| z * 2.0;
        Some(twice(self.bump()) + twice(pos(self.y)?) * self.y)
    }
    fn optional_fields(&mut self, x: f64) -> Option<f64> {
        Some(self.p? * self.bump() + self.p? + self.bump() * self.o?[0])
    }
    fn elements(&mut self, x: f64) -> Option<f64> {
        Some(self.bump() * *self.v.first()? + self.v.get(1).copied()? * self.bump() + self.o.as_ref()?[0])
    }
    fn chains(&mut self, x: f64) -> Option<f64> {
        Some(
            self.bump()
                + self.v.iter().copied().reduce(f64::min)?
                + self.v.iter().map(|v| v * self.y).sum::<f64>() * self.grown()?,
        )
    }
    fn receiver_that_is_lent(&mut self, x: f64) -> Option<f64> {
        self.v.push(self.pos()? * x);
        self.v.push(self.scaled(2.0) * pos(x)?);
        self.v.insert(0, self.part.grown()?);
        Some(self.v.iter().enumerate().map(|(i, v)| v * (i + 1) as f64).sum::<f64>() * self.y)
    }
    fn parts_of_a_place(&mut self, x: f64) -> Option<f64> {
        let part = &mut self.part;
        part.y *= 2.0;
        let t = part.bump() * pos(part.y)? + part.y;
        Some(t * self.y)
    }
    fn blocks(&mut self, x: f64) -> Option<f64> {
        Some(
            {
                self.y *= 1.1;
                self.y
            } * {
                self.y *= 1.1;
                pos(self.y)?
            } + self.y,
        )
    }
    fn labelled(&mut self, x: f64) -> Option<f64> {
        let s = 'all: loop {
            for i in 0..4 {
                let t = self.bump() + if i == 2 { break 'all self.y } else { self.y * 2.0 };
                self.w[0] += t;
            }
        };
        Some(s * x)
    }
    fn failing_after_a_change(&mut self, x: f64) -> Option<f64> {
        Some(self.bump() * pos(-x)?)
    }
}

#[differentiable]
fn start(y: f64, k: f64, x: f64) -> State {
    State { y, k, w: [x, y, k], v: vec![x * 0.5, y], o: Some([x, k]), p: Some(x), n: 0, part: Part { y: k } }
}

/// What a method gives and what it leaves, against differences.
macro_rules! checked {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn run(y: f64, k: f64, x: f64) -> f64 {
                let mut state = start(y, k, x);
                let given = state.$name(x).unwrap_or(1.0);
                given + state.sum()
            }
            for x in [0.7, 2.7] {
                both_modes!(run(1.2, 1.3, x));
            }
        }
    )*};
}

checked! {
    method_then_function
    method_then_method
    field_then_method
    array
    arguments
    changed_by_a_function
    compound_assignment
    assignment_to_an_element
    branch_that_returns
    match_that_returns
    block_that_returns
    continue_in_a_sum
    break_in_a_sum
    fields_of_a_struct
    methods_of_numbers
    result
    list
    condition
    scrutinee
    loop_condition
    closure
    optional_fields
    elements
    chains
    receiver_that_is_lent
    parts_of_a_place
    blocks
    labelled
    failing_after_a_change
}

/// The receiver is read before the loop changes it.
#[differentiable]
fn receiver_before_a_loop(x: f64, y: f64) -> f64 {
    let mut t = x;
    t.powf(loop {
        t += y;
        if t > 3.0 {
            break t;
        }
    })
}

#[test]
fn a_receiver_is_read_first() {
    both_modes!(receiver_before_a_loop(0.7, 1.2));
}
