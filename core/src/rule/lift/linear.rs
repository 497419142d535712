//! Rules that are linear in every differentiable operand: the tangents of the cotangents are the VJP of the tangent of
//! the cotangent.
//!
//! They may read operands without a derivative, such as positions, and values that only decide where a cotangent goes.

use core::marker::PhantomData;

use super::WithTangent;
use crate::differentiable::{Ct, Differentiable};
use crate::rule::slot::Slot;
use crate::rule::{Rule1, Rule2, Rule3};
use crate::tape::Taped;

/// The residual of `forward`, which is recomputed unless it is empty.
#[inline]
pub(crate) fn residual<X: Taped + Default>(forward: impl FnOnce() -> X) -> X {
    if X::WORDS == 0 { X::default() } else { forward() }
}

macro_rules! linear {
    ($n:ident $rule:ident: $($x:ident $X:ident $x_bar:ident $x_bar_dot:ident),+) => {
        /// For a rule with this many operands.
        #[inline]
        pub fn $n<R, $($X,)+>(
            _: PhantomData<R>,
            ($(($x, _),)+): ($(WithTangent<'_, $X>,)+),
            (y, _): WithTangent<'_, R::Output>,
            (y_bar, y_bar_dot): (&Ct<R::Output>, Option<&Ct<R::Output>>),
            $(($x_bar, $x_bar_dot): (impl Slot<Ct<$X>>, impl Slot<Ct<$X>>)),+
        ) where
            $($X: Differentiable,)+
            R: $rule<$($X),+, Residual: Default>,
        {
            let residual = residual(|| R::forward($($x.get()),+).1);
            R::vjp(&residual, $($x,)+ y, y_bar, $($x_bar),+);
            if let Some(y_bar) = y_bar_dot {
                R::vjp(&residual, $($x,)+ y, y_bar, $($x_bar_dot),+);
            }
        }
    };
}
linear!(one Rule1: a A a_bar a_bar_dot);
linear!(two Rule2: a A a_bar a_bar_dot, b B b_bar b_bar_dot);
linear!(three Rule3: a A a_bar a_bar_dot, b B b_bar b_bar_dot, c C c_bar c_bar_dot);
