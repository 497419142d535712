//! ADBench's `ba`: the error of one observation of a point by a camera, weighted.
//!
//! A camera is eleven numbers: rotation (angle times axis), center, focal length, principal point, radial distortion.

use cotangent::prelude::*;

/// `w (projection - seen)`
#[differentiable]
#[must_use]
pub fn reprojection(camera: &[f64; 11], point: &[f64; 3], w: f64, #[constant] seen: &[f64; 2]) -> [f64; 2] {
    let projected = project(camera, point);
    [w * (projected[0] - seen[0]), w * (projected[1] - seen[1])]
}

/// Zero for the weights of inliers.
#[differentiable]
#[must_use]
pub fn weight_error(w: f64) -> f64 {
    1.0 - w * w
}

#[differentiable]
fn project(camera: &[f64; 11], point: &[f64; 3]) -> [f64; 2] {
    let [r1, r2, r3, c1, c2, c3, focal, u0, v0, k1, k2] = *camera;
    let from_center = [point[0] - c1, point[1] - c2, point[2] - c3];
    let turned = rotate(&[r1, r2, r3], &from_center);
    let (u, v) = (turned[0] / turned[2], turned[1] / turned[2]);
    let squared = u * u + v * v;
    let distortion = 1.0 + k1 * squared + k2 * squared * squared;
    [u * distortion * focal + u0, v * distortion * focal + v0]
}

/// Rodrigues' formula; its linear part at zero, where the axis is not defined.
#[differentiable]
fn rotate(rotation: &[f64; 3], x: &[f64; 3]) -> [f64; 3] {
    let squared = dot(rotation, rotation);
    if squared == 0.0 {
        let turn = cross(rotation, x);
        return [x[0] + turn[0], x[1] + turn[1], x[2] + turn[2]];
    }
    let angle = squared.sqrt();
    let axis = [rotation[0] / angle, rotation[1] / angle, rotation[2] / angle];
    let (sin, cos) = (angle.sin(), angle.cos());
    let side = cross(&axis, x);
    let along = dot(&axis, x) * (1.0 - cos);
    let mut turned = [0.0; 3];
    for i in 0..3 {
        turned[i] = x[i] * cos + side[i] * sin + axis[i] * along;
    }
    turned
}

#[differentiable]
fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[differentiable]
fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The rows of the Jacobian of one observation: camera, point and weight.
pub fn block(
    tape: &mut (impl Store + ?Sized),
    camera: &[f64; 11],
    point: &[f64; 3],
    w: f64,
    seen: &[f64; 2],
) -> [[f64; 15]; 2] {
    let (_, rows) = reprojection::at(camera, point, w, seen).on(tape).jacobian_rev();
    rows.map(|(camera, point, w)| {
        let mut row = [0.0; 15];
        row[..11].copy_from_slice(&camera);
        row[11..14].copy_from_slice(&point);
        row[14] = w;
        row
    })
}

/// The same, reversed by hand; what both rows need is computed once.
#[must_use]
pub fn by_hand(camera: &[f64; 11], point: &[f64; 3], w: f64, seen: &[f64; 2]) -> ([f64; 2], [[f64; 15]; 2]) {
    let &[r1, r2, r3, c1, c2, c3, focal, u0, v0, k1, k2] = camera;
    let (r, x) = ([r1, r2, r3], [point[0] - c1, point[1] - c2, point[2] - c3]);
    let squared = dot(&r, &r);
    let angle = squared.sqrt();
    let (sin, cos) = (angle.sin(), angle.cos());
    let axis = r.map(|r| r / angle);
    let (side, along) = (cross(&axis, &x), dot(&axis, &x));
    let turned: [f64; 3] = if squared == 0.0 {
        let turn = cross(&r, &x);
        std::array::from_fn(|i| x[i] + turn[i])
    } else {
        std::array::from_fn(|i| x[i] * cos + side[i] * sin + axis[i] * along * (1.0 - cos))
    };
    let inverse = 1.0 / turned[2];
    let (u, v) = (turned[0] * inverse, turned[1] * inverse);
    let s = u * u + v * v;
    let distortion = 1.0 + k1 * s + k2 * s * s;
    let slope = k1 + 2.0 * k2 * s;
    let errors = [u * distortion * focal + u0 - seen[0], v * distortion * focal + v0 - seen[1]];
    let rows = [0, 1].map(|i| {
        let centered = [u, v][i] * w;
        let s_bar = centered * focal * slope;
        let (mut u_bar, mut v_bar) = (2.0 * u * s_bar, 2.0 * v * s_bar);
        *[&mut u_bar, &mut v_bar][i] += w * focal * distortion;
        let t_bar = [u_bar * inverse, v_bar * inverse, -(u * u_bar + v * v_bar) * inverse];
        let (x_bar, r_bar): ([f64; 3], [f64; 3]) = if squared == 0.0 {
            let x_bar = cross(&t_bar, &r);
            (std::array::from_fn(|i| t_bar[i] + x_bar[i]), cross(&x, &t_bar))
        } else {
            let axis_t = dot(&axis, &t_bar);
            let along_bar = axis_t * (1.0 - cos);
            let turned_back = cross(&t_bar, &axis);
            let turned_axis = cross(&x, &t_bar);
            let angle_bar = -sin * dot(&x, &t_bar) + cos * dot(&side, &t_bar) + sin * along * axis_t;
            let x_bar = std::array::from_fn(|i| cos * t_bar[i] + sin * turned_back[i] + along_bar * axis[i]);
            let a_bar: [f64; 3] =
                std::array::from_fn(|i| sin * turned_axis[i] + along_bar * x[i] + along * (1.0 - cos) * t_bar[i]);
            let back = angle_bar - dot(&axis, &a_bar) / angle;
            (x_bar, std::array::from_fn(|i| a_bar[i] / angle + back * axis[i]))
        };
        let [principal_u, principal_v] = [[w, 0.0], [0.0, w]][i];
        [
            r_bar[0],
            r_bar[1],
            r_bar[2],
            -x_bar[0],
            -x_bar[1],
            -x_bar[2],
            centered * distortion,
            principal_u,
            principal_v,
            centered * focal * s,
            centered * focal * s * s,
            x_bar[0],
            x_bar[1],
            x_bar[2],
            errors[i],
        ]
    });
    (errors.map(|e| w * e), rows)
}

#[cfg(test)]
mod tests {
    use super::super::reference::{Reference, assert_close, numbers};
    use super::*;

    fn check(camera: &[f64], point: &[f64], w: f64, seen: &[f64], error: &[f64], jacobian: &[f64]) {
        let (camera, point) = (camera.try_into().expect("11"), point.try_into().expect("3"));
        let seen = seen.try_into().expect("2");
        assert_close("error", &reprojection(camera, point, w, seen), &error[..2]);
        assert_close("error of the weight", &[weight_error(w)], &error[2..]);
        let mut tape = TapeBuffer::<{ reprojection::tape_words() }>::new();
        assert_close("block", block(&mut tape, camera, point, w, seen).as_flattened(), &jacobian[..30]);
        assert_eq!(weight_error::grad(w), -2.0 * w);
        let (errors, rows) = by_hand(camera, point, w, seen);
        assert_close("error by hand", &errors, &error[..2]);
        assert_close("block by hand", rows.as_flattened(), &jacobian[..30]);
    }

    #[test]
    fn references() {
        let reference = Reference::new(include_str!("data/ba_ref.txt"));
        for (name, text) in [("ba_test", include_str!("data/ba_test.txt")), ("ba1", include_str!("data/ba1.txt"))] {
            let input = numbers(text.split_whitespace().skip(3));
            let (error, jacobian) = (reference.get(&format!("{name}_err")), reference.get(&format!("{name}_jac3x15")));
            check(&input[..11], &input[11..14], input[14], &input[15..], &error, &jacobian);
        }
    }

    #[test]
    fn zero_rotation() {
        let reference = Reference::new(include_str!("data/ba_own_small_ref.txt"));
        let [cameras, points, w, seen, pairs, errors] =
            ["cams", "X", "w", "feats", "obs_cam_pt", "err"].map(|name| reference.get(name));
        assert_eq!(cameras[11..14], [0.0; 3]);
        for i in 0..7 {
            let (c, p) = (pairs[2 * i] as usize, pairs[2 * i + 1] as usize);
            check(
                &cameras[11 * c..11 * c + 11],
                &points[3 * p..3 * p + 3],
                w[i],
                &seen[2 * i..2 * i + 2],
                &errors[3 * i..3 * i + 3],
                &reference.get(&format!("jac3x15_obs{i}")),
            );
        }
    }
}
