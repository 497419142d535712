//! The rule contract: the requirements on an operation that can be differentiated.
//!
//! A rule is a zero-sized type that implements [`Rule1`], [`Rule2`] or [`Rule3`] (by its number of operands) for some
//! operand types. It has three functions, all mandatory: `forward`, `vjp` (reverse mode) and `jvp` (forward mode). Two
//! types declare what the reverse sweep needs, and nothing else is stored: `Reads` flags the operands, or the output,
//! that `vjp` reads; `Residual` is a value that `forward` computes in addition.
//!
//! For a function, unlike a method, you need none of this: `#[differentiable(vjp = ..)]` names functions that compute
//! its derivative, see [own rules](crate#own-rules).
//!
//! Rules are found by name. `x.op(y)` in a `#[differentiable]` function finds its rule through the method
//! `x.derivative_of_op()`, which returns [`By2<op>`](By2). Operations of this crate and yours resolve in the same way,
//! and a method without a rule does not compile. An operation that works number by number needs only one row of
//! [`elementwise!`](crate::elementwise).
//!
//! ```
//! use cotangent::prelude::*;
//! use cotangent::rule::{By2, Rule, Rule2};
//!
//! /// `hypot(x, y) = √(x² + y²)`, with the minimum-norm subgradient 0 at the origin.
//! #[derive(Clone, Copy, Default)]
//! pub struct Distance;
//!
//! impl Rule for Distance {
//!     type Reads = (Yes, Yes, Yes); // x, y, and the output
//! }
//!
//! impl Rule2<f64, f64> for Distance {
//!     type Output = f64;
//!     type Residual = ();
//!     fn forward(x: &f64, y: &f64) -> (f64, ()) {
//!         (x.hypot(*y), ())
//!     }
//!     fn vjp((): &(), x: Read<f64>, y: Read<f64>, z: Read<f64>, z_bar: &f64, x_bar: impl Slot<f64>, y_bar: impl Slot<f64>) {
//!         let along = |x: &f64| if *z.get() == 0.0 { 0.0 } else { z_bar * x / z.get() };
//!         x_bar.accumulate(|d| *d += along(x.get()));
//!         y_bar.accumulate(|d| *d += along(y.get()));
//!     }
//!     fn jvp(x: &f64, y: &f64, z: &f64, x_dot: Option<&f64>, y_dot: Option<&f64>) -> f64 {
//!         let along = x * x_dot.unwrap_or(&0.0) + y * y_dot.unwrap_or(&0.0);
//!         if *z == 0.0 { 0.0 } else { along / z }
//!     }
//! }
//!
//! /// The method and, beside it, the way to its rule.
//! pub trait DistanceOp {
//!     fn distance(&self, y: &f64) -> f64;
//!     fn derivative_of_distance(&self) -> By2<Distance> {
//!         By2::new()
//!     }
//! }
//!
//! impl DistanceOp for f64 {
//!     fn distance(&self, y: &f64) -> f64 {
//!         Distance::forward(self, y).0
//!     }
//! }
//!
//! #[differentiable]
//! fn cost(x: f64, y: f64) -> f64 {
//!     x.distance(&y) * 2.0
//! }
//! assert_eq!(cost::value_and_grad(3.0, 4.0), (10.0, (2.0 * 3.0 / 5.0, 2.0 * 4.0 / 5.0)));
//! assert_eq!(cost::grad(0.0, 0.0), (0.0, 0.0));
//! ```
//!
//! # Second derivatives
//!
//! All operations of this crate have second derivatives, and so does every row of [`elementwise!`](crate::elementwise).
//! A rule of yours has them if you write a fourth function, [`vjp_dual`](Rule1::vjp_dual): the VJP and its derivative
//! along a direction. A rule that is generic over its number type runs its own VJP in [dual numbers](crate::dual). A
//! linear rule calls its VJP twice, with the cotangent and with the tangent of the cotangent. Any other rule writes it
//! by hand. [`check::second1`](crate::check::second1) checks it.
//!
//! ```
//! use cotangent::check;
//! use cotangent::dual::Dual;
//! use cotangent::prelude::*;
//! use cotangent::rule::{Rule, Rule1};
//!
//! /// `x⁴`, by two multiplications.
//! #[derive(Clone, Copy, Default)]
//! struct Fourth;
//!
//! impl Rule for Fourth {
//!     type Reads = (Yes, No);
//! }
//!
//! impl<T: Real> Rule1<T> for Fourth {
//!     type Output = T;
//!     type Residual = ();
//!     fn forward(x: &T) -> (T, ()) {
//!         let square = *x * *x;
//!         (square * square, ())
//!     }
//!     fn vjp((): &(), x: Read<T>, _: Read<T>, y_bar: &T, x_bar: impl Slot<T>) {
//!         let x = *x.get();
//!         x_bar.accumulate(|d| *d += *y_bar * T::lit(4.0) * x * x * x);
//!     }
//!     fn jvp(x: &T, _: &T, x_dot: Option<&T>) -> T {
//!         x_dot.map_or(T::ZERO, |t| *t * T::lit(4.0) * *x * *x * *x)
//!     }
//!     fn vjp_dual(
//!         x: Read<T>, x_dot: Option<&T>,
//!         _: Read<T>, _: Option<&T>,
//!         y_bar: &T, y_bar_dot: Option<&T>,
//!         x_bar: impl Slot<T>, x_bar_dot: impl Slot<T>,
//!     ) {
//!         let moving = |value: &T, dot: Option<&T>| Dual::new(*value, *dot.unwrap_or(&T::ZERO));
//!         let mut bar = Dual::ZERO;
//!         let (x, y_bar) = (moving(x.get(), x_dot), moving(y_bar, y_bar_dot));
//!         Self::vjp(&(), Read::live(&x), Read::absent(), &y_bar, Out::new(&mut bar));
//!         x_bar.accumulate(|d| *d += bar.value());
//!         x_bar_dot.accumulate(|d| *d += bar.tangent());
//!     }
//! }
//! check::second1::<Fourth, _>(&1.5)?;
//! # Ok::<(), check::Mismatch>(())
//! ```
//!
//! By hand, for `f64` alone:
//!
//! ```
//! use cotangent::check;
//! use cotangent::prelude::*;
//! use cotangent::rule::{Rule, Rule1};
//!
//! /// `1 / (1 + x²)`.
//! #[derive(Clone, Copy, Default)]
//! struct Lorentz;
//!
//! impl Rule for Lorentz {
//!     type Reads = (Yes, Yes);
//! }
//!
//! impl Rule1<f64> for Lorentz {
//!     type Output = f64;
//!     type Residual = ();
//!     fn forward(x: &f64) -> (f64, ()) {
//!         (1.0 / (1.0 + x * x), ())
//!     }
//!     fn vjp((): &(), x: Read<f64>, y: Read<f64>, c: &f64, x_bar: impl Slot<f64>) {
//!         x_bar.accumulate(|d| *d -= c * 2.0 * x.get() * y.get() * y.get());
//!     }
//!     fn jvp(x: &f64, y: &f64, x_dot: Option<&f64>) -> f64 {
//!         -2.0 * x * y * y * x_dot.unwrap_or(&0.0)
//!     }
//!     fn vjp_dual(
//!         x: Read<f64>, x_dot: Option<&f64>,
//!         y: Read<f64>, y_dot: Option<&f64>,
//!         c: &f64, c_dot: Option<&f64>,
//!         x_bar: impl Slot<f64>, x_bar_dot: impl Slot<f64>,
//!     ) {
//!         // The derivative is -2 x y²; along the direction it moves with -2 y (x_dot y + 2 x y_dot).
//!         let (x, y) = (x.get(), y.get());
//!         let [x_dot, y_dot, c_dot] = [x_dot, y_dot, c_dot].map(|dot| *dot.unwrap_or(&0.0));
//!         x_bar.accumulate(|d| *d -= c * 2.0 * x * y * y);
//!         x_bar_dot.accumulate(|d| *d -= c_dot * 2.0 * x * y * y + c * 2.0 * y * (x_dot * y + 2.0 * x * y_dot));
//!     }
//! }
//! check::second1::<Lorentz, _>(&0.7)?;
//! # Ok::<(), check::Mismatch>(())
//! ```
//!
//! # Large residuals
//!
//! A residual that is a tensor can be written directly to the tape: give the rule a `forward_to`. Without it, the
//! residual is made elsewhere and copied.
//!
//! ```
//! use cotangent::check;
//! use cotangent::prelude::*;
//! use cotangent::rule::{Rule, Rule1};
//!
//! type V = Vector<f32, 1000>;
//!
//! /// `sin(x)` of each number, which keeps the cosine.
//! #[derive(Clone, Copy, Default)]
//! struct Sines;
//!
//! impl Rule for Sines {
//!     type Reads = (No, No);
//! }
//!
//! impl Rule1<V> for Sines {
//!     type Output = V;
//!     type Residual = V;
//!     fn forward(x: &V) -> (V, V) {
//!         (x.map(f32::sin), x.map(f32::cos))
//!     }
//!     fn forward_to(x: &V, cos: &mut V) -> V {
//!         for (cos, x) in cos.as_mut_slice().iter_mut().zip(x.as_slice()) {
//!             *cos = x.cos();
//!         }
//!         x.map(f32::sin)
//!     }
//!     fn vjp(cos: &V, _: Read<V>, _: Read<V>, c: &V, x_bar: impl Slot<V>) {
//!         x_bar.accumulate(|d| *d += c * cos);
//!     }
//!     fn jvp(x: &V, _: &V, x_dot: Option<&V>) -> V {
//!         x_dot.map_or(V::ZEROS, |x_dot| x.map(f32::cos) * x_dot)
//!     }
//! }
//! check::rule1::<Sines, _>(&V::full(0.5))?;
//! # Ok::<(), check::Mismatch>(())
//! ```
//!
//! # Rules that are often zero
//!
//! The minimum of ten distances gives a cotangent to only one of them: the other nine cotangents are zero, and the
//! reverse half can skip the loops that computed those distances. A rule whose cotangents are often zero declares
//! [`OFTEN_ZERO`](Rule::OFTEN_ZERO), which is `false` by default. The reverse half then skips a loop whose cotangent is
//! zero, if the loop contains no calls and no loops and computes one number that only such rules and branches read. The
//! results are the same, because a zero cotangent gives zero everywhere.
//!
//! ```
//! use cotangent::prelude::*;
//! use cotangent::rule::{By2, Rule, Rule2};
//!
//! /// `max(x - limit, 0)`.
//! #[derive(Clone, Copy, Default)]
//! pub struct Excess;
//!
//! impl Rule for Excess {
//!     type Reads = (Yes, Yes, No);
//!     const OFTEN_ZERO: bool = true; // below the limit
//! }
//!
//! impl Rule2<f64, f64> for Excess {
//!     type Output = f64;
//!     type Residual = ();
//!     fn forward(x: &f64, limit: &f64) -> (f64, ()) {
//!         ((x - limit).max(0.0), ())
//!     }
//!     fn vjp((): &(), x: Read<f64>, limit: Read<f64>, _: Read<f64>, y_bar: &f64, x_bar: impl Slot<f64>, limit_bar: impl Slot<f64>) {
//!         if x.get() > limit.get() {
//!             x_bar.accumulate(|d| *d += y_bar);
//!             limit_bar.accumulate(|d| *d -= y_bar);
//!         }
//!     }
//!     fn jvp(x: &f64, limit: &f64, _: &f64, x_dot: Option<&f64>, limit_dot: Option<&f64>) -> f64 {
//!         if x > limit { x_dot.unwrap_or(&0.0) - limit_dot.unwrap_or(&0.0) } else { 0.0 }
//!     }
//! }
//!
//! pub trait ExcessOp {
//!     fn excess(&self, limit: &f64) -> f64;
//!     fn derivative_of_excess(&self) -> By2<Excess> {
//!         By2::new()
//!     }
//! }
//!
//! impl ExcessOp for f64 {
//!     fn excess(&self, limit: &f64) -> f64 {
//!         Excess::forward(self, limit).0
//!     }
//! }
//!
//! /// Only the loads that are too large are walked back.
//! #[differentiable]
//! fn overload(x: &[f64; 2], #[constant] weights: &[[f64; 2]; 3], limit: f64) -> f64 {
//!     let mut total = 0.0;
//!     for w in weights {
//!         let mut load = 0.0;
//!         for j in 0..2 {
//!             load += w[j] * x[j];
//!         }
//!         total += load.excess(&limit);
//!     }
//!     total
//! }
//! let weights = [[1.0, 0.0], [0.0, 2.0], [3.0, 1.0]]; // the loads are 1, 4 and 5
//! assert_eq!(overload::value_and_grad(&[1.0, 2.0], &weights, 4.0), (1.0, ([3.0, 1.0], -1.0)));
//! ```

mod add_dual;
pub(crate) mod by;
pub(crate) mod directions;
mod elementwise;
pub(crate) mod first;
mod form;
pub(crate) mod lift;
pub(crate) mod pair;
pub mod slot;

pub(crate) use add_dual::{TensorWithTangent, add_dual};
pub use by::{By1, By2, By3, By4, By5};
pub(crate) use by::{Companion, Derivative, Nowhere};
pub(crate) use elementwise::times;
pub use elementwise::{AtOnce, Elementwise, FromInput, FromNothing, FromOutput, Lanes, Partial};
pub(crate) use form::{formula, rule};

use crate::differentiable::{Ct, Differentiable};
use crate::rule::slot::Slot;
use crate::tape::{Read, Taped};

/// The part of a rule that does not depend on the operand types.
pub trait Rule: Copy + Default + 'static {
    /// For each operand in order, and last for the output: [`Yes`](crate::tape::Yes) if `vjp` reads its value,
    /// [`No`](crate::tape::No) if not. Values that are not read are not stored.
    type Reads: Default;
    /// Whether the cotangent of an operand is often zero: for `max` that of the smaller one, for `relu` that of a
    /// negative number, for `floor` all. A loop that computes a number only for such rules is reversed only if the
    /// number has a nonzero cotangent: see [rules that are often zero](self#rules-that-are-often-zero).
    const OFTEN_ZERO: bool = false;
}

macro_rules! rule_trait {
    ($(#[$meta:meta])* $name:ident: $($x:ident $X:ident $x_bar:ident $x_dot:ident $x_bar_dot:ident),+) => {
        $(#[$meta])*
        #[diagnostic::on_unimplemented(
            message = "no derivative rule for `{Self}` here",
            label = "this operation has no rule for operands of these types",
            note = "put `#[differentiable]` on the `impl` of the operator, or implement the rule trait for the operation",
            note = "or drop the derivative on purpose: `stop_gradient(..)`, or a `#[constant]` parameter"
        )]
        pub trait $name<$($X: Differentiable),+>: Rule {
            /// The type of the result.
            type Output: Differentiable;
            /// The value that `forward` stores for `vjp`, besides operands and output; `()` if there is none.
            type Residual: Taped;
            /// The value and the residual.
            fn forward($($x: &$X),+) -> (Self::Output, Self::Residual);
            /// The same, with the residual written to its place on the tape, which holds arbitrary numbers before. This
            /// saves two copies of a large residual, such as a [`Tensor`](crate::tensor::Tensor).
            #[inline(always)]
            fn forward_to($($x: &$X,)+ residual: &mut Self::Residual) -> Self::Output {
                // Not destructured: a large part would be copied.
                let made = Self::forward($($x),+);
                *residual = made.1;
                made.0
            }
            /// Adds the cotangent of each operand to its slot: `x_bar += y_bar · ∂y/∂x`. The values declared in `Reads`
            /// are present.
            #[allow(clippy::too_many_arguments, reason = "a value and a slot for each operand")]
            fn vjp(
                residual: &Self::Residual,
                $($x: Read<'_, $X>,)+
                y: Read<'_, Self::Output>,
                y_bar: &Ct<Self::Output>,
                $($x_bar: impl Slot<Ct<$X>>),+
            );
            /// The tangent of the output: `y_dot = Σ ∂y/∂x · x_dot`; `None` is a zero tangent.
            #[allow(clippy::too_many_arguments, reason = "a value and a tangent for each operand")]
            fn jvp($($x: &$X,)+ y: &Self::Output, $($x_dot: Option<&Ct<$X>>),+) -> Ct<Self::Output>;
            /// Second order, forward over reverse: `vjp` and its derivative along a direction. Operands, output and
            /// cotangent have the tangents `_dot`. It adds to `x_bar` what `vjp` adds, and to `x_bar_dot` the tangent
            /// of that: `y_bar_dot · ∂y/∂x + y_bar · (∂y/∂x)_dot`. `None` is a zero tangent. The values declared in
            /// `Reads` are present, perhaps others too. There is no residual: a rule with one gets all its operands,
            /// and recomputes it.
            ///
            /// Without this function a rule has no Hessian, and a call that needs the Hessian does not compile. The
            /// [module](self) shows how to write it.
            #[allow(unused_variables, clippy::too_many_arguments, reason = "two of each")]
            fn vjp_dual(
                $($x: Read<'_, $X>, $x_dot: Option<&Ct<$X>>,)+
                y: Read<'_, Self::Output>, y_dot: Option<&Ct<Self::Output>>,
                y_bar: &Ct<Self::Output>, y_bar_dot: Option<&Ct<Self::Output>>,
                $($x_bar: impl Slot<Ct<$X>>, $x_bar_dot: impl Slot<Ct<$X>>),+
            ) {
                const {
                    panic!("second derivatives go through a rule that has none: give it `vjp_dual`, see `cotangent::rule`")
                }
            }
        }
    };
}

rule_trait! {
    /// A rule with one operand, `y = f(a)`. This one has a residual, which saves the second exponential:
    ///
    /// ```
    /// use cotangent::check;
    /// use cotangent::prelude::*;
    /// use cotangent::rule::{Rule, Rule1};
    ///
    /// /// `ln(1 + eˣ)`, whose derivative is `1 - 1 / (1 + eˣ)`.
    /// #[derive(Clone, Copy, Default)]
    /// struct Softplus;
    ///
    /// impl Rule for Softplus {
    ///     type Reads = (No, No); // neither x nor the output
    /// }
    ///
    /// impl Rule1<f64> for Softplus {
    ///     type Output = f64;
    ///     type Residual = f64;
    ///     fn forward(x: &f64) -> (f64, f64) {
    ///         let e = x.exp();
    ///         (e.ln_1p(), 1.0 - 1.0 / (1.0 + e))
    ///     }
    ///     fn vjp(slope: &f64, _: Read<f64>, _: Read<f64>, y_bar: &f64, x_bar: impl Slot<f64>) {
    ///         x_bar.accumulate(|d| *d += slope * y_bar);
    ///     }
    ///     fn jvp(x: &f64, _: &f64, x_dot: Option<&f64>) -> f64 {
    ///         x_dot.map_or(0.0, |x_dot| Self::forward(x).1 * x_dot)
    ///     }
    /// }
    /// check::rule1::<Softplus, _>(&0.5)?;
    /// # Ok::<(), check::Mismatch>(())
    /// ```
    Rule1: a A a_bar a_dot a_bar_dot
}
rule_trait! {
    /// A rule with two operands, `y = f(a, b)`. See the [module](self) for an example.
    Rule2: a A a_bar a_dot a_bar_dot, b B b_bar b_dot b_bar_dot
}
rule_trait! {
    /// A rule with three operands, `y = f(a, b, c)`.
    ///
    /// ```
    /// use cotangent::check;
    /// use cotangent::prelude::*;
    /// use cotangent::rule::{Rule, Rule3};
    ///
    /// /// `a b + c`, rounded once.
    /// #[derive(Clone, Copy, Default)]
    /// struct MulAdd;
    ///
    /// impl Rule for MulAdd {
    ///     type Reads = (Yes, Yes, No, No); // a and b, neither c nor the output
    /// }
    ///
    /// impl Rule3<f64, f64, f64> for MulAdd {
    ///     type Output = f64;
    ///     type Residual = ();
    ///     fn forward(a: &f64, b: &f64, c: &f64) -> (f64, ()) {
    ///         (a.mul_add(*b, *c), ())
    ///     }
    ///     fn vjp(
    ///         (): &(), a: Read<f64>, b: Read<f64>, _: Read<f64>, _: Read<f64>, y_bar: &f64,
    ///         a_bar: impl Slot<f64>, b_bar: impl Slot<f64>, c_bar: impl Slot<f64>,
    ///     ) {
    ///         a_bar.accumulate(|d| *d += b.get() * y_bar);
    ///         b_bar.accumulate(|d| *d += a.get() * y_bar);
    ///         c_bar.accumulate(|d| *d += y_bar);
    ///     }
    ///     fn jvp(a: &f64, b: &f64, _: &f64, _: &f64, a_dot: Option<&f64>, b_dot: Option<&f64>, c_dot: Option<&f64>) -> f64 {
    ///         a_dot.unwrap_or(&0.0) * b + a * b_dot.unwrap_or(&0.0) + c_dot.unwrap_or(&0.0)
    ///     }
    /// }
    /// check::rule3::<MulAdd, _, _, _>(&2.0, &3.0, &-5.0)?;
    /// # Ok::<(), check::Mismatch>(())
    /// ```
    Rule3: a A a_bar a_dot a_bar_dot, b B b_bar b_dot b_bar_dot, c C c_bar c_dot c_bar_dot
}
rule_trait! {
    /// A rule with four operands, `y = f(a, b, c, d)`; as [`Rule3`].
    Rule4: a A a_bar a_dot a_bar_dot, b B b_bar b_dot b_bar_dot, c C c_bar c_dot c_bar_dot, d D d_bar d_dot d_bar_dot
}
rule_trait! {
    /// A rule with five operands, `y = f(a, b, c, d, e)`; as [`Rule3`].
    Rule5: a A a_bar a_dot a_bar_dot, b B b_bar b_dot b_bar_dot, c C c_bar c_dot c_bar_dot, d D d_bar d_dot d_bar_dot,
        e E e_bar e_dot e_bar_dot
}
