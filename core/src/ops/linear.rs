//! What a rule is made of, and the short form for linear operations.
//!
//! A linear operation is its own derivative: its tangent is the operation applied to the tangent, nothing is read again, and all
//! that is left to say is the adjoint, which carries a cotangent back.

/// Declares the name of a rule, with constants in brackets and types in angle brackets, and what its VJP reads.
///
/// Unlike `derive` it asks nothing of the types.
macro_rules! rule {
    ($(#[$meta:meta])* $name:ident $([$($n:ident: $int:ty),+])? $(<$($t:ident),+>)? reads $reads:ty $(, $often_zero:ident)?;) => {
        $(#[$meta])*
        #[allow(non_camel_case_types)]
        #[derive(Debug)]
        pub struct $name<$($(const $n: $int,)+)? $($($t),+)?>(core::marker::PhantomData<fn() -> ($($($t,)+)?)>);

        #[allow(clippy::expl_impl_clone_on_copy)]
        impl<$($(const $n: $int,)+)? $($($t),+)?> Clone for $name<$($($n,)+)? $($($t),+)?> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<$($(const $n: $int,)+)? $($($t),+)?> Copy for $name<$($($n,)+)? $($($t),+)?> {}
        impl<$($(const $n: $int,)+)? $($($t),+)?> Default for $name<$($($n,)+)? $($($t),+)?> {
            fn default() -> Self {
                Self(core::marker::PhantomData)
            }
        }

        impl<$($(const $n: $int,)+)? $($($t: 'static),+)?> crate::rule::Rule for $name<$($($n,)+)? $($($t),+)?> {
            type Reads = $reads;
            $(const OFTEN_ZERO: bool = $crate::row_says!($often_zero);)?
        }
    };
}

/// Declares a linear operation `X => Y` by its value and its adjoint, which adds what cotangent `c` contributes to `d`; with `how` it
/// may write it.
macro_rules! linear {
    (
        $(#[$meta:meta])*
        $name:ident $([$($n:ident: $int:ty),+])? $(<$($t:ident),+>)?: for [$($generics:tt)*] $x:ty => $y:ty;
        value($v:ident) = $value:expr;
        adjoint($c:ident, $d:ident $(, $how:ident)?) = $adjoint:expr;
    ) => {
        rule! {
            $(#[$meta])*
            $name $([$($n: $int),+])? $(<$($t),+>)? reads (crate::tape::No, crate::tape::No);
        }

        impl<$($(const $n: $int,)+)? $($generics)*> crate::rule::Rule1<$x> for $name<$($($n,)+)? $($($t),+)?> {
            type Output = $y;
            type Residual = ();
            #[inline(always)]
            fn forward($v: &$x) -> ($y, ()) {
                ($value, ())
            }
            #[inline(always)]
            fn vjp(
                (): &(),
                _: crate::tape::Read<'_, $x>,
                _: crate::tape::Read<'_, $y>,
                $c: &crate::differentiable::Ct<$y>,
                x_bar: impl crate::rule::slot::Slot<crate::differentiable::Ct<$x>>,
            ) {
                linear!(@to x_bar: $d $($how)? => $adjoint);
            }
            #[inline(always)]
            fn jvp(_: &$x, _: &$y, x_dot: Option<&crate::differentiable::Ct<$x>>) -> crate::differentiable::Ct<$y> {
                x_dot.map_or_else(crate::differentiable::Tangent::zero, |$v| $value)
            }
            crate::rule::lift::second!(linear for $x);
        }
    };
    (@to $x_bar:ident: $d:ident => $adjoint:expr) => {
        $x_bar.accumulate(|$d| $adjoint)
    };
    (@to $x_bar:ident: $d:ident $how:ident => $adjoint:expr) => {
        $x_bar.put(|$d, $how| $adjoint)
    };
}

pub(super) use linear;
pub(crate) use rule;
