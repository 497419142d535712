//! The words in some code, wherever they stand: names of variables, types and fields, keywords.

use std::collections::HashMap;

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;

/// The code with one spelling for each name: `r#speed` is `speed`, unless that is a word of the language.
pub(crate) fn plain(code: TokenStream) -> TokenStream {
    let is_raw = |word: &Ident| word.to_string().starts_with("r#");
    if !words(code.clone()).iter().any(is_raw) {
        return code;
    }
    each_word(code, &mut |token| match token {
        TokenTree::Ident(word) if is_raw(&word) => {
            let mut spelled = syn::parse_str::<Ident>(&word.unraw().to_string()).unwrap_or_else(|_| word.clone());
            spelled.set_span(word.span());
            TokenTree::Ident(spelled).into()
        }
        other => other.into(),
    })
}

/// The code with something else for each token that is no group.
pub(crate) fn each_word(code: TokenStream, write: &mut dyn FnMut(TokenTree) -> TokenStream) -> TokenStream {
    let mut written = TokenStream::new();
    for token in code {
        match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), each_word(group.stream(), write));
                inner.set_span(group.span());
                written.extend([TokenTree::Group(inner)]);
            }
            other => written.extend(write(other)),
        }
    }
    written
}

/// The code with other code for a word, wherever it stands.
pub(crate) fn replaced<W: ?Sized>(code: TokenStream, word: &W, new: &impl ToTokens) -> TokenStream
where
    Ident: PartialEq<W>,
{
    each_word(code, &mut |token| match token {
        TokenTree::Ident(found) if found == *word => new.to_token_stream(),
        other => other.into(),
    })
}

/// All of them, in order, each as often as it stands there.
pub(crate) fn words(code: TokenStream) -> Vec<Ident> {
    collected(code, &|_| true)
}

/// The same without those that a path leads to: of `State::Idle` only `State`.
pub(crate) fn words_alone(code: TokenStream) -> Vec<Ident> {
    collected(code, &|colons| colons < 2)
}

/// The words that are wanted, by the number of colons in front of them.
fn collected(code: TokenStream, is_wanted: &dyn Fn(usize) -> bool) -> Vec<Ident> {
    let (mut found, mut colons) = (Vec::new(), 0);
    for token in code {
        let before = std::mem::take(&mut colons);
        match token {
            TokenTree::Ident(word) => found.extend(is_wanted(before).then_some(word)),
            TokenTree::Group(group) => found.extend(collected(group.stream(), is_wanted)),
            TokenTree::Punct(sign) if sign.as_char() == ':' => colons = before + 1,
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

/// The code with other code for some words. What stands after a dot is a field or a method.
pub(crate) fn substitute(code: TokenStream, new: &HashMap<String, TokenStream>) -> TokenStream {
    let (mut written, mut dots) = (TokenStream::new(), 0);
    for token in code {
        let is_member = dots == 1;
        dots = if matches!(&token, TokenTree::Punct(dot) if dot.as_char() == '.') { dots + 1 } else { 0 };
        match &token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), substitute(group.stream(), new));
                inner.set_span(group.span());
                written.extend([TokenTree::Group(inner)]);
            }
            TokenTree::Ident(word) if !is_member && new.contains_key(&word.to_string()) => {
                written.extend(new[&word.to_string()].clone());
            }
            _ => written.extend([token]),
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use quote::quote;

    #[test]
    fn members_are_not_substituted() {
        let new = HashMap::from([("x".to_owned(), quote!(y))]);
        let code = super::substitute(quote!(f(x.x, 0..x, self.x(x)).x + x), &new);
        assert_eq!(code.to_string(), quote!(f(y.x, 0..y, self.x(y)).x + y).to_string());
    }
}
