//! Activation functions with a parameter, which may be learned: a number, or a tensor that is repeated along the input.

use super::rows::rows;
use crate::tape::{No, Yes};

rows! {
    /// Activation functions with a parameter, which may be learned.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let x = tensor([[1.0, -1.0], [2.0, -2.0]]);
    /// assert_eq!(x.prelu(&tensor([0.5, 0.25])), tensor([[1.0, -0.25], [2.0, -0.5]])); // one slope for each channel
    /// ```
    pub trait ParametricActivations;

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
    /// [`prelu`](crate::ops::ParametricActivations::prelu) under the name that it has where `slope` is a constant: `x` for `x > 0`, else `slope x`. Derivative by `x`: 1 for
    /// `x > 0`, else `slope`, also at 0; by `slope`: 0 for `x > 0`, else `x`.
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
