//! Smaller programs with the same failure.
//!
//! Every place of a program has a few simplifications; they are numbered, and one is made at a time. What is not a program
//! afterwards is sorted out by the compiler.

use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Fields, File, FnArg, Item, Lit, Pat, Stmt, Token, parse_quote};

use crate::rng::Rng;

/// How many candidates are tried at once.
const CROWD: usize = 80;

/// The size of a program: its tokens.
pub fn size(program: &File) -> usize {
    fn count(tokens: proc_macro2::TokenStream) -> usize {
        tokens
            .into_iter()
            .map(|token| match token {
                proc_macro2::TokenTree::Group(group) => 1 + count(group.stream()),
                _ => 1,
            })
            .sum()
    }
    count(program.to_token_stream())
}

/// The smallest program found of which `fails` still says so. It is asked about many at a time.
pub fn shrink(program: &File, mut fails: impl FnMut(&[&File]) -> Vec<bool>) -> File {
    let mut best = program.clone();
    let mut rng = Rng::new(1, 1);
    let mut failing = |candidates: Vec<(Vec<usize>, File)>| -> Vec<(Vec<usize>, File)> {
        let verdicts = fails(&candidates.iter().map(|(_, candidate)| candidate).collect::<Vec<_>>());
        candidates.into_iter().zip(verdicts).filter(|(_, fails)| *fails).map(|(candidate, _)| candidate).collect()
    };
    loop {
        let mut candidates: Vec<_> = (0..)
            .map_while(|at| simplified(&best, &[at]).map(|candidate| (vec![at], candidate)))
            .filter(|(_, candidate)| weight(candidate) < weight(&best))
            .collect();
        let mut found = Vec::new();
        while !candidates.is_empty() && found.is_empty() {
            // Large steps first, but not only those.
            candidates.sort_by_key(|(_, candidate)| size(candidate));
            let mut crowd: Vec<_> = candidates.drain(..candidates.len().min(CROWD / 2)).collect();
            while crowd.len() < CROWD && !candidates.is_empty() {
                crowd.push(candidates.swap_remove(rng.below(candidates.len())));
            }
            found = failing(crowd);
        }
        if found.is_empty() {
            return best;
        }
        // What can be done one by one can perhaps be done at once.
        found.sort_by_key(|(_, candidate)| weight(candidate));
        let mut together = Vec::new();
        for share in [1, 2, 3, 4, 8] {
            let mut changes: Vec<_> = found.iter().take(found.len().div_ceil(share)).map(|(at, _)| at[0]).collect();
            changes.sort_unstable();
            together.extend(simplified(&best, &changes).map(|candidate| (changes, candidate)));
        }
        found.extend(failing(together));
        if let Some((_, smallest)) = found.into_iter().min_by_key(|(_, candidate)| weight(candidate)) {
            best = smallest;
        }
    }
}

/// What is made smaller: the tokens, then the numbers in them.
fn weight(program: &File) -> (usize, usize) {
    (size(program), program.to_token_stream().to_string().bytes().map(usize::from).sum())
}

/// The program after some simplifications, by their numbers in ascending order; `None` if there are not so many. The later
/// ones are made first, because a change renumbers what comes after it.
fn simplified(program: &File, changes: &[usize]) -> Option<File> {
    let mut program = program.clone();
    for at in changes.iter().rev() {
        let mut change = Change { left: *at, done: false };
        change.visit_file_mut(&mut program);
        if !change.done {
            return None;
        }
    }
    Some(program)
}

/// Makes one change.
struct Change {
    /// How many come before it.
    left: usize,
    done: bool,
}

impl Change {
    /// Whether it is the next one.
    fn turn(&mut self) -> bool {
        if self.done {
            return false;
        }
        self.done = self.left == 0;
        self.left = self.left.wrapping_sub(1);
        self.done
    }

    /// The statements, each taken apart or left out.
    fn statements(&mut self, stmts: &mut Vec<Stmt>) {
        let count = stmts.len();
        if count > 3 {
            if self.turn() {
                stmts.drain(..count / 2);
                return;
            }
            if self.turn() {
                stmts.drain(count / 2..count - 1);
                return;
            }
        }
        for i in 0..count {
            if self.turn() {
                stmts.remove(i);
                return;
            }
            for inner in blocks_of(&stmts[i]) {
                if self.turn() {
                    stmts.splice(i..=i, inner);
                    return;
                }
            }
            if let Stmt::Expr(expr @ (Expr::If(_) | Expr::Block(_) | Expr::Match(_)), semi) = &stmts[i]
                && let Some(inner) = flattened(expr, semi.is_some())
                && self.turn()
            {
                stmts.splice(i..=i, inner);
                return;
            }
        }
    }
}

/// The statements in the blocks of a statement.
fn blocks_of(stmt: &Stmt) -> Vec<Vec<Stmt>> {
    let index = |pat: &Pat, body: &Block| {
        let first: Stmt = parse_quote!(let #pat = 1;);
        std::iter::once(first).chain(body.stmts.clone()).collect()
    };
    match stmt {
        Stmt::Expr(Expr::ForLoop(e), _) => vec![e.body.stmts.clone(), index(&e.pat, &e.body)],
        Stmt::Expr(Expr::While(e), _) => vec![e.body.stmts.clone()],
        Stmt::Expr(Expr::Loop(e), _) => vec![e.body.stmts.clone()],
        Stmt::Expr(Expr::Block(e), _) => vec![e.block.stmts.clone()],
        Stmt::Expr(Expr::If(e), _) => {
            let mut found = vec![e.then_branch.stmts.clone()];
            if let Some((_, otherwise)) = &e.else_branch {
                found.push(vec![Stmt::Expr((**otherwise).clone(), None)]);
            }
            found
        }
        Stmt::Expr(Expr::Match(e), _) => {
            e.arms.iter().map(|arm| vec![Stmt::Expr((*arm.body).clone(), Some(<Token![;]>::default()))]).collect()
        }
        Stmt::Local(local) => match local.init.as_ref().map(|init| &*init.expr) {
            // `let x = { a; b };` is `a; let x = b;`
            Some(Expr::Block(e)) if e.label.is_none() => match e.block.stmts.split_last() {
                Some((Stmt::Expr(last, None), first)) => {
                    let mut local = local.clone();
                    if let Some(init) = &mut local.init {
                        *init.expr = last.clone();
                    }
                    vec![first.iter().cloned().chain([Stmt::Local(local)]).collect()]
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// A branch without its `else`.
fn flattened(expr: &Expr, semi: bool) -> Option<Vec<Stmt>> {
    let Expr::If(branch) = expr else { return None };
    branch.else_branch.as_ref()?;
    let mut branch = branch.clone();
    branch.else_branch = None;
    Some(vec![Stmt::Expr(Expr::If(branch), semi.then(<Token![;]>::default))])
}

/// What an expression may be replaced by.
fn replacements(expr: &Expr) -> Vec<Expr> {
    let of_block = |block: &Block| match block.stmts.as_slice() {
        [Stmt::Expr(value, None)] => value.clone(),
        _ => parse_quote!(#block),
    };
    match expr {
        Expr::Binary(e) => vec![(*e.left).clone(), (*e.right).clone()],
        Expr::Unary(e) => vec![(*e.expr).clone()],
        Expr::Paren(e) => vec![(*e.expr).clone()],
        Expr::Try(e) => vec![(*e.expr).clone()],
        Expr::MethodCall(e) => std::iter::once(&*e.receiver).chain(&e.args).cloned().collect(),
        Expr::Call(e) => e.args.iter().cloned().chain([parse_quote!(1.0)]).collect(),
        Expr::If(e) => {
            let otherwise = e.else_branch.iter().map(|(_, otherwise)| match &**otherwise {
                Expr::Block(e) => of_block(&e.block),
                other => other.clone(),
            });
            std::iter::once(of_block(&e.then_branch)).chain(otherwise).collect()
        }
        Expr::Match(e) => {
            let arms = e.arms.iter().map(|arm| (*arm.body).clone());
            let fewer = (0..e.arms.len().saturating_sub(1)).map(|i| {
                let mut fewer = e.clone();
                fewer.arms.remove(i);
                Expr::Match(fewer)
            });
            let unguarded = (0..e.arms.len()).filter(|&i| e.arms[i].guard.is_some()).map(|i| {
                let mut plain = e.clone();
                plain.arms[i].guard = None;
                Expr::Match(plain)
            });
            arms.chain(fewer).chain(unguarded).collect()
        }
        Expr::Block(e) => vec![of_block(&e.block)],
        Expr::Cast(_) => vec![parse_quote!(0.5)],
        Expr::Path(_) | Expr::Index(_) | Expr::Field(_) => vec![parse_quote!(0.5), parse_quote!(1)],
        Expr::ForLoop(e) if !e.attrs.is_empty() => {
            vec![Expr::ForLoop(syn::ExprForLoop { attrs: Vec::new(), ..e.clone() })]
        }
        Expr::ForLoop(e) if e.label.is_some() => vec![Expr::ForLoop(syn::ExprForLoop { label: None, ..e.clone() })],
        Expr::Lit(e) => match &e.lit {
            Lit::Float(f) if f.base10_digits() != "0.5" => vec![parse_quote!(0.5), parse_quote!(1.0)],
            Lit::Int(n) => match n.base10_parse::<usize>() {
                Ok(0) | Err(_) => Vec::new(),
                Ok(n) => {
                    let less = |n: usize| {
                        let n = proc_macro2::Literal::usize_unsuffixed(n);
                        parse_quote!(#n)
                    };
                    let mut fewer = vec![less(n - 1)];
                    if n > 1 {
                        fewer.push(less(0));
                    }
                    fewer
                }
            },
            _ => Vec::new(),
        },
        Expr::Repeat(e) => vec![(*e.expr).clone()],
        Expr::Array(e) => e.elems.iter().cloned().collect(),
        Expr::Tuple(e) => e.elems.iter().cloned().collect(),
        Expr::Return(e) => e.expr.iter().map(|value| (**value).clone()).collect(),
        _ => Vec::new(),
    }
}

impl VisitMut for Change {
    fn visit_file_mut(&mut self, file: &mut File) {
        for i in 0..file.items.len() {
            if file.items.len() > 1 && self.turn() {
                file.items.remove(i);
                return;
            }
        }
        for i in 0..file.items.len() {
            let Item::Fn(f) = &file.items[i] else { continue };
            for at in 0..f.sig.inputs.len() {
                let name = f.sig.ident.clone();
                if self.turn() {
                    if let Item::Fn(f) = &mut file.items[i] {
                        f.sig.inputs = without(&f.sig.inputs, at);
                    }
                    return WithoutArgument { name, at }.visit_file_mut(file);
                }
            }
        }
        visit_mut::visit_file_mut(self, file);
    }

    fn visit_item_mut(&mut self, item: &mut Item) {
        match item {
            Item::Fn(f) => {
                for input in &mut f.sig.inputs {
                    if let FnArg::Typed(input) = input {
                        if !matches!(*input.ty, syn::Type::Path(_)) && self.turn() {
                            *input.ty = parse_quote!(f64);
                            return;
                        }
                        self.visit_pat_mut(&mut input.pat);
                    }
                }
                if self.turn() {
                    f.sig.output = parse_quote!(-> f64);
                    return;
                }
                self.visit_block_mut(&mut f.block);
            }
            Item::Struct(item) => {
                if let Fields::Named(fields) = &mut item.fields {
                    for i in 0..fields.named.len() {
                        if fields.named.len() > 1 && self.turn() {
                            fields.named = without(&fields.named, i);
                            return;
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        if let Pat::Ident(name) = pat
            && name.mutability.is_some()
            && self.turn()
        {
            name.mutability = None;
        }
        visit_mut::visit_pat_mut(self, pat);
    }

    fn visit_expr_struct_mut(&mut self, literal: &mut syn::ExprStruct) {
        for i in 0..literal.fields.len() {
            if self.turn() {
                literal.fields = without(&literal.fields, i);
                return;
            }
        }
        visit_mut::visit_expr_struct_mut(self, literal);
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let Pat::Type(typed) = &local.pat
            && self.turn()
        {
            local.pat = (*typed.pat).clone();
            return;
        }
        visit_mut::visit_local_mut(self, local);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        self.statements(&mut block.stmts);
        if !self.done {
            visit_mut::visit_block_mut(self, block);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        for simpler in replacements(expr) {
            if self.turn() {
                *expr = simpler;
                return;
            }
        }
        if !self.done {
            visit_mut::visit_expr_mut(self, expr);
        }
    }
}

fn without<T: Clone, P: Clone + Default>(list: &Punctuated<T, P>, at: usize) -> Punctuated<T, P> {
    list.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, item)| item.clone()).collect()
}

/// Takes an argument out of the calls of a function that has lost the parameter.
struct WithoutArgument {
    name: syn::Ident,
    at: usize,
}

impl VisitMut for WithoutArgument {
    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        visit_mut::visit_expr_call_mut(self, call);
        if matches!(&*call.func, Expr::Path(path) if path.path.is_ident(&self.name)) {
            call.args = without(&call.args, self.at);
        }
    }
}
