//! Sparse Jacobians and Hessians, against those with all entries.

use cotangent::functions::sparse::{Coloring, Sparsity};
use cotangent::prelude::*;

#[derive(Differentiable, Clone, Debug)]
struct Rod {
    stiffness: Vec<f64>,
    mass: f64,
}

/// Forces between neighbours on a line: an entry depends on three positions, two springs and the mass.
#[differentiable]
fn forces(rod: &Rod, at: &[f64]) -> Vec<f64> {
    let mut forces = vec![0.0; at.len()];
    for i in 0..at.len() {
        if i > 0 {
            forces[i] -= rod.stiffness[i - 1] * (at[i] - at[i - 1]).sin() / rod.mass;
        }
        if i + 1 < at.len() {
            forces[i] += rod.stiffness[i] * (at[i + 1] - at[i]).powi(3) / rod.mass;
        }
    }
    forces
}

/// The sum of `(x_i x_j - 1)²` over the edges of a graph, with few neighbours for each number.
#[differentiable]
fn energy(x: &[f64], #[constant] edges: &[(usize, usize)]) -> f64 {
    let mut sum = 0.0;
    for &(i, j) in edges {
        sum += (x[i] * x[j] - 1.0).powi(2) + x[i].sin();
    }
    sum
}

#[differentiable]
fn of_arrays(x: [f64; 3], y: f64) -> [f64; 2] {
    [x[0] * y, x[2].exp()]
}

#[differentiable]
fn constants(x: [f64; 3], y: f64) -> [f64; 2] {
    let _ = (x, y);
    [1.0, 2.0]
}

fn rod(n: usize) -> (Rod, Vec<f64>) {
    let stiffness = (1..n).map(|i| 1.0 + 0.1 * i as f64).collect();
    (Rod { stiffness, mass: 1.5 }, (0..n).map(|i| (0.7 * i as f64).cos()).collect())
}

/// The entries of the pattern are those of the whole matrix, to the last bit, and all others are zero.
fn compare(coloring: &Coloring, found: &[f64], whole: &[Vec<f64>]) {
    let sparsity = coloring.sparsity();
    assert_eq!((whole.len(), found.len()), (sparsity.rows(), sparsity.entries().count()));
    let mut others = whole.to_vec();
    for ((row, column), entry) in sparsity.entries().zip(found) {
        assert_eq!(*entry, whole[row][column], "({row}, {column})");
        others[row][column] = 0.0;
    }
    assert!(others.iter().flatten().all(|entry| *entry == 0.0));
}

#[test]
fn the_jacobian_of_a_line() {
    for n in [1, 2, 3, 9, 40] {
        let (rod, at) = rod(n);
        let place = |i: usize| n + i;
        let entries = (0..n).flat_map(|i| {
            let springs = [i.checked_sub(1), (i + 1 < n).then_some(i)].into_iter().flatten();
            let places = (i.saturating_sub(1)..(i + 2).min(n)).map(place);
            // In any order, and twice.
            places.chain(springs).chain([n - 1, n - 1]).map(move |column| (i, column)).collect::<Vec<_>>()
        });
        let coloring = Coloring::new(Sparsity::new(n, 2 * n, entries));
        let (value, found) = forces::at(&rod, &at).sparse_jacobian(&coloring);
        let (_, (by_rod, by_place)) = forces::at(&rod, &at).jacobian_fwd();
        let columns: Vec<_> = by_rod.stiffness.into_iter().chain([by_rod.mass]).chain(by_place).collect();
        let whole: Vec<Vec<f64>> = (0..n).map(|i| columns.iter().map(|column| column[i]).collect()).collect();
        assert_eq!(value, forces(&rod, &at));
        compare(&coloring, &found, &whole);
        // Three places, two springs, the mass.
        assert!(coloring.colors() <= 6, "{n}: {}", coloring.colors());
    }
}

#[test]
fn the_hessian_of_a_graph() {
    let n = 30;
    let edges: Vec<(usize, usize)> = (0..n).flat_map(|i| [(i, (i + 1) % n), (i, (i * 7 + 3) % n)]).collect();
    let entries = edges.iter().flat_map(|&(i, j)| [(i, j), (j, i), (i, i), (j, j)]);
    let coloring = Coloring::new(Sparsity::new(n, n, entries));
    assert!(coloring.colors() < n, "{}", coloring.colors());
    let x: Vec<f64> = (0..n).map(|i| 0.5 + (i as f64).sin()).collect();
    let (value, gradient, found) = energy::at(&x, &edges).sparse_hessian(&coloring);
    let (expected, gradient_alone) = energy::value_and_grad(&x, &edges);
    assert_eq!(value, expected);
    assert!(gradient.iter().zip(gradient_alone).all(|(a, b)| (a - b).abs() <= 1e-14 * b.abs().max(1.0)));
    compare(&coloring, &found, &energy::at(&x, &edges).hessian());
}

#[test]
fn rows_and_columns_may_be_empty() {
    let coloring = Coloring::new(Sparsity::new(2, 4, [(1, 2), (0, 3), (0, 0)]));
    assert_eq!(of_arrays::at([2.0, 3.0, 0.0], 5.0).sparse_jacobian(&coloring), ([10.0, 1.0], vec![5.0, 2.0, 1.0]));
    let nothing = Coloring::new(Sparsity::new(2, 4, []));
    assert_eq!(constants::at([2.0, 3.0, 0.0], 5.0).sparse_jacobian(&nothing), ([1.0, 2.0], vec![]));
    assert_eq!(energy::at(&[], &[]).sparse_hessian(&Coloring::new(Sparsity::new(0, 0, []))), (0.0, vec![], vec![]));
}

#[test]
#[should_panic = "the pattern has 3 columns, and the parameters consist of 4 numbers"]
fn a_pattern_of_other_parameters_is_refused() {
    let _ = of_arrays::at([2.0, 3.0, 0.0], 5.0).sparse_jacobian(&Coloring::new(Sparsity::new(2, 3, [])));
}

#[test]
#[should_panic = "the pattern has 5 rows, and the result consists of 2 numbers"]
fn a_pattern_of_another_result_is_refused() {
    let _ = of_arrays::at([2.0, 3.0, 0.0], 5.0).sparse_jacobian(&Coloring::new(Sparsity::new(5, 4, [(4, 1)])));
}

#[test]
#[should_panic = "the entry (2, 0) is not one of a matrix of 2 rows and 4 columns"]
fn an_entry_outside_is_refused() {
    let _ = Sparsity::new(2, 4, [(2, 0)]);
}

#[test]
#[should_panic = "the pattern lacks an entry in row 1, whose derivative is 1"]
fn an_entry_that_the_pattern_lacks_is_refused() {
    let _ = of_arrays::at([2.0, 3.0, 0.0], 5.0).sparse_jacobian(&Coloring::new(Sparsity::new(2, 4, [(0, 3), (0, 0)])));
}
