//! Pieces of expressions that are written often.
//!
//! Inside of the compiler each joining of two token streams is a call across a bridge, and costs more than to make their tokens. A
//! piece writes its tokens to where it belongs.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream};
use quote::{ToTokens, TokenStreamExt};

use super::private_at;

#[derive(Clone)]
pub(super) enum Piece {
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
