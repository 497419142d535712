//! Expressions of operators on tensors, which are one loop: against the same expression of numbers, element by element, at lengths around
//! those at which the loop changes; and where they are none.

use cotangent::prelude::*;
use cotangent::tensor::{Dim, Dyn, One, Tensor};

/// The gradients of an expression of tensors of several lengths by two tensors and a number are those of the expression of numbers.
macro_rules! same_as_of_numbers {
    ($($name:ident |$x:ident, $w:ident, $k:ident| $expression:expr;)*) => {$(
        mod $name {
            use cotangent::prelude::*;

            #[differentiable]
            fn of_numbers($x: f64, $w: f64, $k: f64) -> f64 {
                $expression
            }

            #[differentiable]
            fn of_tensors<const N: usize>($x: &Vector<f64, N>, $w: &Vector<f64, N>, $k: f64) -> Vector<f64, N> {
                $expression
            }

            fn at_length<const N: usize>() {
                let x = Vector::<f64, N>::from_fn(|[i]| 0.3 + (i as f64 * 0.7).sin());
                let w = Vector::<f64, N>::from_fn(|[i]| 1.5 + (i as f64 * 0.3).cos());
                let seed = Vector::<f64, N>::from_fn(|[i]| (i as f64 * 1.1).cos());
                let k = 1.25;
                let (y, (dx, dw, dk)) = of_tensors::vjp(&x, &w, k, seed);
                let mut sum = 0.0;
                for i in 0..N {
                    let (expected, (ex, ew, ek)) = of_numbers::vjp(x[[i]], w[[i]], k, seed[[i]]);
                    assert!((y[[i]] - expected).abs() <= 1e-14 * expected.abs(), "{N} {i}: {} {expected}", y[[i]]);
                    assert!((dx[[i]] - ex).abs() <= 1e-13 * (1.0 + ex.abs()), "{N} {i}: {} {ex}", dx[[i]]);
                    assert!((dw[[i]] - ew).abs() <= 1e-13 * (1.0 + ew.abs()), "{N} {i}: {} {ew}", dw[[i]]);
                    sum += ek;
                }
                assert!((dk - sum).abs() <= 1e-12 * (1.0 + sum.abs()), "{N}: {dk} {sum}");
            }

            #[test]
            fn same_as_of_numbers() {
                at_length::<1>();
                at_length::<2>();
                at_length::<5>();
                at_length::<63>();
                at_length::<64>();
                at_length::<65>();
                at_length::<200>();
                let (x, w) = (Vector::<f64, 7>::full(0.4), Vector::<f64, 7>::full(1.5));
                of_tensors::at(&x, &w, 0.7).check().unwrap();
            }
        }
    )*};
}

same_as_of_numbers! {
    products |x, w, k| x * w * k + k * x;
    a_layer |x, w, k| x * w + 0.1 * x * x - k;
    quotients |x, w, k| (x * k - w) / (w * w + 1.0);
    a_quotient_of_a_quotient |x, w, k| x / w / k;
    a_quotient_inside |x, w, k| w * (x / w) + k / w;
    divided_by_a_literal |x, w, k| (x - w) / 2.5 * k;
    negated |x, w, k| -(x * w) - -k * x;
    negative_literals |x, w, k| -0.5 * x * w + (-1.5) * k * w;
    one_operand |x, w, k| { let y = x * x * x - 0.5 * x; y + w * k };
    named_inside |x, w, k| { let a = x * 0.3 + w; let b = a * x * k; b * w - x };
    twice_the_same |x, w, k| { let a = (x + w) * k; a * x + x * a };
    sums_alone |x, w, k| x + w + k + x;
    a_literal_from_one |x, w, k| (1.0 - x) * (1.0 - x) + 2.0 * (w - x * x) * (w - x * x) * k;
}

type Signal = Vector<f64, 100>;

fn signal(phase: f64) -> Signal {
    Signal::from_fn(|[i]| 1.2 + (i as f64 * 0.37 + phase).sin())
}

// ---- operands of all kinds ----

#[derive(Differentiable, Clone, Copy, Debug, PartialEq)]
struct Layer {
    scale: Signal,
    shift: Signal,
    gain: f64,
}

#[differentiable]
impl Layer {
    fn apply(&self, x: &Signal) -> Signal {
        &self.scale * x * self.gain + &self.shift - x
    }
}

#[differentiable]
fn two_layers(layer: &Layer, x: &Signal) -> f64 {
    layer.apply(&layer.apply(x)).sum()
}

const HALF: f64 = 0.5;
const OFFSET: f64 = 3.0;

#[differentiable]
fn with_constants(x: &Signal, #[constant] target: &Signal, #[constant] weight: f64) -> f64 {
    let d = (x - target) * HALF + weight * x;
    (&d * &d * OFFSET).sum()
}

#[differentiable]
fn with_a_stop(x: &Signal, w: &Signal) -> f64 {
    (stop_gradient(x) * w + 2.0 * w * w).sum()
}

#[differentiable]
fn updated(x: &Signal, w: &Signal) -> f64 {
    let mut state = *x;
    let mut sum = 0.0;
    for _ in 0..3 {
        state = state * w * 0.5 + 0.1 * state * state;
        sum += state.mean();
    }
    sum
}

#[differentiable]
fn of_branches(x: &Signal, w: &Signal, k: f64) -> f64 {
    let y = if k > 0.0 { x * w * k - w } else { x - w * x * k };
    match (y.sum() > 0.0, k > 1.0) {
        (true, false) => (&y * x + w).sum(),
        _ => (w * x * 2.0 - &y).sum(),
    }
}

#[differentiable]
fn with_calls_between(x: &Signal, w: &Signal) -> f64 {
    (x * w + w.tanh() * x + (x * x).sin() * 0.5).sum()
}

#[differentiable]
fn that_shadows(x: &Signal, w: &Signal) -> Signal {
    let x = x * w + 1.0;
    let x = &x * 0.5 - w;
    &x * &x * w
}

#[differentiable]
#[checkpoint]
fn run_again(x: &Signal, w: &Signal) -> f64 {
    let a = x * w * 0.5 + x;
    (&a * x - w * 0.1).sum()
}

#[differentiable]
fn stepped(x: &Signal, w: &Signal, k: f64, dt: f64) -> f64 {
    let mut state = *x;
    let mut before = *w;
    for i in 0..4 {
        let next = 2.0 * state - before + dt * dt * (k * w - state * state);
        before = state;
        state = if i == 2 { next * k - 0.1 * state } else { next };
    }
    (state * before * k - w).sum()
}

#[differentiable]
fn over_samples(w: &Signal, b: &Signal, scale: f64, #[constant] samples: &[(Signal, f64)]) -> f64 {
    let mut sum = 0.0;
    for (x, y) in samples {
        let d = (w * x + b) * scale - *y;
        sum += (&d * &d * 0.5).mean();
    }
    sum / samples.len() as f64
}

#[differentiable]
fn by_closures(x: &Signal, w: &Signal, k: f64) -> f64 {
    let step = |s: &Signal| s * w * k + 0.5 * s * s;
    let y = step(&step(x));
    (y * x - k * w).sum()
}

/// Three things of one name, where those of the macro are not the user's.
macro_rules! scaled {
    ($name:ident, $x:ident, $given:ident, $constant:ident) => {
        #[differentiable]
        fn $name($x: &Signal, $given: &Signal, #[constant] $constant: f64) -> f64 {
            let factor = 3.0;
            let own = $x * 0.5;
            (factor * $given * $x * $constant + own * $given - own * factor).sum()
        }
    };
}
scaled!(of_one_name, own, given, factor);
scaled!(of_another_name, x, own, factor);

#[test]
fn names_of_macros_are_apart() {
    let (x, w) = (signal(0.4), signal(0.9));
    // 6 x w + 0.5 x w - 1.5 x
    for (dx, dw) in [of_one_name::grad(&x, &w, 2.0), of_another_name::grad(&x, &w, 2.0)] {
        assert!(dx.max_abs_diff(&(w * 6.5 - 1.5)) < 1e-13 && dw.max_abs_diff(&(x * 6.5)) < 1e-13);
    }
}

#[test]
fn operands_are_fields_constants_and_what_changes() {
    let layer = Layer { scale: signal(0.1), shift: signal(0.2), gain: 0.7 };
    two_layers::at(&layer, &signal(0.3)).check().unwrap();
    with_constants::at(&signal(0.1), &signal(0.5), 0.3).check().unwrap();
    updated::at(&signal(0.4), &signal(0.9)).check().unwrap();
    of_branches::at(&signal(0.4), &signal(0.9), 0.5).check().unwrap();
    of_branches::at(&signal(0.4), &signal(0.9), 1.5).check().unwrap();
    of_branches::at(&signal(0.4), &signal(0.9), -0.5).check().unwrap();
    with_calls_between::at(&signal(0.4), &signal(0.9)).check().unwrap();
    that_shadows::at(&signal(0.4), &signal(0.9)).check().unwrap();
    run_again::at(&signal(0.4), &signal(0.9)).check().unwrap();
    stepped::at(&signal(0.4), &signal(0.9), 0.7, 0.2).check().unwrap();
    let samples = [(signal(0.3), 0.5), (signal(1.3), 0.1), (signal(2.3), -0.5)];
    over_samples::at(&signal(0.4), &signal(0.9), 0.7, &samples).check().unwrap();
    by_closures::at(&signal(0.4), &signal(0.9), 0.7).check().unwrap();
}

#[test]
fn what_is_stopped_gets_nothing() {
    let (x, w) = (signal(0.1), signal(0.2));
    let (dx, dw) = with_a_stop::grad(&x, &w);
    assert_eq!(dx, Signal::ZEROS);
    assert!(dw.max_abs_diff(&(x + w * 4.0)) < 1e-14);
}

trait MaxAbsDiff {
    fn max_abs_diff(&self, other: &Self) -> f64;
}
impl MaxAbsDiff for Signal {
    fn max_abs_diff(&self, other: &Self) -> f64 {
        self.as_slice().iter().zip(other.as_slice()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }
}

// ---- operands that are stretched, and rows that are counted when the program runs ----

/// What a dense layer normalises: a number for each row, a number for each column, and a number for all.
#[differentiable]
fn normalised<const R: usize, const C: usize>(
    x: &Matrix<f64, R, C>,
    mean: &Tensor<f64, (Dim<R>, One)>,
    scale: &Vector<f64, C>,
    shift: &Tensor<f64, (One, Dim<C>)>,
    k: f64,
) -> Matrix<f64, R, C> {
    (x - mean) * scale / (mean * mean + 1.5) + shift * k - 0.3 * x * shift
}

/// The same of numbers.
#[differentiable]
fn normalised_number(x: f64, mean: f64, scale: f64, shift: f64, k: f64) -> f64 {
    (x - mean) * scale / (mean * mean + 1.5) + shift * k - 0.3 * x * shift
}

fn rows_and_columns<const R: usize, const C: usize>() {
    let x = Matrix::<f64, R, C>::from_fn(|[i, j]| 0.3 + (i as f64 * 0.7 + j as f64).sin());
    let mean = Tensor::<f64, (Dim<R>, One)>::from_fn(|[i, _]| (i as f64).cos());
    let scale = Vector::<f64, C>::from_fn(|[j]| 1.5 + (j as f64 * 0.3).cos());
    let shift = Tensor::<f64, (One, Dim<C>)>::from_fn(|[_, j]| 0.5 - (j as f64 * 0.2).cos());
    let seed = Matrix::<f64, R, C>::from_fn(|[i, j]| (i as f64 - j as f64 * 1.1).cos());
    let (y, (dx, d_mean, d_scale, d_shift, dk)) = normalised::vjp(&x, &mean, &scale, &shift, 0.7, seed);
    let (mut e_mean, mut e_scale, mut e_shift, mut ek) = ([0.0; R], [0.0; C], [0.0; C], 0.0);
    for i in 0..R {
        for j in 0..C {
            let at = normalised_number::vjp(x[[i, j]], mean[[i, 0]], scale[[j]], shift[[0, j]], 0.7, seed[[i, j]]);
            let (value, (gx, g_mean, g_scale, g_shift, gk)) = at;
            assert!((y[[i, j]] - value).abs() < 1e-13 && (dx[[i, j]] - gx).abs() < 1e-13, "{R} {C} {i} {j}");
            e_mean[i] += g_mean;
            e_scale[j] += g_scale;
            e_shift[j] += g_shift;
            ek += gk;
        }
    }
    let near = |a: f64, b: f64| (a - b).abs() < 1e-11 * (1.0 + b.abs());
    assert!((0..R).all(|i| near(d_mean[[i, 0]], e_mean[i])), "{R} {C}: {d_mean:?} {e_mean:?}");
    assert!((0..C).all(|j| near(d_scale[[j]], e_scale[j]) && near(d_shift[[0, j]], e_shift[j])), "{R} {C}");
    assert!(near(dk, ek), "{R} {C}: {dk} {ek}");
}

#[test]
fn operands_are_stretched() {
    rows_and_columns::<1, 1>();
    rows_and_columns::<3, 1>();
    rows_and_columns::<1, 9>();
    rows_and_columns::<3, 5>();
    rows_and_columns::<3, 8>();
    rows_and_columns::<8, 8>();
    rows_and_columns::<5, 64>();
    rows_and_columns::<4, 70>();
    rows_and_columns::<70, 9>();
    rows_and_columns::<2, 200>();
}

#[differentiable]
fn of_planes(x: &Tensor<f64, (Dim<2>, Dim<3>, Dim<9>)>, bias: &Matrix<f64, 3, 9>, of_lines: &Vector<f64, 9>) -> f64 {
    let y = x * bias - of_lines * bias * 0.5;
    (&y * x * of_lines).sum()
}

#[differentiable]
fn outer(x: &Tensor<f64, (Dim<9>, One)>, row: &Tensor<f64, (One, Dim<9>)>) -> f64 {
    (x * row * 0.5 + row).sum()
}

#[differentiable]
fn of_a_batch(x: &Batch<f64, 9>, w: &Batch<f64, 9>, bias: &Vector<f64, 9>, k: f64) -> f64 {
    let y = x * w * k - 0.5 * x * x + bias * w;
    (y * bias - k * w).sum()
}

#[differentiable]
fn of_short_rows(x: &Batch<f64, 3>, w: &Batch<f64, 3>, bias: &Vector<f64, 3>) -> f64 {
    (x * w * 0.5 - x * x + bias * w).sum()
}

#[differentiable]
fn less_their_means(x: &Batch<f64, 9>, w: &Batch<f64, 9>, mean: &Tensor<f64, (Dyn, One)>) -> f64 {
    ((x - mean) * w * 0.5 + mean * x).sum()
}

#[differentiable]
fn of_any_number<T: Real>(x: &Vector<T, 70>, w: &Vector<T, 70>, k: T) -> T {
    (x * w * k + x * x - w).sum()
}

#[differentiable]
fn without_a_derivative(x: &Signal, w: &Signal, count: usize) -> f64 {
    let many = count as f64;
    (x * w * many + x / many).sum()
}

fn rows<const C: usize>(n: usize, phase: f64) -> Batch<f64, C> {
    Batch::of_numbers((0..n * C).map(|i| phase + (i as f64 * 0.7).sin()).collect()).unwrap()
}

#[test]
fn shapes_decide() {
    let bias = |phase| Matrix::from_fn(|[i, j]| phase + i as f64 * 0.3 - j as f64 * 0.1);
    let line = Vector::from_fn(|[j]| 1.0 - j as f64 * 0.2);
    of_planes::at(&Tensor::from_fn(|[i, j, k]| 0.2 + (i + 2 * j) as f64 - k as f64 * 0.3), &bias(0.3), &line)
        .check()
        .unwrap();
    outer::at(&Tensor::from_fn(|[i, _]| 0.5 + i as f64), &Tensor::from_fn(|[_, j]| 2.0 - j as f64)).check().unwrap();
    for n in [1, 2, 7, 40] {
        of_a_batch::at(&rows(n, 0.2), &rows(n, 0.9), &line, 0.4).check().unwrap();
        let mean = Tensor::of_numbers((0..n).map(|i| i as f64).collect()).unwrap();
        of_short_rows::at(&rows(n, 0.2), &rows(n, 0.9), &tensor([0.5, 1.5, -0.3])).check().unwrap();
        less_their_means::at(&rows(n, 0.2), &rows(n, 0.9), &mean).check().unwrap();
    }
    without_a_derivative::at(&signal(0.1), &signal(0.6), 3).check().unwrap();
    let (x, w) = (Vector::<f64, 70>::full(0.5), Vector::<f64, 70>::full(1.5));
    let (dx, dw, dk) = of_any_number::grad(&x, &w, 2.0);
    assert_eq!((dx, dw, dk), (Vector::full(4.0), Vector::full(0.0), 0.75 * 70.0));
}

#[test]
#[should_panic(expected = "shapes (3, 9) and (2, 9) differ in the first axis")]
fn batches_differ() {
    _ = of_a_batch::grad(&rows(3, 0.2), &rows(2, 0.9), &Vector::ZEROS, 0.4);
}

/// A cotangent without rows is zero, whatever the rows.
#[test]
fn nothing_comes_back_for_a_batch() {
    #[differentiable]
    fn unused(x: &Batch<f64, 9>, w: &Batch<f64, 9>, k: f64) -> f64 {
        let y = x * w * k - x;
        if k > 1.0 { y.sum() } else { k * x.sum() }
    }
    unused::at(&rows(3, 0.2), &rows(3, 0.9), 0.4).check().unwrap();
    unused::at(&rows(3, 0.2), &rows(3, 0.9), 1.4).check().unwrap();
}

// ---- what is infinite ----

#[differentiable]
fn chosen_quotient(x: &Signal, w: &Signal, mask: &Signal) -> f64 {
    ((x / w) * mask + x * 2.0).sum()
}

/// A cotangent of zero gives zero, also where the quotient is infinite.
#[test]
fn a_zero_cotangent_passes_a_quotient_as_zero() {
    let w = Signal::from_fn(|[i]| if i % 2 == 0 { 0.0 } else { 2.0 });
    let (dx, dw, _) = chosen_quotient::grad(&Signal::full(1.0), &w, &Signal::ZEROS);
    assert_eq!((dx, dw), (Signal::full(2.0), Signal::ZEROS));
}

// ---- all modes ----

#[differentiable]
fn energy(x: &Signal, w: &Signal, k: f64) -> f64 {
    let y = x * x * w * k - 0.5 * x / w;
    (&y * &y * 0.1 + x * w).sum()
}

#[test]
fn all_modes_agree() {
    let (x, w) = (signal(0.1), signal(0.2));
    let (dx, dw) = (signal(1.7), signal(2.9));
    let (value, slope) = energy::jvp(&x, &w, 0.3, (dx, dw, 0.5));
    let (again, (gx, gw, gk)) = energy::value_and_grad(&x, &w, 0.3);
    let along = (gx * dx).sum() + (gw * dw).sum() + gk * 0.5;
    assert!((value - again).abs() < 1e-12 && (slope - along).abs() < 1e-9 * along.abs(), "{slope} {along}");
    energy::at(&x, &w, 0.3).check_hvp().unwrap();
    energy::at(&x, &w, 0.3).check_jvp().unwrap();
}
