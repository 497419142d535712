//! The types that are columns of numbers with a name, and their tangents: points, translations, quaternions, rotations.
//!
//! All traits of the library are those of the nested array `[[T; R]; C]` that the value consists of.

use core::array;
use core::slice::from_ref;

use ::nalgebra::{
    ArrayStorage, Complex, Matrix, Orthographic3, Perspective3, Point, Quaternion, Rotation, SMatrix, TCategory,
    Transform, Translation, Unit,
};

use super::Number;
use super::forms::Raw;
use crate::differentiable::Accepts;
use crate::differentiable::Difference;
use crate::differentiable::{Ct, Differentiable, Tangent};
use crate::functions::jacobian::{Coordinates, PartPasses, Passes};
use crate::leaves::{Count, Leaf, LeafMut, LeafName, LeafShape, Leaves};
use crate::rule::lift::Lift;
use crate::rule::slot::Slot;
use crate::scalar::Dual;
use crate::scalar::Real;
use crate::tape::{Frame, No, Taped, Yes};

/// A tangent as a list of numbers.
pub trait Components {
    /// The number type.
    type Number: Real;
    /// How many there are.
    fn count(&self) -> usize;
    /// One of them.
    fn component(&self, i: usize) -> Self::Number;
    /// One of them, to be changed.
    fn component_mut(&mut self, i: usize) -> &mut Self::Number;
}

impl<T: Real> Components for T {
    type Number = T;
    #[inline(always)]
    fn count(&self) -> usize {
        1
    }
    #[inline(always)]
    fn component(&self, _: usize) -> T {
        *self
    }
    #[inline(always)]
    fn component_mut(&mut self, _: usize) -> &mut T {
        self
    }
}

/// A value whose tangent is found in its form in dual numbers.
pub trait DualForm: Lift<Tangent: Components> + Sized {
    /// The tangent.
    fn tangent_of(dual: &Self::Lifted) -> Ct<Self>;
}

impl<T: Real> DualForm for T {
    #[inline(always)]
    fn tangent_of(dual: &Dual<T>) -> T {
        dual.tangent()
    }
}

impl<X: DualForm> DualForm for Option<X> {
    #[inline]
    fn tangent_of(dual: &Self::Lifted) -> Ct<X> {
        dual.as_ref().map_or_else(Tangent::zero, X::tangent_of)
    }
}

impl<X: DualForm, E: Clone> DualForm for Result<X, E> {
    #[inline]
    fn tangent_of(dual: &Self::Lifted) -> Ct<X> {
        dual.as_ref().map_or_else(|_| Tangent::zero(), X::tangent_of)
    }
}

impl<X: Components, const N: usize> Components for [X; N] {
    type Number = X::Number;
    #[inline]
    fn count(&self) -> usize {
        self.iter().map(X::count).sum()
    }
    #[inline]
    fn component(&self, i: usize) -> X::Number {
        self[i * N / self.count()].component(i % (self.count() / N))
    }
    #[inline]
    fn component_mut(&mut self, i: usize) -> &mut X::Number {
        let count = self.count();
        self[i * N / count].component_mut(i % (count / N))
    }
}

impl<X: DualForm, const N: usize> DualForm for [X; N] {
    #[inline]
    fn tangent_of(dual: &Self::Lifted) -> Ct<Self> {
        dual.each_ref().map(X::tangent_of)
    }
}

macro_rules! tuple {
    ($($t:ident $i:tt),+) => {
        impl<A: Components, $($t: Components<Number = A::Number>),+> Components for (A, $($t),+) {
            type Number = A::Number;
            #[inline]
            fn count(&self) -> usize {
                self.0.count() $(+ self.$i.count())+
            }
            #[inline]
            fn component(&self, i: usize) -> A::Number {
                let Some(_i) = i.checked_sub(self.0.count()) else { return self.0.component(i) };
                tuple!(@ self _i component $($t $i),+)
            }
            #[inline]
            fn component_mut(&mut self, i: usize) -> &mut A::Number {
                let Some(_i) = i.checked_sub(self.0.count()) else { return self.0.component_mut(i) };
                tuple!(@ self _i component_mut $($t $i),+)
            }
        }
        impl<A: DualForm, $($t: DualForm<Tangent: Components<Number = <Ct<A> as Components>::Number>>),+> DualForm for (A, $($t),+) {
            #[inline]
            fn tangent_of(dual: &Self::Lifted) -> Ct<Self> {
                (A::tangent_of(&dual.0), $($t::tangent_of(&dual.$i)),+)
            }
        }
    };
    (@ $self:ident $n:ident $f:ident $t:ident $i:tt) => {
        $self.$i.$f($n)
    };
    (@ $self:ident $n:ident $f:ident $t:ident $i:tt, $($rest:tt)+) => {{
        let Some(rest) = $n.checked_sub($self.$i.count()) else { return $self.$i.$f($n) };
        tuple!(@ $self rest $f $($rest)+)
    }};
}
tuple!(B 1);
tuple!(B 1, C 2);

impl<T: Real> Raw for T {
    #[inline(always)]
    fn raw(&self) -> T {
        *self
    }
}

/// The matrix of these columns.
#[inline(always)]
pub(super) const fn matrix<T, const R: usize, const C: usize>(columns: [[T; R]; C]) -> SMatrix<T, R, C> {
    Matrix::from_array_storage(ArrayStorage(columns))
}

/// `impl`s for a type whose size is in it, by its columns, to be read and to be changed, and by what makes one of columns: its leaves,
/// and the columns of Jacobians.
macro_rules! leaves {
    (
        $bound:ident [$($n:tt)*] $t:ty, [$rows:expr; $columns:expr];
        $x:ident => ($get:expr, $get_mut:expr), $new:ident => $make:expr;
    ) => {
        impl<T: $bound, $($n)*> crate::ops::nalgebra::components::Columns for $t {
            type Array = [[T; $rows]; $columns];
            #[inline(always)]
            fn as_columns(&self) -> &[[T; $rows]; $columns] {
                let $x = self;
                $get
            }
            #[inline(always)]
            fn as_columns_mut(&mut self) -> &mut [[T; $rows]; $columns] {
                let $x = self;
                $get_mut
            }
            #[inline(always)]
            fn of_columns($new: [[T; $rows]; $columns]) -> Self {
                $make
            }
        }

        impl<T: $bound + Leaves, $($n)*> Leaves for $t {
            const COUNT: Option<Count> = <[[T; $rows]; $columns]>::COUNT;
            #[inline(always)]
            fn leaf(&self, i: usize) -> Leaf<'_> {
                self.as_columns().leaf(i)
            }
            #[inline(always)]
            fn leaf_mut(&mut self, i: usize) -> LeafMut<'_> {
                self.as_columns_mut().leaf_mut(i)
            }
            /// The memory is that of the transposed matrix, row by row.
            fn leaf_shape(&self, i: usize) -> LeafShape {
                let columns = self.as_columns();
                if $columns == 1 { columns[0].leaf_shape(i) } else { columns.leaf_shape(i) }
            }
            fn leaf_name(&self, i: usize) -> LeafName {
                self.as_columns().leaf_name(i)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'a, T: $bound, $($n)*> Coordinates<'a> for $t {
            type Columns<Derivative> = SMatrix<Derivative, { $rows }, { $columns }>;
            #[inline]
            fn each<Derivative>(&self, passes: &mut impl Passes<Ct<Self>, Derivative>) -> Self::Columns<Derivative> {
                matrix(self.as_columns().each(&mut PartPasses::new(passes, |dot: &[[T; $rows]; $columns]| {
                    Ct::<Self>::of_columns(*dot)
                })))
            }
        }
    };
}

/// The same, and all others. In addition: the type in dual numbers, and its tangent.
macro_rules! columns {
    (
        $bound:ident [$($n:tt)*] $t:ty, [$rows:expr; $columns:expr], lifted $lifted:ty, tangent $tangent:ty;
        $x:ident => ($get:expr, $get_mut:expr), $new:ident => $make:expr;
    ) => {
        leaves! {
            $bound [$($n)*] $t, [$rows; $columns];
            $x => ($get, $get_mut), $new => $make;
        }

        impl<T: $bound, $($n)*> Differentiable for $t {
            type Tangent = $tangent;
            fn agrees(found: &Self, expected: &Self) -> Result<(), Difference> {
                <[[T; $rows]; $columns]>::agrees(found.as_columns(), expected.as_columns())
            }
        }

        impl<T: $bound, $($n)*> Taped for $t {
            const BYTES: usize = <[[T; $rows]; $columns]>::BYTES;
            type View<'t> = Self;
            #[inline(always)]
            fn put_all(values: &[Self], frame: &mut Frame<&mut [u64]>) {
                for value in values {
                    Taped::put_all(from_ref(value.as_columns()), frame);
                }
            }
            #[inline(always)]
            fn get_all<const N: usize>(frame: &mut Frame<&[u64]>) -> [Self; N] {
                array::from_fn(|_| <Self as Taped>::view(frame))
            }
            #[inline(always)]
            fn view(frame: &mut Frame<&[u64]>) -> Self {
                Self::of_columns(<[[T; $rows]; $columns]>::view(frame))
            }
            #[inline(always)]
            fn copied(value: &Self) -> Self {
                value.clone()
            }
            type Recompute = No;
            type Stored = Yes;
        }

        impl<T: $bound, $($n)*> Lift for $t {
            type Lifted = $lifted;
            #[inline]
            fn lift(&self, dot: Option<&Ct<Self>>) -> Self::Lifted {
                Columns::of_columns(self.as_columns().lift(dot.map(Columns::as_columns)))
            }
            #[inline]
            fn lift_cotangent(bar: &Ct<Self>, dot: Option<&Ct<Self>>) -> Ct<Self::Lifted> {
                Columns::of_columns(bar.as_columns().lift(dot.map(Columns::as_columns)))
            }
            #[inline]
            fn lower(bar: &Ct<Self::Lifted>, place: impl Slot<Ct<Self>>, place_dot: impl Slot<Ct<Self>>) {
                let bar = bar.as_columns();
                let numbers = || bar.as_flattened().iter();
                place.accumulate(|d| {
                    d.as_columns_mut().as_flattened_mut().iter_mut().zip(numbers()).for_each(|(d, c)| *d += c.value());
                });
                place_dot.accumulate(|d| {
                    d.as_columns_mut().as_flattened_mut().iter_mut().zip(numbers()).for_each(|(d, c)| *d += c.tangent());
                });
            }
        }

        impl<T: $bound, $($n)*> Raw for $t {
            #[inline(always)]
            fn raw(&self) -> Ct<Self> {
                Columns::of_columns(*self.as_columns())
            }
        }

        impl<T: $bound, $($n)*> DualForm for $t {
            #[inline]
            fn tangent_of(dual: &Self::Lifted) -> Ct<Self> {
                Columns::of_columns(dual.as_columns().map(|column| column.map(Dual::tangent)))
            }
        }
    };
}

/// `impl`s for a type that is its own tangent.
macro_rules! space {
    ([$($n:tt)*] $t:ty, [$rows:expr; $columns:expr]) => {
        impl<T: Real, $($n)*> Accepts<Self> for $t {
            type Wanted = Yes;
            #[inline(always)]
            fn as_sink(&mut self) -> Option<&mut Self> {
                Some(self)
            }
            #[inline(always)]
            fn as_source(&self) -> Option<&Self> {
                Some(self)
            }
        }

        impl<T: Real, $($n)*> Tangent for $t {
            #[inline(always)]
            fn zero() -> Self {
                Self::of_columns([[T::ZERO; $rows]; $columns])
            }
            #[inline(always)]
            fn neutral() -> Self {
                Self::of_columns([[T::neutral(); $rows]; $columns])
            }
            #[inline(always)]
            fn accumulate(&mut self, other: &Self) {
                self.as_columns_mut().accumulate(other.as_columns());
            }
            fn scale(&mut self, factor: f64) {
                self.as_columns_mut().scale(factor);
            }
            fn inner(&self, other: &Self) -> f64 {
                self.as_columns().inner(other.as_columns())
            }
            const PLAIN: bool = T::PLAIN;
        }

        impl<T: Real, $($n)*> Components for $t {
            type Number = T;
            #[inline(always)]
            fn count(&self) -> usize {
                $rows * $columns
            }
            #[inline(always)]
            fn component(&self, i: usize) -> T {
                self.as_columns().as_flattened()[i]
            }
            #[inline(always)]
            fn component_mut(&mut self, i: usize) -> &mut T {
                &mut self.as_columns_mut().as_flattened_mut()[i]
            }
        }
    };
}

/// A value that consists of columns of numbers.
pub(super) trait Columns {
    /// `[[T; R]; C]`
    type Array;
    /// To be read.
    fn as_columns(&self) -> &Self::Array;
    /// To be changed, whatever the type says of its numbers.
    fn as_columns_mut(&mut self) -> &mut Self::Array;
    /// Of columns, whatever the type says of its numbers.
    fn of_columns(columns: Self::Array) -> Self;
}

leaves! {
    Real [const R: usize, const C: usize] SMatrix<T, R, C>, [R; C];
    x => (&x.data.0, &mut x.data.0), columns => matrix(columns);
}
columns! {
    Real [const D: usize] Point<T, D>, [D; 1], lifted Point<Dual<T>, D>, tangent Self;
    x => (&x.coords.data.0, &mut x.coords.data.0), columns => Self { coords: matrix(columns) };
}
space!([const D: usize] Point<T, D>, [D; 1]);
columns! {
    Real [const D: usize] Translation<T, D>, [D; 1], lifted Translation<Dual<T>, D>, tangent Self;
    x => (&x.vector.data.0, &mut x.vector.data.0), columns => Self { vector: matrix(columns) };
}
space!([const D: usize] Translation<T, D>, [D; 1]);
columns! {
    Real [] Quaternion<T>, [4; 1], lifted Quaternion<Dual<T>>, tangent Self;
    x => (&x.coords.data.0, &mut x.coords.data.0), columns => Self { coords: matrix(columns) };
}
space!([] Quaternion<T>, [4; 1]);
columns! {
    Real [] Complex<T>, [2; 1], lifted Complex<Dual<T>>, tangent Self;
    x => (bytemuck::cast_ref(x), bytemuck::cast_mut(x)), columns => {
        let [[re, im]] = columns;
        Self { re, im }
    };
}
space!([] Complex<T>, [2; 1]);
columns! {
    Real [const R: usize, const C: usize] Unit<SMatrix<T, R, C>>, [R; C],
    lifted Unit<SMatrix<Dual<T>, R, C>>, tangent SMatrix<T, R, C>;
    x => (x.as_ref().as_columns(), x.as_mut_unchecked().as_columns_mut()), columns => Self::new_unchecked(matrix(columns));
}
columns! {
    Real [] Unit<Quaternion<T>>, [4; 1], lifted Unit<Quaternion<Dual<T>>>, tangent Quaternion<T>;
    x => (x.as_ref().as_columns(), x.as_mut_unchecked().as_columns_mut()), columns => Self::new_unchecked(Columns::of_columns(columns));
}
columns! {
    Real [] Unit<Complex<T>>, [2; 1], lifted Unit<Complex<Dual<T>>>, tangent Complex<T>;
    x => (x.as_ref().as_columns(), x.as_mut_unchecked().as_columns_mut()), columns => Self::new_unchecked(Columns::of_columns(columns));
}
columns! {
    Real [const D: usize] Rotation<T, D>, [D; D], lifted Rotation<Dual<T>, D>, tangent SMatrix<T, D, D>;
    x => (x.matrix().as_columns(), x.matrix_mut_unchecked().as_columns_mut()), columns => Self::from_matrix_unchecked(matrix(columns));
}
columns! {
    Number [C: TCategory] Transform<T, C, 2>, [3; 3], lifted Transform<Dual<T>, C, 2>, tangent SMatrix<T, 3, 3>;
    x => (x.matrix().as_columns(), x.matrix_mut_unchecked().as_columns_mut()), columns => Self::from_matrix_unchecked(matrix(columns));
}
columns! {
    Number [C: TCategory] Transform<T, C, 3>, [4; 4], lifted Transform<Dual<T>, C, 3>, tangent SMatrix<T, 4, 4>;
    x => (x.matrix().as_columns(), x.matrix_mut_unchecked().as_columns_mut()), columns => Self::from_matrix_unchecked(matrix(columns));
}
columns! {
    Number [] Perspective3<T>, [4; 4], lifted Perspective3<Dual<T>>, tangent SMatrix<T, 4, 4>;
    x => (x.as_matrix().as_columns(), bytemuck::cast_mut(x)), columns => Self::from_matrix_unchecked(matrix(columns));
}
columns! {
    Number [] Orthographic3<T>, [4; 4], lifted Orthographic3<Dual<T>>, tangent SMatrix<T, 4, 4>;
    x => (x.as_matrix().as_columns(), bytemuck::cast_mut(x)), columns => Self::from_matrix_unchecked(matrix(columns));
}
