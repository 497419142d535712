//! Vectors: operators, methods and the functions that make them.

use ::glam::{DQuat, DVec2, DVec3, DVec4, Quat, Vec2, Vec3, Vec3A, Vec4};
use bytemuck::{cast_mut, cast_ref};

#[allow(clippy::wildcard_imports, reason = "a row names a formula each")]
use super::formulas::*;
#[allow(clippy::wildcard_imports, reason = "a row names a rule each")]
use super::shared::*;
use super::twins::{as_nalgebra, made, makes};
use crate::ops::nalgebra::matrices::{add_scalar, component_div, component_mul};
use crate::ops::nalgebra::of_numbers::{New, OfNumbers};
use crate::ops::nalgebra::{Components, constructors::NewFunction, matrices as of, shapes};
use crate::ops::norm::norm;
use crate::ops::{add, div, mul, neg, rem, sub};
use crate::rule::rule;
use crate::rule::{By1, By2, By3};
use crate::tape::No;

rule! {
    /// The first components.
    truncate reads (No, No);
}

/// What all vectors have.
macro_rules! vectors {
    ($($V:ty, $T:ty, $n:literal;)*) => {$(
        as_nalgebra! {
            add: ($V, $V) -> $V; |a, b| *a + *b;
            sub: ($V, $V) -> $V; |a, b| *a - *b;
            mul as component_mul: ($V, $V) -> $V; |a, b| *a * *b;
            div as component_div: ($V, $V) -> $V; |a, b| *a / *b;
            neg: ($V) -> $V; |a| -*a;
            rem as component_rem: ($V, $V) -> $V; |a, b| *a % *b;
            rem as scalar_rem: ($V, $T) -> $V; |a, b| *a % *b;
            add as add_scalar: ($V, $T) -> $V; |a, s| *a + *s;
            add as scalar_add: ($T, $V) -> $V; |s, a| *s + *a;
            sub as sub_scalar: ($V, $T) -> $V; |a, s| *a - *s;
            sub as scalar_sub: ($T, $V) -> $V; |s, a| *s - *a;
            mul: ($V, $T) -> $V; |a, s| *a * *s;
            mul: ($T, $V) -> $V; |s, a| *s * *a;
            div: ($V, $T) -> $V; |a, s| *a / *s;
            div as scalar_div: ($T, $V) -> $V; |s, a| *s / *a;
            dot as of::dot: ($V, $V) -> $T; |a, b| a.dot(*b);
            norm: ($V) -> $T; |a| a.length();
            norm_squared as of::norm_squared: ($V) -> $T; |a| a.length_squared();
            length_recip: ($V) -> $T; |a| a.length_recip();
            distance as of::distance: ($V, $V) -> $T; |a, b| a.distance(*b);
            distance_squared: ($V, $V) -> $T; |a, b| a.distance_squared(*b);
            normalize as of::normalize: ($V) -> $V; |a| a.normalize();
            normalize_or: ($V, $V) -> $V; |a, b| a.normalize_or(*b);
            normalize_or_zero: ($V) -> $V; |a| a.normalize_or_zero();
            try_normalize: ($V) -> Option<$V>; |a| a.try_normalize();
            lerp as of::lerp: ($V, $V, $T) -> $V; |a, b, t| a.lerp(*b, *t);
            lerp_monotonic: ($V, $V, $T) -> $V; |a, b, t| a.lerp_monotonic(*b, *t);
            midpoint: ($V, $V) -> $V; |a, b| a.midpoint(*b);
            multiply_add: ($V, $V, $V) -> $V; |x, a, b| x.mul_add(*a, *b);
            project_onto: ($V, $V) -> $V; |a, b| a.project_onto(*b);
            reject_from: ($V, $V) -> $V; |a, b| a.reject_from(*b);
            project_onto_normalized: ($V, $V) -> $V; |a, b| a.project_onto_normalized(*b);
            reject_from_normalized: ($V, $V) -> $V; |a, b| a.reject_from_normalized(*b);
            reflect: ($V, $V) -> $V; |a, n| a.reflect(*n);
            refract: ($V, $V, $T) -> $V; |a, n, eta| a.refract(*n, *eta);
            sum as of::sum: ($V) -> $T; |a| a.element_sum();
            product as of::product: ($V) -> $T; |a| a.element_product();
            matrix_max as of::matrix_max: ($V) -> $T; |a| a.max_element();
            matrix_min as of::matrix_min: ($V) -> $T; |a| a.min_element();
            sup as of::sup: ($V, $V) -> $V; |a, b| a.max(*b);
            inf as of::inf: ($V, $V) -> $V; |a, b| a.min(*b);
            component_abs as of::component_abs: ($V) -> $V; |a| a.abs();
            recip: ($V) -> $V; |a| a.recip();
            component_sqrt: ($V) -> $V; |a| a.sqrt();
            component_exp: ($V) -> $V; |a| a.exp();
            component_ln: ($V) -> $V; |a| a.ln();
            component_sin: ($V) -> $V; |a| a.sin();
            component_cos: ($V) -> $V; |a| a.cos();
            component_floor: ($V) -> $V; |a| a.floor();
            component_ceil: ($V) -> $V; |a| a.ceil();
            component_round: ($V) -> $V; |a| a.round();
            component_trunc: ($V) -> $V; |a| a.trunc();
            component_fract: ($V) -> $V; |a| a.fract();
            component_powf: ($V, $T) -> $V; |a, n| a.powf(*n);
            with_component<I>: [const I: usize] ($V, $T) -> $V; |a, s| { let mut a = *a; a[I] = *s; a };
            numbers_of: ($V) -> [$T; $n]; |a| a.to_array();
        }
        makes! {
            gathered: ([$T; $n]) -> $V; |x| <$V>::from_array(*x);
            splat<$n>: ($T) -> $V; |s| <$V>::splat(*s);
        }

        impl VectorRules for $V {}
        impl VectorRulesByValue for $V {}
        impl VectorFunctions<$n> for $V {}
    )*};
}
vectors! {
    Vec2, f32, 2; Vec3, f32, 3; Vec3A, f32, 3; Vec4, f32, 4;
    DVec2, f64, 2; DVec3, f64, 3; DVec4, f64, 4;
}

/// What depends on the number of dimensions.
macro_rules! dimensions {
    ($($T:ty: $V2:ty, $V3:ty, $V4:ty;)*) => {$(
        as_nalgebra! {
            perp as of::perp: ($V2, $V2) -> $T; |a, b| a.perp_dot(*b);
            perpendicular: ($V2) -> $V2; |a| a.perp();
            complex_product: ($V2, $V2) -> $V2; |a, b| a.rotate(*b);
            to_angle: ($V2) -> $T; |a| a.to_angle();
            plane_angle: ($V2, $V2) -> $T; |a, b| a.angle_to(*b);
            push as shapes::push: ($V2, $T) -> $V3; |a, s| a.extend(*s);
            push as shapes::push: ($V3, $T) -> $V4; |a, s| a.extend(*s);
            project: ($V4) -> $V3; |a| a.project();
            truncate as swizzle<4, 2>: ($V3) -> $V2; |a| a.truncate();
            truncate as swizzle<36, 3>: ($V4) -> $V3; |a| a.truncate();
            swizzle<I, 2>: [const I: usize] ($V3) -> $V2; |a| <$V2>::new(a[digit(I, 0)], a[digit(I, 1)]);
            swizzle<I, 3>: [const I: usize] ($V3) -> $V3; |a| <$V3>::new(a[digit(I, 0)], a[digit(I, 1)], a[digit(I, 2)]);
            swizzle<I, 2>: [const I: usize] ($V2) -> $V2; |a| <$V2>::new(a[digit(I, 0)], a[digit(I, 1)]);
            swizzle<I, 2>: [const I: usize] ($V4) -> $V2; |a| <$V2>::new(a[digit(I, 0)], a[digit(I, 1)]);
            swizzle<I, 3>: [const I: usize] ($V4) -> $V3; |a| <$V3>::new(a[digit(I, 0)], a[digit(I, 1)], a[digit(I, 2)]);
        }

        makes! {
            direction: ($T) -> $V2; |theta| <$V2>::from_angle(*theta);
        }
        impl PlaneRules for $V2 {}
    )*};
}
dimensions! {
    f32: Vec2, Vec3, Vec4;
    f64: DVec2, DVec3, DVec4;
}

macro_rules! space {
    ($($V:ty, $T:ty;)*) => {$(
        as_nalgebra! {
            cross as of::cross: ($V, $V) -> $V; |a, b| a.cross(*b);
            angle as of::angle: ($V, $V) -> $T; |a, b| a.angle_between(*b);
        }
        impl SpaceRules for $V {}
    )*};
}
space!(Vec3, f32; Vec3A, f32; DVec3, f64;);

as_nalgebra! {
    truncate as swizzle<4, 2>: (Vec3A) -> Vec2; |a| a.truncate();
    swizzle<I, 2>: [const I: usize] (Vec3A) -> Vec2; |a| Vec2::new(a[digit(I, 0)], a[digit(I, 1)]);
    swizzle<I, 3>: [const I: usize] (Vec3A) -> Vec3A; |a| Vec3A::new(a[digit(I, 0)], a[digit(I, 1)], a[digit(I, 2)]);
    push as shapes::push: (Vec3A, f32) -> Vec4; |a, s| a.extend(*s);
}
makes! {
    gathered: (Vec3A) -> Vec3; |a| a.to_vec3();
    gathered: (Vec3) -> Vec3A; |a| a.to_vec3a();
}

/// Leads from the methods of vectors to their rules.
pub trait VectorRules {
    crate::derivatives_of! {
        dot: By2<dot>;
        length: By1<norm>;
        length_squared: By1<norm_squared>;
        length_recip: By1<length_recip>;
        distance: By2<distance>;
        distance_squared: By2<distance_squared>;
        normalize: By1<normalize>;
        normalize_or: By2<normalize_or>;
        normalize_or_zero: By1<normalize_or_zero>;
        try_normalize: By1<try_normalize>;
        lerp: By3<lerp>;
        lerp_monotonic: By3<lerp_monotonic>;
        midpoint: By2<midpoint>;
        project_onto: By2<project_onto>;
        reject_from: By2<reject_from>;
        project_onto_normalized: By2<project_onto_normalized>;
        reject_from_normalized: By2<reject_from_normalized>;
        reflect: By2<reflect>;
        refract: By3<refract>;
        element_sum: By1<sum>;
        element_product: By1<product>;
        max_element: By1<matrix_max>;
        min_element: By1<matrix_min>;
        with_x: By2<with_component<0>>;
        with_y: By2<with_component<1>>;
        with_z: By2<with_component<2>>;
        with_w: By2<with_component<3>>;
        extend: By2<push>;
        truncate: By1<truncate>;
        project: By1<project>;
        to_array: By1<numbers_of>;
        to_vec3: By1<made<Vec3, gathered>>;
        to_vec3a: By1<made<Vec3A, gathered>>;
        xy: By1<swizzle<4, 2>>;
        xz: By1<swizzle<8, 2>>;
        yx: By1<swizzle<1, 2>>;
        yz: By1<swizzle<9, 2>>;
        zx: By1<swizzle<2, 2>>;
        zy: By1<swizzle<6, 2>>;
        xyz: By1<swizzle<36, 3>>;
        xzy: By1<swizzle<24, 3>>;
        yxz: By1<swizzle<33, 3>>;
        yzx: By1<swizzle<9, 3>>;
        zxy: By1<swizzle<18, 3>>;
        zyx: By1<swizzle<6, 3>>;
    }
}

/// Methods that numbers have too: the rules of those are there for all types, by reference. What is by value goes before.
macro_rules! by_value {
    ($($name:ident: $rule:ty;)*) => {$(
        /// The rule of the method.
        #[doc(hidden)]
        #[must_use]
        fn $name(self) -> $rule {
            <$rule>::new()
        }
    )*};
}
pub(super) use by_value;

/// The same of methods that numbers have too.
pub trait VectorRulesByValue: Copy {
    by_value! {
        derivative_of_abs: By1<component_abs>;
        derivative_of_max: By2<sup>;
        derivative_of_min: By2<inf>;
        derivative_of_mul_add: By3<multiply_add>;
        derivative_of_recip: By1<recip>;
        derivative_of_sqrt: By1<component_sqrt>;
        derivative_of_exp: By1<component_exp>;
        derivative_of_ln: By1<component_ln>;
        derivative_of_sin: By1<component_sin>;
        derivative_of_cos: By1<component_cos>;
        derivative_of_floor: By1<component_floor>;
        derivative_of_ceil: By1<component_ceil>;
        derivative_of_round: By1<component_round>;
        derivative_of_trunc: By1<component_trunc>;
        derivative_of_fract: By1<component_fract>;
        derivative_of_powf: By2<component_powf>;
    }
}

/// Leads from the methods of vectors in the plane to their rules.
pub trait PlaneRules {
    crate::derivatives_of! {
        perp_dot: By2<perp>;
        perp: By1<perpendicular>;
        rotate: By2<complex_product>;
        to_angle: By1<to_angle>;
        angle_to: By2<plane_angle>;
    }
}

/// Leads from the methods of vectors in space to their rules.
pub trait SpaceRules {
    crate::derivatives_of! {
        cross: By2<cross>;
        angle_between: By2<angle>;
    }
}

/// Leads from the functions that make vectors to their rules.
pub trait VectorFunctions<const N: usize>: Sized + 'static {
    crate::derivatives_of! {
        fn from_array: By1<made<Self, gathered>>;
        fn from: By1<made<Self, gathered>>;
        fn from_angle: By1<made<Self, direction>>;
        fn splat: By1<made<Self, splat<N>>>;
    }
}

/// Values that are written down number by number.
macro_rules! of_numbers {
    ($($t:ty, $T:ty, $n:literal: |$x:ident| $get:expr, $get_mut:expr;)*) => {$(
        impl OfNumbers for $t {
            type Number = $T;
            #[inline(always)]
            fn of_numbers(numbers: &[$T]) -> Self {
                Self::from_slice(numbers)
            }
            #[inline(always)]
            fn place(i: usize) -> usize {
                i
            }
        }

        impl Components for $t {
            type Number = $T;
            #[inline(always)]
            fn count(&self) -> usize {
                $n
            }
            #[inline(always)]
            fn component(&self, i: usize) -> $T {
                let $x = self;
                let numbers: &[$T; $n] = $get;
                numbers[i]
            }
            #[inline(always)]
            fn component_mut(&mut self, i: usize) -> &mut $T {
                let $x = self;
                let numbers: &mut [$T; $n] = $get_mut;
                &mut numbers[i]
            }
        }

        impl NewFunction for $t {
            type New = New<Self, $n>;
        }
    )*};
}
of_numbers! {
    Vec2, f32, 2: |x| cast_ref(x), cast_mut(x);
    Vec3, f32, 3: |x| cast_ref(x), cast_mut(x);
    Vec3A, f32, 3: |x| x.as_ref(), x.as_mut();
    Vec4, f32, 4: |x| cast_ref(x), cast_mut(x);
    Quat, f32, 4: |x| cast_ref(x), cast_mut(x);
    DVec2, f64, 2: |x| cast_ref(x), cast_mut(x);
    DVec3, f64, 3: |x| cast_ref(x), cast_mut(x);
    DVec4, f64, 4: |x| cast_ref(x), cast_mut(x);
    DQuat, f64, 4: |x| cast_ref(x), cast_mut(x);
}
