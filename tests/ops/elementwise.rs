//! The elementwise tables, row by row, and what is published for kinks, zeros, infinities and NaN.

use cotangent::ops::elementwise::*;
use cotangent::prelude::*;
use cotangent::rule::{Elementwise, Lanes, Rule1};

use super::harness::{contract, jvp1, laws, numbers, positive, rule1, same, vjp1, wide};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// Every row for a tensor and a number of both types, away from kinks; and that a zero cotangent gives zero.
macro_rules! rows {
    ($values:ident $at:literal: $($op:ident)*) => {$(
        mod $op {
            use cotangent::ops::elementwise::$op as op;

            use super::*;

            rule1! {
                of $values(1);
                vector: op, (Dim<67>,);
            }

            #[test]
            fn number() {
                contract::<op, _>(&($at,));
                laws::<op, _>(&($at as f32,));
                assert_eq!(<op as Elementwise>::both::<f64>($at), (op::value($at), jvp1::<op, f64>(&$at, &1.0)));
            }

            #[test]
            fn nothing_of_a_zero_cotangent() {
                strong_zero::<op>();
            }
        }
    )*};
}
mod contract_of {
    use super::*;

    rows!(numbers 0.7: exp exp2 exp_m1 cbrt recip);
    rows!(positive 0.7: ln log2 log10 sqrt rsqrt xlogx);
    rows!(numbers 0.7: sin cos atan sinh cosh tanh asinh to_degrees to_radians);
    rows!(unit 0.7: tan asin acos atanh ln_1p);
    rows!(above_one 1.7: acosh);
    rows!(numbers 0.7: abs signum sign floor ceil round trunc fract square erf erfc);
    rows!(numbers 0.7: relu selu sigmoid log_sigmoid softplus softsign gelu gelu_tanh silu mish hard_tanh);
    rows!(wide 0.7: relu6 hard_sigmoid);
    rows!(numbers 0.7: fast_exp fast_exp2 fast_exp_m1 fast_tanh fast_sin fast_cos fast_erf fast_erfc);
    rows!(numbers 0.7: fast_sigmoid fast_log_sigmoid fast_softplus fast_gelu fast_gelu_tanh fast_silu);
    rows!(positive 0.7: fast_ln fast_log2 fast_log10);
    rows!(unit 0.7: fast_ln_1p);
}

/// One row for each way to write a derivative; all share their code.
mod forms {
    use super::*;

    rule1! {
        from_input: softsign, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
        from_output: tanh, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
        at_once: sin, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
        from_nothing: fract, (Dim<2>, One, Dim<3>, Dim<1>, Dim<2>, Dim<2>);
        empty: tanh, (Dim<0>, Dim<3>);
        of_rank_0: sin, ();
    }
}

/// The derivative at each point, in both modes, for numbers and for tensors: all must be as published.
#[track_caller]
fn derivatives<R: Elementwise, const N: usize>(at: [f64; N], expected: [f64; N]) {
    let (x, ones) = (tensor(at), Tensor::full(1.0));
    same(vjp1::<R, _>(&x, &ones).as_slice(), &expected);
    same(jvp1::<R, _>(&x, &ones).as_slice(), &expected);
    for (x, expected) in at.iter().zip(expected) {
        same(&[vjp1::<R, _>(x, &1.0), jvp1::<R, _>(x, &1.0)], &[expected; 2]);
        let single = *x as f32;
        same(&[f64::from(vjp1::<R, _>(&single, &1.0))], &[expected]);
    }
}

/// A zero cotangent or tangent gives exactly zero, whatever the derivative.
#[track_caller]
fn strong_zero<R: Elementwise>() {
    let at = tensor([0.0, -0.0, 1.0, -1.0, 1e300, -1e300, INF, -INF, NAN]);
    same(vjp1::<R, _>(&at, &Tensor::zeros()).as_slice(), &[0.0; 9]);
    same(vjp1::<R, _>(&at, &Tensor::full(-0.0)).as_slice(), &[0.0; 9]);
    same(jvp1::<R, _>(&at, &Tensor::zeros()).as_slice(), &[0.0; 9]);
}

/// The values at each point, for numbers and for tensors.
#[track_caller]
fn values<R: Elementwise, const N: usize>(at: [f64; N], expected: [f64; N]) {
    same(tensor(at).map(R::value).as_slice(), &expected);
    same(tensor(at).map(|x| x as f32).map(R::value).map(f64::from).as_slice(), &expected);
}

#[test]
fn relu_is_flat_at_zero() {
    derivatives::<relu, _>([-1.0, -0.0, 0.0, 1.0, INF, -INF, NAN], [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, NAN]);
    same(tensor([-1.0, 0.0, 2.0, NAN, -INF]).relu().as_slice(), &[0.0, 0.0, 2.0, NAN, 0.0]);
}

#[test]
fn abs_has_the_sign_as_its_derivative() {
    derivatives::<abs, _>([-2.0, -0.0, 0.0, 2.0, INF, -INF, NAN], [-1.0, 0.0, 0.0, 1.0, 1.0, -1.0, NAN]);
}

#[test]
fn sqrt_is_infinitely_steep_at_zero() {
    derivatives::<sqrt, _>([0.0, 4.0, INF, -1.0], [INF, 0.25, 0.0, NAN]);
}

#[test]
fn ln_has_a_reciprocal_derivative_everywhere() {
    derivatives::<ln, _>([0.0, 4.0, -4.0, INF, NAN], [INF, 0.25, -0.25, 0.0, NAN]);
}

#[test]
fn exp_of_infinities() {
    derivatives::<exp, _>([-INF, 0.0, INF, NAN], [0.0, 1.0, INF, NAN]);
}

#[test]
fn tanh_and_sigmoid_saturate() {
    derivatives::<tanh, _>([-INF, -1e3, 0.0, 1e3, INF, NAN], [0.0, 0.0, 1.0, 0.0, 0.0, NAN]);
    derivatives::<sigmoid, _>([-INF, -1e3, 0.0, 1e3, INF, NAN], [0.0, 0.0, 0.25, 0.0, 0.0, NAN]);
    same(tensor([-INF, -1e3, 0.0, 1e3, INF, NAN]).sigmoid().as_slice(), &[0.0, 0.0, 0.5, 1.0, 1.0, NAN]);
}

/// `math` gives up on huge angles; tensors must not.
#[test]
fn huge_angles_of_tensors_are_those_of_numbers() {
    let single = [1e8_f32, -3e9, 7e7, 1.0];
    assert_eq!(tensor(single).sin(), tensor(single.map(f32::sin)));
    assert_eq!(tensor(single).cos(), tensor(single.map(f32::cos)));
    let double = [1e10_f64, -3e9, 1e300, 1.0];
    assert_eq!(tensor(double).sin(), tensor(double.map(f64::sin)));
    assert_eq!(tensor(double).cos(), tensor(double.map(f64::cos)));
    assert_eq!(vjp1::<sin, _>(&tensor(double), &Tensor::full(1.0)), tensor(double.map(f64::cos)));
}

#[test]
fn sine_and_cosine() {
    derivatives::<sin, _>([0.0, NAN], [1.0, NAN]);
    derivatives::<cos, _>([0.0, NAN], [0.0, NAN]);
}

#[test]
fn logarithms_and_roots_are_steep_at_the_edge_of_their_domain() {
    derivatives::<ln_1p, _>([-1.0, 1.0, INF], [INF, 0.5, 0.0]);
    derivatives::<log2, _>([0.0, INF], [INF, 0.0]);
    derivatives::<log10, _>([0.0, INF], [INF, 0.0]);
    derivatives::<cbrt, _>([0.0, -0.0, INF, -INF], [INF, INF, 0.0, 0.0]);
    derivatives::<recip, _>([0.0, -0.0, INF, 0.5], [-INF, -INF, 0.0, -4.0]);
    derivatives::<rsqrt, _>([0.0, INF, 0.25, -1.0], [-INF, 0.0, -4.0, NAN]);
    derivatives::<xlogx, _>([0.0, 1.0, INF, -1.0], [-INF, 1.0, INF, NAN]);
    values::<xlogx, _>([0.0, -0.0, 1.0, INF, -1.0, NAN], [0.0, 0.0, 0.0, INF, NAN, NAN]);
    values::<rsqrt, _>([0.0, 4.0, INF, -1.0], [INF, 0.5, 0.0, NAN]);
    values::<cbrt, _>([-8.0, 0.0, INF], [-2.0, 0.0, INF]);
}

#[test]
fn inverse_functions_of_angles_at_the_edge_of_their_domain() {
    derivatives::<asin, _>([1.0, -1.0, 0.0, 2.0], [INF, INF, 1.0, NAN]);
    derivatives::<acos, _>([1.0, -1.0, 0.0, 2.0], [-INF, -INF, -1.0, NAN]);
    derivatives::<atan, _>([0.0, INF, -INF], [1.0, 0.0, 0.0]);
    derivatives::<acosh, _>([1.0, INF, 0.5], [INF, 0.0, NAN]);
    derivatives::<atanh, _>([1.0, -1.0, 0.0], [INF, INF, 1.0]);
    derivatives::<asinh, _>([0.0, INF, -INF], [1.0, 0.0, 0.0]);
    derivatives::<sinh, _>([0.0, INF, -INF], [1.0, INF, INF]);
    derivatives::<cosh, _>([0.0, INF, -INF], [0.0, INF, -INF]);
}

#[test]
fn steps_are_flat_everywhere() {
    let at = [-1.5, -1.0, -0.0, 0.0, 0.5, 2.0, INF, NAN];
    derivatives::<floor, _>(at, [0.0; 8]);
    derivatives::<ceil, _>(at, [0.0; 8]);
    derivatives::<round, _>(at, [0.0; 8]);
    derivatives::<trunc, _>(at, [0.0; 8]);
    derivatives::<sign, _>(at, [0.0; 8]);
    derivatives::<signum, _>(at, [0.0; 8]);
    derivatives::<fract, _>(at, [1.0; 8]);
    values::<sign, _>(at, [-1.0, -1.0, 0.0, 0.0, 1.0, 1.0, 1.0, NAN]);
    values::<signum, _>(at, [-1.0, -1.0, -1.0, 1.0, 1.0, 1.0, 1.0, NAN]);
    values::<round, _>([-2.5, -0.5, 0.5, 2.5, 0.49], [-3.0, -1.0, 1.0, 3.0, 0.0]);
}

#[test]
fn bounded_activations_are_flat_at_their_bounds() {
    derivatives::<relu6, _>([-1.0, 0.0, 3.0, 6.0, 7.0, INF, -INF, NAN], [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, NAN]);
    values::<relu6, _>([-1.0, 0.0, 3.0, 6.0, 7.0, INF, -INF, NAN], [0.0, 0.0, 3.0, 6.0, 6.0, 6.0, 0.0, NAN]);
    derivatives::<hard_tanh, _>([-2.0, -1.0, 0.5, 1.0, NAN], [0.0, 0.0, 1.0, 0.0, NAN]);
    values::<hard_tanh, _>([-INF, -1.0, 0.5, INF, NAN], [-1.0, -1.0, 0.5, 1.0, NAN]);
    values::<hard_sigmoid, _>([-INF, -3.0, 0.0, 3.0, INF, NAN], [0.0, 0.0, 0.5, 1.0, 1.0, NAN]);
    let x = tensor([-3.0, 0.0, 3.0, NAN]);
    same(vjp1::<hard_sigmoid, _>(&x, &Tensor::full(6.0)).as_slice(), &[0.0, 1.0, 0.0, NAN]);
}

#[test]
fn selu_has_the_derivative_of_its_left_side_at_zero() {
    let (scale, alpha) = (1.050_700_987_355_480_5, 1.673_263_242_354_377_3);
    let x = tensor([-INF, -0.0, 0.0, 2.0, INF, NAN]);
    let slopes = vjp1::<selu, _>(&x, &Tensor::full(1.0));
    same(slopes.as_slice(), &[0.0, scale * alpha, scale * alpha, scale, scale, NAN]);
    same(x.selu().as_slice(), &[-scale * alpha, 0.0, 0.0, 2.0 * scale, INF, NAN]);
}

#[test]
fn smooth_activations_far_out() {
    let at = [-INF, -1e6, 0.0, 1e6, INF, NAN];
    derivatives::<silu, _>(at, [0.0, 0.0, 0.5, 1.0, 1.0, NAN]);
    derivatives::<gelu, _>(at, [0.0, 0.0, 0.5, 1.0, 1.0, NAN]);
    derivatives::<gelu_tanh, _>(at, [0.0, 0.0, 0.5, 1.0, 1.0, NAN]);
    derivatives::<log_sigmoid, _>(at, [1.0, 1.0, 0.5, 0.0, 0.0, NAN]);
    derivatives::<softplus, _>(at, [0.0, 0.0, 0.5, 1.0, 1.0, NAN]);
    derivatives::<softsign, _>([-INF, 0.0, 1.0, INF, NAN], [0.0, 1.0, 0.25, 0.0, NAN]);
    derivatives::<mish, _>([-INF, -1e6, 1e6, INF, NAN], [0.0, 0.0, 1.0, 1.0, NAN]);
    for op in [silu::value::<f64>, gelu::value, gelu_tanh::value, mish::value] {
        same(&at.map(op), &[0.0, 0.0, 0.0, 1e6, INF, NAN]);
    }
    values::<log_sigmoid, _>([-INF, -1e6, 1e6, INF, NAN], [-INF, -1e6, 0.0, 0.0, NAN]);
    values::<softplus, _>([-INF, -1e6, 1e6, INF, NAN], [0.0, 0.0, 1e6, INF, NAN]);
    values::<softsign, _>([-INF, -3.0, 0.0, 1.0, INF, NAN], [-1.0, -0.75, 0.0, 0.5, 1.0, NAN]);
    values::<erf, _>([-INF, 0.0, INF, NAN], [-1.0, 0.0, 1.0, NAN]);
    values::<erfc, _>([-INF, 0.0, INF, NAN], [2.0, 1.0, 0.0, NAN]);
}

/// The contract knows a derivative from a function, not the function.
#[test]
fn fast_functions_are_the_functions() {
    fn equal<F: Elementwise, G: Elementwise>(x: Vector<f64, 101>) {
        let one = Tensor::full(1.0);
        let close = |what: &str, fast: Vector<f64, 101>, plain: Vector<f64, 101>| {
            for ((fast, plain), at) in fast.as_slice().iter().zip(plain.as_slice()).zip(x.as_slice()) {
                assert!((fast - plain).abs() <= 1e-14 * (1.0 + plain.abs()), "{what} {fast}, not {plain} at {at}");
            }
        };
        close("value", x.map(F::value), x.map(G::value));
        close("value beside the derivative", F::forward(&x).0, x.map(F::value));
        close("derivative", vjp1::<F, _>(&x, &one), vjp1::<G, _>(&x, &one));
    }
    equal::<fast_exp, exp>(numbers(1));
    equal::<fast_exp2, exp2>(numbers(1));
    equal::<fast_exp_m1, exp_m1>(numbers(1));
    equal::<fast_ln, ln>(positive(1));
    equal::<fast_ln_1p, ln_1p>(positive(1));
    equal::<fast_log2, log2>(positive(1));
    equal::<fast_log10, log10>(positive(1));
    equal::<fast_tanh, tanh>(numbers(1));
    equal::<fast_sin, sin>(numbers(1));
    equal::<fast_cos, cos>(numbers(1));
    equal::<fast_erf, erf>(numbers(1));
    equal::<fast_erfc, erfc>(numbers(1));
    equal::<fast_sigmoid, sigmoid>(wide(1));
    equal::<fast_log_sigmoid, log_sigmoid>(wide(1));
    equal::<fast_softplus, softplus>(wide(1));
    equal::<fast_gelu, gelu>(wide(1));
    equal::<fast_gelu_tanh, gelu_tanh>(wide(1));
    equal::<fast_silu, silu>(wide(1));
}

/// Second derivatives that nobody asks for read nothing; of a cotangent and its tangent one may be asked for alone.
#[test]
fn what_is_not_wanted_is_not_read() {
    fn halves<X: Lanes + Tangent + Differentiable<Tangent = X>>(y: &X, y_dot: &X, c: &X) -> [X; 2] {
        let nothing = (Read::absent(), Read::absent());
        <tanh as Rule1<X>>::vjp_dual(nothing.0, None, nothing.1, None, c, None, NoGrad, NoGrad);
        let (mut bar, mut dot) = (X::zero(), X::zero());
        let y = Read::live(y);
        <tanh as Rule1<X>>::vjp_dual(Read::absent(), None, y, Some(y_dot), c, None, Out::new(&mut bar), NoGrad);
        <tanh as Rule1<X>>::vjp_dual(Read::absent(), None, y, Some(y_dot), c, None, NoGrad, Out::new(&mut dot));
        [bar, dot]
    }
    // c (1 - y²), and -2 c y ẏ
    assert_eq!(halves(&0.5, &3.0, &4.0), [3.0, -12.0]);
    let of_one = |x: f64| tensor([x, x]);
    assert_eq!(halves(&of_one(0.5), &of_one(3.0), &of_one(4.0)), [of_one(3.0), of_one(-12.0)]);
}
