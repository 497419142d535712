//! Loops over ranges that reserve room on the tape for all their iterations: with indices of any type, in any direction, of any length,
//! beside and inside of loops that cannot, and on tapes that are too small.

use cotangent::prelude::*;

#[differentiable]
fn smoothed_in_place(x: f64, sweeps: usize) -> f64 {
    let mut u = [x, 0.3, x * x, -0.5, 1.2];
    for _ in 0..sweeps {
        for i in 1..4 {
            u[i] += 0.1 * x * (u[i - 1] - 2.0 * u[i] + u[i + 1]) * u[i];
        }
    }
    u[1] + u[2] * u[3]
}

#[differentiable]
fn backwards_and_inclusive(x: f64, from: i32, to: i32) -> f64 {
    let mut y = x;
    for i in (from..=to).rev() {
        y = y * x + f64::from(i) * y * y;
    }
    for i in to..from {
        y = y * y + f64::from(i) * x;
    }
    y
}

#[differentiable]
fn with_an_index_of_its_own_type(x: f64) -> f64 {
    let mut y = x;
    for i in 5..8 {
        let wide: u64 = i;
        y = y * x + 0.1 * (wide as f64) * y * y;
    }
    for letter in 'a'..'d' {
        y = y * x + y * y * f64::from(letter as u32) * 1e-3;
    }
    y
}

#[differentiable]
fn beside_loops_that_cannot(x: f64, n: usize) -> f64 {
    let mut y = x;
    for i in 0..n {
        for _ in 0..2 {
            y = y * x;
        }
        for k in 0..n {
            if y > 2.0 {
                break;
            }
            y = y * y + x * (k as f64 + 1.0);
        }
        if i % 2 == 0 {
            for _ in 0..3 {
                y = y * 0.5 * x + y * y * 0.01;
            }
        }
        for _ in 0..2 {
            y = y.sin() * x;
        }
    }
    y
}

#[differentiable]
fn with_values_that_are_named(x: f64) -> f64 {
    let mut pair = (x, [x, 2.0 * x]);
    for i in 0..2 {
        let (a, b) = (pair.0 * x, pair.1[i] * pair.1[1 - i]);
        let c = a * b;
        pair = (c * x, [c, b * a]);
    }
    pair.0 * pair.1[0] + pair.1[1]
}

/// Rules that keep nothing, their result, and a residual.
#[differentiable]
fn elements_by_rules(x: f64, n: usize) -> f64 {
    let mut u = [x, 0.3, x * x, -0.5, 1.2];
    for i in 0..n {
        u[i] = (u[i] * x).exp() - u[4 - i].gelu();
    }
    for i in (1..=n).rev() {
        u[i - 1] += u[i].sin() * u[i].abs();
    }
    u[0] * u[1] + u[2] * u[3] + u[4]
}

#[differentiable(fast_math)]
fn elements_by_fast_rules(x: f64) -> f64 {
    let mut u = [x, 0.3, x * x, -0.5, 1.2];
    for u in &mut u {
        *u = (*u * x).sin() + u.gelu();
    }
    u[0] * u[1] + u[2] * u[3] + u[4]
}

#[derive(Differentiable, Clone, Debug)]
struct Spring {
    strength: f64,
}

/// What it pushes depends on the argument.
#[differentiable]
impl Spring {
    fn energy(&self, x: f64) -> f64 {
        let mut sum = self.strength * x;
        for i in 0..3 {
            if x > 0.3 * i as f64 {
                sum += (sum * x).sin();
            }
        }
        sum
    }
}

#[differentiable]
fn elements_by_functions(x: f64, n: usize) -> f64 {
    let springs = [2.0, 0.4, -3.0].map(|strength| Spring { strength });
    let mut u = [x, x * x, 0.7 * x, 1.0 - x];
    for i in 0..n {
        u[i] = springs[i].energy(u[i]).exp() * u[i + 1];
    }
    u[0] + u[1] * u[2] * u[3]
}

#[differentiable]
fn elements_that_are_vectors(a: f64) -> f64 {
    let x = [tensor([a, a * a, 0.7]), tensor([1.0, 0.2 * a, -a])];
    let mut y = x.clone();
    for i in 0..2 {
        y[i] = x[i].softmax::<0>() * x[1 - i].exp();
    }
    (y[0] * y[1]).sum()
}

#[test]
fn they_have_the_gradients_that_differences_have() {
    check! {
        elements_by_rules(0) at 0.7;
        elements_by_rules(4) at 0.7, -0.4;
        elements_by_fast_rules() at 0.7, -0.4;
        elements_by_functions(0) at 0.4;
        elements_by_functions(3) at 0.4, 0.65, 1.1;
        elements_that_are_vectors() at 0.4, -0.9;
        smoothed_in_place(0) at 0.7;
        smoothed_in_place(1) at 0.7, -0.4;
        smoothed_in_place(5) at 0.7, 1.1;
        backwards_and_inclusive(1, 3) at 0.4, -0.3;
        backwards_and_inclusive(2, 2) at 0.4;
        backwards_and_inclusive(3, 1) at 0.4;
        with_an_index_of_its_own_type() at 0.3;
        beside_loops_that_cannot(0) at 0.8;
        beside_loops_that_cannot(3) at 0.8, 1.3, -0.6;
        with_values_that_are_named() at 0.9, -0.4;
    }
}

macro_rules! too_small {
    ($($f:ident $n:literal)*) => {$(
        let needed = $f::at(0.7, $n).tape_words();
        let (mut tape, mut gradient) = (vec![0_u64; needed], 0.0);
        for available in 0..needed {
            let overflow = $f::at(0.7, $n).on(&mut tape[..available]).try_value_and_grad_into(&mut gradient);
            assert_eq!(overflow, Err(TapeOverflow { needed, available }));
            assert_eq!(gradient, 0.0);
        }
        let value = $f::at(0.7, $n).on(&mut tape[..]).try_value_and_grad_into(&mut gradient);
        assert_eq!((value, gradient), {
            let (value, gradient) = $f::value_and_grad(0.7, $n);
            (Ok(value), gradient)
        });
    )*};
}

#[test]
fn a_tape_that_is_too_small_is_told_what_it_needs() {
    too_small! { smoothed_in_place 1 smoothed_in_place 4 elements_by_rules 3 elements_by_functions 2 elements_by_functions 3 }
}
