//! What a method of the program gives of a constant, where that may be a reference: `let row = grid.row(i);`.
//!
//! No tape keeps a reference. The reverse half calls the method again and claims that it gives the reference that it gave before, of which
//! the forward half keeps the address. What is no reference is kept itself. Which of the two it is the types say.
//!
//! ```text
//! // in
//! let (row, y) = samples.at(i);
//! // forward                                    reverse
//! let given = samples.at(i);                    let given = &given_again(&trace, || samples.at(i)).value();
//! let trace = trace of &given;                  let (row, y) = match given { (row, y) => (row, y) };
//! let (row, y) = given;
//! ```

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, Ident, Pat, Token, parse_quote};

use super::parts_of_constants::{Part, may_be_variable};
use super::{Binder, Meaning, peel};
use crate::ir::{Again, Step, VarId, VarKind};
use crate::naming::hygienic;
use crate::syntax::number_methods::number_method;
use crate::syntax::{expression, is_place};

/// Methods of the standard library that give iterators, or values of their own, beside questions and methods of numbers: what they give is
/// no reference that a method gives again.
const OF_STANDARD_LIBRARY: [&str; 73] = [
    "as_bytes",
    "binary_search",
    "binary_search_by",
    "by_ref",
    "bytes",
    "chain",
    "char_indices",
    "chars",
    "chunk_by",
    "chunks",
    "chunks_exact",
    "clone",
    "cloned",
    "collect",
    "concat",
    "contains_key",
    "copied",
    "cycle",
    "drain",
    "ends_with",
    "entry",
    "enumerate",
    "filter",
    "filter_map",
    "flat_map",
    "flatten",
    "fold",
    "inspect",
    "into",
    "into_iter",
    "into_keys",
    "into_values",
    "iter",
    "iter_mut",
    "join",
    "keys",
    "lines",
    "map",
    "map_while",
    "matches",
    "max_by",
    "max_by_key",
    "min_by",
    "min_by_key",
    "parse",
    "partition_point",
    "peekable",
    "product",
    "rchunks",
    "repeat",
    "rev",
    "rsplit",
    "scan",
    "skip",
    "skip_while",
    "split",
    "split_terminator",
    "split_whitespace",
    "splitn",
    "starts_with",
    "step_by",
    "sum",
    "take",
    "take_while",
    "to_lowercase",
    "to_owned",
    "to_string",
    "to_uppercase",
    "to_vec",
    "values",
    "values_mut",
    "windows",
    "zip",
];

impl Binder<'_> {
    /// `let pattern = constant.method(..);`
    pub(super) fn let_given(&mut self, pat: &Pat, constant: &Expr) -> bool {
        let pattern = without_type(pat);
        if plain_names(pattern).is_none() {
            return false;
        }
        let (call, reference) = match peel(constant) {
            Expr::Reference(reference) if reference.mutability.is_none() => {
                (&*reference.expr, Some(reference.and_token))
            }
            call => (call, None),
        };
        let Some((given, again)) = self.given(call, pat.span()) else { return false };
        self.take_given(pat, reference, &given, again);
        true
    }

    /// A name for what such a call gives where it is an argument.
    pub(super) fn named_given(&mut self, constant: &Expr) -> Option<Expr> {
        let (given, again) = self.given(constant, constant.span())?;
        let var = self.fresh(given.clone(), VarKind::Local, false);
        self.step(Step::Verbatim { tokens: quote!(), binds: vec![var] });
        self.name(&given, Meaning::value(var));
        let unique = self.found_as(var);
        self.give_again(vec![var], &given, again, &quote!(let #unique = #given;));
        Some(expression(given))
    }

    /// The forward half of such a call, with the name of its value, and how the reverse half calls it again.
    fn given(&mut self, constant: &Expr, span: Span) -> Option<(Ident, Part)> {
        let Expr::MethodCall(call) = peel(constant) else { return None };
        if !self.may_be_given(constant) {
            return None;
        }
        let named = self.with_named_arguments(call);
        let again = self.call_again(&named)?;
        let value = self.observed(&Expr::MethodCall(named));
        let given = hygienic(&format!("given{}", self.temporaries));
        self.verbatim(quote!(let #given = #value;));
        let again = self.traced(&given, again, span)?;
        Some((given, again))
    }

    /// Keeps the trace of a value that was given, and says how the reverse half gets the value from it, if `again` gives the value again.
    fn traced(&mut self, given: &Ident, again: Part, span: Span) -> Option<Part> {
        let trace = hygienic(&format!("trace{}", self.temporaries));
        self.temporaries += 1;
        let var = self.fresh(trace.clone(), VarKind::Local, false);
        let claim = Ident::new("kept_on_the_tape", span);
        let tokens = quote_spanned! {span=>
            let #trace = ::core::clone::Clone::clone((*::cotangent::generated::given_by_a_method(&#given).trace()).#claim());
        };
        self.step(Step::Verbatim { tokens, binds: vec![var] });
        self.name(&trace, Meaning::value(var));
        let kept = self.index_again(&expression(trace))?;
        let (trace, written) = (kept.written, again.written);
        let written = parse_quote!(::cotangent::generated::given_again(&#trace, || #written));
        Some(Part { written, reads: [again.reads, kept.reads].concat() })
    }

    /// `let pattern = given;` of an item that `again` gives again.
    pub(super) fn let_item(&mut self, pat: &Pat, given: &Ident, again: Part, span: Span) {
        let Some(again) = self.traced(given, again, span) else { return };
        self.take_given(pat, None, given, again);
    }

    /// Names the parts of a value that was given.
    fn take_given(&mut self, pat: &Pat, reference: Option<Token![&]>, given: &Ident, again: Part) {
        let pattern = without_type(pat);
        let names = plain_names(pattern).unwrap_or_default();
        let binds = self.name_constants(pat);
        self.step(Step::Verbatim { tokens: quote!(let #pat = #reference #given;), binds: binds.clone() });
        let uniques: Vec<_> = binds.iter().map(|var| self.found_as(*var)).collect();
        let take = quote!(let (#(#uniques,)*) = match #reference #given { #pattern => (#(#names,)*) };);
        self.give_again(binds, given, again, &take);
    }

    /// Whether an expression is such a call.
    pub(super) fn may_be_given(&mut self, constant: &Expr) -> bool {
        let Expr::MethodCall(call) = peel(constant) else { return false };
        let is_own = !is_of_standard_library(&call.method) || self.has_own_type(&call.receiver);
        is_own
            && !self.is_question(call)
            && number_method(&call.method).is_none()
            && !self.gives_element(constant)
            && !self.is_active(constant)
            && !self.is_repeatable(constant)
            && call.args.iter().all(|argument| self.is_plain(argument))
            && (self.may_be_given(&call.receiver) || self.part_again(&call.receiver).is_some())
    }

    /// Such a call with names for what its arguments are computed from.
    pub(super) fn with_named_arguments(&mut self, call: &ExprMethodCall) -> ExprMethodCall {
        let mut named = call.clone();
        if let Expr::MethodCall(receiver) = peel(&call.receiver)
            && self.may_be_given(&call.receiver)
        {
            *named.receiver = Expr::MethodCall(self.with_named_arguments(receiver));
        }
        self.name_arguments(&mut named);
        named
    }

    /// Gives names to arguments that cannot be written again.
    pub(super) fn name_arguments(&mut self, call: &mut ExprMethodCall) {
        for argument in &mut call.args {
            if self.index_again(argument).is_none() {
                *argument = self.named_index(argument);
            }
        }
    }

    /// Whether an argument is written again, or is one of numbers that can be kept.
    pub(super) fn is_plain(&self, argument: &Expr) -> bool {
        match peel(argument) {
            Expr::Binary(binary) => self.is_plain(&binary.left) && self.is_plain(&binary.right),
            Expr::Cast(cast) => self.is_plain(&cast.expr),
            argument => is_place(argument) || self.written_again(argument).is_some(),
        }
    }

    /// How the reverse half writes such a call.
    pub(super) fn call_again(&mut self, call: &ExprMethodCall) -> Option<Part> {
        let receiver = match peel(&call.receiver) {
            Expr::MethodCall(receiver) if self.may_be_given(&call.receiver) => self.call_again(receiver)?,
            receiver => self.part_again(receiver)?,
        };
        self.with_receiver_again(call, receiver)
    }

    /// The same with this receiver.
    pub(super) fn with_receiver_again(&mut self, call: &ExprMethodCall, receiver: Part) -> Option<Part> {
        let mut again = call.clone();
        let mut reads = Vec::new();
        for argument in &mut again.args {
            let part = self.index_again(argument)?;
            *argument = part.written;
            reads.extend(part.reads);
        }
        *again.receiver = receiver.written;
        reads.extend(receiver.reads);
        Some(Part { written: Expr::MethodCall(again), reads })
    }

    /// Notes that the reverse half has a reference to the value of a variable, and gives its name.
    fn found_as(&mut self, var: VarId) -> Ident {
        let unique = self.vars[var.0].unique.clone();
        self.vars[var.0].again = Some(parse_quote!((*#unique)));
        unique
    }

    fn give_again(&mut self, names: Vec<VarId>, given: &Ident, again: Part, take: &TokenStream) {
        let Part { written, reads } = again;
        let code = quote!(let #given = &#written.value(); #take);
        if let Some(scope) = self.scopes.last_mut() {
            scope.again.push(Again { names, code, reads });
        }
    }
}

fn without_type(pat: &Pat) -> &Pat {
    if let Pat::Type(typed) = pat { &typed.pat } else { pat }
}

/// Whether a method is one of the standard library, unless its receiver is of a type of the program's.
pub(super) fn is_of_standard_library(method: &Ident) -> bool {
    OF_STANDARD_LIBRARY.iter().any(|name| method == name)
}

/// The names of a pattern that consists of these and of tuples.
pub(super) fn plain_names(pat: &Pat) -> Option<Vec<Ident>> {
    match pat {
        Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() && may_be_variable(name) => {
            name.subpat.is_none().then(|| vec![name.ident.clone()])
        }
        Pat::Tuple(parts) => {
            let names: Option<Vec<_>> = parts.elems.iter().map(plain_names).collect();
            names.map(|names| names.concat())
        }
        Pat::Wild(_) => Some(Vec::new()),
        _ => None,
    }
}
