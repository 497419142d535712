//! Which function is rewritten how.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Block, File, ItemFn, Signature};

use crate::rewrite::functions::{each_annotated, plain};
use crate::rewrite::rename::Known;
use crate::rewrite::types::{Items, Scope};
use crate::rewrite::{Change, Names, Turn};
use crate::rng::Rng;

/// What has become of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It is rewritten.
    Rewritten,
    /// The compiler refuses its derivative, with this message: it is as it was, and its rewritten form stands beside it without
    /// a derivative.
    Refused(String),
    /// The compiler refuses even that: the rewrite is wrong.
    Invalid(String),
}

/// A function that is rewritten.
#[derive(Clone, Debug)]
pub struct Planned {
    /// Its name.
    pub function: String,
    /// What is done to it.
    pub change: Change,
    /// What places and names depend on.
    seed: u64,
    /// At how many percent of the places it is done.
    share: usize,
    /// What has become of it.
    pub state: State,
}

/// A source of the tests.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its path below `tests/language`.
    pub path: PathBuf,
    file: File,
    /// The functions that are rewritten, by their numbers.
    pub planned: BTreeMap<usize, Planned>,
}

/// Where a function stands.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// Its number in its source.
    pub number: usize,
    /// Its first line.
    pub first: usize,
    /// Its last line.
    pub last: usize,
    /// The first line of the `impl` that is annotated instead of it, or its own.
    pub annotated: usize,
    /// Whether it is the form without a derivative that stands beside it.
    pub is_plain: bool,
}

/// What the names of forms without a derivative begin with.
const PLAIN: &str = "plain_";

impl Source {
    /// A source, of which nothing is rewritten yet.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(folder: &Path, path: &Path) -> Result<Self, String> {
        let whole = folder.join(path);
        let text = std::fs::read_to_string(&whole).map_err(|error| format!("{}: {error}", whole.display()))?;
        let file = syn::parse_file(&text).map_err(|error| format!("{}: {error}", whole.display()))?;
        Ok(Self { path: path.to_owned(), file, planned: BTreeMap::new() })
    }

    /// Chooses a change for each function that is wanted: the first that fits of a list that begins anywhere.
    pub fn plan(&mut self, changes: &[Change], share: usize, rng: &mut Rng, wanted: &dyn Fn(&str) -> bool) {
        let context = Context::of(&self.file);
        let mut planned = BTreeMap::new();
        each_annotated(&mut self.file.clone(), &mut |function| {
            let name = function.signature.ident.to_string();
            let (start, seed) = (rng.below(changes.len().max(1)), rng.word());
            if !wanted(&name) {
                return;
            }
            for i in 0..changes.len() {
                let change = changes[(start + i) % changes.len()];
                let one = Planned { function: name.clone(), change, seed, share, state: State::Rewritten };
                let (mut signature, mut block) = (function.signature.clone(), function.block.clone());
                let room = function.beside.is_some();
                if one.make(&context, &mut context.names.clone(), &mut signature, &mut block, room).is_some() {
                    planned.insert(function.number, one);
                    break;
                }
            }
        });
        self.planned = planned;
    }

    /// The text with its functions rewritten.
    pub fn written(&self) -> String {
        let context = Context::of(&self.file);
        let (mut file, mut names) = (self.file.clone(), context.names.clone());
        each_annotated(&mut file, &mut |function| {
            let Some(planned) = self.planned.get(&function.number) else { return };
            let (mut signature, mut block) = (function.signature.clone(), function.block.clone());
            let room = function.beside.is_some();
            let beside = planned.make(&context, &mut names, &mut signature, &mut block, room).unwrap_or_default();
            let mut stands = beside;
            match planned.state {
                State::Rewritten => (*function.signature, *function.block) = (signature, block),
                State::Refused(_) => stands.push(plain(&signature, &block, &format!("{PLAIN}{}", function.number))),
                State::Invalid(_) => return,
            }
            if let Some(room) = &mut function.beside {
                room.extend(stands);
            }
        });
        prettyplease::unparse(&file)
    }

    /// Takes note that the compiler refuses a function, or its form without a derivative. False if that was known.
    pub fn refuse(&mut self, number: usize, is_plain: bool, message: &str) -> bool {
        let Some(planned) = self.planned.get_mut(&number) else { return false };
        planned.state = match (&planned.state, is_plain) {
            (State::Rewritten, false) => State::Refused(message.to_owned()),
            (State::Refused(_), true) => State::Invalid(message.to_owned()),
            _ => return false,
        };
        true
    }

    /// The text of a function, as it was and as it is.
    pub fn before_and_after(&self, number: usize) -> (String, String) {
        let cut = |text: &str| {
            let found = lines(text).into_iter().find(|lines| lines.number == number && !lines.is_plain);
            let part = |found: Lines| {
                text.lines().skip(found.first - 1).take(found.last + 1 - found.first).collect::<Vec<_>>().join("\n")
            };
            found.map(part).unwrap_or_default()
        };
        (cut(&prettyplease::unparse(&self.file)), cut(&self.written()))
    }
}

impl Source {
    /// The names in a test.
    pub fn mentioned_in(&self, test: &str) -> BTreeSet<String> {
        struct Mentioned<'t> {
            test: &'t str,
            found: BTreeSet<String>,
        }
        impl<'a> Visit<'a> for Mentioned<'_> {
            fn visit_item_fn(&mut self, item: &'a ItemFn) {
                if item.sig.ident == self.test {
                    collect(item.to_token_stream(), &mut self.found);
                }
                visit::visit_item_fn(self, item);
            }
        }
        let test = test.rsplit("::").next().unwrap_or(test);
        let mut looks = Mentioned { test, found: BTreeSet::new() };
        looks.visit_file(&self.file);
        if looks.found.is_empty() {
            // A macro made it.
            looks.found.extend(self.planned.values().map(|planned| planned.function.clone()));
        }
        looks.found
    }

    /// The rewritten form of a function that is not rewritten.
    pub fn form(&self, number: usize) -> String {
        let mut source = self.clone();
        if let Some(planned) = source.planned.get_mut(&number) {
            planned.state = State::Rewritten;
        }
        source.before_and_after(number).1
    }
}

fn collect(tokens: TokenStream, found: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => collect(group.stream(), found),
            TokenTree::Ident(name) => _ = found.insert(name.to_string()),
            _ => {}
        }
    }
}

/// What rewrites ask about a file.
struct Context {
    items: Items,
    known: Known,
    names: Names,
}

impl Context {
    fn of(file: &File) -> Self {
        Self { items: Items::of(file), known: Known::of(file), names: Names::not_in(file) }
    }
}

impl Planned {
    /// Makes the change, and gives what is to stand beside the function. None if there is no place for it.
    fn make(
        &self,
        context: &Context,
        names: &mut Names,
        signature: &mut Signature,
        block: &mut Block,
        room: bool,
    ) -> Option<Vec<ItemFn>> {
        let mut rng = Rng::new(self.seed, 0);
        match self.change {
            Change::Rewrite(rewrite) => {
                let mut turn = Turn::share(self.share, rng);
                let scope = Scope::of(signature, &context.items);
                let beside = rewrite.body(block, &scope, room, &mut turn, names);
                (turn.made > 0).then_some(beside)
            }
            Change::Rename(style) => {
                style.rename(signature, block, &context.items, &context.known, &mut rng)?;
                Some(Vec::new())
            }
        }
    }
}

/// Where the annotated functions of a text stand, and the forms without a derivative beside them.
pub fn lines(text: &str) -> Vec<Lines> {
    struct Beside(Vec<Lines>);
    impl<'a> Visit<'a> for Beside {
        fn visit_item_fn(&mut self, item: &'a ItemFn) {
            let number = item.sig.ident.to_string().strip_prefix(PLAIN).and_then(|number| number.parse().ok());
            if let Some(number) = number {
                let first = item.attrs.first().map_or(item.sig.fn_token.span, |attr| attr.pound_token.span);
                self.0.push(between(number, first, first, &item.block, true));
            }
            visit::visit_item_fn(self, item);
        }
    }
    let Ok(mut file) = syn::parse_file(text) else { return Vec::new() };
    let mut found = Beside(Vec::new());
    found.visit_file(&file);
    each_annotated(&mut file, &mut |function| {
        let annotated = function.within.unwrap_or(function.start);
        found.0.push(between(function.number, function.start, annotated, function.block, false));
    });
    found.0
}

fn between(number: usize, first: Span, annotated: Span, block: &Block, is_plain: bool) -> Lines {
    let last = block.brace_token.span.close().end().line;
    Lines { number, first: first.start().line, last, annotated: annotated.start().line, is_plain }
}
