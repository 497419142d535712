//! `let x; x = value;` is `let x = value;`.
//!
//! `let x;` in front of a loop that gives `x` its value, and which alone names it, stands in the loop: each iteration has its own `x`, as the
//! compiler makes sure that it reads what it assigned. Values of different iterations may have different lengths.
//!
//! Once there are no early exits, `let x;` in front of a branch that alone names `x` stands in the branch, so that its cotangent lives where
//! the value does.

use quote::{ToTokens, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Ident, Item, Local, LocalInit, Pat, PatSlice, PatTuple, PatType, Stmt, Type, parse_quote};

use crate::words::words;

/// Writes `let x = value;` for `let x; x = value;`.
pub(super) struct Merged;

impl VisitMut for Merged {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut at = 0;
        while at + 1 < block.stmts.len() {
            if let Some(merged) = merged(&block.stmts[at], &block.stmts[at + 1]) {
                block.stmts.splice(at..at + 2, [merged]);
            }
            at += 1;
        }
        visit_mut::visit_block_mut(self, block);
    }
    fn visit_item_mut(&mut self, _: &mut Item) {}
}

fn merged(declaration: &Stmt, assignment: &Stmt) -> Option<Stmt> {
    let (Stmt::Local(local @ Local { init: None, .. }), Stmt::Expr(Expr::Assign(assign), Some(_))) =
        (declaration, assignment)
    else {
        return None;
    };
    let pat = if let Pat::Type(typed) = &local.pat { &*typed.pat } else { &local.pat };
    let (Pat::Ident(name), Expr::Path(path)) = (pat, &*assign.left) else { return None };
    let is_same = path.path.is_ident(&name.ident) && local.attrs.is_empty() && assign.attrs.is_empty();
    let init = LocalInit { eq_token: assign.eq_token, expr: assign.right.clone(), diverge: None };
    is_same.then(|| Stmt::Local(Local { init: Some(init), ..local.clone() }))
}

/// Brings such declarations into their loops.
pub(super) struct Sunk;

impl VisitMut for Sunk {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts = std::mem::take(&mut block.stmts).into_iter().flat_map(each_name).collect();
        let mut at = 0;
        while at < block.stmts.len() {
            if let Some(place) = home_of(&block.stmts, at) {
                let declaration = block.stmts.remove(at);
                if let Some(body) = body_of(&mut block.stmts[place - 1]) {
                    body.stmts.insert(0, declaration);
                }
            } else {
                at += 1;
            }
        }
        visit_mut::visit_block_mut(self, block);
    }
    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// Brings such declarations into their branches.
pub(super) struct InBranches;

impl VisitMut for InBranches {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut at = 0;
        while at < block.stmts.len() {
            let branch =
                only_user(&block.stmts, at).filter(|(name, place)| branch_of(&mut block.stmts[*place], name).is_some());
            if let Some((name, place)) = branch {
                let declaration = block.stmts.remove(at);
                if let Some(body) = branch_of(&mut block.stmts[place - 1], &name) {
                    body.stmts.insert(0, declaration);
                }
            } else {
                at += 1;
            }
        }
        visit_mut::visit_block_mut(self, block);
    }
    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// The only branch that names a variable.
fn branch_of<'s>(stmt: &'s mut Stmt, name: &Ident) -> Option<&'s mut Block> {
    let Stmt::Expr(Expr::If(branch), _) = stmt else { return None };
    let names = |code: &dyn ToTokens| words(code.to_token_stream()).contains(name);
    let (_, otherwise) = branch.else_branch.as_mut()?;
    match (names(&branch.cond), names(&branch.then_branch), names(&otherwise)) {
        (false, true, false) => Some(&mut branch.then_branch),
        (false, false, true) => match &mut **otherwise {
            Expr::Block(block) => Some(&mut block.block),
            _ => None,
        },
        _ => None,
    }
}

/// The name that a statement declares without a value, and the only other statement that names it.
fn only_user(stmts: &[Stmt], at: usize) -> Option<(Ident, usize)> {
    let Stmt::Local(local @ Local { init: None, .. }) = &stmts[at] else { return None };
    let name = match &local.pat {
        Pat::Type(typed) => &*typed.pat,
        pat => pat,
    };
    let Pat::Ident(name) = name else { return None };
    let names = |code: &dyn ToTokens| words(code.to_token_stream()).contains(&name.ident);
    let mut users = (0..stmts.len()).filter(|i| *i != at && names(&stmts[*i]));
    let place = users.next().filter(|place| *place > at && users.next().is_none())?;
    Some((name.ident.clone(), place))
}

/// `let a; let b;` for `let (a, b);`, also with a type.
fn each_name(stmt: Stmt) -> Vec<Stmt> {
    let Stmt::Local(Local { init: None, pat, .. }) = &stmt else { return vec![stmt] };
    let (pat, ty) = if let Pat::Type(PatType { pat, ty, .. }) = pat { (&**pat, Some(&**ty)) } else { (pat, None) };
    let mut names = Vec::new();
    if matches!(pat, Pat::Tuple(_) | Pat::Slice(_)) && declarations(pat, ty, &mut names).is_some() {
        names
    } else {
        vec![stmt]
    }
}

/// A declaration for each name of a pattern; nothing if it has other parts.
fn declarations(pat: &Pat, ty: Option<&Type>, names: &mut Vec<Stmt>) -> Option<()> {
    match pat {
        Pat::Ident(name) if name.subpat.is_none() && name.by_ref.is_none() => {
            let ty = ty.map(|ty| quote!(: #ty));
            names.push(parse_quote!(let #name #ty;));
        }
        Pat::Wild(_) => {}
        Pat::Paren(inner) => declarations(&inner.pat, ty, names)?,
        Pat::Tuple(PatTuple { elems, .. }) | Pat::Slice(PatSlice { elems, .. }) => {
            for (i, part) in elems.iter().enumerate() {
                declarations(part, ty.map(|ty| part_of_type(ty, i)).as_ref(), names)?;
            }
        }
        _ => return None,
    }
    Some(())
}

/// The type of a part of a tuple or an array. What a name stands for the compiler says.
fn part_of_type(whole: &Type, i: usize) -> Type {
    match whole {
        Type::Tuple(types) if i < types.elems.len() => types.elems[i].clone(),
        Type::Array(ty) => (*ty.elem).clone(),
        Type::Paren(inner) => part_of_type(&inner.elem, i),
        Type::Group(inner) => part_of_type(&inner.elem, i),
        Type::Infer(_) => whole.clone(),
        named => parse_quote!(<#named as ::cotangent::generated::PartAt<#i>>::Part),
    }
}

/// The loop into which a statement can go.
fn home_of(stmts: &[Stmt], at: usize) -> Option<usize> {
    let (name, place) = only_user(stmts, at)?;
    let names = |code: &dyn ToTokens| words(code.to_token_stream()).contains(&name);
    let Stmt::Expr(looped, _) = &stmts[place] else { return None };
    let is_outside = match looped {
        Expr::ForLoop(each) => names(&each.pat) || names(&each.expr),
        Expr::While(each) => names(&each.cond),
        Expr::Loop(each) => each.label.is_some() || leaves_with(&each.body, &name),
        _ => return None,
    };
    (!is_outside).then_some(place)
}

/// Whether a `break` carries the variable out of the loop.
fn leaves_with(body: &Block, name: &Ident) -> bool {
    struct Leaves<'n>(&'n Ident, bool);
    impl<'ast> syn::visit::Visit<'ast> for Leaves<'_> {
        fn visit_expr_break(&mut self, leave: &'ast syn::ExprBreak) {
            self.1 |= words(leave.expr.to_token_stream()).contains(self.0);
        }
    }
    let mut leaves = Leaves(name, false);
    syn::visit::Visit::visit_block(&mut leaves, body);
    leaves.1
}

fn body_of(stmt: &mut Stmt) -> Option<&mut Block> {
    match stmt {
        Stmt::Expr(Expr::ForLoop(each), _) => Some(&mut each.body),
        Stmt::Expr(Expr::While(each), _) => Some(&mut each.body),
        Stmt::Expr(Expr::Loop(each), _) => Some(&mut each.body),
        _ => None,
    }
}
