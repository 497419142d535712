//! A variable that changes, given to calls in a loop that does not change it: it is copied once, in front of the loop.

use cotangent::prelude::*;

const U: [f64; 5] = [0.4, 1.1, -0.3, 0.8, 0.2];

#[differentiable]
fn slope(u: &[f64], i: usize) -> f64 {
    let (before, after) = (if i == 0 { u.len() - 1 } else { i - 1 }, (i + 1) % u.len());
    u[i] * (u[after] - u[before])
}

#[differentiable]
fn advected(start: &[f64], rate: f64, steps: usize) -> f64 {
    let mut u = start.to_vec();
    let mut next = u.clone();
    for _ in 0..steps {
        for i in 0..u.len() {
            next[i] = u[i] - rate * slope(&u, i);
        }
        u.copy_from_slice(&next);
    }
    u.iter().map(|u| u * u).sum()
}

/// Each call sees what the one before has changed.
#[differentiable]
fn in_place(start: &[f64], rate: f64) -> f64 {
    let mut u = start.to_vec();
    for _ in 0..3 {
        for i in 0..u.len() {
            u[i] -= rate * slope(&u, i);
        }
    }
    u[0] * u[4]
}

/// Two loops with a change between them, and calls in one expression.
#[differentiable]
fn two_loops(start: &[f64], rate: f64) -> f64 {
    let mut u = start.to_vec();
    let mut sum = 0.0;
    for step in 0..3 {
        let first: Vec<f64> = (0..u.len()).map(|i| slope(&u, i) + slope(&u, (i + 2) % 5).tanh()).collect();
        u[step] *= rate;
        let second: Vec<f64> = (0..u.len()).map(|i| slope(&u, i) * first[i]).collect();
        for i in 0..u.len() {
            if i == 3 && step == 1 {
                continue;
            }
            if first[i] > 10.0 {
                break;
            }
            sum += slope(&second, i) * slope(&u, i);
        }
        u[4] += sum;
    }
    sum * u[4]
}

/// A part of a list, with a name that means something else in the loop.
#[differentiable]
fn rows(w: &[f64], x: &[f64]) -> f64 {
    let n = x.len();
    let mut w = w.to_vec();
    let mut y = x.to_vec();
    for _ in 0..2 {
        let mut z = vec![0.0; n];
        for i in 0..n {
            let x = &y;
            z[i] = product(&w[i * n..(i + 1) * n], x).tanh();
        }
        y = z;
        w[1] *= y[0];
    }
    let first = &y;
    first.iter().sum()
}

#[differentiable]
fn product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[derive(Clone, Differentiable)]
struct Cells {
    now: Vec<f64>,
    rate: f64,
}

#[differentiable]
fn cooled(cells: &Cells, i: usize) -> f64 {
    cells.now[i] * (-cells.rate).exp()
}

#[differentiable]
impl Cells {
    fn step(&mut self, h: f64) -> f64 {
        let mut lost = 0.0;
        let mut next = Vec::new();
        for i in 0..self.now.len() {
            let now = slope(&self.now, i) * h + cooled(self, i);
            lost += self.now[i] - now;
            next.push(now);
        }
        self.now = next;
        self.rate *= 1.0 + lost * 0.1;
        lost
    }
}

#[differentiable]
fn of_a_struct(start: &[f64], rate: f64) -> f64 {
    let mut cells = Cells { now: start.to_vec(), rate };
    let mut sum = 0.0;
    for k in 0..3 {
        sum += cells.step(0.1 * k as f64);
        for i in 0..2 {
            sum += cooled(&cells, i + k);
        }
    }
    sum + cells.rate
}

/// The loop may have no iterations, and the branch may not be taken.
#[differentiable]
fn perhaps(start: [f64; 5], rate: f64, n: usize) -> f64 {
    let mut u = start;
    let mut s = rate;
    for k in 0..3 {
        for i in k..n {
            if u[i] > 0.3 {
                s += slope(&u, i) * s;
            }
        }
        u = std::array::from_fn(|i| if i > k { slope(&u, i) + s } else { u[i] * s.sin() });
    }
    s * u[2] + u[0]
}

/// A number that changes outside of the loop, and blocks in the way.
#[differentiable]
fn numbers(x: &[f64], rate: f64) -> f64 {
    let mut scale = rate;
    let mut total = 0.0;
    for _ in 0..3 {
        let part = {
            let mut part = 0.0;
            for x in x {
                part += (x * scale).sin() * scale;
            }
            scale += 0.1;
            for x in x {
                part *= 1.0 + 0.1 * x * scale;
            }
            part
        };
        total += part;
        scale *= part;
    }
    total * scale
}

/// What is run again, and what a closure is given.
#[differentiable]
fn run_again(start: &[f64], rate: f64) -> f64 {
    let mut u = start.to_vec();
    let mut sum = 0.0;
    #[checkpoint]
    for k in 0..4 {
        let at = |i: usize| slope(&u, i) * rate;
        let mut change = 0.0;
        for i in 0..u.len() {
            change += at(i) * slope(&u, (i + k) % 5);
        }
        u[k] += change;
        sum += change;
    }
    sum * u[0]
}

#[differentiable]
fn lent(u: &mut [f64], rate: f64) -> f64 {
    let mut sum = 0.0;
    let mut k = 0;
    while k < 3 {
        for i in 0..u.len() {
            sum += rate * slope(u, i).powi(2);
        }
        u[k] -= sum;
        k += 1;
    }
    sum
}

#[differentiable]
fn of_lent(start: &[f64], rate: f64) -> f64 {
    let mut u = start.to_vec();
    lent(&mut u, rate) + u[1] * u[2]
}

/// The copies are made in the block of the whole function.
#[differentiable]
fn pushed(s: &mut (f64, [f64; 5]), n: usize) -> f64 {
    let mut q = 1.0;
    if s.0 > 0.0 {
        q /= s.1[1].sin() + 2.0;
    }
    let mut sum = 0.0;
    for i in 0..n {
        let mut list = Vec::new();
        list.push(s.0);
        list.push(slope(&s.1, i));
        sum += q.powi(2) * list[0] * list[1];
    }
    s.0 *= sum;
    q *= s.0;
    sum * q
}

#[differentiable]
fn of_pushed(x: f64, list: [f64; 5], n: usize) -> f64 {
    let mut s = (x, list);
    pushed(&mut s, n) + s.0
}

#[test]
fn gradients_agree_with_differences() {
    of_pushed::at(0.4, U, 4).check().unwrap();
    of_pushed::at(0.4, U, 0).check().unwrap();
    advected::at(&U, 0.2, 3).check().unwrap();
    in_place::at(&U, 0.2).check().unwrap();
    two_loops::at(&U, 0.7).check().unwrap();
    rows::at(&[0.3; 25], &U).check().unwrap();
    of_a_struct::at(&U, 0.3).check().unwrap();
    perhaps::at(U, 0.4, 5).check().unwrap();
    perhaps::at(U, 0.4, 1).check().unwrap();
    numbers::at(&U, 0.6).check().unwrap();
    run_again::at(&U, 0.6).check().unwrap();
    of_lent::at(&U, 0.3).check().unwrap();
}

#[test]
fn in_forward_mode_and_twice() {
    advected::at(&U, 0.2, 3).check_hvp().unwrap();
    two_loops::at(&U, 0.7).check_hvp().unwrap();
    rows::at(&[0.3; 25], &U).check_jvp().unwrap();
    of_a_struct::at(&U, 0.3).check_hvp().unwrap();
    perhaps::at(U, 0.4, 5).check_hvp().unwrap();
    numbers::at(&U, 0.6).check_hvp().unwrap();
    run_again::at(&U, 0.6).check_hvp().unwrap();
}

/// One copy for each step, not for each call.
#[test]
fn the_tape_grows_as_the_list() {
    let bytes = |n: usize| advected::at(&vec![0.1; n], 0.2, 3).tape_bytes();
    assert!(bytes(400) < 5 * bytes(100), "{} and {}", bytes(100), bytes(400));
}
