//! Unit quaternions, rotation matrices and unit complex numbers: rule by rule, and functions that use them.

use cotangent::nalgebra::rotations::*;
use cotangent::ops::{div, mul, neg};
use cotangent::prelude::*;
use nalgebra::{
    Complex, Matrix2, Matrix3, Point2, Point3, Quaternion, Rotation2, Rotation3, Unit, UnitComplex, UnitQuaternion,
    UnitVector3, Vector2, Vector3,
};

use crate::harness::numbers;

fn v() -> Vector3<f64> {
    numbers(4)
}
fn w() -> Vector3<f64> {
    numbers(5)
}
fn u() -> UnitVector3<f64> {
    Unit::new_normalize(w())
}
fn q(seed: usize) -> UnitQuaternion<f64> {
    Unit::new_normalize(Quaternion::from(numbers::<4, 1>(seed)))
}
fn r(seed: usize) -> Rotation3<f64> {
    q(seed).to_rotation_matrix()
}
fn z(seed: usize) -> UnitComplex<f64> {
    UnitComplex::new(numbers::<1, 1>(seed).x)
}

contracts! {
    products {
        mul: q(1), q(2);
        mul: q(1), v();
        mul: q(1), Point3::from(v());
        mul: q(1), u();
        mul: z(1), z(2);
        mul: z(1), Vector2::new(0.3, 0.7);
        mul: z(1), Point2::new(0.3, 0.7);
        mul: r(1), r(2);
        mul: r(1), v();
        mul: r(1), numbers::<3, 2>(4);
        mul: numbers::<2, 3>(4), r(1);
        mul: r(1), Point3::from(v());
        mul: r(1), u();
        div: q(1), q(2);
        div: z(1), z(2);
        neg: u();
        inverse_transform: q(1), v();
        inverse_transform: q(1), Point3::from(v());
        inverse_transform: r(1), v();
        inverse_transform: r(1), Point3::from(v());
        rotation_to: q(1), q(2);
        rotation_to: r(1), r(2);
    }
    matrices {
        angle: r(1);
        angle_to: r(1), r(2);
        angle_to: Rotation2::new(0.3), Rotation2::new(0.8);
        powf: r(1), 0.4;
        slerp: r(1), r(2), 0.3;
        from_rotation::<Rotation3<f64>>: q(1);
        from_basis::<Rotation3<f64>>: [v(), w(), v() + w()];
    }
    units {
        renormalize: u();
        renormalize: q(1);
    }
    components_of_rotations {
        inverse: q(1);
        inverse: z(1);
        inverse: r(1);
        conjugate: q(1);
        conjugate: z(1);
        conjugate: q(1).into_inner();
        components: q(1);
        components: z(1);
        components: r(1);
        components: u();
        imag: q(1);
        scalar: q(1);
        unchecked<UnitQuaternion<f64>>: q(1).into_inner();
        unchecked<UnitComplex<f64>>: z(1).into_inner();
        unchecked<UnitVector3<f64>>: v();
        unchecked<Rotation3<f64>>: r(1).into_inner();
    }
    constructors {
        new_normalize<UnitVector3<f64>>: v();
        new_normalize<UnitQuaternion<f64>>: Quaternion::from(numbers::<4, 1>(3));
        from_axis_angle<UnitQuaternion<f64>>: u(), 0.7;
        from_axis_angle<Rotation3<f64>>: u(), 0.7;
        from_scaled_axis<UnitQuaternion<f64>>: v();
        from_scaled_axis<UnitQuaternion<f64>>: 0.1 * v();
        from_scaled_axis<Rotation3<f64>>: v();
        from_scaled_axis<Rotation3<f64>>: 0.1 * v();
        from_euler_angles<UnitQuaternion<f64>>: 0.3, -0.7, 1.1;
        from_euler_angles<Rotation3<f64>>: 0.3, -0.7, 1.1;
        from_angle<UnitComplex<f64>>: 0.7;
        from_angle<Rotation2<f64>>: 0.7;
        from_rotation<UnitQuaternion<f64>>: r(1);
        from_rotation<UnitComplex<f64>>: Rotation2::new(0.7);
    }
    angles {
        scaled_axis: q(1);
        scaled_axis: q(2);
        scaled_axis: UnitQuaternion::from_scaled_axis(0.1 * v());
        angle: q(1);
        angle: z(1);
        angle: Rotation2::new(0.7);
        angle_to: q(1), q(2);
        angle_to: z(1), z(2);
        powf: q(1), 0.7;
        powf: z(1), 0.7;
        to_rotation_matrix: q(1);
        to_rotation_matrix: z(1);
        to_homogeneous: q(1);
        to_homogeneous: r(1);
    }
    interpolations {
        slerp: q(1), q(2), 0.3;
        slerp: q(1), q(1) * UnitQuaternion::from_scaled_axis(0.05 * v()), 0.3;
        slerp: u(), Unit::new_normalize(v()), 0.3;
        slerp: z(1), z(2), 0.3;
    }
}

#[differentiable]
fn turned(axis: &UnitVector3<f64>, angles: [f64; 3], p: &Point3<f64>) -> f64 {
    let a = UnitQuaternion::from_axis_angle(axis, angles[0]);
    let b = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angles[1]);
    let c = UnitQuaternion::from_euler_angles(angles[0], angles[1], angles[2]);
    let moved = (a * b).inverse() * (c * p);
    let error = a.rotation_to(&c).scaled_axis();
    moved.coords.norm_squared() * moved.x + error.norm_squared() + c.i * c.w - c.coords.x
}

#[test]
fn quaternions_by_hand() {
    holds!(turned(&axis, angles, &p), axis = u(), angles = [0.3, -0.7, 1.1], p = Point3::from(v()));
}

#[differentiable]
fn by_matrices(x: &Vector3<f64>, v: &Vector3<f64>, t: f64) -> f64 {
    let r = Rotation3::new(*x);
    let s = Rotation3::from_euler_angles(x.x, t, x.z);
    let k = Rotation2::new(t);
    let m = r.matrix();
    (r * s.inverse() * v).sum() + (k * Vector2::new(t, x.y)).x + m[(0, 1)] + r[(1, 2)]
}

#[test]
fn rotation_matrices() {
    holds!(by_matrices(&x, &v, t), x = w(), v = v(), t = 0.7);
}

#[differentiable]
fn normal(a: &Vector3<f64>, b: &Vector3<f64>) -> f64 {
    let n = Unit::new_normalize(a.cross(b));
    let m = UnitVector3::new_normalize(*a);
    n.x * m.dot(b) + n.dot(b) + n.cross(&m).y
}

#[test]
fn unit_vectors() {
    holds!(normal(&a, &b), a = v(), b = w());
}

#[differentiable]
fn roll(q: &UnitQuaternion<f64>) -> f64 {
    let (roll, pitch, yaw) = q.euler_angles();
    roll * pitch + yaw
}

#[test]
fn euler_angles_of_a_rotation() {
    holds!(roll(&q), q = q(1));
}

#[differentiable]
fn between(a: &Vector3<f64>, b: &Vector3<f64>) -> f64 {
    match UnitQuaternion::rotation_between(a, b) {
        Some(q) => (q * a).x + q.i,
        None => 0.0,
    }
}

#[test]
fn the_rotation_from_one_direction_to_another() {
    holds!(between(&a, &b), a = v(), b = w());
    holds!(between(&a, &b), a = v(), b = v() + 1e-3 * w());
}

/// `exp` and `log` are smooth at the identity, where nalgebra leaves them out.
#[test]
fn at_the_identity_nothing_is_lost() {
    #[differentiable]
    fn imaginary(v: &Vector3<f64>) -> f64 {
        let q = UnitQuaternion::from_scaled_axis(*v);
        q.i + 2.0 * q.j + 3.0 * q.k
    }
    #[differentiable]
    fn off_diagonal(v: &Vector3<f64>) -> f64 {
        let r = Rotation3::new(*v);
        let m = r.into_inner();
        m.m32 + 2.0 * m.m13 + 3.0 * m.m21
    }
    #[differentiable]
    fn error(q: &UnitQuaternion<f64>) -> f64 {
        q.scaled_axis().dot(&Vector3::new(1.0, 2.0, 3.0))
    }
    #[differentiable]
    fn there_and_back(v: &Vector3<f64>) -> f64 {
        UnitQuaternion::new(*v).scaled_axis().dot(&Vector3::new(1.0, 2.0, 3.0))
    }
    #[differentiable]
    fn middle(v: &Vector3<f64>) -> f64 {
        UnitQuaternion::identity().slerp(&UnitQuaternion::new(*v), 0.5).scaled_axis().dot(&Vector3::new(1.0, 2.0, 3.0))
    }
    let (zero, slopes) = (Vector3::zeros(), Vector3::new(1.0, 2.0, 3.0));
    assert_eq!(imaginary::grad(&zero), slopes / 2.0);
    assert_eq!(off_diagonal::grad(&zero), slopes);
    let by_q = error::grad(&UnitQuaternion::identity());
    assert_eq!((by_q.imag(), by_q.w), (2.0 * slopes, 0.0));
    assert_eq!(there_and_back::grad(&zero), slopes);
    assert_eq!(middle::grad(&zero), slopes / 2.0);
    for tiny in [1e-200, 1e-12, 1e-4] {
        let at = tiny * Vector3::new(0.3, -0.5, 0.7);
        for gradient in [there_and_back::grad(&at), 2.0 * middle::grad(&at), 2.0 * imaginary::grad(&at)] {
            assert!((gradient - slopes).norm() < 1e-7, "{tiny}: {gradient}");
        }
    }
}

/// The rotation by `q` and by `-q` is the same.
#[test]
fn the_other_half_of_the_quaternions() {
    #[differentiable]
    fn error(q: &UnitQuaternion<f64>) -> f64 {
        q.scaled_axis().x
    }
    let q = q(1);
    let opposite = UnitQuaternion::new_unchecked(-q.into_inner());
    assert!((error::grad(&q) + error::grad(&opposite)).norm() < 1e-12);
    holds!(error(&q), q = opposite);
}

#[differentiable]
fn planar(z: UnitComplex<f64>, angle: f64, p: &Point2<f64>) -> f64 {
    let turn = UnitComplex::new(angle) * z;
    let c = Complex::new(angle, p.x) * *z;
    (turn * p).y + turn.angle() + turn.re * z.im + c.re + turn.inverse().angle_to(&z)
}

#[test]
fn complex_numbers() {
    holds!(planar(z, angle, &p), z = z(1), angle = 0.7, p = Point2::new(0.3, -0.4));
}

#[test]
fn tangents_are_those_of_the_components() {
    fn is<A: Differentiable<Tangent = B>, B>() {}
    is::<UnitQuaternion<f64>, Quaternion<f64>>();
    is::<UnitComplex<f64>, Complex<f64>>();
    is::<UnitVector3<f64>, Vector3<f64>>();
    is::<Rotation3<f64>, Matrix3<f64>>();
    is::<Rotation2<f32>, Matrix2<f32>>();
    is::<Point3<f64>, Point3<f64>>();
}

/// The gradient in the local frame is that of the function after a step, at the step of zero.
#[test]
fn gradients_in_the_local_frame() {
    use cotangent::nalgebra::Manifold;
    use nalgebra::{Isometry2, Isometry3, SMatrix};

    fn slopes<const N: usize>(f: impl Fn(&SMatrix<f64, N, 1>) -> f64) -> SMatrix<f64, N, 1> {
        SMatrix::from_fn(|i, _| {
            let step = |h: f64| SMatrix::from_fn(|j, _| if i == j { h } else { 0.0 });
            (f(&step(1e-5)) - f(&step(-1e-5))) / 2e-5
        })
    }
    macro_rules! agrees {
        ($f:ident at $x:expr, in $n:literal dimensions) => {{
            let x = $x;
            let found = x.to_local(&$f::grad(&x));
            let expected = slopes::<$n>(|step| $f(&x.retract(step)));
            assert!((found - expected).norm() < 1e-8, "{}", stringify!($f));
        }};
    }
    #[differentiable]
    fn by_quaternion(q: &UnitQuaternion<f64>) -> f64 {
        (q * Vector3::new(1.0, 2.0, 3.0)).dot(&Vector3::new(0.3, -0.7, 0.2)) + q.scaled_axis().x
    }
    #[differentiable]
    fn by_matrix(r: &Rotation3<f64>) -> f64 {
        (r * Vector3::new(1.0, 2.0, 3.0)).dot(&Vector3::new(0.3, -0.7, 0.2)) + r[(0, 1)]
    }
    #[differentiable]
    fn by_direction(d: &UnitVector3<f64>) -> f64 {
        d.dot(&Vector3::new(1.0, 2.0, 3.0)) * d.x
    }
    #[differentiable]
    fn by_pose(pose: &Isometry3<f64>) -> f64 {
        (pose * Point3::new(1.0, 2.0, 3.0)).coords.norm() + pose.translation.x * pose.rotation.scaled_axis().y
    }
    #[differentiable]
    fn in_the_plane(pose: &Isometry2<f64>) -> f64 {
        (pose * Point2::new(1.0, 2.0)).coords.norm() + pose.translation.x * pose.rotation.angle()
    }
    #[differentiable]
    fn by_complex(z: &UnitComplex<f64>) -> f64 {
        (z * Vector2::new(1.0, 2.0)).x + z.im
    }
    #[differentiable]
    fn by_flat_matrix(r: &Rotation2<f64>) -> f64 {
        (r * Vector2::new(1.0, 2.0)).x + r[(0, 1)]
    }
    agrees!(by_quaternion at q(1), in 3 dimensions);
    agrees!(by_matrix at r(1), in 3 dimensions);
    agrees!(by_direction at u(), in 3 dimensions);
    agrees!(by_pose at Isometry3::new(v(), w()), in 6 dimensions);
    agrees!(in_the_plane at Isometry2::new(Vector2::new(0.3, 0.7), 0.4), in 3 dimensions);
    let along = |f: &dyn Fn(f64) -> f64| (f(1e-5) - f(-1e-5)) / 2e-5;
    let (z, r) = (z(1), Rotation2::new(0.7));
    assert!((z.to_local(&by_complex::grad(&z)) - along(&|step| by_complex(&z.retract(&step)))).abs() < 1e-8);
    assert!((r.to_local(&by_flat_matrix::grad(&r)) - along(&|step| by_flat_matrix(&r.retract(&step)))).abs() < 1e-8);
}

#[differentiable]
fn of_matrices(w: &Vector3<f64>, v: &Vector3<f64>, t: f64) -> f64 {
    let (a, b) = (Rotation3::new(*w), Rotation3::new(*v));
    let c = a.slerp(&b, t);
    let between = Rotation3::rotation_between(&(a * v), &(b * w)).unwrap();
    let axis = Unit::try_new(v.cross(w), 1e-6).unwrap();
    let q = UnitQuaternion::from(c);
    c.axis().unwrap().x
        + a.powf(t).axis_angle().unwrap().1
        + between.angle()
        + axis.y
        + q.w * Rotation3::from(q).matrix()[(0, 1)]
}

#[test]
fn matrices_turn_as_quaternions_do() {
    holds!(of_matrices(&w, &v, t), w = w() * 0.3, v = v() * 0.3, t = 0.4);
}
