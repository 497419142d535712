//! From the text of a source to the places that mutants change.
//!
//! Most rules are rows of macros, which are no Rust before they are expanded. There the tokens are divided at commas, semicolons
//! and arrows, and what is an expression by itself counts as one; `$name` counts as a name, because `_name` has the same length.

use std::ops::Range;

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Expr, Item, Stmt};

use crate::mutate::{asks_for_a_pattern, mutants};
use crate::site::{Change, Kind, Site};

/// All places of a source, the outer ones first.
///
/// # Errors
/// If it is no Rust.
pub fn sites(text: &str) -> Result<Vec<Site>, syn::Error> {
    let file = syn::parse_file(text)?;
    let mut finder = Finder { text, sites: Vec::new() };
    finder.visit_file(&file);
    Ok(sorted(finder.sites))
}

/// Places in the order in which they stand, the outer ones first.
pub(crate) fn sorted(mut sites: Vec<Site>) -> Vec<Site> {
    sites.sort_by_key(|site| (site.range.start, std::cmp::Reverse(site.range.end)));
    sites.dedup_by(|later, first| {
        let same = (&later.range, later.kind) == (&first.range, first.kind);
        if same {
            first.mutants.append(&mut later.mutants);
        }
        same
    });
    sites
}

struct Finder<'a> {
    text: &'a str,
    sites: Vec<Site>,
}

impl Finder<'_> {
    fn push(&mut self, range: Range<usize>, kind: Kind, mutants: Vec<Change>) {
        if !mutants.is_empty() {
            self.sites.push(Site { range, kind, mutants });
        }
    }

    /// What a macro gets: items, statements, or rows of a form of its own.
    fn tokens(&mut self, tokens: TokenStream) {
        if let Ok(file) = syn::parse2::<syn::File>(tokens.clone()) {
            self.visit_file(&file);
        } else {
            self.statements(tokens);
        }
    }

    fn statements(&mut self, tokens: TokenStream) {
        if let Ok(statements) = syn::parse::Parser::parse2(Block::parse_within, tokens.clone()) {
            for statement in &statements {
                self.visit_stmt(statement);
            }
        } else {
            self.rows(tokens);
        }
    }

    /// What stands before an arrow or `=` is a pattern or the head of a row, the rest may be expressions.
    fn rows(&mut self, tokens: TokenStream) {
        let mut row = Vec::new();
        let mut trees = tokens.into_iter().peekable();
        while let Some(tree) = trees.next() {
            let TokenTree::Punct(punct) = &tree else {
                row.push(tree);
                continue;
            };
            let next = match trees.peek() {
                Some(TokenTree::Punct(next)) if punct.spacing() == Spacing::Joint => next.as_char(),
                _ => ' ',
            };
            match (punct.as_char(), next) {
                ('#', ' ') if matches!(trees.peek(), Some(TokenTree::Group(_))) => drop(trees.next()),
                (';' | ',', _) => self.row(std::mem::take(&mut row)),
                ('=' | '-', '>') => {
                    trees.next();
                    row.clear();
                }
                ('=', ' ') => row.clear(),
                ('=' | '!' | '<' | '>' | '+' | '-' | '*' | '/', '=') => {
                    row.push(tree);
                    row.extend(trees.next());
                }
                _ => row.push(tree),
            }
        }
        self.row(row);
    }

    fn row(&mut self, row: Vec<TokenTree>) {
        if let Ok(expression) = syn::parse2::<Expr>(row.iter().cloned().collect()) {
            self.visit_expr(&expression);
            return;
        }
        for tree in row {
            if let TokenTree::Group(group) = tree {
                match group.delimiter() {
                    Delimiter::Bracket => {}
                    Delimiter::Brace => self.tokens(group.stream()),
                    Delimiter::Parenthesis | Delimiter::None => self.rows(group.stream()),
                }
            }
        }
    }
}

/// A text in which the `$` of macros are parts of names, and `@` where they repeat something, byte by byte at the same place: what
/// repeats is no expression.
fn without_dollars(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let name = rest.peek().is_some_and(|next| next.is_alphabetic() || *next == '_');
        plain.push(match (c, name) {
            ('$', true) => '_',
            ('$', false) => '@',
            _ => c,
        });
    }
    plain
}

/// Macros whose arguments are no code of a rule.
const SILENT: [&str; 13] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "panic",
    "unreachable",
    "format",
    "write",
    "matches",
    "concat",
    "compile_error",
    "stringify",
];

/// Whether an item is there in tests only.
pub(crate) fn of_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    })
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            // What is computed while compiling cannot ask which mutant is meant.
            Item::Const(_) | Item::Static(_) => {}
            Item::Fn(function) if function.sig.constness.is_some() => {}
            Item::Mod(module) if of_tests(&module.attrs) => {}
            _ => visit::visit_item(self, item),
        }
    }
    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        match item {
            syn::ImplItem::Const(_) => {}
            syn::ImplItem::Fn(function) if function.sig.constness.is_some() => {}
            _ => visit::visit_impl_item(self, item),
        }
    }
    fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
        if !matches!(item, syn::TraitItem::Const(_)) {
            visit::visit_trait_item(self, item);
        }
    }
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_path(&mut self, _: &'ast syn::Path) {}
    fn visit_generics(&mut self, _: &'ast syn::Generics) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let name = call.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if SILENT.contains(&name.as_str()) || call.tokens.is_empty() {
            return;
        }
        let delimiters = call.delimiter.span();
        let inside = delimiters.open().byte_range().end..delimiters.close().byte_range().start;
        let text = &self.text[inside.clone()];
        let Ok(tokens) = without_dollars(text).parse::<TokenStream>() else { return };
        let mut finder = Finder { text, sites: Vec::new() };
        finder.tokens(tokens);
        for Site { range, kind, mutants } in finder.sites {
            self.push(range.start + inside.start..range.end + inside.start, kind, mutants);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(expression, semicolon) = statement {
            use Expr::{Assign, Binary, Call, ForLoop, MethodCall};
            let range = statement.span().byte_range();
            match (expression, semicolon) {
                (Assign(_) | Binary(_) | Call(_) | MethodCall(_) | ForLoop(_), Some(_)) | (ForLoop(_), None) => {
                    self.push(range, Kind::Statement, vec![Change::of_type("")]);
                }
                (Call(_) | MethodCall(_), None) => self.push(range, Kind::Expression, vec![Change::moved("()")]),
                _ => {}
            }
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_expr_if(&mut self, branch: &'ast syn::ExprIf) {
        if !asks_for_a_pattern(&branch.cond) {
            self.push(
                branch.cond.span().byte_range(),
                Kind::Expression,
                vec![Change::of_type("true"), Change::of_type("false")],
            );
        }
        visit::visit_expr_if(self, branch);
    }

    fn visit_expr_while(&mut self, repeated: &'ast syn::ExprWhile) {
        if !asks_for_a_pattern(&repeated.cond) {
            self.push(repeated.cond.span().byte_range(), Kind::Expression, vec![Change::of_type("false")]);
        }
        visit::visit_expr_while(self, repeated);
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        if let Expr::Macro(call) = expression {
            self.visit_macro(&call.mac);
            return;
        }
        let texts = mutants(expression, self.text);
        self.push(expression.span().byte_range(), Kind::Expression, texts);
        visit::visit_expr(self, expression);
    }
}
