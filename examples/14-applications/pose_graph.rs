//! A pose graph: where a robot was, from how each pose was seen from others.
//!
//! The graph is in the format of g2o (Kümmerle et al. 2011), and its solution is known: the measurements are exact, and the start has the
//! drift of an odometer. Gauss-Newton on SE(3): the Jacobian by components becomes one in the local frame, `to_local`, and a step is a
//! `retract`.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;

use cotangent::nalgebra::Manifold;
use cotangent::prelude::*;
use nalgebra::{DMatrix, DVector, Isometry3, Matrix6, Quaternion, Translation3, UnitQuaternion, Vector3, Vector6};

use crate::picture::{Series, draw};

/// What pose `to` was, seen from pose `from`, and how much that counts.
struct Edge {
    from: usize,
    to: usize,
    seen: Isometry3<f64>,
    information: Matrix6<f64>,
}

struct Graph {
    poses: Vec<Isometry3<f64>>,
    edges: Vec<Edge>,
}

/// How far two poses are from what was seen.
#[differentiable]
fn miss(a: &Isometry3<f64>, b: &Isometry3<f64>, #[constant] seen: &Isometry3<f64>) -> Vector6<f64> {
    let error = seen.inverse() * a.inv_mul(b);
    let (shift, turn) = (error.translation.vector, error.rotation.scaled_axis());
    Vector6::new(shift.x, shift.y, shift.z, turn.x, turn.y, turn.z)
}

/// A spiral of two rounds, whose second round sees the first.
fn spiral(poses: usize) -> Vec<Isometry3<f64>> {
    let round = poses as f64 / 2.0;
    let pose = |i: usize| {
        let turn = std::f64::consts::TAU * i as f64 / round;
        let at = Vector3::new(5.0 * turn.cos(), 5.0 * turn.sin(), 0.8 * i as f64 / round);
        Isometry3::new(at, Vector3::new(0.1 * turn.sin(), 0.0, turn + 1.57))
    };
    (0..poses).map(pose).collect()
}

fn numbers(pose: &Isometry3<f64>) -> String {
    let (t, q) = (pose.translation.vector, pose.rotation.coords);
    format!("{} {} {} {} {} {} {}", t.x, t.y, t.z, q.x, q.y, q.z, q.w)
}

/// The file: vertices with drift, edges without errors.
fn written(truth: &[Isometry3<f64>]) -> Result<String, std::fmt::Error> {
    let mut file = String::new();
    let drift = Isometry3::new(Vector3::new(0.02, -0.01, 0.03), Vector3::new(0.004, -0.006, 0.012));
    let mut pose = truth[0];
    writeln!(file, "VERTEX_SE3:QUAT 0 {}", numbers(&pose))?;
    for (i, both) in truth.windows(2).enumerate() {
        pose = pose * both[0].inv_mul(&both[1]) * drift;
        writeln!(file, "VERTEX_SE3:QUAT {} {}", i + 1, numbers(&pose))?;
    }
    let round = truth.len() / 2;
    let steps = (1..truth.len()).map(|i| (i - 1, i));
    for (i, j) in steps.chain((round..truth.len()).map(|i| (i - round, i))) {
        // Rotations are seen ten times as well as positions.
        let information = Matrix6::from_diagonal(&Vector6::new(1.0, 1.0, 1.0, 100.0, 100.0, 100.0));
        let upper: Vec<_> = (0..6).flat_map(|r| (r..6).map(move |c| information[(r, c)].to_string())).collect();
        writeln!(file, "EDGE_SE3:QUAT {i} {j} {} {}", numbers(&truth[i].inv_mul(&truth[j])), upper.join(" "))?;
    }
    Ok(file)
}

fn read(file: &str) -> Result<Graph, Box<dyn Error>> {
    let mut graph = Graph { poses: Vec::new(), edges: Vec::new() };
    for line in file.lines() {
        let (kind, rest) = line.split_once(' ').ok_or("a line without numbers")?;
        let x = rest.split_whitespace().map(str::parse).collect::<Result<Vec<f64>, _>>()?;
        let pose = |x: &[f64]| {
            let turn = UnitQuaternion::from_quaternion(Quaternion::new(x[6], x[3], x[4], x[5]));
            Isometry3::from_parts(Translation3::new(x[0], x[1], x[2]), turn)
        };
        match kind {
            "VERTEX_SE3:QUAT" => graph.poses.push(pose(&x[1..])),
            "EDGE_SE3:QUAT" => {
                let mut information = Matrix6::zeros();
                let places = (0..6).flat_map(|r| (r..6).map(move |c| (r, c)));
                for ((r, c), value) in places.zip(&x[9..]) {
                    information[(r, c)] = *value;
                    information[(c, r)] = *value;
                }
                graph.edges.push(Edge { from: x[0] as usize, to: x[1] as usize, seen: pose(&x[2..]), information });
            }
            other => return Err(format!("a line of kind {other}").into()),
        }
    }
    Ok(graph)
}

impl Graph {
    fn cost(&self) -> f64 {
        let cost = |edge: &Edge| {
            let miss = miss(&self.poses[edge.from], &self.poses[edge.to], &edge.seen);
            miss.dot(&(edge.information * miss))
        };
        self.edges.iter().map(cost).sum()
    }

    /// A step of Gauss-Newton. The first pose stays where it is.
    fn step(&mut self) {
        let n = 6 * self.poses.len();
        let (mut matrix, mut target) = (DMatrix::zeros(n, n), DVector::zeros(n));
        for edge in &self.edges {
            let (a, b) = (&self.poses[edge.from], &self.poses[edge.to]);
            let (miss, rows) = miss::at(a, b, &edge.seen).jacobian_rev();
            let by_a = Matrix6::from_columns(&rows.map(|(by_a, _)| a.to_local(&by_a)).data.0[0]).transpose();
            let by_b = Matrix6::from_columns(&rows.map(|(_, by_b)| b.to_local(&by_b)).data.0[0]).transpose();
            for (i, by_i) in [(edge.from, by_a), (edge.to, by_b)] {
                let weighted = by_i.transpose() * edge.information;
                let mut place = target.fixed_rows_mut::<6>(6 * i);
                place -= weighted * miss;
                for (j, by_j) in [(edge.from, by_a), (edge.to, by_b)] {
                    let mut place = matrix.fixed_view_mut::<6, 6>(6 * i, 6 * j);
                    place += weighted * by_j;
                }
            }
        }
        let (free, wanted) = (matrix.view((6, 6), (n - 6, n - 6)).into_owned(), target.rows(6, n - 6).into_owned());
        let steps = free.cholesky().expect("every pose is seen from another").solve(&wanted);
        for (i, pose) in self.poses.iter_mut().enumerate().skip(1) {
            *pose = pose.retract(&steps.fixed_rows::<6>(6 * (i - 1)).into_owned());
        }
    }

    fn places(&self) -> Vec<(f64, f64)> {
        self.poses.iter().map(|pose| (pose.translation.x, pose.translation.y)).collect()
    }
}

pub fn close_loops(folder: &Path) -> Result<(), Box<dyn Error>> {
    let truth = spiral(60);
    let mut graph = read(&written(&truth)?)?;
    let drifted = graph.places();
    miss::at(&graph.poses[3], &graph.poses[40], &graph.edges[2].seen).check_jvp()?;
    print!("pose graph, {} poses, {} edges: cost {:.1}", graph.poses.len(), graph.edges.len(), graph.cost());
    for _ in 0..6 {
        graph.step();
        print!(", {:.0e}", graph.cost());
    }
    let far = |(a, b): (&Isometry3<f64>, &Isometry3<f64>)| (a.translation.vector - b.translation.vector).norm();
    let error = graph.poses.iter().zip(&truth).map(far).fold(0.0, f64::max);
    println!("; the poses are right to {error:.0e} m");
    assert!(error < 1e-9);
    let lines = [Series::line("drifted", drifted), Series::line("closed", graph.places())];
    draw(&folder.join("pose-graph.svg"), "A pose graph of two rounds", ["x [m]", "y [m]"], &lines)
}
