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
//!
//! let gradient = Model::zero_tangent();
//! assert_eq!(gradient.leaf_name(2).to_string(), "layers.1.w");
//! assert_eq!(gradient.leaf_shape(2), [3, 2]);
//! assert_eq!(gradient.leaf(4), Leaf::F64(&[0.0]));
//! ```
//!
//! # Models on the heap
//!
//! With the feature `alloc`, a field may be a `Vec` or a `Box`. How many leaves there are, the value then says:
//!
#![cfg_attr(feature = "alloc", doc = "```")]
#![cfg_attr(not(feature = "alloc"), doc = "```ignore")]
//! use cotangent::prelude::*;
//!
//! #[derive(Differentiable, Clone)]
//! struct Dense { w: Box<Matrix<f32, 3, 3>>, b: Vector<f32, 3> }
//!
//! #[derive(Differentiable, Clone)]
//! struct Model { layers: Vec<Dense>, scales: Vec<f32> }
//!
//! let dense = Dense { w: Box::new(Matrix::zeros()), b: Vector::zeros() };
//! let model = Model { layers: vec![dense; 4], scales: vec![1.0, 2.0] };
//! assert_eq!((model.leaf_count(), model.parameter_count()), (9, 50));
//! assert_eq!(model.leaf_name(6).to_string(), "layers.3.w");
//! assert_eq!(model.leaf_shape(8), [2]); // numbers in a `Vec` are one leaf
//! ```

mod cast;
mod clear;
mod count;
#[cfg(feature = "alloc")]
pub(crate) mod flat;
mod implementations;
mod name;
pub(crate) mod no_leaf;
mod shape;
mod summary;
mod update;

pub use cast::cast;
pub use clear::clear;
pub use count::Count;
pub use name::LeafName;
pub use shape::LeafShape;
pub use summary::{Summary, summary};
pub use update::{Update, update};

/// A type made of leaves: numbers, tensors, and arrays, tuples, derived structs, `Vec`s and `Box`es of them.
///
/// A number, a tensor and a list of numbers (nested arrays too) are one leaf. Other lists, tuples and structs with
/// `#[derive(Differentiable)]` have the leaves of their parts, in order. Integers, `bool`, `#[constant]` fields and
/// [`NoGrad`] have none. The type determines everything except the numbers themselves and the lengths of `Vec`s and slices.
///
/// [`NoGrad`]: crate::differentiable::NoGrad
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no leaves",
    label = "not numbers, and not made of numbers",
    note = "put `#[derive(Differentiable)]` on the struct, and `#[constant]` on fields that are not parameters"
)]
pub trait Leaves {
    /// How many leaves and numbers there are, if the type says it: `None` with a `Vec` or a slice inside.
    const COUNT: Option<Count>;
    /// How many leaves there are. With a `Vec` inside, its use is a build error: see [`leaf_count`](Self::leaf_count).
    const LEAVES: usize = Count::fixed(Self::COUNT).leaves;
    /// How many numbers all leaves hold together. With a `Vec` inside, its use is a build error: see
    /// [`parameter_count`](Self::parameter_count).
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!(<(Matrix<f32, 3, 2>, [f64; 4], usize)>::PARAMETERS, 10);
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use cotangent::prelude::*;
    ///
    /// println!("{}", <Vec<f64>>::PARAMETERS); // the type does not say it
    /// ```
    const PARAMETERS: usize = Count::fixed(Self::COUNT).parameters;
    /// Numbers, and arrays of numbers, form one leaf when they stand in a row: the shape of one of them.
    #[doc(hidden)]
    const JOINED: Option<LeafShape> = None;

    /// How many leaves and numbers this value has: [`COUNT`](Self::COUNT), if the type says it.
    #[inline(always)]
    fn count_leaves(&self) -> Count {
        const { Count::fixed(Self::COUNT) }
    }

    /// The numbers of leaf `i`, row-major.
    ///
    /// # Panics
    /// When `i` is not less than [`leaf_count`](Self::leaf_count).
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
    /// When `i` is not less than [`leaf_count`](Self::leaf_count).
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
    /// When `i` is not less than [`leaf_count`](Self::leaf_count).
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!([[0.0; 3]; 2].leaf_shape(0), [2, 3]);
    /// ```
    fn leaf_shape(&self, i: usize) -> LeafShape;

    /// The name of leaf `i`: the path of fields and positions that leads to it, `layers.0.w`; empty where there is no path.
    ///
    /// # Panics
    /// When `i` is not less than [`leaf_count`](Self::leaf_count).
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!((0.5, [(1.0, 2.0); 3]).leaf_name(4).to_string(), "1.1.1");
    /// ```
    fn leaf_name(&self, i: usize) -> LeafName;

    /// Consecutive values as one leaf, for types with a [`JOINED`](Self::JOINED) shape.
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

    /// How many leaves this value has.
    #[inline(always)]
    fn leaf_count(&self) -> usize {
        self.count_leaves().leaves
    }

    /// How many numbers the leaves of this value hold together.
    ///
    /// ```
    /// use cotangent::prelude::*;
    ///
    /// assert_eq!((Matrix::<f32, 3, 2>::zeros(), [0.5; 4], 7).parameter_count(), 10);
    /// ```
    #[inline(always)]
    fn parameter_count(&self) -> usize {
        self.count_leaves().parameters
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
    fn for_each_leaf(&self, mut visit: impl FnMut(LeafName, Leaf<'_>)) {
        for i in 0..self.leaf_count() {
            visit(self.leaf_name(i), self.leaf(i));
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
    fn for_each_leaf_mut(&mut self, mut visit: impl FnMut(LeafName, LeafMut<'_>)) {
        for i in 0..self.leaf_count() {
            visit(self.leaf_name(i), self.leaf_mut(i));
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
