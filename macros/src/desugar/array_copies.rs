//! A part of a list as an array: a copy of its elements.
//!
//! ```text
//! let a: [f64; 2] = x[1..3].try_into().unwrap();   let all = &x[1..3]; let array: [f64; 2] = from_fn(|i| all[i]); let a = array;
//! let [a, b] = x.first_chunk::<2>().unwrap();      let all = &x; let array = from_fn::<_, 2, _>(|i| all[i]); let [a, b] = &array;
//! ```

use quote::quote;
use syn::{Block, Expr, ExprMethodCall, Pat, Type, parse_quote};

use crate::naming::hygienic;
use crate::syntax::peel;

/// The list of which such a call copies elements, and the method.
pub(crate) fn list_of(call: &ExprMethodCall) -> Option<(&Expr, &ExprMethodCall)> {
    let is_there = call.method == "unwrap" && call.args.is_empty() || call.method == "expect" && call.args.len() == 1;
    let Expr::MethodCall(made) = peel(&call.receiver) else { return None };
    let is_made = match (made.method.to_string().as_str(), &made.turbofish) {
        ("try_into", None) => true,
        ("first_chunk" | "last_chunk", Some(length)) => length.args.len() == 1,
        _ => false,
    };
    (is_there && is_made && made.args.is_empty()).then(|| (peel(&made.receiver), made))
}

/// `let pat = call;` as copies of elements. The type of the pattern says how many `try_into` takes.
pub(crate) fn bound(pat: &Pat, call: &ExprMethodCall, through: bool) -> Option<Block> {
    let (list, made) = list_of(call)?;
    let [all, array, i] = ["__all", "__array", "__i"].map(hygienic);
    let through = through.then(|| quote!(*));
    let listed = quote!(let #all = & #through #list; ::cotangent::generated::is_list(&*#all););
    if let Some(length) = made.turbofish.as_ref().and_then(|length| length.args.first()) {
        let at = if made.method == "first_chunk" { quote!(#i) } else { quote!(#all.len() - #length + #i) };
        return Some(parse_quote!({
            #listed
            let #array = ::core::array::from_fn::<_, #length, _>(|#i| #all[#at]);
            let #pat = &#array;
        }));
    }
    let Pat::Type(typed) = pat else { return None };
    let (ty, reference) = match &*typed.ty {
        Type::Reference(reference) => (&*reference.elem, Some(quote!(&))),
        ty => (ty, None),
    };
    if !matches!(ty, Type::Array(_)) {
        return None;
    }
    Some(parse_quote!({
        #listed
        let #array: #ty = ::core::array::from_fn(|#i| #all[#i]);
        ::core::assert!(#array.len() == #all.len(), "called `Result::unwrap()` on an `Err` value: TryFromSliceError(())");
        let #pat = #reference #array;
    }))
}
