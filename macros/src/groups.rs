//! What a `macro_rules!` macro passed on as one expression stays one.
//!
//! `$e * 2.0` with `x + y` for `$e` arrives as a group without delimiters. The compiler does not see such a group when it comes back from
//! here, and would read `x + y * 2.0`. So an operand that is one gets parentheses, before all else. A type that is one is no group after
//! that.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use syn::visit_mut::{VisitMut, visit_expr_mut, visit_expr_path_mut, visit_type_mut};
use syn::{Expr, ExprParen, ExprPath, Item, Type};

/// The item, or what it is with blocks of macros opened. A block that was passed on as `$body:block` is a group too, which is no statement
/// for the parser.
pub(crate) fn parsed(item: &TokenStream) -> syn::Result<Item> {
    syn::parse2(item.clone()).or_else(|error| syn::parse2(opened(item.clone())).map_err(|_| error))
}

fn opened(code: TokenStream) -> TokenStream {
    let open = |token| {
        let TokenTree::Group(group) = token else { return token };
        let inner = opened(group.stream());
        let mut tokens = inner.clone().into_iter();
        match (group.delimiter(), tokens.next(), tokens.next()) {
            (Delimiter::None, Some(TokenTree::Group(block)), None) if block.delimiter() == Delimiter::Brace => {
                block.into()
            }
            (delimiter, ..) => {
                let mut same = Group::new(delimiter, inner);
                same.set_span(group.span());
                same.into()
            }
        }
    };
    code.into_iter().map(open).collect()
}

/// Whether there are groups without delimiters, which only macros make.
pub(crate) fn has_some(code: TokenStream) -> bool {
    code.into_iter().any(|token| {
        matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::None || has_some(group.stream()))
    })
}

/// Writes the parentheses.
pub(crate) fn parenthesise(item: &mut Item) {
    Operands.visit_item_mut(item);
}

struct Operands;

impl VisitMut for Operands {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Binary(binary) => {
                close(&mut binary.left);
                close(&mut binary.right);
            }
            Expr::Call(call) => close(&mut call.func),
            Expr::Cast(cast) => close(&mut cast.expr),
            Expr::Field(field) => close(&mut field.base),
            Expr::Index(index) => close(&mut index.expr),
            Expr::MethodCall(call) => close(&mut call.receiver),
            Expr::Range(range) => range.start.iter_mut().chain(&mut range.end).for_each(|end| close(end)),
            Expr::Reference(reference) => close(&mut reference.expr),
            Expr::Try(tried) => close(&mut tried.expr),
            Expr::Unary(unary) => close(&mut unary.expr),
            _ => {}
        }
        visit_expr_mut(self, expr);
    }

    /// `f64` for `$t`.
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Group(group) = ty
            && matches!(*group.elem, Type::Path(_))
        {
            *ty = (*group.elem).clone();
        }
        visit_type_mut(self, ty);
    }

    /// `f64::sqrt` for `<$t>::sqrt`.
    fn visit_expr_path_mut(&mut self, path: &mut ExprPath) {
        visit_expr_path_mut(self, path);
        if let Some(of) = &path.qself
            && of.position == 0
            && let Type::Path(ty) = &*of.ty
            && let (None, Some(name)) = (&ty.qself, ty.path.get_ident())
        {
            path.path.leading_colon = None;
            path.path.segments.insert(0, name.clone().into());
            path.qself = None;
        }
    }
}

/// Puts an operand that is a group into parentheses, if what is in it needs them.
fn close(operand: &mut Expr) {
    let Expr::Group(group) = operand else { return };
    if matches!(*group.expr, Expr::Path(_) | Expr::Lit(_) | Expr::Paren(_)) {
        return;
    }
    let (attrs, expr) = (std::mem::take(&mut group.attrs), group.expr.clone());
    *operand = Expr::Paren(ExprParen { attrs, paren_token: syn::token::Paren(group.group_token.span), expr });
}
