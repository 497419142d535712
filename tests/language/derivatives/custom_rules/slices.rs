//! Functions of slices and vectors with rules: the adjoint solve by a Cholesky factorisation.

use cotangent::prelude::*;

/// The solution of `A x = b`. `a` has the rows of the matrix, which is symmetric and positive definite: what is above its diagonal is not
/// read.
#[differentiable(vjp = solve_vjp, jvp = solve_jvp)]
fn solve(a: &[f64], b: &[f64]) -> Vec<f64> {
    solution(a, b)
}

fn solution(a: &[f64], b: &[f64]) -> Vec<f64> {
    let (n, mut l, mut x) = (b.len(), a.to_vec(), b.to_vec());
    for j in 0..n {
        for k in 0..j {
            for i in j..n {
                l[i * n + j] -= l[i * n + k] * l[j * n + k];
            }
        }
        let diagonal = l[j * n + j].sqrt();
        for i in j..n {
            l[i * n + j] /= diagonal;
        }
    }
    for i in 0..n {
        for k in 0..i {
            x[i] -= l[i * n + k] * x[k];
        }
        x[i] /= l[i * n + i];
    }
    for i in (0..n).rev() {
        for k in i + 1..n {
            x[i] -= l[k * n + i] * x[k];
        }
        x[i] /= l[i * n + i];
    }
    x
}

/// `b̄ = A⁻¹ x̄` and `Ā = -b̄ xᵀ`, of which an element below the diagonal stands for two.
#[differentiable]
fn solve_vjp(a: &[f64], b: &[f64], x: &Vec<f64>, x_bar: &Vec<f64>) -> (Vec<f64>, Vec<f64>) {
    let (n, b_bar) = (b.len(), solve(a, x_bar));
    let mut a_bar = vec![0.0; n * n];
    for i in 0..n {
        a_bar[i * n + i] = -b_bar[i] * x[i];
        for j in 0..i {
            a_bar[i * n + j] = -b_bar[i] * x[j] - b_bar[j] * x[i];
        }
    }
    (a_bar, b_bar)
}

/// `ẋ = A⁻¹ (ḃ - Ȧ x)`.
fn solve_jvp(a: &[f64], _: &[f64], x: &Vec<f64>, a_dot: &[f64], b_dot: &[f64]) -> Vec<f64> {
    let (n, mut right) = (x.len(), b_dot.to_vec());
    for i in 0..n {
        for j in 0..n {
            right[i] -= a_dot[i.max(j) * n + i.min(j)] * x[j];
        }
    }
    solution(a, &right)
}

const A: [f64; 9] = [4.0, 9.0, 9.0, 1.0, 3.0, 9.0, -0.5, 0.25, 2.0];
const B: [f64; 3] = [0.75, -0.25, 1.5];

#[test]
fn the_rule_is_right() {
    assert_eq!(solve::at(&A, &B).check().unwrap().compared, 12);
    solve::at(&A, &B).check_jvp().unwrap();
    solve::at(&A[..1], &B[..1]).check().unwrap();
    assert_eq!(solve::vjp(&[], &[], vec![]), (vec![], (vec![], vec![])));
}

/// The lists of the call are made of the parameters, parts of them, and constants.
#[differentiable]
fn stiffness(p: f64, b: &[f64], table: &[[f64; 3]; 2]) -> f64 {
    let mut a = vec![0.0; 9];
    for i in 0..3 {
        a[i * 4] = p + 3.0 + b[i] * b[i];
    }
    a[3] = p.sin();
    let x = solve(&a, b);
    let y = solve(&a, &table[1]);
    let z = solve(&A, &[p, b[0], 1.0]);
    let first = solve(&a[..1], &b[1..2]);
    x[0] * y[1] + x[2].sin() * z[0] + first[0] * y[2]
}

/// The sum of what is given, many times into the same places.
#[differentiable]
fn often(a: &mut [f64], b: &[f64], p: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..2 {
        let x = solve(a, b);
        a[0] += p * x[i] * x[i];
        sum += x[0] * x[1];
        if sum > 10.0 {
            return sum;
        }
    }
    sum + a[0]
}

#[differentiable]
fn often_of(a: &[f64], b: &[f64], p: f64) -> f64 {
    let mut a = a.to_vec();
    often(&mut a, b, p) * a[4]
}

#[test]
fn calls_in_all_modes() {
    let table = [[0.25, 0.5, 1.0], [-0.75, 0.5, 2.0]];
    let at = || stiffness::at(0.75, &B, &table);
    at().check().unwrap();
    at().check_jvp().unwrap();
    at().check_hvp().unwrap();
    often::at(&mut A.clone(), &B, 0.75).check().unwrap();
    often_of::at(&A, &B, 0.75).check().unwrap();
    both_modes!(often_of(&A, &B, 0.75));
}

#[differentiable]
fn of_a_constant_list(p: f64, #[constant] b: &[f64]) -> f64 {
    let x = solve(&[3.0 + p, 9.0, p * p, 2.0], b);
    x[0] * x[1]
}

#[test]
fn a_constant_list_has_the_tangent_zero() {
    let at = || of_a_constant_list::at(0.75, &B[..2]);
    at().check().unwrap();
    at().check_hvp().unwrap();
}

/// The parameter is the `Vec` itself, of structs.
#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Spring {
    stiffness: f64,
    length: f64,
}

#[differentiable(vjp = energy_vjp, jvp = energy_jvp)]
fn energy(springs: &[Spring], x: &Vec<f64>, scale: f64) -> f64 {
    scale
        * springs
            .iter()
            .zip(x)
            .map(|(spring, x)| spring.stiffness * (x - spring.length) * (x - spring.length))
            .sum::<f64>()
}

fn energy_vjp(springs: &[Spring], x: &Vec<f64>, scale: f64, y: &f64, bar: &f64) -> (Vec<SpringTangent>, Vec<f64>, f64) {
    let of_one = |(spring, x): (&Spring, &f64)| {
        let (by, long) = (bar * scale, x - spring.length);
        let of_x = 2.0 * by * spring.stiffness * long;
        (SpringTangent { stiffness: by * long * long, length: -of_x }, of_x)
    };
    let (springs, x) = springs.iter().zip(x).map(of_one).unzip();
    (springs, x, bar * y / scale)
}

#[rustfmt::skip]
fn energy_jvp(
    springs: &[Spring], x: &Vec<f64>, scale: f64, y: &f64, springs_dot: &[SpringTangent], x_dot: &Vec<f64>, scale_dot: &f64,
) -> f64 {
    let (of_springs, of_x, _) = energy_vjp(springs, x, scale, y, &1.0);
    let from_springs = of_springs.iter().zip(springs_dot).map(|(bar, dot)| bar.stiffness * dot.stiffness + bar.length * dot.length);
    from_springs.sum::<f64>() + of_x.iter().zip(x_dot).map(|(bar, dot)| bar * dot).sum::<f64>() + y / scale * scale_dot
}

#[differentiable]
fn of_springs(p: f64, #[constant] x: &Vec<f64>) -> f64 {
    energy(&[Spring { stiffness: p, length: 0.5 }, Spring { stiffness: 2.0, length: p * p }], x, 3.0)
}

#[test]
fn lists_of_structs_and_vectors() {
    let springs = [Spring { stiffness: 2.0, length: 0.5 }, Spring { stiffness: 3.0, length: 1.25 }];
    energy::at(&springs, &vec![0.75, 1.0], 0.5).check().unwrap();
    energy::at(&springs, &vec![0.75, 1.0], 0.5).check_jvp().unwrap();
    of_springs::at(0.75, &vec![0.75, 1.0]).check().unwrap();
    of_springs::at(0.75, &vec![0.75, 1.0]).check_jvp().unwrap();
}

#[differentiable(vjp = short_vjp)]
fn short(x: &[f64]) -> f64 {
    x[0]
}

fn short_vjp(_: &[f64], _: &f64, bar: &f64) -> Vec<f64> {
    vec![*bar]
}

#[test]
#[should_panic(expected = "the cotangent by `short_vjp` of `x` has 1 elements, `x` has 2")]
fn cotangents_that_are_missing_are_named() {
    short::grad(&[1.0, 2.0]);
}

/// What goes with `forward` is kept in place of the value.
#[differentiable(forward = norm_forward, vjp = norm_vjp)]
fn norm(x: &[f64]) -> f64 {
    norm_forward(x).0
}

fn norm_forward(x: &[f64]) -> (f64, Vec<f64>) {
    let norm = x.iter().map(|x| x * x).sum::<f64>().sqrt();
    (norm, x.iter().map(|x| x / norm).collect())
}

fn norm_vjp(direction: &Vec<f64>, bar: &f64) -> Vec<f64> {
    direction.iter().map(|x| x * bar).collect()
}

#[differentiable]
fn of_norms(x: &[f64], scale: f64) -> f64 {
    let scaled: Vec<f64> = x.iter().map(|x| x * scale).collect();
    norm(&scaled) * norm(&x[1..])
}

#[test]
fn a_residual_may_be_a_list() {
    norm::at(&B).check().unwrap();
    of_norms::at(&B, 0.75).check().unwrap();
}
