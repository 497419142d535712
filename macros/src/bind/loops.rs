//! Loops. One over lists becomes one over indices here and not in `desugar`, because it does only where a derivative flows through them.

use quote::quote;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Expr, ExprForLoop, ExprRange, Pat, RangeLimits};

use super::captures::RANGES_ONLY;
use super::handed::Handed;
use super::untyped_literals::needs_its_type;
use super::{Binder, Meaning, Scope, peel};
use crate::desugar::exits::until;
use crate::desugar::iterators;
use crate::ir::{Header, Loop, Op, Step, VarKind};
use crate::syntax::effects::Meanings;
use crate::syntax::patterns::names_in;

impl Binder<'_> {
    /// A loop as a statement.
    pub(super) fn repetition(&mut self, expr: &Expr) {
        match peel(expr) {
            Expr::ForLoop(each) => self.for_loop(each),
            Expr::While(each) if self.loop_on_pattern(each) => {}
            Expr::While(each) => {
                let cond = Box::new(self.condition_before(&each.cond));
                let checkpoint = self.checkpoint.take().map(|schedule| self.checkpoint(schedule, &each.body, None));
                let (body, until) = until(&each.body);
                let body = self.block_after(body, false, |binder| {
                    binder.repeats();
                    binder.repeats();
                    binder.names_of_condition(&each.cond, &each.body);
                });
                self.step(Step::Loop(Loop {
                    header: Header::While(cond),
                    until,
                    lengths: Vec::new(),
                    checkpoint,
                    replaced: None,
                    body,
                }));
            }
            _ => {}
        }
    }

    fn for_loop(&mut self, each: &ExprForLoop) {
        let (body, until) = until(&each.body);
        if let Some((range, reversed)) = range(&each.expr)
            && let (Some(from), Some(to)) = (&range.start, &range.end)
            && let Some(index) = index_name(&each.pat)
        {
            let inclusive = matches!(range.limits, RangeLimits::Closed(_));
            let is_typed = needs_its_type(range, &index, &each.body);
            let mut lengths = Vec::new();
            let fixed = self.fixed(from, &mut lengths).zip(self.fixed(to, &mut lengths)).map(Box::new);
            // The ends are looked at once, before a counter goes on in the loop.
            let (from, to) = self.with_a_name(|binder| (binder.operand(from), binder.operand(to)));
            let checkpoint = self.checkpoint.take().map(|schedule| self.checkpoint(schedule, &each.body, Some(&index)));
            self.scopes.push(Scope { repeats: true, ..Scope::default() });
            let index = self.fresh(index, VarKind::Index, false);
            self.typed_indices.extend(is_typed.then_some(index));
            self.name(&self.vars[index.0].name.clone(), Meaning::value(index));
            let body = self.block(body, false);
            self.scopes.pop();
            let header = Header::Range { index, from, inclusive, to, reversed, fixed };
            self.step(Step::Loop(Loop { header, until, lengths, checkpoint, replaced: None, body }));
            return;
        }
        if self.loop_over_own(each) || self.loop_over_given(each, body, until.as_deref()) {
            return;
        }
        let name = self.is_mutable_reference(&each.expr);
        let is_known = self.is_of_lists(&each.expr, false) && !self.may_be_a_map(each) || self.hands_on_parts(each);
        if name || self.is_active(&each.expr) || is_changed_in(&each.expr) || is_known {
            let lent = self.lent_list(each);
            let list = lent.as_ref().unwrap_or(&each.expr);
            if let Some(block) = self.rewritten(std::ptr::from_ref(each).cast(), |binder| {
                // A pattern that looks behind a reference says of what form the items are.
                let is_of_references = matches!(*each.pat, Pat::Reference(_)) && binder.is_table(peel(list));
                let expr = match () {
                    () if name => syn::parse_quote!(#list.iter_mut()),
                    () if is_of_references || binder.is_value_again(list) => syn::parse_quote!(#list.iter()),
                    () => list.clone(),
                };
                let each = ExprForLoop { expr: Box::new(expr), ..each.clone() };
                iterators::looped(&each, binder)
            }) {
                let scope = self.block(&block.stmts, false);
                self.temporary(each.for_token.span, None, Op::Scope(scope), false);
            }
            return;
        }
        if self.checkpoint.take().is_some() {
            self.report.refuse(&each.expr, RANGES_ONLY);
        }
        let iterator = Box::new(self.observed(&each.expr));
        let pat = &each.pat;
        let body = self.block_after(body, false, |binder| {
            binder.repeats();
            binder.bind_constants(pat);
        });
        let header = Header::Each { pattern: quote!(#pat), iterator };
        self.step(Step::Loop(Loop { header, until, lengths: Vec::new(), checkpoint: None, replaced: None, body }));
    }

    /// Whether an iteration is over lists that the reverse half has too: their elements are found again by their indices. Only `by_reference`
    /// are the elements of `TABLE` and of a field known to be references.
    fn is_of_lists(&self, expr: &Expr, by_reference: bool) -> bool {
        match peel(expr) {
            Expr::MethodCall(call) => {
                const KNOWN: [&str; 10] = [
                    "iter",
                    "into_iter",
                    "zip",
                    "enumerate",
                    "rev",
                    "take",
                    "skip",
                    "step_by",
                    "windows",
                    "chunks_exact",
                ];
                let refers = ["iter", "windows", "chunks_exact"].iter().any(|method| call.method == method);
                KNOWN.iter().any(|known| call.method == known)
                    && (call.method != "zip" || call.args.iter().all(|argument| self.is_of_lists(argument, false)))
                    && self.is_of_lists(&call.receiver, refers)
            }
            Expr::Range(_) => false,
            Expr::Reference(reference) => self.is_of_lists(&reference.expr, true),
            table if self.is_table(table) => by_reference,
            place => self.root(place).is_some_and(|meaning| {
                let var = &self.vars[meaning.var.0];
                let is_field = matches!(place, Expr::Field(_)) && matches!(var.kind, VarKind::Param { .. });
                self.lists.contains(&meaning.var) || by_reference && is_field && self.is_repeatable(place)
            }),
        }
    }

    /// Whether a loop goes through constants, or parts of some, and needs more of the elements than copied numbers.
    fn hands_on_parts(&mut self, each: &ExprForLoop) -> bool {
        let handed = Handed::of_block(&each.body);
        let by_reference = matches!(*each.pat, Pat::Reference(_));
        names_in(&each.pat).iter().any(|name| handed.has(&name.ident)) && self.is_of_parts(&each.expr, by_reference)
    }

    /// Whether an iteration is over constants that the reverse half has too. Only `by_reference` are the elements of lists known to be
    /// references.
    fn is_of_parts(&mut self, expr: &Expr, by_reference: bool) -> bool {
        match peel(expr) {
            Expr::MethodCall(call) => {
                let joins = ["chain", "zip"].iter().any(|name| call.method == name);
                // What a method of the program gives may be an iterator, if nothing asks it for one.
                if call.method == "iter" && self.may_be_given(&call.receiver) {
                    return true;
                }
                iterators::is_shared(call)
                    && call
                        .args
                        .iter()
                        .all(|list| !joins || matches!(peel(list), Expr::Range(_)) || self.is_of_parts(list, true))
                    && self.is_of_parts(&call.receiver, by_reference || call.method != "into_iter")
            }
            Expr::Reference(list) => list.mutability.is_none() && self.is_of_parts(&list.expr, true),
            list if self.is_of_lists(list, by_reference) => true,
            list => {
                let is_written = self.root(list).is_some_and(|meaning| self.written_lists.contains(&meaning.var));
                (by_reference || !is_written) && self.is_found_again(list)
            }
        }
    }

    /// Whether a loop may be one over a map: `for (key, value) in &self.map`.
    fn may_be_a_map(&self, each: &ExprForLoop) -> bool {
        let of = match peel(&each.expr) {
            Expr::Reference(reference) => peel(&reference.expr),
            Expr::MethodCall(call) if call.method == "iter" => peel(&call.receiver),
            _ => return false,
        };
        let is_list = self.root(of).is_some_and(|meaning| self.lists.contains(&meaning.var));
        matches!(*each.pat, Pat::Tuple(_)) && !is_list
    }

    /// Whether an expression is a variable whose type is no list: its length is what a method says.
    pub(super) fn has_own_type(&self, expr: &Expr) -> bool {
        self.lookup(peel(expr)).is_some_and(|meaning| meaning.path.is_empty() && self.own_types.contains(&meaning.var))
    }

    /// Whether an expression is spelled as the name of a constant that the body does not declare.
    fn is_table(&self, expr: &Expr) -> bool {
        let Expr::Path(path) = expr else { return false };
        let Some(last) = path.path.segments.last() else { return false };
        let name = last.ident.to_string();
        self.root(expr).is_none()
            && !self.items.contains(&last.ident)
            && name.starts_with(char::is_uppercase)
            && name == name.to_uppercase()
    }

    /// The block that is being bound is run again and again.
    pub(super) fn repeats(&mut self) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.repeats = true;
        }
    }

    /// An end of a range as a constant of the program: it names no variable, but for the lengths of arrays, and calls nothing but
    /// arithmetic, because of other functions only the compiler knows whether they are `const`.
    fn fixed(&mut self, end: &Expr, lengths: &mut Vec<(usize, Expr)>) -> Option<Expr> {
        struct Lengths<'b, 'r> {
            binder: &'b mut Binder<'r>,
            found: Vec<(usize, Expr)>,
            varies: bool,
        }
        impl VisitMut for Lengths<'_, '_> {
            fn visit_expr_mut(&mut self, expr: &mut Expr) {
                if let Expr::MethodCall(call) = expr
                    && call.method == "len"
                    && self.binder.root(&call.receiver).is_some()
                    && !self.binder.has_own_type(&call.receiver)
                {
                    let link = self.binder.link();
                    let name = crate::naming::length_link(link);
                    self.found.push((link, (*call.receiver).clone()));
                    *expr = syn::parse_quote!(#name.length());
                    return;
                }
                if let Expr::Const(_) = expr {
                    return;
                }
                let is_arithmetic = match expr {
                    Expr::MethodCall(call) => ARITHMETIC.contains(&call.method.to_string().as_str()),
                    Expr::Lit(_) | Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::Binary(_) => true,
                    _ => matches!(expr, Expr::Unary(_) | Expr::Cast(_) | Expr::Paren(_) | Expr::Group(_)),
                };
                self.varies |= !is_arithmetic || self.binder.lookup(expr).is_some();
                syn::visit_mut::visit_expr_mut(self, expr);
            }
        }
        let mut end = end.clone();
        let mut visitor = Lengths { binder: self, found: Vec::new(), varies: false };
        visitor.visit_expr_mut(&mut end);
        if visitor.varies {
            return None;
        }
        lengths.append(&mut visitor.found);
        Some(end)
    }
}

/// Methods that are `const`: the length of a list, and arithmetic of whole numbers.
const ARITHMETIC: [&str; 11] = [
    "len",
    "pow",
    "isqrt",
    "ilog2",
    "div_ceil",
    "abs_diff",
    "next_multiple_of",
    "next_power_of_two",
    "saturating_add",
    "saturating_mul",
    "saturating_sub",
];

/// Whether an iteration is over places that change.
fn is_changed_in(expr: &Expr) -> bool {
    match peel(expr) {
        Expr::Reference(reference) => reference.mutability.is_some(),
        Expr::MethodCall(call) => {
            const MUTABLE: [&str; 3] = ["column_iter_mut", "iter_mut", "row_iter_mut"];
            MUTABLE.iter().any(|method| call.method == method) || is_changed_in(&call.receiver)
        }
        _ => false,
    }
}

/// `a..b`, `a..=b` or `(a..b).rev()`.
fn range(expr: &Expr) -> Option<(&ExprRange, bool)> {
    match peel(expr) {
        Expr::Range(range) => Some((range, false)),
        Expr::MethodCall(call) if call.method == "rev" && call.args.is_empty() => match peel(&call.receiver) {
            Expr::Range(range) => Some((range, true)),
            _ => None,
        },
        _ => None,
    }
}

fn index_name(pat: &Pat) -> Option<syn::Ident> {
    match pat {
        Pat::Ident(name) if name.mutability.is_none() => Some(name.ident.clone()),
        Pat::Wild(_) => Some(syn::Ident::new("_i", pat.span())),
        _ => None,
    }
}
