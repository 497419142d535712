//! Second derivatives where values are zero, infinite, or at a kink: what is published in `docs/ops.md`.

use cotangent::dual::Dual;
use cotangent::ops::casts::cast;
use cotangent::ops::elementwise::{powf, relu, sqrt};
use cotangent::ops::norm::norm;
use cotangent::ops::prod::prod;
use cotangent::prelude::*;
use cotangent::real::StrongZero;
use cotangent::rule::{Rule1, Rule2};

const INF: f64 = f64::INFINITY;

/// The second derivative of a function of one number, from its gradient in dual numbers.
fn second(gradient: impl Fn(Dual<f64>) -> Dual<f64>, x: f64) -> f64 {
    gradient(Dual::new(x, 1.0)).tangent()
}

#[test]
fn a_square_has_a_second_derivative_where_its_root_is_zero() {
    #[differentiable]
    fn f<T: Real>(x: T) -> T {
        let g = x.sin();
        g * g
    }
    assert_eq!(second(f::grad, 0.0), 2.0);
    #[differentiable]
    fn by_row<T: Real>(x: T) -> T {
        x.sin().square()
    }
    assert_eq!(second(by_row::grad, 0.0), 2.0);
    #[differentiable]
    fn by_power<T: Real>(x: T) -> T {
        x.sin().powi(2) + x.sin().powf(T::lit(2.0))
    }
    assert_eq!(second(by_power::grad, 0.0), 4.0);
    #[differentiable]
    fn quotient<T: Real>(x: T) -> T {
        x.tanh() * x / (T::ONE + x)
    }
    assert_eq!(second(quotient::grad, 0.0), 2.0);
}

/// `H v` of `⟨ȳ, f⟩` for a fixed `ȳ`.
fn hessian_times<R, X>(x: &X, v: &X, c: &Ct<R::Output>) -> X
where
    R: Rule1<X>,
    X: Differentiable<Tangent = X> + Tangent,
{
    let (y, _) = R::forward(x);
    let y_dot = R::jvp(x, &y, Some(v));
    let (mut bar, mut dot) = (X::zero(), X::zero());
    let (slot, slot_dot) = (Out::new(&mut bar), Out::new(&mut dot));
    R::vjp_dual(Read::live(x), Some(v), Read::live(&y), Some(&y_dot), c, None, slot, slot_dot);
    dot
}

#[test]
fn a_product_is_a_polynomial_also_with_zeros() {
    let v = tensor([1.0, 10.0, 100.0]);
    // ∂²/∂x∂y (x y z) = z and so on, whatever is zero.
    assert_eq!(hessian_times::<prod, _>(&tensor([0.0, 3.0, 5.0]), &v, &1.0), tensor([350.0, 5.0, 3.0]));
    assert_eq!(hessian_times::<prod, _>(&tensor([0.0, 0.0, 5.0]), &v, &1.0), tensor([50.0, 5.0, 0.0]));
    assert_eq!(hessian_times::<prod, _>(&tensor([0.0, 0.0, 0.0]), &v, &1.0), tensor([0.0, 0.0, 0.0]));
}

#[test]
fn a_norm_is_flat_at_zero() {
    let v = tensor([1.0, 2.0]);
    assert_eq!(hessian_times::<norm, _>(&tensor([0.0, 0.0]), &v, &1.0), tensor([0.0, 0.0]));
    // One element may be zero: (I - x xᵀ / |x|²) / |x|.
    assert_eq!(hessian_times::<norm, _>(&tensor([0.0, 2.0]), &v, &1.0), tensor([0.5, 0.0]));
}

#[test]
fn powers_of_zero() {
    let by_base = |p: f64, dot: Option<&f64>, p_dot: Option<&f64>| {
        let (y, _) = powf::forward(&0.0, &p);
        let mut bars = [0.0; 4];
        let [a, a_dot, b, b_dot] = &mut bars;
        let y_dot = powf::jvp(&0.0, &p, &y, dot, p_dot);
        let (x, p, y) = (Read::live(&0.0), Read::live(&p), Read::live(&y));
        let [a, a_dot, b, b_dot] = [a, a_dot, b, b_dot].map(Out::new);
        powf::vjp_dual(x, dot, p, p_dot, y, Some(&y_dot), &1.0, None, a, a_dot, b, b_dot);
        bars[1]
    };
    assert_eq!(by_base(2.0, Some(&1.0), None), 2.0);
    assert_eq!(by_base(1.0, Some(&1.0), None), 0.0);
    assert_eq!(by_base(3.0, Some(&1.0), None), 0.0);
    assert_eq!(by_base(1.5, Some(&1.0), None), INF);
    assert_eq!(by_base(0.0, Some(&1.0), None), 0.0);
}

#[test]
fn no_cotangent_gives_nothing_of_either_order() {
    let run = |c: f64, c_dot: Option<&f64>| {
        let (mut bar, mut dot) = (0.0, 0.0);
        let (slot, slot_dot) = (Out::new(&mut bar), Out::new(&mut dot));
        let (x, y) = (Read::absent(), Read::live(&0.0));
        <sqrt as Rule1<f64>>::vjp_dual(x, Some(&1.0), y, Some(&INF), &c, c_dot, slot, slot_dot);
        (bar, dot)
    };
    assert_eq!(run(0.0, None), (0.0, 0.0));
    assert_eq!(run(0.0, Some(&0.0)), (0.0, 0.0));
    assert_eq!(run(0.0, Some(&1.0)), (0.0, INF)); // what moves meets the infinite slope
    assert_eq!(run(1.0, None).0, INF);
}

#[test]
fn kinks_have_the_second_derivative_of_the_branch() {
    for x in [-1.0, 0.0, 1.0] {
        assert_eq!(hessian_times::<relu, _>(&x, &1.0, &1.0), 0.0);
    }
    #[differentiable]
    fn hinge<T: Real>(x: T) -> T {
        let y = x.relu();
        y * y
    }
    assert_eq!([-1.0, 0.0, 1.0].map(|x| second(hinge::grad, x)), [0.0, 0.0, 2.0]);
    #[differentiable]
    fn bounded<T: Real>(x: T) -> T {
        let y = x.clamp(-T::ONE, T::ONE);
        y * y * y
    }
    assert_eq!([0.5, 1.0, 2.0].map(|x| second(bounded::grad, x)), [3.0, 6.0, 0.0]);
}

#[test]
fn smooth_functions_are_smooth_where_their_formulas_change() {
    #[differentiable]
    fn f<T: Real>(x: T) -> T {
        x.softplus() + x.sigmoid() + x.mish() + x.silu() + x.gelu() + x.log_sigmoid()
    }
    // σ' = 1/4, σ'' = 0, mish'' = 8/25 · ... by the limits from both sides.
    let [left, at, right] = [-1e-9, 0.0, 1e-9].map(|x| second(f::grad, x));
    assert!((left - at).abs() < 1e-7 && (right - at).abs() < 1e-7, "{left} {at} {right}");
    // The values in dual numbers have the derivative of the rule.
    let slope = f(Dual::new(0.0, 1.0)).tangent();
    let gradient: f64 = f::grad(0.0);
    assert!((slope - gradient).abs() < 1e-15, "{slope} {gradient}");
}

#[test]
fn a_loss_of_logits_that_are_zero() {
    let (x, t) = (tensor([Dual::new(0.0, 1.0)]), tensor([Dual::constant(1.0)]));
    assert_eq!(x.bce_with_logits(&t).tangent(), -0.5);
}

#[test]
fn the_end_of_an_interpolation() {
    let y = Dual::constant(2.0).lerp(Dual::constant(5.0), Dual::new(1.0, 1.0));
    assert_eq!((y.value(), y.tangent()), (5.0, 3.0));
}

#[test]
fn comparisons_look_at_values() {
    let (small, large) = (Dual::new(1.0, 9.0), Dual::new(2.0, 0.0));
    assert_eq!(small.partial_cmp(&large), Some(core::cmp::Ordering::Less));
    assert_eq!([small < large, small <= large, large > small, large >= small, small != large], [true; 5]);
    assert_eq!([small == Dual::constant(1.0), small >= Dual::new(1.0, 10.0), small <= Dual::new(1.0, 8.0)], [true; 3]);
}

#[test]
fn what_moves_does_not_vanish() {
    let vanishes = [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)].map(|(x, t)| Dual::new(x, t).vanishes());
    assert_eq!(vanishes, [true, false, false, false]);
}

/// A constant stays one where the other operand, or the result, is infinite.
#[test]
fn what_does_not_move_gives_no_tangent() {
    let [zero, one, infinite] = [0.0, 1.0, INF].map(Dual::constant);
    assert_eq!([one * infinite, infinite * one, infinite * infinite].map(Dual::tangent), [0.0; 3]);
    assert_eq!([one / zero, infinite / one, one / infinite].map(Dual::tangent), [0.0; 3]);
    assert_eq!((one % zero).tangent(), 0.0);
}

#[test]
fn dual_numbers_of_dual_numbers_are_cast_part_by_part() {
    let x = Dual::new(Dual::new(1.0, 2.0), Dual::new(3.0, 4.0));
    let (y, ()) = <cast<Dual<Dual<f32>>> as Rule1<Dual<Dual<f64>>>>::forward(&x);
    let parts = [y.value(), y.tangent()].map(|y| [y.value(), y.tangent()]);
    assert_eq!(parts, [[1.0, 2.0], [3.0, 4.0]]);
}

#[test]
fn dual_numbers_are_tangents_too() {
    let mut x = Dual::new(2.0, 3.0);
    x.scale(10.0);
    assert_eq!((x.value(), x.tangent()), (20.0, 30.0));
    assert_eq!(x.inner(&Dual::new(0.5, 7.0)), 10.0);
    x.accumulate(&Dual::new(1.0, 1.0));
    assert_eq!((x.value(), x.tangent()), (21.0, 31.0));
}
