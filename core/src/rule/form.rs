//! Structured rules: a formula and a form.
//!
//! A structured operation is written once: its value, and each operand's contribution from a cotangent. The form writes
//! the rule from these:
//!
//! | form | tangent | second order |
//! |---|---|---|
//! | `linear` | the value of the tangents | the adjoint of the tangent of the cotangent |
//! | `bilinear` | `add`, with one operand and the tangent of the other | each adjoint, with the tangent of the operand that it reads |
//! | `lifted` | `tangent` | the rule once more, in dual numbers |
//! | `by_hand` | `tangent` | `second` |
//! | `constant` | none | none |
//!
//! ```text
//! rule! {
//!     /// `Y = A B`. VJP: `Ā += Ȳ Bᵀ`, `B̄ += Aᵀ Ȳ`.
//!     matmul reads (Yes, Yes, No);
//!     bilinear for [T: Real, S: Shape + MatMul<R>, R: Shape] (a: Tensor<T, S>, b: Tensor<T, R>) -> Tensor<T, S::Product>;
//!     y = a.matmul(b);
//!     add = matmul_add(a, b, y);
//!     a (b => |c, d, how| matmul_vjp_lhs(c, b, d, how)), b (a => |c, d, how| matmul_vjp_rhs(a, c, d, how));
//! }
//! ```
//!
//! After an operand come the values that its adjoint reads, and the adjoint, which adds the contribution of the
//! cotangent `c` to the place `d`. An adjoint that takes `how` may overwrite the place instead, see
//! [`Slot::put`](crate::slot::Slot::put). Instead of an adjoint:
//!
//! - `(given)`, or `(given if ..)`: the operand gets the cotangent as it is;
//! - `(none)`: the operand has no derivative;
//! - `(refused by f)`: `f` refuses a derivative at compile time.
//!
//! After the result there may be a residual. `keeps r: R = ..` is computed before the value, which may read it.
//! `keeps r: R` is computed with the value, and the value expression is then a pair; `=> ..` after it is a second way
//! to compute the value, which writes the residual directly to the tape.
//!
//! `tangent(a_dot, ..)` is the tangent of the result. Each name is the tangent of an operand, or `None` for zero. A
//! `linear` rule needs it only if it differs from the value of the tangents.

/// Declares the name of a rule, with constants in brackets and types in angle brackets, and the values that its VJP
/// reads. Unlike `derive`, it puts no bounds on the types. A [formula](self) may follow; without one the rule is
/// implemented elsewhere.
macro_rules! rule {
    (
        $(#[$meta:meta])*
        $name:ident $([$($n:ident: $int:ty),+])? $(<$($t:ident),+>)? reads $reads:ty $(, $often_zero:ident)?;
        $($formula:tt)*
    ) => {
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

        crate::rule::formula! { {$($(const $n: $int,)+)?} {$name<$($($n,)+)? $($($t),+)?>} $($formula)* }
    };
}

/// The implementation of a rule by its [formula](self), for some types of operands.
macro_rules! formula {
    ({$($consts:tt)*} {$($rule:tt)+}) => {};
    ($consts:tt $rule:tt $form:ident for $generics:tt ($x:ident: $t:ty) -> $($rest:tt)*) => {
        crate::rule::formula! { @$form Rule1 {$consts $rule $generics} [($x $t, a_bar a_dot a_bar_dot)] $($rest)* }
    };
    ($consts:tt $rule:tt $form:ident for $generics:tt ($x:ident: $t:ty, $z:ident: $u:ty) -> $($rest:tt)*) => {
        crate::rule::formula! {
            @$form Rule2 {$consts $rule $generics} [($x $t, a_bar a_dot a_bar_dot) ($z $u, b_bar b_dot b_bar_dot)] $($rest)*
        }
    };
    ($consts:tt $rule:tt $form:ident for $generics:tt ($x:ident: $t:ty, $z:ident: $u:ty, $w:ident: $v:ty) -> $($rest:tt)*) => {
        crate::rule::formula! {
            @$form Rule3 {$consts $rule $generics}
            [($x $t, a_bar a_dot a_bar_dot) ($z $u, b_bar b_dot b_bar_dot) ($w $v, c_bar c_dot c_bar_dot)] $($rest)*
        }
    };

    // The forms: each gives the tangent and the second order.
    (
        @linear $arity:ident $head:tt [$(($x:ident $t:ty, $($names:ident)+))+] $out:ty
        $(, keeps $r:ident: $res:ty $(= $kept:expr)? $(=> $to:expr)?)?;
        $y:ident = $value:expr; $($w:ident $adjoint:tt),+; $(tangent($($u:ident),+) = $tangent:expr;)?
    ) => {
        crate::rule::formula! {
            @rule $arity $head [$(($x $t, $($names)+))+] [$out] [$($r $res)?] $y [$($($kept)?)?] {$value} {$($($to)?)?} [$($adjoint)+]
            [linear] [$([$($u)+] {$tangent})?] {$value} [linear]
        }
    };
    (
        @bilinear $arity:ident $head:tt [$(($x:ident $t:ty, $($names:ident)+))+] $out:ty;
        $y:ident = $value:expr; add = $add:expr; $($w:ident $adjoint:tt),+;
    ) => {
        crate::rule::formula! {
            @rule $arity $head [$(($x $t, $($names)+))+] [$out] [] $y [] {$value} {} [$($adjoint)+] [bilinear] [] {$add} [bilinear]
        }
    };
    (
        @lifted $arity:ident $head:tt [$(($x:ident $t:ty, $($names:ident)+))+] $out:ty
        $(, keeps $r:ident: $res:ty $(= $kept:expr)? $(=> $to:expr)?)?;
        $y:ident = $value:expr; $($w:ident $adjoint:tt),+; tangent($($u:ident),+) = $tangent:expr;
    ) => {
        crate::rule::formula! {
            @rule $arity $head [$(($x $t, $($names)+))+] [$out] [$($r $res)?] $y [$($($kept)?)?] {$value} {$($($to)?)?} [$($adjoint)+]
            [own] [[$($u)+] {$tangent}] {} [lifted]
        }
    };
    (
        @by_hand $arity:ident $head:tt [$(($x:ident $t:ty, $($names:ident)+))+] $out:ty
        $(, keeps $r:ident: $res:ty $(= $kept:expr)? $(=> $to:expr)?)?;
        $y:ident = $value:expr; $($w:ident $adjoint:tt),+; tangent($($u:ident),+) = $tangent:expr;
        second $($second:tt)+
    ) => {
        crate::rule::formula! {
            @rule $arity $head [$(($x $t, $($names)+))+] [$out] [$($r $res)?] $y [$($($kept)?)?] {$value} {$($($to)?)?} [$($adjoint)+]
            [own] [[$($u)+] {$tangent}] {} [{$($second)+}]
        }
    };
    (@constant $arity:ident $head:tt [$(($x:ident $t:ty, $($names:ident)+))+] $out:ty; $y:ident = $value:expr;) => {
        crate::rule::formula! {
            @rule $arity $head [$(($x $t, $($names)+))+] [$out] [] $y [] {$value} {} [] [none] [] {} [linear]
        }
    };

    (
        @rule $arity:ident {{$($consts:tt)*} {$($rule:tt)+} [$($generics:tt)*]} $operands:tt [$out:ty] [$($r:ident $res:ty)?]
        $y:ident $kept:tt $value:tt $value_to:tt $adjoints:tt $form:tt $tangent:tt $by:tt $second:tt
    ) => {
        crate::rule::formula! {
            @impl $arity {impl<$($consts)* $($generics)*>} {$($rule)+} $operands [$out] [$($r $res)?] $y $kept $value $value_to
            $adjoints $form $tangent $by $second
        }
    };
    (
        @impl $arity:ident {$($impl:tt)+} {$($rule:tt)+} [$(($x:ident $t:ty, $bar:ident $dot:ident $bar_dot:ident))+] [$out:ty]
        [$($r:ident $res:ty)?] $y:ident $kept:tt $value:tt $value_to:tt $adjoints:tt $form:tt $tangent:tt $by:tt $second:tt
    ) => {
        #[allow(unused_variables, reason = "a formula reads what it needs")]
        $($impl)+ crate::rule::$arity<$($t),+> for $($rule)+ {
            type Output = $out;
            type Residual = crate::rule::formula!(@residual $($res)?);
            #[inline(always)]
            fn forward($($x: &$t),+) -> ($out, Self::Residual) {
                crate::rule::formula!(@value [$($r)?] $kept $value)
            }
            crate::rule::formula!(@value_to [$($x $t)+] $out, [$($r)?] $value_to);
            #[inline(always)]
            fn vjp(
                residual: &Self::Residual,
                $($x: crate::tape::Read<'_, $t>,)+
                $y: crate::tape::Read<'_, $out>,
                y_bar: &crate::differentiable::Ct<$out>,
                $($bar: impl crate::rule::slot::Slot<crate::differentiable::Ct<$t>>),+
            ) {
                $(let $r = crate::tape::Read::live(residual);)?
                crate::rule::formula!(@adjoints y_bar [$($bar)+] $adjoints);
            }
            #[inline]
            fn jvp(
                $($x: &$t,)+
                $y: &$out,
                $($dot: Option<&crate::differentiable::Ct<$t>>),+
            ) -> crate::differentiable::Ct<$out> {
                crate::rule::formula!(@tangent $form [$($x $dot)+] $y [$($r)?] $kept $adjoints $tangent $by)
            }
            crate::rule::formula!(@second $second $($t),+);
        }
    };

    (@residual) => { () };
    (@residual $res:ty) => { $res };

    (@value [] [] {$value:expr}) => { ($value, ()) };
    (@value [$r:ident] [] {$value:expr}) => { $value };
    (@value [$r:ident] [$kept:expr] {$value:expr}) => {{
        let kept = $kept;
        let value = {
            let $r = &kept;
            $value
        };
        (value, kept)
    }};

    (@value_to [$($x:ident $t:ty)+] $out:ty, [$($r:ident)?] {}) => {};
    (@value_to [$($x:ident $t:ty)+] $out:ty, [$r:ident] {$value_to:expr}) => {
        #[inline(always)]
        fn forward_to($($x: &$t,)+ $r: &mut Self::Residual) -> $out {
            $value_to
        }
    };

    (@adjoints $c:ident [$($bar:ident)+] []) => {};
    (@adjoints $c:ident [$($bar:ident)+] [$($adjoint:tt)+]) => {
        $(crate::rule::formula!(@adjoint $c $bar $adjoint);)+
    };
    (@adjoint $y_bar:ident $bar:ident (none)) => {};
    (@adjoint $y_bar:ident $bar:ident (given $(if $condition:expr)?)) => {
        $(if $condition)? {
            crate::rule::slot::give($bar, $y_bar);
        }
    };
    (@adjoint $y_bar:ident $bar:ident (refused by $refuse:ident)) => {
        $refuse(&$bar)
    };
    (@adjoint $y_bar:ident $bar:ident ($($p:ident),* => |$c:ident, $d:ident| $adjoint:expr)) => {{
        let $c = $y_bar;
        $bar.accumulate(|$d| {
            $(let $p = $p.get();)*
            $adjoint
        });
    }};
    (@adjoint $y_bar:ident $bar:ident ($($p:ident),* => |$c:ident, $d:ident, $how:ident| $adjoint:expr)) => {{
        let $c = $y_bar;
        $bar.put(|$d, $how| {
            $(let $p = $p.get();)*
            $adjoint
        });
    }};

    (@tangent $form:tt [$($x:ident $dot:ident)+] $y:ident [$($r:ident)?] $kept:tt $adjoints:tt [[$($u:ident)+] {$tangent:expr}] $by:tt) => {{
        $(let $u = $dot;)+
        $tangent
    }};
    (@tangent [none] [$($x:ident $dot:ident)+] $y:ident [] [] [] [] {}) => {
        crate::differentiable::Tangent::zero()
    };
    (@tangent [bilinear] [$a:ident $a_dot:ident $b:ident $b_dot:ident] $y:ident [] [] $adjoints:tt [] {$add:expr}) => {{
        let mut y_dot = crate::differentiable::Tangent::zero();
        if let Some($a) = $a_dot {
            let $y = &mut y_dot;
            $add;
        }
        if let Some($b) = $b_dot {
            let $y = &mut y_dot;
            $add;
        }
        y_dot
    }};
    (@tangent [linear] [$($x:ident $dot:ident)+] $y:ident [$($r:ident)?] [$($kept:expr)?] [$($adjoint:tt)+] [] $value:tt) => {{
        $(let $r = &$kept;)?
        crate::rule::formula!(@of_tangents [] [$($x $dot $adjoint)+] $value)
    }};
    // The operands that have a derivative.
    (@of_tangents $found:tt [$x:ident $dot:ident (none) $($rest:tt)*] $value:tt) => {
        crate::rule::formula!(@of_tangents $found [$($rest)*] $value)
    };
    (@of_tangents [$($found:tt)*] [$x:ident $dot:ident $adjoint:tt $($rest:tt)*] $value:tt) => {
        crate::rule::formula!(@of_tangents [$($found)* $x $dot] [$($rest)*] $value)
    };
    (@of_tangents [$x:ident $dot:ident] [] {$value:expr}) => {
        $dot.map_or_else(crate::differentiable::Tangent::zero, |$x| $value)
    };
    (@of_tangents [$($x:ident $dot:ident)+] [] {$value:expr}) => {{
        $(
            let zero;
            let $x = match $dot {
                Some(tangent) => tangent,
                None => {
                    zero = crate::differentiable::Tangent::zero();
                    &zero
                }
            };
        )+
        $value
    }};

    (@second [{$($second:tt)+}] $($t:ty),+) => {
        crate::rule::lift::second!($($t),+: $($second)+);
    };
    (@second [$form:ident] $($t:ty),+) => {
        crate::rule::lift::second!($form for $($t),+);
    };
}

pub(crate) use formula;
pub(crate) use rule;
