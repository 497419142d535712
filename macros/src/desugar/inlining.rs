//! A call of a closure is its body, with the arguments bound to its parameters. Only `bind` knows which names stand for closures, so it
//! asks for this where it finds such a call.

use quote::quote;
use syn::{Block, Expr, ExprCall, ExprClosure, Pat, Stmt, Type, parse_quote};

use crate::naming::hygienic;
use crate::syntax::{after_let, apart_from_blocks, peel};

/// Whether a type is one of references that change nothing.
fn is_shared(ty: &Type) -> bool {
    matches!(ty, Type::Reference(reference) if reference.mutability.is_none())
}

/// `{ let a0 = argument; ..; let parameter = a0; ..; body }`
pub(crate) fn inlined(call: &ExprCall, closure: &ExprClosure) -> Block {
    let names: Vec<_> = (0..call.args.len()).map(|i| hygienic(&format!("__argument{i}"))).collect();
    let arguments = call.args.iter().zip(&closure.inputs).map(|(argument, pat)| match pat {
        // A call lends anew what a name of a mutable reference leads to.
        Pat::Type(typed) if is_shared(&typed.ty) && matches!(peel(argument), Expr::Path(_)) => quote!(&*#argument),
        _ => quote!(#argument),
    });
    let parameters = closure.inputs.iter().zip(&names).map(|(pat, name)| -> Stmt {
        match pat {
            Pat::Type(typed) => {
                let (pat, ty) = (after_let(&typed.pat), &typed.ty);
                parse_quote!(let #pat: #ty = #name;)
            }
            Pat::Reference(inner) => {
                let pat = after_let(&inner.pat);
                parse_quote!(let #pat = *#name;)
            }
            pat => {
                let pat = after_let(pat);
                parse_quote!(let #pat = #name;)
            }
        }
    });
    let body = &closure.body;
    let value = if let syn::ReturnType::Type(_, ty) = &closure.output {
        quote!(let __value: #ty = #body; __value)
    } else {
        let is_block = matches!(peel(body), Expr::Block(_) | Expr::If(_) | Expr::Match(_) | Expr::Loop(_));
        if is_block { quote!(#body) } else { apart_from_blocks(body) }
    };
    parse_quote!({ #(let #names = #arguments;)* #(#parameters)* #value })
}
