//! The items of a body: none of them has a name that means something else in the function too.
//!
//! A name stands for a variable where the macro has bound one, a closure is written out where it is called, and the derivative of a
//! function is looked up from the start of the body. An item of a block changes what its name means there. The macro does not follow
//! that: it refuses what would make a difference.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Block, Expr, Ident, Item, Local, Pat, PatIdent, Path, Stmt, Token, UseTree};

use super::signature::Parameter;
use crate::report::Report;
use crate::syntax::imports::Imports;
use crate::syntax::{is_certain, peel};
use crate::words::words;

/// Checks the names of the items of a body.
pub(crate) fn accept(parameters: &[Parameter], body: &Block, report: &mut Report) {
    let mut names = Names::default();
    parameters.iter().for_each(|parameter| names.certain(&parameter.pat));
    names.visit_block(body);
    let all = occurrences(body.to_token_stream());
    let mut refused = HashSet::new();
    for item in &names.items {
        let means = names.means_outside(item, &all) && refused.insert(&item.name);
        let has = |names: &HashSet<Ident>| names.contains(&item.name);
        if item.is_value && has(&names.variables) {
            report.refuse(
                &item.name,
                format!("`{}` is also a variable of this function\nhelp: give one of them another name", item.name),
            );
        } else if means {
            report.refuse(
                &item.name,
                format!(
                    "`{}` names something else outside this block\nhelp: give one of them another name, or declare it at the start of the function",
                    item.name
                ),
            );
        } else if names.closures.iter().any(|closure| has(&closure.words) && !closure.within.contains(&item.block)) {
            report.refuse(
                &item.name,
                format!(
                    "`{}` names something else in a closure of this function\nhelp: give this another name",
                    item.name
                ),
            );
        }
    }
    let imports = imports(body);
    let mut meant = HashMap::new();
    for call in names.calls.iter().filter(|call| !refused.contains(&call.name)) {
        let items = names.items.iter().filter(|item| item.name == call.name && call.within.contains(&item.block));
        let item = items.max_by_key(|item| item.block);
        let path = item
            .map(|item| item.path.as_ref().map_or_else(|| item.block.to_string(), |path| text(&imports.outside(path))));
        if *meant.entry(&call.name).or_insert_with(|| path.clone()) != path {
            report.refuse(
                &call.name,
                format!(
                    "`{}` names something else elsewhere in this function\nhelp: call each of them by its own path",
                    call.name
                ),
            );
        }
    }
    for at in &names.globs {
        report.refuse(
            at,
            "this import may hide variables of the function\nhelp: import by name, or at the start of the function",
        );
    }
}

/// What a body imports.
pub(crate) fn imports(body: &Block) -> Imports {
    let mut names = Names::default();
    names.visit_block(body);
    let named = names.items.into_iter().filter_map(|item| Some((item.name, item.path?))).collect();
    let all = body.stmts.iter().any(|stmt| matches!(stmt, Stmt::Item(Item::Use(import)) if is_glob(&import.tree)));
    Imports { named, all }
}

/// How often each name stands in some code: what follows a dot is a field or a method.
fn occurrences(code: TokenStream) -> HashMap<String, usize> {
    fn count(code: TokenStream, into: &mut HashMap<String, usize>) {
        let mut after_dot = false;
        for token in code {
            match &token {
                TokenTree::Ident(word) if !after_dot => *into.entry(word.to_string()).or_default() += 1,
                TokenTree::Group(group) => count(group.stream(), into),
                _ => {}
            }
            after_dot = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '.' && punct.spacing() == Spacing::Alone);
        }
    }
    let mut names = HashMap::new();
    count(code, &mut names);
    names
}

fn text(path: &Path) -> String {
    path.to_token_stream().to_string()
}

/// Whether everything of something is imported.
fn is_glob(tree: &UseTree) -> bool {
    match tree {
        UseTree::Path(path) => is_glob(&path.tree),
        UseTree::Group(group) => group.items.iter().any(is_glob),
        UseTree::Glob(_) => true,
        UseTree::Name(_) | UseTree::Rename(_) => false,
    }
}

/// An item with a name.
struct Named {
    name: Ident,
    /// The number of its block.
    block: usize,
    /// What is imported.
    path: Option<Path>,
    /// Whether an expression may be its name.
    is_value: bool,
    /// Whether it is a constant: those of inner blocks have names of their own in derived code.
    is_constant: bool,
}

/// Where a name is used.
struct Use {
    name: Ident,
    /// The blocks around it.
    within: Vec<usize>,
}

/// A closure in a variable, which may be called elsewhere.
struct Closure {
    words: HashSet<Ident>,
    within: Vec<usize>,
}

#[derive(Default)]
struct Names<'ast> {
    variables: HashSet<Ident>,
    items: Vec<Named>,
    closures: Vec<Closure>,
    /// What is called, by the first word of its path.
    calls: Vec<Use>,
    /// The imports of everything in inner blocks.
    globs: Vec<&'ast syn::ItemUse>,
    /// The blocks around what is looked at.
    within: Vec<usize>,
    blocks: usize,
    /// By the number of a block, how often each name stands in it, and the blocks around it.
    counts: Vec<HashMap<String, usize>>,
    around: Vec<Vec<usize>>,
    /// Whether the pattern at hand cannot fail: its names are variables.
    cannot_fail: bool,
}

impl<'ast> Names<'ast> {
    fn certain(&mut self, pat: &'ast Pat) {
        let before = std::mem::replace(&mut self.cannot_fail, true);
        self.visit_pat(pat);
        self.cannot_fail = before;
    }

    fn declare(&mut self, name: &Ident, is_value: bool, path: Option<Path>) {
        self.items.push(Named { name: name.clone(), block: self.blocks, path, is_value, is_constant: false });
    }

    /// Whether the name of an item of an inner block is used outside of the blocks that declare it alike.
    fn means_outside(&self, item: &Named, all: &HashMap<String, usize>) -> bool {
        if item.block == 1 || item.is_constant {
            return false;
        }
        let name = item.name.to_string();
        let alike = |other: &&Named| {
            let (path, own) = (other.path.as_ref().map(text), item.path.as_ref().map(text));
            other.name == item.name && (other.block == item.block || own.is_some() && path == own)
        };
        let blocks: HashSet<usize> = self.items.iter().filter(alike).map(|other| other.block).collect();
        let is_outermost = |block: &&usize| !self.around[**block].iter().any(|outer| blocks.contains(outer));
        let inside =
            blocks.iter().filter(is_outermost).map(|block| self.counts[*block].get(&name).copied().unwrap_or(0));
        all.get(&name).copied().unwrap_or(0) > inside.sum()
    }

    fn item(&mut self, item: &'ast Item) {
        match item {
            Item::Const(item) => {
                let (name, block) = (item.ident.clone(), self.blocks);
                self.items.push(Named { name, block, path: None, is_value: true, is_constant: true });
            }
            Item::Fn(item) => self.declare(&item.sig.ident, true, None),
            Item::Struct(item) => self.declare(&item.ident, !matches!(item.fields, syn::Fields::Named(_)), None),
            Item::Enum(item) => self.declare(&item.ident, false, None),
            Item::Type(item) => self.declare(&item.ident, false, None),
            Item::Trait(item) => self.declare(&item.ident, false, None),
            Item::Use(item) => {
                let leading_colon = item.leading_colon;
                self.import(&Path { leading_colon, segments: Punctuated::new() }, &item.tree);
                if is_glob(&item.tree) && self.within.len() > 1 {
                    self.globs.push(item);
                }
            }
            _ => {}
        }
    }

    fn import(&mut self, before: &Path, tree: &UseTree) {
        let with = |name: &Ident| {
            let mut path = before.clone();
            if name != "self" || path.segments.is_empty() {
                path.segments.push(name.clone().into());
            }
            path
        };
        match tree {
            UseTree::Path(path) => self.import(&with(&path.ident), &path.tree),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(before, tree)),
            UseTree::Name(name) => {
                let path = with(&name.ident);
                if let Some(last) = path.segments.last() {
                    self.declare(&last.ident.clone(), true, Some(path));
                }
            }
            UseTree::Rename(rename) if rename.rename != "_" => {
                self.declare(&rename.rename, true, Some(with(&rename.ident)));
            }
            UseTree::Rename(_) | UseTree::Glob(_) => {}
        }
    }
}

impl<'ast> Visit<'ast> for Names<'ast> {
    fn visit_block(&mut self, block: &'ast Block) {
        self.blocks += 1;
        let declares = block.stmts.iter().any(|stmt| matches!(stmt, Stmt::Item(_)));
        self.counts.resize_with(self.blocks + 1, HashMap::new);
        self.around.resize_with(self.blocks + 1, Vec::new);
        self.around[self.blocks].clone_from(&self.within);
        if declares && self.blocks > 1 {
            self.counts[self.blocks] = occurrences(block.to_token_stream());
        }
        self.within.push(self.blocks);
        // They are in scope in all of the block.
        for stmt in &block.stmts {
            if let Stmt::Item(item) = stmt {
                self.item(item);
            }
        }
        visit::visit_block(self, block);
        self.within.pop();
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if let Some(init) = &local.init
            && let Expr::Closure(closure) = peel(&init.expr)
        {
            let words = words(closure.to_token_stream()).into_iter().collect();
            self.closures.push(Closure { words, within: self.within.clone() });
        }
        match &local.init {
            Some(init) if init.diverge.is_some() => visit::visit_local(self, local),
            init => {
                self.certain(&local.pat);
                init.iter().for_each(|init| self.visit_expr(&init.expr));
            }
        }
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        closure.inputs.iter().for_each(|pat| self.certain(pat));
        self.visit_expr(&closure.body);
    }

    fn visit_expr_for_loop(&mut self, each: &'ast syn::ExprForLoop) {
        self.certain(&each.pat);
        self.visit_expr(&each.expr);
        self.visit_block(&each.body);
    }

    fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
        let is_item = || {
            self.items.iter().any(|item| item.name == name.ident && item.is_value && self.within.contains(&item.block))
        };
        if self.cannot_fail || is_certain(name) || !is_item() {
            self.variables.insert(name.ident.clone());
        }
        visit::visit_pat_ident(self, name);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(path) = peel(&call.func)
            && path.qself.is_none()
            && let Some(first) = path.path.segments.first().filter(|_| path.path.leading_colon.is_none())
        {
            self.calls.push(Use { name: first.ident.clone(), within: self.within.clone() });
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let arguments = Punctuated::<Expr, Token![,]>::parse_terminated;
        let Ok(arguments) = arguments.parse2(mac.tokens.clone()) else { return };
        for argument in &arguments {
            let mut inside = Names { within: self.within.clone(), ..Names::default() };
            inside.visit_expr(argument);
            self.calls.append(&mut inside.calls);
            self.variables.extend(inside.variables);
        }
    }

    // Their names are their own.
    fn visit_item(&mut self, _: &'ast Item) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
}
