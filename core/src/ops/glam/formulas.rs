//! What glam computes and nalgebra has no method for, as rules of nalgebra's types.

use ::nalgebra::{Quaternion, SMatrix, SVector};

use crate::ops::glam::shared::{dot, norm_squared, normalize};
use crate::ops::nalgebra::Number;
use crate::ops::nalgebra::forms::{Formula, bilinear, by_duals, lifted, linear};
use crate::ops::nalgebra::rotations::{about_axis, arc, exponential as exponential_of};
use crate::rule::rule;
use crate::scalar::Real;
use crate::tape::{No, Yes};

type V<T, const D: usize> = SVector<T, D>;
type V3<T> = SVector<T, 3>;
type M<T, const R: usize, const C: usize> = SMatrix<T, R, C>;
type Q<T> = Quaternion<T>;

/// `/// doc` `name: [generics] (A, B) -> Y; |a, b| formula;`: a rule that reads its operands, by the formula in dual numbers.
macro_rules! formulas {
    ($(
        $(#[$meta:meta])*
        $rule:ident $([$($k:ident),+])?: [$($n:tt)*] ($($X:ty),+) -> $Y:ty; |$($v:ident),+| $formula:expr;
    )*) => {$(
        rule! {
            $(#[$meta])*
            $rule $([$($k: usize),+])? reads ($(formulas!(@ $X => Yes),)+ No);
        }
        by_duals! {
            $rule $(<$($k),+>)?: [$($n)*] ($($X),+) -> $Y; |$($v),+| <Self as Formula<($($X,)+)>>::formula(($(*$v,)+)); |$($v),+| $formula;
        }
    )*};
    (@ $X:ty => $yes:ty) => {
        $yes
    };
}

formulas! {
    /// `1 / |x|`.
    length_recip: [const D: usize] (V<T, D>) -> T; |x| T::ONE / x.norm();
    /// `|a - b|²`.
    distance_squared: [const D: usize] (V<T, D>, V<T, D>) -> T; |a, b| (a - b).norm_squared();
    /// `x / |x|`, and 0 where `x` is 0.
    normalize_or_zero: [const D: usize] (V<T, D>) -> V<T, D>; |x| normalized(x).unwrap_or_else(SMatrix::zeros);
    /// `x / |x|`, and another vector where `x` is 0.
    normalize_or: [const D: usize] (V<T, D>, V<T, D>) -> V<T, D>; |x, other| normalized(x).unwrap_or(other);
    /// `x / |x|`; `None` where `x` is 0.
    try_normalize: [const D: usize] (V<T, D>) -> Option<V<T, D>>; |x| normalized(x);
    /// `a + (b - a) t`.
    lerp_monotonic: [const D: usize] (V<T, D>, V<T, D>, T) -> V<T, D>; |a, b, t| a + (b - a) * t;
    /// `(a + b) / 2`.
    midpoint: [const D: usize] (V<T, D>, V<T, D>) -> V<T, D>; |a, b| (a + b) * T::lit(0.5);
    /// `x a + b`, component by component.
    multiply_add: [const D: usize] (V<T, D>, V<T, D>, V<T, D>) -> V<T, D>; |x, a, b| x.component_mul(&a) + b;
    /// The part of a vector along another: `b (a · b) / (b · b)`.
    project_onto: [const D: usize] (V<T, D>, V<T, D>) -> V<T, D>; |a, b| b * (a.dot(&b) / b.dot(&b));
    /// The rest, across it.
    reject_from: [const D: usize] (V<T, D>, V<T, D>) -> V<T, D>; |a, b| a - b * (a.dot(&b) / b.dot(&b));
    /// The part along a unit vector: `b (a · b)`.
    project_onto_normalized: [const D: usize] (V<T, D>, V<T, D>) -> V<T, D>; |a, b| b * a.dot(&b);
    /// The rest, across it.
    reject_from_normalized: [const D: usize] (V<T, D>, V<T, D>) -> V<T, D>; |a, b| a - b * a.dot(&b);
    /// `x - 2 n (x · n)`.
    reflect: [const D: usize] (V<T, D>, V<T, D>) -> V<T, D>; |x, n| x - n * (x.dot(&n) * T::lit(2.0));
    /// The refraction of a unit direction at a surface with normal `n`; 0 where all is reflected.
    refract: [const D: usize] (V<T, D>, V<T, D>, T) -> V<T, D>;
        |x, n, eta| {
            let cos = n.dot(&x);
            let k = T::ONE - eta * eta * (T::ONE - cos * cos);
            if k < T::ZERO { SMatrix::zeros() } else { x * eta - n * (eta * cos + Real::sqrt(k)) }
        };
    /// `(-y, x)`.
    perpendicular: [] (V<T, 2>) -> V<T, 2>; |x| V::from([-x.y, x.x]);
    /// The product as complex numbers.
    complex_product: [] (V<T, 2>, V<T, 2>) -> V<T, 2>; |a, b| V::from([a.x * b.x - a.y * b.y, a.y * b.x + a.x * b.y]);
    /// The angle of a vector in the plane.
    to_angle: [] (V<T, 2>) -> T; |x| Real::atan2(x.y, x.x);
    /// The angle from one vector in the plane to another.
    plane_angle: [] (V<T, 2>, V<T, 2>) -> T; |a, b| Real::atan2(a.perp(&b), a.dot(&b));
    /// `(cos θ, sin θ)`.
    direction: [] (T) -> V<T, 2>; |theta| V::from([Real::cos(theta), Real::sin(theta)]);
    /// `(x, y, z) / w`.
    project: [] (V<T, 4>) -> V3<T>; |x| x.xyz() / x.w;
    /// `1 / x`, component by component.
    recip: [const R: usize, const C: usize] (M<T, R, C>) -> M<T, R, C>; |x| x.map(Real::recip);
    /// `√x`, component by component.
    component_sqrt: [const D: usize] (V<T, D>) -> V<T, D>; |x| x.map(Real::sqrt);
    /// `eˣ`, component by component.
    component_exp: [const D: usize] (V<T, D>) -> V<T, D>; |x| x.map(Real::exp);
    /// `ln x`, component by component.
    component_ln: [const D: usize] (V<T, D>) -> V<T, D>; |x| x.map(Real::ln);
    /// `sin x`, component by component.
    component_sin: [const D: usize] (V<T, D>) -> V<T, D>; |x| x.map(Real::sin);
    /// `cos x`, component by component.
    component_cos: [const D: usize] (V<T, D>) -> V<T, D>; |x| x.map(Real::cos);
    /// The largest integers below. Derivative 0.
    component_floor: [const D: usize] (V<T, D>) -> V<T, D>; |x| x.map(Real::floor);
    /// The smallest integers above. Derivative 0.
    component_ceil: [const D: usize] (V<T, D>) -> V<T, D>; |x| x.map(Real::ceil);
    /// The nearest integers. Derivative 0.
    component_round: [const D: usize] (V<T, D>) -> V<T, D>; |x| x.map(Real::round);
    /// The integer parts. Derivative 0.
    component_trunc: [const D: usize] (V<T, D>) -> V<T, D>; |x| x.map(Real::trunc);
    /// The fractional parts. Derivative 1.
    component_fract: [const D: usize] (V<T, D>) -> V<T, D>; |x| x.map(|x| x - Real::trunc(x));
    /// The remainders, with the signs of the first. Derivatives 1 and `-trunc(a / b)`.
    component_rem: [const D: usize] (V<T, D>, V<T, D>) -> V<T, D>; |a, b| a.zip_map(&b, |a, b| a - Real::trunc(a / b) * b);
    /// The same by a number.
    scalar_rem: [const D: usize] (V<T, D>, T) -> V<T, D>; |a, b| a.map(|a| a - Real::trunc(a / b) * b);
    /// `xⁿ`, component by component.
    component_powf: [const D: usize] (V<T, D>, T) -> V<T, D>; |x, n| x.map(|x| Real::powf(x, n));
    /// The vector with another component `I`.
    with_component[I]: [const I: usize, const D: usize] (V<T, D>, T) -> V<T, D>; |x, s| { let mut x = x; x[I] = s; x };

    /// The columns, scaled.
    scaled_columns: [const D: usize] (M<T, D, D>, V<T, D>) -> M<T, D, D>; |m, s| SMatrix::from_fn(|i, j| m[(i, j)] * s[j]);
    /// The image of a point under a projection, divided by its fourth component.
    project_point: [] (M<T, 4, 4>, V3<T>) -> V3<T>; |m, p| { let x = m * p.push(T::ONE); x.xyz() / x.w };
    /// A rotation in the plane, in a matrix of `R` rows and `C` columns.
    plane_rotation[R, C]: [const R: usize, const C: usize] (T) -> M<T, R, C>; |theta| embedded(turn(theta), SMatrix::zeros());
    /// The same and a translation.
    plane_motion[R, C]: [const R: usize, const C: usize] (T, V<T, 2>) -> M<T, R, C>; |theta, t| embedded(turn(theta), t);
    /// A rotation about a unit vector.
    axis_rotation[R, C]: [const R: usize, const C: usize] (V3<T>, T) -> M<T, R, C>;
        |axis, theta| embedded(about_axis(&axis, theta), SMatrix::zeros());
    /// A rotation about the axis of index `I`.
    coordinate_rotation[I, R, C]: [const I: usize, const R: usize, const C: usize] (T) -> M<T, R, C>;
        |theta| {
            let ((sin, cos), (j, k)) = (Real::sin_cos(theta), ((I + 1) % 3, (I + 2) % 3));
            let mut turned = M::<T, 3, 3>::identity();
            turned[(j, j)] = cos;
            turned[(k, k)] = cos;
            turned[(j, k)] = -sin;
            turned[(k, j)] = sin;
            embedded(turned, SMatrix::zeros())
        };
    /// The rotation of a unit quaternion.
    quaternion_rotation[R, C]: [const R: usize, const C: usize] (Q<T>) -> M<T, R, C>; |q| embedded(rotation(q), SMatrix::zeros());
    /// The same and a translation.
    motion[R, C]: [const R: usize, const C: usize] (Q<T>, V3<T>) -> M<T, R, C>; |q, t| embedded(rotation(q), t);
    /// A scaling, then a rotation, then a translation.
    scaled_motion[R, C]: [const R: usize, const C: usize] (V3<T>, Q<T>, V3<T>) -> M<T, R, C>;
        |s, q, t| embedded(rotation(q) * M::<T, 3, 3>::from_diagonal(&s), t);
    /// A scaling.
    scaling[R, C]: [const D: usize, const R: usize, const C: usize] (V<T, D>) -> M<T, R, C>;
        |s| embedded(M::<T, D, D>::from_diagonal(&s), SMatrix::zeros());
    /// A translation.
    translation[R, C]: [const D: usize, const R: usize, const C: usize] (V<T, D>) -> M<T, R, C>; |t| embedded(M::<T, D, D>::identity(), t);
    /// A linear map.
    linear_map[R, C]: [const D: usize, const R: usize, const C: usize] (M<T, D, D>) -> M<T, R, C>; |m| embedded(m, SMatrix::zeros());
    /// A linear map and a translation.
    affine_map[R, C]: [const D: usize, const R: usize, const C: usize] (M<T, D, D>, V<T, D>) -> M<T, R, C>; |m, t| embedded(m, t);
    /// The inverse of an affine map.
    affine_inverse: [const D: usize, const C: usize] (M<T, D, C>) -> M<T, D, C>;
        |m| {
            let inverse = linear_of::<T, D, C>(&m).try_inverse().unwrap_or_else(|| SMatrix::repeat(T::lit(f64::NAN)));
            embedded(inverse, -(inverse * m.column(D)))
        };

    /// `1 / |q|`.
    quaternion_length_recip: [] (Q<T>) -> T; |q| T::ONE / q.norm();
    /// The normalised linear interpolation, the short way.
    quaternion_lerp: [] (Q<T>, Q<T>, T) -> Q<T>;
        |a, b, t| {
            let b = if a.dot(&b) < T::ZERO { -b } else { b };
            let q = a + (b - a) * t;
            q / q.norm()
        };
    /// The interpolation with constant velocity, the short way.
    quaternion_slerp: [] (Q<T>, Q<T>, T) -> Q<T>; |a, b, t| arc(&a, &b, t);
    /// `2 acos |a · b|`; its derivative is 0 where it is 0.
    quaternion_angle: [] (Q<T>, Q<T>) -> T;
        |a, b| {
            let cos = Real::abs(a.dot(&b));
            if cos < T::ONE { Real::acos(cos) * T::lit(2.0) } else { T::ZERO }
        };
    /// The axis and the angle.
    to_axis_angle: [] (Q<T>) -> (V3<T>, T);
        |q| {
            let length = q.imag().norm();
            if length < T::lit(1e-8) { return (V3::from([T::ONE, T::ZERO, T::ZERO]), T::ZERO) }
            (q.imag() / length, Real::atan2(length, q.w) * T::lit(2.0))
        };
    /// The axis times the angle.
    to_scaled_axis: [] (Q<T>) -> V3<T>;
        |q| {
            let (square, w) = (q.imag().norm_squared(), q.w);
            let x = square / (w * w);
            if w > T::ZERO && x < T::lit(1e-4) {
                return q.imag() * ((T::lit(2.0) - x * (T::lit(2.0 / 3.0) - x * T::lit(2.0 / 5.0))) / w)
            }
            let length = Real::sqrt(square);
            q.imag() * (Real::atan2(length, w) * T::lit(2.0) / length)
        };
    /// The rotation about a unit vector.
    quaternion_of_axis: [] (V3<T>, T) -> Q<T>;
        |axis, theta| {
            let (sin, cos) = Real::sin_cos(theta * T::lit(0.5));
            Q::from_parts(cos, axis * sin)
        };
    /// The rotation about an axis by its length.
    exponential: [] (V3<T>) -> Q<T>; |v| exponential_of(&v).into_inner();
    /// The rotation about the axis of index `I`.
    quaternion_of_coordinate[I]: [const I: usize] (T) -> Q<T>;
        |theta| {
            let (sin, cos) = Real::sin_cos(theta * T::lit(0.5));
            let mut axis = V3::zeros();
            axis[I] = sin;
            Q::from_parts(cos, axis)
        };
    /// The shortest rotation from one unit vector to another that is not its opposite.
    rotation_arc: [] (V3<T>, V3<T>) -> Q<T>;
        |a, b| {
            let q = Q::from_parts(T::ONE + a.dot(&b), a.cross(&b));
            q / q.norm()
        };
    /// The quaternion of a rotation matrix.
    quaternion_of_matrix: [] (M<T, 3, 3>) -> Q<T>; |m| quaternion_of(&m);
}

/// `x / |x|`, if the length is not 0.
fn normalized<T: Number, const D: usize>(x: V<T, D>) -> Option<V<T, D>> {
    let length = x.norm();
    (length > T::ZERO && Real::is_finite(length)).then(|| x / length)
}

/// The rotation in the plane by an angle.
fn turn<T: Number>(theta: T) -> M<T, 2, 2> {
    let (sin, cos) = Real::sin_cos(theta);
    M::from([[cos, sin], [-sin, cos]])
}

/// The rotation matrix of a unit quaternion.
fn rotation<T: Number>(q: Q<T>) -> M<T, 3, 3> {
    let (u, two) = (q.imag(), T::lit(2.0));
    let cross = u.cross_matrix();
    M::identity() + cross * (two * q.w) + cross * cross * two
}

/// A linear map and a translation as a matrix: as it is, with one more column, or with the last row of a homogeneous matrix.
fn embedded<T: Number, const D: usize, const R: usize, const C: usize>(linear: M<T, D, D>, t: V<T, D>) -> M<T, R, C> {
    SMatrix::from_fn(|i, j| match (i < D, j < D) {
        (true, true) => linear[(i, j)],
        (true, false) if j == D => t[i],
        _ if i == j => T::ONE,
        _ => T::ZERO,
    })
}

/// The first columns of an affine map.
fn linear_of<T: Number, const D: usize, const C: usize>(m: &M<T, D, C>) -> M<T, D, D> {
    SMatrix::from_fn(|i, j| m[(i, j)])
}

/// By the largest of the four components, as glam and `DirectXMath` choose it.
fn quaternion_of<T: Number>(m: &M<T, 3, 3>) -> Q<T> {
    let half = T::lit(0.5);
    let (difference, sum) = (m.m22 - m.m11, m.m22 + m.m11);
    let (square, numbers) = if m.m33 <= T::ZERO && difference <= T::ZERO {
        let square = T::ONE - m.m33 - difference;
        (square, [square, m.m21 + m.m12, m.m31 + m.m13, m.m32 - m.m23])
    } else if m.m33 <= T::ZERO {
        let square = T::ONE - m.m33 + difference;
        (square, [m.m21 + m.m12, square, m.m32 + m.m23, m.m13 - m.m31])
    } else if sum <= T::ZERO {
        let square = T::ONE + m.m33 - sum;
        (square, [m.m31 + m.m13, m.m32 + m.m23, square, m.m21 - m.m12])
    } else {
        let square = T::ONE + m.m33 + sum;
        (square, [m.m32 - m.m23, m.m13 - m.m31, m.m21 - m.m12, square])
    };
    Q::from(numbers) * (half / Real::sqrt(square))
}

rule! {
    /// A number and a vector, in both orders: `s + x`.
    scalar_add reads (No, No, No);
}
rule! {
    /// `x - s`.
    sub_scalar reads (No, No, No);
}
rule! {
    /// `s - x`.
    scalar_sub reads (No, No, No);
}
rule! {
    /// `s / x`, component by component.
    scalar_div reads (No, Yes, Yes);
}
rule! {
    /// Some components of a vector, whose indices are the digits of `I` in base 4, the first the lowest.
    swizzle[I: usize, N: usize] reads (No, No);
}
rule! {
    /// The same numbers in another type.
    gathered reads (No, No);
}
rule! {
    /// The same numbers as a quaternion.
    quaternion_of_numbers reads (No, No);
}
rule! {
    /// The same numbers as an array.
    numbers_of reads (No, No);
}
rule! {
    /// A number as every component.
    splat[D: usize] reads (No, No);
}
rule! {
    /// The numbers of a matrix, column by column.
    columns_of_numbers[R: usize, C: usize] reads (No, No);
}
rule! {
    /// The columns of a matrix.
    from_columns reads (No, No, No);
}
rule! {
    /// The same of three.
    from_three_columns reads (No, No, No, No);
}
rule! {
    /// The same of four.
    from_four_columns reads (No, No, No, No, No);
}
rule! {
    /// The matrix with a diagonal.
    diagonal_matrix reads (No, No);
}
rule! {
    /// A row of a matrix, as a column.
    row_vector reads (No, Yes, No);
}
rule! {
    /// The inverse of a matrix. VJP: `Ā -= Yᵀ Ȳ Yᵀ`; NaN where there is none.
    matrix_inverse reads (No, Yes);
}
rule! {
    /// The image of a point under an affine map: `A p + t`.
    transform_point reads (Yes, Yes, No);
}
rule! {
    /// The image of a direction: `A v`.
    transform_vector reads (Yes, Yes, No);
}
rule! {
    /// The composition of two affine maps.
    affine_product reads (Yes, Yes, No);
}
rule! {
    /// The rotation of a vector by a unit quaternion, and glam's formula off the unit sphere:
    /// `(w² - u·u) v + 2 u (u·v) + 2 w u × v`.
    rotated reads (Yes, Yes, No);
}

/// The index of component `k` of a swizzle.
pub(super) const fn digit(code: usize, k: usize) -> usize {
    (code >> (2 * k)) & 3
}

linear! {
    swizzle<I, N>: [const I: usize, const N: usize, const D: usize] (V<T, D>) -> V<T, N>;
        |x| V::from_fn(|k, _| x[digit(I, k)]); |t| V::from_fn(|k, _| t[digit(I, k)]);
        |c, d| (0..N).for_each(|k| d[digit(I, k)] += c[k]);
    gathered: [const D: usize] ([T; D]) -> V<T, D>; |x| V::from(*x); |t| V::from(*t); |c| c.data.0[0];
    quaternion_of_numbers: [] ([T; 4]) -> Q<T>; |x| Q::from(*x); |t| Q::from(*t); |c| c.coords.data.0[0];
    gathered: [const R: usize, const C: usize] ([[T; R]; C]) -> M<T, R, C>; |x| M::from(*x); |t| M::from(*t); |c| c.data.0;
    numbers_of: [const D: usize] (V<T, D>) -> [T; D]; |x| x.data.0[0]; |t| t.data.0[0]; |c| V::from(*c);
    numbers_of: [] (Q<T>) -> [T; 4]; |x| x.coords.data.0[0]; |t| t.coords.data.0[0]; |c| Q::from(*c);
    gathered: [const D: usize] (V<T, D>) -> V<T, D>; |x| *x; |t| *t; |c| *c;
    splat<D>: [const D: usize] (T) -> V<T, D>; |s| V::repeat(*s); |t| V::repeat(*t); |c| c.sum();
    columns_of_numbers<R, C>: [const N: usize, const R: usize, const C: usize] ([T; N]) -> M<T, R, C>;
        |x| M::from_column_slice(x); |t| M::from_column_slice(t); |c| core::array::from_fn::<T, N, _>(|i| c[i]);
    diagonal_matrix: [const D: usize] (V<T, D>) -> M<T, D, D>;
        |x| M::from_diagonal(x); |t| M::from_diagonal(t); |c| c.diagonal();
}

lifted! {
    scalar_add: [const D: usize] (s: T, x: V<T, D>) -> V<T, D>; |s, x| x.add_scalar(*s); |c, s, x, y| c.sum(); |c, s, x, y| *c;
    sub_scalar: [const D: usize] (x: V<T, D>, s: T) -> V<T, D>; |x, s| x.add_scalar(-*s); |c, x, s, y| *c; |c, x, s, y| -c.sum();
    scalar_sub: [const D: usize] (s: T, x: V<T, D>) -> V<T, D>; |s, x| (-x).add_scalar(*s); |c, s, x, y| c.sum(); |c, s, x, y| -c;
    scalar_div: [const D: usize] (s: T, x: V<T, D>) -> V<T, D>;
        |s, x| x.map(|x| *s / x);
        |c, s, x, y| c.component_div(x.get()).sum();
        |c, s, x, y| -c.component_mul(y.get()).component_div(x.get());
    from_columns: [] (a: V<T, 2>, b: V<T, 2>) -> M<T, 2, 2>;
        |a, b| M::from_columns(&[*a, *b]); |c, a, b, y| c.column(0).into_owned(); |c, a, b, y| c.column(1).into_owned();
    from_three_columns: [const D: usize] (a: V<T, D>, b: V<T, D>, c: V<T, D>) -> M<T, D, 3>;
        |a, b, c| M::from_columns(&[*a, *b, *c]);
        |c, x0, x1, x2, y| c.column(0).into_owned(); |c, x0, x1, x2, y| c.column(1).into_owned(); |c, x0, x1, x2, y| c.column(2).into_owned();
    from_four_columns: [const D: usize] (a: V<T, D>, b: V<T, D>, c: V<T, D>, d: V<T, D>) -> M<T, D, 4>;
        |a, b, c, d| M::from_columns(&[*a, *b, *c, *d]);
        |c, x0, x1, x2, x3, y| c.column(0).into_owned(); |c, x0, x1, x2, x3, y| c.column(1).into_owned();
        |c, x0, x1, x2, x3, y| c.column(2).into_owned(); |c, x0, x1, x2, x3, y| c.column(3).into_owned();
    row_vector: [const R: usize, const C: usize] (m: M<T, R, C>, i: usize) -> V<T, C>;
        |m, i| m.row(*i).transpose();
        |c, m, i, y| { let mut d = M::<T, R, C>::zeros(); d.set_row(*i.get(), &c.transpose()); d };
        |c, m, i, y| crate::differentiable::NoGrad;
    matrix_inverse: [const D: usize] (m: M<T, D, D>) -> M<T, D, D>;
        |m| m.try_inverse().unwrap_or_else(|| M::repeat(T::lit(f64::NAN))); |c, m, y| -(y.get().tr_mul(c) * y.get().transpose());
    normalize: [] (q: Q<T>) -> Q<T>; |q| q / q.norm(); |c, q, y| (c - y.get() * y.get().dot(c)) / q.get().norm();
    norm_squared: [] (q: Q<T>) -> T; |q| q.norm_squared(); |c, q, y| q.get() * (T::lit(2.0) * *c);
    transform_point: [const R: usize, const C: usize, const D: usize] (m: M<T, R, C>, p: V<T, D>) -> V<T, D>;
        |m, p| V::from_fn(|i, _| (0..D).fold(m[(i, D)], |sum, j| sum + m[(i, j)] * p[j]));
        |c, m, p, y| M::from_fn(|i, j| if i >= D { T::ZERO } else if j < D { c[i] * p.get()[j] } else { c[i] });
        |c, m, p, y| V::from_fn(|j, _| (0..D).fold(T::ZERO, |sum, i| sum + m.get()[(i, j)] * c[i]));
    transform_vector: [const R: usize, const C: usize, const D: usize] (m: M<T, R, C>, p: V<T, D>) -> V<T, D>;
        |m, p| V::from_fn(|i, _| (0..D).fold(T::ZERO, |sum, j| sum + m[(i, j)] * p[j]));
        |c, m, p, y| M::from_fn(|i, j| if i < D && j < D { c[i] * p.get()[j] } else { T::ZERO });
        |c, m, p, y| V::from_fn(|j, _| (0..D).fold(T::ZERO, |sum, i| sum + m.get()[(i, j)] * c[i]));
    affine_product: [const D: usize, const C: usize] (a: M<T, D, C>, b: M<T, D, C>) -> M<T, D, C>;
        |a, b| M::from_fn(|i, j| (0..D).fold(if j < D { T::ZERO } else { a[(i, D)] }, |sum, k| sum + a[(i, k)] * b[(k, j)]));
        |c, a, b, y| M::from_fn(|i, k| if k < D { c.row(i).dot(&b.get().row(k)) } else { c[(i, D)] });
        |c, a, b, y| M::from_fn(|k, j| (0..D).fold(T::ZERO, |sum, i| sum + a.get()[(i, k)] * c[(i, j)]));
    rotated: [] (q: Q<T>, v: V3<T>) -> V3<T>;
        |q, v| {
            let (u, w, two) = (q.imag(), q.w, T::lit(2.0));
            v * (w * w - u.norm_squared()) + u * (two * u.dot(v)) + u.cross(v) * (two * w)
        };
        |c, q, v, y| {
            let (u, w, v, two) = (q.get().imag(), q.get().w, v.get(), T::lit(2.0));
            let to_u = (c * u.dot(v) + v * u.dot(c) - u * c.dot(v) + v.cross(c) * w) * two;
            Q::from_parts(two * (w * c.dot(v) + c.dot(&u.cross(v))), to_u)
        };
        |c, q, v, y| {
            let (u, w, two) = (q.get().imag(), q.get().w, T::lit(2.0));
            c * (w * w - u.norm_squared()) + u * (two * u.dot(c)) + c.cross(&u) * (two * w)
        };
}

bilinear! {
    dot: [] (Q<T>, Q<T>) -> T; |a, b| a.dot(b); |a, b| a.dot(b); |c, b| b * *c; |a, c| a * *c;
}
