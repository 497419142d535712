//! Mutants that still are items: a part of one function in the place of a part of another.
//!
//! Tokens that change places seldom parse, and then the compiler refuses them before the macro sees them. What is grafted here
//! parses nearly always, and goes deeper.

use quote::quote;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Block, Expr, Item, Pat, Stmt, Type};

/// The parts of all functions.
#[derive(Default)]
pub(super) struct Parts {
    exprs: Vec<Expr>,
    stmts: Vec<Stmt>,
    pats: Vec<Pat>,
    types: Vec<Type>,
}

impl Parts {
    pub fn new<'i>(items: impl IntoIterator<Item = &'i Item>) -> Self {
        let mut parts = Self::default();
        items.into_iter().for_each(|item| parts.visit_item(item));
        parts
    }

    /// The item with one part changed.
    pub fn graft(&self, mut item: Item, rng: &mut Xoshiro256PlusPlus) -> Item {
        let places = Self::new([&item]);
        let count = [places.exprs.len(), places.stmts.len(), places.pats.len(), places.types.len()];
        // Types and patterns are few, and break much.
        let kind = [0, 0, 0, 0, 1, 1, 1, 2, 3][rng.random_range(0..9)];
        let kind = if count[kind] == 0 { 3 } else { kind };
        if count[kind] > 0 {
            let left = rng.random_range(0..count[kind]);
            Graft { kind, left, parts: self, rng }.visit_item_mut(&mut item);
        }
        item
    }
}

impl<'ast> Visit<'ast> for Parts {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.exprs.push(expr.clone());
        syn::visit::visit_expr(self, expr);
    }
    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        self.stmts.push(stmt.clone());
        syn::visit::visit_stmt(self, stmt);
    }
    fn visit_pat(&mut self, pat: &'ast Pat) {
        self.pats.push(pat.clone());
        syn::visit::visit_pat(self, pat);
    }
    fn visit_type(&mut self, ty: &'ast Type) {
        self.types.push(ty.clone());
        syn::visit::visit_type(self, ty);
    }
}

/// Changes the part of a kind that comes after so many others.
struct Graft<'p> {
    kind: usize,
    left: usize,
    parts: &'p Parts,
    rng: &'p mut Xoshiro256PlusPlus,
}

impl Graft<'_> {
    /// Whether this part of a kind is the one.
    fn is_here(&mut self, kind: usize) -> bool {
        if self.kind != kind {
            return false;
        }
        let here = self.left == 0;
        self.left = self.left.wrapping_sub(1);
        here
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.rng.random_range(0..from.len())].clone()
    }

    /// Another expression, or the same inside of something.
    fn expr(&mut self, expr: &Expr) -> Expr {
        let other = self.pick(&self.parts.exprs);
        let made = match self.rng.random_range(0..24) {
            0 => quote!((-#expr)),
            1 => quote!((&#expr)),
            2 => quote!((&mut #expr)),
            3 => quote!((*#expr)),
            4 => quote!((#expr)?),
            5 => quote!((#expr as f32)),
            6 => quote!({ #expr }),
            7 => quote!({ return #expr; }),
            8 => quote!(if #other { #expr } else { #other }),
            9 => quote!(loop { break #expr; }),
            10 => quote!((#expr, #other)),
            11 => quote!([#expr, #other][0]),
            12 => quote!((|given| given + #expr)(#other)),
            13 => quote!(match #expr { given if #other => given, _ => #other }),
            14 => quote!((#expr).max(#other)),
            15 => quote!((#expr)[#other]),
            16 => quote!((#expr).0),
            17 => quote!(Some(#expr)),
            18 => quote!(stop_gradient(#expr)),
            _ => quote!(#other),
        };
        // A condition with `let` stands only where it stood.
        syn::parse2(made).unwrap_or(other)
    }
}

impl VisitMut for Graft<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if self.is_here(0) {
            *expr = self.expr(expr);
        } else {
            syn::visit_mut::visit_expr_mut(self, expr);
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let inside = block.stmts.len();
        if self.kind == 1 && self.left < inside {
            let (at, other) = (self.left, self.pick(&self.parts.stmts));
            self.left = usize::MAX;
            match self.rng.random_range(0..4) {
                0 => drop(block.stmts.remove(at)),
                1 => block.stmts.insert(at, other),
                2 => block.stmts.swap(at, inside - 1),
                _ => block.stmts[at] = other,
            }
        } else {
            if self.kind == 1 {
                self.left -= inside;
            }
            syn::visit_mut::visit_block_mut(self, block);
        }
    }

    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if self.is_here(2) {
            *pat = self.pick(&self.parts.pats);
        } else {
            syn::visit_mut::visit_pat_mut(self, pat);
        }
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        if self.is_here(3) {
            *ty = self.pick(&self.parts.types);
        } else {
            syn::visit_mut::visit_type_mut(self, ty);
        }
    }
}
