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
use quote::{format_ident, quote};
use syn::Type;

use super::private;
use crate::accept::signature::{is_constant_type, is_number};
use crate::ir::Function;
use crate::words::words;

/// How many blocks there are in a nest at most.
const DEEPEST: usize = 16;

/// Fewer steps are not worth a block.
const SHORTEST: usize = 4;

/// A cotangent, and what makes a zero one.
pub(super) struct Zero {
    pub bar: Ident,
    pub code: TokenStream,
    /// Whether that is only room, because the first contribution is known.
    pub is_room: bool,
    /// The cotangent that it becomes, and lives on as.
    pub heir: Option<Ident>,
}

/// The name of the slot for the first contribution to a cotangent.
pub(super) fn first_of(bar: &Ident) -> Ident {
    format_ident!("{bar}_first")
}

/// Steps with the declarations of cotangents among them.
pub(super) fn declared(function: &Function, cotangents: Vec<Zero>, steps: &[TokenStream]) -> TokenStream {
    let mut named: HashMap<String, (usize, usize)> = HashMap::new();
    for (at, step) in steps.iter().enumerate() {
        for word in words(step.clone()) {
            named.entry(word.to_string()).or_insert((at, at)).1 = at;
        }
    }
    let heirs: HashMap<String, String> = cotangents
        .iter()
        .filter_map(|zero| zero.heir.as_ref().map(|heir| (zero.bar.to_string(), heir.to_string())))
        .collect();
    let last_named = |bar: &Ident| {
        let chain = std::iter::successors(Some(bar.to_string()), |bar| heirs.get(bar).cloned());
        chain.filter_map(|bar| named.get(&bar)).map(|lives| lives.1).max()
    };
    let blocks = if may_be_large(function) { DEEPEST } else { 1 };
    let length = steps.len().div_ceil(blocks).max(SHORTEST);
    let mut before = vec![TokenStream::new(); steps.len()];
    let mut after = before.clone();
    let mut around = vec![Vec::new(); steps.len().div_ceil(length)];
    for Zero { bar, code, is_room, .. } in cotangents {
        let (slot, lives) = (first_of(&bar), named.get(&bar.to_string()));
        let Some(&(first, only)) = (if is_room { named.get(&slot.to_string()) } else { lives }) else { continue };
        let last = last_named(&bar).unwrap_or(only);
        let is_near = first / length == last / length;
        let (new, changing) = (is_near.then(|| quote!(let)), is_near.then(|| quote!(let mut)));
        let apart = if is_room {
            let (private, room) = (private(), format_ident!("{bar}_room"));
            before[first].extend(quote!(#changing #room = #code; let mut #slot = #private::First::new(&mut #room);));
            after[first].extend(lives.map(|_| quote!(#new #bar = #slot.place();)));
            quote!(let mut #room; let #bar;)
        } else {
            before[first].extend(quote!(#changing #bar = #code;));
            quote!(let mut #bar;)
        };
        if !is_near {
            around[last / length].push(apart);
        }
    }
    let mut code = TokenStream::new();
    for (block, bars) in around.iter().enumerate() {
        let inside = (block * length..steps.len()).take(length).map(|at| {
            let (before, step, after) = (&before[at], &steps[at], &after[at]);
            quote!(#before #step #after)
        });
        let inner = if code.is_empty() { code } else { quote!({ #code }) };
        code = quote!(#(#bars)* #inner #(#inside)*);
    }
    code
}

/// Whether values of a function may be large.
pub(super) fn may_be_large(function: &Function) -> bool {
    function.params.iter().any(|param| is_large(&param.ty))
}

/// Whether a value of a type may be more than some numbers, as far as the spelling tells.
fn is_large(ty: &Type) -> bool {
    match ty {
        Type::Array(list) => is_large(&list.elem),
        Type::Slice(list) => is_large(&list.elem),
        Type::Tuple(tuple) => tuple.elems.iter().any(is_large),
        Type::Path(path) => {
            !is_constant_type(ty) && !path.path.get_ident().is_some_and(|name| is_number(&name.to_string()))
        }
        _ => true,
    }
}
