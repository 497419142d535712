//! Activation functions; a parameter may be learned, and is a number or a tensor that broadcasts to the input.

use crate::ops::elementwise::rows::rows;
use crate::rule::times;
use crate::scalar::Real;
use crate::tape::{No, Yes};

/// `λ` of [`selu`].
const SELU_SCALE: f64 = 1.050_700_987_355_480_5;
/// `α` of [`selu`].
const SELU_ALPHA: f64 = 1.673_263_242_354_377_3;

/// `x`, limited to the range from `low` to `high`; NaN stays NaN.
#[inline(always)]
fn between<T: Real>(x: T, low: T, high: T) -> T {
    if x <= low {
        low
    } else if x >= high {
        high
    } else {
        x
    }
}

/// 1 strictly between the bounds, 0 outside, NaN at NaN.
#[inline(always)]
fn inside<T: Real>(x: T, low: T, high: T) -> T {
    if x > low && x < high {
        T::ONE
    } else if x.is_nan() {
        x
    } else {
        T::ZERO
    }
}

/// `x σ(2u)` of [`gelu_tanh`], and its derivative, by the given [logistic](crate::real::Strong::logistics) function.
#[inline(always)]
fn gated<T: Real>(x: T, logistics: impl Fn(T) -> (T, T)) -> (T, T) {
    // √(8/π), and 0.044715 times that.
    let (linear, cubic) = (T::lit(1.595_769_121_605_730_8), T::lit(0.071_354_816_272_600_25) * x * x);
    let (s, opposite) = logistics(x * (linear + cubic));
    let slope = times(s * opposite, linear + T::lit(3.0) * cubic);
    (times(x, s), s + times(x, slope))
}

/// `tanh(ln(1 + eˣ))` and its derivative, from the side that does not overflow.
#[inline(always)]
fn tanh_of_softplus<T: Real>(x: T) -> (T, T) {
    let two = T::lit(2.0);
    let e = if x >= T::ZERO { (-x).exp() } else { x.exp() };
    // With n = eˣ (eˣ + 2) they are n / (n + 2) and 4 eˣ (eˣ + 1) / (n + 2)².
    let (n, sum, product) = if x >= T::ZERO {
        (T::ONE + two * e, T::ONE + two * e + two * e * e, e * e * (T::ONE + e))
    } else {
        (e * (e + two), e * (e + two) + two, e * (e + T::ONE))
    };
    (n / sum, T::lit(4.0) * product / (sum * sum))
}

rows! {
    /// Activation functions, for numbers and for tensors.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn neuron(x: &Vector<f64, 2>, w: &Vector<f64, 2>) -> f64 {
    ///     (x * w).sum().sigmoid()
    /// }
    /// let x = tensor([1.0, 2.0]);
    /// assert_eq!(neuron::value_and_grad(&x, &tensor([2.0, -1.0])), (0.5, (tensor([0.5, -0.25]), tensor([0.25, 0.5]))));
    /// ```
    pub trait Activations;

    /// `max(x, 0)`; NaN stays NaN. Derivative 1 for `x > 0`, 0 for `x ≤ 0`, also at 0; NaN at NaN.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn positive(x: &Vector<f64, 3>) -> f64 {
    ///     x.relu().sum()
    /// }
    /// assert_eq!(positive::value_and_grad(&tensor([-3.0, 0.0, 2.0])), (2.0, tensor([0.0, 0.0, 1.0])));
    /// ```
    relu(x) = if x <= T::ZERO { T::ZERO } else { x }, y => if y > T::ZERO { T::ONE } else { y * T::ZERO }, often_zero;
    /// `min(max(x, 0), 6)`; NaN stays NaN. Derivative 1 for `0 < x < 6`, else 0, also at 0 and 6; NaN at NaN.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([-1.0, 2.0, 7.0]).relu6(), tensor([0.0, 2.0, 6.0]));
    /// ```
    relu6(x) = between(x, T::ZERO, T::lit(6.0)), y => inside(y, T::ZERO, T::lit(6.0)), often_zero;
    /// `min(max(x, -1), 1)`; NaN stays NaN. Derivative 1 for `-1 < x < 1`, else 0, also at ±1; NaN at NaN.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([-3.0, 0.5, 7.0]).hard_tanh(), tensor([-1.0, 0.5, 1.0]));
    /// ```
    hard_tanh(x) = between(x, -T::ONE, T::ONE), y => inside(y, -T::ONE, T::ONE), often_zero;
    /// `min(max(x/6 + 1/2, 0), 1)`; NaN stays NaN. Derivative 1/6 for `-3 < x < 3`, else 0, also at ±3; NaN at NaN.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([-4.0, 0.0, 4.0]).hard_sigmoid(), tensor([0.0, 0.5, 1.0]));
    /// ```
    hard_sigmoid(x) = between((x + T::lit(3.0)) / T::lit(6.0), T::ZERO, T::ONE),
        x => inside(x, T::lit(-3.0), T::lit(3.0)) / T::lit(6.0), often_zero;
    /// `λ x` for `x > 0`, else `λ α (eˣ - 1)`, with `λ = 1.0507…`, `α = 1.6732…` (Klambauer et al. 2017). Derivative `λ` for `x > 0`, else `λ α eˣ`, also at 0.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1.0]).selu(), tensor([0.0, 1.0507009873554805]));
    /// ```
    selu(x) = if x > T::ZERO { T::lit(SELU_SCALE) * x } else { T::lit(SELU_SCALE * SELU_ALPHA) * x.exp_m1() },
        x => if x > T::ZERO { T::lit(SELU_SCALE) } else { T::lit(SELU_SCALE * SELU_ALPHA) * x.exp() };
    /// `1 / (1 + e⁻ˣ)`, from the side that does not overflow. Derivative `y (1 - y)`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, -1e9, 1e9]).sigmoid(), tensor([0.5, 0.0, 1.0]));
    /// assert_eq!(0.0_f32.sigmoid(), 0.5);
    /// ```
    sigmoid(x) = x.logistic(), y => y * (T::ONE - y);
    /// `ln σ(x)`, as `min(x, 0) - ln(1 + e^-|x|)`, which neither overflows nor loses digits. Derivative `1 - σ(x)`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([-1e9, 1e9]).log_sigmoid(), tensor([-1e9, 0.0]));
    /// ```
    log_sigmoid(x) = x.min(T::ZERO) - (-x.abs()).exp().ln_1p(), y => -y.exp_m1();
    /// `ln(1 + eˣ)`, as `max(x, 0) + ln(1 + e^-|x|)`, which does not overflow. Derivative `σ(x)`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([-1e9, 1e9]).softplus(), tensor([0.0, 1e9]));
    /// ```
    softplus(x) = x.max(T::ZERO) + (-x.abs()).exp().ln_1p(), y => -(-y).exp_m1();
    /// `x / (1 + |x|)`; ±1 at ±∞. Derivative `1 / (1 + |x|)²`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([1.0, -3.0]).softsign(), tensor([0.5, -0.75]));
    /// ```
    softsign(x) = if x.abs() == T::INFINITY { x.signum() } else { x / (T::ONE + x.abs()) },
        x => (T::ONE + x.abs()).powi(-2);
    /// `x Φ(x)` with the normal distribution function `Φ(x) = erfc(-x/√2) / 2`; 0 at -∞. Derivative `Φ(x) + x φ(x)`, `φ` the normal density.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1e9]).gelu(), tensor([0.0, 1e9]));
    /// ```
    gelu(x) = x.times_normal().0, both => x.times_normal();
    /// `x (1 + tanh u) / 2` with `u = √(2/π) (x + 0.044715 x³)`, computed as `x σ(2u)`; 0 at -∞. Derivative `σ(2u) + 2 x u′ σ(2u) (1 - σ(2u))`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1e9]).gelu_tanh(), tensor([0.0, 1e9]));
    /// ```
    gelu_tanh(x) = gated(x, T::logistics).0, both => gated(x, T::logistics);
    /// `x σ(x)`; 0 at -∞. Derivative `σ(x) (1 + x (1 - σ(x)))`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1e9, -1e9]).silu(), tensor([0.0, 1e9, 0.0]));
    /// ```
    silu(x) = times(x, x.logistic()), both => {
        let (s, opposite) = x.logistics();
        (times(x, s), s + times(x, s * opposite))
    };
    /// `x tanh(ln(1 + eˣ))`; 0 at -∞. Derivative `t + x σ(x) (1 - t²)`, `t` the hyperbolic tangent.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([0.0, 1e9]).mish(), tensor([0.0, 1e9]));
    /// ```
    mish(x) = times(x, tanh_of_softplus(x).0), both => {
        let (t, slope) = tanh_of_softplus(x);
        (times(x, t), t + times(x, slope))
    };
    /// `x` for `x > 0`, else `slope x` (He et al. 2015). Derivative by `x`: 1 for `x > 0`, else `slope`, also at 0; by `slope`: 0 for `x > 0`,
    /// else `x`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn f(x: &Vector<f64, 2>, slope: f64) -> f64 {
    ///     x.prelu(slope).sum()
    /// }
    /// assert_eq!(f::grad(&tensor([3.0, -2.0]), 0.25), (tensor([1.0, 0.25]), -2.0));
    /// ```
    prelu(x, slope) -> y = if x > T::ZERO { x } else { slope * x }, reads (Yes, Yes, No),
        x (x, slope => if x > T::ZERO { T::ONE } else { slope }), slope (x => if x > T::ZERO { T::ZERO } else { x });
    /// The name of [`prelu`](crate::ops::Activations::prelu) for a constant `slope`: `x` for `x > 0`, else `slope x`. Derivative by `x`: 1
    /// for `x > 0`, else `slope`, also at 0; by `slope`: 0 for `x > 0`, else `x`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([3.0, -2.0]).leaky_relu(0.01), tensor([3.0, -0.02]));
    /// ```
    leaky_relu(x, slope) -> y = prelu::value(x, slope), reads (Yes, Yes, No),
        x (x, slope => if x > T::ZERO { T::ONE } else { slope }), slope (x => if x > T::ZERO { T::ZERO } else { x });
    /// `x` for `x > 0`, else `α (eˣ - 1)` (Clevert et al. 2015). Derivative by `x`: 1 for `x > 0`, else `α eˣ`, also at 0; by `α`: 0 for `x > 0`,
    /// else `eˣ - 1`.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(tensor([3.0, 0.0]).elu(1.0), tensor([3.0, 0.0]));
    /// ```
    elu(x, alpha) -> y = if x > T::ZERO { x } else { alpha * x.exp_m1() }, reads (Yes, Yes, No),
        x (x, alpha => if x > T::ZERO { T::ONE } else { alpha * x.exp() }), alpha (x => if x > T::ZERO { T::ZERO } else { x.exp_m1() });
}
