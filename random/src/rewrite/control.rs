//! Branches, loops, blocks.

use syn::visit::{self, Visit};
use syn::{Block, Expr, Stmt, parse_quote};

use super::types::{Scope, Ty};
use super::values::block_leaves;
use super::walk::{At, variable};
use super::{Names, Turn};

/// `if !c { b } else { a }`
pub fn negated(e: &Expr, _: At, _: &Scope<'_>, _: &mut Names) -> Option<Expr> {
    let Expr::If(branch) = e else { return None };
    if !branch.attrs.is_empty() || holds_let(&branch.cond) {
        return None;
    }
    let (cond, yes) = (&branch.cond, &branch.then_branch);
    Some(match branch.else_branch.as_ref().map(|(_, no)| &**no) {
        Some(Expr::Block(no)) => parse_quote!(if !(#cond) #no else #yes),
        Some(no) => parse_quote!(if !(#cond) { #no } else #yes),
        None => parse_quote!(if !(#cond) {} else #yes),
    })
}

fn holds_let(cond: &Expr) -> bool {
    match cond {
        Expr::Let(_) => true,
        Expr::Binary(cond) => holds_let(&cond.left) || holds_let(&cond.right),
        _ => false,
    }
}

/// `for i in r { (|| { .. })() }`
pub fn body_in_a_closure(e: &Expr, _: At, scope: &Scope<'_>, _: &mut Names) -> Option<Expr> {
    let mut new = e.clone();
    let body = match &mut new {
        Expr::ForLoop(e) => &mut e.body,
        Expr::While(e) => &mut e.body,
        _ => return None,
    };
    if block_leaves(body) || begins(body, scope) {
        return None;
    }
    *body = parse_quote!({ (|| #body)(); });
    Some(new)
}

/// `if c { (|| a)() } else { b }`
pub fn branch_in_a_closure(e: &Expr, _: At, scope: &Scope<'_>, _: &mut Names) -> Option<Expr> {
    let Expr::If(branch) = e else { return None };
    if block_leaves(&branch.then_branch) || begins(&branch.then_branch, scope) {
        return None;
    }
    let mut new = branch.clone();
    let yes = &branch.then_branch;
    new.then_branch = parse_quote!({ (|| #yes)() });
    Some(Expr::If(new))
}

/// `let mut step = |i: usize| { .. }; for i in r { step(i); }`
pub fn body_before_the_loop(block: &mut Block, scope: &Scope<'_>, turn: &mut Turn, names: &mut Names) {
    let (mut scope, mut stmts) = (scope.clone(), Vec::new());
    for mut stmt in std::mem::take(&mut block.stmts) {
        if let Stmt::Expr(Expr::ForLoop(each), _) = &mut stmt
            && let syn::Pat::Ident(pat) = &*each.pat
            && let Some(ty) = scope.of_iterated(&each.expr).and_then(|ty| spelled(&ty))
            && !block_leaves(&each.body)
            && !begins(&each.body, &scope)
            && turn.here()
        {
            let (step, name, body) = (names.fresh("step"), &pat.ident, &each.body);
            stmts.push(parse_quote!(let mut #step = |#pat: #ty| #body;));
            each.body = parse_quote!({ #step(#name); });
        }
        if let Stmt::Local(local) = &stmt {
            scope.declare(local);
        }
        stmts.push(stmt);
    }
    block.stmts = stmts;
}

fn spelled(ty: &Ty) -> Option<syn::Type> {
    match ty {
        Ty::Whole => Some(parse_quote!(usize)),
        Ty::Number(name) => {
            let name = quote::format_ident!("{name}");
            Some(parse_quote!(#name))
        }
        Ty::Shared(inner) => {
            let inner = spelled(inner)?;
            Some(parse_quote!(&#inner))
        }
        _ => None,
    }
}

/// `a; { b; c }`
pub fn rest_in_a_block(block: &mut Block, _: &Scope<'_>, turn: &mut Turn, _: &mut Names) {
    for at in (1..block.stmts.len()).rev() {
        let rest = &block.stmts[at..];
        if rest.iter().any(|stmt| matches!(stmt, Stmt::Item(_))) {
            return;
        }
        if turn.here() {
            let rest: Vec<_> = block.stmts.drain(at..).collect();
            block.stmts.push(Stmt::Expr(parse_quote!({ #(#rest)* }), None));
        }
    }
}

/// Whether a variable that has no value yet gets one in there: a closure could not do that.
fn begins(block: &Block, scope: &Scope<'_>) -> bool {
    struct Begins<'s, 'f>(&'s Scope<'f>, bool);
    impl<'a> Visit<'a> for Begins<'_, '_> {
        fn visit_expr(&mut self, e: &'a Expr) {
            if let Expr::Assign(assign) = e {
                self.left(&assign.left);
            }
            visit::visit_expr(self, e);
        }
    }
    impl Begins<'_, '_> {
        fn left(&mut self, left: &Expr) {
            match left {
                Expr::Tuple(tuple) => tuple.elems.iter().for_each(|left| self.left(left)),
                left => self.1 |= variable(left, self.0).is_some_and(|var| var.late),
            }
        }
    }
    let mut found = Begins(scope, false);
    found.visit_block(block);
    found.1
}
