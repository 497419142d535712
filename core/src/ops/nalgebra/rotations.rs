//! Rotations: unit quaternions, rotation matrices and unit complex numbers.
//!
//! Cotangents are those of the components; off the unit sphere they are the derivatives of nalgebra's formulas. Where nalgebra rounds a
//! tiny angle to zero, the derivatives are those of the smooth function.

use core::marker::PhantomData;

use ::nalgebra::{Complex, Point, Quaternion, Rotation, SMatrix, SVector, Unit, UnitComplex, UnitQuaternion};

use super::Number;
use super::forms::{Raw, bilinear, by_duals, lifted, linear};
use crate::ops::{div, mul, neg};
use crate::rule::lift::{lifted, second};
use crate::rule::rule;
use crate::rule::slot::Slot;
use crate::rule::{By1, By2, By3, Rule2};
use crate::scalar::Dual;
use crate::scalar::Real;
use crate::tape::{No, Read, Yes};

type Vector<T> = SVector<T, 3>;

/// The sum of `x^k · coefficients[k]`.
fn series<T: Number, const N: usize>(x: T, coefficients: [f64; N]) -> T {
    coefficients.iter().rev().fold(T::ZERO, |sum, k| sum * x + T::lit(*k))
}

/// Of the square `n` of an angle `θ`: `sin(θ/2) / θ` and `cos(θ/2)`.
fn half_sine_and_cosine<T: Number>(n: T) -> (T, T) {
    if n > T::lit(0.05) {
        let theta = Real::sqrt(n);
        let (sin, cos) = Real::sin_cos(theta * T::lit(0.5));
        return (sin / theta, cos);
    }
    (
        series(n, [0.5, -1.0 / 48.0, 1.0 / 3840.0, -1.0 / 645_120.0, 1.0 / 185_794_560.0, -1.0 / 81_749_606_400.0]),
        series(n, [1.0, -1.0 / 8.0, 1.0 / 384.0, -1.0 / 46_080.0, 1.0 / 10_321_920.0, -1.0 / 3_715_891_200.0]),
    )
}

/// The quaternion of a rotation about an axis by its length.
pub(in crate::ops) fn exponential<T: Number>(v: &Vector<T>) -> UnitQuaternion<T> {
    let (sin, cos) = half_sine_and_cosine(v.norm_squared());
    Unit::new_unchecked(Quaternion::from_parts(cos, v * sin))
}

/// The axis of a rotation times its angle.
pub(super) fn logarithm<T: Number>(q: &UnitQuaternion<T>) -> Vector<T> {
    let (v, w) = if q.w < T::ZERO { (-q.imag(), -q.w) } else { (q.imag(), q.w) };
    let n = v.norm_squared();
    let x = n / (w * w);
    if x > T::lit(0.02) {
        let n = Real::sqrt(n);
        return v * (Real::atan2(n, w) * T::lit(2.0) / n);
    }
    v * (series(
        x,
        [2.0, -2.0 / 3.0, 2.0 / 5.0, -2.0 / 7.0, 2.0 / 9.0, -2.0 / 11.0, 2.0 / 13.0, -2.0 / 15.0, 2.0 / 17.0],
    ) / w)
}

/// `sin(p θ) / sin θ`, of `cos θ`.
fn ratio_of_sines<T: Number>(p: T, cos: T) -> T {
    let x = (T::ONE - cos) * T::lit(0.5);
    if x > T::lit(0.01) {
        let theta = Real::acos(cos);
        return Real::sin(p * theta) / Real::sqrt(T::ONE - cos * cos);
    }
    // The hypergeometric function of `1 + p`, `1 - p`; `3/2`; `x`, times `p`.
    let (mut term, mut sum) = (p, p);
    for k in 0..8 {
        let k = T::lit(f64::from(k));
        term *= (T::ONE + p + k) * (T::ONE - p + k) / ((T::lit(1.5) + k) * (T::ONE + k)) * x;
        sum += term;
    }
    sum
}

/// The interpolation of unit quaternions with constant velocity, the short way.
pub(in crate::ops) fn arc<T: Number>(a: &Quaternion<T>, b: &Quaternion<T>, t: T) -> Quaternion<T> {
    let cos = a.dot(b);
    let (b, cos) = if cos < T::ZERO { (-b, -cos) } else { (*b, cos) };
    a * ratio_of_sines(T::ONE - t, cos) + b * ratio_of_sines(t, cos)
}

/// The rotation matrix of a rotation about a unit vector.
pub(in crate::ops) fn about_axis<T: Number>(u: &Vector<T>, theta: T) -> SMatrix<T, 3, 3> {
    let (sin, cos) = Real::sin_cos(theta);
    SMatrix::from_diagonal_element(cos) + u.cross_matrix() * sin + u * u.transpose() * (T::ONE - cos)
}

/// The rotation matrix of a rotation about an axis by its length.
pub(super) fn rodrigues<T: Number>(v: &Vector<T>) -> Rotation<T, 3> {
    let (half_sin, half_cos) = half_sine_and_cosine(v.norm_squared());
    let k = v.cross_matrix();
    let two = T::lit(2.0);
    let matrix = SMatrix::identity() + k * (two * half_sin * half_cos) + k * k * (two * half_sin * half_sin);
    Rotation::from_matrix_unchecked(matrix)
}

bilinear! {
    mul: [] (UnitQuaternion<T>, UnitQuaternion<T>) -> UnitQuaternion<T>;
        |a, b| a * b; |a, b| a * b; |c, b| c * b.conjugate(); |a, c| a.conjugate() * c;
    mul: [] (UnitComplex<T>, UnitComplex<T>) -> UnitComplex<T>;
        |a, b| a * b; |a, b| a * b; |c, b| c * b.conj(); |a, c| a.conj() * c;
    mul: [] (UnitComplex<T>, SVector<T, 2>) -> SVector<T, 2>;
        |a, v| a * v;
        |a, v| SVector::<T, 2>::new(a.re * v.x - a.im * v.y, a.im * v.x + a.re * v.y);
        |c, v| Complex::new(c.x * v.x + c.y * v.y, c.y * v.x - c.x * v.y);
        |a, c| SVector::<T, 2>::new(a.re * c.x + a.im * c.y, a.re * c.y - a.im * c.x);
    mul: [] (UnitComplex<T>, Point<T, 2>) -> Point<T, 2>;
        |a, v| a * v;
        |a, v| Point::<T, 2>::new(a.re * v.x - a.im * v.y, a.im * v.x + a.re * v.y);
        |c, v| Complex::new(c.x * v.x + c.y * v.y, c.y * v.x - c.x * v.y);
        |a, c| Point::<T, 2>::new(a.re * c.x + a.im * c.y, a.re * c.y - a.im * c.x);
    mul: [const D: usize] (Rotation<T, D>, Rotation<T, D>) -> Rotation<T, D>;
        |a, b| a * b; |a, b| a * b; |c, b| c * b.transpose(); |a, c| a.tr_mul(c);
    mul: [const D: usize, const C: usize] (Rotation<T, D>, SMatrix<T, D, C>) -> SMatrix<T, D, C>;
        |a, b| a * b; |a, b| a * b; |c, b| c * b.transpose(); |a, c| a.tr_mul(c);
    mul: [const D: usize, const R: usize] (SMatrix<T, R, D>, Rotation<T, D>) -> SMatrix<T, R, D>;
        |a, b| a * b; |a, b| a * b; |c, b| c * b.transpose(); |a, c| a.tr_mul(c);
    mul: [const D: usize] (Rotation<T, D>, Point<T, D>) -> Point<T, D>;
        |a, p| a * p; |a, p| a * p; |c, p| c.coords * p.coords.transpose(); |a, c| Point::from(a.tr_mul(&c.coords));
    mul: [const D: usize] (Rotation<T, D>, Unit<SVector<T, D>>) -> Unit<SVector<T, D>>;
        |a, v| a * v; |a, v| a * v; |c, v| c * v.transpose(); |a, c| a.tr_mul(c);
}

/// What the rotation of `v` by `q` gives to `q`: `v + 2 w (u × v) + 2 u × (u × v)`, with `u` the imaginary and `w` the real part.
fn to_quaternion<T: Number>(q: &UnitQuaternion<T>, v: &Vector<T>, c: &Vector<T>) -> Quaternion<T> {
    let (u, two) = (q.imag(), T::lit(2.0));
    let to_u = v.cross(c) * (two * q.w) + (c * u.dot(v) + v * u.dot(c)) * two - u * (two * two * c.dot(v));
    Quaternion::from_parts(two * c.dot(&u.cross(v)), to_u)
}

/// What it gives to `v`.
fn to_vector<T: Number>(q: &UnitQuaternion<T>, c: &Vector<T>) -> Vector<T> {
    let (u, two) = (q.imag(), T::lit(2.0));
    c + c.cross(&u) * (two * q.w) + u.cross(&u.cross(c)) * two
}

// Of `div` the contributions are written from what it reads: the second operand and the result.
lifted! {
    mul: [] (q: UnitQuaternion<T>, v: Vector<T>) -> Vector<T>;
        |q, v| q * v; |c, q, v, y| to_quaternion(q.get(), v.get(), c); |c, q, v, y| to_vector(q.get(), c);
    mul: [] (q: UnitQuaternion<T>, p: Point<T, 3>) -> Point<T, 3>;
        |q, p| q * p;
        |c, q, p, y| to_quaternion(q.get(), &p.get().coords, &c.coords);
        |c, q, p, y| Point::from(to_vector(q.get(), &c.coords));
    mul: [] (q: UnitQuaternion<T>, v: Unit<Vector<T>>) -> Unit<Vector<T>>;
        |q, v| q * v; |c, q, v, y| to_quaternion(q.get(), v.get(), c); |c, q, v, y| to_vector(q.get(), c);
    div: [] (a: UnitQuaternion<T>, b: UnitQuaternion<T>) -> UnitQuaternion<T>;
        |a, b| a / b;
        |c, a, b, y| c * b.get().raw();
        |c, a, b, y| c.conjugate() * (y.get().raw() * b.get().raw()) / b.get().coords.norm_squared();
    div: [] (a: UnitComplex<T>, b: UnitComplex<T>) -> UnitComplex<T>;
        |a, b| a / b;
        |c, a, b, y| c * b.get().raw();
        |c, a, b, y| {
            let (y, b) = (y.get().raw(), b.get().raw());
            c.conj() * (y * b) / (b.re * b.re + b.im * b.im)
        };
}

rule! {
    /// The inverse of a rotation, which is its conjugate or its transpose.
    inverse reads (No, No);
}
rule! {
    /// The conjugate.
    conjugate reads (No, No);
}
rule! {
    /// The components of a quaternion, a rotation or a unit vector, without the type that says they are normalised.
    components reads (No, No);
}
rule! {
    /// The imaginary part of a quaternion.
    imag reads (No, No);
}
rule! {
    /// The real part of a quaternion.
    scalar reads (No, No);
}
rule! {
    /// The components of a quaternion as a vector, the real part last.
    as_vector reads (No, No);
}
rule! {
    /// `new_unchecked`, and other functions that take the components as they are.
    unchecked<M> reads (No, No);
}

linear! {
    neg: [const D: usize] (Unit<SVector<T, D>>) -> Unit<SVector<T, D>>; |v| -*v; |t| -t; |c| -c;
    inverse: [] (UnitQuaternion<T>) -> UnitQuaternion<T>; |q| q.inverse(); |t| t.conjugate(); |c| c.conjugate();
    inverse: [] (UnitComplex<T>) -> UnitComplex<T>; |q| q.inverse(); |t| t.conj(); |c| c.conj();
    inverse: [const D: usize] (Rotation<T, D>) -> Rotation<T, D>; |q| q.inverse(); |t| t.transpose(); |c| c.transpose();
    conjugate: [] (UnitQuaternion<T>) -> UnitQuaternion<T>; |q| q.conjugate(); |t| t.conjugate(); |c| c.conjugate();
    conjugate: [] (UnitComplex<T>) -> UnitComplex<T>; |q| q.conjugate(); |t| t.conj(); |c| c.conj();
    conjugate: [] (Quaternion<T>) -> Quaternion<T>; |q| q.conjugate(); |t| t.conjugate(); |c| c.conjugate();
    components: [] (UnitQuaternion<T>) -> Quaternion<T>; |q| q.into_inner(); |t| *t; |c| *c;
    from_basis<Rotation<T, D>>: [const D: usize] ([SVector<T, D>; D]) -> Rotation<T, D>;
        |x| Rotation::from_matrix_unchecked(SMatrix::from_columns(x)); |t| SMatrix::from_columns(t); |c| c.data.0.map(SVector::from);
    components: [] (UnitComplex<T>) -> Complex<T>; |q| q.into_inner(); |t| *t; |c| *c;
    components: [const D: usize] (Rotation<T, D>) -> SMatrix<T, D, D>; |r| *r.matrix(); |t| *t; |c| *c;
    components: [const R: usize, const C: usize] (Unit<SMatrix<T, R, C>>) -> SMatrix<T, R, C>; |v| v.into_inner(); |t| *t; |c| *c;
    imag: [] (UnitQuaternion<T>) -> Vector<T>; |q| q.imag(); |t| t.imag(); |c| Quaternion::from_imag(*c);
    imag: [] (Quaternion<T>) -> Vector<T>; |q| q.imag(); |t| t.imag(); |c| Quaternion::from_imag(*c);
    scalar: [] (UnitQuaternion<T>) -> T; |q| q.scalar(); |t| t.scalar(); |c| Quaternion::from_real(*c);
    scalar: [] (Quaternion<T>) -> T; |q| q.scalar(); |t| t.scalar(); |c| Quaternion::from_real(*c);
    as_vector: [] (UnitQuaternion<T>) -> SVector<T, 4>; |q| *q.as_vector(); |t| t.coords; |c| Quaternion { coords: *c };
    as_vector: [] (Quaternion<T>) -> SVector<T, 4>; |q| *q.as_vector(); |t| t.coords; |c| Quaternion { coords: *c };
    unchecked<UnitQuaternion<T>>: [] (Quaternion<T>) -> UnitQuaternion<T>; |q| Unit::new_unchecked(*q); |t| *t; |c| *c;
    unchecked<UnitComplex<T>>: [] (Complex<T>) -> UnitComplex<T>; |q| Unit::new_unchecked(*q); |t| *t; |c| *c;
    unchecked<Unit<SMatrix<T, R, C>>>: [const R: usize, const C: usize] (SMatrix<T, R, C>) -> Unit<SMatrix<T, R, C>>;
        |v| Unit::new_unchecked(*v); |t| *t; |c| *c;
    unchecked<Rotation<T, D>>: [const D: usize] (SMatrix<T, D, D>) -> Rotation<T, D>;
        |m| Rotation::from_matrix_unchecked(*m); |t| *t; |c| *c;
}

rule! {
    /// The normalised value, of unit length.
    new_normalize<M> reads (Yes, Yes);
}
rule! {
    /// The normalised value; `None` unless its norm is larger than a number.
    try_new<M> reads (Yes, Yes, No);
}
rule! {
    /// A rotation whose columns are these.
    from_basis<M> reads (No, No);
}
rule! {
    /// The value with unit length again.
    renormalize reads (Yes, Yes);
}
rule! {
    /// A rotation about an axis by an angle.
    from_axis_angle<M> reads (Yes, Yes, No);
}
rule! {
    /// A rotation about an axis by its length.
    from_scaled_axis<M> reads (Yes, No);
}
rule! {
    /// A rotation by roll, pitch and yaw.
    from_euler_angles<M> reads (Yes, Yes, Yes, No);
}
rule! {
    /// A rotation in the plane.
    from_angle<M> reads (No, Yes);
}
rule! {
    /// The same rotation, of another type.
    from_rotation<M> reads (Yes, No);
}
rule! {
    /// The shortest rotation from one direction to another; `None` if they are opposite.
    rotation_between<M> reads (Yes, Yes, No);
}

/// `(c - y (y · c)) / |x|`: what a normalised value passes on.
fn through_norm<T: Number, const R: usize, const C: usize>(
    x: &SMatrix<T, R, C>,
    y: &SMatrix<T, R, C>,
    c: &SMatrix<T, R, C>,
) -> SMatrix<T, R, C> {
    (c - y * y.dot(c)) / x.norm()
}

lifted! {
    new_normalize<Unit<SMatrix<T, R, C>>> => new_normalize<Unit<SMatrix<Dual<T>, R, C>>>: [const R: usize, const C: usize] (x: SMatrix<T, R, C>) -> Unit<SMatrix<T, R, C>>;
        |x| Unit::new_normalize(*x); |c, x, y| through_norm(x.get(), y.get(), c);
    new_normalize<UnitQuaternion<T>> => new_normalize<UnitQuaternion<Dual<T>>>: [] (x: Quaternion<T>) -> UnitQuaternion<T>;
        |x| Unit::new_normalize(*x); |c, x, y| Quaternion::from(through_norm(&x.get().coords, &y.get().coords, &c.coords));
    renormalize: [const R: usize, const C: usize] (x: Unit<SMatrix<T, R, C>>) -> Unit<SMatrix<T, R, C>>;
        |x| Unit::new_normalize(x.into_inner()); |c, x, y| through_norm(x.get(), y.get(), c);
    renormalize: [] (x: UnitQuaternion<T>) -> UnitQuaternion<T>;
        |x| Unit::new_normalize(x.into_inner()); |c, x, y| Quaternion::from(through_norm(&x.get().coords, &y.get().coords, &c.coords));
    from_angle<UnitComplex<T>> => from_angle<UnitComplex<Dual<T>>>: [] (theta: T) -> UnitComplex<T>;
        |theta| UnitComplex::new(*theta); |c, theta, y| c.im * y.get().re - c.re * y.get().im;
    from_angle<Rotation<T, 2>> => from_angle<Rotation<Dual<T>, 2>>: [] (theta: T) -> Rotation<T, 2>;
        |theta| Rotation::<T, 2>::new(*theta);
        |c, theta, y| {
            let (sin, cos) = (y.get().matrix().m21, y.get().matrix().m11);
            (c.m21 - c.m12) * cos - (c.m11 + c.m22) * sin
        };
}

impl<T: Number> Rule2<Unit<Vector<T>>, T> for from_axis_angle<UnitQuaternion<T>> {
    type Output = UnitQuaternion<T>;
    type Residual = ();
    #[inline]
    fn forward(u: &Unit<Vector<T>>, theta: &T) -> (UnitQuaternion<T>, ()) {
        (UnitQuaternion::from_axis_angle(u, *theta), ())
    }
    #[inline]
    fn vjp(
        (): &(),
        u: Read<'_, Unit<Vector<T>>>,
        theta: Read<'_, T>,
        _: Read<'_, UnitQuaternion<T>>,
        c: &Quaternion<T>,
        u_bar: impl Slot<Vector<T>>,
        theta_bar: impl Slot<T>,
    ) {
        let (sin, cos) = Real::sin_cos(*theta.get() * T::lit(0.5));
        u_bar.accumulate(|d| *d += c.imag() * sin);
        theta_bar.accumulate(|d| *d += (c.imag().dot(u.get()) * cos - c.w * sin) * T::lit(0.5));
    }
    /// The sine and the cosine of half the angle are in the value.
    #[inline]
    fn jvp(
        u: &Unit<Vector<T>>,
        _: &T,
        y: &UnitQuaternion<T>,
        u_dot: Option<&Vector<T>>,
        theta_dot: Option<&T>,
    ) -> Quaternion<T> {
        let (sin, cos) = (y.imag().dot(u), y.w);
        let half = theta_dot.map_or(T::ZERO, |t| *t * T::lit(0.5));
        let turned = u_dot.map_or_else(Vector::zeros, |t| t * sin);
        Quaternion::from_parts(-sin * half, u.as_ref() * (cos * half) + turned)
    }
    second!(Unit<Vector<T>>, T: |u, theta, y, c, u_bar, theta_bar| {
        let dual = PhantomData::<from_axis_angle<UnitQuaternion<Dual<T>>>>;
        lifted::two(dual, (u, theta), y, c, u_bar, theta_bar);
    });
}

by_duals! {
    from_axis_angle<Rotation<T, 3>> => from_axis_angle<Rotation<Dual<T>, 3>>: [] (Unit<Vector<T>>, T) -> Rotation<T, 3>;
        |u, theta| Rotation::<T, 3>::from_axis_angle(u, *theta);
        |u, theta| Rotation::from_matrix_unchecked(about_axis(&u, theta));
    from_scaled_axis<UnitQuaternion<T>> => from_scaled_axis<UnitQuaternion<Dual<T>>>: [] (Vector<T>) -> UnitQuaternion<T>; |v| UnitQuaternion::from_scaled_axis(*v); |v| exponential(&v);
    from_scaled_axis<Rotation<T, 3>> => from_scaled_axis<Rotation<Dual<T>, 3>>: [] (Vector<T>) -> Rotation<T, 3>; |v| Rotation::<T, 3>::from_scaled_axis(*v); |v| rodrigues(&v);
    from_euler_angles<UnitQuaternion<T>> => from_euler_angles<UnitQuaternion<Dual<T>>>: [] (T, T, T) -> UnitQuaternion<T>;
        |r, p, y| UnitQuaternion::from_euler_angles(*r, *p, *y); |r, p, y| UnitQuaternion::from_euler_angles(r, p, y);
    from_euler_angles<Rotation<T, 3>> => from_euler_angles<Rotation<Dual<T>, 3>>: [] (T, T, T) -> Rotation<T, 3>;
        |r, p, y| Rotation::from_euler_angles(*r, *p, *y); |r, p, y| Rotation::from_euler_angles(r, p, y);
    from_rotation<UnitQuaternion<T>> => from_rotation<UnitQuaternion<Dual<T>>>: [] (Rotation<T, 3>) -> UnitQuaternion<T>;
        |r| UnitQuaternion::from_rotation_matrix(r); |r| UnitQuaternion::from_rotation_matrix(&r);
    from_rotation<Rotation<T, 3>> => from_rotation<Rotation<Dual<T>, 3>>: [] (UnitQuaternion<T>) -> Rotation<T, 3>;
        |q| q.to_rotation_matrix(); |q| q.to_rotation_matrix();
    from_rotation<UnitComplex<T>> => from_rotation<UnitComplex<Dual<T>>>: [] (Rotation<T, 2>) -> UnitComplex<T>;
        |r| UnitComplex::from_rotation_matrix(r); |r| UnitComplex::from_rotation_matrix(&r);
    try_new<Unit<SMatrix<T, R, C>>> => try_new<Unit<SMatrix<Dual<T>, R, C>>>:
        [const R: usize, const C: usize] (SMatrix<T, R, C>, T) -> Option<Unit<SMatrix<T, R, C>>>;
        |x, least| Unit::try_new(*x, *least); |x, least| Unit::try_new(x, least);
    rotation_between<Rotation<T, 3>> => rotation_between<Rotation<Dual<T>, 3>>: [] (Vector<T>, Vector<T>) -> Option<Rotation<T, 3>>;
        |a, b| Rotation::<T, 3>::rotation_between(a, b);
        |a, b| rotation_between::<UnitQuaternion<T>>::formula((a, b)).map(UnitQuaternion::to_rotation_matrix);
    rotation_between<UnitQuaternion<T>> => rotation_between<UnitQuaternion<Dual<T>>>: [] (Vector<T>, Vector<T>) -> Option<UnitQuaternion<T>>;
        |a, b| UnitQuaternion::rotation_between(a, b);
        |a, b| {
            let (a, b) = (a.normalize(), b.normalize());
            let q = Quaternion::from_parts(T::ONE + a.dot(&b), a.cross(&b));
            (q.w > T::ZERO).then(|| Unit::new_unchecked(q / q.norm()))
        };
}

rule! {
    /// The axis of a rotation times its angle: the logarithm.
    scaled_axis reads (Yes, No);
}
rule! {
    /// The angle of a rotation.
    angle reads (Yes, No);
}
rule! {
    /// The angle of the rotation from one rotation to another; its derivative is 0 where it is 0.
    angle_to reads (Yes, Yes, No);
}
rule! {
    /// The rotation from one rotation to another.
    rotation_to reads (Yes, Yes, No);
}
rule! {
    /// Roll, pitch and yaw.
    euler_angles reads (Yes, No);
}
rule! {
    /// The rotation about the same axis by a multiple of the angle.
    powf reads (Yes, Yes, No);
}
rule! {
    /// The interpolation with constant velocity.
    slerp reads (Yes, Yes, Yes, No);
}
rule! {
    /// The rotation matrix.
    to_rotation_matrix reads (Yes, No);
}
rule! {
    /// The homogeneous matrix.
    to_homogeneous reads (Yes, No);
}
rule! {
    /// `R⁻¹ v`.
    inverse_transform reads (Yes, Yes, No);
}
rule! {
    /// The axis, if there is a rotation.
    axis reads (Yes, No);
}
rule! {
    /// The axis and the angle, if there is a rotation.
    axis_angle reads (Yes, No);
}

by_duals! {
    scaled_axis: [] (UnitQuaternion<T>) -> Vector<T>; |q| q.scaled_axis(); |q| logarithm(&q);
    scaled_axis: [] (Rotation<T, 3>) -> Vector<T>; |r| r.scaled_axis(); |r| logarithm(&UnitQuaternion::from_rotation_matrix(&r));
    axis: [] (UnitQuaternion<T>) -> Option<Unit<Vector<T>>>; |q| q.axis(); |q| q.axis();
    axis: [] (Rotation<T, 3>) -> Option<Unit<Vector<T>>>; |r| r.axis(); |r| r.axis();
    axis_angle: [] (Rotation<T, 3>) -> Option<(Unit<Vector<T>>, T)>; |r| r.axis_angle(); |r| r.axis_angle();
    axis_angle: [] (UnitQuaternion<T>) -> Option<(Unit<Vector<T>>, T)>; |q| q.axis_angle(); |q| q.axis_angle();
    angle: [] (UnitQuaternion<T>) -> T; |q| q.angle(); |q| q.angle();
    angle: [] (UnitComplex<T>) -> T; |q| q.angle(); |q| q.angle();
    angle: [] (Rotation<T, 2>) -> T; |q| q.angle(); |q| q.angle();
    angle: [] (Rotation<T, 3>) -> T; |r| r.angle(); |r| r.angle();
    angle_to: [] (Rotation<T, 2>, Rotation<T, 2>) -> T; |a, b| a.angle_to(b); |a, b| a.angle_to(&b);
    angle_to: [] (Rotation<T, 3>, Rotation<T, 3>) -> T; |a, b| a.angle_to(b); |a, b| a.angle_to(&b);
    angle_to: [] (UnitQuaternion<T>, UnitQuaternion<T>) -> T; |a, b| a.angle_to(b); |a, b| a.angle_to(&b);
    angle_to: [] (UnitComplex<T>, UnitComplex<T>) -> T; |a, b| a.angle_to(b); |a, b| a.angle_to(&b);
    euler_angles: [] (UnitQuaternion<T>) -> (T, T, T); |q| q.euler_angles(); |q| q.euler_angles();
    euler_angles: [] (Rotation<T, 3>) -> (T, T, T); |q| q.euler_angles(); |q| q.euler_angles();
    powf: [] (UnitQuaternion<T>, T) -> UnitQuaternion<T>; |q, n| q.powf(*n); |q, n| exponential(&(logarithm(&q) * n));
    powf: [] (Rotation<T, 3>, T) -> Rotation<T, 3>;
        |r, n| r.powf(*n);
        |r, n| match r.axis() {
            Some(u) => Rotation::from_matrix_unchecked(about_axis(&u, r.angle() * n)),
            None => rodrigues(&(logarithm(&UnitQuaternion::from_rotation_matrix(&r)) * n)),
        };
    powf: [] (UnitComplex<T>, T) -> UnitComplex<T>; |q, n| q.powf(*n); |q, n| q.powf(n);
    slerp: [] (UnitQuaternion<T>, UnitQuaternion<T>, T) -> UnitQuaternion<T>;
        |a, b, t| a.slerp(b, *t);
        |a, b, t| Unit::new_unchecked(arc(&a, &b, t));
    slerp: [const D: usize] (Unit<SVector<T, D>>, Unit<SVector<T, D>>, T) -> Unit<SVector<T, D>>;
        |a, b, t| a.slerp(b, *t);
        |a, b, t| {
            let cos = a.dot(&b);
            Unit::new_unchecked(a.into_inner() * ratio_of_sines(T::ONE - t, cos) + b.into_inner() * ratio_of_sines(t, cos))
        };
    slerp: [] (Rotation<T, 3>, Rotation<T, 3>, T) -> Rotation<T, 3>;
        |a, b, t| a.slerp(b, *t);
        |a, b, t| {
            let [a, b] = [a, b].map(|r| UnitQuaternion::from_rotation_matrix(&r));
            Unit::new_unchecked(arc(&a, &b, t)).to_rotation_matrix()
        };
    slerp: [] (UnitComplex<T>, UnitComplex<T>, T) -> UnitComplex<T>; |a, b, t| a.slerp(b, *t); |a, b, t| a.slerp(&b, t);
    to_rotation_matrix: [] (UnitQuaternion<T>) -> Rotation<T, 3>; |q| q.to_rotation_matrix(); |q| q.to_rotation_matrix();
    to_rotation_matrix: [] (UnitComplex<T>) -> Rotation<T, 2>; |q| q.to_rotation_matrix(); |q| q.to_rotation_matrix();
    to_homogeneous: [] (UnitQuaternion<T>) -> SMatrix<T, 4, 4>; |q| q.to_homogeneous(); |q| q.to_homogeneous();
    to_homogeneous: [] (Rotation<T, 3>) -> SMatrix<T, 4, 4>; |q| q.to_homogeneous(); |q| q.to_homogeneous();
}

bilinear! {
    rotation_to: [] (UnitQuaternion<T>, UnitQuaternion<T>) -> UnitQuaternion<T>;
        |a, b| a.rotation_to(b); |a, b| b * a.conjugate(); |c, b| c.conjugate() * b; |a, c| c * a;
    rotation_to: [] (Rotation<T, 3>, Rotation<T, 3>) -> Rotation<T, 3>;
        |a, b| a.rotation_to(b); |a, b| b * a.transpose(); |c, b| c.tr_mul(b); |a, c| c * a;
    inverse_transform: [const D: usize] (Rotation<T, D>, SVector<T, D>) -> SVector<T, D>;
        |r, v| r.inverse_transform_vector(v); |r, v| r.tr_mul(v); |c, v| v * c.transpose(); |r, c| r * c;
    inverse_transform: [const D: usize] (Rotation<T, D>, Point<T, D>) -> Point<T, D>;
        |r, p| r.inverse_transform_point(p); |r, p| Point::from(r.tr_mul(&p.coords));
        |c, p| p.coords * c.coords.transpose(); |r, c| Point::from(r * c.coords);
}

lifted! {
    inverse_transform: [] (q: UnitQuaternion<T>, v: Vector<T>) -> Vector<T>;
        |q, v| q.inverse_transform_vector(v);
        |c, q, v, y| to_quaternion(&q.get().inverse(), v.get(), c).conjugate();
        |c, q, v, y| to_vector(&q.get().inverse(), c);
    inverse_transform: [] (q: UnitQuaternion<T>, p: Point<T, 3>) -> Point<T, 3>;
        |q, p| q.inverse_transform_point(p);
        |c, q, p, y| to_quaternion(&q.get().inverse(), &p.get().coords, &c.coords).conjugate();
        |c, q, p, y| Point::from(to_vector(&q.get().inverse(), &c.coords));
}

/// Leads from the methods of quaternions and rotations to their rules.
pub trait RotationRules {
    crate::derivatives_of! {
        inverse: By1<inverse>;
        transpose: By1<inverse>;
        conjugate: By1<conjugate>;
        into_inner: By1<components>;
        as_ref: By1<components>;
        renormalize: By1<renormalize>;
        quaternion: By1<components>;
        complex: By1<components>;
        matrix: By1<components>;
        imag: By1<imag>;
        vector: By1<imag>;
        scalar: By1<scalar>;
        as_vector: By1<as_vector>;
        scaled_axis: By1<scaled_axis>;
        axis: By1<axis>;
        axis_angle: By1<axis_angle>;
        angle: By1<angle>;
        angle_to: By2<angle_to>;
        rotation_to: By2<rotation_to>;
        euler_angles: By1<euler_angles>;
        powf: By2<powf>;
        slerp: By3<slerp>;
        to_rotation_matrix: By1<to_rotation_matrix>;
        to_homogeneous: By1<to_homogeneous>;
        transform_vector: By2<mul>;
        transform_point: By2<mul>;
        inverse_transform_vector: By2<inverse_transform>;
        inverse_transform_point: By2<inverse_transform>;
    }
}
impl<V> RotationRules for Unit<V> {}
impl<T, const D: usize> RotationRules for Rotation<T, D> {}

/// Leads from `From` of rotations to its rule.
pub trait FromRotationFunction: Sized + 'static {
    crate::derivatives_of! {
        fn from: By1<from_rotation<Self>>;
    }
}
impl<T: Number> FromRotationFunction for UnitQuaternion<T> {}
impl<T: Number> FromRotationFunction for Rotation<T, 3> {}

/// Leads from the functions of rotations to their rules.
pub trait RotationFunctions: Sized + 'static {
    crate::derivatives_of! {
        fn from_axis_angle: By2<from_axis_angle<Self>>;
        fn from_scaled_axis: By1<from_scaled_axis<Self>>;
        fn from_euler_angles: By3<from_euler_angles<Self>>;
        fn from_rotation_matrix: By1<from_rotation<Self>>;
        fn from_angle: By1<from_angle<Self>>;
        fn rotation_between: By2<rotation_between<Self>>;
        fn new_normalize: By1<new_normalize<Self>>;
        fn try_new: By2<try_new<Self>>;
        fn from_basis_unchecked: By1<from_basis<Self>>;
        fn from_quaternion: By1<new_normalize<Self>>;
        fn new_unchecked: By1<unchecked<Self>>;
        fn from_matrix_unchecked: By1<unchecked<Self>>;
    }
}
impl<V: 'static> RotationFunctions for Unit<V> {}
impl<T: Number, const D: usize> RotationFunctions for Rotation<T, D> {}
