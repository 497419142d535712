//! The places where the macro learns that something is active, and where it takes something for constant: a mutant says "constant"
//! in one of them.

use syn::visit::{self, Visit};
use syn::{Expr, Item, Stmt};

use crate::find::{of_tests, sorted};
use crate::site::{Change, Kind, Site};

/// Questions to which a mutant answers `false`: a derivative may flow.
const FLOWS: [&str; 8] = [
    "changes_active",
    "is_active",
    "is_active_number",
    "is_given",
    "is_given_to",
    "is_lent",
    "is_mutable",
    "mentions_active",
];

/// Questions to which a mutant answers `true`: nothing can flow.
const CONSTANT: [&str; 9] = [
    "gives_literals",
    "is_bitwise",
    "is_comparison",
    "is_constant_type",
    "is_length",
    "is_question",
    "is_residual",
    "is_stop",
    "is_stopped_place",
];

/// Functions that walk through parts of an expression, or remember what is active in them.
const LOOKS: [&str; 5] = ["insert", "extend", "visit_block", "visit_expr", "visit_expr_closure"];

/// All places of a source, the outer ones first.
///
/// # Errors
/// If it is no Rust.
pub fn sites(text: &str) -> syn::Result<Vec<Site>> {
    let mut finder = Finder { sites: Vec::new(), searches: false };
    finder.visit_file(&syn::parse_file(text)?);
    Ok(sorted(finder.sites))
}

struct Finder {
    sites: Vec<Site>,
    /// Whether this is the search for what is active.
    searches: bool,
}

impl Finder {
    fn push(&mut self, part: &dyn syn::spanned::Spanned, kind: Kind, text: &str) {
        self.sites.push(Site { range: part.span().byte_range(), kind, mutants: vec![Change::of_type(text)] });
    }

    fn answer(&mut self, part: &dyn syn::spanned::Spanned, answer: bool) {
        self.push(part, Kind::Answer(answer), if answer { "true" } else { "false" });
    }

    fn question(&mut self, expression: &Expr, name: &str) {
        if FLOWS.contains(&name) {
            self.answer(expression, false);
        } else if CONSTANT.contains(&name) {
            self.answer(expression, true);
        }
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Mod(module) if of_tests(&module.attrs) => {}
            Item::Impl(block) => {
                self.searches = is_search(&block.self_ty);
                visit::visit_item(self, item);
                self.searches = false;
            }
            _ => visit::visit_item(self, item),
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        match statement {
            // `var.active = true;`, `self.found |= ..;`
            Stmt::Expr(Expr::Assign(assign), Some(_)) if is_active_field(&assign.left) => {
                self.push(statement, Kind::Statement, "");
                self.visit_expr(&assign.right);
            }
            Stmt::Expr(Expr::Binary(binary), Some(_)) if is_field(&binary.left, "found") => {
                self.push(statement, Kind::Statement, "");
                self.visit_expr(&binary.right);
            }
            Stmt::Expr(Expr::MethodCall(call), Some(_))
                if LOOKS.iter().any(|name| call.method == name)
                    && (self.searches || is_active_field(&call.receiver) || is_field(&call.receiver, "found")) =>
            {
                self.push(statement, Kind::Statement, "");
            }
            _ => visit::visit_stmt(self, statement),
        }
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        // `_ => self.visit_expr(part)`
        if self.searches && matches!(&*arm.body, Expr::Call(_) | Expr::MethodCall(_)) {
            self.push(&arm.body, Kind::Expression, "()");
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::MethodCall(call) => {
                self.question(expression, &call.method.to_string());
                // Whether a parameter is `constant`.
                if is_field(&call.receiver, "constant") {
                    match &*call.method.to_string() {
                        "is_none" => self.answer(expression, false),
                        "is_some" => self.answer(expression, true),
                        _ => {}
                    }
                }
                // A variable that is made: the last argument says whether it is active.
                if call.method == "fresh"
                    && let Some(active @ Expr::Path(_)) = call.args.last()
                {
                    self.answer(active, false);
                }
                // A set that is called so.
                if !is_active_field(&call.receiver) {
                    self.visit_expr(&call.receiver);
                }
                call.args.iter().for_each(|argument| self.visit_expr(argument));
                return;
            }
            Expr::Call(call) => {
                if let Expr::Path(path) = &*call.func
                    && let Some(last) = path.path.segments.last()
                {
                    self.question(expression, &last.ident.to_string());
                }
            }
            Expr::Field(_) if is_active_field(expression) => self.answer(expression, false),
            _ => {}
        }
        visit::visit_expr(self, expression);
    }
}

/// Whether a type is the search for what is active.
fn is_search(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(ty) if ty.path.segments.last().is_some_and(|last| last.ident == "Search"))
}

fn is_active_field(expression: &Expr) -> bool {
    is_field(expression, "active")
}

fn is_field(expression: &Expr, name: &str) -> bool {
    matches!(expression, Expr::Field(field) if matches!(&field.member, syn::Member::Named(member) if member == name))
}

#[cfg(test)]
mod tests {
    use crate::rewrite::rewrite;

    /// A source with all its mutants.
    fn mutated(text: &str) -> String {
        let sites = super::sites(text).unwrap();
        rewrite(text, &sites, "m", &|i, _| Some(u32::try_from(i).unwrap() + 1)).text
    }

    #[test]
    fn questions_are_answered_and_answers_forgotten() {
        assert_eq!(
            mutated(
                "fn f() { if self.is_active(e) && !is_stop(e) { v.active = true; } g(v.active); s.active.has(e); }"
            ),
            "fn f() { if ((self.is_active(e)) && !m::mutant(1)) && !((is_stop(e)) || m::mutant(2)) { \
             if !m::mutant(3) { v.active = true; } } g(((v.active) && !m::mutant(4))); s.active.has(e); }"
        );
    }

    #[test]
    fn a_search_misses_a_part() {
        assert_eq!(
            mutated(
                "impl Visit for Search { fn v(&mut self) { match e { A => self.visit_expr(e), B => { self.visit_expr(e); } } } }"
            ),
            "impl Visit for Search { fn v(&mut self) { match e { A => (if m::mutant(1) { () } else { self.visit_expr(e) }), \
             B => { if !m::mutant(2) { self.visit_expr(e); } } } } }"
        );
    }

    #[test]
    fn variables_and_parameters_are_taken_for_constant() {
        assert_eq!(
            mutated("fn f() { self.fresh(a, active); p.constant.is_none() }"),
            "fn f() { self.fresh(a, ((active) && !m::mutant(1))); ((p.constant.is_none()) && !m::mutant(2)) }"
        );
    }
}
