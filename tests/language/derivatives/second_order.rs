//! Hessians of every construct of the language, against differences of gradients, which other tests look at.

use cotangent::prelude::*;

/// Where the functions are looked at, and the steps of the differences.
const AT: [f64; 3] = [0.7, -0.4, 1.3];
const STEP: f64 = 1e-5;

/// The Hessian of functions of three numbers: symmetric, beside the same value and gradient, and what differences say; and not
/// zero, so that it says something.
macro_rules! hessians {
    ($($name:ident: $f:ident;)*) => {$(
        #[test]
        fn $name() {
            let (value, gradient, hessian) = $f::at(&AT).value_grad_and_hessian();
            let (expected, slopes) = $f::value_and_grad(&AT);
            assert_eq!(value.to_bits(), expected.to_bits());
            let mut largest = 0.0_f64;
            for i in 0..3 {
                assert!((gradient[i] - slopes[i]).abs() <= 1e-13 * (1.0 + slopes[i].abs()), "{gradient:?} {slopes:?}");
                let (mut right, mut left) = (AT, AT);
                right[i] += STEP;
                left[i] -= STEP;
                let (right, left) = ($f::grad(&right), $f::grad(&left));
                let column = $f::at(&AT).hvp(std::array::from_fn(|j| if i == j { 1.0 } else { 0.0 }));
                assert_eq!(column, hessian[i]);
                for j in 0..3 {
                    let difference = (right[j] - left[j]) / (2.0 * STEP);
                    let entry = hessian[i][j];
                    largest = largest.max(entry.abs());
                    assert!((entry - difference).abs() <= 2e-8 * (1.0 + entry.abs()), "{i}, {j}: {entry} {difference}");
                    assert!((entry - hessian[j][i]).abs() <= 1e-12 * (1.0 + entry.abs()), "{i}, {j}: {entry}");
                }
            }
            assert!(largest > 0.1);
            needs!($f, $f::at(&AT).hvp_tape_words());
        }
    )*};
}

/// A tape of so many words is large enough, and no smaller one.
macro_rules! needs {
    ($f:ident, $words:expr) => {{
        let words: usize = $words;
        let mut tape = vec![0_u64; words];
        assert_eq!($f::at(&AT).on(tape.as_mut_slice()).try_hvp(AT), Ok($f::at(&AT).hvp(AT)));
        if words > 0 {
            let full = $f::at(&AT).on(&mut tape[1..]).try_hvp(AT).unwrap_err();
            assert_eq!((full.needed, full.available), (words, words - 1));
        }
    }};
}

hessians! {
    operators_have_second_derivatives: operators;
    a_loop_has_one: looped;
    loops_in_loops_have_one: nested;
    a_loop_that_runs_again_has_one: checkpointed;
    a_sum_that_is_reversed_as_it_runs_has_one: fused;
    mutation_has_one: mutated;
    branches_have_one: branched;
    a_match_has_one: matched;
    an_early_exit_has_one: left_early;
    a_question_mark_has_one: questioned;
    a_while_loop_with_a_break_has_one: broken_off;
    structs_have_one: structured;
    enums_have_one: varied;
    tuples_and_arrays_have_one: gathered;
    arrays_made_element_by_element_have_one: made;
    closures_and_iterators_have_one: iterated;
    calls_have_one: called;
    recursion_has_one: recursive;
    lent_arguments_have_one: lent;
    lent_arguments_that_are_read_have_one: lent_and_read;
    methods_have_one: by_method;
    generic_functions_have_one: generic;
    tensors_have_one: on_tensors;
    an_index_that_is_computed_has_one: indexed;
    rearranged_lists_have_one: rearranged;
    exchanged_values_have_one: exchanged;
    the_rest_of_a_struct_has_one: updated;
    a_cotangent_that_is_zero_here_moves: square_at_zero;
}

#[differentiable]
fn operators(x: &[f64; 3]) -> f64 {
    let a = x[0] * x[1] - x[2] / x[0];
    let b = -(a * a) + 2.0 * x[2];
    (a / (b * b + 1.0)) % 7.0 + x[1].powi(3) * x[0].sin().exp()
}

#[differentiable]
fn looped(x: &[f64; 3]) -> f64 {
    let mut s = 1.0;
    for i in 0..3 {
        s = s * x[i].cos() + x[i] * x[0];
    }
    s * s + x[1] * s
}

#[differentiable]
fn nested(x: &[f64; 3]) -> f64 {
    let mut m = [x[0], x[1] * x[1], x[2]];
    for i in 0..3 {
        for j in 0..i {
            m[i] = m[i] * m[j] + x[j];
            m[j] *= x[i];
        }
    }
    m[0] * m[1] + m[2] * m[2]
}

#[differentiable]
fn checkpointed(x: &[f64; 3]) -> f64 {
    let (mut a, mut b) = (x[0], x[1]);
    #[checkpoint]
    for i in 0..7 {
        let c = a.sin() * x[2];
        a += 0.3 * b * c;
        b = b * 0.9 - 0.1 * a * a + 0.01 * i as f64;
    }
    a * b
}

#[differentiable]
fn fused(x: &[f64; 3]) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        for j in 0..3 {
            s += (x[i] * x[j]).exp() * (i + j) as f64;
        }
    }
    0.1 * s
}

#[differentiable]
fn mutated(x: &[f64; 3]) -> f64 {
    let mut y = *x;
    y[1] = y[0] * y[2];
    y[0] -= y[1] * x[1];
    let old = y[2];
    y[2] = y[2] * y[0];
    y[0] *= old;
    y[0] + y[1] * y[2]
}

#[differentiable]
fn branched(x: &[f64; 3]) -> f64 {
    let a = if x[0] > 0.0 { x[0] * x[1] * x[1] } else { x[2] };
    let mut b = x[2];
    if a > 0.0 {
        b *= a;
    } else if b > 100.0 {
        b = 0.0;
    }
    a * b
}

#[differentiable]
fn matched(x: &[f64; 3]) -> f64 {
    let mut s = x[0];
    for i in 0..4 {
        s = match i % 3 {
            0 => s * x[1],
            1 if x[2] > 0.0 => s * s + x[2] * x[0],
            _ => s.exp() * x[2],
        };
    }
    s
}

#[differentiable]
fn left_early(x: &[f64; 3]) -> f64 {
    let mut s = x[0] * x[0];
    for i in 0..10 {
        s = s * 1.5 + x[1] * x[2] * s;
        if s > 2.0 || i == 8 {
            return s * s * x[2];
        }
    }
    s
}

#[differentiable]
fn positive(x: f64) -> Option<f64> {
    if x < -100.0 {
        return None;
    }
    Some(x * x * x)
}

#[differentiable]
fn both(x: &[f64; 3]) -> Option<f64> {
    let a = positive(x[0])?;
    let b = positive(x[1] * a)?;
    Some(a * b * x[2])
}

#[differentiable]
fn questioned(x: &[f64; 3]) -> f64 {
    both(x).unwrap()
}

#[differentiable]
fn broken_off(x: &[f64; 3]) -> f64 {
    let (mut s, mut n) = (x[0], 0);
    while n < 20 {
        n += 1;
        s = s * x[2] + x[1] * x[1];
        if s > 3.0 {
            break;
        }
    }
    s * s
}

#[derive(Differentiable, Clone, Debug)]
struct Point {
    x: f64,
    rest: [f64; 2],
}

#[differentiable]
impl Point {
    fn size(&self, by: f64) -> f64 {
        self.x * self.rest[0] * by + self.rest[1] * by * by
    }
}

#[differentiable]
fn structured(x: &[f64; 3]) -> f64 {
    let mut p = Point { x: x[0] * x[1], rest: [x[1], x[2]] };
    p.rest[0] *= p.x;
    let q = Point { x: p.rest[1], ..p.clone() };
    p.x * q.x + q.rest[0] * p.rest[0]
}

#[derive(Differentiable, Clone, Debug)]
enum Shape {
    Circle(f64),
    Rect { width: f64, height: f64 },
}

#[differentiable]
fn area(shape: &Shape) -> f64 {
    match shape {
        Shape::Circle(r) => r * r * 3.0,
        Shape::Rect { width, height } => width * height * width,
    }
}

#[differentiable]
fn varied(x: &[f64; 3]) -> f64 {
    let a = Shape::Circle(x[0] * x[1]);
    let b = Shape::Rect { width: x[1], height: x[2] * x[0] };
    area(&a) * area(&b)
}

#[differentiable]
fn gathered(x: &[f64; 3]) -> f64 {
    let pair = (x[0] * x[1], [x[2], x[0]]);
    let (a, [b, c]) = pair;
    let all = [[a, b], [c * c, a]];
    all[0][0] * all[1][0] + all[0][1] * all[1][1]
}

#[differentiable]
fn made(x: &[f64; 3]) -> f64 {
    let squares: [f64; 3] = core::array::from_fn(|i| x[i] * x[(i + 1) % 3]);
    let twice = [squares[1] * x[0]; 2];
    let sines = x.map(|v| v.sin() * x[2]);
    squares[0] * twice[0] + squares[2] * twice[1] * sines[0] + sines[1] * sines[2]
}

#[differentiable]
fn iterated(x: &[f64; 3]) -> f64 {
    let scaled = |v: f64| v * x[2] * x[2];
    let sum: f64 = x.iter().zip(x.iter().rev()).map(|(a, b)| scaled(*a) * b).sum();
    let product: f64 = x.iter().take(2).product();
    sum * product + x.windows(2).map(|w| w[0] * w[1] * w[1]).sum::<f64>()
}

#[differentiable]
fn helper(a: f64, list: &[f64], #[constant] by: f64) -> f64 {
    let mut s = a;
    for v in list {
        s = s * v + by * v * v;
    }
    s
}

#[differentiable]
fn called(x: &[f64; 3]) -> f64 {
    let own = [x[0] * x[0], x[1]];
    helper(x[0], x, 0.5) * helper(own[1], &own, 2.0) + helper(x[2], &x[1..], 1.0)
}

#[differentiable]
fn recursive_of(x: f64, depth: usize) -> f64 {
    if depth == 0 {
        return x;
    }
    let below = recursive_of(x * 0.9, depth - 1);
    below * below * 0.5 + x
}

#[differentiable]
fn recursive(x: &[f64; 3]) -> f64 {
    recursive_of(x[0], 3) * x[1] + recursive_of(x[2], 2)
}

#[differentiable]
fn turn(p: &mut [f64], by: f64) {
    let first = p[0];
    p[0] = p[0] * by - p[1];
    p[1] = p[1] * first * by;
}

#[differentiable]
fn lent(x: &[f64; 3]) -> f64 {
    let mut p = *x;
    for i in 0..2 {
        turn(&mut p[i..i + 2], x[0]);
    }
    let mut q = [p[2], p[0]];
    turn(&mut q, p[1]);
    q[0] * q[1] + p[0] * p[2]
}

#[differentiable]
fn product_of(p: &[f64; 3], by: f64) -> f64 {
    p[0] * p[1] * by + p[2] * p[2]
}

#[differentiable]
fn change(p: &mut [f64; 3], x: f64) -> f64 {
    p[1] *= x;
    let a = product_of(p, x);
    p[0] = a * p[2];
    product_of(p, a)
}

#[differentiable]
fn lent_and_read(x: &[f64; 3]) -> f64 {
    let mut p = *x;
    let a = change(&mut p, x[1]);
    a * p[0] + p[1]
}

#[differentiable]
fn by_method(x: &[f64; 3]) -> f64 {
    let p = Point { x: x[0], rest: [x[1], x[2] * x[0]] };
    p.size(x[2]) * p.size(2.0)
}

#[differentiable]
fn norm_of<T: Real, const N: usize>(v: &[T; N]) -> T {
    let mut s = T::ONE;
    for a in v {
        s += *a * *a;
    }
    s.sqrt()
}

#[differentiable]
fn generic(x: &[f64; 3]) -> f64 {
    norm_of(x) * norm_of(&[x[0] * x[1], x[2]])
}

#[differentiable]
fn on_tensors(x: &[f64; 3]) -> f64 {
    let mut m = Matrix::<f64, 2, 2>::zeros();
    m[[0, 0]] = x[0];
    m[[0, 1]] = x[1];
    m[[1, 0]] = x[2];
    m[[1, 1]] = x[0] * x[1];
    let y = m.matmul(&m.tanh()) + &m;
    let z = y.softmax::<1>() * y.exp();
    z.sum() + (y * y).mean().sqrt() + y.max()
}

#[differentiable]
fn indexed(x: &[f64; 3]) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        let k = (2 * i + 1) % 3;
        let part = &x[k];
        s += part * x[i] * part;
    }
    s * s
}

#[differentiable]
fn rearranged(x: &[f64; 3]) -> f64 {
    let mut y = [x[0] * x[1], x[1], x[2] * x[2]];
    y.swap(0, 2);
    y.rotate_left(1);
    y[0] *= y[1];
    y.reverse();
    y[0] * x[0] + y[1] * y[2]
}

#[differentiable]
fn exchanged(x: &[f64; 3]) -> f64 {
    let (mut a, mut b) = (x[0] * x[1], x[2]);
    core::mem::swap(&mut a, &mut b);
    let old = core::mem::replace(&mut a, b * x[0]);
    a * old + b * b
}

#[differentiable]
fn updated(x: &[f64; 3]) -> f64 {
    let p = Point { x: x[0] * x[2], rest: [x[1] * x[1], x[2]] };
    let mut q = p.clone();
    q = Point { x: q.rest[0] * x[0], ..q };
    q.size(p.x) + q.rest[1] * p.rest[0]
}

#[differentiable]
fn square_at_zero(x: &[f64; 3]) -> f64 {
    let a = x[0] - 0.7;
    a * a * x[2] + (x[1] + 0.4).powi(2)
}

#[test]
fn a_product_goes_to_every_parameter_in_its_form() {
    #[differentiable]
    fn mixed(a: f64, list: &[f64], p: &Point, #[constant] k: f64) -> f64 {
        a * a * list[0] * p.x + k * list[1] * p.rest[1] * p.rest[1]
    }
    let p = Point { x: 2.0, rest: [5.0, 3.0] };
    let v = PointTangent { x: 1.0, rest: [1.0, 10.0] };
    let (da, dlist, dp) = mixed::at(2.0, &[3.0, 0.5], &p, 7.0).hvp((0.1, &[0.2, 0.3], v));
    // f = a² l x + 7 m r², at a = 2, l = 3, m = 0.5, x = 2, r = 3.
    assert!((da - (2.0 * 0.1 * 6.0 + 4.0 * (0.2 * 2.0 + 3.0 * 1.0))).abs() < 1e-12);
    assert!((dlist[0] - (4.0 * 0.1 * 2.0 + 4.0 * 1.0)).abs() < 1e-12);
    assert!((dlist[1] - 7.0 * 2.0 * 3.0 * 10.0).abs() < 1e-12);
    assert!((dp.x - (4.0 * 0.1 * 3.0 + 4.0 * 0.2)).abs() < 1e-12);
    assert_eq!(dp.rest[0], 0.0);
    assert!((dp.rest[1] - 7.0 * (0.3 * 2.0 * 3.0 + 0.5 * 2.0 * 10.0)).abs() < 1e-12);
}

/// The call that adds is there for functions without `&mut` too.
#[test]
fn products_are_added_to_places() {
    #[differentiable]
    fn mixed(a: f64, list: &[f64], #[constant] k: f64) -> f64 {
        a * a * list[0] + k * a * list[1] * list[1]
    }
    let (a, list, along) = (2.0, [3.0, 0.5], (0.1, &[0.2, 0.3][..]));
    let (value, (da, dlist), (ha, hlist)) = mixed::at(a, &list, 7.0).value_grad_and_hvp(along);
    let (mut gradient, mut product) = ((10.0, [20.0, 30.0]), (40.0, [50.0, 60.0]));
    let found = mixed::at(a, &list, 7.0).on(&mut [0; 100]).value_grad_and_hvp_into(
        along,
        (&mut gradient.0, &mut gradient.1),
        (&mut product.0, &mut product.1),
    );
    assert_eq!(found, value);
    assert_eq!(gradient, (10.0 + da, [20.0 + dlist[0], 30.0 + dlist[1]]));
    assert_eq!(product, (40.0 + ha, [50.0 + hlist[0], 60.0 + hlist[1]]));
}

/// The constant is as good as counting, and a buffer of its size is what a program without an allocator has.
#[test]
fn the_tape_has_a_size_that_is_known() {
    macro_rules! known {
        ($($f:ident)*) => {$({
            const WORDS: usize = $f::hvp_tape_words();
            assert_eq!(WORDS, $f::at(&AT).hvp_tape_words(), stringify!($f));
            assert_eq!($f::at(&AT).on(&mut TapeBuffer::<WORDS>::new()).hvp(AT), $f::at(&AT).hvp(AT));
            needs!($f, WORDS);
        })*};
    }
    known!(
        operators looped checkpointed mutated structured gathered made lent lent_and_read by_method generic
        on_tensors indexed rearranged exchanged updated square_at_zero by_rule
    );
    assert_eq!(8 * looped::hvp_tape_words(), 8 * looped::hvp_tape_words());
    // Of two branches the larger one counts.
    let words = branched::hvp_tape_words();
    let both = [AT, [0.7, 0.4, 1.3], [-0.7, 0.4, 1.3], [0.7, -0.4, -1.3]].map(|x| branched::at(&x).hvp_tape_words());
    assert_eq!(words, both.into_iter().max().unwrap(), "{both:?}");
}

#[test]
#[should_panic(expected = "the size of the tape depends on the arguments")]
fn the_tape_of_a_loop_that_ends_by_itself_has_none() {
    broken_off::hvp_tape_words();
}

#[differentiable(vjp = cubed_vjp, jvp = cubed_jvp)]
fn cubed(x: f64) -> f64 {
    x * x * x
}

#[differentiable]
fn cubed_vjp(x: f64, _: &f64, bar: &f64) -> f64 {
    3.0 * x * x * bar
}

fn cubed_jvp(x: f64, _: &f64, dot: &f64) -> f64 {
    3.0 * x * x * dot
}

#[differentiable]
fn by_rule(x: &[f64; 3]) -> f64 {
    cubed(x[0] * x[1]) * cubed(x[2])
}

#[test]
fn what_is_stopped_does_not_move() {
    #[differentiable]
    fn stopped(x: f64) -> f64 {
        x * x * stop_gradient(x)
    }
    assert_eq!(stopped::at(3.0).hvp(1.0), 2.0 * 3.0);
}

#[test]
fn gauss_newton_is_the_jacobian_twice() {
    #[differentiable]
    fn residuals(x: f64, y: f64) -> [f64; 3] {
        [x * y, x * x, y - x]
    }
    let (x, y, v) = (1.5, -2.0, (0.3, 0.7));
    let rows = [[y, x], [2.0 * x, 0.0], [-1.0, 1.0]];
    let jv = rows.map(|row| row[0] * v.0 + row[1] * v.1);
    let product = |i: usize| (0..3).map(|r| rows[r][i] * jv[r]).sum::<f64>();
    let found = residuals::at(x, y).gauss_newton(v);
    assert!((found.0 - product(0)).abs() < 1e-13 && (found.1 - product(1)).abs() < 1e-13);
}

#[test]
#[should_panic(expected = "the tangent of `list` has 1 elements, `list` has 2")]
fn a_direction_of_another_length_is_refused() {
    #[differentiable]
    fn total(list: &[f64]) -> f64 {
        list[0] * list[1]
    }
    total::at(&[1.0, 2.0]).hvp(&[1.0]);
}
