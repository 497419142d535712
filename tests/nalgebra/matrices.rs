//! The operators, methods and constructors of matrices, rule by rule.

use cotangent::nalgebra::constructors::*;
use cotangent::nalgebra::matrices::*;
use cotangent::nalgebra::parts::*;
use cotangent::nalgebra::shapes::*;
use cotangent::ops::{add, div, mul, neg, norm::norm, sub};
use cotangent::prelude::*;
use nalgebra::{Matrix2, Matrix3, Point3, Quaternion, SMatrix, Translation3, Unit, Vector2, Vector3, Vector4};

use crate::harness::numbers;

fn a() -> SMatrix<f64, 2, 3> {
    numbers(1)
}
fn b() -> SMatrix<f64, 3, 4> {
    numbers(2)
}
fn square() -> Matrix3<f64> {
    numbers(3)
}
fn v() -> Vector3<f64> {
    numbers(4)
}
fn w() -> Vector3<f64> {
    numbers(5)
}
fn p() -> Point3<f64> {
    Point3::from(v())
}
fn unit() -> Unit<Vector3<f64>> {
    Unit::new_normalize(w())
}
fn q(seed: usize) -> Quaternion<f64> {
    Quaternion::from(numbers::<4, 1>(seed))
}

contracts! {
    products {
        mul: a(), b();
        mul: square(), v();
        mul: v(), numbers::<1, 2>(6);
        mul: a(), 1.5;
        mul: -0.7, a();
        mul: square(), p();
        mul: p(), 0.3;
        mul: 0.3, p();
        mul: q(1), q(2);
        mul: q(1), 0.5;
        mul: 0.5, q(1);
        div: a(), 1.5;
        div: p(), 1.5;
        div: q(1), 1.5;
    }
    sums {
        add: a(), numbers::<2, 3>(9);
        sub: a(), numbers::<2, 3>(9);
        add: p(), w();
        sub: p(), w();
        sub: p(), Point3::from(w());
        add: q(1), q(2);
        sub: q(1), q(2);
        neg: a();
        neg: p();
        neg: q(1);
    }
    linear_methods {
        transpose: a();
        sum: a();
        mean: a();
        trace: square();
        diagonal: square();
        row_sum: a();
        column_sum: a();
        owned: a();
        owned: unit();
        lower_triangle: square();
        upper_triangle: square();
        cross_matrix: v();
    }
    bilinear_methods {
        dot: a(), numbers::<2, 3>(9);
        dot: v(), unit();
        dot: unit(), v();
        dot: unit(), unit();
        tr_mul: a(), numbers::<2, 4>(2);
        component_mul: a(), numbers::<2, 3>(9);
        cross: v(), w();
        cross: v().transpose(), w().transpose();
        cross: v(), unit();
        cross: unit(), v();
        perp: Vector2::new(0.3, 0.7), Vector2::new(-0.2, 1.1);
    }
    other_methods {
        norm: v();
        norm: a();
        norm_squared: a();
        normalize: v();
        distance: v(), w();
        component_div: a(), numbers::<2, 3>(9);
        scale: a(), 0.7;
        unscale: a(), 0.7;
        add_scalar: a(), 0.7;
        lerp: v(), w(), 0.3;
        sup: a(), numbers::<2, 3>(9);
        inf: a(), numbers::<2, 3>(9);
        component_abs: a();
    }
    determinants_and_inverses {
        determinant: Matrix2::new(0.3, 0.7, -0.2, 1.1);
        determinant: square();
        determinant: numbers::<5, 5>(3) + SMatrix::<f64, 5, 5>::identity();
    }
    parts {
        column: a(), 1;
        row: a(), 1;
        fixed_rows<2>: b(), 1;
        fixed_columns<2>: b(), 1;
        fixed_view<2, 2>: b(), 1, 2;
    }
    constructors {
        from_columns<SMatrix<f64, 3, 2>>: [v(), w()];
        from_rows<SMatrix<f64, 2, 3>>: [v().transpose(), w().transpose()];
        from_diagonal<Matrix3<f64>>: v();
        from_diagonal_element<Matrix3<f64>>: 0.7;
        from_element<SMatrix<f64, 2, 3>>: 0.7;
        from<Vector3<f64>>: [0.1, 0.2, 0.3];
        from<Matrix2<f64>>: [[0.1, 0.2], [0.3, 0.4]];
        from<Point3<f64>>: v();
        from<Translation3<f64>>: v();
        from<Quaternion<f64>>: Vector4::new(0.1, 0.2, 0.3, 0.4);
    }
}

/// The cofactors are there where the inverse is not.
#[test]
fn the_derivative_of_a_determinant_that_is_zero() {
    use cotangent::rule::Rule1;
    let singular = Matrix3::new(1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 0.0, 1.0, 5.0);
    let mut bar = Matrix3::zeros();
    determinant::vjp(&(), Read::live(&singular), Read::live(&0.0), &1.0, Out::new(&mut bar));
    let expected = Matrix3::new(14.0, -10.0, 2.0, -7.0, 5.0, -1.0, 0.0, 0.0, 0.0);
    assert!((bar - expected).norm() < 1e-12, "{bar}");
}

contracts! {
    sums_of_parts {
        symmetric_part: numbers::<3, 3>(1);
        row_mean: numbers::<2, 3>(1);
        column_mean: numbers::<2, 3>(1);
        variance: numbers::<2, 3>(1);
        matrix_max: numbers::<2, 3>(1);
        matrix_min: numbers::<2, 3>(1);
        matrix_amax: numbers::<2, 3>(1);
        matrix_amin: numbers::<2, 3>(1);
        product: numbers::<2, 3>(1);
        angle: numbers::<3, 1>(1), numbers::<3, 1>(2);
    }
    other_shapes {
        kronecker: numbers::<2, 3>(1), numbers::<3, 2>(2);
        push: numbers::<3, 1>(1), 0.7;
        insert_row: numbers::<3, 2>(1), 1_usize, 0.7;
        insert_column: numbers::<3, 2>(1), 2_usize, 0.7;
        homogeneous: numbers::<3, 1>(1);
        homogeneous: Point3::from(numbers::<3, 1>(1));
    }
}

#[test]
fn a_product_with_a_zero_has_a_derivative_by_it() {
    #[differentiable]
    fn product_of(x: &Vector3<f64>) -> f64 {
        x.product()
    }
    assert_eq!(product_of::grad(&Vector3::new(2.0, 0.0, 5.0)), Vector3::new(0.0, 10.0, 0.0));
}

#[differentiable]
fn of_options(x: &Vector4<f64>, y: &Vector3<f64>) -> f64 {
    let p = Point3::from_homogeneous(*x).unwrap();
    let unit = y.try_normalize(0.1).unwrap();
    p.coords.dot(&unit) + p.to_homogeneous().norm_squared() + y.to_homogeneous().norm_squared()
}

#[test]
fn homogeneous_coordinates() {
    holds!(of_options(&x, &y), x = numbers::<4, 1>(1), y = numbers::<3, 1>(2));
}
