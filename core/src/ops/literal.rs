//! Shapes that the compiler computes: methods whose results need no annotation, for literal lengths (feature `literal`).
//!
//! On stable Rust a type cannot express `N + M`. Operations whose result lengths are computed therefore have two forms:
//!
//! | | in the type of the result: everywhere | computed: this module |
//! |---|---|---|
//! | two tensors as one | `let y: Matrix<f32, B, 5> = x.concat_to::<1, _, _>(&z);` | `let y = x.concat_lit::<1, _>(&z);` |
//! | one as two | `let (a, b): (Vector<f32, 2>, Vector<f32, 3>) = x.split_to::<0, _, _>();` | `let (a, b) = x.split_lit::<0, 2>();` |
//! | axes as one | `let y: Matrix<f32, B, 72> = x.reshape();` | `let y = x.flatten_lit::<1>();` |
//! | another shape | `let y: Matrix<f32, 4, 6> = x.reshape();` | `let y: Matrix<f32, 4, 6> = x.reshape_lit();` |
//! | convolution | `let y: Tensor4<f32, B, 8, 6, 6> = x.conv2d::<1, 0>(&w);` | `let y = x.conv2d_lit::<1, 0>(&w);` |
//! | pooling | `let y: Tensor4<f32, B, 8, 3, 3> = x.max_pool2d::<2, 2>();` | `let y = x.max_pool2d_lit::<2, 2>();` |
//! | lengths | any, `const` parameters too | literals up to 1024, in operands and results |
//! | a mismatch | is a build error that shows the arithmetic | is an error of `cargo check`, also in the editor, that shows the shapes |
//!
//! Only lengths that are part of the arithmetic must be literal: a convolution of `(Dim<B>, Dim<1>, Dim<8>, Dim<8>)`
//! computes with the last two, so the batch may be a parameter. The derivatives, stride, padding and the other steps
//! are those of the annotated forms. An annotation is allowed here too, and is then checked:
//!
//! ```
//! use cotangent::prelude::*;
//!
//! #[differentiable]
//! fn annotated<const B: usize>(w: &Tensor4<f64, 2, 1, 3, 3>, x: &Tensor4<f64, B, 1, 8, 8>) -> Matrix<f64, B, 18> {
//!     let y: Tensor4<f64, B, 2, 6, 6> = x.conv2d::<1, 0>(w);
//!     let y: Tensor4<f64, B, 2, 3, 3> = y.max_pool2d::<2, 2>();
//!     y.reshape()
//! }
//!
//! #[differentiable]
//! fn computed<const B: usize>(w: &Tensor4<f64, 2, 1, 3, 3>, x: &Tensor4<f64, B, 1, 8, 8>) -> Matrix<f64, B, 18> {
//!     x.conv2d_lit::<1, 0>(w).max_pool2d_lit::<2, 2>().flatten_lit::<1>()
//! }
//!
//! let (w, x) = (Tensor::from_fn(|[o, _, i, j]| (o + i * j) as f64), Tensor4::<f64, 3, 1, 8, 8>::full(0.5));
//! assert_eq!(computed(&w, &x), annotated(&w, &x));
//! assert_eq!(computed::vjp(&w, &x, Tensor::full(1.0)), annotated::vjp(&w, &x, Tensor::full(1.0)));
//! ```
//!
//! With this feature the library takes two thirds longer to check. Programs that do not enable it compile nothing more.

mod lengths;
mod methods;
mod rules;
mod shapes;
mod table;

pub use methods::ConvolutionsLit;
pub use rules::{concat_lit, conv1d_lit, conv2d_lit};
pub use shapes::{ConcatLit, ConvolveLit, FlattenLit, PoolLit, ReshapeLit, SplitLit};
