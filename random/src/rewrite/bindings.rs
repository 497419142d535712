//! `let`, constants and shadowing.

use std::collections::HashSet;

use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, Ident, Lit, Local, Macro, Pat, Stmt, UnOp, parse_quote};

use super::types::{METHODS, Scope, Ty};
use super::walk::{At, Hook, names, walk};
use super::{Names, Turn};

/// `let t = e; .. t ..` for an `e` that the statement computes in any case, and before it changes anything.
pub fn introduce(block: &mut Block, scope: &Scope<'_>, turn: &mut Turn, names: &mut Names) {
    let (mut scope, mut stmts) = (scope.clone(), Vec::new());
    for mut stmt in std::mem::take(&mut block.stmts) {
        let value = match &mut stmt {
            Stmt::Local(Local { init: Some(init), .. }) if init.diverge.is_none() => Some(&mut *init.expr),
            Stmt::Expr(Expr::Assign(e), Some(_)) => Some(&mut *e.right),
            Stmt::Expr(Expr::Binary(e), Some(_)) => Some(&mut *e.right),
            Stmt::Expr(e, None) => Some(e),
            _ => None,
        };
        let changes_nothing = value.as_ref().is_some_and(|value| is_pure(value, &scope));
        let mut parts = Vec::new();
        if let Some(value) = value {
            computed(value, true, &mut parts);
        }
        for part in parts {
            let is_number = matches!(scope.of_expr(part), Some(Ty::Number(_))) && !matches!(part, Expr::Lit(_));
            let is_fixed = changes_nothing || mentioned(part).iter().all(|name| is_fixed(name, &scope));
            if is_number && is_fixed && is_pure(part, &scope) && turn.here() {
                let name = names.fresh("first");
                let value = std::mem::replace(part, parse_quote!(#name));
                stmts.push(parse_quote!(let #name = #value;));
            }
        }
        if let Stmt::Local(local) = &stmt {
            scope.declare(local);
        }
        stmts.push(stmt);
    }
    block.stmts = stmts;
}

/// The parts of an expression that are computed in any case; none that are in one another.
fn computed<'e>(e: &'e mut Expr, is_whole: bool, parts: &mut Vec<&'e mut Expr>) {
    if !is_whole && !matches!(e, Expr::Binary(_) | Expr::Paren(_)) {
        parts.push(e);
        return;
    }
    match e {
        Expr::Binary(e) if is_arithmetic(&e.op) => {
            computed(&mut e.left, false, parts);
            computed(&mut e.right, false, parts);
        }
        Expr::Paren(e) => computed(&mut e.expr, is_whole, parts),
        Expr::Unary(e) if matches!(e.op, UnOp::Neg(_)) => computed(&mut e.expr, false, parts),
        Expr::MethodCall(e) if METHODS.contains(&e.method.to_string().as_str()) => parts.push(&mut e.receiver),
        _ => {}
    }
}

fn is_arithmetic(op: &BinOp) -> bool {
    matches!(op, BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_))
}

/// Whether an expression does nothing but compute with variables.
fn is_pure(e: &Expr, scope: &Scope<'_>) -> bool {
    match e {
        Expr::Lit(_) => true,
        Expr::Path(path) => {
            path.path.get_ident().is_none_or(|name| scope.var(&name.to_string()).is_none_or(|var| !var.late))
        }
        Expr::Paren(e) => is_pure(&e.expr, scope),
        Expr::Field(e) => is_pure(&e.base, scope),
        Expr::Index(e) => is_pure(&e.expr, scope) && is_pure(&e.index, scope),
        Expr::Cast(e) => is_pure(&e.expr, scope),
        Expr::Unary(e) => is_pure(&e.expr, scope),
        Expr::Binary(e) => is_arithmetic(&e.op) && is_pure(&e.left, scope) && is_pure(&e.right, scope),
        Expr::MethodCall(e) => {
            METHODS.contains(&e.method.to_string().as_str())
                && is_pure(&e.receiver, scope)
                && e.args.iter().all(|e| is_pure(e, scope))
        }
        _ => false,
    }
}

/// The names in an expression.
fn mentioned(e: &Expr) -> HashSet<String> {
    struct Mentioned(HashSet<String>);
    impl<'a> Visit<'a> for Mentioned {
        fn visit_expr_path(&mut self, path: &'a syn::ExprPath) {
            self.0.extend(path.path.get_ident().map(ToString::to_string));
        }
    }
    let mut found = Mentioned(HashSet::new());
    found.visit_expr(e);
    found.0
}

/// `e` where `let t = e;` was, if nothing that `e` mentions may change.
pub fn inline(block: &mut Block, scope: &Scope<'_>, turn: &mut Turn, _: &mut Names) {
    let mut scope = scope.clone();
    let mut at = 0;
    while at < block.stmts.len() {
        let found = match &block.stmts[at] {
            Stmt::Local(local) => inlinable(local, &scope),
            _ => None,
        };
        if let Some((name, value)) = found
            && takes(&block.stmts[at + 1..], &scope, &name, &value)
            && turn.here()
        {
            let value = sure(value, &scope);
            let mut put = Put { name, value };
            block.stmts[at + 1..].iter_mut().for_each(|stmt| put.visit_stmt_mut(stmt));
            block.stmts.remove(at);
            continue;
        }
        if let Stmt::Local(local) = &block.stmts[at] {
            scope.declare(local);
        }
        at += 1;
    }
}

/// A name that stays what it is, and its value.
fn inlinable(local: &Local, scope: &Scope<'_>) -> Option<(Ident, Expr)> {
    let pat = match &local.pat {
        Pat::Type(typed) => &*typed.pat,
        pat => pat,
    };
    let (Pat::Ident(pat), Some(init)) = (pat, &local.init) else { return None };
    let value = &*init.expr;
    let is_constant = is_list_of_constants(value);
    let is_number = matches!(scope.of_expr(value), Some(Ty::Number(_) | Ty::Whole)) && is_pure(value, scope);
    let plain = pat.by_ref.is_none() && pat.mutability.is_none() && pat.subpat.is_none() && init.diverge.is_none();
    let fits = plain
        && local.attrs.is_empty()
        && (is_constant || is_number)
        && mentioned(value).iter().all(|name| is_fixed(name, scope));
    (fits && scope.binds(&pat.ident.to_string())).then(|| (pat.ident.clone(), value.clone()))
}

/// Whether what is reached through a name stays what it is.
fn is_fixed(name: &str, scope: &Scope<'_>) -> bool {
    match scope.var(name) {
        Some(var) => !var.mutable && var.ty.as_ref().is_some_and(stays),
        // A constant, or a function.
        None => name != "self",
    }
}

/// Whether nothing that is reached through a value of the type changes while its name does not.
fn stays(ty: &Ty) -> bool {
    match ty {
        Ty::Lent(_) => false,
        Ty::Shared(inner) | Ty::Array(inner) | Ty::List(inner) => stays(inner),
        Ty::Tuple(parts) => parts.iter().all(stays),
        Ty::Number(_) | Ty::Whole | Ty::Flag | Ty::Struct(_) => true,
    }
}

/// Whether the name can be replaced in there by the value: none of the names gets another meaning, no macro and no item
/// mentions it, nothing is borrowed or lent under it.
fn takes(stmts: &[Stmt], scope: &Scope<'_>, name: &Ident, value: &Expr) -> bool {
    struct Looks {
        wanted: HashSet<String>,
        name: String,
        fits: bool,
    }
    impl Hook for Looks {
        fn pattern(&mut self, pat: &mut Pat, scope: &Scope<'_>) {
            names(&mut pat.clone(), scope, &mut |bound| self.fits &= !self.wanted.contains(&bound.to_string()));
        }
        fn enter(&mut self, e: &mut Expr, at: At, _: &Scope<'_>) -> bool {
            if let Expr::Path(path) = e {
                self.fits &= at != At::Other || !path.path.is_ident(&self.name);
            }
            true
        }
        fn opaque(&mut self, mac: &mut Macro, _: &Scope<'_>) {
            self.fits &= !mac.tokens.to_string().contains(&self.name);
        }
        fn macros(&self) -> bool {
            true
        }
    }
    let mut wanted = mentioned(value);
    wanted.insert(name.to_string());
    // A list of constants is iterated over, or its elements are taken.
    let mut looks =
        Looks { wanted, name: if is_list_of_constants(value) { String::new() } else { name.to_string() }, fits: true };
    let mut rest = Block { brace_token: syn::token::Brace::default(), stmts: stmts.to_vec() };
    let has_items = stmts.iter().any(|stmt| matches!(stmt, Stmt::Item(_)));
    let mut inner = scope.clone();
    inner.bind(&parse_quote!(#name), None);
    walk(&mut rest, &inner, &mut looks);
    let is_in_macro = mentions_in_macros(&rest, &name.to_string());
    let is_lent = rest.to_token_stream().to_string().contains(&format!("& mut {name}"));
    looks.fits && !has_items && !is_in_macro && !is_lent
}

fn mentions_in_macros(block: &Block, name: &str) -> bool {
    struct Macros<'n>(&'n str, bool);
    impl<'a> Visit<'a> for Macros<'_> {
        fn visit_macro(&mut self, mac: &'a Macro) {
            self.1 |= mac.tokens.to_string().contains(self.0);
        }
    }
    let mut found = Macros(name, false);
    found.visit_block(block);
    found.1
}

/// The value, with a type that does not depend on where it stands.
fn sure(mut value: Expr, scope: &Scope<'_>) -> Expr {
    struct Suffix<'s, 'f>(&'s Scope<'f>);
    impl VisitMut for Suffix<'_, '_> {
        fn visit_expr_mut(&mut self, e: &mut Expr) {
            if let (Expr::Lit(literal), Some(Ty::Number(ty))) = (&*e, self.0.of_expr(e))
                && let Lit::Float(number) = &literal.lit
                && number.suffix().is_empty()
            {
                let number = syn::LitFloat::new(&format!("{}_{ty}", number.base10_digits()), number.span());
                *e = parse_quote!(#number);
            } else {
                visit_mut::visit_expr_mut(self, e);
            }
        }
    }
    Suffix(scope).visit_expr_mut(&mut value);
    value
}

/// Puts a value where its name is.
struct Put {
    name: Ident,
    value: Expr,
}

impl VisitMut for Put {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if matches!(e, Expr::Path(path) if path.path.is_ident(&self.name)) {
            let value = &self.value;
            *e = if matches!(value, Expr::Lit(_) | Expr::Path(_) | Expr::Array(_)) {
                value.clone()
            } else {
                parse_quote!((#value))
            };
            return;
        }
        if let Expr::Struct(literal) = e {
            literal.fields.iter_mut().for_each(|field| _ = field.colon_token.get_or_insert_default());
        }
        visit_mut::visit_expr_mut(self, e);
    }
}

fn is_list_of_constants(e: &Expr) -> bool {
    let literal = |e: &Expr| matches!(e, Expr::Lit(literal) if matches!(literal.lit, Lit::Float(_) | Lit::Int(_)));
    matches!(e, Expr::Array(list) if !list.elems.is_empty() && list.elems.iter().all(literal))
}

/// `let k = [0.2, 0.7]; k.map(..)`
pub fn constant_to_variable(block: &mut Block, scope: &Scope<'_>, turn: &mut Turn, names: &mut Names) {
    hoist(block, scope, turn, &mut |value, _| {
        let name = names.fresh("k");
        Some((name.clone(), parse_quote!(let #name = #value;)))
    });
}

/// `const K: [f64; 2] = [0.2, 0.7]; K.map(..)`
pub fn constant_to_item(block: &mut Block, scope: &Scope<'_>, turn: &mut Turn, names: &mut Names) {
    hoist(block, scope, turn, &mut |value, ty| {
        let (name, ty) = (
            names.fresh("K"),
            match (ty?, value) {
                (Ty::Number(ty), _) => {
                    let ty = quote::format_ident!("{ty}");
                    quote!(#ty)
                }
                (Ty::Array(element), Expr::Array(list)) => {
                    let Ty::Number(ty) = &**element else { return None };
                    let (ty, count) = (quote::format_ident!("{ty}"), list.elems.len());
                    quote!([#ty; #count])
                }
                _ => return None,
            },
        );
        Some((name.clone(), parse_quote!(const #name: #ty = #value;)))
    });
}

/// The name of a constant, and the statement that says so.
type Named<'n> = dyn FnMut(&Expr, Option<&Ty>) -> Option<(Ident, Stmt)> + 'n;

/// Gives constants a name, before the statement that they stand in.
fn hoist(block: &mut Block, scope: &Scope<'_>, turn: &mut Turn, named: &mut Named<'_>) {
    struct Constants<'a, 'n, 'f> {
        scope: &'a Scope<'f>,
        turn: &'a mut Turn,
        named: &'a mut Named<'n>,
        before: Vec<Stmt>,
    }
    impl VisitMut for Constants<'_, '_, '_> {
        fn visit_block_mut(&mut self, _: &mut Block) {}
        fn visit_item_mut(&mut self, _: &mut syn::Item) {}
        fn visit_macro_mut(&mut self, _: &mut Macro) {}
        fn visit_pat_mut(&mut self, _: &mut Pat) {}
        fn visit_type_mut(&mut self, _: &mut syn::Type) {}
        fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}
        fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
        fn visit_expr_repeat_mut(&mut self, e: &mut syn::ExprRepeat) {
            self.visit_expr_mut(&mut e.expr);
        }
        fn visit_expr_mut(&mut self, e: &mut Expr) {
            let ty = self.scope.of_expr(e);
            let fits = match e {
                Expr::Lit(literal) => matches!(literal.lit, Lit::Float(_)) && ty.is_some(),
                _ => is_list_of_constants(e),
            };
            if !fits {
                return visit_mut::visit_expr_mut(self, e);
            }
            if let Some((name, stmt)) = (self.named)(e, ty.as_ref())
                && self.turn.here()
            {
                self.before.push(stmt);
                *e = parse_quote!(#name);
            }
        }
    }
    let mut stmts = Vec::new();
    let mut inner = scope.clone();
    for mut stmt in std::mem::take(&mut block.stmts) {
        let mut constants = Constants { scope: &inner, turn: &mut *turn, named: &mut *named, before: Vec::new() };
        constants.visit_stmt_mut(&mut stmt);
        stmts.append(&mut constants.before);
        if let Stmt::Local(local) = &stmt {
            inner.declare(local);
        }
        stmts.push(stmt);
    }
    block.stmts = stmts;
}

/// The variables that may be hidden by themselves after some statements of the block: they can be copied and, if they change, are of this
/// block and have not been lent to another name.
fn hidable(scope: &Scope<'_>, outside: usize, before: &[Stmt]) -> Vec<(String, bool)> {
    let lent = lent_names(before);
    let visible = |i: usize| scope.vars[i + 1..].iter().all(|later| later.name != scope.vars[i].name);
    let fits = |i: &usize| {
        let var = &scope.vars[*i];
        let copied = var.ty.as_ref().is_some_and(|ty| scope.is_copy(ty));
        let fixed = !var.mutable || *i >= outside && !lent.contains(&var.name);
        visible(*i) && copied && !var.late && var.name != "self" && fixed
    };
    (0..scope.vars.len()).filter(fits).map(|i| (scope.vars[i].name.clone(), scope.vars[i].mutable)).collect()
}

/// What `let` lends: `x` of `let r = &mut x.y;`.
fn lent_names(stmts: &[Stmt]) -> Vec<String> {
    #[derive(Default)]
    struct Lent(Vec<String>);
    impl<'ast> Visit<'ast> for Lent {
        fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
            if reference.mutability.is_some() {
                let words = reference.expr.to_token_stream().into_iter();
                self.0.extend(words.map(|word| word.to_string()));
            }
            syn::visit::visit_expr_reference(self, reference);
        }
    }
    let mut lent = Lent::default();
    stmts.iter().filter(|stmt| matches!(stmt, Stmt::Local(_))).for_each(|stmt| lent.visit_stmt(stmt));
    lent.0
}

fn hiding(name: &str, mutable: bool) -> Stmt {
    let name = ident(name);
    if mutable { parse_quote!(let mut #name = #name;) } else { parse_quote!(let #name = #name;) }
}

fn ident(name: &str) -> Ident {
    syn::parse_str(name).unwrap_or_else(|_| quote::format_ident!("{name}"))
}

/// `let x = x;`
pub fn shadow(block: &mut Block, scope: &Scope<'_>, turn: &mut Turn, _: &mut Names) {
    let (outside, mut scope, mut stmts) = (scope.vars.len(), scope.clone(), Vec::new());
    for stmt in std::mem::take(&mut block.stmts) {
        for (name, mutable) in hidable(&scope, outside, &stmts) {
            if turn.here() {
                stmts.push(hiding(&name, mutable));
            }
        }
        if let Stmt::Local(local) = &stmt {
            scope.declare(local);
        }
        stmts.push(stmt);
    }
    block.stmts = stmts;
}

/// `{ let x = x; .. }`
pub fn shadow_inside(block: &mut Block, scope: &Scope<'_>, turn: &mut Turn, _: &mut Names) {
    let outside = scope.vars.len();
    for at in (0..block.stmts.len()).rev() {
        if block.stmts[at..].iter().any(|stmt| matches!(stmt, Stmt::Item(_))) {
            return;
        }
        let mut inner = scope.clone();
        for stmt in &block.stmts[..at] {
            if let Stmt::Local(local) = stmt {
                inner.declare(local);
            }
        }
        let found = hidable(&inner, outside, &block.stmts[..at]);
        if found.is_empty() {
            continue;
        }
        let (name, mutable) = turn.rng.one(&found).clone();
        if turn.here() {
            let rest: Vec<_> = block.stmts.drain(at..).collect();
            let hiding = hiding(&name, mutable);
            block.stmts.push(Stmt::Expr(parse_quote!({ #hiding #(#rest)* }), None));
        }
    }
}
