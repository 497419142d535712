//! Lesson 10: solvers that need more than a gradient. The derivatives come from here, the linear algebra from `nalgebra`.
//!
//! - Newton's method, with `hessian`: quadratic convergence in Rosenbrock's valley.
//! - Gauss-Newton without a matrix, with the product `gauss_newton` and conjugate gradients: a decay is fitted.
//! - Levenberg and Marquardt, with a Jacobian of each observation by `jacobian_rev`: cameras and points are found from where the
//!   points are seen (bundle adjustment). The points are eliminated first (Schur), so the system has the size of the cameras.

use cotangent::prelude::*;
use nalgebra::{DMatrix, DVector, Matrix2, Matrix3, Matrix6x3, SMatrix, SVector, Vector2};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

// ---- Newton ----

#[differentiable]
fn valley(x: f64, y: f64) -> f64 {
    let (along, across) = (1.0 - x, y - x * x);
    along * along + 100.0 * across * across
}

fn newton() {
    let mut at = Vector2::new(-1.2, 1.0);
    for step in 1..=20 {
        // By each parameter a column: how the gradient moves with it.
        let (value, (gx, gy), ((xx, yx), (xy, yy))) = valley::at(at.x, at.y).value_grad_and_hessian();
        if value < 1e-25 {
            println!("Newton: {value:.0e} at ({:.12}, {:.12}) after {} steps", at.x, at.y, step - 1);
            assert!(step <= 8, "convergence is quadratic");
            return;
        }
        let hessian = Matrix2::new(xx, xy, yx, yy);
        at -= hessian.lu().solve(&Vector2::new(gx, gy)).expect("the Hessian is regular here");
    }
    panic!("no convergence");
}

// ---- Gauss-Newton without a matrix ----

/// `a exp(-b t) + c` at 20 times, less what was seen.
#[differentiable]
fn misses(curve: &[f64; 3], #[constant] seen: &[f64; 20]) -> [f64; 20] {
    let [a, b, c] = *curve;
    let mut errors = [0.0; 20];
    let mut time = 0.0;
    for i in 0..20 {
        errors[i] = a * (-b * time).exp() + c - seen[i];
        time += 0.2;
    }
    errors
}

fn gauss_newton() {
    let truth = [3.0, 0.7, -1.0];
    let seen = misses(&truth, &[0.0; 20]);
    let mut curve = [1.0, 1.0, 0.0];
    for step in 1..=30 {
        let errors = misses(&curve, &seen);
        let (_, downhill) = misses::vjp(&curve, &seen, errors.map(|error| -error));
        let target = SVector::from(downhill);
        if target.norm() < 1e-12 {
            println!("Gauss-Newton: a, b, c = {curve:.9?} after {} steps", step - 1);
            assert!(curve.iter().zip(truth).all(|(found, is)| (found - is).abs() < 1e-9));
            return;
        }
        // Conjugate gradients: the matrix is only multiplied with.
        let product = |v: &SVector<f64, 3>| SVector::from(misses::at(&curve, &seen).gauss_newton((*v).into()));
        let (mut move_by, mut rest) = (SVector::<f64, 3>::zeros(), target);
        let mut along = rest;
        for _ in 0..3 {
            let image = product(&along);
            let length = rest.norm_squared() / along.dot(&image);
            move_by += length * along;
            let next = rest - length * image;
            along = next + next.norm_squared() / rest.norm_squared() * along;
            rest = next;
        }
        curve = (SVector::from(curve) + move_by).into();
    }
    panic!("no convergence");
}

// ---- bundle adjustment ----

/// Six numbers: rotation (angle times axis) and center. The focal length is known.
type Camera = [f64; 6];
const FOCAL: f64 = 500.0;

/// Where a camera sees a point, less where it was seen: as in `ADBench`, without distortion.
#[differentiable]
fn miss(camera: &Camera, point: &[f64; 3], #[constant] seen: &[f64; 2]) -> [f64; 2] {
    let [r1, r2, r3, c1, c2, c3] = *camera;
    let [x, y, z] = rotated(&[r1, r2, r3], &[point[0] - c1, point[1] - c2, point[2] - c3]);
    [FOCAL * x / z - seen[0], FOCAL * y / z - seen[1]]
}

/// Rodrigues' formula; its linear part at zero, where there is no axis.
#[differentiable]
fn rotated(rotation: &[f64; 3], x: &[f64; 3]) -> [f64; 3] {
    let cross =
        |a: &[f64; 3], b: &[f64; 3]| [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let side = cross(rotation, x);
    let squared = rotation[0] * rotation[0] + rotation[1] * rotation[1] + rotation[2] * rotation[2];
    if squared == 0.0 {
        return [x[0] + side[0], x[1] + side[1], x[2] + side[2]];
    }
    let angle = squared.sqrt();
    let (s, c) = (angle.sin() / angle, (1.0 - angle.cos()) / squared);
    let twice = cross(rotation, &side);
    [x[0] + s * side[0] + c * twice[0], x[1] + s * side[1] + c * twice[1], x[2] + s * side[2] + c * twice[2]]
}

struct Observation {
    camera: usize,
    point: usize,
    seen: [f64; 2],
}

#[derive(Clone)]
struct Scene {
    cameras: Vec<Camera>,
    points: Vec<[f64; 3]>,
}

impl Scene {
    /// Half the sum of squares.
    fn cost(&self, observations: &[Observation]) -> f64 {
        let squares = observations.iter().flat_map(|o| miss(&self.cameras[o.camera], &self.points[o.point], &o.seen));
        squares.map(|error| error * error / 2.0).sum()
    }

    /// The scene after a step of Levenberg and Marquardt: `(JᵀJ + λ diag JᵀJ) δ = -Jᵀe`.
    fn stepped(&self, observations: &[Observation], damping: f64) -> Option<Self> {
        let cameras = self.cameras.len();
        let mut by_camera = vec![(SMatrix::<f64, 6, 6>::zeros(), SVector::<f64, 6>::zeros()); cameras];
        let mut by_point = vec![(Matrix3::<f64>::zeros(), SVector::<f64, 3>::zeros(), Vec::new()); self.points.len()];
        // On the stack: how large it is is known.
        let mut tape = TapeBuffer::<{ miss::tape_words() }>::new();
        for o in observations {
            let (camera, point) = (&self.cameras[o.camera], &self.points[o.point]);
            let (errors, rows) = miss::at(camera, point, &o.seen).on(&mut tape).jacobian_rev();
            let mut both = Matrix6x3::zeros();
            for (error, (to_camera, to_point)) in errors.into_iter().zip(rows) {
                let (to_camera, to_point) = (SVector::from(to_camera), SVector::from(to_point));
                by_camera[o.camera].0 += to_camera * to_camera.transpose();
                by_camera[o.camera].1 -= error * to_camera;
                by_point[o.point].0 += to_point * to_point.transpose();
                by_point[o.point].1 -= error * to_point;
                both += to_camera * to_point.transpose();
            }
            by_point[o.point].2.push((o.camera, both));
        }
        let mut matrix = DMatrix::<f64>::zeros(6 * cameras, 6 * cameras);
        let mut target = DVector::<f64>::zeros(6 * cameras);
        for (i, (square, downhill)) in by_camera.iter().enumerate() {
            let damped = square + damping * SMatrix::from_diagonal(&square.diagonal());
            matrix.fixed_view_mut::<6, 6>(6 * i, 6 * i).copy_from(&damped);
            target.fixed_rows_mut::<6>(6 * i).copy_from(downhill);
        }
        let mut inverses = Vec::with_capacity(self.points.len());
        for (square, downhill, seen_by) in &by_point {
            let inverse = (square + damping * Matrix3::from_diagonal(&square.diagonal())).try_inverse()?;
            for (i, to_i) in seen_by {
                let through = to_i * inverse;
                let mut rows = target.fixed_rows_mut::<6>(6 * i);
                rows -= through * downhill;
                for (j, to_j) in seen_by {
                    let mut place = matrix.fixed_view_mut::<6, 6>(6 * i, 6 * j);
                    place -= through * to_j.transpose();
                }
            }
            inverses.push(inverse);
        }
        let moves = matrix.cholesky()?.solve(&target);
        let mut next = self.clone();
        for (i, camera) in next.cameras.iter_mut().enumerate() {
            *camera = (SVector::from(*camera) + moves.fixed_rows::<6>(6 * i)).into();
        }
        for ((point, inverse), (_, downhill, seen_by)) in next.points.iter_mut().zip(inverses).zip(&by_point) {
            let of_cameras: SVector<f64, 3> =
                seen_by.iter().map(|(i, to)| to.transpose() * moves.fixed_rows::<6>(6 * i)).sum();
            *point = (SVector::from(*point) + inverse * (downhill - of_cameras)).into();
        }
        Some(next)
    }
}

fn bundle_adjustment() {
    const NOISE: f64 = 0.5;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut about = |size: f64| random.random_range(-size..size);
    // Cameras on an arc around the points, all looking at their middle.
    let truth = Scene {
        cameras: (0..10)
            .map(|i| 0.16 * f64::from(i) - 0.72)
            .map(|turn: f64| [0.0, turn, 0.0, 6.0 * turn.sin(), about(0.5), -6.0 * turn.cos()])
            .collect(),
        points: (0..200).map(|_| [about(1.0), about(1.0), about(1.0)]).collect(),
    };
    let pairs = (0..truth.cameras.len()).flat_map(|camera| (0..truth.points.len()).map(move |point| (camera, point)));
    let observations: Vec<_> = pairs
        .map(|(camera, point)| {
            let seen = miss(&truth.cameras[camera], &truth.points[point], &[0.0; 2]).map(|at| at + about(NOISE));
            Observation { camera, point, seen }
        })
        .collect();
    let mut scene = truth.clone();
    scene.cameras.iter_mut().flatten().for_each(|x| *x += about(0.05));
    scene.points.iter_mut().flatten().for_each(|x| *x += about(0.2));

    let (mut cost, mut damping) = (scene.cost(&observations), 1e-3);
    let errors: u16 = 2 * 10 * 200;
    let pixels = |cost: f64| (2.0 * cost / f64::from(errors)).sqrt();
    println!("bundle adjustment, {} numbers, {errors} errors:", 6 * 10 + 3 * 200);
    println!("  at first {:.3} pixels", pixels(cost));
    for step in 1..=30 {
        let next = scene.stepped(&observations, damping).filter(|next| next.cost(&observations) < cost);
        let Some(next) = next else {
            damping *= 10.0;
            continue;
        };
        let gain = 1.0 - next.cost(&observations) / cost;
        (cost, scene, damping) = (next.cost(&observations), next, damping / 5.0);
        println!("  step {step}: {:.3} pixels", pixels(cost));
        if gain < 1e-6 {
            break;
        }
    }
    // What is left is the noise, less what 653 free numbers (all but position, rotation and size of the whole) fit of it.
    let free = 1.0 - 653.0 / f64::from(errors);
    let expected = (NOISE * NOISE / 3.0 * free).sqrt();
    println!("  the noise leaves {expected:.3} pixels");
    assert!((pixels(cost) / expected - 1.0).abs() < 0.03);
}

fn main() {
    newton();
    gauss_newton();
    bundle_adjustment();
}
