//! A slice that moves on along a list: the list stays, and two numbers say which part of it is meant.
//!
//! ```text
//! // in                                       // out
//! let mut rest = x;                           let list = x; let mut from = 0; let mut to = list.len();
//! while let [a, tail @ ..] = rest {           while to - from >= 1 { let a = &list[from];
//!     sum = sum * t + a;                          sum = sum * t + a;
//!     rest = tail;                                from += 1;
//! }                                           }
//! ```

mod split_patterns;

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprAssign, ExprMethodCall, Local, Pat, PatIdent, PatType, RangeLimits, Stmt, parse_quote};

use self::split_patterns::Split;
use crate::accept::body::{change_values, shown_names};
use crate::accept::signature::Parameter;
use crate::naming::hygienic;
use crate::syntax::patterns::names_in;
use crate::syntax::peel;
use crate::words::words;

/// Writes out the slices of a body that move on, and says which parameters among them change no more.
pub(super) fn write_out(parameters: &[Parameter], body: &mut Block) -> HashSet<Ident> {
    let mut slices = Slices { count: 0 };
    let mut settled = HashSet::new();
    for parameter in parameters {
        let Pat::Ident(PatIdent { by_ref: None, mutability: Some(_), subpat: None, ident, .. }) = &parameter.pat else {
            continue;
        };
        if parameter.reference.is_none() || !advances(ident, &body.stmts) {
            continue;
        }
        let walk = slices.walk(ident, ident.clone());
        if let Some(rest) = walk.written(&body.stmts) {
            let begin = walk.begin();
            body.stmts = parse_quote!(#begin #(#rest)*);
            settled.insert(ident.clone());
        }
    }
    slices.visit_block_mut(body);
    settled
}

struct Slices {
    count: usize,
}

impl Slices {
    fn walk(&mut self, name: &Ident, list: Ident) -> Walk {
        let number = self.count;
        self.count += 1;
        let [from, to] = ["from", "to"].map(|end| hygienic(&format!("__{end}{number}")));
        let whole = View { from: quote!(#from), to: quote!(#to), behind: Some(Vec::new()), is_tail: true };
        let views = HashMap::from([(name.clone(), whole)]);
        Walk { name: name.clone(), list, from, to, views, number, parts: 0, ends_move: false, is_known: true }
    }
}

impl VisitMut for Slices {
    fn visit_block_mut(&mut self, block: &mut Block) {
        for i in 0..block.stmts.len() {
            let Some(Declared { name, ty, init }) = declared(&block.stmts[i]) else { continue };
            let rest = &block.stmts[i + 1..];
            if !advances(&name, rest) {
                continue;
            }
            let list = hygienic(&format!("__list{}", self.count));
            let walk = self.walk(&name, list.clone());
            if let Some(rest) = walk.written(rest) {
                let begin = walk.begin();
                let (before, ty) = (&block.stmts[..i], ty.map(|ty| quote!(: #ty)));
                block.stmts = parse_quote!(#(#before)* let #list #ty = #init; #begin #(#rest)*);
            }
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// `let mut name: ty = init;`
struct Declared {
    name: Ident,
    ty: Option<syn::Type>,
    init: Expr,
}

fn declared(stmt: &Stmt) -> Option<Declared> {
    let Stmt::Local(Local { pat, init: Some(init), .. }) = stmt else { return None };
    let (pat, ty) = match pat {
        Pat::Type(PatType { pat, ty, .. }) => (&**pat, Some((**ty).clone())),
        pat => (pat, None),
    };
    let Pat::Ident(PatIdent { by_ref: None, mutability: Some(_), subpat: None, ident, .. }) = pat else { return None };
    let init = init.diverge.is_none().then(|| (*init.expr).clone())?;
    Some(Declared { name: ident.clone(), ty, init })
}

/// Whether a slice is made to be a part of itself.
fn advances(name: &Ident, stmts: &[Stmt]) -> bool {
    struct Look<'n> {
        names: HashSet<&'n Ident>,
        name: &'n Ident,
        found: bool,
    }
    impl<'ast> Visit<'ast> for Look<'ast> {
        fn visit_local(&mut self, local: &'ast Local) {
            if let Some(init) = &local.init {
                self.named(&local.pat, &init.expr);
            }
            visit::visit_local(self, local);
        }
        fn visit_expr_let(&mut self, of: &'ast syn::ExprLet) {
            self.named(&of.pat, &of.expr);
            visit::visit_expr_let(self, of);
        }
        fn visit_expr_assign(&mut self, assign: &'ast ExprAssign) {
            let is_name = |expr: &Expr| matches!(peel(expr), Expr::Path(path) if path.path.is_ident(self.name));
            if is_name(&assign.left) {
                self.found |= match peel(&assign.right) {
                    Expr::Reference(part) => {
                        matches!(peel(&part.expr), Expr::Index(index) if is_name(&index.expr) && matches!(peel(&index.index), Expr::Range(_)))
                    }
                    Expr::Path(path) => path.path.get_ident().is_some_and(|part| self.names.contains(part)),
                    _ => false,
                };
            }
            visit::visit_expr_assign(self, assign);
        }
    }
    impl<'n> Look<'n> {
        fn named(&mut self, pat: &'n Pat, value: &Expr) {
            let of = match peel(value) {
                Expr::MethodCall(call) if split_patterns::SPLITTING.iter().any(|method| call.method == method) => {
                    &call.receiver
                }
                value => value,
            };
            if matches!(peel(of), Expr::Path(path) if path.path.is_ident(self.name)) {
                self.names.extend(names_in(pat).into_iter().map(|name| &name.ident));
            }
        }
    }
    let mut look = Look { names: HashSet::new(), name, found: false };
    stmts.iter().for_each(|stmt| look.visit_stmt(stmt));
    look.found
}

/// A part of the list.
#[derive(Clone)]
struct View {
    from: TokenStream,
    to: TokenStream,
    /// How far it begins behind the slice, as terms, if that has not moved since, and both end at the same place.
    behind: Option<Vec<TokenStream>>,
    /// Whether it ends where the slice does.
    is_tail: bool,
}

/// One slice that moves on.
#[derive(Clone)]
struct Walk {
    name: Ident,
    list: Ident,
    from: Ident,
    to: Ident,
    /// The names of parts, the slice among them.
    views: HashMap<Ident, View>,
    number: usize,
    /// How many names of parts there are.
    parts: usize,
    /// Whether the slice loses elements at its end.
    ends_move: bool,
    /// Whether all that is assigned to the slice is a part of the list.
    is_known: bool,
}

impl Walk {
    fn begin(&self) -> TokenStream {
        let Self { list, from, to, .. } = self;
        quote!(let mut #from = 0_usize; let mut #to = #list.len();)
    }

    /// The statements behind the declaration.
    fn written(&self, rest: &[Stmt]) -> Option<Vec<Stmt>> {
        let mut walk = self.clone();
        let mut block = Block { brace_token: syn::token::Brace::default(), stmts: rest.to_vec() };
        walk.visit_block_mut(&mut block);
        if walk.ends_move && !self.ends_move {
            return Self { ends_move: true, ..self.clone() }.written(rest);
        }
        walk.is_known.then_some(block.stmts)
    }

    fn view(&self, expr: &Expr) -> Option<&View> {
        let Expr::Path(path) = peel(expr) else { return None };
        self.views.get(path.path.get_ident()?)
    }

    /// The part that an expression is: a name, or `&name[range]`.
    fn part(&mut self, expr: &mut Expr) -> Option<View> {
        if let Some(view) = self.view(expr) {
            return Some(view.clone());
        }
        let Expr::Reference(reference) = expr else { return None };
        let Expr::Index(index) = &mut *reference.expr else { return None };
        let (view, Expr::Range(range)) = (self.view(&index.expr)?.clone(), &mut *index.index) else { return None };
        Some(self.narrowed(&view, range))
    }

    fn narrowed(&mut self, view: &View, range: &mut syn::ExprRange) -> View {
        let View { from, to, behind, is_tail } = view.clone();
        let start = range.start.as_mut().map(|start| {
            self.visit_expr_mut(start);
            quote!((#start))
        });
        let end = range.end.as_mut().map(|end| {
            self.visit_expr_mut(end);
            let past = matches!(range.limits, RangeLimits::Closed(_)).then(|| quote!(+ 1));
            quote!(#from + (#end) #past)
        });
        let is_open = end.is_none();
        View {
            behind: behind.filter(|_| is_open).map(|terms| terms.into_iter().chain(start.clone()).collect()),
            is_tail: is_tail && is_open,
            from: start.map_or_else(|| from.clone(), |start| quote!(#from + #start)),
            to: end.unwrap_or(to),
        }
    }

    /// `name = part;`
    fn assign(&mut self, right: &mut Expr) -> Expr {
        let (from, to) = (self.from.clone(), self.to.clone());
        let Some(part) = self.part(right) else {
            self.is_known = false;
            return right.clone();
        };
        match part.behind {
            Some(terms) if terms.is_empty() => parse_quote!({}),
            Some(terms) => parse_quote!(#from += #(#terms)+*),
            None => {
                self.ends_move |= !part.is_tail;
                let (start, end) = (part.from, part.to);
                let [first, last] = ["first", "last"].map(|end| hygienic(&format!("__{end}{}", self.number)));
                parse_quote!({ let (#first, #last) = (#start, #end); #from = #first; #to = #last; })
            }
        }
    }

    /// A new name for an end of a part.
    fn end(&mut self, end: &str) -> Ident {
        self.parts += 1;
        hygienic(&format!("__{end}{}_{}", self.number, self.parts))
    }

    /// Names a part, which begins `behind` the slice. Where the slice moves more than once, that says nothing.
    fn name_part(&mut self, name: &Ident, view: View, moves: usize) -> TokenStream {
        let [from, to] = ["from", "to"].map(|end| self.end(end));
        let View { from: start, to: end, behind, is_tail } = view;
        let behind = behind.filter(|_| moves == 1);
        self.views.insert(name.clone(), View { from: quote!(#from), to: quote!(#to), behind, is_tail });
        quote!(let (#from, #to) = (#start, #end);)
    }

    /// The place of an element or a part.
    fn place(&mut self, index: &mut syn::ExprIndex) -> Option<Expr> {
        let view = self.view(&index.expr)?.clone();
        let list = self.list.clone();
        if let Expr::Range(range) = &mut *index.index {
            let View { from, to, .. } = self.narrowed(&view, range);
            return Some(parse_quote!(#list[#from..#to]));
        }
        self.visit_expr_mut(&mut index.index);
        let (View { from, to, is_tail, .. }, at) = (view, &index.index);
        Some(if is_tail && !self.ends_move {
            parse_quote!(#list[#from + (#at)])
        } else {
            parse_quote!(#list[..#to][#from + (#at)])
        })
    }

    /// `name.len()`, `name.is_empty()`, or another method of the part.
    fn method(&mut self, call: &mut ExprMethodCall) -> Option<Expr> {
        let View { from, to, .. } = self.view(&call.receiver)?.clone();
        let list = &self.list;
        if call.method == "len" {
            return Some(parse_quote!((#to - #from)));
        }
        if call.method == "is_empty" {
            return Some(parse_quote!((#to <= #from)));
        }
        *call.receiver = parse_quote!(#list[#from..#to]);
        call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
        Some(Expr::MethodCall(call.clone()))
    }

    /// A condition with a pattern: the condition alone, and what the pattern names.
    fn condition(&mut self, cond: &mut Expr, moves: usize) -> Option<TokenStream> {
        let Expr::Let(of) = cond else { return None };
        let Split { holds, names } = self.split(&of.pat, &of.expr, moves)?;
        *cond = parse_quote!(#holds);
        Some(names)
    }
}

/// How often the slice is assigned to in a block; in a loop inside, at least twice.
fn moves_in(name: &Ident, block: &Block) -> usize {
    struct Count<'n> {
        name: &'n Ident,
        weight: usize,
        found: usize,
    }
    impl<'ast> Visit<'ast> for Count<'_> {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            let weight = self.weight;
            if matches!(expr, Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) | Expr::Closure(_)) {
                self.weight = 2;
            }
            visit::visit_expr(self, expr);
            self.weight = weight;
        }
        fn visit_expr_assign(&mut self, assign: &'ast ExprAssign) {
            let is_name = matches!(peel(&assign.left), Expr::Path(path) if path.path.is_ident(self.name));
            self.found += if is_name { self.weight } else { 0 };
            visit::visit_expr_assign(self, assign);
        }
    }
    let mut count = Count { name, weight: 1, found: 0 };
    count.visit_block(block);
    count.found
}

impl VisitMut for Walk {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let outside = self.views.clone();
        let stmts = std::mem::take(&mut block.stmts);
        for i in 0..stmts.len() {
            let mut stmt = stmts[i].clone();
            if let Stmt::Local(local) = &stmt
                && let Some(init) = &local.init
            {
                let after = Block { brace_token: block.brace_token, stmts: stmts[i + 1..].to_vec() };
                let moves = moves_in(&self.name, &after);
                if let Some(Split { holds, names }) = self.split(&local.pat, &init.expr, moves) {
                    if let Some((_, otherwise)) = &init.diverge {
                        let mut otherwise = (**otherwise).clone();
                        self.visit_expr_mut(&mut otherwise);
                        block.stmts.push(parse_quote!(if !(#holds) { #otherwise }));
                    }
                    let names: Block = parse_quote!({ #names });
                    block.stmts.extend(names.stmts);
                    continue;
                }
            }
            self.visit_stmt_mut(&mut stmt);
            block.stmts.push(stmt);
        }
        self.views = outside;
    }

    fn visit_pat_ident_mut(&mut self, name: &mut PatIdent) {
        // Another variable of the name.
        self.is_known &= !self.views.contains_key(&name.ident);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let written = match expr {
            Expr::Assign(assign) if matches!(peel(&assign.left), Expr::Path(path) if path.path.is_ident(&self.name)) => {
                Some(self.assign(&mut assign.right))
            }
            Expr::Index(index) => self.place(index),
            Expr::MethodCall(call) => self.method(call),
            Expr::Path(_) => self.view(expr).cloned().map(|View { from, to, .. }| {
                let list = &self.list;
                parse_quote!((&#list[#from..#to]))
            }),
            Expr::While(repeated) => {
                let moves = moves_in(&self.name, &repeated.body);
                let outside = self.views.clone();
                let names = self.condition(&mut repeated.cond, moves);
                if names.is_none() {
                    self.visit_expr_mut(&mut repeated.cond);
                }
                self.visit_block_mut(&mut repeated.body);
                let stmts = std::mem::take(&mut repeated.body.stmts);
                repeated.body.stmts = parse_quote!(#names #(#stmts)*);
                self.views = outside;
                return;
            }
            Expr::If(branch) => {
                let moves = moves_in(&self.name, &branch.then_branch);
                let outside = self.views.clone();
                let names = self.condition(&mut branch.cond, moves);
                if names.is_none() {
                    self.visit_expr_mut(&mut branch.cond);
                }
                self.visit_block_mut(&mut branch.then_branch);
                let stmts = std::mem::take(&mut branch.then_branch.stmts);
                branch.then_branch.stmts = parse_quote!(#names #(#stmts)*);
                self.views = outside;
                if let Some((_, otherwise)) = &mut branch.else_branch {
                    self.visit_expr_mut(otherwise);
                }
                return;
            }
            _ => None,
        };
        match written {
            Some(written) => *expr = written,
            None => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let is_named = |word: &Ident| self.views.contains_key(word);
        if !words(mac.tokens.clone()).iter().any(is_named) && !shown_names(mac).iter().any(is_named) {
            return;
        }
        let shown: Vec<(Ident, TokenStream)> = Vec::new();
        let is_shown = shown_names(mac).iter().any(is_named);
        if is_shown || !change_values(mac, &shown, &mut |value| self.visit_expr_mut(value)) {
            self.is_known = false;
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
