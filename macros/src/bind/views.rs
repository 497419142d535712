//! Views through which a part of a matrix changes: `let mut c = m.column_mut(j);`, `m.row_mut(i).scale_mut(s);`.
//!
//! A view is a copy of its part. While it lives nobody else can use the matrix, so the copy is written back in front of the next
//! statement that names the matrix, or at the end of the block:
//!
//! ```text
//! let mut c = m.column(j).clone_owned();
//! c += v;
//! m.column_mut(j).copy_from(&c);
//! ```

use std::rc::Rc;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprMethodCall, Ident, Local, Pat, Stmt, UnOp, parse_quote, parse_quote_spanned};

use super::matrices::is_part;
use super::{Binder, peel};
use crate::ir::VarId;
use crate::naming::hygienic;
use crate::words::words;

impl Binder<'_> {
    /// Some statements that begin with the declaration of a view, with a copy in its place.
    pub(super) fn copied_view(&mut self, stmts: &[Stmt], wanted: bool) -> Option<Rc<Block>> {
        let Some((Stmt::Local(local), after)) = stmts.split_first() else { return None };
        let view = View::declared(local)?;
        let matrix = &view.part.receiver;
        let until = self.lives_until(&view, after, wanted).filter(|_| self.stays(matrix))?;
        let is_active = self.changes_active(matrix) || self.mention_active(&after[..until]);
        if !is_active || !self.is_changed(matrix) {
            return None;
        }
        self.rewritten(std::ptr::from_ref(local).cast(), |binder| {
            Ok(view.copied(after, until, wanted, binder.unique()))
        })
    }

    /// A method that changes a part of a matrix, if no loop over its elements stands for it: `m.column_mut(j).scale_mut(s)`.
    pub(super) fn change_part_by_method(&mut self, call: &ExprMethodCall) -> bool {
        let Some(part) = changed_part(call) else { return false };
        if !self.is_changed(&part.receiver) || !self.changes_active(&part.receiver) && !self.mentions_active_in(call) {
            return false;
        }
        let block = self.rewritten(std::ptr::from_ref(call).cast(), |binder| {
            let view = hygienic(&format!("__view{}", binder.unique()));
            let call = on_view(call, part, &view);
            Ok(parse_quote!({
                let mut #view = #part;
                #call;
            }))
        });
        self.scope(call.span(), block);
        true
    }

    /// How many of the statements after a view stand before the copy is written back. Nothing if the view is used after that, or goes
    /// somewhere else.
    fn lives_until(&self, view: &View<'_>, after: &[Stmt], wanted: bool) -> Option<usize> {
        let (place, var) = (members(&view.part.receiver)?, self.root(&view.part.receiver)?.var);
        let until = after.iter().position(|stmt| {
            let mut mentions = Mentions { binder: self, var, place: &place, found: false };
            mentions.visit_stmt(stmt);
            mentions.found
        });
        let is_value = |stmt: &Stmt| wanted && matches!(stmt, Stmt::Expr(_, None));
        let names_view = |stmt: &Stmt| words(stmt.to_token_stream()).iter().any(|word| word == view.name);
        // The value of the block need not wait for the copy.
        let end = after.len() - usize::from(after.last().is_some_and(|last| is_value(last) && !names_view(last)));
        let until = until.unwrap_or(end);
        let mut uses = Uses { name: view.name, count: 0 };
        after[..until].iter().for_each(|stmt| uses.visit_stmt(stmt));
        let words = after.iter().flat_map(|stmt| words(stmt.to_token_stream()));
        let mentioned = words.filter(|word| word == view.name).count();
        (view.is_ref || uses.count == mentioned).then_some(until)
    }

    /// Whether a place is the same wherever it is written down.
    fn stays(&self, place: &Expr) -> bool {
        match peel(place) {
            Expr::Field(field) => self.stays(&field.base),
            Expr::Index(index) => self.stays(&index.expr) && self.is_repeatable(&index.index),
            Expr::Unary(unary) => self.stays(&unary.expr),
            _ => true,
        }
    }

    fn mentions_active_in(&self, call: &ExprMethodCall) -> bool {
        self.mentions_active(&Expr::MethodCall(call.clone()))
    }

    /// A number that no other tree has.
    pub(super) fn unique(&self) -> usize {
        self.passes.trees.borrow().len()
    }
}

/// The declaration of a view.
struct View<'e> {
    pat: &'e Pat,
    name: &'e Ident,
    part: &'e ExprMethodCall,
    /// Whether the name is that of a reference to the view.
    is_ref: bool,
}

impl<'e> View<'e> {
    fn declared(local: &'e Local) -> Option<Self> {
        let (Pat::Ident(pat), Some(init)) = (&local.pat, &local.init) else { return None };
        let (value, is_ref) = match peel(&init.expr) {
            Expr::Reference(reference) if reference.mutability.is_some() => (peel(&reference.expr), true),
            value => (value, false),
        };
        match value {
            Expr::MethodCall(part) if is_part(part) && (is_ref || pat.mutability.is_some()) => {
                Some(Self { pat: &local.pat, name: &pat.ident, part, is_ref })
            }
            _ => None,
        }
    }

    /// The block of a view, whose value is bound before the copy is written back if it uses the view.
    fn copied(&self, after: &[Stmt], until: usize, wanted: bool, number: usize) -> Block {
        let Self { pat, part, .. } = self;
        let (matrix, generics) = (&part.receiver, &part.turbofish);
        let [lent, read] = [part.method.to_string(), part.method.to_string().replace("_mut", "")];
        let [lent, read] = [lent, read].map(|method| Ident::new(&method, part.method.span()));
        let at: Vec<_> = (0..part.args.len()).map(|i| hygienic(&format!("__at{number}_{i}"))).collect();
        let places: TokenStream = at.iter().zip(&part.args).map(|(at, place)| quote!(let #at = #place;)).collect();
        let copy = if self.is_ref { hygienic(&format!("__copy{number}")) } else { self.name.clone() };
        let reference = self.is_ref.then(|| quote!(let #pat = &mut #copy;));
        let (before, rest) = after.split_at(until);
        let (before, value) = match before.split_last() {
            Some((Stmt::Expr(value, None), before)) => (before, Some(value)),
            _ => (before, None),
        };
        let name = hygienic(&format!("__value{number}"));
        let (bound, given) = match value {
            Some(value) if wanted => (quote!(let #name = #value;), quote!(#name)),
            value => (quote!(#value;), TokenStream::new()),
        };
        parse_quote_spanned!(part.span()=> {
            #places
            let mut #copy = #matrix.#read #generics(#(#at),*).clone_owned();
            #reference
            #(#before)*
            #bound
            #matrix.#lent #generics(#(#at),*).copy_from(&#copy);
            #(#rest)*
            #given
        })
    }
}

/// The names in a place: `state`, `p` in `state.p`. Nothing of another expression.
fn members(place: &Expr) -> Option<Vec<String>> {
    match peel(place) {
        Expr::Field(field) => {
            let mut names = members(&field.base)?;
            names.push(field.member.to_token_stream().to_string());
            Some(names)
        }
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => members(&unary.expr),
        Expr::Path(path) => path.path.get_ident().map(|name| vec![name.to_string()]),
        Expr::Index(index) => members(&index.expr),
        _ => None,
    }
}

/// Looks for uses of a place, or of what it is a part of.
struct Mentions<'p> {
    binder: &'p Binder<'p>,
    /// The variable, which may have other names.
    var: VarId,
    place: &'p [String],
    found: bool,
}

impl<'ast> Visit<'ast> for Mentions<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let is_name = matches!(expr, Expr::Field(_) | Expr::Path(_));
        match members(expr).filter(|_| is_name) {
            Some(names) if names[0] == self.place[0] => {
                self.found |= names.iter().zip(self.place).all(|(one, other)| one == other);
            }
            _ => {
                self.found |= self.binder.root(expr).is_some_and(|meaning| meaning.var == self.var && is_name);
                visit::visit_expr(self, expr);
            }
        }
    }
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let is_it = |word: &Ident| self.binder.meaning(word).is_some_and(|meaning| meaning.var == self.var);
        self.found |= words(mac.tokens.clone()).iter().any(is_it);
    }
}

/// Counts the uses of a view that neither move nor copy it.
struct Uses<'n> {
    name: &'n Ident,
    count: usize,
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let used = match expr {
            Expr::Assign(assign) => Some(&assign.left).filter(|left| !matches!(peel(left), Expr::Path(_))),
            Expr::Binary(binary) => {
                self.one(&binary.right);
                Some(&binary.left)
            }
            Expr::Field(field) => Some(&field.base),
            Expr::Index(index) => Some(&index.expr),
            Expr::MethodCall(call) => Some(&call.receiver),
            Expr::Reference(reference) => Some(&reference.expr),
            _ => None,
        };
        if let Some(used) = used {
            self.one(used);
        }
        visit::visit_expr(self, expr);
    }
}

impl Uses<'_> {
    fn one(&mut self, expr: &Expr) {
        self.count += usize::from(matches!(peel(expr), Expr::Path(path) if path.path.is_ident(self.name)));
    }
}

/// The part of a matrix that a method changes, or a method of what the part gives.
fn changed_part(call: &ExprMethodCall) -> Option<&ExprMethodCall> {
    match peel(&call.receiver) {
        Expr::MethodCall(part) if is_part(part) => Some(part),
        Expr::MethodCall(inner) => changed_part(inner),
        _ => None,
    }
}

/// The same call on a name for the part.
fn on_view(call: &ExprMethodCall, part: &ExprMethodCall, view: &Ident) -> ExprMethodCall {
    let mut renamed = call.clone();
    *renamed.receiver = match peel(&call.receiver) {
        Expr::MethodCall(inner) if !std::ptr::eq(inner, part) => Expr::MethodCall(on_view(inner, part, view)),
        _ => parse_quote!(#view),
    };
    renamed
}
