//! Bundle adjustment: cameras and points from where the points are seen.
//!
//! The problem is in the format of "Bundle Adjustment in the Large" (Agarwal et al. 2010): nine numbers for each camera (rotation vector,
//! translation, focal length, two of distortion), three for each point. Levenberg and Marquardt, with a Jacobian of each observation by
//! reverse mode. Lesson 10 eliminates the points first, which large problems need.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;

use cotangent::prelude::*;
use nalgebra::{DMatrix, DVector, Point3, Rotation3, SVector, Vector2, Vector3};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::picture::{Series, draw};

type Camera = SVector<f64, 9>;

/// Where a camera sees a point, less where it was seen. The camera looks along its negative z axis.
#[differentiable]
fn miss(camera: &Camera, point: &Point3<f64>, #[constant] seen: &Vector2<f64>) -> Vector2<f64> {
    let turn = Rotation3::new(Vector3::new(camera[0], camera[1], camera[2]));
    let p = turn * point + Vector3::new(camera[3], camera[4], camera[5]);
    let flat = Vector2::new(-p.x / p.z, -p.y / p.z);
    let r2 = flat.norm_squared();
    flat * (camera[6] * (1.0 + camera[7] * r2 + camera[8] * r2 * r2)) - seen
}

struct Observation {
    camera: usize,
    point: usize,
    seen: Vector2<f64>,
}

struct Scene {
    cameras: Vec<Camera>,
    points: Vec<Point3<f64>>,
    observations: Vec<Observation>,
}

/// The file of a scene with noise, in what was seen and in where the search starts.
fn written(noise: f64) -> Result<String, std::fmt::Error> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut about = |size: f64| random.random_range(-size..size);
    let cameras: Vec<_> = (0..6)
        .map(|i| 0.3 * f64::from(i) - 0.75)
        .map(|turn: f64| Camera::from([0.0, turn, 0.0, 0.0, about(0.2), -5.0, 500.0, -0.05, 0.01]))
        .collect();
    let points: Vec<_> = (0..40).map(|_| Point3::new(about(1.0), about(1.0), about(1.0))).collect();
    let mut file = String::new();
    writeln!(file, "{} {} {}", cameras.len(), points.len(), cameras.len() * points.len())?;
    for (i, camera) in cameras.iter().enumerate() {
        for (j, point) in points.iter().enumerate() {
            let seen = miss(camera, point, &Vector2::zeros());
            writeln!(file, "{i} {j} {} {}", seen.x + about(noise), seen.y + about(noise))?;
        }
    }
    let off = Camera::from([0.03, 0.03, 0.03, 0.1, 0.1, 0.1, 20.0, 0.02, 0.005]);
    for x in cameras.iter().flat_map(|camera| camera.iter().zip(&off)) {
        writeln!(file, "{}", x.0 + about(*x.1))?;
    }
    for x in points.iter().flat_map(|point| point.iter()) {
        writeln!(file, "{}", x + about(0.1))?;
    }
    Ok(file)
}

fn read(file: &str) -> Result<Scene, Box<dyn Error>> {
    let mut numbers = file.split_whitespace().map(str::parse::<f64>);
    let mut next = || numbers.next().ok_or("the file ends early")?.map_err(Box::<dyn Error>::from);
    let [cameras, points, observations] = [next()? as usize, next()? as usize, next()? as usize];
    let mut scene = Scene { cameras: Vec::new(), points: Vec::new(), observations: Vec::new() };
    for _ in 0..observations {
        let (camera, point) = (next()? as usize, next()? as usize);
        scene.observations.push(Observation { camera, point, seen: Vector2::new(next()?, next()?) });
    }
    for _ in 0..cameras {
        let mut camera = Camera::zeros();
        for x in &mut camera {
            *x = next()?;
        }
        scene.cameras.push(camera);
    }
    for _ in 0..points {
        scene.points.push(Point3::new(next()?, next()?, next()?));
    }
    Ok(scene)
}

impl Scene {
    fn misses(&self) -> Vec<Vector2<f64>> {
        self.observations.iter().map(|o| miss(&self.cameras[o.camera], &self.points[o.point], &o.seen)).collect()
    }

    /// Pixels, in the mean of the squares.
    fn error(&self) -> f64 {
        let misses = self.misses();
        (misses.iter().map(Vector2::norm_squared).sum::<f64>() / (2.0 * misses.len() as f64)).sqrt()
    }

    /// `JᵀJ` and `-Jᵀe`, of all cameras and then of all points.
    fn normal_equations(&self) -> (DMatrix<f64>, DVector<f64>) {
        let first_point = 9 * self.cameras.len();
        let n = first_point + 3 * self.points.len();
        let (mut matrix, mut target) = (DMatrix::zeros(n, n), DVector::zeros(n));
        for o in &self.observations {
            let (camera, point) = (9 * o.camera, first_point + 3 * o.point);
            let (miss, rows) = miss::at(&self.cameras[o.camera], &self.points[o.point], &o.seen).jacobian_rev();
            for (miss, (by_camera, by_point)) in miss.iter().zip(&rows) {
                let parts = [(camera, by_camera.as_slice()), (point, by_point.coords.as_slice())];
                for (at, row) in parts {
                    for (i, x) in row.iter().enumerate() {
                        target[at + i] -= x * miss;
                        for (other, column) in parts {
                            column.iter().enumerate().for_each(|(j, y)| matrix[(at + i, other + j)] += x * y);
                        }
                    }
                }
            }
        }
        (matrix, target)
    }

    /// Moves everything by a step, which begins with the cameras.
    fn step(&mut self, step: &DVector<f64>, sign: f64) {
        let first_point = 9 * self.cameras.len();
        for (i, camera) in self.cameras.iter_mut().enumerate() {
            *camera += step.fixed_rows::<9>(9 * i) * sign;
        }
        for (i, point) in self.points.iter_mut().enumerate() {
            *point += step.fixed_rows::<3>(first_point + 3 * i) * sign;
        }
    }

    /// A step of Levenberg and Marquardt, which is taken back if it does not help.
    fn improve(&mut self, damping: &mut f64) {
        let (error, (mut matrix, target)) = (self.error(), self.normal_equations());
        for i in 0..matrix.nrows() {
            matrix[(i, i)] *= 1.0 + *damping;
        }
        let step = matrix.cholesky().expect("it is damped").solve(&target);
        self.step(&step, 1.0);
        if self.error() < error {
            *damping *= 0.2;
        } else {
            self.step(&step, -1.0);
            *damping *= 10.0;
        }
    }
}

pub fn adjust(folder: &Path) -> Result<(), Box<dyn Error>> {
    const NOISE: f64 = 0.5;
    let mut scene = read(&written(NOISE)?)?;
    miss::at(&scene.cameras[0], &scene.points[0], &scene.observations[0].seen).check_jvp()?;
    let dots = |misses: Vec<Vector2<f64>>| misses.into_iter().map(|miss| (miss.x, miss.y));
    let first = Series::dots("at first", dots(scene.misses()));
    let (before, mut damping) = (scene.error(), 1e-3);
    for _ in 0..30 {
        scene.improve(&mut damping);
    }
    // What is left is the noise, less what the free numbers fit of it: all but position, rotation and size of the whole.
    let errors = 2.0 * scene.observations.len() as f64;
    let free = (9 * scene.cameras.len() + 3 * scene.points.len()) as f64 - 7.0;
    let expected = (NOISE * NOISE / 3.0 * (1.0 - free / errors)).sqrt();
    let (cameras, points, error) = (scene.cameras.len(), scene.points.len(), scene.error());
    println!(
        "bundle adjustment, {cameras} cameras, {points} points: {before:.1} pixels, then {error:.3}; the noise leaves {expected:.3}"
    );
    assert!((error / expected - 1.0).abs() < 0.1);
    let series = [first, Series::dots("adjusted", dots(scene.misses()))];
    draw(
        &folder.join("bundle.svg"),
        "Where points are seen, less where they should be",
        ["x [pixel]", "y [pixel]"],
        &series,
    )
}
