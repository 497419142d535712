//! The words in some code, wherever they stand: names of variables, types and fields, keywords.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use syn::ext::IdentExt;

/// The code with one spelling for each name: `r#speed` is `speed`, unless that is a word of the language.
pub(crate) fn plain(code: TokenStream) -> TokenStream {
    let is_raw = |word: &Ident| word.to_string().starts_with("r#");
    if !words(code.clone()).iter().any(is_raw) {
        return code;
    }
    let one = |token| match token {
        TokenTree::Ident(word) if is_raw(&word) => {
            let mut spelled = syn::parse_str::<Ident>(&word.unraw().to_string()).unwrap_or_else(|_| word.clone());
            spelled.set_span(word.span());
            TokenTree::Ident(spelled)
        }
        TokenTree::Group(group) => {
            let mut spelled = Group::new(group.delimiter(), plain(group.stream()));
            spelled.set_span(group.span());
            TokenTree::Group(spelled)
        }
        other => other,
    };
    code.into_iter().map(one).collect()
}

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
