//! The names under which the derived code knows the functions it calls.
//!
//! `use path::square as __path_square;` brings the function and, if it is `#[differentiable]`, the struct beside it. If it is not,
//! `use __absent::*` supplies a struct of that name that stands for no derivative, and the compiler says so at the user's call: an import by
//! name goes before one by glob, for each kind of name apart.
//!
//! A function that is not there is an error in the user's code, and should not be a second one in ours. An import finds whatever has
//! the name, so before each stands a macro of the name, which nobody calls.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Ident, Path};

use super::{Unit, private_at, private_path};
use crate::accept::body::is_name_of_check;
use crate::accept::items::Imports;
use crate::ir::{Block, Op, Step};

/// The functions that a function calls, or whose derivatives it calls, with their names here, and the items that it declares.
pub(super) struct Callees<'f> {
    names: Vec<(Path, Ident)>,
    items: TokenStream,
    imports: Option<&'f Imports>,
}

impl Unit<'_> {
    pub(super) fn callees(&self) -> Callees<'_> {
        let (items, imports) = (self.function.items.clone(), Some(&self.function.imports));
        let mut callees = Callees { names: Vec::new(), items, imports };
        callees.collect(&self.function.body);
        self.function.observers.functions.iter().for_each(|path| callees.add(path, alias(path)));
        callees
    }
}

impl Callees<'_> {
    /// One function.
    pub(super) fn of(path: &Path) -> Self {
        Self { names: vec![(bare(path), alias(path))], items: TokenStream::new(), imports: None }
    }

    fn collect(&mut self, block: &Block) {
        for step in &block.steps {
            step.blocks().into_iter().for_each(|inner| self.collect(inner));
            let (path, name) = match step {
                Step::Let { op: Op::Call { path, .. }, .. } => (path, alias(path)),
                Step::Let { op: Op::Nested(nested), .. } => {
                    (&nested.function, alias_of_differentiated(&nested.function))
                }
                _ => continue,
            };
            self.add(path, name);
        }
    }

    fn add(&mut self, path: &Path, name: Ident) {
        if !self.names.iter().any(|(_, known)| *known == name) {
            // A function and the struct beside it are looked up in one place: an import may bring the function alone.
            let path = self.imports.map_or_else(|| path.clone(), |imports| imports.outside(path));
            self.names.push((bare(&path), name));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The module of stand-ins.
    pub(super) fn absent(&self) -> Option<TokenStream> {
        let (names, private) = (self.names.iter().map(|(_, name)| name), private_path());
        (!self.names.is_empty()).then(|| {
            quote! {
                mod __absent {
                    #(pub use #private::PlainFunction as #names;)*
                }
            }
        })
    }

    /// The imports and the function's own items, for the top of a function body.
    pub(super) fn imports(&self) -> TokenStream {
        let Self { names, items, .. } = self;
        let (paths, names): (Vec<_>, Vec<_>) = names.iter().map(|(path, name)| (path, name)).unzip();
        let stand_ins = (!paths.is_empty()).then(|| {
            quote!(
                use __absent::*;
            )
        });
        let found = paths.iter().filter_map(|path| path.get_ident()).filter(|name| !is_name_of_check(name));
        quote!(#items #stand_ins #(macro_rules! #found { () => {}; })* #(use #paths as #names;)*)
    }

    /// The claim that each of them has a derivative.
    pub(super) fn claims(&self) -> TokenStream {
        let imports = self.imports();
        // What all of something is imported from may have a function of a name that is known outside too: then it is neither.
        let outside = self.imports.is_some_and(|imports| imports.all).then(|| {
            quote!(
                use self::*;
            )
        });
        let claims = self.names.iter().map(|(_, name)| {
            let span = name.span();
            let private = private_at(span);
            quote_spanned!(span=> #private::has_derivative(__written(#name {}));)
        });
        quote!(#imports #outside #(#claims)*)
    }
}

/// The path without generic arguments.
fn bare(path: &Path) -> Path {
    let mut bare = path.clone();
    if let Some(last) = bare.segments.last_mut() {
        last.arguments = syn::PathArguments::None;
    }
    bare
}

/// One name for a path: `__scale`, `__7_library_scale`. The lengths of all words but the last keep paths apart that read alike.
pub(crate) fn alias(path: &Path) -> Ident {
    let (lengths, words) = lengths_and_words(path);
    let parts: Vec<_> = lengths.into_iter().chain(words).collect();
    named(path, &format!("__{}", parts.join("_")))
}

/// The name of a function whose derivative is called. If it is a module, this is all that the message can say.
pub(super) fn alias_of_differentiated(path: &Path) -> Ident {
    let (lengths, words) = lengths_and_words(path);
    let name: Vec<_> = words.into_iter().chain(["is_no_function".to_owned()]).chain(lengths).collect();
    named(path, name.join("_").trim_start_matches('_'))
}

/// The words of a path, and how long all but the last are; 0 if it begins with a colon.
fn lengths_and_words(path: &Path) -> (Vec<String>, Vec<String>) {
    let mut words: Vec<_> = path.segments.iter().map(|segment| segment.ident.unraw().to_string()).collect();
    let before = words.split_last().map_or(&[][..], |(_, before)| before);
    let absolute = path.leading_colon.map(|_| "0".to_owned());
    let lengths = absolute.into_iter().chain(before.iter().map(|word| word.len().to_string())).collect();
    // `$crate`, of a macro.
    words.iter_mut().for_each(|word| *word = word.trim_start_matches('$').to_owned());
    (lengths, words)
}

/// A name where the last word of a path stands.
fn named(path: &Path, name: &str) -> Ident {
    Ident::new(name, path.segments.last().map_or_else(Span::call_site, |last| last.ident.span()))
}
