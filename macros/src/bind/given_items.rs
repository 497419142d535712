//! Loops over what a method of the program gives of a constant, where the items are passed on: `for s in data.samples() { .. }`.
//!
//! What the method gives may be a slice or any iterator, which only the types say. So the loop stays as it is, and each item is treated
//! as one that a method gave ([`given_references`](super::given_references)): the reverse half calls the method again, once for each run
//! of the loop, and goes through its items from the last one that was reached.
//!
//! ```text
//! // in
//! for s in data.samples() { sum += error(w, s); }
//! // forward                                                   reverse
//! for (k, item) in data.samples().into_iter().enumerate() {    let mut items = items_of(data.samples().into_iter()).items();
//!     let trace = trace of &item;                              for each iteration, backwards:
//!     let s = item; ..                                             let item = &given_again(&trace, || items.at(k)).value();
//! }                                                                let s = match item { s => s }; ..
//! ```

use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprForLoop, ExprMethodCall, Stmt, parse_quote, parse_quote_spanned};

use super::given_references::{is_of_standard_library, plain_names};
use super::handed::Handed;
use super::parts_of_constants::Part;
use super::{Binder, peel};
use crate::desugar::iterators;
use crate::ir::{Again, Header, Loop, Op, Step};
use crate::naming::hygienic;
use crate::syntax::expression;
use crate::syntax::number_methods::number_method;
use crate::syntax::patterns::names_in;

/// Adaptors that select items by their positions: they give the same ones again, if their arguments are the same.
const BY_POSITION: [&str; 9] =
    ["chunks", "chunks_exact", "enumerate", "iter", "rev", "skip", "step_by", "take", "windows"];

/// Iterators over maps and text.
const OF_MAPS_AND_TEXT: [&str; 7] = ["bytes", "char_indices", "chars", "keys", "lines", "split_whitespace", "values"];

impl Binder<'_> {
    /// Binds such a loop, whose body is `body`; `until` says after an iteration that it was the last.
    pub(super) fn loop_over_given(&mut self, each: &ExprForLoop, body: &[Stmt], until: Option<&Expr>) -> bool {
        let handed = Handed::of_block(&each.body);
        let is_handed = names_in(&each.pat).iter().any(|name| handed.has(&name.ident));
        if !is_handed || plain_names(&each.pat).is_none() || self.checkpoint.is_some() || !self.gives_items(&each.expr)
        {
            return false;
        }
        let named = self.with_named_source(&each.expr);
        let Some(Part { written, reads }) = self.source_again(&named) else { return false };
        let iterator = self.observed(&named);
        let (number, span) = (self.temporaries, each.expr.span());
        self.temporaries += 1;
        let [items, given, at] = ["items", "given", "at"].map(|name| hygienic(&format!("{name}{number}")));
        // A block of its own, at whose head the reverse half finds the items.
        self.enter();
        if let Some(scope) = self.scopes.last_mut() {
            let code = quote_spanned! {span=>
                let mut #items = ::cotangent::generated::items_of(::core::iter::IntoIterator::into_iter(#written)).items();
            };
            scope.again.push(Again { names: Vec::new(), code, reads });
        }
        let body = self.block_after(body, false, |binder| {
            binder.repeats();
            binder.bind_constants(&parse_quote!(#at));
            let Some(at) = binder.index_again(&expression(at.clone())) else { return };
            let Part { written: at, reads } = at;
            let item = parse_quote!(#items.at(#at));
            binder.let_item(&each.pat, &given, Part { written: item, reads }, span);
        });
        let iterator = parse_quote_spanned! {span=>
            ::core::iter::Iterator::enumerate(::core::iter::IntoIterator::into_iter(#iterator))
        };
        let header = Header::Each { pattern: quote!((#at, #given)), iterator: Box::new(iterator) };
        let until = until.cloned().map(Box::new);
        self.step(Step::Loop(Loop { header, until, lengths: Vec::new(), checkpoint: None, replaced: None, body }));
        let scope = self.leave(None);
        self.temporary(each.for_token.span, None, Op::Scope(scope), false);
        true
    }

    /// Whether items are those that a method gives, perhaps selected by their places.
    fn gives_items(&mut self, source: &Expr) -> bool {
        let Expr::MethodCall(call) = peel(source) else { return false };
        if self.may_be_given(source) {
            return true;
        }
        selects_by_position(call)
            && call.args.iter().all(|argument| self.is_plain(argument))
            && self.gives_items(&call.receiver)
    }

    /// Whether a constant is an iterator that a method of the program gives, or one over characters or over a map.
    pub(super) fn gives_iterator(&self, source: &Expr) -> bool {
        let Expr::MethodCall(call) = peel(source) else { return false };
        if self.is_active(source) || !self.is_part_or_given(&call.receiver) {
            return false;
        }
        let is = |names: &[&str]| names.iter().any(|name| call.method == name);
        if self.has_own_type(&call.receiver) && is(&["iter", "windows", "chunks"]) || is(&OF_MAPS_AND_TEXT) {
            return true;
        }
        !is_of_standard_library(&call.method)
            && number_method(&call.method).is_none()
            && !iterators::is_start(&call.method)
            && !self.gives_element(source)
            && !self.is_question(call)
    }

    /// Whether an expression is a part of a variable, or what methods give of one.
    fn is_part_or_given(&self, expr: &Expr) -> bool {
        match peel(expr) {
            Expr::MethodCall(call) => self.is_part_or_given(&call.receiver),
            expr => self.root(expr).is_some(),
        }
    }

    /// Such a source with names for what its arguments are computed from.
    fn with_named_source(&mut self, source: &Expr) -> Expr {
        match peel(source) {
            Expr::MethodCall(call) if self.may_be_given(source) => Expr::MethodCall(self.with_named_arguments(call)),
            Expr::MethodCall(call) => {
                let mut named = call.clone();
                *named.receiver = self.with_named_source(&call.receiver);
                self.name_arguments(&mut named);
                Expr::MethodCall(named)
            }
            source => source.clone(),
        }
    }

    /// How the reverse half writes it.
    fn source_again(&mut self, source: &Expr) -> Option<Part> {
        let Expr::MethodCall(call) = peel(source) else { return None };
        if self.may_be_given(source) {
            return self.call_again(call);
        }
        let receiver = self.source_again(&call.receiver)?;
        self.with_receiver_again(call, receiver)
    }
}

fn selects_by_position(call: &ExprMethodCall) -> bool {
    BY_POSITION.iter().any(|adaptor| call.method == adaptor)
}
