//! `#[differentiable]` and `#[derive(Differentiable)]`, the two macros of [`cotangent`](https://docs.rs/cotangent).
//!
//! A function goes through eight stages: `accept` refuses what is not in the language, `desugar` writes constructs in terms of simpler
//! ones, `bind` names every intermediate value, `arrange` orders loops and finds lists that are kept as a whole, `classify` decides what
//! the reverse half reads again, `differentiate` mirrors the steps, `plan` decides how the mirror image is run, `emit` writes it all down.
//! None uses a later one (`layers.rs`). Rules are found by the compiler.

mod accept;
mod arrange;
mod bind;
mod claims;
mod classify;
mod configure;
mod conversion_impls;
mod conversions_to_self;
mod derive;
mod desugar;
mod differentiate;
mod emit;
mod expand;
mod explain;
mod fast_math;
mod features;
mod groups;
mod impl_block;
mod ir;
#[cfg(test)]
mod layers;
mod library;
mod naming;
mod nested_functions;
mod numbers;
mod operator_impls;
mod own_macros;
mod passed_on;
mod plan;
mod print;
mod quoting;
mod refused;
mod report;
#[cfg(test)]
mod robust;
mod show;
#[cfg(test)]
mod snapshots;
mod syntax;
mod trait_block;
mod variant;
mod words;

use proc_macro::TokenStream;

/// Writes the derivative of a function, or of the methods of an `impl` block, beside it.
///
/// `#[differentiable(crate = path)]` says where the `cotangent` crate is, if it is not at `::cotangent`.
///
/// `#[differentiable(vjp = function, jvp = function, forward = function)]`, each of them or some, says that these functions stand for the
/// derivative: the body is not looked at. On a method it stands inside of the `impl` block.
///
/// See the documentation of the `cotangent` crate for the language it accepts and the calls it generates. In debug builds these panic
/// where the derivative code computes another value than the function itself, in one bit.
///
/// `#[differentiable(show)]` puts what was written into the documentation, as Rust with the user's names: of the struct that has the
/// name of the function, of the call `m_vjp_into` of a method `m`. `cargo doc` and editors show it.
///
/// `#[differentiable(fast_math)]` computes `x.exp()`, `x.ln()` and the like, in the function and in its derivative, by functions that
/// are vectorised in a loop, at most 2 ulp off: `cotangent::ops::FastMath`. Nothing else changes; what other functions compute that
/// are called stays as it is.
///
/// `#[differentiable(macros(square, crate::lerp))]` expands these `macro_rules!` before all else, spelled as in their calls. They need
/// `#[differentiable]` too. The function is compiled with the expansions in it.
#[proc_macro_attribute]
pub fn differentiable(arguments: TokenStream, item: TokenStream) -> TokenStream {
    expand::attribute(&arguments.into(), item.into()).into()
}

/// Gives a struct a tangent space: `NameTangent`, a struct with the same field names, and `Name::zero_tangent()`.
///
/// The tangent of an enum is a struct too, with the fields of all variants: `Shape::Rectangle { width, .. }` has its derivative
/// in `rectangle_width`, `Shape::Circle(_)` in `circle_0`.
///
/// `#[differentiable(crate = path)]` beside the derive says where the `cotangent` crate is, if it is not at `::cotangent`.
///
/// A field `#[constant]` has no derivative; its tangent is `NoGrad`, as that of integers. The tangent keeps the value of a field
/// `#[constant(extent)] columns: usize`, because `index` of the tangent reads it. Parts of the type itself are in a `Vec`. The struct can be kept on the tape if
/// all its fields can, and its leaves can be walked (`cotangent::leaves`) if all its fields have some.
#[proc_macro_derive(Differentiable, attributes(constant, differentiable))]
pub fn derive_differentiable(item: TokenStream) -> TokenStream {
    derive::derive(item.into()).into()
}

/// In a trait: `name: Rule;` becomes the method `derivative_of_name`, which tells `#[differentiable]` the rule of `.name()`.
/// `fn name: Rule;` becomes the function `derivative_of_function_name`, for `Type::name()`.
#[proc_macro]
pub fn derivatives_of(rows: TokenStream) -> TokenStream {
    expand::derivatives_of(rows.into()).into()
}

/// What the attribute gives to a macro of the user's to call.
#[doc(hidden)]
#[proc_macro]
pub fn expanded(returned: TokenStream) -> TokenStream {
    expand::expanded(returned.into()).into()
}
