//! The tables of elementwise operations: one row is an operation, for numbers and for tensors, in both modes and both orders.
//!
//! A row of one operand is one of [`elementwise!`](crate::elementwise): `name(x) = value, x => partial;`. One of two or three is
//! `name(a, b) -> y = value, reads (Yes, Yes, No), a (a, b => partial), b (b, y => partial);`. Each partial derivative says from which
//! values it is written, at most two of operands and result, and `reads` is what all of them need:
//!
//! | partial derivative | |
//! |---|---|
//! | `(a, b => partial)`, `(a => partial)`, `(=> partial)` | written from two values, from one, a constant |
//! | `(none)` | 0 |
//! | `(a, b => \|c\| ..)` | what is passed on of a cotangent `c`, where that takes less than a product |
//! | `(a; y => \|c\| ..)` | the same, from an operand and the result |
//!
//! A row ends with `, often_zero` where the derivatives are often 0, with `, linear` or `, bilinear` where the operation is that: then second
//! order is the VJP once more. Of two operands each may be a number or a tensor, and they broadcast; of three the first gives the shape, and
//! the others are repeated along it.
//!
//! What a row makes is generic over the number type only, so a kernel is compiled once for an operation, not once for a shape.

use crate::rule::times;
use crate::scalar::Real;

/// One partial derivative of a row.
pub(in crate::ops) trait Passes {
    /// The contribution of a cotangent `c`; `p` and `q` are the operands of the expression, or arbitrary.
    fn along<T: Real>(c: T, p: T, q: T) -> T;
}

// Functions for kernels, as items: a kernel gets operands and shapes by its arguments.

/// For a constant: the contribution of a cotangent.
#[inline(always)]
pub(in crate::ops) fn from_nothing<P: Passes, T: Real>(c: T, _: T) -> T {
    P::along(c, c, c)
}
/// For a constant: the contribution of a tangent `t`, beside a value that provides its shape.
#[inline(always)]
pub(in crate::ops) fn tangent_from_nothing<P: Passes, T: Real>(_: T, t: T) -> T {
    P::along(t, t, t)
}
#[inline(always)]
pub(in crate::ops) fn from_one<P: Passes, T: Real>(c: T, p: T) -> T {
    P::along(c, p, c)
}
#[inline(always)]
pub(in crate::ops) fn tangent_from_one<P: Passes, T: Real>(_: T, t: T, p: T) -> T {
    P::along(t, p, t)
}
/// From an operand and the result `y`.
#[inline(always)]
pub(in crate::ops) fn tangent_from_result<P: Passes, T: Real>(y: T, t: T, p: T) -> T {
    P::along(t, p, y)
}
#[inline(always)]
pub(in crate::ops) fn slope<P: Passes, T: Real>(_: T, p: T, q: T) -> T {
    P::along(T::ONE, p, q)
}
/// `t · slope`, beside a value that provides its shape.
#[inline(always)]
pub(in crate::ops) fn times_slope<T: Real>(_: T, t: T, slope: T) -> T {
    times(t, slope)
}

/// A type for one partial derivative.
macro_rules! partial {
    ($name:ident (none)) => {};
    ($name:ident ($($p:ident $(; $y:ident)?)? => |$c:ident| $passed:expr)) => {
        crate::ops::elementwise::rows::partial!(@passes $name $c [$($p $($y)?)?] $passed);
    };
    ($name:ident ($p:ident, $q:ident => |$c:ident| $passed:expr)) => {
        crate::ops::elementwise::rows::partial!(@passes $name $c [$p $q] $passed);
    };
    ($name:ident ($($p:ident),* => $partial:expr)) => {
        crate::ops::elementwise::rows::partial!(@passes $name c [$($p)*] crate::rule::times(c, $partial));
    };
    (@passes $name:ident $c:ident [] $passed:expr) => {
        crate::ops::elementwise::rows::partial!(@passes $name $c [_p _q] $passed);
    };
    (@passes $name:ident $c:ident [$p:ident] $passed:expr) => {
        crate::ops::elementwise::rows::partial!(@passes $name $c [$p _q] $passed);
    };
    (@passes $name:ident $c:ident [$p:ident $q:ident] $passed:expr) => {
        struct $name;
        impl crate::ops::elementwise::rows::Passes for $name {
            #[inline(always)]
            fn along<T: crate::scalar::Real>($c: T, $p: T, $q: T) -> T {
                $passed
            }
        }
    };
}

/// `d += c · partial`, from values in the reverse half.
macro_rules! reverse {
    ($slot:ident $name:ident $c:ident (none)) => {};
    ($slot:ident $name:ident $c:ident (=> $($partial:tt)*)) => {
        $slot.put(|d, how| {
            crate::ops::operands::pass($c, d, how, crate::ops::elementwise::rows::from_nothing::<$name, _>)
        });
    };
    ($slot:ident $name:ident $c:ident ($p:ident => $($partial:tt)*)) => {
        $slot.put(|d, how| {
            crate::ops::operands::pass_with($c, $p.get(), d, how, crate::ops::elementwise::rows::from_one::<$name, _>)
        });
    };
    ($slot:ident $name:ident $c:ident ($p:ident $separator:tt $q:ident => $($partial:tt)*)) => {
        $slot.put(|d, how| {
            crate::ops::operands::pass_with_both(
                $c,
                $p.get(),
                $q.get(),
                d,
                how,
                <$name as crate::ops::elementwise::rows::Passes>::along,
            );
        });
    };
}

/// The contribution of the tangents of a partial derivative to the tangent of a slot.
macro_rules! moving {
    ($slot:ident $name:ident $c:ident (none)) => {};
    ($slot:ident $name:ident $c:ident (=> $($partial:tt)*)) => {
        let any = (crate::tape::Read::live($c.0), None);
        crate::ops::elementwise::second_order::pass_dual(
            $c,
            any,
            any,
            $slot,
            <$name as crate::ops::elementwise::rows::Passes>::along,
        );
    };
    ($slot:ident $name:ident $c:ident ($p:ident => $($partial:tt)*)) => {
        let any = (crate::tape::Read::live($c.0), None);
        crate::ops::elementwise::second_order::pass_dual(
            $c,
            $p,
            any,
            $slot,
            <$name as crate::ops::elementwise::rows::Passes>::along,
        );
    };
    ($slot:ident $name:ident $c:ident ($p:ident $separator:tt $q:ident => $($partial:tt)*)) => {
        crate::ops::elementwise::second_order::pass_dual(
            $c,
            $p,
            $q,
            $slot,
            <$name as crate::ops::elementwise::rows::Passes>::along,
        );
    };
}

/// `y_dot += partial · t`.
macro_rules! forward {
    ($t:ident $name:ident $y:ident $y_dot:ident (none)) => {};
    ($t:ident $name:ident $y:ident $y_dot:ident $partial:tt) => {
        if let Some(t) = $t {
            crate::ops::elementwise::rows::forward!(@add t $name $y $y_dot $partial);
        }
    };
    (@add $t:ident $name:ident $y:ident $y_dot:ident (=> $($partial:tt)*)) => {
        crate::ops::operands::pass_with(
            $y, $t, &mut $y_dot, crate::rule::slot::WriteMode::Accumulate, crate::ops::elementwise::rows::tangent_from_nothing::<$name, _>,
        )
    };
    (@add $t:ident $name:ident $y:ident $y_dot:ident ($p:ident => $($partial:tt)*)) => {
        crate::ops::operands::pass_with_both(
            $y, $t, $p, &mut $y_dot, crate::rule::slot::WriteMode::Accumulate, crate::ops::elementwise::rows::tangent_from_one::<$name, _>,
        )
    };
    (@add $t:ident $name:ident $y:ident $y_dot:ident ($p:ident; $q:ident => $($partial:tt)*)) => {
        crate::ops::operands::pass_with_both(
            $y, $t, $p, &mut $y_dot, crate::rule::slot::WriteMode::Accumulate, crate::ops::elementwise::rows::tangent_from_result::<$name, _>,
        )
    };
    (@add $t:ident $name:ident $y:ident $y_dot:ident ($p:ident, $q:ident => $($partial:tt)*)) => {{
        let mut slope = crate::ops::operands::zero_like($y);
        crate::ops::operands::pass_with_both($y, $p, $q, &mut slope, crate::rule::slot::WriteMode::Accumulate, crate::ops::elementwise::rows::slope::<$name, _>);
        crate::ops::operands::pass_with_both($y, $t, &slope, &mut $y_dot, crate::rule::slot::WriteMode::Accumulate, crate::ops::elementwise::rows::times_slope)
    }};
}

/// The rule of a row with two operands, which broadcast, or with three, where the first has the shape of the result.
macro_rules! row {
    (
        @rule [$(#[$meta:meta])*] $name:ident [$($says:ident)?] reads $reads:ty; $value:expr;
        $arity:ident {$($X:ident),+} [$($bounds:tt)*] -> $out:ty; {$joined:expr} $y:ident
        [$(($x:ident $T:ident $bar:ident $dot:ident $by:ident $partial:tt))+]
    ) => {
        $(#[$meta])*
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name;

        impl crate::rule::Rule for $name {
            type Reads = $reads;
            $(const OFTEN_ZERO: bool = crate::ops::elementwise::rows::row!(@often_zero $says);)?
        }

        impl $name {
            #[inline(always)]
            pub(crate) fn value<T: crate::scalar::Real>($($x: T),+) -> T {
                $value
            }
        }

        #[allow(non_camel_case_types, unused_variables, clippy::too_many_arguments, reason = "a row reads what it needs")]
        const _: () = {
            $(crate::ops::elementwise::rows::partial!($by $partial);)+

            impl<$($bounds)*> crate::rule::$arity<$($T),+> for $name {
                type Output = $out;
                type Residual = ();
                #[inline(always)]
                fn forward($($x: &$T),+) -> ($out, ()) {
                    ($joined, ())
                }
                #[inline(always)]
                fn vjp(
                    (): &(),
                    $($x: crate::tape::Read<'_, $T>,)+
                    $y: crate::tape::Read<'_, $out>,
                    c: &$out,
                    $($bar: impl crate::rule::slot::Slot<$T>),+
                ) {
                    $(crate::ops::elementwise::rows::reverse!($bar $by c $partial);)+
                }
                #[inline(always)]
                fn jvp($($x: &$T,)+ $y: &$out, $($dot: Option<&$T>),+) -> $out {
                    #[allow(unused_mut, reason = "all derivatives may be zero")]
                    let mut y_dot = crate::ops::elementwise::rows::start(true $(&& crate::ops::elementwise::rows::row!(@nothing $dot $partial))+);
                    $(crate::ops::elementwise::rows::forward!($dot $by $y y_dot $partial);)+
                    y_dot
                }
                crate::ops::elementwise::rows::row!(@second [$($says)?] [$($x $T $bar $by $partial)+] $y);
            }
        };
    };
    (@often_zero often_zero) => { true };
    (@often_zero $form:ident) => { false };
    (@nothing $dot:ident (none)) => { true };
    (@nothing $dot:ident $partial:tt) => { $dot.is_none() };
    (@second [linear] [$($x:ident $T:ident $bar:ident $by:ident $partial:tt)+] $y:ident) => {
        crate::rule::lift::second!(linear for $($T),+);
    };
    (@second [bilinear] [$($x:ident $T:ident $bar:ident $by:ident $partial:tt)+] $y:ident) => {
        crate::rule::lift::second!(bilinear for $($T),+);
    };
    (@second [$($often_zero:ident)?] [$($x:ident $T:ident $bar:ident $by:ident $partial:tt)+] $y:ident) => {
        crate::rule::lift::second!($($T),+: |$($x,)+ $y, c, $($bar),+| {
            $(crate::ops::elementwise::rows::moving!($bar $by c $partial);)+
        });
    };
    (
        $(#[$meta:meta])* $name:ident($a:ident, $b:ident) -> $y:ident = $value:expr, reads $reads:ty,
        $pa:ident $by_a:tt, $pb:ident $by_b:tt $(, $says:ident)?;
    ) => {
        crate::ops::elementwise::rows::row! {
            @rule [$(#[$meta])*] $name [$($says)?] reads $reads; $value;
            Rule2 {A, B} [A: crate::ops::operands::Join<B>, B: crate::ops::operands::Numbers<Number = A::Number>] -> A::Output;
            {crate::ops::operands::Join::join($a, $b, Self::value)} $y
            [($a A a_bar a_dot by_a $by_a) ($b B b_bar b_dot by_b $by_b)]
        }
    };
    (
        $(#[$meta:meta])* $name:ident($a:ident, $b:ident, $c:ident) -> $y:ident = $value:expr, reads $reads:ty,
        $pa:ident $by_a:tt, $pb:ident $by_b:tt, $pc:ident $by_c:tt $(, $says:ident)?;
    ) => {
        crate::ops::elementwise::rows::row! {
            @rule [$(#[$meta])*] $name [$($says)?] reads $reads; $value;
            Rule3 {A, B, C} [
                A: crate::ops::operands::Spread<B> + crate::ops::operands::Spread<C>,
                B: crate::ops::operands::Numbers<Number = A::Number>,
                C: crate::ops::operands::Numbers<Number = A::Number>
            ] -> A;
            {crate::ops::operands::spread($a, $b, $c, Self::value)} $y
            [($a A a_bar a_dot by_a $by_a) ($b B b_bar b_dot by_b $by_b) ($c C c_bar c_dot by_c $by_c)]
        }
    };
}

/// The start of a sum of tangents. Zero is the result only if there are no tangents.
#[inline(always)]
pub(in crate::ops) fn start<Y: crate::differentiable::Tangent>(none: bool) -> Y {
    if none { Y::zero() } else { Y::neutral() }
}

/// A table: the rules, and the methods. `trait Name;` at its head carries the methods of numbers and tensors; `for numbers trait Name;` is for
/// methods that numbers have already, makes those of tensors, and the trait leads to the rules.
macro_rules! rows {
    ($(#[$head:meta])* for numbers $vis:vis trait $trait:ident; $($rows:tt)*) => {
        crate::ops::elementwise::rows::rows! { @row {known [$(#[$head])* $vis] $trait} [] [] [] $($rows)* }
    };
    ($(#[$head:meta])* $vis:vis trait $trait:ident; $($rows:tt)*) => {
        crate::ops::elementwise::rows::rows! { @row {own [$(#[$head])* $vis] $trait} [] [] [] $($rows)* }
    };
    (
        @row $head:tt [$($one:tt)*] $two:tt $three:tt
        $(#[$meta:meta])* $name:ident($x:ident) = $value:expr, $from:ident => $partial:expr $(, $says:ident)?; $($rest:tt)*
    ) => {
        crate::elementwise_rules! { $(#[$meta])* $name($x) = $value, $from => $partial $(, $says)?; }
        crate::ops::elementwise::rows::rows! { @row $head [$($one)* ($name [$(#[$meta])*])] $two $three $($rest)* }
    };
    (
        @row $head:tt $one:tt [$($two:tt)*] $three:tt
        $(#[$meta:meta])* $name:ident($a:ident, $b:ident) -> $y:ident = $value:expr, reads $reads:ty,
        $pa:ident $by_a:tt, $pb:ident $by_b:tt $(, $says:ident)?; $($rest:tt)*
    ) => {
        crate::ops::elementwise::rows::row! {
            $(#[$meta])* $name($a, $b) -> $y = $value, reads $reads, $pa $by_a, $pb $by_b $(, $says)?;
        }
        crate::ops::elementwise::rows::rows! { @row $head $one [$($two)* ($name $b [$(#[$meta])*])] $three $($rest)* }
    };
    (
        @row $head:tt $one:tt $two:tt [$($three:tt)*]
        $(#[$meta:meta])* $name:ident($a:ident, $b:ident, $c:ident) -> $y:ident = $value:expr, reads $reads:ty,
        $pa:ident $by_a:tt, $pb:ident $by_b:tt, $pc:ident $by_c:tt $(, $says:ident)?; $($rest:tt)*
    ) => {
        crate::ops::elementwise::rows::row! {
            $(#[$meta])* $name($a, $b, $c) -> $y = $value, reads $reads, $pa $by_a, $pb $by_b, $pc $by_c $(, $says)?;
        }
        crate::ops::elementwise::rows::rows! { @row $head $one $two [$($three)* ($name $b $c [$(#[$meta])*])] $($rest)* }
    };
    (
        @row {$kind:ident $head:tt $trait:ident}
        [$(($one:ident $doc1:tt))*] [$(($two:ident $b2:ident $doc2:tt))*] [$(($three:ident $b3:ident $c3:ident $doc3:tt))*]
    ) => {
        crate::ops::elementwise::rows::rows! {
            @$kind $head $trait {
                $($one: crate::rule::By1<$one>;)*
                $($two: crate::rule::By2<$two>;)*
                $($three: crate::rule::By3<$three>;)*
            }
            [$(($one $doc1))*] [$(($two $b2 $doc2))*] [$(($three $b3 $c3 $doc3))*]
        }
    };
    (@own [$($head:tt)*] $trait:ident $links:tt $one:tt $two:tt $three:tt) => {
        crate::ops::elementwise::rows::rows! {
            @methods {$($head)* trait $trait: crate::ops::operands::Numbers} {fn} $one $two $three crate::derivatives_of! $links
        }
        impl<X: crate::ops::operands::Numbers> $trait for X {}
    };
    (@known [$($head:tt)*] $trait:ident $links:tt $one:tt $two:tt $three:tt) => {
        crate::ops::elementwise::rows::rows! {
            @methods {impl<T: crate::scalar::Real, S: crate::tensor::AnyShape> crate::tensor::Tensor<T, S>} {pub fn} $one $two $three
        }
        $($head)* trait $trait {
            crate::derivatives_of! $links
        }
        impl<X: crate::ops::operands::Numbers> $trait for X {}
    };
    (
        @methods {$($owner:tt)*} {$vis:vis fn}
        [$(($one:ident [$($doc1:tt)*]))*] [$(($two:ident $b2:ident [$($doc2:tt)*]))*] [$(($three:ident $b3:ident $c3:ident [$($doc3:tt)*]))*]
        $($links:tt)*
    ) => {
        $($owner)* {
            $($links)*
            $(
                $($doc1)*
                #[inline(always)]
                #[must_use]
                $vis fn $one(&self) -> Self {
                    crate::rule::Lanes::map_row::<$one>(self)
                }
            )*
            $(
                $($doc2)*
                #[inline]
                #[must_use]
                $vis fn $two<B>(&self, $b2: B) -> <Self as crate::ops::operands::Join<B::Value>>::Output
                where
                    B: crate::ops::operands::Operand<Number = <Self as crate::ops::operands::Numbers>::Number>,
                    Self: crate::ops::operands::Join<B::Value>,
                {
                    crate::ops::operands::Join::join(self, $b2.value(), $two::value)
                }
            )*
            $(
                $($doc3)*
                #[inline]
                #[must_use]
                $vis fn $three<B, C>(&self, $b3: B, $c3: C) -> Self
                where
                    B: crate::ops::operands::Operand<Number = <Self as crate::ops::operands::Numbers>::Number>,
                    C: crate::ops::operands::Operand<Number = <Self as crate::ops::operands::Numbers>::Number>,
                    Self: crate::ops::operands::Spread<B::Value> + crate::ops::operands::Spread<C::Value>,
                {
                    crate::ops::operands::spread(self, $b3.value(), $c3.value(), $three::value)
                }
            )*
        }
    };
}

pub(in crate::ops) use {forward, moving, partial, reverse, row, rows};
