//! A `macro_rules!` inside of a function moves out of it, where the attribute can call it.
//!
//! It may name variables of the function. Outside, these names would not be found: what is called passes them on.
//!
//! ```text
//! // in                                               // out
//! fn f(x: f64) -> f64 {                               macro_rules! __off_of_f { (.. {$__name0:tt} $o:expr) => { .. $__name0 - $o } }
//!     macro_rules! off { ($o:expr) => { x - $o } }    fn f(x: f64) -> f64 {
//!     off!(1.0)                                           __off_of_f!({x} 1.0)
//! }                                                   }
//! ```

use std::collections::{BTreeMap, HashMap, HashSet};

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Item, ItemMacro, PatIdent, Signature, Stmt};

use super::{rules, that_hands_on};
use crate::groups;
use crate::words::words;

/// An item whose macros have moved.
pub(crate) struct Moved {
    /// The macros, outside of it.
    pub macros: TokenStream,
    /// The arguments of the attribute, which name them.
    pub arguments: TokenStream,
    pub item: TokenStream,
}

/// The item without the macros of its functions, if there are some that can move.
pub(crate) fn moved(arguments: &TokenStream, item: &TokenStream) -> Option<Moved> {
    if !words(item.clone()).iter().skip(1).any(|word| word == "macro_rules") {
        return None;
    }
    let mut functions = Functions::default();
    let mut item = groups::parsed(item).ok()?;
    functions.visit_item_mut(&mut item);
    let Functions { macros, names } = functions;
    let arguments = if arguments.is_empty() { None } else { Some(quote!(#arguments,)) };
    (!names.is_empty()).then(|| Moved {
        macros,
        arguments: quote!(#arguments macros(#(#names),*)),
        item: item.into_token_stream(),
    })
}

#[derive(Default)]
struct Functions {
    macros: TokenStream,
    names: Vec<Ident>,
}

impl Functions {
    fn function(&mut self, sig: &Signature, block: &mut Block) {
        let mut found = Found::default();
        found.visit_block(block);
        let mut given = Given::default();
        given.visit_signature(sig);
        given.visit_block(block);
        if sig.receiver().is_some() {
            given.0.insert("self".to_owned(), 1);
        }
        let (mut moving, mut macros) = (BTreeMap::new(), Vec::new());
        let mut captured = Captured { given: &given.0, names: Vec::new(), is_unclear: false };
        for item in found.0 {
            let Some(name) = &item.ident else { return };
            let number = self.names.len() + moving.len();
            let outside = format_ident!("__{}_of_{}_{number}", name, sig.ident, span = name.span());
            let rules: Vec<_> = rules(item.mac.tokens.clone())
                .map(|(pattern, expansion)| (pattern, captured.expansion(expansion, &mut HashSet::new())))
                .collect();
            if moving.insert(name.to_string(), outside.clone()).is_some() {
                return;
            }
            macros.push((outside, item, rules));
        }
        if captured.is_unclear || moving.is_empty() {
            return;
        }
        Without.visit_block_mut(block);
        // Each macro has all names, for the others that it calls.
        let names = captured.names;
        if let Ok(with_calls) = syn::parse2(calls(block.to_token_stream(), &moving, &quote!(#(#names)*))) {
            *block = with_calls;
        }
        let places: Vec<_> = (0..names.len()).map(|i| format_ident!("__name{i}")).collect();
        for (outside, mut item, rules) in macros {
            let rules = rules.into_iter().map(|(pattern, expansion)| {
                let expansion = calls(expansion, &moving, &quote!(#($ #places)*));
                quote!(({#($ #places:tt)*} #pattern) => { #expansion };)
            });
            item.mac.tokens = rules.collect();
            item.ident = Some(outside.clone());
            self.macros.extend(that_hands_on(item));
            self.names.push(outside);
        }
    }
}

impl VisitMut for Functions {
    fn visit_item_fn_mut(&mut self, function: &mut syn::ItemFn) {
        self.function(&function.sig, &mut function.block);
        visit_mut::visit_item_fn_mut(self, function);
    }
    fn visit_impl_item_fn_mut(&mut self, function: &mut syn::ImplItemFn) {
        self.function(&function.sig, &mut function.block);
        visit_mut::visit_impl_item_fn_mut(self, function);
    }
    fn visit_trait_item_fn_mut(&mut self, function: &mut syn::TraitItemFn) {
        if let Some(block) = &mut function.default {
            self.function(&function.sig, block);
        }
        visit_mut::visit_trait_item_fn_mut(self, function);
    }
}

/// The macros that a function declares.
#[derive(Default)]
struct Found(Vec<ItemMacro>);

impl<'ast> Visit<'ast> for Found {
    fn visit_item(&mut self, item: &'ast Item) {
        if let Item::Macro(item) = item
            && is_definition(item)
        {
            self.0.push(item.clone());
        }
    }
}

fn is_definition(item: &ItemMacro) -> bool {
    item.ident.is_some() && item.attrs.is_empty() && item.mac.path.is_ident("macro_rules")
}

/// How often a name is given to a variable.
#[derive(Default)]
struct Given(HashMap<String, usize>);

impl<'ast> Visit<'ast> for Given {
    fn visit_pat_ident(&mut self, name: &'ast PatIdent) {
        *self.0.entry(name.ident.to_string()).or_default() += 1;
        syn::visit::visit_pat_ident(self, name);
    }
    fn visit_item(&mut self, _: &'ast Item) {}
}

/// Takes the macros out of a function.
struct Without;

impl VisitMut for Without {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.retain(|stmt| !matches!(stmt, Stmt::Item(Item::Macro(item)) if is_definition(item)));
        visit_mut::visit_block_mut(self, block);
    }
    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// What the macros of a function name of its variables, and their rules with parameters for them.
struct Captured<'g> {
    given: &'g HashMap<String, usize>,
    names: Vec<Ident>,
    /// Whether it cannot be told whose variable a name is: it is given to several, or in a closure, a loop or an arm of the macro.
    is_unclear: bool,
}

impl Captured<'_> {
    /// The expansion, or a part of it, where the macro itself has declared these variables.
    fn expansion(&mut self, code: TokenStream, own: &mut HashSet<String>) -> TokenStream {
        let tokens: Vec<TokenTree> = code.into_iter().collect();
        let is = |at: usize, text: &str| tokens.get(at).is_some_and(|token| token.to_string() == text);
        let end = |from: usize, text: &str| (from..tokens.len()).find(|at| is(*at, text)).unwrap_or(tokens.len());
        let mut written = TokenStream::new();
        // Where a declaration ends, and the names that are there from then on.
        let mut declared: Option<(usize, Vec<String>)> = None;
        let mut pattern_until = 0;
        for (i, token) in tokens.iter().enumerate() {
            if declared.as_ref().is_some_and(|(end, _)| *end == i) {
                own.extend(declared.take().into_iter().flat_map(|(_, names)| names));
            }
            let before = |text| i > 0 && is(i - 1, text);
            match token {
                TokenTree::Ident(word) if word == "let" => {
                    let names = spelled(&tokens[i + 1..end(i, "=").min(end(i, ";"))]);
                    if before("if") || before("while") || before("&") {
                        self.has_own(&names);
                    } else {
                        pattern_until = end(i, "=").min(end(i, ";"));
                        declared = Some((end(i, ";"), names));
                    }
                    written.extend([token.clone()]);
                }
                TokenTree::Ident(word) if word == "for" => {
                    self.has_own(&spelled(&tokens[i + 1..end(i, "in")]));
                    written.extend([token.clone()]);
                }
                TokenTree::Punct(sign) if sign.as_char() == '|' => {
                    self.has_own(&spelled(&tokens[i + 1..end(i + 1, "|")]));
                    written.extend([token.clone()]);
                }
                TokenTree::Punct(sign) if sign.as_char() == '=' && is(i + 1, ">") => {
                    let start = (0..i).rev().find(|at| {
                        is(*at, ",")
                            || matches!(&tokens[*at], TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
                    });
                    self.has_own(&spelled(&tokens[start.map_or(0, |at| at + 1)..i]));
                    written.extend([token.clone()]);
                }
                TokenTree::Ident(word)
                    if !before("$") && !before("'") && i >= pattern_until && !own.contains(&word.to_string()) =>
                {
                    written.extend(self.name(word));
                }
                TokenTree::Group(group) => {
                    let inner = if i < pattern_until {
                        group.stream()
                    } else {
                        self.expansion(group.stream(), &mut own.clone())
                    };
                    let mut same = Group::new(group.delimiter(), inner);
                    same.set_span(group.span());
                    written.extend([TokenTree::Group(same)]);
                }
                other => written.extend([other.clone()]),
            }
        }
        written
    }

    /// A parameter for a variable of the function.
    fn name(&mut self, word: &Ident) -> TokenStream {
        let Some(count) = self.given.get(&word.to_string()) else { return word.to_token_stream() };
        self.is_unclear |= *count > 1;
        let at = self.names.iter().position(|name| name == word).unwrap_or_else(|| {
            self.names.push(word.clone());
            self.names.len() - 1
        });
        let place = format_ident!("__name{at}");
        quote!($ #place)
    }

    /// Names that the macro gives to variables of its own for a part of the code.
    fn has_own(&mut self, names: &[String]) {
        self.is_unclear |= names.iter().any(|name| self.given.contains_key(name));
    }
}

fn spelled(pattern: &[TokenTree]) -> Vec<String> {
    words(pattern.iter().cloned().collect()).iter().map(ToString::to_string).collect()
}

/// The code with the calls of the macros outside, which pass the variables on.
fn calls(code: TokenStream, moving: &BTreeMap<String, Ident>, names: &TokenStream) -> TokenStream {
    let mut written = TokenStream::new();
    let mut tokens = code.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(name) if matches!(tokens.peek(), Some(TokenTree::Punct(sign)) if sign.as_char() == '!') => {
                let (sign, given) = (tokens.next(), tokens.next());
                match (moving.get(&name.to_string()), given) {
                    (Some(outside), Some(TokenTree::Group(given))) => {
                        let mut outside = outside.clone();
                        outside.set_span(name.span());
                        let inner = calls(given.stream(), moving, names);
                        let mut with_names = Group::new(given.delimiter(), quote!({#names} #inner));
                        with_names.set_span(given.span());
                        written.extend(quote!(#outside #sign #with_names));
                    }
                    (_, given) => {
                        written.extend(quote!(#name #sign));
                        written.extend(calls(given.into_iter().collect(), moving, names));
                    }
                }
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), calls(group.stream(), moving, names));
                inner.set_span(group.span());
                written.extend([TokenTree::Group(inner)]);
            }
            other => written.extend([other]),
        }
    }
    written
}
