//! The rules of vectors.

use cotangent::glam::formulas::*;
use cotangent::glam::made;
use cotangent::glam::shared::*;
use cotangent::glam::vectors::truncate;
use cotangent::ops::norm::norm;
use cotangent::ops::{add, div, mul, neg, sub};
use glam::{DVec2, DVec3, DVec4, Vec2, Vec3, Vec3A, Vec4};

use crate::harness::numbers;

fn a() -> DVec3 {
    DVec3::from_array(numbers::<3, 1>(4).data.0[0])
}
fn b() -> DVec3 {
    DVec3::from_array(numbers::<3, 1>(5).data.0[0])
}
fn unit() -> DVec3 {
    b().normalize()
}
fn four(seed: usize) -> DVec4 {
    DVec4::from_array(numbers::<4, 1>(seed).data.0[0])
}
fn flat(seed: usize) -> DVec2 {
    DVec2::from_array(numbers::<2, 1>(seed).data.0[0])
}

contracts! {
    operators {
        add: a(), b();
        sub: a(), b();
        mul: a(), b();
        div: a(), b();
        neg: a();
        add: a(), 0.7;
        add: 0.7, a();
        sub: a(), 0.7;
        sub: 0.7, a();
        mul: a(), 0.7;
        mul: 0.7, a();
        div: a(), 0.7;
        div: 0.7, a();
        mul: four(1), four(2);
        div: flat(1), flat(2);
    }
    lengths {
        dot: a(), b();
        norm: a();
        norm_squared: a();
        length_recip: a();
        distance: a(), b();
        distance_squared: a(), b();
        normalize: a();
        normalize_or: a(), b();
        normalize_or_zero: a();
    }
    combinations {
        lerp: a(), b(), 0.3;
        lerp_monotonic: a(), b(), 0.3;
        midpoint: a(), b();
        multiply_add: a(), b(), unit();
        project_onto: a(), b();
        reject_from: a(), b();
        project_onto_normalized: a(), unit();
        reject_from_normalized: a(), unit();
        reflect: a(), unit();
        refract: a().normalize(), unit(), 0.4;
        cross: a(), b();
        angle: a(), b();
    }
    components {
        sum: a();
        product: a();
        matrix_max: a();
        matrix_min: a();
        sup: a(), b();
        inf: a(), b();
        component_abs: a();
        recip: a();
        component_sqrt: a().abs();
        component_exp: a();
        component_ln: a().abs();
        component_sin: a();
        component_cos: a();
        component_powf: a().abs(), 1.7;
        with_component<1>: a(), 0.7;
        numbers_of: a();
    }
    of_other_lengths {
        push: flat(1), 0.7;
        push: a(), 0.7;
        truncate: a();
        truncate: four(1);
        project: four(1);
        swizzle<4, 2>: a();
        swizzle<9, 2>: four(1);
        swizzle<6, 3>: a();
        made<DVec3, gathered>: [1.0, 2.0, 3.0];
        made<DVec4, splat<4>>: 0.7;
    }
    in_the_plane {
        perp: flat(1), flat(2);
        perpendicular: flat(1);
        complex_product: flat(1), flat(2);
        to_angle: flat(1);
        plane_angle: flat(1), flat(2);
        made<DVec2, direction>: 0.7;
    }
    single_precision {
        mul: Vec3A::new(0.3, -0.7, 1.1), Vec3A::new(0.5, 0.6, -0.4);
        div: Vec4::new(0.3, -0.7, 1.1, 0.9), 0.7_f32;
        cross: Vec3A::new(0.3, -0.7, 1.1), Vec3A::new(0.5, 0.6, -0.4);
        dot: Vec3::new(0.3, -0.7, 1.1), Vec3::new(0.5, 0.6, -0.4);
        norm: Vec2::new(0.3, -0.7);
        swizzle<6, 3>: Vec3A::new(0.3, -0.7, 1.1);
        made<Vec3, gathered>: Vec3A::new(0.3, -0.7, 1.1);
        made<Vec3A, gathered>: Vec3::new(0.3, -0.7, 1.1);
    }
}
