//! Dual numbers: a value and its tangent along a direction.
//!
//! `a + b ε` with `ε² = 0`: arithmetic on dual numbers computes the derivative by the chain rule, operation by
//! operation (Clifford 1873; Griewank and Walther 2008, chapter 3). [`Dual<T>`] is a [`Real`] like `T`, so functions,
//! tensors and rules that are generic over numbers work with it. A gradient computed in dual numbers contains second
//! derivatives beside the first.
//!
//! ```
//! use cotangent::dual::Dual;
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn f<T: Real>(x: T, y: T) -> T {
//!     x * x * y + y.sin()
//! }
//!
//! // At (3, 0), along (1, 0): the gradient is (2xy, x² + cos y) and moves with (2y, 2x).
//! let (x, y) = (Dual::new(3.0, 1.0), Dual::new(0.0, 0.0));
//! let (dx, dy) = f::grad(x, y);
//! assert_eq!((dx.value(), dy.value()), (0.0, 10.0));
//! assert_eq!((dx.tangent(), dy.tangent()), (0.0, 6.0));
//! ```
//!
//! They nest: `Dual<Dual<f64>>` has two directions, and second derivatives along both.
//!
//! ```
//! use cotangent::dual::Dual;
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn cube<T: Real>(x: T) -> T {
//!     x * x * x
//! }
//! let x = Dual::new(Dual::new(2.0, 1.0), Dual::new(1.0, 0.0));
//! let slope = cube::grad(x);
//! assert_eq!(slope.value().value(), 12.0); // 3 x²
//! assert_eq!(slope.tangent().value(), 12.0); // 6 x
//! assert_eq!(slope.tangent().tangent(), 6.0);
//! ```
//!
//! # Conventions
//!
//! Only values are compared: two dual numbers are equal, or one is larger, if their values are, and branches depend on
//! the values. At a kink the tangent is that of the [rule](crate::ops). If several equal numbers are compared one by
//! one, the first is the largest. A zero tangent contributes nothing, also where the derivative is infinite.
//! [`to_f64`](crate::real::Real::to_f64) returns the value alone.

mod arithmetic;
mod calculus;

use core::fmt::{self, Debug, Display, Formatter};

use bytemuck::{Pod, Zeroable};

use crate::scalar::{Element, Real};

/// A number and its tangent, `value + tangent ε` with `ε² = 0`. See the [module](self).
///
/// ```
/// use cotangent::dual::Dual;
/// use cotangent::prelude::*;
///
/// let x = Dual::new(0.0, 2.0);
/// let y = x.exp() * x; // d/dx (x eˣ) = (1 + x) eˣ
/// assert_eq!((y.value(), y.tangent()), (0.0, 2.0));
/// assert_eq!(y.to_string(), "0 + 2ε");
/// ```
#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(transparent)]
pub struct Dual<T>([T; 2]);

impl<T: Real> Dual<T> {
    /// A number with this tangent.
    ///
    /// ```
    /// use cotangent::dual::Dual;
    ///
    /// let x = Dual::new(3.0, 1.0);
    /// assert_eq!((x * x).tangent(), 6.0);
    /// ```
    #[inline]
    pub const fn new(value: T, tangent: T) -> Self {
        Self([value, tangent])
    }

    /// A number with a zero tangent.
    ///
    /// ```
    /// use cotangent::dual::Dual;
    ///
    /// assert_eq!(Dual::constant(3.0).tangent(), 0.0);
    /// ```
    #[inline]
    pub const fn constant(value: T) -> Self {
        Self([value, T::ZERO])
    }

    /// A number of lower precision, with a tangent if there is one.
    #[inline]
    pub(crate) fn with_tangent<N: Element<Accumulator = T>>(value: N, tangent: Option<N>) -> Self {
        Self([value.widen(), tangent.map_or(T::ZERO, N::widen)])
    }

    /// The number and its tangent.
    #[inline]
    pub(crate) const fn parts(self) -> [T; 2] {
        self.0
    }

    /// The value.
    ///
    /// ```
    /// use cotangent::dual::Dual;
    ///
    /// assert_eq!(Dual::new(3.0, 1.0).value(), 3.0);
    /// ```
    #[inline]
    pub const fn value(self) -> T {
        self.0[0]
    }

    /// The tangent.
    ///
    /// ```
    /// use cotangent::dual::Dual;
    ///
    /// assert_eq!(Dual::new(3.0, 1.0).tangent(), 1.0);
    /// ```
    #[inline]
    pub const fn tangent(self) -> T {
        self.0[1]
    }
}

impl<T: Debug> Debug for Dual<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Dual").field(&self.0[0]).field(&self.0[1]).finish()
    }
}

impl<T: Display> Display for Dual<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [value, tangent] = &self.0;
        Display::fmt(value, f)?;
        f.write_str(" + ")?;
        Display::fmt(tangent, f)?;
        f.write_str("ε")
    }
}
