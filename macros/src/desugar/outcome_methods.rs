//! Methods of `Option` and `Result` that call a function, and those that make one of the other, as branches.
//!
//! ```text
//! // in                                // out
//! f(x).map_or(0.0, |y| y * x)          { let outcome = f(x);
//!                                        if is_failure(&outcome) { 0.0 } else { let y = into_output(outcome); y * x } }
//! ```
//!
//! A method is known by its name and the form of its arguments; `is_failure` accepts nothing but an `Option` or a `Result`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Block, Expr, ExprClosure, ExprMethodCall, Ident, Pat, ReturnType, parse_quote, parse_quote_spanned};

use super::iterators::selections::is_selection;
use super::matched_references::lent_by_method;
use super::optional_elements::list_of;
use crate::naming::hygienic;
use crate::syntax::effects::changes_something;
use crate::syntax::{after_let, apart_from_blocks, peel};

/// A call of such a method as a block; nothing if it is another.
pub(crate) fn written_out(call: &ExprMethodCall) -> Option<Block> {
    let arguments: Vec<_> = call.args.iter().map(peel).collect();
    let outcome = Ident::new("__outcome", Span::mixed_site().located_at(call.method.span()));
    let lent = lent(call);
    let value = if lent.is_some() { quote!(#outcome) } else { quote!(::cotangent::generated::into_output(#outcome)) };
    let (none, some) = (quote!(::core::option::Option::None), quote!(::core::option::Option::Some));
    let (err, ok) = (quote!(::core::result::Result::Err), quote!(::core::result::Result::Ok));
    if let Some(block) = mapped(call).and_then(|map| of_mapped(call, map)) {
        return Some(block);
    }
    let (before, failed, found) = match (call.method.to_string().as_str(), arguments.as_slice()) {
        ("then", [Expr::Closure(with)]) if with.inputs.is_empty() => {
            return Some(chosen(&call.receiver, &body(with), &some, &none));
        }
        ("then_some", [value]) => {
            let name = hygienic("__value");
            let (cond, value) = (&call.receiver, quote!(let #name = #value;));
            let chosen = chosen(cond, &quote!(#name), &some, &none);
            return Some(parse_quote!({ #value #chosen }));
        }
        // The function of an `Option`: that of a `Result` takes the error.
        ("unwrap_or_else" | "or_else" | "ok_or_else", [Expr::Path(function)]) => {
            let (receiver, method) = (&call.receiver, &call.method);
            return written_out(&parse_quote!(#receiver.#method(|| #function())));
        }
        ("map_or", [default, with @ (Expr::Closure(_) | Expr::Path(_))]) => named(default, called_with(with, &value)?),
        ("map_or_else", [Expr::Closure(default), Expr::Closure(with)]) => {
            (quote!(), without_error(default)?, of_value(with, &value)?)
        }
        ("unwrap_or_else", [Expr::Closure(default)]) if without_error(default).is_none() => {
            return with_error(call, default, &|found| quote!(#found), &|other| other);
        }
        ("or_else", [Expr::Closure(other)]) if other.inputs.len() == 1 => {
            return with_error(call, other, &|found| quote!(#ok(#found)), &|other| other);
        }
        ("map_err", [Expr::Closure(error)]) => {
            return with_error(call, error, &|found| quote!(#ok(#found)), &|error| quote!(#err(#error)));
        }
        ("map_err", [Expr::Path(error)]) => {
            let receiver = &call.receiver;
            return written_out(&parse_quote!(#receiver.map_err(|__error| #error(__error))));
        }
        ("unwrap_or_else", [Expr::Closure(default)]) => (quote!(), without_error(default)?, value),
        ("unwrap_or", [default]) => named(default, value),
        ("unwrap_or_default", []) => (quote!(), quote!(::core::default::Default::default()), value),
        ("ok", []) => (quote!(), none.clone(), quote!(#some(#value))),
        ("and_then", [with @ (Expr::Closure(_) | Expr::Path(_))]) => {
            (quote!(), quote!(::cotangent::generated::failure(#outcome)), called_with(with, &value)?)
        }
        ("filter", [Expr::Closure(with)]) => {
            let [input] = with.inputs.iter().collect::<Vec<_>>()[..] else { return None };
            let (name, cond) = (hygienic("__value"), body(with));
            let seen = bound(input, &quote!(&#name));
            (quote!(), none.clone(), quote!(let #name = #value; if { #seen #cond } { #some(#name) } else { #none }))
        }
        ("ok_or", [error]) => {
            let name = hygienic("__error");
            (quote!(let #name = #error;), quote!(#err(#name)), quote!(#ok(#value)))
        }
        ("ok_or_else", [Expr::Closure(error)]) if error.inputs.is_empty() => {
            let error = body(error);
            (quote!(), quote!(#err(#error)), quote!(#ok(#value)))
        }
        ("or_else", [Expr::Closure(other)]) if other.inputs.is_empty() => (quote!(), body(other), quote!(#outcome)),
        ("or" | "xor", [other]) => one_of_two(&call.method, other, &outcome),
        _ => return None,
    };
    if let Some(lent) = lent {
        let failed = if call.method == "and_then" { none } else { failed };
        return Some(parse_quote!({ #before match #lent { #some(#outcome) => { #found } _ => #failed } }));
    }
    let receiver = &call.receiver;
    let outcome_is = quote_spanned!(call.method.span()=> ::cotangent::generated::is_failure(&#outcome));
    let is_option = ["filter", "or", "xor"]
        .iter()
        .any(|name| call.method == name)
        .then(|| quote_spanned!(call.method.span()=> ::cotangent::generated::is_option(&#outcome);));
    Some(parse_quote!({ let #outcome = #receiver; #is_option #before if #outcome_is { #failed } else { #found } }))
}

/// What `or` and `xor` do before, of `None`, and of another outcome.
fn one_of_two(method: &Ident, other: &Expr, outcome: &Ident) -> (TokenStream, TokenStream, TokenStream) {
    let (name, none) = (hygienic("__other"), quote!(::core::option::Option::None));
    let found = if method == "or" {
        quote!(#outcome)
    } else {
        quote!(if ::cotangent::generated::is_failure(&#name) { #outcome } else { #none })
    };
    (quote!(let #name = #other;), quote!(#name), found)
}

/// A method of what `map` gives, which only an `Option` and a `Result` have.
fn of_mapped(call: &ExprMethodCall, map: &ExprMethodCall) -> Option<Block> {
    let (receiver, with, method) = (&map.receiver, &map.args[0], &call.method);
    let Expr::Closure(closure) = peel(with) else { return None };
    let arguments: Vec<_> = call.args.iter().map(peel).collect();
    if list_of(receiver).is_some() {
        return of_mapped_element(receiver, closure, method, &arguments);
    }
    match (method.to_string().as_str(), arguments.as_slice()) {
        ("unwrap_or", [default]) if !changes_something(default) => {
            written_out(&parse_quote!(#receiver.map_or(#default, #with)))
        }
        ("unwrap_or_default", []) => {
            written_out(&parse_quote!(#receiver.map_or_else(|| ::core::default::Default::default(), #with)))
        }
        ("unwrap_or_else", [default @ Expr::Closure(_)]) => {
            written_out(&parse_quote!(#receiver.map_or_else(#default, #with)))
        }
        ("ok", []) => {
            let value = body(closure);
            let body = parse_quote!(::core::option::Option::Some(#value));
            let with = ExprClosure { body, output: ReturnType::Default, ..closure.clone() };
            written_out(&parse_quote!(#receiver.map_or_else(|_| ::core::option::Option::None, #with)))
        }
        ("unwrap" | "expect", message) => {
            let found = of_value(closure, &quote!(#receiver.#method(#(#message),*)))?;
            Some(parse_quote!({ #found }))
        }
        _ => None,
    }
}

/// The same of an element of a list in an `Option`.
fn of_mapped_element(element: &Expr, closure: &ExprClosure, method: &Ident, arguments: &[&Expr]) -> Option<Block> {
    let [input] = closure.inputs.iter().collect::<Vec<_>>()[..] else { return None };
    let (before, default) = match (method.to_string().as_str(), arguments) {
        ("unwrap_or", [default]) => {
            let (before, default, _) = named(default, TokenStream::new());
            (before, default)
        }
        ("unwrap_or_default", []) => (quote!(), quote!(::core::default::Default::default())),
        ("unwrap_or_else", [Expr::Closure(default)]) => (quote!(), without_error(default)?),
        _ => return None,
    };
    let (pat, value) = (if let Pat::Type(typed) = input { &typed.pat } else { input }, body(closure));
    Some(parse_quote!({
        #before
        match #element {
            ::core::option::Option::Some(#pat) => #value,
            ::core::option::Option::None => #default,
        }
    }))
}

/// The `Option` that `as_ref` lends to a function, as a reference.
fn lent(call: &ExprMethodCall) -> Option<Expr> {
    let calls = ["map_or", "map_or_else", "and_then"].iter().any(|method| call.method == method);
    if calls { lent_by_method(&call.receiver) } else { None }
}

/// A default that is computed before, unless it is there, what stands for it, and what is found in its place.
fn named(default: &Expr, found: TokenStream) -> (TokenStream, TokenStream, TokenStream) {
    if let Expr::Path(_) | Expr::Lit(_) = peel(default) {
        return (quote!(), quote!(#default), found);
    }
    let name = hygienic("__default");
    (quote!(let #name = #default;), quote!(#name), found)
}

/// The call of `map` whose result is taken out, which only an `Option` and a `Result` allow.
fn mapped(call: &ExprMethodCall) -> Option<&ExprMethodCall> {
    match peel(&call.receiver) {
        Expr::MethodCall(map)
            if map.method == "map"
                && matches!(map.args.first().map(peel), Some(Expr::Closure(_)))
                && !is_selection(&call.receiver) =>
        {
            Some(map)
        }
        _ => None,
    }
}

/// `if cond { Some(value) } else { None }`
fn chosen(cond: &Expr, value: &TokenStream, some: &TokenStream, none: &TokenStream) -> Block {
    let cond = apart_from_blocks(cond);
    parse_quote!({ if (#cond) { #some(#value) } else { #none } })
}

fn body(closure: &ExprClosure) -> TokenStream {
    apart_from_blocks(&closure.body)
}

/// A closure or a named function of a value.
fn called_with(function: &Expr, value: &TokenStream) -> Option<TokenStream> {
    match function {
        Expr::Closure(closure) => of_value(closure, value),
        named => Some(quote!(#named(#value))),
    }
}

/// The body of a closure of a value.
fn of_value(closure: &ExprClosure, value: &TokenStream) -> Option<TokenStream> {
    let [input] = closure.inputs.iter().collect::<Vec<_>>()[..] else { return None };
    let (input, body) = (bound(input, value), body(closure));
    Some(quote!(#input #body))
}

fn bound(pat: &Pat, value: &TokenStream) -> TokenStream {
    match pat {
        Pat::Type(typed) => {
            let (pat, ty) = (after_let(&typed.pat), &typed.ty);
            quote!(let #pat: #ty = #value;)
        }
        Pat::Reference(inner) => {
            let pat = after_let(&inner.pat);
            quote!(let #pat = *#value;)
        }
        pat => {
            let pat = after_let(pat);
            quote!(let #pat = #value;)
        }
    }
}

/// What a closure does with an error: `match result { Ok(value) => found, Err(error) => other }`
fn with_error(
    call: &ExprMethodCall,
    closure: &ExprClosure,
    found: &dyn Fn(&Ident) -> TokenStream,
    other: &dyn Fn(TokenStream) -> TokenStream,
) -> Option<Block> {
    let [input] = closure.inputs.iter().collect::<Vec<_>>()[..] else { return None };
    let (error, receiver) = (if let Pat::Type(typed) = input { &typed.pat } else { input }, &call.receiver);
    let value = hygienic("__value");
    let (found, other) = (found(&value), other(body(closure)));
    Some(parse_quote_spanned! {call.method.span()=> {
        match #receiver {
            ::core::result::Result::Ok(#value) => #found,
            ::core::result::Result::Err(#error) => #other,
        }
    }})
}

/// The body of a closure that does not look at an error.
fn without_error(closure: &ExprClosure) -> Option<TokenStream> {
    closure.inputs.iter().all(|input| matches!(input, Pat::Wild(_))).then(|| body(closure))
}
