//! Homogeneous matrices, and the rotations and isometries of an observer who looks at something.

use ::nalgebra::{Const, DimNameSub, Isometry, Point, Rotation, SMatrix, SVector, U1, Unit, UnitQuaternion};

use super::Number;
use super::forms::{by_duals, lifted, linear};
use super::rotations::{about_axis, from_axis_angle, from_euler_angles, from_scaled_axis, rodrigues};
use crate::rule::{By1, By2, By3, By4, rule};
use crate::scalar::Dual;
use crate::tape::{No, Yes};

type Vector<T> = SVector<T, 3>;
type Matrix4<T> = SMatrix<T, 4, 4>;

rule! {
    /// What turns the view of an observer who looks along `z` to a target.
    face_towards<M> reads (Yes, Yes, Yes, No);
}
rule! {
    /// What turns the world so that an observer looks along `-z`.
    look_at_rh<M> reads (Yes, Yes, Yes, No);
}
rule! {
    /// What turns the world so that an observer looks along `z`.
    look_at_lh<M> reads (Yes, Yes, Yes, No);
}
rule! {
    /// What turns the view of an observer who looks along `z` to a direction.
    face_direction<M> reads (Yes, Yes, No);
}
rule! {
    /// What turns a direction to `-z`.
    look_along_rh<M> reads (Yes, Yes, No);
}
rule! {
    /// What turns a direction to `z`.
    look_along_lh<M> reads (Yes, Yes, No);
}

by_duals! {
    face_towards<Isometry<T, UnitQuaternion<T>, 3>> => face_towards<Isometry<Dual<T>, UnitQuaternion<Dual<T>>, 3>>:
        [] (Point<T, 3>, Point<T, 3>, Vector<T>) -> Isometry<T, UnitQuaternion<T>, 3>;
        |eye, target, up| Isometry::<T, UnitQuaternion<T>, 3>::face_towards(eye, target, up);
        |eye, target, up| Isometry::<T, UnitQuaternion<T>, 3>::face_towards(&eye, &target, &up);
    look_at_rh<Isometry<T, UnitQuaternion<T>, 3>> => look_at_rh<Isometry<Dual<T>, UnitQuaternion<Dual<T>>, 3>>:
        [] (Point<T, 3>, Point<T, 3>, Vector<T>) -> Isometry<T, UnitQuaternion<T>, 3>;
        |eye, target, up| Isometry::<T, UnitQuaternion<T>, 3>::look_at_rh(eye, target, up);
        |eye, target, up| Isometry::<T, UnitQuaternion<T>, 3>::look_at_rh(&eye, &target, &up);
    look_at_lh<Isometry<T, UnitQuaternion<T>, 3>> => look_at_lh<Isometry<Dual<T>, UnitQuaternion<Dual<T>>, 3>>:
        [] (Point<T, 3>, Point<T, 3>, Vector<T>) -> Isometry<T, UnitQuaternion<T>, 3>;
        |eye, target, up| Isometry::<T, UnitQuaternion<T>, 3>::look_at_lh(eye, target, up);
        |eye, target, up| Isometry::<T, UnitQuaternion<T>, 3>::look_at_lh(&eye, &target, &up);
    face_towards<Matrix4<T>> => face_towards<Matrix4<Dual<T>>>: [] (Point<T, 3>, Point<T, 3>, Vector<T>) -> Matrix4<T>;
        |eye, target, up| Matrix4::face_towards(eye, target, up); |eye, target, up| Matrix4::face_towards(&eye, &target, &up);
    look_at_rh<Matrix4<T>> => look_at_rh<Matrix4<Dual<T>>>: [] (Point<T, 3>, Point<T, 3>, Vector<T>) -> Matrix4<T>;
        |eye, target, up| Matrix4::look_at_rh(eye, target, up); |eye, target, up| Matrix4::look_at_rh(&eye, &target, &up);
    look_at_lh<Matrix4<T>> => look_at_lh<Matrix4<Dual<T>>>: [] (Point<T, 3>, Point<T, 3>, Vector<T>) -> Matrix4<T>;
        |eye, target, up| Matrix4::look_at_lh(eye, target, up); |eye, target, up| Matrix4::look_at_lh(&eye, &target, &up);
    face_direction<UnitQuaternion<T>> => face_direction<UnitQuaternion<Dual<T>>>: [] (Vector<T>, Vector<T>) -> UnitQuaternion<T>;
        |dir, up| UnitQuaternion::face_towards(dir, up); |dir, up| UnitQuaternion::face_towards(&dir, &up);
    look_along_rh<UnitQuaternion<T>> => look_along_rh<UnitQuaternion<Dual<T>>>: [] (Vector<T>, Vector<T>) -> UnitQuaternion<T>;
        |dir, up| UnitQuaternion::look_at_rh(dir, up); |dir, up| UnitQuaternion::look_at_rh(&dir, &up);
    look_along_lh<UnitQuaternion<T>> => look_along_lh<UnitQuaternion<Dual<T>>>: [] (Vector<T>, Vector<T>) -> UnitQuaternion<T>;
        |dir, up| UnitQuaternion::look_at_lh(dir, up); |dir, up| UnitQuaternion::look_at_lh(&dir, &up);
    face_direction<Rotation<T, 3>> => face_direction<Rotation<Dual<T>, 3>>: [] (Vector<T>, Vector<T>) -> Rotation<T, 3>;
        |dir, up| Rotation::<T, 3>::face_towards(dir, up); |dir, up| Rotation::<T, 3>::face_towards(&dir, &up);
    look_along_rh<Rotation<T, 3>> => look_along_rh<Rotation<Dual<T>, 3>>: [] (Vector<T>, Vector<T>) -> Rotation<T, 3>;
        |dir, up| Rotation::<T, 3>::look_at_rh(dir, up); |dir, up| Rotation::<T, 3>::look_at_rh(&dir, &up);
    look_along_lh<Rotation<T, 3>> => look_along_lh<Rotation<Dual<T>, 3>>: [] (Vector<T>, Vector<T>) -> Rotation<T, 3>;
        |dir, up| Rotation::<T, 3>::look_at_lh(dir, up); |dir, up| Rotation::<T, 3>::look_at_lh(&dir, &up);
}

rule! {
    /// A projection by aspect, angle of view and the near and far plane.
    new_perspective<M> reads (Yes, Yes, Yes, Yes, No);
}
rule! {
    /// A scaling by one factor.
    new_scaling<M> reads (No, No);
}
rule! {
    /// A scaling by a factor for each axis.
    new_nonuniform_scaling<M> reads (No, No);
}
rule! {
    /// A translation.
    new_translation<M> reads (No, No);
}
rule! {
    /// `M p` or `M v`, divided by its last component where that is not 0.
    transform_homogeneous reads (Yes, Yes, Yes);
}

/// The last column without its end, which is what a translation is.
fn shift_of<T: Number, const N: usize, const D: usize>(c: &SMatrix<T, N, N>) -> SVector<T, D> {
    SVector::from_fn(|i, _| c[(i, D)])
}

/// The first numbers of the diagonal.
fn factors_of<T: Number, const N: usize, const D: usize>(c: &SMatrix<T, N, N>) -> SVector<T, D> {
    SVector::from_fn(|i, _| c[(i, i)])
}

/// A matrix whose last column begins with a vector.
fn shifted<T: Number, const N: usize, const D: usize>(start: SMatrix<T, N, N>, v: &SVector<T, D>) -> SMatrix<T, N, N> {
    let mut m = start;
    m.column_mut(D).rows_mut(0, D).copy_from(v);
    m
}

/// A matrix whose diagonal begins with a vector.
fn scaled<T: Number, const N: usize, const D: usize>(start: SMatrix<T, N, N>, v: &SVector<T, D>) -> SMatrix<T, N, N> {
    let mut m = start;
    (0..D).for_each(|i| m[(i, i)] = v[i]);
    m
}

/// The last component of `M x`, of a vector `x` that `one` follows.
fn weight<T: Number, const N: usize, const D: usize>(m: &SMatrix<T, N, N>, x: &SVector<T, D>, one: T) -> T {
    (0..D).fold(T::ZERO, |sum, j| sum + m[(D, j)] * x[j]) + m[(D, D)] * one
}

/// `x / w`, and `x` where `w` is 0.
fn divided<T: Number, const D: usize>(x: SVector<T, D>, w: T) -> SVector<T, D> {
    if w == T::ZERO { x } else { x / w }
}

/// The cotangents of the numerator and of the weight, if the value `y` has `c`. A weight of 0 has none: it does not divide.
fn of_quotient<T: Number, const D: usize>(w: T, y: &SVector<T, D>, c: &SVector<T, D>) -> (SVector<T, D>, T) {
    let c = divided(*c, w);
    (c, if w == T::ZERO { T::ZERO } else { -y.dot(&c) })
}

/// What `c` contributes to the matrix.
fn to_matrix<T: Number, const N: usize, const D: usize>(
    m: &SMatrix<T, N, N>,
    x: &SVector<T, D>,
    one: T,
    y: &SVector<T, D>,
    c: &SVector<T, D>,
) -> SMatrix<T, N, N> {
    let (c, to_weight) = of_quotient(weight(m, x, one), y, c);
    SMatrix::from_fn(|i, j| (if i < D { c[i] } else { to_weight }) * (if j < D { x[j] } else { one }))
}

/// What it contributes to the vector.
fn to_operand<T: Number, const N: usize, const D: usize>(
    m: &SMatrix<T, N, N>,
    x: &SVector<T, D>,
    one: T,
    y: &SVector<T, D>,
    c: &SVector<T, D>,
) -> SVector<T, D> {
    let (c, to_weight) = of_quotient(weight(m, x, one), y, c);
    SVector::from_fn(|j, _| (0..D).fold(m[(D, j)] * to_weight, |sum, i| sum + m[(i, j)] * c[i]))
}

macro_rules! of_dimension {
    ($($N:literal $D:literal;)*) => {$(
        linear! {
            new_scaling<SMatrix<T, $N, $N>>: [] (T) -> SMatrix<T, $N, $N>;
                |s| SMatrix::<T, $N, $N>::new_scaling(*s);
                |t| scaled(SMatrix::zeros(), &SVector::<T, $D>::repeat(*t));
                |c| factors_of::<T, $N, $D>(c).sum();
            new_nonuniform_scaling<SMatrix<T, $N, $N>>: [] (SVector<T, $D>) -> SMatrix<T, $N, $N>;
                |v| SMatrix::<T, $N, $N>::new_nonuniform_scaling(v); |t| scaled(SMatrix::zeros(), t); |c| factors_of(c);
            new_translation<SMatrix<T, $N, $N>>: [] (SVector<T, $D>) -> SMatrix<T, $N, $N>;
                |v| SMatrix::<T, $N, $N>::new_translation(v); |t| shifted(SMatrix::zeros(), t); |c| shift_of(c);
        }
        lifted! {
            transform_homogeneous: [] (m: SMatrix<T, $N, $N>, p: Point<T, $D>) -> Point<T, $D>;
                |m, p| Point::from(divided(m.fixed_view::<$D, $D>(0, 0) * p.coords + m.fixed_view::<$D, 1>(0, $D), weight(m, &p.coords, T::ONE)));
                |c, m, p, y| to_matrix(m.get(), &p.get().coords, T::ONE, &y.get().coords, &c.coords);
                |c, m, p, y| Point::from(to_operand(m.get(), &p.get().coords, T::ONE, &y.get().coords, &c.coords));
            transform_homogeneous: [] (m: SMatrix<T, $N, $N>, v: SVector<T, $D>) -> SVector<T, $D>;
                |m, v| divided(m.fixed_view::<$D, $D>(0, 0) * v, weight(m, v, T::ZERO));
                |c, m, v, y| to_matrix(m.get(), v.get(), T::ZERO, y.get(), c);
                |c, m, v, y| to_operand(m.get(), v.get(), T::ZERO, y.get(), c);
        }
    )*};
}
of_dimension! {
    3 2;
    4 3;
}

/// A rotation as a homogeneous matrix.
fn homogeneous<T: Number>(rotation: &SMatrix<T, 3, 3>) -> Matrix4<T> {
    let mut m = Matrix4::identity();
    m.fixed_view_mut::<3, 3>(0, 0).copy_from(rotation);
    m
}

by_duals! {
    new_perspective<Matrix4<T>> => new_perspective<Matrix4<Dual<T>>>: [] (T, T, T, T) -> Matrix4<T>;
        |a, f, n, z| Matrix4::new_perspective(*a, *f, *n, *z); |a, f, n, z| Matrix4::new_perspective(a, f, n, z);
    from_scaled_axis<Matrix4<T>> => from_scaled_axis<Matrix4<Dual<T>>>: [] (Vector<T>) -> Matrix4<T>;
        |v| Matrix4::new_rotation(*v); |v| homogeneous(rodrigues(&v).matrix());
    from_scaled_axis<SMatrix<T, 3, 3>> => from_scaled_axis<SMatrix<Dual<T>, 3, 3>>: [] (T) -> SMatrix<T, 3, 3>;
        |a| SMatrix::<T, 3, 3>::new_rotation(*a); |a| SMatrix::<T, 3, 3>::new_rotation(a);
    from_axis_angle<Matrix4<T>> => from_axis_angle<Matrix4<Dual<T>>>: [] (Unit<Vector<T>>, T) -> Matrix4<T>;
        |u, a| Matrix4::from_axis_angle(u, *a); |u, a| homogeneous(&about_axis(&u, a));
    from_euler_angles<Matrix4<T>> => from_euler_angles<Matrix4<Dual<T>>>: [] (T, T, T) -> Matrix4<T>;
        |r, p, y| Matrix4::from_euler_angles(*r, *p, *y); |r, p, y| Matrix4::from_euler_angles(r, p, y);
}

rule! {
    /// The matrix after which a translation follows.
    append_translation reads (Yes, Yes, No);
}
rule! {
    /// The matrix after which a scaling follows.
    append_scaling reads (Yes, Yes, No);
}

lifted! {
    append_translation: [const N: usize, const D: usize] (m: SMatrix<T, N, N>, v: SVector<T, D>) -> SMatrix<T, N, N>
        where [Const<N>: DimNameSub<U1, Output = Const<D>>];
        |m, v| m.append_translation(v);
        |c, m, v, y| {
            let mut d = *c;
            (0..D).for_each(|i| d.set_row(D, &(d.row(D) + c.row(i) * v.get()[i])));
            d
        };
        |c, m, v, y| SVector::<T, D>::from_fn(|i, _| c.row(i).dot(&m.get().row(D)));
    append_scaling: [const N: usize, const D: usize] (m: SMatrix<T, N, N>, s: T) -> SMatrix<T, N, N>
        where [Const<N>: DimNameSub<U1, Output = Const<D>>];
        |m, s| m.append_scaling(*s);
        |c, m, s, y| SMatrix::<T, N, N>::from_fn(|i, j| if i < D { c[(i, j)] * *s.get() } else { c[(i, j)] });
        |c, m, s, y| c.rows(0, D).dot(&m.get().rows(0, D));
}

/// Leads from the methods of homogeneous matrices to their rules.
pub trait HomogeneousRules {
    crate::derivatives_of! {
        transform_point: By2<transform_homogeneous>;
        transform_vector: By2<transform_homogeneous>;
        append_translation: By2<append_translation>;
        append_scaling: By2<append_scaling>;
    }
}
impl<T, const N: usize> HomogeneousRules for SMatrix<T, N, N> {}

/// Leads from the functions of homogeneous matrices to their rules.
pub trait HomogeneousFunctions: Sized + 'static {
    crate::derivatives_of! {
        fn face_towards: By3<face_towards<Self>>;
        fn look_at_rh: By3<look_at_rh<Self>>;
        fn look_at_lh: By3<look_at_lh<Self>>;
        fn new_perspective: By4<new_perspective<Self>>;
        fn new_scaling: By1<new_scaling<Self>>;
        fn new_nonuniform_scaling: By1<new_nonuniform_scaling<Self>>;
        fn new_translation: By1<new_translation<Self>>;
        fn new_rotation: By1<from_scaled_axis<Self>>;
        fn from_scaled_axis: By1<from_scaled_axis<Self>>;
        fn from_axis_angle: By2<from_axis_angle<Self>>;
        fn from_euler_angles: By3<from_euler_angles<Self>>;
    }
}
impl<T: Number, const N: usize> HomogeneousFunctions for SMatrix<T, N, N> {}

/// Leads from the isometries of an observer to their rules.
pub trait ObserverFunctions: Sized + 'static {
    crate::derivatives_of! {
        fn face_towards: By3<face_towards<Self>>;
        fn look_at_rh: By3<look_at_rh<Self>>;
        fn look_at_lh: By3<look_at_lh<Self>>;
    }
}
impl<T: Number> ObserverFunctions for Isometry<T, UnitQuaternion<T>, 3> {}

/// Leads from the rotations of an observer to their rules.
pub trait DirectionFunctions: Sized + 'static {
    crate::derivatives_of! {
        fn face_towards: By2<face_direction<Self>>;
        fn look_at_rh: By2<look_along_rh<Self>>;
        fn look_at_lh: By2<look_along_lh<Self>>;
    }
}
impl<T: Number> DirectionFunctions for UnitQuaternion<T> {}
impl<T: Number> DirectionFunctions for Rotation<T, 3> {}
