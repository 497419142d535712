//! A number becomes another expression that has the same value.

use proc_macro2::{Delimiter, TokenTree};
use quote::{ToTokens, format_ident};
use syn::visit::{self, Visit};
use syn::{Expr, Label, parse_quote};

use super::Names;
use super::types::Ty;

/// `{ e }`
pub fn block(e: &Expr, _: &Ty, _: &mut Names) -> Option<Expr> {
    let e = apart(e);
    Some(parse_quote!({ #e }))
}

/// `'a: { break 'a e }`
pub fn labelled_block(e: &Expr, _: &Ty, names: &mut Names) -> Option<Expr> {
    let label = label(names);
    let name = &label.name;
    Some(parse_quote!(#label { break #name #e }))
}

fn label(names: &mut Names) -> Label {
    let name = syn::Lifetime::new(&format!("'{}", names.fresh("here")), proc_macro2::Span::call_site());
    parse_quote!(#name:)
}

/// `{ let t = e; t }`
pub fn let_in_a_block(e: &Expr, _: &Ty, names: &mut Names) -> Option<Expr> {
    let name = names.fresh("kept");
    Some(parse_quote!({ let #name = #e; #name }))
}

/// `(|| e)()`
pub fn closure(e: &Expr, _: &Ty, _: &mut Names) -> Option<Expr> {
    Some(parse_quote!((|| #e)()))
}

/// `(|x| x)(e)`
pub fn closure_of_it(e: &Expr, ty: &Ty, names: &mut Names) -> Option<Expr> {
    let (name, ty) = (names.fresh("it"), spelled(ty)?);
    Some(parse_quote!((|#name: #ty| #name)(#e)))
}

/// `{ let same = |x| x; same(e) }`
pub fn named_closure(e: &Expr, ty: &Ty, names: &mut Names) -> Option<Expr> {
    let (same, name, ty) = (names.fresh("same"), names.fresh("it"), spelled(ty)?);
    Some(parse_quote!({ let #same = |#name: #ty| #name; #same(#e) }))
}

/// `{ let t = e; let given = || t; given() }`
pub fn capturing_closure(e: &Expr, _: &Ty, names: &mut Names) -> Option<Expr> {
    let (given, name) = (names.fresh("given"), names.fresh("kept"));
    Some(parse_quote!({ let #name = #e; let #given = || #name; #given() }))
}

/// What the names of helpers begin with.
pub const HELPER: &str = "identity_";

/// `identity(e)`, an annotated function in this one.
pub fn inner_helper(e: &Expr, ty: &Ty, names: &mut Names) -> Option<Expr> {
    let ty = only_f64(ty)?;
    let name = if let Some(syn::Stmt::Item(syn::Item::Fn(item))) = names.inside.first() {
        item.sig.ident.clone()
    } else {
        let name = names.fresh(&format!("{HELPER}inside"));
        names.inside.push(parse_quote!(#[differentiable] fn #name(it: #ty) -> #ty { it }));
        name
    };
    Some(parse_quote!(#name(#e)))
}

/// `identity(e)`, an annotated function beside this one.
pub fn outer_helper(e: &Expr, ty: &Ty, names: &mut Names) -> Option<Expr> {
    let ty = only_f64(ty)?;
    let name = if let Some(item) = names.outside.as_ref()?.first() {
        item.sig.ident.clone()
    } else {
        let name = names.fresh(&format!("{HELPER}beside"));
        names.outside.as_mut()?.push(parse_quote!(#[differentiable] fn #name(it: #ty) -> #ty { it }));
        name
    };
    Some(parse_quote!(#name(#e)))
}

/// `[e][0]`
pub fn array(e: &Expr, _: &Ty, _: &mut Names) -> Option<Expr> {
    Some(parse_quote!([#e][0]))
}

/// `(e,).0`
pub fn tuple(e: &Expr, _: &Ty, _: &mut Names) -> Option<Expr> {
    Some(parse_quote!((#e,).0))
}

/// `*&e`
pub fn reference(e: &Expr, _: &Ty, _: &mut Names) -> Option<Expr> {
    Some(parse_quote!((*&(#e))))
}

/// `Some(e).unwrap()`
pub fn option(e: &Expr, _: &Ty, _: &mut Names) -> Option<Expr> {
    Some(parse_quote!(Some(#e).unwrap()))
}

/// `loop { break e }`
pub fn endless_loop(e: &Expr, _: &Ty, _: &mut Names) -> Option<Expr> {
    Some(parse_quote!(loop { break #e }))
}

/// `if true { e } else { e }`
pub fn if_true(e: &Expr, _: &Ty, _: &mut Names) -> Option<Expr> {
    // Twice each time, this would grow without end.
    let e = apart(e);
    if size(&e) > 40 { None } else { Some(parse_quote!(if true { #e } else { #e })) }
}

/// `match () { () => e }`
pub fn match_nothing(e: &Expr, _: &Ty, _: &mut Names) -> Option<Expr> {
    let e = apart(e);
    Some(parse_quote!(match () { () => #e }))
}

/// `match e { x => x }`
pub fn match_it(e: &Expr, _: &Ty, names: &mut Names) -> Option<Expr> {
    let name = names.fresh("it");
    Some(parse_quote!(match #e { #name => #name }))
}

/// `stop_gradient(e)`: not the same.
pub fn stopped(e: &Expr, _: &Ty, _: &mut Names) -> Option<Expr> {
    Some(parse_quote!(stop_gradient(#e)))
}

/// The expression as a statement: in parentheses, if it begins like a statement that ends before it does.
fn apart(e: &Expr) -> Expr {
    let first = e.to_token_stream().into_iter().next();
    let begins = match first {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        Some(TokenTree::Ident(word)) => ["if", "match", "loop", "while", "for"].iter().any(|name| word == name),
        Some(TokenTree::Punct(punct)) => punct.as_char() == '\'',
        _ => false,
    };
    if begins { parse_quote!((#e)) } else { e.clone() }
}

/// The type of a parameter, if it can be written down.
fn spelled(ty: &Ty) -> Option<syn::Type> {
    let name = match ty {
        Ty::Number(name) => format_ident!("{name}"),
        Ty::Whole => format_ident!("usize"),
        _ => return None,
    };
    Some(parse_quote!(#name))
}

fn only_f64(ty: &Ty) -> Option<syn::Type> {
    if *ty == Ty::Number("f64".to_owned()) { spelled(ty) } else { None }
}

fn size(e: &Expr) -> usize {
    fn count(tokens: proc_macro2::TokenStream) -> usize {
        tokens
            .into_iter()
            .map(|token| match token {
                TokenTree::Group(group) => 1 + count(group.stream()),
                _ => 1,
            })
            .sum()
    }
    count(e.to_token_stream())
}

/// Whether an expression has attributes.
pub fn is_marked(e: &Expr) -> bool {
    match e {
        Expr::Block(e) => !e.attrs.is_empty(),
        Expr::Call(e) => !e.attrs.is_empty(),
        Expr::MethodCall(e) => !e.attrs.is_empty(),
        Expr::ForLoop(e) => !e.attrs.is_empty(),
        Expr::While(e) => !e.attrs.is_empty(),
        Expr::Loop(e) => !e.attrs.is_empty(),
        _ => false,
    }
}

/// Whether something in there may leave what is around it: it cannot move into a closure or a loop.
pub fn leaves(e: &Expr) -> bool {
    let mut exits = Exits(false);
    exits.visit_expr(e);
    exits.0
}

/// The same of a block.
pub fn block_leaves(block: &syn::Block) -> bool {
    let mut exits = Exits(false);
    exits.visit_block(block);
    exits.0
}

struct Exits(bool);

impl<'a> Visit<'a> for Exits {
    fn visit_expr(&mut self, e: &'a Expr) {
        self.0 |= matches!(e, Expr::Break(_) | Expr::Continue(_) | Expr::Return(_) | Expr::Try(_));
        visit::visit_expr(self, e);
    }

    fn visit_macro(&mut self, mac: &'a syn::Macro) {
        let known = ["assert", "assert_eq", "debug_assert", "format", "panic", "println", "vec", "dbg"];
        self.0 |= !known.iter().any(|name| mac.path.is_ident(name));
    }
}
