//! The names under which the derived code knows the functions it calls.
//!
//! `use path::square as __path_square;` brings the function and, if it is `#[differentiable]`, the struct beside it. If it is not,
//! `use __absent::*` supplies a struct of that name that stands for no derivative, and the compiler says so at the user's call: an import by
//! name goes before one by glob, for each kind of name apart.
//!
//! A function that is not there is an error in the user's code, and should not be a second one in ours. An import finds whatever has
//! the name, so before each stands a macro of the name, which nobody calls.

use std::collections::HashMap;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Ident, Path};

use super::Unit;
use crate::accept::body::is_name_of_check;
use crate::library::{private_at, private_path};
use crate::naming::callee;
use crate::plan::called_functions::bare;
use crate::plan::exchanges::Exchange;

/// The functions that a function calls, and the items that it declares.
pub(super) struct Callees {
    names: Vec<(Path, Ident)>,
    /// Names that are passed, of functions or of constants.
    passed: Vec<(Path, Ident)>,
    /// How many arguments those have that may be given whole numbers alone.
    perhaps_plain: HashMap<Ident, usize>,
    /// What of `std::mem` some of them may be.
    exchanges: HashMap<Ident, Option<Exchange>>,
    items: TokenStream,
    /// Whether all of something is imported.
    all: bool,
}

impl Unit<'_> {
    pub(super) fn callees(&self) -> Callees {
        let (names, passed) = (self.plan.calls.functions.clone(), self.plan.calls.named.clone());
        let (perhaps_plain, items) = (self.plan.calls.perhaps_plain.clone(), self.function.items.clone());
        let exchanges = self.plan.calls.exchanges.clone();
        Callees { names, passed, perhaps_plain, exchanges, items, all: self.function.imports.all }
    }
}

impl Callees {
    /// One function.
    pub(super) fn of(path: &Path) -> Self {
        let (passed, perhaps_plain, items) = (Vec::new(), HashMap::new(), TokenStream::new());
        let exchanges = HashMap::new();
        Self { names: vec![(bare(path), callee(path))], passed, perhaps_plain, exchanges, items, all: false }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.passed.is_empty()
    }

    fn all(&self) -> impl Iterator<Item = &(Path, Ident)> {
        self.names.iter().chain(&self.passed)
    }

    /// The module of stand-ins.
    pub(super) fn absent(&self) -> Option<TokenStream> {
        let (names, passed) = (self.all().map(|(_, name)| name), self.passed.iter().map(|(_, name)| name));
        let private = private_path();
        let stand_ins = self.all().map(|(_, name)| {
            if let Some(arguments) = self.perhaps_plain.get(name) {
                format_ident!("PlainFunction{arguments}").into_token_stream()
            } else if let Some(Some(exchange)) = self.exchanges.get(name) {
                let [stand_in, ..] = exchange.names().map(|name| Ident::new(name, Span::call_site()));
                quote!(exchanges::#stand_in)
            } else {
                quote!(PlainFunction)
            }
        });
        (!self.is_empty()).then(|| {
            quote! {
                mod __absent {
                    #(pub use #private::#stand_ins as #names;)*
                    #(pub use #private::callables::NO_VALUE as #passed;)*
                }
            }
        })
    }

    /// The imports and the function's own items, for the top of a function body.
    pub(super) fn imports(&self) -> TokenStream {
        let items = &self.items;
        let (paths, names): (Vec<_>, Vec<_>) = self.all().map(|(path, name)| (path, name)).unzip();
        let stand_ins = (!paths.is_empty()).then(|| {
            quote!(
                use __absent::*;
            )
        });
        let found = paths.iter().filter_map(|path| path.get_ident()).filter(|name| !is_name_of_check(name));
        quote!(#items #stand_ins #(macro_rules! #found { () => {}; })* #(use #paths as #names;)*)
    }

    /// The claim that each of them has a derivative; `companion` is its companion by its name.
    pub(super) fn claims(&self, companion: impl Fn(&Ident) -> TokenStream) -> TokenStream {
        let imports = self.imports();
        // What all of something is imported from may have a function of a name that is known outside too: then it is neither.
        let outside = self.all.then(|| {
            quote!(
                use self::*;
            )
        });
        let claims = self.names.iter().map(|(_, name)| {
            let span = name.span();
            let (private, companion) = (private_at(span), companion(name));
            quote_spanned!(span=> #private::has_derivative(#companion);)
        });
        quote!(#imports #outside #(#claims)*)
    }
}
