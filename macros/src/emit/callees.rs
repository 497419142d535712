//! The names under which the derived code knows the functions it calls.
//!
//! `use path::square as __path_square;` brings the function and, if it is `#[differentiable]`, the struct beside it. If it is not,
//! `use __absent::*` supplies a struct of that name that stands for no derivative, and the compiler says so at the user's call: an import by
//! name goes before one by glob, for each kind of name apart.
//!
//! A function that is not there is an error in the user's code, and should not be a second one in ours. An import finds whatever has
//! the name, so before each stands a macro of the name, which nobody calls.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, Path};

use super::{Unit, private_at, private_path};
use crate::accept::body::is_name_of_check;
use crate::ir::{Block, Op, Step};

/// The functions that a function calls, or whose derivatives it calls, with their names here, and the items that it declares.
pub(super) struct Callees(Vec<(Path, Ident)>, TokenStream);

impl Unit<'_> {
    pub(super) fn callees(&self) -> Callees {
        let mut callees = Callees(Vec::new(), self.function.items.clone());
        callees.collect(&self.function.body);
        self.function.observers.functions.iter().for_each(|path| callees.add(path, alias(path)));
        callees
    }
}

impl Callees {
    /// One function.
    pub(super) fn of(path: &Path) -> Self {
        Self(vec![(bare(path), alias(path))], TokenStream::new())
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
        if !self.0.iter().any(|(_, known)| *known == name) {
            self.0.push((bare(path), name));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The module of stand-ins.
    pub(super) fn absent(&self) -> Option<TokenStream> {
        let (names, private) = (self.0.iter().map(|(_, name)| name), private_path());
        (!self.0.is_empty()).then(|| {
            quote! {
                mod __absent {
                    #(pub use #private::PlainFunction as #names;)*
                }
            }
        })
    }

    /// The imports and the function's own items, for the top of a function body.
    pub(super) fn imports(&self) -> TokenStream {
        let Self(callees, items) = self;
        let (paths, names): (Vec<_>, Vec<_>) = callees.iter().map(|(path, name)| (path, name)).unzip();
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
        let claims = self.0.iter().map(|(_, name)| {
            let span = name.span();
            let private = private_at(span);
            quote_spanned!(span=> #private::has_derivative(__written(#name {}));)
        });
        quote!(#imports #(#claims)*)
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

/// One name for a path: `__library_scale`.
pub(crate) fn alias(path: &Path) -> Ident {
    let mut name = String::from("_");
    for segment in &path.segments {
        name.push('_');
        name.push_str(segment.ident.to_string().trim_start_matches("r#"));
    }
    let mut alias = format_ident!("{name}");
    alias.set_span(path.segments.last().map_or_else(Span::call_site, |last| last.ident.span()));
    alias
}

/// The name of a function whose derivative is called. If it is a module, this is all that the message can say.
pub(super) fn alias_of_differentiated(path: &Path) -> Ident {
    let known = alias(path);
    Ident::new(&format!("{}_is_no_function", known.to_string().trim_start_matches('_')), known.span())
}
