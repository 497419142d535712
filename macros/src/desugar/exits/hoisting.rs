//! Exits in the middle of an expression: what they stand in gets a name before the statement. `?` becomes `return`.
//!
//! ```text
//! // in                    // out
//! let y = f(x)? + 1.0;     let __tried1 = f(x);
//!                          if stops(&__tried1) { return residual(__tried1); }
//!                          let __value1 = payload(__tried1);
//!                          let y = __value1 + 1.0;
//! ```

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprMethodCall, Ident, ReturnType, Stmt, parse_quote, parse_quote_spanned};

use super::block_ends::{has_exit, in_block, is_compound_value};
use crate::desugar::explained_failures::explained;
use crate::desugar::mapped_outcomes::gives_result;
use crate::desugar::missing_elements::{Asked, gives_option};
use crate::report::Report;
use crate::syntax::number_methods::number_method;
use crate::syntax::touched::Touched;
use crate::syntax::{is_compound, is_place, peel};

const ORDER: &str = "the side effects of this statement would happen in a different order\nhelp: bind each value with `let`, one after the other";

/// Takes all exits of a function body out of expressions; closures have done so for themselves.
pub(super) fn hoist(body: &mut Block, output: &ReturnType, report: &mut Report) {
    Questions {
        before: Vec::new(),
        sometimes: false,
        operand: false,
        stays: Touched::default(),
        numbers: 0,
        output,
        has_asked: false,
        report,
    }
    .visit_block_mut(body);
}

struct Questions<'r> {
    /// What has to stand before the statement.
    before: Vec<Stmt>,
    /// Whether what is looked at need not run when the statement does.
    sometimes: bool,
    /// Whether what is looked at is part of an expression, not a statement or its value.
    operand: bool,
    /// What the parts of the statement that stay in it have read and changed.
    stays: Touched,
    numbers: usize,
    /// What the function gives.
    output: &'r ReturnType,
    /// Whether this statement has another `?` before: then `x.last()?` is more likely to be a method of the program than an element.
    has_asked: bool,
    report: &'r mut Report,
}

impl Questions<'_> {
    fn name(&mut self, prefix: &str, at: &Expr) -> Ident {
        self.numbers += 1;
        Ident::new(&format!("{prefix}{}", self.numbers), Span::mixed_site().located_at(at.span()))
    }

    /// A part of an expression.
    fn operand(&mut self, expr: &mut Expr) {
        let before = std::mem::replace(&mut self.operand, true);
        self.visit_expr_mut(expr);
        self.operand = before;
    }

    /// All parts of an expression.
    fn operands(&mut self, expr: &mut Expr) {
        let before = std::mem::replace(&mut self.operand, true);
        match expr {
            Expr::Array(list) => self.in_order(list.elems.iter_mut().collect()),
            Expr::Tuple(list) => self.in_order(list.elems.iter_mut().collect()),
            Expr::Call(call) => {
                if has_exit(&call.func) {
                    self.visit_expr_mut(&mut call.func);
                } else {
                    self.stays.add_callee(&call.func);
                }
                self.in_order(call.args.iter_mut().collect());
            }
            Expr::MethodCall(call) => {
                if is_place(&call.receiver) && number_method(&call.method).is_none() {
                    // It is lent, and nothing changes it meanwhile; or it is copied, and then nothing may.
                    self.stays_as_it_is(call);
                    if has_exit(&call.receiver) {
                        self.visit_expr_mut(&mut call.receiver);
                    } else {
                        self.stays.indices(&call.receiver);
                    }
                    self.in_order(call.args.iter_mut().collect());
                } else {
                    self.in_order(std::iter::once(&mut *call.receiver).chain(&mut call.args).collect());
                }
            }
            Expr::Struct(made) => self.in_order(made.fields.iter_mut().map(|field| &mut field.expr).collect()),
            Expr::Index(index) => self.in_order(vec![&mut index.expr, &mut index.index]),
            Expr::Binary(binary) if !is_compound(&binary.op) => {
                self.in_order(vec![&mut binary.left, &mut binary.right]);
            }
            other => visit_mut::visit_expr_mut(self, other),
        }
        self.operand = before;
    }

    /// Claims that no method in the arguments changes what a method is called on, where an exit would run it before.
    fn stays_as_it_is(&mut self, call: &ExprMethodCall) {
        let receiver = Touched::by(&call.receiver);
        let last_exit = call.args.iter().rposition(|value| !self.sometimes && has_exit(value));
        for argument in call.args.iter().take(last_exit.map_or(0, |at| at + 1)) {
            let touched = Touched::by(argument);
            let (with_exits, methods): (Vec<_>, Vec<_>) =
                touched.methods_that_change(&receiver).partition(|call| has_exit(&call.receiver));
            for ExprMethodCall { receiver: on, method, turbofish, .. } in methods {
                self.before.push(parse_quote_spanned!(method.span()=>
                    ::cotangent::generated::looks(#on.#method #turbofish());
                ));
            }
            if touched.changes_beside_methods(&receiver) || !with_exits.is_empty() {
                self.report.refuse(argument, ORDER);
            }
        }
    }

    /// Values that are evaluated one after the other. One before an exit gets a name first, if the order would show otherwise.
    fn in_order(&mut self, mut values: Vec<&mut Expr>) {
        let last_exit = values.iter().rposition(|value| !self.sometimes && has_exit(value)).unwrap_or(0);
        for at in 0..values.len() {
            let is_moved = at < last_exit && must_move(values[at], &values[at + 1..=last_exit]);
            let stays = self.stays.clone();
            self.visit_expr_mut(values[at]);
            if is_moved {
                self.stays = stays;
                let (value, name) = (values[at].clone(), self.name("__value", values[at]));
                self.before.push(parse_quote!(let #name = #value;));
                *values[at] = parse_quote!(#name);
            }
        }
    }

    /// A value is taken out of the statement: then it comes before what stays there.
    fn comes_first(&mut self, value: &Expr) {
        if self.stays.changes_something() || Touched::by(value).changes_what_is_read_by(&self.stays) {
            self.report.refuse(value, ORDER);
        }
    }

    /// A part of an expression that stays in it.
    fn stays(&mut self, expr: &Expr) {
        if self.operand {
            self.stays.add(expr);
        }
    }

    fn sometimes(&mut self, expr: &mut Expr) {
        let before = std::mem::replace(&mut self.sometimes, true);
        self.visit_expr_mut(expr);
        self.sometimes = before;
    }

    /// `expr?`
    fn question(&mut self, expr: &mut Expr) {
        let Expr::Try(question) = expr else { return };
        if self.sometimes {
            self.report.refuse(
                question.question_token,
                "a `?` in an expression that may be skipped is not supported\nhelp: bind the value with `let` first",
            );
            *expr = (*question.expr).clone();
            return;
        }
        self.comes_first(&question.expr);
        let stays = self.stays.clone();
        self.operand(&mut question.expr);
        self.stays = stays;
        let span = question.question_token.span();
        let name = self.name("__element", &question.expr);
        let asked = Asked { of_options: gives_option(self.output), of_lists: !self.has_asked };
        if let Some(named) = asked.named(&question.expr, &name) {
            self.before.push(named);
            *expr = parse_quote!(#name);
            return;
        }
        self.has_asked = true;
        let explained = explained(&question.expr);
        let tried = explained.as_ref().map_or(&*question.expr, |(tried, _)| tried);
        let (outcome, value) = (self.name("__tried", tried), self.name("__value", tried));
        let residual: Expr = match &explained {
            Some((_, explain)) => parse_quote!(::cotangent::generated::residual_by(#outcome, #explain)),
            None => parse_quote_spanned!(span=> ::cotangent::generated::residual(#outcome)),
        };
        self.before.push(parse_quote!(let #outcome = #tried;));
        self.before.push(Stmt::Expr(
            parse_quote_spanned!(span=> if ::cotangent::generated::is_failure(&#outcome) { return #residual; }),
            None,
        ));
        let is_result =
            gives_result(self.output) && explained.as_ref().is_none_or(|(tried, _)| !may_be_of_a_matrix(tried));
        self.before.push(if is_result {
            parse_quote_spanned!(span=> let #value = ::cotangent::generated::value_of_result(#outcome);)
        } else {
            parse_quote_spanned!(span=> let #value = ::cotangent::generated::into_output(#outcome);)
        });
        *expr = parse_quote!(#value);
    }

    /// A branch, which is a block of its own.
    fn branch(&mut self, expr: &mut Expr) {
        let stays = match peel(expr) {
            Expr::Block(_) | Expr::Loop(_) | Expr::Match(_) | Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => {
                !has_question(expr)
            }
            Expr::If(branch) => !has_exit(&branch.cond) && !has_question(expr),
            _ => !has_exit(expr),
        };
        if !matches!(expr, Expr::Block(_)) && !stays {
            *expr = in_block(&[Stmt::Expr(expr.clone(), None)]);
        }
        self.visit_expr_mut(expr);
    }
}

impl VisitMut for Questions<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let (before, sometimes) = (std::mem::take(&mut self.before), std::mem::take(&mut self.sometimes));
        let operand = std::mem::take(&mut self.operand);
        let stays = std::mem::take(&mut self.stays);
        let mut stmts = Vec::new();
        for mut stmt in std::mem::take(&mut block.stmts) {
            self.stays = Touched::default();
            self.has_asked = false;
            self.visit_stmt_mut(&mut stmt);
            stmts.append(&mut self.before);
            stmts.push(stmt);
        }
        block.stmts = stmts;
        (self.before, self.sometimes, self.operand) = (before, sometimes, operand);
        self.stays = stays;
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Closure(_) => self.stays(expr),
            value if !has_exit(value) => self.stays(value),
            value if self.operand && !self.sometimes && is_compound_value(value) && has_exit(value) => {
                self.comes_first(value);
                self.operand = false;
                self.visit_expr_mut(value);
                self.operand = true;
                let name = self.name("__value", value);
                self.before.push(parse_quote!(let #name = #value;));
                *value = parse_quote!(#name);
            }
            Expr::Try(_) => self.question(expr),
            Expr::Binary(lazy) if matches!(lazy.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.visit_expr_mut(&mut lazy.left);
                self.sometimes(&mut lazy.right);
            }
            Expr::If(branch) => {
                self.operand(&mut branch.cond);
                self.visit_block_mut(&mut branch.then_branch);
                if let Some((_, otherwise)) = &mut branch.else_branch {
                    self.branch(otherwise);
                }
            }
            Expr::Match(branches) => {
                self.operand(&mut branches.expr);
                for arm in &mut branches.arms {
                    if let Some((_, guard)) = &mut arm.guard {
                        self.sometimes(guard);
                    }
                    self.branch(&mut arm.body);
                }
            }
            Expr::While(each) if has_exit(&each.cond) => {
                let syn::ExprWhile { attrs, label, cond, body, .. } = each;
                *expr = parse_quote!(#(#attrs)* #label loop { if #cond #body else { break } });
                self.visit_expr_mut(expr);
            }
            // What is assigned or returned may be a branch.
            Expr::Assign(assign) => {
                self.visit_expr_mut(&mut assign.right);
                self.operand(&mut assign.left);
                self.stays(expr);
            }
            Expr::Binary(binary) if is_compound(&binary.op) => {
                self.operand(&mut binary.right);
                self.operand(&mut binary.left);
                self.stays(expr);
            }
            Expr::Reference(reference) if reference.mutability.is_some() => {
                self.operands(expr);
                self.stays(expr);
            }
            Expr::Return(_) | Expr::Break(_) | Expr::Paren(_) | Expr::Group(_) | Expr::Block(_) | Expr::Loop(_) => {
                visit_mut::visit_expr_mut(self, expr);
            }
            _ => self.operands(expr),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Whether there is a `?` in the expression that belongs to this function.
fn has_question(expr: &Expr) -> bool {
    struct Search(bool);
    impl<'ast> syn::visit::Visit<'ast> for Search {
        fn visit_expr_try(&mut self, _: &'ast syn::ExprTry) {
            self.0 = true;
        }
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut search = Search(false);
    syn::visit::Visit::visit_expr(&mut search, expr);
    search.0
}

/// Whether a value may change something, or be changed by one of those that come later.
fn must_move(value: &Expr, later: &[&mut Expr]) -> bool {
    let value = Touched::by(value);
    value.changes_something() || later.iter().any(|later| Touched::by(later).changes_what_is_read_by(&value))
}

/// Whether a method may be one of the library's that gives an `Option` and whose rule reads it. Where it is not, its error must be one that can
/// be cloned.
fn may_be_of_a_matrix(tried: &Expr) -> bool {
    const METHODS: [&str; 4] = ["cholesky", "solve", "try_inverse", "try_normalize"];
    matches!(peel(tried), Expr::MethodCall(call) if METHODS.iter().any(|method| call.method == method))
}
