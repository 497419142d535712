//! Small pieces of code that are written often.
//!
//! Inside of the compiler each joining of two token streams is a call across a bridge, and costs more than to make their tokens. A
//! piece writes its tokens to where it belongs.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream};
use quote::{ToTokens, TokenStreamExt, quote};
use syn::{Generics, Path};

use crate::library::private_at;

/// A piece of an expression.
#[derive(Clone)]
pub(crate) enum Piece {
    /// `name`
    Name(Ident),
    /// `&name`
    Reference(Ident),
    /// `name.method()`
    Method(Ident, &'static str, Span),
    /// `__ad::Item`
    Item(&'static str, Span),
    /// `__ad::Type::function(arguments)`
    Call([&'static str; 2], TokenStream, Span),
    /// Anything else.
    Code(TokenStream),
}

impl From<TokenStream> for Piece {
    fn from(code: TokenStream) -> Self {
        Self::Code(code)
    }
}

impl ToTokens for Piece {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let sign = |sign, spacing, span| {
            let mut sign = Punct::new(sign, spacing);
            sign.set_span(span);
            sign
        };
        let in_private = |tokens: &mut TokenStream, path: &[&str], span| {
            tokens.append(private_at(span));
            for name in path {
                tokens.append(sign(':', Spacing::Joint, span));
                tokens.append(sign(':', Spacing::Alone, span));
                tokens.append(Ident::new(name, span));
            }
        };
        let call = |tokens: &mut TokenStream, arguments: TokenStream, span| {
            let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
            arguments.set_span(span);
            tokens.append(arguments);
        };
        match self {
            Self::Name(name) => name.to_tokens(tokens),
            Self::Reference(name) => {
                tokens.append(sign('&', Spacing::Alone, Span::call_site()));
                name.to_tokens(tokens);
            }
            Self::Method(name, method, span) => {
                name.to_tokens(tokens);
                tokens.append(sign('.', Spacing::Alone, *span));
                tokens.append(Ident::new(method, *span));
                call(tokens, TokenStream::new(), *span);
            }
            Self::Item(name, span) => in_private(tokens, &[name], *span),
            Self::Call(path, arguments, span) => {
                in_private(tokens, path, *span);
                call(tokens, arguments.clone(), *span);
            }
            Self::Code(code) => code.to_tokens(tokens),
        }
    }
}

/// The names of a generic function's parameters as arguments, without lifetimes: `T, N`.
pub(crate) fn arguments(generics: &Generics) -> Vec<TokenStream> {
    let mut names = Vec::new();
    for param in &generics.params {
        match param {
            syn::GenericParam::Type(param) => {
                let name = &param.ident;
                names.push(quote!(#name));
            }
            syn::GenericParam::Const(param) => {
                let name = &param.ident;
                names.push(quote!(#name));
            }
            syn::GenericParam::Lifetime(_) => {}
        }
    }
    names
}

/// The generic arguments at the end of a path.
pub(crate) fn turbofish(path: &Path) -> Option<TokenStream> {
    match path.segments.last().map(|last| &last.arguments) {
        Some(syn::PathArguments::AngleBracketed(arguments)) => {
            let arguments = &arguments.args;
            Some(quote!(::<#arguments>))
        }
        _ => None,
    }
}

/// The generic arguments at the end of a path.
pub(crate) fn arguments_of(path: &Path) -> Vec<TokenStream> {
    match path.segments.last().map(|last| &last.arguments) {
        Some(syn::PathArguments::AngleBracketed(arguments)) => {
            arguments.args.iter().map(ToTokens::to_token_stream).collect()
        }
        _ => Vec::new(),
    }
}

/// `(T,)`, `(A, B)`
pub(crate) fn tuple(items: impl IntoIterator<Item: ToTokens>) -> TokenStream {
    let items: Vec<_> = items.into_iter().collect();
    match items.as_slice() {
        [one] => quote!((#one,)),
        many => quote!((#(#many),*)),
    }
}

/// Bare when there is one, else a tuple.
pub(crate) fn bare_or_tuple(items: impl IntoIterator<Item: ToTokens>) -> TokenStream {
    let items: Vec<_> = items.into_iter().collect();
    match items.as_slice() {
        [one] => one.to_token_stream(),
        many => quote!((#(#many),*)),
    }
}

/// Attributes of generated items: the user's lints do not look at them.
pub(crate) fn quiet() -> TokenStream {
    quote!(#[allow(warnings, unused, unused_qualifications, nonstandard_style, future_incompatible, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)] #[automatically_derived])
}
