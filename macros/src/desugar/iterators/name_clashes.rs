//! Names of the parameters of a chain's closures that something else in the chain uses too: the closures are written one after the
//! other into one loop, where the names would meet.
//!
//! ```text
//! // in                                  // as is              // with another name
//! let x = m;                             let x = m;            let x = m;
//! a.iter().map(|x| x * s)                let x = a[i];         let x_1 = a[i];
//!     .map(|y| y * x)                    let y = x * s;        let y = x_1 * s;
//!                                        .. y * x              .. y * x
//! ```

use std::collections::HashSet;

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprForLoop, ExprMethodCall, Ident, Pat};

use super::is_iterator;
use crate::accept::body::shown_names;
use crate::syntax::patterns::names_in;
use crate::syntax::peel;
use crate::words::words;

/// The names of parameters that are to be told apart.
pub(in super::super) fn shared_names(body: &Block) -> HashSet<String> {
    let mut shared = Shared::default();
    shared.visit_block(body);
    shared.0
}

/// A closure of a chain, or what it is called with: the names that it gives, and all that it uses besides.
struct Part {
    given: Vec<Ident>,
    used: HashSet<Ident>,
}

impl Part {
    fn new<'p>(patterns: impl Iterator<Item = &'p Pat>, code: &impl ToTokens, shown: Vec<Ident>) -> Self {
        let given: Vec<_> = patterns.flat_map(names_in).map(|name| name.ident.clone()).collect();
        let mut used: HashSet<_> = words(code.to_token_stream()).into_iter().chain(shown).collect();
        used.retain(|name| !given.contains(name));
        Self { given, used }
    }
}

/// The methods of a chain that take a closure, as the last argument.
const WITH_FUNCTIONS: [&str; 13] = [
    "filter",
    "filter_map",
    "flat_map",
    "fold",
    "for_each",
    "inspect",
    "map",
    "map_while",
    "partition",
    "rfold",
    "scan",
    "skip_while",
    "take_while",
];

/// The closures and functions of a chain.
fn parts(expr: &Expr, into: &mut Vec<Part>) {
    let Expr::MethodCall(call) = peel(expr) else { return };
    parts(&call.receiver, into);
    if call.method == "zip" || call.method == "chain" {
        call.args.iter().for_each(|other| parts(other, into));
    }
    if !WITH_FUNCTIONS.iter().any(|method| call.method == method) {
        return;
    }
    into.extend(call.args.last().map(|function| match peel(function) {
        Expr::Closure(closure) => {
            let mut shown = Shown::default();
            shown.visit_expr(&closure.body);
            Part::new(closure.inputs.iter(), &closure.body, shown.0)
        }
        function => Part::new(std::iter::empty(), function, Vec::new()),
    }));
}

/// The names in the texts of macros.
#[derive(Default)]
struct Shown(Vec<Ident>);

impl<'ast> Visit<'ast> for Shown {
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.0.extend(shown_names(mac));
    }
}

#[derive(Default)]
struct Shared(HashSet<String>);

impl Shared {
    fn among(&mut self, parts: &[Part]) {
        let names = parts.iter().flat_map(|part| &part.given);
        let shared = names.filter(|name| parts.iter().any(|part| part.used.contains(name)));
        self.0.extend(shared.map(ToString::to_string));
    }
}

impl<'ast> Visit<'ast> for Shared {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if is_iterator(&call.receiver) {
            let mut found = Vec::new();
            parts(&Expr::MethodCall(call.clone()), &mut found);
            self.among(&found);
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_for_loop(&mut self, each: &'ast ExprForLoop) {
        let mut found = Vec::new();
        parts(&each.expr, &mut found);
        if !found.is_empty() {
            let mut shown = Shown::default();
            shown.visit_block(&each.body);
            found.push(Part::new(std::iter::once(&*each.pat), &each.body, shown.0));
            self.among(&found);
        }
        visit::visit_expr_for_loop(self, each);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
