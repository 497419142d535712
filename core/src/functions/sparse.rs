//! Sparse Jacobians and Hessians: several columns in one pass.
//!
//! Columns without a common row can share a pass: each number of the result is then the entry of one of them. A
//! [`Coloring`] gives columns that share a pass the same color. A tridiagonal Jacobian takes three passes, however large
//! it is.
//!
//! Rows are the numbers of the result, columns the numbers of all differentiable parameters, in the order of their
//! [`Leaves`]. A Hessian has a row and a column for each number of the parameters.
//!
//! ```
//! use cotangent::functions::sparse::{Coloring, Sparsity};
//! use cotangent::prelude::*;
//!
//! /// Burgers' equation on a line.
//! #[differentiable]
//! fn rates(u: &[f64], viscosity: f64) -> Vec<f64> {
//!     let mut rates = vec![0.0; u.len()];
//!     for i in 1..u.len() - 1 {
//!         rates[i] = viscosity * (u[i - 1] - 2.0 * u[i] + u[i + 1]) - 0.5 * u[i] * (u[i + 1] - u[i - 1]);
//!     }
//!     rates
//! }
//!
//! let u: Vec<f64> = (0..100).map(|i| (0.1 * f64::from(i)).sin()).collect();
//! // Row `i` has entries in columns `i - 1` to `i + 1`, and in that of the viscosity, which is the last.
//! let entries = (1..99).flat_map(|i| [i - 1, i, i + 1, 100].map(|column| (i, column)));
//! let coloring = Coloring::new(Sparsity::new(100, 101, entries));
//! assert_eq!(coloring.colors(), 4);
//!
//! let (value, jacobian) = rates::at(&u, 0.1).sparse_jacobian(&coloring);
//! assert_eq!(value, rates(&u, 0.1));
//! for ((row, column), entry) in coloring.sparsity().entries().zip(&jacobian) {
//!     if column == row {
//!         assert_eq!(*entry, -0.2 - 0.5 * (u[row + 1] - u[row - 1]));
//!     }
//! }
//! ```

use alloc::vec;
use alloc::vec::Vec;

use super::{At, Function, PerhapsScalar, PureForwardFunction, PureFunction, SecondOrderFunction, TangentsAt};
use crate::differentiable::{Ct, Differentiable};
use crate::leaves::Leaves;
use crate::leaves::flat::{read, write};
use crate::tape::{UNBOUNDED, on_growing_tape};

/// Which entries of a Jacobian or of a Hessian may be other than zero, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sparsity {
    columns: usize,
    /// Where the entries of each row begin, and where the last end.
    starts: Vec<usize>,
    /// The column of each entry.
    column_of: Vec<usize>,
}

impl Sparsity {
    /// The entries, `(row, column)`, of a matrix of so many rows and columns, in any order. Each counts once.
    ///
    /// # Panics
    /// If an entry lies outside of the matrix.
    #[must_use]
    pub fn new(rows: usize, columns: usize, entries: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut of_rows = vec![Vec::new(); rows];
        for (row, column) in entries {
            assert!(
                row < rows && column < columns,
                "the entry ({row}, {column}) is not one of a matrix of {rows} rows and {columns} columns"
            );
            of_rows[row].push(column);
        }
        let (mut starts, mut column_of) = (vec![0], Vec::new());
        for mut row in of_rows {
            row.sort_unstable();
            row.dedup();
            column_of.extend(row);
            starts.push(column_of.len());
        }
        Self { columns, starts, column_of }
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many columns there are.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The entries, `(row, column)`, row by row and in ascending order: the order of the values of a sparse Jacobian.
    pub fn entries(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.rows()).flat_map(|row| self.row(row).iter().map(move |column| (row, *column)))
    }

    /// The columns of the entries of a row.
    fn row(&self, row: usize) -> &[usize] {
        &self.column_of[self.starts[row]..self.starts[row + 1]]
    }

    /// The rows of the entries of each column.
    fn rows_of_columns(&self) -> Vec<Vec<usize>> {
        let mut rows = vec![Vec::new(); self.columns];
        self.entries().for_each(|(row, column)| rows[column].push(row));
        rows
    }
}

/// A color for each column, such that columns of one color have no row in common. Make it once for each pattern.
///
/// A greedy coloring, the columns with the most entries first (Curtis, Powell and Reid 1974; Coleman and Moré 1983).
#[derive(Clone, Debug)]
pub struct Coloring {
    sparsity: Sparsity,
    color_of: Vec<usize>,
    colors: usize,
}

impl Coloring {
    /// Colors the columns.
    #[must_use]
    pub fn new(sparsity: Sparsity) -> Self {
        let rows_of = sparsity.rows_of_columns();
        let mut order: Vec<usize> = (0..sparsity.columns).collect();
        order.sort_by_key(|&column| core::cmp::Reverse(rows_of[column].len()));
        // No color.
        let mut color_of = vec![usize::MAX; sparsity.columns];
        // The last column that may not have a color.
        let mut taken_for = vec![usize::MAX; sparsity.columns + 1];
        let mut colors = 0;
        for column in order {
            for neighbour in rows_of[column].iter().flat_map(|&row| sparsity.row(row)) {
                if let Some(taken) = taken_for.get_mut(color_of[*neighbour]) {
                    *taken = column;
                }
            }
            let color = taken_for.iter().position(|&taken_for| taken_for != column).unwrap_or(colors);
            color_of[column] = color;
            colors = colors.max(color + 1);
        }
        Self { sparsity, color_of, colors }
    }

    /// How many colors there are: the number of tangents that a Jacobian or a Hessian takes.
    #[must_use]
    pub fn colors(&self) -> usize {
        self.colors
    }

    /// The pattern.
    #[must_use]
    pub fn sparsity(&self) -> &Sparsity {
        &self.sparsity
    }

    /// One in the columns of a color, zero elsewhere.
    fn direction(&self, color: usize) -> Vec<f64> {
        self.color_of.iter().map(|&of| if of == color { 1.0 } else { 0.0 }).collect()
    }

    /// Puts the entries of the columns of a color, which `product` sums row by row, in their places.
    ///
    /// # Panics
    /// If a row without such an entry is not zero: the pattern lacks one.
    #[track_caller]
    fn take(&self, color: usize, product: &[f64], values: &mut [f64]) {
        let mut values = values.iter_mut();
        for (row, sum) in product.iter().enumerate() {
            let mut is_covered = false;
            for (column, value) in self.sparsity.row(row).iter().zip(&mut values) {
                if self.color_of[*column] == color {
                    (*value, is_covered) = (*sum, true);
                }
            }
            assert!(is_covered || *sum == 0.0, "the pattern lacks an entry in row {row}, whose derivative is {sum}");
        }
    }

    #[track_caller]
    fn fits_columns(&self, numbers: usize) {
        let columns = self.sparsity.columns;
        assert!(
            columns == numbers,
            "the pattern has {columns} columns, and the parameters consist of {numbers} numbers"
        );
    }

    #[track_caller]
    fn fits_rows(&self, of: &str, numbers: usize) {
        let rows = self.sparsity.rows();
        assert!(rows == numbers, "the pattern has {rows} rows, and the {of} consists of {numbers} numbers");
    }
}

/// Tangents with these numbers.
fn tangents<F: PureFunction<A, Y>, A, Y: Differentiable>(arguments: &A, numbers: &[f64]) -> F::Gradient
where
    F::Gradient: Leaves,
{
    let mut tangents = F::zero(arguments);
    write(&mut tangents, numbers);
    tangents
}

/// These calls need feature `alloc`.
impl<F: Function<A, Y>, A, Y: Differentiable> At<F, A, Y> {
    /// The value, and the entries of the Jacobian in the order of [`Sparsity::entries`]. Each pass of forward mode
    /// computes the columns of eight colors.
    ///
    /// The pattern must have every entry that may be other than zero. One that it lacks is a panic if the color of its
    /// column has no entry in the row, otherwise it is added to that entry.
    ///
    /// # Panics
    /// If the pattern does not have a row for each number of the result and a column for each number of the parameters,
    /// or lacks an entry.
    #[track_caller]
    pub fn sparse_jacobian(self, coloring: &Coloring) -> (Y, Vec<f64>)
    where
        F: PureForwardFunction<A, Y>
            + for<'c> Function<A, Y, Tangents<'c>: TangentsAt<<F as Function<A, Y>>::Cotangents<'c>>>,
        F::Gradient: Leaves,
        Ct<Y>: Leaves,
    {
        const LANES: usize = 8;
        let mut values = vec![0.0; coloring.sparsity.column_of.len()];
        coloring.fits_columns(F::zero(&self.arguments).parameter_count());
        let mut value = None;
        for first in (0..coloring.colors.max(1)).step_by(LANES) {
            // Past the last color the tangent is zero.
            let mut given: [F::Gradient; LANES] =
                core::array::from_fn(|lane| tangents::<F, A, Y>(&self.arguments, &coloring.direction(first + lane)));
            let given = given.each_mut().map(|given| TangentsAt::at(F::places(given)));
            let (y, products) = F::tangents(&self.arguments, given);
            for (lane, product) in products.iter().enumerate() {
                let product = read(product);
                coloring.fits_rows("result", product.len());
                coloring.take(first + lane, &product, &mut values);
            }
            value = Some(y);
        }
        let Some(value) = value else { unreachable!("there is at least one pass") };
        (value, values)
    }

    /// The value, the gradient, and the entries of the Hessian in the order of [`Sparsity::entries`]: a forward and a
    /// reverse sweep for each color.
    ///
    /// The pattern must have every entry that may be other than zero, both `(i, j)` and `(j, i)`; see
    /// [`sparse_jacobian`](Self::sparse_jacobian).
    ///
    /// ```
    /// use cotangent::functions::sparse::{Coloring, Sparsity};
    /// use cotangent::prelude::*;
    ///
    /// #[differentiable]
    /// fn chain(x: &[f64]) -> f64 {
    ///     x.windows(2).map(|w| (w[1] - w[0] * w[0]).powi(2)).sum()
    /// }
    ///
    /// let n = 50;
    /// let neighbours = (0..n).flat_map(|i| (i.max(1) - 1..(i + 2).min(n)).map(move |j| (i, j)));
    /// let coloring = Coloring::new(Sparsity::new(n, n, neighbours));
    /// let (_, _, hessian) = chain::at(&[0.5; 50]).sparse_hessian(&coloring);
    /// // d²/dx₀² of (x₁ - x₀²)², and the derivative of that by x₁
    /// assert_eq!((coloring.colors(), &hessian[..2]), (3, &[1.0, -2.0][..]));
    /// ```
    ///
    /// # Panics
    /// If the pattern does not have a row and a column for each number of the parameters, or lacks an entry.
    #[track_caller]
    pub fn sparse_hessian(self, coloring: &Coloring) -> (Y, F::Gradient, Vec<f64>)
    where
        A: Clone,
        F: SecondOrderFunction<A, Y> + PureFunction<A, Y>,
        F: for<'c> Function<A, Y, Tangents<'c>: TangentsAt<<F as Function<A, Y>>::Cotangents<'c>>>,
        F::Gradient: Leaves,
        Y: PerhapsScalar<'static>,
    {
        let mut values = vec![0.0; coloring.sparsity.column_of.len()];
        let numbers = F::zero(&self.arguments).parameter_count();
        coloring.fits_columns(numbers);
        coloring.fits_rows("gradient", numbers);
        let mut found = None;
        for color in 0..coloring.colors.max(1) {
            let mut along = tangents::<F, A, Y>(&self.arguments, &coloring.direction(color));
            let along = TangentsAt::at(F::places(&mut along));
            let at = self.clone();
            let (value, gradient, product) =
                on_growing_tape::<{ UNBOUNDED }, _>(|tape| at.on(tape).value_grad_and_hvp(along));
            coloring.take(color, &read(&product), &mut values);
            found = Some((value, gradient));
        }
        let Some((value, gradient)) = found else { unreachable!("there is at least one pass") };
        (value, gradient, values)
    }
}
