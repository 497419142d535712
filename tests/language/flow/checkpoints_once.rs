//! `#[checkpoint]` on blocks, calls and functions: less memory, and the same results to the last bit.

use cotangent::prelude::*;

#[differentiable]
fn layer(x: f64, w: f64) -> f64 {
    let a = (x * w).sin();
    let b = (a * x).cos();
    a * b + x
}

#[differentiable]
#[checkpoint]
fn layer_again(x: f64, w: f64) -> f64 {
    let a = (x * w).sin();
    let b = (a * x).cos();
    a * b + x
}

#[differentiable]
fn stored(x: f64, w: f64) -> f64 {
    let h = layer(x * 2.0, w);
    let mut s = h * w;
    {
        s = s * h + s.exp();
        s *= s.sin();
    }
    let y = {
        let z = layer(s, h);
        z * z.sin()
    };
    y * layer(y, x)
}

#[differentiable]
fn again(x: f64, w: f64) -> f64 {
    let h = #[checkpoint]
    layer(x * 2.0, w);
    let mut s = h * w;
    #[checkpoint]
    {
        s = s * h + s.exp();
        s *= s.sin();
    }
    let y = #[checkpoint]
    {
        let z = layer(s, h);
        z * z.sin()
    };
    y * layer_again(y, x)
}

#[test]
fn results_are_those_of_storing_all() {
    for (x, w) in [(0.3, 0.7), (-1.2, 0.4), (0.0, 1.0)] {
        assert_eq!(both_modes!(again(x, w)), both_modes!(stored(x, w)));
        assert_eq!(again::at(x, w).hessian(), stored::at(x, w).hessian());
    }
}

#[test]
fn memory_is_that_of_the_largest_part() {
    let (all, less) = (stored::at(0.3, 0.7).tape_words(), again::at(0.3, 0.7).tape_words());
    assert!(10 * less < 6 * all, "{less} {all}");
    let mut tape = vec![0; less];
    assert_eq!(again::at(0.3, 0.7).on(&mut tape[..]).try_value_and_grad(), Ok(stored::value_and_grad(0.3, 0.7)));
    let full = again::at(0.3, 0.7).on(&mut tape[1..]).try_value_and_grad();
    assert_eq!(full, Err(TapeOverflow { needed: less, available: less - 1 }));
}

// ---- depth ----

#[derive(Clone, Differentiable)]
struct Block {
    w1: Matrix<f64, 4, 4>,
    w2: Matrix<f64, 4, 4>,
}

#[differentiable]
impl Block {
    fn residual(&self, x: &Vector<f64, 4>) -> Vector<f64, 4> {
        let h = self.w1.matmul(x).tanh();
        x + self.w2.matmul(&h).tanh()
    }

    #[checkpoint]
    fn residual_again(&self, x: &Vector<f64, 4>) -> Vector<f64, 4> {
        let h = self.w1.matmul(x).tanh();
        x + self.w2.matmul(&h).tanh()
    }
}

macro_rules! network {
    ($name:ident $method:ident $(#[$mark:meta])*) => {
        #[differentiable]
        fn $name(blocks: &[Block], x: &Vector<f64, 4>) -> f64 {
            let mut h = *x;
            for block in blocks {
                h = $(#[$mark])* block.$method(&h);
            }
            (&h * &h).sum()
        }
    };
}
network!(deep residual);
network!(deep_by_calls residual #[checkpoint]);
network!(deep_by_methods residual_again);

fn blocks(n: usize) -> Vec<Block> {
    let weights = |i: usize, k: usize| Matrix::from_fn(|[a, b]| 0.3 * ((i * 7 + 3 * a + 5 * b + k) as f64).sin());
    (0..n).map(|i| Block { w1: weights(i, 0), w2: weights(i, 1) }).collect()
}

#[test]
fn a_deep_network_keeps_what_is_between_its_blocks() {
    let x = tensor([0.3, -0.2, 0.5, 0.1]);
    for n in [0, 1, 2, 30] {
        let blocks = blocks(n);
        let (value, (gradient, of_x)) = deep::value_and_grad(&blocks, &x);
        for (other, (of_blocks, of_input)) in
            [deep_by_calls::value_and_grad(&blocks, &x), deep_by_methods::value_and_grad(&blocks, &x)]
        {
            assert_eq!((other, of_input), (value, of_x));
            for (a, b) in of_blocks.iter().zip(&gradient) {
                assert_eq!((a.w1, a.w2), (b.w1, b.w2));
            }
        }
    }
    let words = |n: usize| {
        let blocks = blocks(n);
        [
            deep::at(&blocks, &x).tape_words(),
            deep_by_calls::at(&blocks, &x).tape_words(),
            deep_by_methods::at(&blocks, &x).tape_words(),
        ]
    };
    // What one more block adds: its argument, and all that it makes, or not.
    let (more, few) = (words(40), words(30));
    let grown: Vec<_> = more.iter().zip(few).map(|(more, few)| (more - few) / 10).collect();
    let tags = 2 * usize::from(cfg!(debug_assertions));
    assert_eq!(grown[1], grown[2]);
    assert!((4..=6 + tags).contains(&grown[1]) && grown[0] >= 12, "{grown:?}");
}

/// A network whose depth its type says.
#[differentiable]
fn of_known_depth(blocks: &[Block; 20], x: &Vector<f64, 4>) -> f64 {
    let mut h = *x;
    for i in 0..20 {
        h = #[checkpoint]
        blocks[i].residual(&h);
    }
    let y = #[checkpoint]
    blocks[0].residual(&h);
    (&h * &y).sum()
}

#[test]
fn a_size_that_is_known_is_exact() {
    assert_eq!(again::tape_words(), again::at(0.3, 0.7).tape_words());
    let x = tensor([0.3, -0.2, 0.5, 0.1]);
    let blocks: [Block; 20] = std::array::from_fn(|i| blocks(i + 1).remove(i));
    assert_eq!(of_known_depth::tape_words(), of_known_depth::at(&blocks, &x).tape_words());
    let mut tape = TapeBuffer::<{ of_known_depth::tape_words() }>::new();
    let (value, (_, of_x)) = of_known_depth::at(&blocks, &x).on(&mut tape).value_and_grad();
    assert_eq!((value, of_x), {
        let (value, (_, of_x)) = of_known_depth::value_and_grad(&blocks, &x);
        (value, of_x)
    });
    cotangent::check::gradient(
        |x: &Vector<f64, 4>| of_known_depth(&blocks, x),
        |x: &Vector<f64, 4>| {
            let (value, (_, of_x)) = of_known_depth::value_and_grad(&blocks, x);
            (value, of_x)
        },
        x,
    )
    .unwrap();
}

// ---- what a block may do ----

#[derive(Clone, Copy, Differentiable)]
struct State {
    at: [f64; 2],
    speed: f64,
}

#[differentiable]
fn kick(state: &mut State, by: f64) {
    state.speed += by * state.at[0].sin();
    state.at[1] *= state.speed;
}

macro_rules! walk {
    ($name:ident $(#[$mark:meta])*) => {
        #[differentiable]
        fn $name(x: f64, gains: &[f64], limit: f64, place: &mut f64) -> f64 {
            let mut state = State { at: [x, 1.0], speed: 0.5 * x };
            let double = |v: f64| 2.0 * v;
            let first = &gains[0];
            let mut count = 0;
            let mut sum = 0.0;
            for (i, gain) in gains.iter().enumerate() {
                $(#[$mark])*
                {
                    let by = double(*gain) * *first + i as f64 * 0.1;
                    for k in 0..i % 3 {
                        state.at[k % 2] += by * (state.speed * gains[k]).sin();
                        count += 1;
                    }
                    kick(&mut state, by);
                    *place *= 1.0 + 0.1 * state.speed;
                    if state.speed > limit {
                        return state.speed * x + *place;
                    }
                    if i % 4 == 3 {
                        continue;
                    }
                    sum += state.at[0] * by;
                }
                let term = $(#[$mark])* {
                    let mut t = sum * 0.5;
                    if t < 0.0 { t = t * t; }
                    t.sin() * count as f64
                };
                $(#[$mark])* kick(&mut state, term);
            }
            sum * state.at[1] + state.speed
        }
    };
}
walk!(walk_stored);
walk!(walk_again #[checkpoint]);

#[test]
fn all_that_a_block_may_do() {
    let gains = [1.1, -0.9, 0.3, 0.7, -0.2, 0.5, 0.8];
    macro_rules! run {
        ($f:ident, $n:expr, $limit:expr) => {{
            let (mut dx, mut dg, mut dl) = (0.25, vec![0.5; $n], 0.0);
            let (mut place, mut bar) = (0.4, 2.0);
            let mut tape = GrowableTape::new();
            let y = $f::at(0.6, &gains[..$n], $limit, &mut place)
                .on(&mut tape)
                .vjp_into(1.5, (&mut dx, &mut dg, &mut dl, &mut bar));
            (y, place, dx, dg, dl, bar)
        }};
    }
    for n in 1..=7 {
        for limit in [100.0, 1.0, 0.2] {
            assert_eq!(run!(walk_again, n, limit), run!(walk_stored, n, limit), "{n} {limit}");
        }
    }
    cotangent::check::gradient(
        |x: &f64| walk_again(*x, &gains, 100.0, &mut 0.4),
        |x: &f64| {
            let (mut dx, mut dg, mut dl, mut bar) = (0.0, [0.0; 7], 0.0, 0.0);
            let mut tape = GrowableTape::new();
            let y = walk_again::value_and_grad_into(
                &mut tape, *x, &gains, 100.0, &mut 0.4, &mut dx, &mut dg, &mut dl, &mut bar,
            );
            (y, dx)
        },
        0.6,
    )
    .unwrap();
}

macro_rules! outcomes {
    ($name:ident $(#[$mark:meta])*) => {
        #[differentiable]
        $(#[$mark])*
        fn $name<T: Real>(x: T, data: &[T; 3]) -> Option<T> {
            let mut y = x;
            for d in data {
                y = y * *d + positive(y)?;
            }
            if y > T::lit(50.0) {
                return Some(y.sqrt());
            }
            Some(y.sin())
        }
    };
}
outcomes!(outcome_stored);
outcomes!(outcome_again #[checkpoint]);

#[differentiable]
fn positive<T: Real>(x: T) -> Option<T> {
    if x > T::ZERO { Some(x.ln_1p()) } else { None }
}

#[test]
fn functions_leave_early_when_they_run_again() {
    for x in [0.5, 3.0, 40.0, -1.0] {
        let data = [0.5, 1.5, 2.0];
        assert_eq!(outcome_again::value_and_grad(x, &data), outcome_stored::value_and_grad(x, &data), "{x}");
    }
}

// ---- in loops and in each other ----

macro_rules! nested {
    ($name:ident $(#[$mark:meta])*) => {
        #[differentiable]
        fn $name(x: f64, n: usize) -> f64 {
            let mut y = x;
            let mut sum = 0.0;
            $(#[$mark])*
            for i in 0..n {
                $(#[$mark])*
                {
                    let z = $(#[$mark])* layer(y, x);
                    $(#[$mark])*
                    for j in 0..i {
                        y += 0.01 * (z * y).sin() * j as f64;
                    }
                    y = z * y.cos();
                }
                sum += $(#[$mark])* y.sin();
            }
            // A sum that is reversed as it runs.
            for i in 0..n {
                sum += $(#[$mark])* layer(x, i as f64);
            }
            sum
        }
    };
}
nested!(nested_stored);
nested!(nested_again #[checkpoint]);

#[test]
fn in_loops_in_each_other_and_in_sums() {
    for n in 0..12 {
        assert_eq!(both_modes!(nested_again(0.4, n)), both_modes!(nested_stored(0.4, n)), "{n}");
    }
    assert!(nested_again::at(0.4, 60).tape_words() < nested_stored::at(0.4, 60).tape_words() / 4);
}

#[differentiable]
fn constants(x: f64, n: usize) -> f64 {
    let mut k = 1;
    #[checkpoint]
    {
        k += n;
    }
    let half = #[checkpoint]
    halved(k);
    x * half
}

fn halved(k: usize) -> f64 {
    k as f64 * 0.5
}

#[test]
fn what_is_constant_is_not_run_again() {
    assert_eq!(constants::value_and_grad(3.0, 3), (6.0, 2.0));
}
