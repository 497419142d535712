//! Checks of derivatives: functions against finite differences, rules against every law of the rule contract (feature
//! `alloc`).
//!
//! [`At::check`](crate::functions::At::check) checks a function at its arguments:
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn model(x: f64, w: &Matrix<f64, 2, 3>) -> f64 {
//!     (w * x).tanh().sum()
//! }
//! model::at(0.3, &tensor([[1.0, 2.0, -1.0], [0.5, -0.5, 3.0]])).check()?;
//! # Ok::<(), cotangent::check::Mismatch>(())
//! ```
//!
//! [`gradient`], [`vjp`](vjp()), [`jvp`] and the others take closures instead, for derivatives written by hand and for
//! each kind of call.
//!
//! ```
//! use cotangent::check;
//! use cotangent::ops::elementwise::tanh;
//! use cotangent::ops::matmul::matmul;
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn f(x: f64, w: &Matrix<f64, 2, 3>) -> f64 {
//!     (w * x).tanh().sum()
//! }
//!
//! // The arguments as a tuple; the cotangents as the generated call returns them.
//! let at = (0.3, tensor([[1.0, 2.0, -1.0], [0.5, -0.5, 3.0]]));
//! check::gradient(|(x, w)| f(*x, w), |(x, w)| f::value_and_grad(*x, w), at)?;
//!
//! // A rule, with all that it must do.
//! check::rule1::<tanh, _>(&tensor([0.5, -1.0]))?;
//! check::rule2::<matmul, _, _>(&tensor([[1.0, 2.0], [3.0, 4.0]]), &tensor([0.5, -1.0]))?;
//! # Ok::<(), check::Mismatch>(())
//! ```
//!
//! A check that fails returns a [`Mismatch`] that names the worst entry. A check that passes says how close it came to
//! failing:
//!
//! ```
//! use cotangent::check;
//!
//! let wrong = check::gradient(|[x, y]| x * y * y, |[x, y]| (x * y * y, [y * y, x * y]), [3.0, 5.0]).unwrap_err();
//! assert_eq!(wrong.place, "args[1]");
//! assert_eq!(wrong.found, 15.0);
//! assert!((wrong.expected - 30.0).abs() < 1e-9);
//! assert!(wrong.to_string().starts_with("the derivative of reverse mode differs from finite differences at `args[1]`: found 15"));
//!
//! let right = check::gradient(|[x, y]| x * y * y, |[x, y]| (x * y * y, [y * y, 2.0 * x * y]), [3.0, 5.0])?;
//! assert!(right.error < 1e-11 && right.margin < 1e-3);
//! # Ok::<(), check::Mismatch>(())
//! ```
//!
//! # Tolerances
//!
//! `ε` is the machine epsilon of the coarsest number type among the arguments and results:
//!
//! | comparison | relative tolerance | `f64` | `f32` |
//! |---|---|---|---|
//! | against differences ([`Checker::tolerance`]) | `√ε` | 1.5e-8 | 3.5e-4 |
//! | equal up to rounding: `⟨u, J v⟩ = ⟨Jᵀ u, v⟩`, accumulation | `ε^¾` | 1.8e-12 | 6.4e-6 |
//! | repeated runs, unwanted cotangents | 0 | 0 | 0 |
//!
//! The check also allows for the rounding of the function's own values in a difference, `4 ε |f| / h`. In `f32` this
//! hides small entries, so check generic code in `f64`. Up to [`probes`](Checker::probes) coordinates are checked one
//! by one. More coordinates are checked in groups of neighbours, and a group that fails is searched for the wrong
//! entry.
//!
//! # Kinks and the edge of the domain
//!
//! At a kink no gradient agrees with the differences from both sides. This is a mismatch like any other, but the report
//! says so and [`Mismatch::kink`] holds both one-sided derivatives. The check also fails where the differences are not
//! finite, and says so. At such points [`Checker::without_differences`] still checks the other laws of a rule.
//!
//! # Second derivatives
//!
//! [`second1`], [`second2`] and [`second3`] check the [`vjp_dual`](crate::rule::Rule1::vjp_dual) of a rule: its
//! cotangents against those of the VJP, the tangents of the cotangents against differences of the VJP along operands
//! and cotangent, the symmetry of the Hessian, and the rest of the contract. [`Law`] names each law.

mod arguments;
mod at;
mod checker;
mod compare;
pub(crate) mod coordinates;
mod differences;
mod exact;
mod function;
mod mismatch;
mod outcome;
mod random;
mod rule;
mod second;
mod subject;

pub use at::{CheckableForwardFunction, CheckableFunction, CheckableSecondOrderFunction};
pub use checker::Checker;
pub use coordinates::Point;
pub use mismatch::{Agreement, Cause, Law, Mismatch};
pub use rule::{Declared, Operands};
pub use second::OperandsWithTangents;

use crate::differentiable::{Ct, Differentiable};
use crate::rule::{Rule1, Rule2, Rule3};
use crate::scalar::Real;

/// Checks the gradient of a scalar function: the value, the equality of two runs, and every partial derivative against
/// finite differences.
///
/// `primal` and `value_and_grad` take the differentiable arguments as one value, a tuple if there are several. The
/// closures capture the constants.
///
/// # Errors
/// [`Mismatch`] names the worst entry.
///
/// ```
/// use cotangent::check;
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn rosenbrock(x: f64, y: f64) -> f64 {
///     (1.0 - x).powi(2) + 100.0 * (y - x * x).powi(2)
/// }
/// check::gradient(|(x, y)| rosenbrock(*x, *y), |(x, y)| rosenbrock::value_and_grad(*x, *y), (-1.2, 1.0))?;
/// # Ok::<(), check::Mismatch>(())
/// ```
pub fn gradient<A: Point, T: Real + Point>(
    primal: impl Fn(&A) -> T,
    value_and_grad: impl FnMut(&A) -> (T, Ct<A>),
    at: A,
) -> Result<Agreement, Mismatch> {
    Checker::new().gradient(primal, value_and_grad, at)
}

/// Checks a call like that of [`gradient`] that adds to the caller's cotangents; also checks that it adds.
///
/// # Errors
/// [`Mismatch`] names the worst entry.
///
/// ```
/// use cotangent::check;
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn product(x: f64, y: f64) -> f64 {
///     x * y
/// }
/// let mut tape = GrowableTape::new();
/// check::gradient_into(
///     |(x, y)| product(*x, *y),
///     |(x, y), (dx, dy)| product::value_and_grad_into(&mut tape, *x, *y, dx, dy),
///     (2.0, 3.0),
/// )?;
/// # Ok::<(), check::Mismatch>(())
/// ```
pub fn gradient_into<A: Point, T: Real + Point>(
    primal: impl Fn(&A) -> T,
    value_and_grad_into: impl FnMut(&A, &mut Ct<A>) -> T,
    at: A,
) -> Result<Agreement, Mismatch> {
    Checker::new().gradient_into(primal, value_and_grad_into, at)
}

/// Checks the VJP of a function with any result: for a random seed `u`, `Jᵀ u` against finite differences of `⟨u, f⟩`.
///
/// # Errors
/// [`Mismatch`] names the worst entry.
///
/// ```
/// use cotangent::check;
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn scale(x: &Vector<f64, 3>, s: f64) -> Vector<f64, 3> {
///     x * s
/// }
/// check::vjp(|(x, s)| scale(x, *s), |(x, s), seed| scale::vjp(x, *s, seed), (tensor([1.0, 2.0, 3.0]), 0.5))?;
/// # Ok::<(), check::Mismatch>(())
/// ```
pub fn vjp<A: Point, Y: Point>(
    primal: impl Fn(&A) -> Y,
    vjp: impl FnMut(&A, Ct<Y>) -> (Y, Ct<A>),
    at: A,
) -> Result<Agreement, Mismatch> {
    Checker::new().vjp(primal, vjp, at)
}

/// Checks a call like that of [`vjp()`] that adds to the caller's cotangents; also checks that it adds.
///
/// # Errors
/// [`Mismatch`] names the worst entry.
///
/// ```
/// use cotangent::check;
/// use cotangent::prelude::*;
///
/// #[differentiable]
/// fn double(x: &Vector<f64, 3>) -> Vector<f64, 3> {
///     x * 2.0
/// }
/// let mut tape = GrowableTape::new();
/// check::vjp_into(double, |x, seed, dx| double::at(x).on(&mut tape).vjp_into(seed, dx), tensor([1.0, 2.0, 3.0]))?;
/// # Ok::<(), check::Mismatch>(())
/// ```
pub fn vjp_into<A: Point, Y: Point>(
    primal: impl Fn(&A) -> Y,
    vjp_into: impl FnMut(&A, Ct<Y>, &mut Ct<A>) -> Y,
    at: A,
) -> Result<Agreement, Mismatch> {
    Checker::new().vjp_into(primal, vjp_into, at)
}

/// Checks the JVP of a function: `J v` against finite differences along `v`.
///
/// A Hessian-vector product is the JVP of the gradient, so this function checks it too.
///
/// # Errors
/// [`Mismatch`] names the coordinate whose tangent is wrong.
///
/// ```
/// use cotangent::check;
///
/// check::jvp(|x| [x * x, 1.0 / x], |x, t: f64| ([x * x, 1.0 / x], [2.0 * x * t, -t / (x * x)]), 0.5)?;
/// # Ok::<(), check::Mismatch>(())
/// ```
pub fn jvp<A: Point, Y: Point>(
    primal: impl Fn(&A) -> Y,
    jvp: impl FnMut(&A, Ct<A>) -> (Y, Ct<Y>),
    at: A,
) -> Result<Agreement, Mismatch> {
    Checker::new().jvp(primal, jvp, at)
}

/// Checks reverse mode against forward mode: `⟨u, J v⟩ = ⟨Jᵀ u, v⟩` up to rounding.
///
/// # Errors
/// [`Mismatch`] names the worst entry.
///
/// ```
/// use cotangent::check;
///
/// let square = |x: &f64| x * x;
/// check::adjoint(|x, u: f64| (square(x), 2.0 * x * u), |x, t| (square(x), 2.0 * x * t), 0.7)?;
/// # Ok::<(), check::Mismatch>(())
/// ```
pub fn adjoint<A: Point, Y: Point>(
    vjp: impl FnMut(&A, Ct<Y>) -> (Y, Ct<A>),
    jvp: impl FnMut(&A, Ct<A>) -> (Y, Ct<Y>),
    at: A,
) -> Result<Agreement, Mismatch> {
    Checker::new().adjoint(vjp, jvp, at)
}

macro_rules! rule {
    ($(#[$meta:meta])* $name:ident $rule:ident: $($x:ident $X:ident),+) => {
        $(#[$meta])*
        ///
        /// See [`Law`] for what is checked. The `vjp` only gets the values that `Reads` declares.
        ///
        /// # Errors
        /// [`Mismatch`] names the law and the worst entry.
        ///
        /// # Panics
        /// In [`Read::get`](crate::tape::Read::get), when the `vjp` reads a value that its `Reads` does not declare.
        pub fn $name<R, $($X),+>($($x: &$X),+) -> Result<Agreement, Mismatch>
        where
            $($X: Point,)+
            R: $rule<$($X),+, Output: Point, Reads: Declared>,
        {
            Checker::new().rule::<R, _>(&($($x.clone(),)+))
        }
    };
}
rule! {
    /// Checks a rule with one operand, `y = f(a)`.
    ///
    /// ```
    /// use cotangent::check;
    /// use cotangent::ops::elementwise::exp;
    ///
    /// check::rule1::<exp, _>(&0.5)?;
    /// # Ok::<(), check::Mismatch>(())
    /// ```
    rule1 Rule1: a A
}
rule! {
    /// Checks a rule with two operands, `y = f(a, b)`.
    ///
    /// ```
    /// use cotangent::check;
    /// use cotangent::ops::mul;
    /// use cotangent::prelude::*;
    ///
    /// check::rule2::<mul, _, _>(&3.0, &tensor([0.5, -1.0]))?;
    /// # Ok::<(), check::Mismatch>(())
    /// ```
    rule2 Rule2: a A, b B
}
rule! {
    /// Checks a rule with three operands, `y = f(a, b, c)`. [`Rule3`] has an example.
    rule3 Rule3: a A, b B, c C
}

macro_rules! second {
    ($(#[$meta:meta])* $name:ident $rule:ident: $($x:ident $X:ident),+) => {
        $(#[$meta])*
        ///
        /// See [`Law`] for what is checked. A rule without `vjp_dual` does not compile here.
        ///
        /// # Errors
        /// [`Mismatch`] names the law and the worst entry.
        ///
        /// # Panics
        /// In [`Read::get`](crate::tape::Read::get), when the `vjp_dual` reads a value that its `Reads` does not declare and it has no
        /// residual.
        pub fn $name<R, $($X),+>($($x: &$X),+) -> Result<Agreement, Mismatch>
        where
            $($X: Point,)+
            R: $rule<$($X),+, Output: Point + Differentiable<Tangent: Point<Tangent = Ct<R::Output>>>, Reads: Declared>,
        {
            Checker::new().second::<R, _>(&($($x.clone(),)+))
        }
    };
}
second! {
    /// Checks the second derivatives of a rule with one operand, `y = f(a)`.
    ///
    /// ```
    /// use cotangent::check;
    /// use cotangent::ops::elementwise::exp;
    ///
    /// check::second1::<exp, _>(&0.5)?;
    /// # Ok::<(), check::Mismatch>(())
    /// ```
    second1 Rule1: a A
}
second! {
    /// Checks the second derivatives of a rule with two operands, `y = f(a, b)`.
    ///
    /// ```
    /// use cotangent::check;
    /// use cotangent::ops::div;
    /// use cotangent::prelude::*;
    ///
    /// check::second2::<div, _, _>(&3.0, &tensor([0.5, -1.0]))?;
    /// # Ok::<(), check::Mismatch>(())
    /// ```
    second2 Rule2: a A, b B
}
second! {
    /// Checks the second derivatives of a rule with three operands, `y = f(a, b, c)`.
    ///
    /// ```
    /// use cotangent::check;
    /// use cotangent::ops::elementwise::lerp;
    ///
    /// check::second3::<lerp, _, _, _>(&3.0, &5.0, &0.5)?;
    /// # Ok::<(), check::Mismatch>(())
    /// ```
    second3 Rule3: a A, b B, c C
}
