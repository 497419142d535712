//! Any differentiable function as a problem of the solvers of [argmin](::argmin) (feature `argmin`).
//!
//! A [`Problem`] is a function of a reference to a point, and perhaps of constant data. The solvers see the coordinates of the point, a
//! `Vec<f64>`. The point itself may be an array, a `Vec<f64>` or a slice, a tensor, a matrix of nalgebra, a struct of them.
//!
//! | function | the problem has | solvers |
//! |---|---|---|
//! | with a number as its result | [`CostFunction`], [`Gradient`] | steepest descent, conjugate gradients, BFGS, L-BFGS |
//! | the same, feature `second-order` | [`Hessian`] | Newton, Newton-CG, trust region |
//! | with any result, feature `forward-mode` | [`Operator`], [`Jacobian`] | Gauss-Newton |
//!
//! ```
//! use argmin::core::{Executor, State};
//! use argmin::solver::linesearch::MoreThuenteLineSearch;
//! use argmin::solver::quasinewton::LBFGS;
//! use cotangent::argmin::Problem;
//! use cotangent::prelude::*;
//! use nalgebra::Vector2;
//!
//! #[differentiable]
//! fn valley(at: &Vector2<f64>, #[constant] depth: f64) -> f64 {
//!     (1.0 - at.x).powi(2) + depth * (at.y - at.x * at.x).powi(2)
//! }
//!
//! let start = Vector2::new(-1.2, 1.0);
//! let problem = Problem::new(valley::at(&start, 100.0));
//! let solver = LBFGS::new(MoreThuenteLineSearch::new(), 7);
//! let solved = Executor::new(problem.clone(), solver).configure(|state| state.param(problem.start()).max_iters(100)).run()?;
//! let lowest = problem.point(solved.state().get_best_param().expect("there was a step"));
//! assert!((lowest - Vector2::new(1.0, 1.0)).norm() < 1e-6);
//! # Ok::<(), argmin::core::Error>(())
//! ```
//!
//! A solver of your own needs no [`Problem`]: see [`functions`](crate::functions). The crate `levenberg-marquardt` takes matrices of nalgebra
//! 0.34, this crate those of 0.35.

use core::marker::PhantomData;

use alloc::vec;
use alloc::vec::Vec;

use ::argmin::core::{CostFunction, Error, Gradient, Hessian, Jacobian, Operator};
use ::argmin_math::{ArgminDot, ArgminInv, ArgminTranspose};
use ::nalgebra::{DMatrix, DVector, DVectorView};

use crate::check::coordinates::tangent_of;
use crate::differentiable::{Ct, Differentiable};
use crate::functions::{At, ForwardFunction, PureFunction, SecondOrderFunction};
use crate::leaves::Leaves;
use crate::leaves::flat::{read, write};

/// A point or a result as a list of coordinates.
pub trait Point: Differentiable + Clone + 'static {
    /// The coordinates.
    fn coordinates(&self) -> Vec<f64>;
    /// A point of the same form, with other coordinates.
    #[must_use]
    fn with_coordinates(&self, coordinates: &[f64]) -> Self;
    /// The coordinates of a tangent.
    fn tangent_coordinates(tangent: &Ct<Self>) -> Vec<f64>;
    /// The tangent with these coordinates.
    fn tangent(&self, coordinates: &[f64]) -> Ct<Self>;
}

impl<X: Leaves + Differentiable<Tangent: Leaves> + Clone + 'static> Point for X {
    fn coordinates(&self) -> Vec<f64> {
        read(self)
    }
    fn with_coordinates(&self, coordinates: &[f64]) -> Self {
        let mut point = self.clone();
        write(&mut point, coordinates);
        point
    }
    fn tangent_coordinates(tangent: &Ct<Self>) -> Vec<f64> {
        read(tangent)
    }
    fn tangent(&self, coordinates: &[f64]) -> Ct<Self> {
        tangent_of(self, coordinates)
    }
}

/// A constant that a function takes beside its point: a number, an array of them, or a reference to anything.
pub trait Constant<'a>: Copy {
    /// The constant, for as long as it is borrowed.
    type Here;
    /// The constant.
    fn here(&'a self) -> Self::Here;
}

impl<'a, D: ?Sized + 'static> Constant<'a> for &D {
    type Here = &'a D;
    fn here(&'a self) -> &'a D {
        self
    }
}

macro_rules! constants {
    ($($t:ty)*) => {$(
        impl Constant<'_> for $t {
            type Here = Self;
            fn here(&self) -> Self {
                *self
            }
        }
    )*};
}
constants!(f32 f64 bool u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

impl<T: Copy + 'static, const N: usize> Constant<'_> for [T; N] {
    type Here = Self;
    fn here(&self) -> Self {
        *self
    }
}

/// The arguments of a function of a point: a reference to it, then up to three constants.
pub trait Arguments {
    /// The point.
    type Point: Point;
    /// The constants.
    type Data: Copy;
    /// The arguments at another point.
    type At<'a>;
    /// What the function takes as the tangent of the point.
    type Tangent<'a>;
    /// The point and the constants.
    fn parts(self) -> (Self::Point, Self::Data);
    /// The arguments at a point.
    fn at<'a>(point: &'a Self::Point, data: &'a Self::Data) -> Self::At<'a>;
    /// A tangent as the function takes it.
    fn tangent(tangent: &Ct<Self::Point>) -> Self::Tangent<'_>;
}

macro_rules! arguments {
    ($($k:ident $K:ident),*) => {
        impl<X: Point, $($K: for<'c> Constant<'c>),*> Arguments for (&X, $($K,)*) {
            type Point = X;
            type Data = ($($K,)*);
            type At<'a> = (&'a X, $(<$K as Constant<'a>>::Here,)*);
            type Tangent<'a> = Ct<X>;
            fn parts(self) -> (X, Self::Data) {
                let (x, $($k,)*) = self;
                (x.clone(), ($($k,)*))
            }
            fn at<'a>(point: &'a X, ($($k,)*): &'a Self::Data) -> Self::At<'a> {
                (point, $($k.here(),)*)
            }
            fn tangent(tangent: &Ct<X>) -> Ct<X> {
                tangent.clone()
            }
        }
        impl<$($K: for<'c> Constant<'c>),*> Arguments for (&[f64], $($K,)*) {
            type Point = Vec<f64>;
            type Data = ($($K,)*);
            type At<'a> = (&'a [f64], $(<$K as Constant<'a>>::Here,)*);
            type Tangent<'a> = &'a [f64];
            fn parts(self) -> (Vec<f64>, Self::Data) {
                let (x, $($k,)*) = self;
                (x.to_vec(), ($($k,)*))
            }
            fn at<'a>(point: &'a Vec<f64>, ($($k,)*): &'a Self::Data) -> Self::At<'a> {
                (point, $($k.here(),)*)
            }
            fn tangent(tangent: &Vec<f64>) -> &[f64] {
                tangent
            }
        }
    };
}
arguments!();
arguments!(k K);
arguments!(k K, l L);
arguments!(k K, l L, m M);

/// A function of a point as a problem of argmin.
pub struct Problem<F, R: Arguments, Y> {
    start: R::Point,
    data: R::Data,
    function: PhantomData<fn() -> (F, Y)>,
}

impl<F, R: Arguments, Y> Clone for Problem<F, R, Y> {
    fn clone(&self) -> Self {
        Self { start: self.start.clone(), data: self.data, function: PhantomData }
    }
}

impl<F, R: Arguments<Point: core::fmt::Debug>, Y> core::fmt::Debug for Problem<F, R, Y> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Problem").field("start", &self.start).finish_non_exhaustive()
    }
}

impl<F, R: Arguments, Y> Problem<F, R, Y> {
    /// The problem of a function, from where the search starts: `Problem::new(f::at(&start, &data))`.
    pub fn new(start: At<F, R, Y>) -> Self {
        let (start, data) = start.into_arguments().parts();
        Self { start, data, function: PhantomData }
    }

    /// The coordinates of the start.
    pub fn start(&self) -> Vec<f64> {
        self.start.coordinates()
    }

    /// The point with these coordinates.
    pub fn point(&self, coordinates: &[f64]) -> R::Point {
        self.start.with_coordinates(coordinates)
    }

    /// The derivatives by each coordinate as the columns of a matrix.
    fn columns(&self, coordinates: &[f64], derivative: impl Fn(R::At<'_>, &Ct<R::Point>) -> Vec<f64>) -> Matrix {
        let point = self.point(coordinates);
        let columns: Vec<_> = (0..coordinates.len())
            .map(|j| {
                let mut unit = vec![0.0; coordinates.len()];
                unit[j] = 1.0;
                DVector::from_vec(derivative(R::at(&point, &self.data), &point.tangent(&unit)))
            })
            .collect();
        Matrix(DMatrix::from_columns(&columns))
    }
}

impl<F, R: Arguments> CostFunction for Problem<F, R, f64>
where
    F: for<'a> PureFunction<R::At<'a>, f64>,
{
    type Param = Vec<f64>;
    type Output = f64;
    fn cost(&self, coordinates: &Vec<f64>) -> Result<f64, Error> {
        Ok(F::at(R::at(&self.point(coordinates), &self.data)).value())
    }
}

impl<F, R: Arguments> Gradient for Problem<F, R, f64>
where
    F: for<'a> PureFunction<R::At<'a>, f64, Gradient = Ct<R::Point>>,
{
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;
    fn gradient(&self, coordinates: &Vec<f64>) -> Result<Vec<f64>, Error> {
        Ok(R::Point::tangent_coordinates(&F::at(R::at(&self.point(coordinates), &self.data)).grad()))
    }
}

impl<F, R: Arguments> Hessian for Problem<F, R, f64>
where
    F: for<'a, 't> SecondOrderFunction<R::At<'a>, f64, Tangents<'t> = R::Tangent<'t>>,
    F: for<'a> PureFunction<R::At<'a>, f64, Gradient = Ct<R::Point>>,
{
    type Param = Vec<f64>;
    type Hessian = Matrix;
    fn hessian(&self, coordinates: &Vec<f64>) -> Result<Matrix, Error> {
        Ok(self.columns(coordinates, |at, unit| R::Point::tangent_coordinates(&F::at(at).hvp(R::tangent(unit)))))
    }
}

impl<F, R: Arguments, Y: Point> Operator for Problem<F, R, Y>
where
    F: for<'a> PureFunction<R::At<'a>, Y>,
{
    type Param = Vec<f64>;
    type Output = Vec<f64>;
    fn apply(&self, coordinates: &Vec<f64>) -> Result<Vec<f64>, Error> {
        Ok(F::at(R::at(&self.point(coordinates), &self.data)).value().coordinates())
    }
}

impl<F, R: Arguments, Y: Point> Jacobian for Problem<F, R, Y>
where
    F: for<'a, 't> ForwardFunction<R::At<'a>, Y, Tangents<'t> = R::Tangent<'t>>,
{
    type Param = Vec<f64>;
    type Jacobian = Matrix;
    fn jacobian(&self, coordinates: &Vec<f64>) -> Result<Matrix, Error> {
        Ok(self.columns(coordinates, |at, unit| Y::tangent_coordinates(&F::at(at).jvp(R::tangent(unit)).1)))
    }
}

/// A Hessian, or a Jacobian with a row for each coordinate of the result: a matrix of nalgebra with the operations that the solvers of
/// argmin ask for.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix(pub DMatrix<f64>);

impl ArgminDot<Vec<f64>, Vec<f64>> for Matrix {
    fn dot(&self, x: &Vec<f64>) -> Vec<f64> {
        (&self.0 * DVectorView::from_slice(x, x.len())).as_slice().to_vec()
    }
}

impl ArgminDot<Self, Self> for Matrix {
    fn dot(&self, other: &Self) -> Self {
        Self(&self.0 * &other.0)
    }
}

impl ArgminTranspose<Self> for Matrix {
    fn t(self) -> Self {
        Self(self.0.transpose())
    }
}

impl ArgminInv<Self> for Matrix {
    fn inv(&self) -> Result<Self, Error> {
        let inverse = self.0.clone().try_inverse();
        inverse.map(Self).ok_or_else(|| Error::msg("the matrix of second derivatives is singular"))
    }
}
