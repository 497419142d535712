//! What an expression reads and what it may change, as far as its form tells: whether another may run before it.

use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprMethodCall, Macro, Member, UnOp};

use super::{is_compound, peel};
use crate::words::words;

/// The places that expressions read and those that they may change, each by its name and the fields that lead to it.
#[derive(Clone, Default)]
pub(crate) struct Touched {
    reads: Vec<Vec<String>>,
    /// Those that are called after their arguments were computed: a call of the same name there changes nothing for them.
    callees: Vec<Vec<String>>,
    changes: Vec<Vec<String>>,
    /// The names of what is called, which may be closures that change what they capture.
    calls: Vec<Vec<String>>,
    /// The methods that may change what they are called on, which `changes` has not.
    methods: Vec<ExprMethodCall>,
}

impl Touched {
    pub fn by(expr: &Expr) -> Self {
        let mut touched = Self::default();
        touched.visit_expr(expr);
        touched
    }

    /// The same of another too.
    pub fn add(&mut self, expr: &Expr) {
        self.visit_expr(expr);
    }

    /// The same of a function whose arguments follow.
    pub fn add_callee(&mut self, func: &Expr) {
        match path_of(func) {
            Some(path) => self.callees.push(path),
            None => self.visit_expr(func),
        }
    }

    /// Whether anything may change.
    pub fn changes_something(&self) -> bool {
        !self.changes.is_empty() || !self.calls.is_empty() || !self.methods.is_empty()
    }

    /// Whether one may change what the other reads.
    pub fn changes_what_is_read_by(&self, other: &Self) -> bool {
        self.changes_beside_methods(other) || self.methods_that_change(other).next().is_some()
    }

    /// The same, but for methods.
    pub fn changes_beside_methods(&self, other: &Self) -> bool {
        self.calls.iter().any(|called| reads(&other.reads, called))
            || self.changes.iter().any(|changed| reads(&other.reads, changed) || reads(&other.callees, changed))
    }

    /// The methods that may change what the other reads.
    pub fn methods_that_change<'t>(&'t self, other: &'t Self) -> impl Iterator<Item = &'t ExprMethodCall> {
        self.methods.iter().filter(|call| path_of(&call.receiver).is_some_and(|path| reads(&other.reads, &path)))
    }

    /// A place that is read; what computes its indices is visited.
    fn place(&mut self, place: &Expr, path: Vec<String>) {
        self.reads.push(path);
        self.indices(place);
    }

    /// What computes the indices of a place.
    pub fn indices(&mut self, place: &Expr) {
        match peel(place) {
            Expr::Field(field) => self.indices(&field.base),
            Expr::Unary(unary) => self.indices(&unary.expr),
            Expr::Index(index) => {
                self.indices(&index.expr);
                self.visit_expr(&index.index);
            }
            _ => {}
        }
    }

    /// An operand of something that may change it.
    fn changed(&mut self, operand: &Expr) {
        match path_of(operand) {
            Some(path) => {
                self.changes.push(path.clone());
                self.place(operand, path);
            }
            None => self.visit_expr(operand),
        }
    }
}

/// Whether a place is among those that are read, a part of it, or what it is a part of.
fn reads(places: &[Vec<String>], place: &[String]) -> bool {
    places.iter().any(|read| read.iter().zip(place).all(|(a, b)| a == b))
}

impl<'ast> Visit<'ast> for Touched {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        if let Some(path) = path_of(expr) {
            return self.place(expr, path);
        }
        match expr {
            Expr::Assign(assign) => {
                self.changed(&assign.left);
                self.visit_expr(&assign.right);
            }
            Expr::Binary(binary) if is_compound(&binary.op) => {
                self.changed(&binary.left);
                self.visit_expr(&binary.right);
            }
            Expr::Reference(reference) if reference.mutability.is_some() => self.changed(&reference.expr),
            _ => visit::visit_expr(self, expr),
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        if !ITERATING.iter().any(|name| call.method == name) && path_of(&call.receiver).is_some() {
            self.methods.push(call.clone());
        }
        self.visit_expr(&call.receiver);
        call.args.iter().for_each(|argument| self.argument(argument));
    }

    fn visit_expr_call(&mut self, ExprCall { func, args, .. }: &'ast ExprCall) {
        let name = if let Expr::Path(path) = peel(func) { path.path.get_ident() } else { None };
        let is_constructor = name.is_some_and(|name| super::starts_upper(&name.to_string()));
        // A closure may change what it captures.
        match name {
            Some(name) if !is_constructor => {
                self.calls.push(vec![name.to_string()]);
                self.reads.push(vec![name.to_string()]);
            }
            Some(_) => {}
            None => self.visit_expr(func),
        }
        for argument in args {
            if is_constructor { self.visit_expr(argument) } else { self.argument(argument) }
        }
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        self.reads.extend(words(mac.tokens.clone()).into_iter().map(|word| vec![word.to_string()]));
    }
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

impl Touched {
    /// A plain name may be that of a mutable reference.
    fn argument(&mut self, argument: &Expr) {
        if matches!(peel(argument), Expr::Path(_)) { self.changed(argument) } else { self.visit_expr(argument) }
    }
}

/// Methods that lend what they are called on to what comes after them in a chain.
const ITERATING: [&str; 14] = [
    "as_slice",
    "as_ref",
    "chars",
    "chunks",
    "chunks_exact",
    "column_iter",
    "first",
    "get",
    "into_iter",
    "iter",
    "last",
    "len",
    "row_iter",
    "windows",
];

/// The name and the fields of a place, up to its first index.
fn path_of(expr: &Expr) -> Option<Vec<String>> {
    match peel(expr) {
        Expr::Path(path) => {
            let name = path.path.get_ident()?.to_string();
            (!super::starts_upper(&name)).then(|| vec![name])
        }
        Expr::Field(field) => {
            let mut path = path_of(&field.base)?;
            if !matches!(peel(&field.base), Expr::Index(_)) {
                path.push(match &field.member {
                    Member::Named(name) => name.to_string(),
                    Member::Unnamed(index) => index.index.to_string(),
                });
            }
            Some(path)
        }
        Expr::Index(index) => path_of(&index.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => path_of(&unary.expr),
        _ => None,
    }
}
