//! The tables of operations with two and three operands, row by row, and what is published for kinks, zeros and NaN.

use cotangent::ops::arithmetic::{div, mul_add};
use cotangent::ops::elementwise::*;
use cotangent::prelude::*;
use cotangent::rule::{Rule2, Rule3};

use super::harness::{contract, jvp2, laws, numbers, positive, rule2, same, single_is_double, vjp2};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// Every row for equal shapes and for two numbers, away from kinks.
macro_rules! of_two {
    ($values:ident: $($op:ident)*) => {$(
        #[test]
        fn $op() {
            type S = (Dim<5>, Dim<3>);
            let (a, b) = ($values::<f64, S>(1), $values::<f64, S>(2));
            contract::<super::$op, _>(&(a, b));
            contract::<super::$op, _>(&(a[[0, 0]], b[[0, 0]]));
            let (a, b) = ($values::<f32, S>(1), $values::<f32, S>(2));
            single_is_double::<super::$op, _, _>(&(a, b), &(a.map(f64::from), b.map(f64::from)));
            laws::<super::$op, _>(&(a[[0, 0]], b[[0, 0]]));
            nothing_of_a_zero_cotangent2::<super::$op>();
        }
    )*};
}

/// Every row for a tensor and two numbers, for three tensors and for three numbers, away from kinks.
macro_rules! of_three {
    ($($op:ident at $low:literal $high:literal)*) => {$(
        #[test]
        fn $op() {
            type S = (Dim<5>, Dim<3>);
            type R = (One, Dim<3>);
            let x = numbers::<f64, S>(1);
            contract::<super::$op, _>(&(x, $low, $high));
            let (low, high) = (numbers::<f64, R>(2) * 0.1 + $low, numbers::<f64, S>(3) * 0.1 + $high);
            contract::<super::$op, _>(&(x, low, high));
            contract::<super::$op, _>(&(0.23, $low, $high));
            let (x, low, high) = (x.map(|x| x as f32), low.map(|x| x as f32), high.map(|x| x as f32));
            let double = (x.map(f64::from), low.map(f64::from), high.map(f64::from));
            single_is_double::<super::$op, _, _>(&(x, low, high), &double);
            nothing_of_a_zero_cotangent3::<super::$op>();
        }
    )*};
}

mod contract_of {
    use super::*;

    of_two!(numbers: atan2 hypot copysign maximum minimum prelu leaky_relu elu);
    of_two!(numbers: greater greater_equal less less_equal equal not_equal away_from_zero);
    of_two!(positive: powf fast_powf ln_eps log2_eps log10_eps sqrt_eps rem_euclid div_euclid floor_div);
    of_three!(clamp at -0.75 0.8 lerp at 0.3 0.6 affine at 2.0 -1.0 mul_add at 2.0 -1.0 select at 2.0 -1.0);

    // How operands broadcast is the same for all rows.
    rule2! {
        row: hypot, (Dim<5>, Dim<3>), (Dim<3>,);
        column: hypot, (Dim<5>, One), (Dim<5>, Dim<3>);
        outer: atan2, (Dim<5>, One), (One, Dim<3>);
        rank_6: hypot, (Dim<2>, One, Dim<3>, One, Dim<2>, One), (Dim<2>, One, Dim<3>, One, Dim<2>);
        long_run_to_one: atan2, (Dim<131>,), (One,);
        prime: prelu, (Dim<97>,), (Dim<97>,);
        per_channel: prelu, (Dim<2>, Dim<3>, Dim<5>), (Dim<3>, One);
        length_1: maximum, (Dim<1>, Dim<1>), (Dim<1>, One);
        of_rank_0: maximum, (), ();
        empty: hypot, (Dim<0>, Dim<3>), (Dim<3>,);
    }
}

/// A zero cotangent or tangent gives exactly zero, whatever the derivatives.
#[track_caller]
fn nothing_of_a_zero_cotangent2<R>()
where
    R: Rule2<f64, f64, Output = f64>,
{
    for a in [0.0, -0.0, 1.0, -1.0, INF, -INF, NAN] {
        for b in [0.0, -0.0, 1.0, -1.0, INF, -INF, NAN] {
            assert_eq!(vjp2::<R, _, _>(&a, &b, &0.0), (0.0, 0.0), "at {a}, {b}");
            assert_eq!(jvp2::<R, _, _>(&a, &b, &0.0, &0.0), 0.0, "at {a}, {b}");
        }
    }
}

#[track_caller]
fn nothing_of_a_zero_cotangent3<R>()
where
    R: Rule3<f64, f64, f64, Output = f64, Residual = ()>,
{
    for a in [0.0, 1.0, INF, NAN] {
        for (b, c) in [(0.0, 0.0), (-INF, INF), (-1.0, INF), (0.0, 1.0)] {
            assert_eq!(vjp3::<R>((a, b, c), 0.0), (0.0, 0.0, 0.0), "at {a}, {b}, {c}");
        }
    }
}

fn vjp3<R>((a, b, c): (f64, f64, f64), y_bar: f64) -> (f64, f64, f64)
where
    R: Rule3<f64, f64, f64, Output = f64, Residual = ()>,
{
    let (y, ()) = R::forward(&a, &b, &c);
    let mut bars = (0.0, 0.0, 0.0);
    let [ra, rb, rc, ry] = [&a, &b, &c, &y].map(Read::live);
    let (a_bar, b_bar, c_bar) = (Out::new(&mut bars.0), Out::new(&mut bars.1), Out::new(&mut bars.2));
    R::vjp(&(), ra, rb, rc, ry, &y_bar, a_bar, b_bar, c_bar);
    bars
}

/// Both derivatives, in both modes, for numbers and for tensors.
#[track_caller]
fn derivatives<R>(a: f64, b: f64, by_a: f64, by_b: f64)
where
    R: Rule2<f64, f64, Output = f64>
        + Rule2<Vector<f64, 1>, Vector<f64, 1>, Output = Vector<f64, 1>>
        + Rule2<Vector<f64, 1>, f64, Output = Vector<f64, 1>>,
{
    let (a_bar, b_bar) = vjp2::<R, _, _>(&a, &b, &1.0);
    same(&[a_bar, b_bar], &[by_a, by_b]);
    same(&[jvp2::<R, _, _>(&a, &b, &1.0, &0.0), jvp2::<R, _, _>(&a, &b, &0.0, &1.0)], &[by_a, by_b]);
    let (a_bar, b_bar) = vjp2::<R, _, _>(&tensor([a]), &tensor([b]), &tensor([1.0]));
    same(&[a_bar[[0]], b_bar[[0]]], &[by_a, by_b]);
    let (a_bar, b_bar) = vjp2::<R, _, _>(&tensor([a]), &b, &tensor([1.0]));
    same(&[a_bar[[0]], b_bar], &[by_a, by_b]);
}

#[test]
fn angles_at_the_origin_and_far_out() {
    derivatives::<hypot>(0.0, 0.0, 0.0, 0.0);
    derivatives::<hypot>(3.0, 4.0, 0.6, 0.8);
    let huge = 2.0_f64.powi(600);
    derivatives::<hypot>(3.0 * huge, 4.0 * huge, 0.6, 0.8);
    derivatives::<atan2>(0.0, 0.0, NAN, NAN);
    derivatives::<atan2>(0.0, 2.0, 0.5, 0.0);
    derivatives::<atan2>(0.0, 1e-200, 1e200, 0.0);
    derivatives::<copysign>(-3.0, 2.0, -1.0, 0.0);
    derivatives::<copysign>(0.0, -2.0, 0.0, 0.0);
}

#[test]
fn parametric_activations_at_zero() {
    derivatives::<prelu>(0.0, 0.25, 0.25, 0.0);
    derivatives::<leaky_relu>(-0.0, 0.25, 0.25, 0.0);
    derivatives::<prelu>(-2.0, 0.25, 0.25, -2.0);
    derivatives::<elu>(0.0, 2.0, 2.0, 0.0);
    derivatives::<elu>(-INF, 2.0, 0.0, -1.0);
    derivatives::<elu>(3.0, -2.0, 1.0, 0.0);
    derivatives::<prelu>(NAN, 0.25, 0.25, NAN);
}

#[test]
fn masks_are_exact_and_flat() {
    for (x, y, expected) in [
        (1.0, 2.0, [0.0, 0.0, 1.0, 1.0, 0.0, 1.0]),
        (2.0, 2.0, [0.0, 1.0, 0.0, 1.0, 1.0, 0.0]),
        (3.0, 2.0, [1.0, 1.0, 0.0, 0.0, 0.0, 1.0]),
        (0.0, -0.0, [0.0, 1.0, 0.0, 1.0, 1.0, 0.0]),
        (INF, INF, [0.0, 1.0, 0.0, 1.0, 1.0, 0.0]),
        (NAN, 2.0, [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]),
        (NAN, NAN, [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]),
    ] {
        let y = tensor([y]);
        let found =
            [x.greater(y), x.greater_equal(y), x.less(y), x.less_equal(y), x.equal(y), x.not_equal(y)].map(|z| z[[0]]);
        assert_eq!(found, expected);
    }
    derivatives::<greater>(2.0, 2.0, 0.0, 0.0);
    derivatives::<equal>(2.0, 2.0, 0.0, 0.0);
}

#[test]
fn euclidean_division() {
    for (a, b) in [(7.0, 4.0), (-7.0, 4.0), (7.0, -4.0), (-7.0, -4.0), (8.0, 4.0), (-8.0, 4.0)] {
        assert_eq!(Real::rem_euclid(a, b), f64::rem_euclid(a, b));
        assert_eq!(Real::div_euclid(a, b), f64::div_euclid(a, b));
        assert_eq!(vjp2::<rem_euclid, _, _>(&a, &b, &1.0), (1.0, -f64::div_euclid(a, b)));
        assert_eq!(vjp2::<div_euclid, _, _>(&a, &b, &1.0), (0.0, 0.0));
    }
}

#[test]
fn floor_division() {
    for (a, b, q) in
        [(7.0, 4.0, 1.0), (-7.0, 4.0, -2.0), (7.0, -4.0, -2.0), (-7.0, -4.0, 1.0), (8.0, 4.0, 2.0), (0.0, -4.0, 0.0)]
    {
        assert_eq!(a.floor_div(b), q);
        assert_eq!(tensor([a]).floor_div(b), tensor([q]));
        assert_eq!(tensor([a]).floor_div(&tensor([[b], [b]])), tensor([[q], [q]]));
        derivatives::<floor_div>(a, b, 0.0, 0.0);
    }
    same(tensor([1.0, -1.0, 0.0]).floor_div(0.0).as_slice(), &[INF, -INF, NAN]);
    derivatives::<floor_div>(1.0, 0.0, 0.0, 0.0);
    derivatives::<floor_div>(NAN, 1.0, 0.0, 0.0);
}

#[test]
fn stabilised_forms_are_finite_at_zero() {
    derivatives::<ln_eps>(0.0, 0.25, 4.0, 4.0);
    derivatives::<sqrt_eps>(0.0, 0.25, 1.0, 1.0);
    derivatives::<away_from_zero>(0.0, 0.25, 1.0, 1.0);
    derivatives::<away_from_zero>(-0.5, 0.25, 1.0, -1.0);
    assert_eq!((0.0.away_from_zero(0.5), (-0.5).away_from_zero(0.5)), (0.5, -1.0));
    for found in [0.0.ln_eps(1e-10), 0.0.log2_eps(1e-10), 0.0.log10_eps(1e-10), 0.0.sqrt_eps(1e-10)] {
        assert!(found.is_finite());
    }
}

#[test]
fn bounds_let_the_cotangent_through_where_they_are_met() {
    for (x, by) in [
        (-3.0, (0.0, 1.0, 0.0)),
        (-1.0, (1.0, 0.0, 0.0)),
        (0.0, (1.0, 0.0, 0.0)),
        (1.0, (1.0, 0.0, 0.0)),
        (3.0, (0.0, 0.0, 1.0)),
        (INF, (0.0, 0.0, 1.0)),
        (NAN, (0.0, 0.0, 0.0)),
    ] {
        assert_eq!(vjp3::<clamp>((x, -1.0, 1.0), 1.0), by, "at {x}");
    }
    let x = tensor([f64::NAN, -3.0]).clamp(-1.0, 1.0);
    same(x.as_slice(), &[NAN, -1.0]);
    assert!(tensor([-0.0_f64]).clamp(-1.0, 1.0)[[0]].is_sign_negative());
}

#[test]
#[should_panic(expected = "min > max")]
fn bounds_out_of_order_are_refused() {
    let _ = tensor([0.0]).clamp(1.0, -1.0);
}

#[test]
fn a_choice_keeps_what_is_not_chosen_out() {
    assert_eq!(vjp3::<select>((1.0, NAN, INF), 3.0), (0.0, 3.0, 0.0));
    assert_eq!(vjp3::<select>((0.0, NAN, INF), INF), (0.0, 0.0, INF));
    assert_eq!(vjp3::<select>((NAN, 1.0, 2.0), 1.0), (0.0, 1.0, 0.0));

    #[differentiable]
    fn f(x: &Vector<f64, 3>) -> f64 {
        x.greater(0.0).select(&x.ln(), 0.0).sum()
    }
    assert_eq!(f::value_and_grad(&tensor([0.0, 1.0, -1.0])), (0.0, tensor([0.0, 1.0, 0.0])));
}

#[test]
fn interpolation_is_exact_at_both_ends() {
    for (a, b) in [(0.1, 1e17), (1e17, 0.1)] {
        assert_eq!((a.lerp(b, 0.0), a.lerp(b, 1.0)), (a, b));
    }
}

#[test]
fn the_euclidean_division_rounds_towards_a_remainder_that_is_positive() {
    let (a, b) = (tensor([7.0, 7.0, -7.0, -7.0]), tensor([4.0, -4.0, 4.0, -4.0]));
    assert_eq!(a.div_euclid(&b), tensor([1.0, -1.0, -2.0, 2.0]));
    assert_eq!(a.rem_euclid(&b), tensor([3.0, 3.0, 1.0, 1.0]));
}

/// Second derivatives of operands that nobody asks for read nothing; one half of a place may be asked for alone.
#[test]
fn what_is_not_wanted_is_not_read() {
    let nothing = || (Read::absent(), None);
    let ((x, x_dot), (y, y_dot), (r, r_dot)) = (nothing(), nothing(), nothing());
    <atan2 as Rule2<f64, f64>>::vjp_dual(x, x_dot, y, y_dot, r, r_dot, &1.0, None, NoGrad, NoGrad, NoGrad, NoGrad);

    let (a, b, y) = (Read::absent(), Read::live(&4.0), Read::live(&0.5));
    let (mut a_bar, mut b_bar_dot) = (1.0, 1.0);
    let (value, tangent) = (Out::new(&mut a_bar), Out::new(&mut b_bar_dot));
    <div as Rule2<f64, f64>>::vjp_dual(
        a,
        Some(&1.0),
        b,
        None,
        y,
        Some(&0.25),
        &2.0,
        None,
        value,
        NoGrad,
        NoGrad,
        tangent,
    );
    // ȳ / b, and of -ȳ y / b the part -ȳ ẏ / b
    assert_eq!((a_bar, b_bar_dot), (1.5, 0.875));
}

/// Every method of two and three operands inside `#[differentiable]`, of tensors with tensors and numbers, and of numbers.
#[test]
fn in_functions() {
    #[differentiable]
    fn tensors(x: &Matrix<f64, 2, 3>, y: &Vector<f64, 3>) -> Matrix<f64, 2, 3> {
        let angle = x.atan2(y) + x.hypot(0.5) + x.copysign(-1.0);
        let power = x.abs().powf(&y.abs()) + x.maximum(y) * x.minimum(0.1);
        let active = x.prelu(y) + x.leaky_relu(0.01) + x.elu(1.0);
        let stable = x.abs().ln_eps(1e-3) + x.square().sqrt_eps(1e-3) + x / y.away_from_zero(1e-3);
        let three = x.clamp(-1.0, y.abs() * 9.0) + x.lerp(y, 0.3) + x.affine(y, 0.5) + x.mul_add(2.0, y);
        angle + power + active + stable + three + x.greater(y).select(x, 0.0)
    }
    let at = (numbers(1), numbers(2));
    cotangent::check::vjp(|(x, y)| tensors(x, y), |(x, y), seed| tensors::vjp(x, y, seed), at).unwrap();

    #[differentiable]
    fn number(x: f64, y: f64) -> f64 {
        let angle = x.atan2(y) + x.hypot(y) + x.copysign(y) + x.max(y) * x.min(0.1);
        let active = x.prelu(y) + x.elu(1.0) + x.tan() + x.cbrt() + x.recip() + x.gelu();
        angle + active + x.clamp(-1.0, 1.0) + x.lerp(y, 0.3) + x.mul_add(y, 2.0) + x.powf(y) + x.floor() * x
    }
    cotangent::check::gradient(|(x, y)| number(*x, *y), |(x, y)| number::value_and_grad(*x, *y), (0.7, 1.3)).unwrap();

    #[differentiable]
    fn generic<T: Real>(x: T, y: T) -> T {
        x.atan2(y) + x.hypot(y).tan() + x.clamp(-T::ONE, T::ONE).exp2() + x.mul_add(y, x).cbrt() + x.erfc()
    }
    cotangent::check::gradient(|(x, y)| generic(*x, *y), |(x, y)| generic::value_and_grad(*x, *y), (0.7, 0.3)).unwrap();

    #[differentiable]
    fn single(x: &Vector<f32, 2>) -> f32 {
        (x.maximum(0.5) + x.powf(0.5).clamp(0.0, 1.0).leaky_relu(0.01)).sum()
    }
    assert_eq!(single::grad(&tensor([0.25, 4.0])), tensor([1.0, 1.0]));
}
