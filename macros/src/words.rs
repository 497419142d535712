//! The words in some code, wherever they stand: names of variables, types and fields, keywords.

use proc_macro2::{Ident, TokenStream, TokenTree};

/// All of them, in order, each as often as it stands there.
pub(crate) fn words(code: TokenStream) -> Vec<Ident> {
    fn collect(code: TokenStream, into: &mut Vec<Ident>) {
        for token in code {
            match token {
                TokenTree::Ident(word) => into.push(word),
                TokenTree::Group(group) => collect(group.stream(), into),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
    let mut found = Vec::new();
    collect(code, &mut found);
    found
}
