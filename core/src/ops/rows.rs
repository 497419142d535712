//! Operations of two or three operands that work number by number: one row each.
//!
//! A row is `name(a, b) -> y = value, reads (Yes, Yes, No), a (a, b => partial), b (b, y => partial);`. Each partial derivative
//! says from which values it is written, at most two of operands and result, and `reads` is what all of them need. `(=> partial)` is
//! a constant, `(none)` is 0; `(a, b => |c| ..)` says what is passed on of a cotangent `c`, where that takes less than a product.
//! Where the derivatives are often 0 the row ends with `, often_zero`. Of two operands each may be a number or a tensor, and they
//! broadcast; of three the first gives the shape, and the others are repeated along it.
//!
//! What a row makes is generic over the number type only, so a kernel is compiled once for an operation, not once for a shape.

use crate::rule::times;
use crate::scalar::Real;

/// `t · slope` beside a value that only lends its shape.
#[inline(always)]
pub(super) fn tangent<T: Real>(_: T, t: T, slope: T) -> T {
    times(t, slope)
}

/// The functions of one partial derivative: alone, and times a cotangent. A row may say the second, which times 1 is the first.
macro_rules! partial {
    ($slope:ident $along:ident (none)) => {};
    ($slope:ident $along:ident (=> $partial:expr)) => {
        crate::ops::rows::partial!($slope $along (_unread, _unread_either => $partial));
    };
    ($slope:ident $along:ident ($p:ident => $partial:expr)) => {
        crate::ops::rows::partial!($slope $along ($p, _unread => $partial));
    };
    ($slope:ident $along:ident ($p:ident, $q:ident => |$c:ident| $passed:expr)) => {
        #[inline(always)]
        fn $slope<T: Real>(_: T, $p: T, $q: T) -> T {
            Self::$along(T::ONE, $p, $q)
        }
        #[inline(always)]
        fn $along<T: Real>($c: T, $p: T, $q: T) -> T {
            $passed
        }
    };
    ($slope:ident $along:ident ($p:ident, $q:ident => $partial:expr)) => {
        #[inline(always)]
        fn $slope<T: Real>(_: T, $p: T, $q: T) -> T {
            $partial
        }
        #[inline(always)]
        fn $along<T: Real>(c: T, $p: T, $q: T) -> T {
            crate::rule::times(c, Self::$slope(c, $p, $q))
        }
    };
}

/// `d += c · partial`, from values that are read again.
macro_rules! reverse {
    ($slot:ident $along:ident $c:ident (none)) => {
        let _ = $slot;
    };
    ($slot:ident $along:ident $c:ident (=> $($partial:tt)*)) => {
        $slot.put(|d, how| crate::ops::numbers::pass_with_both($c, $c, $c, d, how, Self::$along));
    };
    ($slot:ident $along:ident $c:ident ($p:ident => $($partial:tt)*)) => {
        $slot.put(|d, how| crate::ops::numbers::pass_with_both($c, $p.get(), $c, d, how, Self::$along));
    };
    ($slot:ident $along:ident $c:ident ($p:ident, $q:ident => $($partial:tt)*)) => {
        $slot.put(|d, how| crate::ops::numbers::pass_with_both($c, $p.get(), $q.get(), d, how, Self::$along));
    };
}

/// What the tangents of a partial derivative add to the tangent of a slot.
macro_rules! moving {
    ($slot:ident $along:ident $c:ident (none)) => {
        let _ = $slot;
    };
    ($slot:ident $along:ident $c:ident (=> $($partial:tt)*)) => {
        let any = (crate::tape::Read::live($c.0), None);
        crate::ops::second::pass_dual($c, any, any, $slot, Self::$along);
    };
    ($slot:ident $along:ident $c:ident ($p:ident => $($partial:tt)*)) => {
        let any = (crate::tape::Read::live($c.0), None);
        crate::ops::second::pass_dual($c, $p, any, $slot, Self::$along);
    };
    ($slot:ident $along:ident $c:ident ($p:ident, $q:ident => $($partial:tt)*)) => {
        crate::ops::second::pass_dual($c, $p, $q, $slot, Self::$along);
    };
}

/// `y_dot += partial · t`.
macro_rules! forward {
    ($t:ident $slope:ident $y:ident $y_dot:ident (none)) => {
        let _ = $t;
    };
    ($t:ident $slope:ident $y:ident $y_dot:ident (=> $($partial:tt)*)) => {
        crate::ops::rows::forward!(@ $t $slope $y $y_dot $y, $y);
    };
    ($t:ident $slope:ident $y:ident $y_dot:ident ($p:ident => $($partial:tt)*)) => {
        crate::ops::rows::forward!(@ $t $slope $y $y_dot $p.get(), $y);
    };
    ($t:ident $slope:ident $y:ident $y_dot:ident ($p:ident, $q:ident => $($partial:tt)*)) => {
        crate::ops::rows::forward!(@ $t $slope $y $y_dot $p.get(), $q.get());
    };
    (@ $t:ident $slope:ident $y:ident $y_dot:ident $p:expr, $q:expr) => {
        if let Some(t) = $t {
            let mut slope = crate::ops::numbers::zero_like($y);
            crate::ops::numbers::pass_with_both($y, $p, $q, &mut slope, crate::rule::slot::WriteMode::Accumulate, Self::$slope);
            crate::ops::numbers::pass_with_both($y, t, &slope, &mut $y_dot, crate::rule::slot::WriteMode::Accumulate, crate::ops::rows::tangent);
        }
    };
}

/// Rules of two operands that broadcast.
macro_rules! rules_of_two {
    ($(
        $(#[$meta:meta])*
        $name:ident($a:ident, $b:ident) -> $y:ident = $value:expr, reads $reads:ty, $pa:ident $by_a:tt, $pb:ident $by_b:tt $(, $often_zero:ident)?;
    )*) => {$(
        $(#[$meta])*
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl crate::rule::Rule for $name {
            type Reads = $reads;
            $(const OFTEN_ZERO: bool = $crate::row_says!($often_zero);)?
        }

        impl $name {
            #[inline(always)]
            pub(crate) fn value<T: Real>($a: T, $b: T) -> T {
                $value
            }
            crate::ops::rows::partial!(slope_a along_a $by_a);
            crate::ops::rows::partial!(slope_b along_b $by_b);
        }

        #[allow(unused_variables, reason = "a row reads what it needs")]
        impl<A, B> crate::rule::Rule2<A, B> for $name
        where
            A: crate::ops::numbers::Join<B>,
            B: crate::ops::numbers::Numbers<Number = A::Number>,
        {
            type Output = A::Output;
            type Residual = ();
            #[inline(always)]
            fn forward(a: &A, b: &B) -> (A::Output, ()) {
                (a.join(b, Self::value), ())
            }
            #[inline(always)]
            fn vjp(
                (): &(),
                $a: crate::tape::Read<'_, A>,
                $b: crate::tape::Read<'_, B>,
                $y: crate::tape::Read<'_, A::Output>,
                c: &A::Output,
                a_bar: impl crate::rule::slot::Slot<A>,
                b_bar: impl crate::rule::slot::Slot<B>,
            ) {
                crate::ops::rows::reverse!(a_bar along_a c $by_a);
                crate::ops::rows::reverse!(b_bar along_b c $by_b);
            }
            fn jvp(a: &A, b: &B, y: &A::Output, a_dot: Option<&A>, b_dot: Option<&B>) -> A::Output {
                let ($a, $b, $y) =
                    (crate::tape::Read::live(a), crate::tape::Read::live(b), crate::tape::Read::live(y));
                #[allow(unused_mut, reason = "all derivatives may be zero")]
                let mut y_dot = <A::Output as crate::differentiable::Tangent>::zero();
                crate::ops::rows::forward!(a_dot slope_a y y_dot $by_a);
                crate::ops::rows::forward!(b_dot slope_b y y_dot $by_b);
                y_dot
            }
            crate::rule::lift::second!(A, B: |$a, $b, $y, c, a_bar, b_bar| {
                crate::ops::rows::moving!(a_bar along_a c $by_a);
                crate::ops::rows::moving!(b_bar along_b c $by_b);
            });
        }
    )*};
}

/// Rules of three operands, of which the first has the shape of the result.
macro_rules! rules_of_three {
    ($(
        $(#[$meta:meta])*
        $name:ident($a:ident, $b:ident, $c:ident) -> $y:ident = $value:expr, reads $reads:ty,
        $pa:ident $by_a:tt, $pb:ident $by_b:tt, $pc:ident $by_c:tt $(, $often_zero:ident)?;
    )*) => {$(
        $(#[$meta])*
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl crate::rule::Rule for $name {
            type Reads = $reads;
            $(const OFTEN_ZERO: bool = $crate::row_says!($often_zero);)?
        }

        impl $name {
            #[inline(always)]
            pub(crate) fn value<T: Real>($a: T, $b: T, $c: T) -> T {
                $value
            }
            crate::ops::rows::partial!(slope_a along_a $by_a);
            crate::ops::rows::partial!(slope_b along_b $by_b);
            crate::ops::rows::partial!(slope_c along_c $by_c);
        }

        #[allow(unused_variables, reason = "a row reads what it needs")]
        impl<A, B, C> crate::rule::Rule3<A, B, C> for $name
        where
            A: crate::ops::numbers::Spread<B> + crate::ops::numbers::Spread<C>,
            B: crate::ops::numbers::Numbers<Number = A::Number>,
            C: crate::ops::numbers::Numbers<Number = A::Number>,
        {
            type Output = A;
            type Residual = ();
            #[inline(always)]
            fn forward(a: &A, b: &B, c: &C) -> (A, ()) {
                (crate::ops::numbers::spread(a, b, c, Self::value), ())
            }
            #[inline(always)]
            fn vjp(
                (): &(),
                $a: crate::tape::Read<'_, A>,
                $b: crate::tape::Read<'_, B>,
                $c: crate::tape::Read<'_, C>,
                $y: crate::tape::Read<'_, A>,
                y_bar: &A,
                a_bar: impl crate::rule::slot::Slot<A>,
                b_bar: impl crate::rule::slot::Slot<B>,
                c_bar: impl crate::rule::slot::Slot<C>,
            ) {
                crate::ops::rows::reverse!(a_bar along_a y_bar $by_a);
                crate::ops::rows::reverse!(b_bar along_b y_bar $by_b);
                crate::ops::rows::reverse!(c_bar along_c y_bar $by_c);
            }
            fn jvp(a: &A, b: &B, c: &C, y: &A, a_dot: Option<&A>, b_dot: Option<&B>, c_dot: Option<&C>) -> A {
                let ($a, $b, $c, $y) = (
                    crate::tape::Read::live(a),
                    crate::tape::Read::live(b),
                    crate::tape::Read::live(c),
                    crate::tape::Read::live(y),
                );
                let mut y_dot = A::zero();
                crate::ops::rows::forward!(a_dot slope_a y y_dot $by_a);
                crate::ops::rows::forward!(b_dot slope_b y y_dot $by_b);
                crate::ops::rows::forward!(c_dot slope_c y y_dot $by_c);
                y_dot
            }
            crate::rule::lift::second!(A, B, C: |$a, $b, $c, $y, y_bar, a_bar, b_bar, c_bar| {
                crate::ops::rows::moving!(a_bar along_a y_bar $by_a);
                crate::ops::rows::moving!(b_bar along_b y_bar $by_b);
                crate::ops::rows::moving!(c_bar along_c y_bar $by_c);
            });
        }
    )*};
}

/// Rows of two operands that numbers have as methods already: the rules, and the methods of tensors.
macro_rules! known_of_two {
    ($(#[$head:meta])* $vis:vis trait $trait:ident; $(
        $(#[$meta:meta])*
        $name:ident($a:ident, $b:ident) -> $y:ident = $value:expr, reads $reads:ty, $pa:ident $by_a:tt, $pb:ident $by_b:tt $(, $often_zero:ident)?;
    )*) => {
        crate::ops::rows::rules_of_two! { $(
            $(#[$meta])*
            $name($a, $b) -> $y = $value, reads $reads, $pa $by_a, $pb $by_b $(, $often_zero)?;
        )* }
        impl<T: Real, S: crate::tensor::Shape> crate::tensor::Tensor<T, S> { $(
            $(#[$meta])*
            #[inline]
            #[must_use]
            pub fn $name<B>(&self, $b: B) -> <Self as crate::ops::numbers::Join<B::Value>>::Output
            where
                B: crate::ops::numbers::Operand<Number = <Self as crate::ops::numbers::Numbers>::Number>,
                Self: crate::ops::numbers::Join<B::Value>,
            {
                crate::ops::numbers::Join::join(self, $b.value(), $name::value)
            }
        )* }
        $(#[$head])*
        $vis trait $trait {
            crate::derivatives_of! { $($name: crate::rule::By2<$name>;)* }
        }
        impl<X> $trait for X {}
    };
}

/// Rows of two operands: the rules, and a trait with the methods of numbers and tensors.
macro_rules! elementwise_of_two {
    ($(#[$head:meta])* $vis:vis trait $trait:ident; $(
        $(#[$meta:meta])*
        $name:ident($a:ident, $b:ident) -> $y:ident = $value:expr, reads $reads:ty, $pa:ident $by_a:tt, $pb:ident $by_b:tt $(, $often_zero:ident)?;
    )*) => {
        crate::ops::rows::rules_of_two! { $(
            $(#[$meta])*
            $name($a, $b) -> $y = $value, reads $reads, $pa $by_a, $pb $by_b $(, $often_zero)?;
        )* }
        $(#[$head])*
        $vis trait $trait: crate::ops::numbers::Numbers {
            $(
                $(#[$meta])*
                #[inline]
                #[must_use]
                fn $name<B>(&self, $b: B) -> <Self as crate::ops::numbers::Join<B::Value>>::Output
                where
                    B: crate::ops::numbers::Operand<Number = <Self as crate::ops::numbers::Numbers>::Number>,
                    Self: crate::ops::numbers::Join<B::Value>,
                {
                    self.join($b.value(), $name::value)
                }
            )*
            crate::derivatives_of! { $($name: crate::rule::By2<$name>;)* }
        }
        impl<X: crate::ops::numbers::Numbers> $trait for X {}
    };
}

/// Rows of three operands that numbers have as methods already.
macro_rules! known_of_three {
    ($(#[$head:meta])* $vis:vis trait $trait:ident; $(
        $(#[$meta:meta])*
        $name:ident($a:ident, $b:ident, $c:ident) -> $y:ident = $value:expr, reads $reads:ty,
        $pa:ident $by_a:tt, $pb:ident $by_b:tt, $pc:ident $by_c:tt $(, $often_zero:ident)?;
    )*) => {
        crate::ops::rows::rules_of_three! { $(
            $(#[$meta])*
            $name($a, $b, $c) -> $y = $value, reads $reads, $pa $by_a, $pb $by_b, $pc $by_c $(, $often_zero)?;
        )* }
        impl<T: Real, S: crate::tensor::Shape> crate::tensor::Tensor<T, S> { $(
            $(#[$meta])*
            #[inline]
            #[must_use]
            pub fn $name<B, C>(&self, $b: B, $c: C) -> Self
            where
                B: crate::ops::numbers::Operand<Number = <Self as crate::ops::numbers::Numbers>::Number>,
                C: crate::ops::numbers::Operand<Number = <Self as crate::ops::numbers::Numbers>::Number>,
                Self: crate::ops::numbers::Spread<B::Value> + crate::ops::numbers::Spread<C::Value>,
            {
                crate::ops::numbers::spread(self, $b.value(), $c.value(), $name::value)
            }
        )* }
        $(#[$head])*
        $vis trait $trait {
            crate::derivatives_of! { $($name: crate::rule::By3<$name>;)* }
        }
        impl<X> $trait for X {}
    };
}

/// Rows of three operands: the rules, and a trait with the methods of numbers and tensors.
macro_rules! elementwise_of_three {
    ($(#[$head:meta])* $vis:vis trait $trait:ident; $(
        $(#[$meta:meta])*
        $name:ident($a:ident, $b:ident, $c:ident) -> $y:ident = $value:expr, reads $reads:ty,
        $pa:ident $by_a:tt, $pb:ident $by_b:tt, $pc:ident $by_c:tt $(, $often_zero:ident)?;
    )*) => {
        crate::ops::rows::rules_of_three! { $(
            $(#[$meta])*
            $name($a, $b, $c) -> $y = $value, reads $reads, $pa $by_a, $pb $by_b, $pc $by_c $(, $often_zero)?;
        )* }
        $(#[$head])*
        $vis trait $trait: crate::ops::numbers::Numbers {
            $(
                $(#[$meta])*
                #[inline]
                #[must_use]
                fn $name<B, C>(&self, $b: B, $c: C) -> Self
                where
                    B: crate::ops::numbers::Operand<Number = <Self as crate::ops::numbers::Numbers>::Number>,
                    C: crate::ops::numbers::Operand<Number = <Self as crate::ops::numbers::Numbers>::Number>,
                    Self: crate::ops::numbers::Spread<B::Value> + crate::ops::numbers::Spread<C::Value>,
                {
                    crate::ops::numbers::spread(self, $b.value(), $c.value(), $name::value)
                }
            )*
            crate::derivatives_of! { $($name: crate::rule::By3<$name>;)* }
        }
        impl<X: crate::ops::numbers::Numbers> $trait for X {}
    };
}

pub(super) use {
    elementwise_of_three, elementwise_of_two, forward, known_of_three, known_of_two, moving, partial, reverse,
    rules_of_three, rules_of_two,
};
