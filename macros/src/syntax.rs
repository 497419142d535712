//! What a part of the user's code is by its form.

pub(crate) mod associated_types;
pub(crate) mod constants_of_numbers;
pub(crate) mod dereferences;
pub(crate) mod effects;
pub(crate) mod imported_variants;
pub(crate) mod imports;
pub(crate) mod lifetimes;
pub(crate) mod number_methods;
pub(crate) mod only_argument;
pub(crate) mod patterns;
pub(crate) mod scopes;
pub(crate) mod touched;
pub(crate) mod type_parameters;
pub(crate) mod typed_receivers;
pub(crate) mod written_lists;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{BinOp, Block, Expr, ExprPath, Ident, Pat, PatIdent, Stmt, UnOp};

/// Without parentheses and invisible groups.
pub(crate) fn peel(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => peel(&inner.expr),
        Expr::Group(inner) => peel(&inner.expr),
        _ => expr,
    }
}

/// Whether a name in a pattern is a variable for certain: a plain one may be that of a constant.
pub(crate) fn is_certain(name: &PatIdent) -> bool {
    name.subpat.is_some() || name.mutability.is_some() || name.by_ref.is_some()
}

/// An expression where a block, a condition or a pattern would swallow a part of it: in parentheses, if it begins with a brace or
/// a word like `if`.
pub(crate) fn apart_from_blocks(expr: &impl ToTokens) -> TokenStream {
    let tokens = quote!(#expr);
    let begins_with_block = match tokens.clone().into_iter().next() {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        Some(TokenTree::Ident(word)) => {
            ["if", "match", "loop", "unsafe", "while", "for"].iter().any(|block| word == block)
        }
        _ => false,
    };
    if begins_with_block { quote!((#tokens)) } else { tokens }
}

/// An expression that is called.
pub(crate) fn callee(expr: &Expr) -> TokenStream {
    if matches!(expr, Expr::Path(_)) { quote!(#expr) } else { quote!((#expr)) }
}

/// A pattern after `let`, which takes alternatives only in parentheses.
pub(crate) fn after_let(pat: &Pat) -> TokenStream {
    if matches!(pat, Pat::Or(_)) { quote!((#pat)) } else { quote!(#pat) }
}

/// `+=` and the like.
pub(crate) fn is_compound(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}

/// Changes the expressions that give the value of `expr`: itself, or those in its branches.
pub(crate) fn each_value(expr: &mut Expr, change: &mut impl FnMut(&mut Expr)) {
    match expr {
        Expr::Paren(inner) => each_value(&mut inner.expr, change),
        Expr::Block(block) => each_value_of_block(&mut block.block, change),
        Expr::If(branch) => {
            each_value_of_block(&mut branch.then_branch, change);
            if let Some((_, otherwise)) = &mut branch.else_branch {
                each_value(otherwise, change);
            }
        }
        Expr::Match(branches) => branches.arms.iter_mut().for_each(|arm| each_value(&mut arm.body, change)),
        Expr::Macro(_) => {}
        value => change(value),
    }
}

/// The same of a block.
pub(crate) fn each_value_of_block(block: &mut Block, change: &mut impl FnMut(&mut Expr)) {
    if let Some(Stmt::Expr(last, None)) = block.stmts.last_mut() {
        each_value(last, change);
    }
}

/// A name as an expression.
pub(crate) fn expression(name: Ident) -> Expr {
    Expr::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path: name.into() })
}

/// What a reference leads to, or another expression, so that a method may follow.
pub(crate) fn receiver_of(expr: &Expr) -> Expr {
    let of = match peel(expr) {
        Expr::Reference(reference) => peel(&reference.expr),
        other => other,
    };
    if matches!(of, Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::MethodCall(_) | Expr::Call(_)) {
        of.clone()
    } else {
        syn::parse_quote!((#of))
    }
}

/// Whether an expression names a place.
pub(crate) fn is_place(expr: &Expr) -> bool {
    match peel(expr) {
        Expr::Path(_) => true,
        Expr::Field(field) => is_place(&field.base),
        Expr::Index(index) => is_place(&index.expr),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Deref(_)) && is_place(&unary.expr),
        _ => false,
    }
}

/// The name at the root of a place.
pub(crate) fn root_name(place: &Expr) -> Option<&Ident> {
    match peel(place) {
        Expr::Field(field) => root_name(&field.base),
        Expr::Index(index) => root_name(&index.expr),
        Expr::Reference(reference) => root_name(&reference.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => root_name(&unary.expr),
        Expr::Path(path) => path.path.get_ident(),
        _ => None,
    }
}

/// Whether a path is called that is spelled like the constructor of a tuple struct or of a variant. What the call gives is matched by a
/// tuple pattern of that path, which nothing else can be. Others, as `T_saturation`, are called as functions, which need a derivative.
pub(crate) fn is_constructor(path: &ExprPath) -> bool {
    path.path.segments.last().is_some_and(|last| {
        let name = last.ident.to_string();
        starts_upper(&name) && !name.contains('_')
    })
}

/// Whether a name is that of a type, by the convention of the language.
pub(crate) fn starts_upper(name: &str) -> bool {
    name.trim_start_matches("r#").starts_with(char::is_uppercase)
}
