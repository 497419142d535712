//! A walk through a body that knows what names mean.

use syn::punctuated::Punctuated;
use syn::{BinOp, Block, Expr, Ident, Macro, Pat, Stmt, Token, UnOp};

use super::types::{Scope, Ty, Var};

/// What becomes of the value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// It is copied or moved.
    Value,
    /// It is only looked at, and a copy would do: the receiver of a method, the side of a comparison.
    Seen,
    /// Anything else: a place that is assigned to, borrowed or taken apart, a name that is called.
    Other,
}

/// What is done on the walk.
pub trait Hook {
    /// Before the parts of an expression. It says whether to look at them.
    fn enter(&mut self, _: &mut Expr, _: At, _: &Scope<'_>) -> bool {
        true
    }
    /// After the parts of an expression.
    fn leave(&mut self, _: &mut Expr, _: At, _: &Scope<'_>) {}
    /// After the parts of a block, with what names mean before it.
    fn block(&mut self, _: &mut Block, _: &Scope<'_>) {}
    /// A pattern.
    fn pattern(&mut self, _: &mut Pat, _: &Scope<'_>) {}
    /// A macro whose arguments are not expressions.
    fn opaque(&mut self, _: &mut Macro, _: &Scope<'_>) {}
    /// Whether to look at the arguments of macros.
    fn macros(&self) -> bool {
        false
    }
}

/// Walks through the body of a function.
pub fn walk(block: &mut Block, scope: &Scope<'_>, hook: &mut impl Hook) {
    Walk { scope: scope.clone(), hook }.block(block);
}

struct Walk<'f, 'h, H> {
    scope: Scope<'f>,
    hook: &'h mut H,
}

impl<H: Hook> Walk<'_, '_, H> {
    fn block(&mut self, block: &mut Block) {
        let outside = self.scope.vars.len();
        for stmt in &mut block.stmts {
            self.stmt(stmt);
        }
        self.scope.vars.truncate(outside);
        self.hook.block(block, &self.scope);
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Local(local) => {
                let before = self.scope.clone();
                let mut after = before.clone();
                after.declare(local);
                if let Some(init) = &mut local.init {
                    let at = if is_plain(&local.pat) && init.diverge.is_none() { At::Value } else { At::Other };
                    self.expr(&mut init.expr, at);
                    if let Some((_, otherwise)) = &mut init.diverge {
                        self.expr(otherwise, At::Value);
                    }
                }
                self.scope = after;
                self.hook.pattern(&mut local.pat, &before);
            }
            Stmt::Expr(e, None) => self.expr(e, At::Value),
            Stmt::Expr(e, Some(_)) => self.expr(e, At::Other),
            Stmt::Macro(stmt) => self.mac(&mut stmt.mac),
            Stmt::Item(_) => {}
        }
    }

    fn mac(&mut self, mac: &mut Macro) {
        if !self.hook.macros() {
            return;
        }
        match mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
            Ok(mut arguments) => {
                arguments.iter_mut().for_each(|argument| self.expr(argument, At::Other));
                mac.tokens = quote::quote!(#arguments);
                self.hook.opaque(mac, &self.scope);
            }
            Err(_) => self.hook.opaque(mac, &self.scope),
        }
    }

    /// A pattern and what sees its names.
    fn under<T>(&mut self, pat: &mut Pat, ty: Option<&Ty>, inside: impl FnOnce(&mut Self) -> T) -> T {
        let outside = self.scope.vars.len();
        let before = self.scope.clone();
        self.scope.bind(pat, ty);
        self.hook.pattern(pat, &before);
        let found = inside(self);
        self.scope.vars.truncate(outside);
        found
    }

    /// A condition, whose patterns stay in scope.
    fn condition(&mut self, cond: &mut Expr) {
        match cond {
            Expr::Let(e) => {
                self.expr(&mut e.expr, At::Other);
                let before = self.scope.clone();
                self.scope.bind(&e.pat, None);
                self.hook.pattern(&mut e.pat, &before);
            }
            Expr::Binary(e) if matches!(e.op, BinOp::And(_)) && holds_let(&e.left, &e.right) => {
                self.condition(&mut e.left);
                self.condition(&mut e.right);
            }
            other => self.expr(other, At::Value),
        }
    }

    fn expr(&mut self, e: &mut Expr, at: At) {
        if !self.hook.enter(e, at, &self.scope) {
            return;
        }
        self.parts(e, at);
        self.hook.leave(e, at, &self.scope);
    }

    #[expect(clippy::too_many_lines, reason = "an arm for each form of expression")]
    fn parts(&mut self, e: &mut Expr, at: At) {
        match e {
            Expr::Array(e) => e.elems.iter_mut().for_each(|e| self.expr(e, At::Value)),
            Expr::Tuple(e) => {
                // `(a, b) = ..`, or a value.
                e.elems.iter_mut().for_each(|e| self.expr(e, at));
            }
            Expr::Assign(e) => {
                self.expr(&mut e.right, At::Value);
                self.expr(&mut e.left, At::Other);
            }
            Expr::Binary(e) => {
                let (left, right) = sides(&e.op);
                self.expr(&mut e.left, left);
                self.expr(&mut e.right, right);
            }
            Expr::Block(e) => self.block(&mut e.block),
            Expr::Break(e) => self.optional(e.expr.as_deref_mut()),
            Expr::Return(e) => self.optional(e.expr.as_deref_mut()),
            Expr::Call(e) => {
                self.expr(&mut e.func, At::Other);
                e.args.iter_mut().for_each(|e| self.expr(e, At::Value));
            }
            Expr::Cast(e) => self.expr(&mut e.expr, At::Value),
            Expr::Closure(e) => {
                let outside = self.scope.vars.len();
                let before = self.scope.clone();
                for pat in &mut e.inputs {
                    self.scope.bind(pat, None);
                    self.hook.pattern(pat, &before);
                }
                self.expr(&mut e.body, At::Value);
                self.scope.vars.truncate(outside);
            }
            Expr::Field(e) => self.expr(&mut e.base, At::Other),
            Expr::ForLoop(e) => {
                let ty = self.scope.of_iterated(&e.expr);
                self.expr(&mut e.expr, At::Other);
                let body = &mut e.body;
                self.under(&mut e.pat, ty.as_ref(), |walk| walk.block(body));
            }
            Expr::If(e) => {
                let outside = self.scope.vars.len();
                self.condition(&mut e.cond);
                self.block(&mut e.then_branch);
                self.scope.vars.truncate(outside);
                if let Some((_, otherwise)) = &mut e.else_branch {
                    self.expr(otherwise, at);
                }
            }
            Expr::Index(e) => {
                self.expr(&mut e.expr, At::Other);
                self.expr(&mut e.index, At::Value);
            }
            Expr::Let(_) => self.condition(e),
            Expr::Loop(e) => self.block(&mut e.body),
            Expr::While(e) => {
                let outside = self.scope.vars.len();
                self.condition(&mut e.cond);
                self.block(&mut e.body);
                self.scope.vars.truncate(outside);
            }
            Expr::Macro(e) => self.mac(&mut e.mac),
            Expr::Match(e) => {
                let ty = self.scope.of_expr(&e.expr);
                self.expr(&mut e.expr, At::Other);
                for arm in &mut e.arms {
                    let (guard, body) = (&mut arm.guard, &mut arm.body);
                    self.under(&mut arm.pat, ty.as_ref(), |walk| {
                        if let Some((_, guard)) = guard {
                            walk.condition(guard);
                        }
                        walk.expr(body, at);
                    });
                }
            }
            Expr::MethodCall(e) => {
                self.expr(&mut e.receiver, At::Seen);
                e.args.iter_mut().for_each(|e| self.expr(e, At::Value));
            }
            Expr::Paren(e) => self.expr(&mut e.expr, at),
            Expr::Group(e) => self.expr(&mut e.expr, at),
            Expr::Range(e) => e.start.iter_mut().chain(&mut e.end).for_each(|e| self.expr(e, At::Value)),
            Expr::RawAddr(e) => self.expr(&mut e.expr, At::Other),
            Expr::Reference(e) => self.expr(&mut e.expr, At::Other),
            Expr::Repeat(e) => self.expr(&mut e.expr, At::Value),
            Expr::Struct(e) => {
                e.fields.iter_mut().for_each(|field| {
                    let at = if field.colon_token.is_some() { At::Value } else { At::Other };
                    self.expr(&mut field.expr, at);
                });
                self.optional_at(e.rest.as_deref_mut(), At::Other);
            }
            Expr::Try(e) => self.expr(&mut e.expr, At::Other),
            Expr::Unary(e) => {
                let at = if matches!(e.op, UnOp::Deref(_)) { At::Other } else { At::Value };
                self.expr(&mut e.expr, at);
            }
            _ => {}
        }
    }

    fn optional(&mut self, e: Option<&mut Expr>) {
        self.optional_at(e, At::Value);
    }

    fn optional_at(&mut self, e: Option<&mut Expr>, at: At) {
        if let Some(e) = e {
            self.expr(e, at);
        }
    }
}

/// What becomes of the sides of an operator.
fn sides(op: &BinOp) -> (At, At) {
    match op {
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => (At::Seen, At::Seen),
        BinOp::AddAssign(_)
        | BinOp::SubAssign(_)
        | BinOp::MulAssign(_)
        | BinOp::DivAssign(_)
        | BinOp::RemAssign(_)
        | BinOp::BitXorAssign(_)
        | BinOp::BitAndAssign(_)
        | BinOp::BitOrAssign(_)
        | BinOp::ShlAssign(_)
        | BinOp::ShrAssign(_) => (At::Other, At::Value),
        _ => (At::Value, At::Value),
    }
}

/// Whether a pattern moves or copies all of what it is given.
fn is_plain(pat: &Pat) -> bool {
    match pat {
        Pat::Ident(name) => name.by_ref.is_none() && name.subpat.is_none(),
        Pat::Type(typed) => is_plain(&typed.pat),
        _ => false,
    }
}

fn holds_let(left: &Expr, right: &Expr) -> bool {
    let is = |e: &Expr| match e {
        Expr::Let(_) => true,
        Expr::Binary(e) => matches!(e.op, BinOp::And(_)) && holds_let(&e.left, &e.right),
        _ => false,
    };
    is(left) || is(right)
}

/// The names of a pattern that are variables.
pub fn names(pat: &mut Pat, scope: &Scope<'_>, each: &mut impl FnMut(&mut Ident)) {
    match pat {
        Pat::Ident(name) => {
            if scope.binds(&name.ident.to_string()) {
                each(&mut name.ident);
            }
            if let Some((_, pat)) = &mut name.subpat {
                names(pat, scope, each);
            }
        }
        Pat::Type(pat) => names(&mut pat.pat, scope, each),
        Pat::Reference(pat) => names(&mut pat.pat, scope, each),
        Pat::Paren(pat) => names(&mut pat.pat, scope, each),
        Pat::Tuple(pat) => pat.elems.iter_mut().for_each(|pat| names(pat, scope, each)),
        Pat::Slice(pat) => pat.elems.iter_mut().for_each(|pat| names(pat, scope, each)),
        Pat::TupleStruct(pat) => pat.elems.iter_mut().for_each(|pat| names(pat, scope, each)),
        Pat::Or(pat) => pat.cases.iter_mut().for_each(|pat| names(pat, scope, each)),
        Pat::Struct(pat) => {
            for field in &mut pat.fields {
                // `S { a }` is `S { a: a }`.
                field.colon_token.get_or_insert_default();
                names(&mut field.pat, scope, each);
            }
        }
        _ => {}
    }
}

/// The variable that an expression is the name of.
pub fn variable<'s>(e: &Expr, scope: &'s Scope<'_>) -> Option<&'s Var> {
    let Expr::Path(path) = e else { return None };
    if path.qself.is_some() { None } else { scope.var(&path.path.get_ident()?.to_string()) }
}
