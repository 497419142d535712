//! `#[cfg(..)]` inside of an item. Whether a condition holds only the compiler knows, so the item comes out twice: once with what
//! the condition is on, if it holds, and once without, if it does not. The attribute stays on both, so the compiler drops one of
//! them and expands the other; that goes on until every condition left is `all()`, which holds.

use proc_macro2::TokenStream;
use quote::quote;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Block, Expr, FnArg, ImplItem, Item, Meta, Stmt};

/// The two versions of an item, if there is a condition in it. `attribute` is the attribute that they get again.
pub(crate) fn versions(item: &Item, attribute: &TokenStream) -> Option<TokenStream> {
    let mut configure = Configure::Find(None);
    configure.inside(&mut item.clone());
    let Configure::Find(Some(condition)) = configure else { return None };
    let [with, without] = [true, false].map(|holds| {
        let mut item = item.clone();
        Configure::Decide { condition: condition.to_string(), holds }.inside(&mut item);
        item
    });
    Some(quote! {
        #[cfg(#condition)]
        #attribute
        #with
        #[cfg(not(#condition))]
        #attribute
        #without
    })
}

/// The same body without the conditions that hold.
pub(crate) fn decided(body: &Block) -> Block {
    let mut body = body.clone();
    Configure::Forget.visit_block_mut(&mut body);
    body
}

/// The condition of a `#[cfg(..)]`.
fn condition(attr: &mut Attribute) -> Option<&mut TokenStream> {
    match &mut attr.meta {
        Meta::List(list) if list.path.is_ident("cfg") => Some(&mut list.tokens),
        _ => None,
    }
}

/// Whether a condition is the one that holds.
fn is_true(condition: &TokenStream) -> bool {
    condition.to_string().replace(' ', "") == "all()"
}

/// Goes through what a condition may be on.
enum Configure {
    /// Finds the first condition.
    Find(Option<TokenStream>),
    /// Decides one, wherever it is.
    Decide { condition: String, holds: bool },
    /// Removes those that hold.
    Forget,
}

impl Configure {
    /// The conditions on the item itself are the compiler's.
    fn inside(&mut self, item: &mut Item) {
        match item {
            Item::Fn(function) => {
                self.visit_signature_mut(&mut function.sig);
                self.visit_block_mut(&mut function.block);
            }
            Item::Impl(block) => self.visit_item_impl_mut(block),
            _ => {}
        }
    }

    /// Whether what has these attributes stays.
    fn keeps(&mut self, attrs: &mut Vec<Attribute>) -> bool {
        match self {
            Configure::Find(found) => {
                let mut conditions = attrs.iter_mut().filter_map(condition).filter(|condition| !is_true(condition));
                *found = found.take().or_else(|| conditions.next().cloned());
                true
            }
            Configure::Decide { condition: decided, holds } => {
                let mut those = attrs.iter_mut().filter_map(condition).filter(|one| one.to_string() == *decided);
                if *holds {
                    those.for_each(|one| *one = quote!(all()));
                    true
                } else {
                    those.next().is_none()
                }
            }
            Configure::Forget => {
                attrs.retain_mut(|attr| condition(attr).is_none_or(|condition| !is_true(condition)));
                true
            }
        }
    }

    fn keeps_stmt(&mut self, stmt: &mut Stmt) -> bool {
        match stmt {
            Stmt::Local(local) => self.keeps(&mut local.attrs),
            Stmt::Macro(mac) => self.keeps(&mut mac.attrs),
            Stmt::Expr(expr, _) => attributes(expr).is_none_or(|attrs| self.keeps(attrs)),
            Stmt::Item(_) => true,
        }
    }

    fn retain<T, P: Default>(&mut self, list: &mut Punctuated<T, P>, attrs: impl Fn(&mut T) -> &mut Vec<Attribute>) {
        let trailing = list.trailing_punct();
        let all = std::mem::take(list);
        *list = all.into_iter().filter_map(|mut one| self.keeps(attrs(&mut one)).then_some(one)).collect();
        if trailing && !list.is_empty() {
            list.push_punct(P::default());
        }
    }
}

impl VisitMut for Configure {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.retain_mut(|stmt| self.keeps_stmt(stmt));
        visit_mut::visit_block_mut(self, block);
    }
    fn visit_expr_match_mut(&mut self, branches: &mut syn::ExprMatch) {
        branches.arms.retain_mut(|arm| self.keeps(&mut arm.attrs));
        visit_mut::visit_expr_match_mut(self, branches);
    }
    fn visit_expr_struct_mut(&mut self, literal: &mut syn::ExprStruct) {
        self.retain(&mut literal.fields, |field| &mut field.attrs);
        visit_mut::visit_expr_struct_mut(self, literal);
    }
    fn visit_pat_struct_mut(&mut self, pattern: &mut syn::PatStruct) {
        self.retain(&mut pattern.fields, |field| &mut field.attrs);
        visit_mut::visit_pat_struct_mut(self, pattern);
    }
    fn visit_signature_mut(&mut self, sig: &mut syn::Signature) {
        self.retain(&mut sig.inputs, |input| match input {
            FnArg::Receiver(receiver) => &mut receiver.attrs,
            FnArg::Typed(typed) => &mut typed.attrs,
        });
        visit_mut::visit_signature_mut(self, sig);
    }
    fn visit_item_impl_mut(&mut self, block: &mut syn::ItemImpl) {
        block.items.retain_mut(|item| match item {
            ImplItem::Fn(method) => self.keeps(&mut method.attrs),
            _ => true,
        });
        visit_mut::visit_item_impl_mut(self, block);
    }
    // Items of a body are repeated as they are.
    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// The attributes of a statement that is an expression: they are at its first part.
fn attributes(expr: &mut Expr) -> Option<&mut Vec<Attribute>> {
    Some(match expr {
        Expr::Assign(e) => return attributes(&mut e.left),
        Expr::Binary(e) => return attributes(&mut e.left),
        Expr::Cast(e) => return attributes(&mut e.expr),
        Expr::Array(e) => &mut e.attrs,
        Expr::Block(e) => &mut e.attrs,
        Expr::Break(e) => &mut e.attrs,
        Expr::Call(e) => &mut e.attrs,
        Expr::Continue(e) => &mut e.attrs,
        Expr::Field(e) => &mut e.attrs,
        Expr::ForLoop(e) => &mut e.attrs,
        Expr::If(e) => &mut e.attrs,
        Expr::Index(e) => &mut e.attrs,
        Expr::Lit(e) => &mut e.attrs,
        Expr::Loop(e) => &mut e.attrs,
        Expr::Macro(e) => &mut e.attrs,
        Expr::Match(e) => &mut e.attrs,
        Expr::MethodCall(e) => &mut e.attrs,
        Expr::Paren(e) => &mut e.attrs,
        Expr::Path(e) => &mut e.attrs,
        Expr::Return(e) => &mut e.attrs,
        Expr::Try(e) => &mut e.attrs,
        Expr::Tuple(e) => &mut e.attrs,
        Expr::Unary(e) => &mut e.attrs,
        Expr::While(e) => &mut e.attrs,
        _ => return None,
    })
}
