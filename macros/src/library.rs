//! Where the library is: at `::cotangent`, unless `crate = path` says that it is elsewhere. Generated code names nothing of it but what is
//! in its module `generated`.

use proc_macro2::{Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Path, PathSegment};

/// `crate = path`
pub(crate) struct Root(pub Path);

impl Parse for Root {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        input.parse::<syn::Token![crate]>()?;
        input.parse::<syn::Token![=]>()?;
        Ok(Self(input.call(Path::parse_mod_style)?))
    }
}

impl Root {
    /// Writes the path for `::cotangent`.
    pub(crate) fn respell(&self, code: TokenStream) -> TokenStream {
        let mut respelled: Vec<TokenTree> = Vec::new();
        for token in code {
            match token {
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), self.respell(group.stream()));
                    inner.set_span(group.span());
                    respelled.push(inner.into());
                }
                TokenTree::Ident(name) if name == "cotangent" && starts_a_path(&respelled) => {
                    respelled.truncate(respelled.len() - 2);
                    respelled.extend(self.0.to_token_stream().into_iter().map(|mut token| {
                        token.set_span(token.span().located_at(name.span()));
                        token
                    }));
                }
                other => respelled.push(other),
            }
        }
        respelled.into_iter().collect()
    }
}

/// Whether the last tokens are `::` with no path before it.
fn starts_a_path(tokens: &[TokenTree]) -> bool {
    let colon = |token: &TokenTree| matches!(token, TokenTree::Punct(colon) if colon.as_char() == ':');
    match tokens {
        [before @ .., first @ TokenTree::Punct(joint), second] if colon(first) && colon(second) => {
            let is_segment = |word: &Ident| syn::parse_str::<PathSegment>(&word.to_string()).is_ok();
            joint.spacing() == Spacing::Joint
                && !matches!(before.last(), Some(TokenTree::Ident(word)) if is_segment(word))
        }
        _ => false,
    }
}

/// The path of everything that generated code names.
pub(crate) fn private_path() -> TokenStream {
    quote!(::cotangent::generated)
}

/// The same in the block that holds what is written beside a function: one word, because it is written so often.
pub(crate) fn private() -> Ident {
    private_at(Span::call_site())
}

/// The same, so that what is wrong with it is reported at `span`.
pub(crate) fn private_at(span: Span) -> Ident {
    Ident::new("__ad", span)
}

/// What gives it this name.
pub(crate) fn private_is_named() -> TokenStream {
    let (path, name) = (private_path(), private());
    quote!(use #path as #name;)
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;
    use quote::quote;

    use crate::words::words;

    fn names_the_library(code: TokenStream) -> bool {
        words(code).iter().any(|word| word == "cotangent")
    }

    #[test]
    fn nothing_is_left_of_the_usual_path() {
        let function = quote!(
            fn cost(x: &[f64; 3], y: Option<f64>) -> Option<f64> {
                let y = y?;
                Some(x.iter().map(|x| x * y).sum::<f64>().sin())
            }
        );
        assert!(names_the_library(crate::expand::attribute(&TokenStream::new(), function.clone())));
        let elsewhere = crate::expand::attribute(&quote!(crate = vendor::ad), function);
        assert!(!names_the_library(elsewhere.clone()), "{elsewhere}");
        assert!(words(elsewhere).iter().any(|word| word == "vendor"));
    }

    #[test]
    fn the_derive_is_told_by_an_attribute() {
        let item = quote!(
            struct Line {
                slope: f64,
            }
        );
        assert!(names_the_library(crate::derive::derive(item.clone())));
        let elsewhere = crate::derive::derive(quote!(#[differentiable(crate = vendor::ad)] #item));
        assert!(!names_the_library(elsewhere.clone()), "{elsewhere}");
    }

    #[test]
    fn paths_that_end_like_it_stay() {
        let function = quote!(
            fn cost(x: f64) -> f64 {
                x * crate::cotangent::TWO * self::other::cotangent::TWO
            }
        );
        let derived = crate::expand::attribute(&quote!(crate = vendor), function).to_string();
        assert!(derived.contains("crate :: cotangent :: TWO") && derived.contains("other :: cotangent :: TWO"));
    }
}
