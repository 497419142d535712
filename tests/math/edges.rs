//! What the functions make of numbers that are none, or hardly: the same as the standard library.

use cotangent::math::{self, Arithmetic, Separate};

use super::{FUNCTIONS, Fused, is_of_angle};

const EDGES: [f64; 22] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    f64::MAX,
    f64::MIN,
    5e-324,
    -5e-324,
    1e-45,
    -1e-45,
    1e-310,
    f64::MIN_POSITIVE,
    -f64::MIN_POSITIVE,
    88.8,
    -103.98,
    709.79,
    -745.14,
    1024.0,
    -1080.0,
];

/// Infinite, not a number, or zero with the same sign; elsewhere about equal.
fn is_same(found: f64, expected: f64, epsilon: f64) -> bool {
    if expected.is_nan() {
        found.is_nan()
    } else if expected.is_infinite() || expected == 0.0 {
        found == expected && found.is_sign_negative() == expected.is_sign_negative()
    } else {
        (found - expected).abs() <= epsilon * expected.abs() + 5e-324
    }
}

#[test]
fn are_those_of_the_standard_library() {
    for function in FUNCTIONS {
        for x in EDGES {
            let single = x as f32;
            let huge = |limit| is_of_angle(function) && x.abs() > limit;
            for variant in 0..2 {
                let expected = if huge(2_147_483_648.0) { f64::NAN } else { (function.standard)(x) };
                let found = function.double[variant](x);
                assert!(
                    is_same(found, expected, function.bounds[1].max(2.0) * f64::EPSILON),
                    "{} of {x:e}: {found:e}, not {expected:e}",
                    function.name
                );
                let expected =
                    if huge(67_108_864.0) { f64::NAN } else { (function.standard)(f64::from(single)) as f32 as f64 };
                let found = f64::from(function.single[variant](single));
                let epsilon = function.bounds[0].max(2.0) * f64::from(f32::EPSILON);
                let is_same = is_same(found, expected, epsilon) || (found - expected).abs() < 3e-45;
                assert!(is_same, "{} of {single:e}: {found:e}, not {expected:e}", function.name);
            }
        }
    }
}

#[test]
fn powers_are_those_of_the_standard_library() {
    let others = [2.0, -2.0, 3.0, -3.0, 0.5, -0.5, 1e300, -1e300, 1e16, 1.0 + f64::EPSILON, 1.0 - f64::EPSILON / 2.0];
    // Odd, not whole, and even, where whole numbers end.
    let large = [4_503_599_627_370_497.0, 4_503_599_627_370_495.5, 9_007_199_254_740_991.0, 9_007_199_254_740_994.0];
    let numbers: Vec<f64> = EDGES.into_iter().chain(others).chain(large).collect();
    for &x in &numbers {
        for &y in &numbers {
            for found in [Separate::powf(x, y), Fused::powf(x, y)] {
                let expected = x.powf(y);
                assert!(
                    is_same(found, expected, 2.0 * f64::EPSILON),
                    "{x:e} to the power of {y:e}: {found:e}, not {expected:e}"
                );
            }
        }
    }
    for (x, y) in [
        (-2.0_f32, 16_777_215.0),
        (-1.0, 16_777_217.0),
        (-1.0, 8_388_609.0),
        (-1.0, 8_388_607.5),
        (0.0, -3.0),
        (-0.0, -3.0),
    ] {
        assert!(is_same(f64::from(math::powf(x, y)), f64::from(x.powf(y)), 0.0), "{x:e} to the power of {y:e}");
    }
}

#[test]
fn angles_are_taken_up_to_a_limit() {
    for x in [math::sin(2_147_483_648.0_f64), math::cos(-2_147_483_648.0_f64)] {
        assert!(x.abs() <= 1.0);
    }
    assert!(math::sin(2_147_483_648.1_f64).is_nan());
    assert!(math::cos(67_108_864.0_f32).abs() <= 1.0);
    assert!(math::cos(67_108_870.0_f32).is_nan());
}

#[test]
fn both_at_once_are_the_same() {
    for x in [0.3, -2.0, 1e5] {
        assert_eq!(math::sin_cos(x), (math::sin(x), math::cos(x)));
        assert_eq!(math::sigmoids(x).0, math::sigmoid(x));
    }
}

#[test]
fn whole_exponents_and_powers_of_two_are_exact() {
    for k in -1074..1024 {
        let power = if k < -1022 { f64::from_bits(1 << (k + 1074)) } else { f64::from_bits(((k + 1023) as u64) << 52) };
        assert_eq!(math::exp2(f64::from(k)), power);
        assert_eq!(math::log2(power), f64::from(k));
        assert_eq!(math::powf(2.0, f64::from(k)), power);
    }
}
