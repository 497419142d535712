//! The leaves of a model: its buffers of numbers, as flat slices with a number and a name.
//!
//! An optimizer, a file format or a summary needs the numbers of a model, not its nesting. [`Leaves`] walks them by
//! index, without allocation. A derived struct and its tangent have the same leaves, with the same numbers, names,
//! shapes and element types, so parameters, gradient and moments can be walked in lockstep: that is [`update()`].
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[derive(Differentiable, Clone)]
//! struct Dense { w: Matrix<f32, 3, 2>, b: Vector<f32, 2>, #[constant] slope: f32 }
//!
//! #[derive(Differentiable, Clone)]
//! struct Model { layers: [Dense; 2], temperature: f64 }
//!
//! assert_eq!(Model::LEAVES, 5);
//! assert_eq!(Model::PARAMETERS, 17);
//! assert_eq!(Model::leaf_name(2).to_string(), "layers.1.w");
//! assert_eq!(Model::leaf_shape(2), [3, 2]);
//! assert_eq!(<Ct<Model> as Leaves>::leaf_name(2).to_string(), "layers.1.w");
//!
//! let gradient = Model::zero_tangent();
//! assert_eq!(gradient.leaf(4), Leaf::F64(&[0.0]));
//! ```

mod axes;
mod cast;
mod clear;
mod implementations;
mod name;
pub(crate) mod no_leaf;
mod update;

use axes::Axes;
pub use cast::cast;
pub use clear::clear;
pub use name::{LeafName, LeafPath};
pub use update::{Update, update};

/// A type made of leaves: numbers, tensors, and arrays, tuples and derived structs of them.
///
/// A number, a tensor and an array of numbers (nested or not) are one leaf. Other arrays, tuples and structs with
/// `#[derive(Differentiable)]` have the leaves of their parts, in order. Integers, `bool`, `#[constant]` fields and
/// [`NoGrad`] have none. The type determines everything except the numbers themselves.
///
/// [`NoGrad`]: crate::differentiable::NoGrad
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no leaves",
    label = "not numbers, and not made of numbers",
    note = "put `#[derive(Differentiable)]` on the struct, and `#[constant]` on fields that are not parameters"
)]
pub trait Leaves {
    /// How many leaves there are.
    const LEAVES: usize;
    /// How many numbers all leaves hold together.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(<(Matrix<f32, 3, 2>, [f64; 4], usize)>::PARAMETERS, 10);
    /// ```
    const PARAMETERS: usize;
    /// Numbers, and arrays of numbers, form one leaf when they stand in a row: the axes of one of them.
    #[doc(hidden)]
    const JOINED: Option<Axes> = None;

    /// The numbers of leaf `i`, row-major.
    ///
    /// # Panics
    /// When `i` is not less than [`LEAVES`](Self::LEAVES).
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let model = (tensor([[1.0_f32, 2.0]]), 0.5);
    /// assert_eq!(model.leaf(0), Leaf::F32(&[1.0, 2.0]));
    /// assert_eq!(model.leaf(1), Leaf::F64(&[0.5]));
    /// ```
    fn leaf(&self, i: usize) -> Leaf<'_>;

    /// The numbers of leaf `i`, mutably.
    ///
    /// # Panics
    /// When `i` is not less than [`LEAVES`](Self::LEAVES).
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let mut model = (tensor([[1.0_f32, 2.0]]), 0.5);
    /// model.leaf_mut(0).f32()[1] = 3.0;
    /// assert_eq!(model.0, tensor([[1.0, 3.0]]));
    /// ```
    fn leaf_mut(&mut self, i: usize) -> LeafMut<'_>;

    /// The lengths of the axes of leaf `i`, outermost first; empty for a single number.
    ///
    /// # Panics
    /// When `i` is not less than [`LEAVES`](Self::LEAVES).
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(<[[f64; 3]; 2]>::leaf_shape(0), [2, 3]);
    /// ```
    fn leaf_shape(i: usize) -> &'static [usize];

    /// Writes the segments of the name of leaf `i`; [`leaf_name`](Self::leaf_name) reads better.
    ///
    /// # Errors
    /// When the writer fails.
    ///
    /// # Panics
    /// When `i` is not less than [`LEAVES`](Self::LEAVES).
    fn write_leaf_name(i: usize, path: &mut LeafPath<'_>) -> core::fmt::Result;

    /// Consecutive values as one leaf, for types with [`JOINED`](Self::JOINED) axes.
    #[doc(hidden)]
    fn joined(_: &[Self]) -> Leaf<'_>
    where
        Self: Sized,
    {
        unreachable!("only numbers are joined")
    }

    /// The mutable [`joined`](Self::joined).
    #[doc(hidden)]
    fn joined_mut(_: &mut [Self]) -> LeafMut<'_>
    where
        Self: Sized,
    {
        unreachable!("only numbers are joined")
    }

    /// The name of leaf `i`: the path of fields and positions that leads to it, `layers.0.w`; empty where there is no path.
    ///
    /// It is formatted on demand, so it needs no memory.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(<(f64, [(f64, f64); 3])>::leaf_name(4).to_string(), "1.1.1");
    /// ```
    #[must_use]
    fn leaf_name(i: usize) -> LeafName<Self> {
        LeafName::new(i)
    }

    /// Calls `visit` with the name and the numbers of each leaf, in order.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// #[derive(Differentiable)]
    /// struct Line { slope: f64, offset: f64 }
    ///
    /// let mut text = String::new();
    /// Line { slope: 2.0, offset: 1.0 }.for_each_leaf(|name, leaf| text += &format!("{name} {:?}, ", leaf.f64()));
    /// assert_eq!(text, "slope [2.0], offset [1.0], ");
    /// ```
    fn for_each_leaf(&self, mut visit: impl FnMut(LeafName<Self>, Leaf<'_>)) {
        for i in 0..Self::LEAVES {
            visit(Self::leaf_name(i), self.leaf(i));
        }
    }

    /// Calls `visit` with the name and the mutable numbers of each leaf, in order.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// let mut model = (tensor([1.0, 2.0]), 3.0);
    /// model.for_each_leaf_mut(|_, leaf| leaf.f64().fill(0.0));
    /// assert_eq!(model, (tensor([0.0, 0.0]), 0.0));
    /// ```
    fn for_each_leaf_mut(&mut self, mut visit: impl FnMut(LeafName<Self>, LeafMut<'_>)) {
        for i in 0..Self::LEAVES {
            visit(Self::leaf_name(i), self.leaf_mut(i));
        }
    }
}

/// The numbers of one leaf.
///
/// ```
/// use cotangent::prelude::*;
///
/// fn largest(leaf: Leaf) -> f64 {
///     match leaf {
///         Leaf::F32(numbers) => numbers.iter().fold(f64::NEG_INFINITY, |max, x| max.max((*x).into())),
///         Leaf::F64(numbers) => numbers.iter().fold(f64::NEG_INFINITY, |max, x| max.max(*x)),
///         _ => unreachable!("this model has numbers of no other type"),
///     }
/// }
/// let model = (tensor([1.0_f32, 7.0]), 0.5);
/// assert_eq!(largest(model.leaf(0)), 7.0);
///
/// // Where the type is known there is no need to match.
/// assert_eq!(model.leaf(1).f64(), [0.5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Leaf<'a> {
    /// Numbers of type `f32`.
    F32(&'a [f32]),
    /// Numbers of type `f64`.
    F64(&'a [f64]),
    /// Numbers of type `f16`.
    #[cfg(feature = "half")]
    F16(&'a [half::f16]),
    /// Numbers of type `bf16`.
    #[cfg(feature = "half")]
    BF16(&'a [half::bf16]),
}

/// The mutable numbers of one leaf.
///
/// ```
/// use cotangent::prelude::*;
///
/// let mut model = (tensor([1.0_f32, 7.0]), 0.5);
/// model.for_each_leaf_mut(|_, leaf| match leaf {
///     LeafMut::F32(numbers) => numbers.reverse(),
///     LeafMut::F64(numbers) => numbers.fill(0.0),
///     _ => unreachable!("this model has numbers of no other type"),
/// });
/// assert_eq!(model, (tensor([7.0, 1.0]), 0.0));
/// ```
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub enum LeafMut<'a> {
    /// Numbers of type `f32`.
    F32(&'a mut [f32]),
    /// Numbers of type `f64`.
    F64(&'a mut [f64]),
    /// Numbers of type `f16`.
    #[cfg(feature = "half")]
    F16(&'a mut [half::f16]),
    /// Numbers of type `bf16`.
    #[cfg(feature = "half")]
    BF16(&'a mut [half::bf16]),
}

/// Runs the same code for the numbers of a leaf of any type.
macro_rules! of_any_type {
    ($leaf:ident, $of:expr, $numbers:ident => $value:expr) => {
        match $of {
            $leaf::F32($numbers) => $value,
            $leaf::F64($numbers) => $value,
            #[cfg(feature = "half")]
            $leaf::F16($numbers) => $value,
            #[cfg(feature = "half")]
            $leaf::BF16($numbers) => $value,
        }
    };
}
pub(crate) use of_any_type;

macro_rules! leaf {
    ($leaf:ident: $($(#[$cfg:meta])? $f:ident $F:ident $slice:ty),*) => {
        impl<'a> $leaf<'a> {
            /// How many numbers there are.
            #[must_use]
            pub const fn len(&self) -> usize {
                of_any_type!(Self, self, numbers => numbers.len())
            }

            /// Whether there are none.
            #[must_use]
            pub const fn is_empty(&self) -> bool {
                self.len() == 0
            }

            $(
                /// The numbers, which must be of this type.
                ///
                /// # Panics
                /// When they are of another type.
                $(#[$cfg])?
                #[inline(always)]
                #[must_use]
                #[track_caller]
                pub fn $f(self) -> $slice {
                    match self {
                        Self::$F(numbers) => numbers,
                        _ => other_type(stringify!($f)),
                    }
                }
            )*
        }
    };
}
leaf!(Leaf: f32 F32 &'a [f32], f64 F64 &'a [f64],
    #[cfg(feature = "half")] f16 F16 &'a [half::f16], #[cfg(feature = "half")] bf16 BF16 &'a [half::bf16]);
leaf!(LeafMut: f32 F32 &'a mut [f32], f64 F64 &'a mut [f64],
    #[cfg(feature = "half")] f16 F16 &'a mut [half::f16], #[cfg(feature = "half")] bf16 BF16 &'a mut [half::bf16]);

#[cold]
#[inline(never)]
#[track_caller]
fn other_type(asked: &str) -> ! {
    panic!("the leaf holds numbers of another type than `{asked}`")
}
