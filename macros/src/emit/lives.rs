//! How long the cotangents of a block live: from the first step that adds to one to the last step that names it.
//!
//! The compiler gives a variable its place in memory until the end of the block that declares it. So if values may be large, the
//! steps stand in a nest of blocks, each of which ends with the cotangents that are not needed any more, and others get their places.
//!
//! ```text
//! {
//!     let mut b_bar;                  // lives longer than the inner block
//!     {
//!         let mut c_bar = zero;
//!         step                        // c_bar
//!         b_bar = zero;
//!         step                        // c_bar, b_bar
//!     }
//!     let mut a_bar = zero;
//!     step                            // b_bar, a_bar
//! }
//! ```

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Type;

use crate::accept::signature::{is_constant_type, is_number};
use crate::ir::Function;
use crate::words::words;

/// How many blocks there are in a nest at most.
const DEEPEST: usize = 16;

/// Fewer steps are not worth a block.
const SHORTEST: usize = 4;

/// A cotangent, and what makes a zero one.
pub(super) type Zero = (Ident, TokenStream);

/// Steps with the declarations of cotangents among them.
pub(super) fn declared(function: &Function, cotangents: Vec<Zero>, steps: &[TokenStream]) -> TokenStream {
    let mut named: HashMap<String, (usize, usize)> = HashMap::new();
    for (at, step) in steps.iter().enumerate() {
        for word in words(step.clone()) {
            named.entry(word.to_string()).or_insert((at, at)).1 = at;
        }
    }
    let blocks = if function.params.iter().any(|param| may_be_large(&param.ty)) { DEEPEST } else { 1 };
    let length = steps.len().div_ceil(blocks).max(SHORTEST);
    let mut before = vec![TokenStream::new(); steps.len()];
    let mut around = vec![Vec::new(); steps.len().div_ceil(length)];
    for (bar, zero) in cotangents {
        let Some(&(first, last)) = named.get(&bar.to_string()) else { continue };
        if first / length == last / length {
            before[first].extend(quote!(let mut #bar = #zero;));
        } else {
            before[first].extend(quote!(#bar = #zero;));
            around[last / length].push(bar);
        }
    }
    let mut code = TokenStream::new();
    for (block, bars) in around.iter().enumerate() {
        let inside = (block * length..steps.len()).take(length).map(|at| {
            let (before, step) = (&before[at], &steps[at]);
            quote!(#before #step)
        });
        let inner = if code.is_empty() { code } else { quote!({ #code }) };
        code = quote!(#(let mut #bars;)* #inner #(#inside)*);
    }
    code
}

/// Whether a value of a type may be more than some numbers, as far as the spelling tells.
fn may_be_large(ty: &Type) -> bool {
    match ty {
        Type::Array(list) => may_be_large(&list.elem),
        Type::Slice(list) => may_be_large(&list.elem),
        Type::Tuple(tuple) => tuple.elems.iter().any(may_be_large),
        Type::Path(path) => {
            !is_constant_type(ty) && !path.path.get_ident().is_some_and(|name| is_number(&name.to_string()))
        }
        _ => true,
    }
}
