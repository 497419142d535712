//! `#[differentiable(macros(square))]`: a `macro_rules!` of the user's is expanded before all else.
//!
//! A macro is expanded by the compiler alone, so the code goes to it and back. `#[differentiable]` on `macro_rules! square` gives each of
//! its rules a second form, which is called with a macro to call and some tokens, and calls that macro with the tokens and the expansion.
//! The attribute on a function calls `square!` in this form, with the function for the tokens. `Returned` reads what comes back, puts the
//! expansion in the place of the call, and the attribute starts again, until no call is left. Names keep what tells those of the macro
//! from those of its caller.

pub(crate) mod local;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, ImplItem, ItemMacro, Path, Token, TraitItemFn, parenthesized};

/// The macros that are named in the arguments of the attribute, and the other arguments.
pub(crate) fn named(arguments: &TokenStream) -> (Vec<Path>, TokenStream) {
    struct Macros(Vec<Path>);
    impl Parse for Macros {
        fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
            if input.parse::<Ident>()? != "macros" {
                return Err(input.error("another argument"));
            }
            let names;
            parenthesized!(names in input);
            let names = names.parse_terminated(Path::parse_mod_style, Token![,])?;
            Ok(Self(names.into_iter().collect()))
        }
    }
    let tokens: Vec<TokenTree> = arguments.clone().into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ',');
    let (mut macros, mut others) = (Vec::new(), Punctuated::<TokenStream, Token![,]>::new());
    for argument in tokens.split(is_comma) {
        let argument: TokenStream = argument.iter().cloned().collect();
        match syn::parse2::<Macros>(argument.clone()) {
            Ok(Macros(paths)) => macros.extend(paths),
            Err(_) => others.push(argument),
        }
    }
    if macros.is_empty() { (macros, arguments.clone()) } else { (macros, others.into_token_stream()) }
}

/// The macro with two forms of each rule. The second one comes first: the other may take its tokens for an expression.
pub(crate) fn that_hands_on(mut item: ItemMacro) -> TokenStream {
    let tokens = item.mac.tokens;
    let handing_on = rules(tokens.clone()).flat_map(|(pattern, expansion)| {
        let form = second_form(Span::call_site());
        quote! {
            (#form #form [$($__to:tt)*] {$($__with:tt)*} #pattern) => { $($__to)* ! { $($__with)* {#expansion} } };
        }
    });
    item.mac.tokens = handing_on.chain(tokens).collect();
    item.into_token_stream()
}

/// The pattern and the expansion of each rule of a macro.
fn rules(tokens: TokenStream) -> impl Iterator<Item = (TokenStream, TokenStream)> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let rules: Vec<_> = tokens
        .split(|token| matches!(token, TokenTree::Punct(end) if end.as_char() == ';'))
        .filter_map(|rule| match rule {
            [TokenTree::Group(pattern), .., TokenTree::Group(expansion)] => {
                Some((pattern.stream(), expansion.stream()))
            }
            _ => None,
        })
        .collect();
    rules.into_iter()
}

/// The word that asks for the second form, said twice: a macro without one may take the first for an expression. The compiler's error
/// shows the word.
fn second_form(at: Span) -> Ident {
    Ident::new("this_macro_needs_the_attribute_differentiable", at)
}

/// The first call of one of these macros, in its second form.
pub(crate) fn called(macros: &[Path], arguments: &TokenStream, item: &TokenStream) -> Option<TokenStream> {
    if macros.is_empty() {
        return None;
    }
    let names: Vec<Vec<String>> = macros.iter().map(|path| words(path.to_token_stream())).collect();
    let mut call = None;
    let item = without_call(without_groups(item.clone()), &names, &mut call);
    let Call { path, given } = call?;
    let form = second_form(path.clone().into_iter().last().map_or_else(Span::call_site, |name| name.span()));
    Some(quote!(#path ! { #form #form [::cotangent::generated::expanded] { {#arguments} {#item} } #given }))
}

fn words(code: TokenStream) -> Vec<String> {
    code.into_iter().map(|token| token.to_string()).collect()
}

struct Call {
    path: TokenStream,
    given: TokenStream,
}

/// The word that stands where the expansion belongs.
const PLACE: &str = "__the_expansion_belongs_here";

/// The code with a mark for the first call.
fn without_call(code: TokenStream, names: &[Vec<String>], call: &mut Option<Call>) -> TokenStream {
    let mut written: Vec<TokenTree> = Vec::new();
    let mut tokens = code.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_call = call.is_none()
            && matches!(&token, TokenTree::Punct(sign) if sign.as_char() == '!')
            && matches!(tokens.peek(), Some(TokenTree::Group(_)));
        let found = names.iter().filter(|_| is_call).find(|name| {
            written.len() >= name.len()
                && written[written.len() - name.len()..]
                    .iter()
                    .zip(name.iter())
                    .all(|(token, word)| token.to_string() == *word)
                && !ends_in_two_colons(&written[..written.len() - name.len()])
        });
        match (token, found) {
            (_, Some(name)) => {
                let path = written.split_off(written.len() - name.len()).into_iter().collect();
                if let Some(TokenTree::Group(given)) = tokens.next() {
                    *call = Some(Call { path, given: given.stream() });
                }
                written.push(Ident::new(PLACE, Span::call_site()).into());
            }
            (TokenTree::Group(group), None) => {
                let mut inner = Group::new(group.delimiter(), without_call(group.stream(), names, call));
                inner.set_span(group.span());
                written.push(inner.into());
            }
            (token, None) => written.push(token),
        }
    }
    written.into_iter().collect()
}

/// `::` before a name, which is then the end of a longer path. One colon is that of a field or a type.
fn ends_in_two_colons(tokens: &[TokenTree]) -> bool {
    let is_colon = |token: &TokenTree| matches!(token, TokenTree::Punct(colon) if colon.as_char() == ':');
    matches!(tokens, [.., first, second] if is_colon(first) && is_colon(second))
}

/// What a macro gave back: the arguments of the attribute, and the item with the expansion in its place.
pub(crate) struct Returned {
    pub arguments: TokenStream,
    pub item: TokenStream,
}

impl Parse for Returned {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (arguments, item, expansion): (Group, Group, Group) = (input.parse()?, input.parse()?, input.parse()?);
        let expansion = without_groups(expansion.stream());
        Ok(Self { arguments: arguments.stream(), item: filled(item.stream(), &expansion, Delimiter::None) })
    }
}

/// The code with the expansion in its place: as statements where it stands alone in a block, else as one expression.
fn filled(code: TokenStream, expansion: &TokenStream, around: Delimiter) -> TokenStream {
    let mut written: Vec<TokenTree> = Vec::new();
    let mut tokens = code.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(place) if place == PLACE => {
                let starts = around == Delimiter::Brace && written.last().is_none_or(ends_statement);
                let ends = tokens.peek().is_none_or(ends_statement);
                if starts && ends && are_items(expansion) {
                    written.extend(expansion.clone());
                    tokens.next_if(|token| matches!(token, TokenTree::Punct(_)));
                } else if starts && ends {
                    let is_ended = matches!(tokens.peek(), Some(TokenTree::Punct(_)));
                    written.extend(if is_ended { without_end(expansion) } else { expansion.clone() });
                } else {
                    written.push(Group::new(Delimiter::Parenthesis, without_end(expansion)).into());
                }
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), filled(group.stream(), expansion, group.delimiter()));
                inner.set_span(group.span());
                written.push(inner.into());
            }
            token => written.push(token),
        }
    }
    written.into_iter().collect()
}

/// Whether an expansion is functions, constants and types, which no `;` may follow in an `impl` or a trait.
fn are_items(expansion: &TokenStream) -> bool {
    struct Items;
    impl Parse for Items {
        fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
            while !input.is_empty() {
                let ahead = input.fork();
                match ahead.parse::<ImplItem>() {
                    Ok(ImplItem::Const(_) | ImplItem::Fn(_) | ImplItem::Type(_)) => drop(input.parse::<ImplItem>()?),
                    _ => drop(input.parse::<TraitItemFn>()?),
                }
            }
            Ok(Self)
        }
    }
    !expansion.is_empty() && syn::parse2::<Items>(expansion.clone()).is_ok()
}

fn ends_statement(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(end) => end.as_char() == ';',
        TokenTree::Group(block) => block.delimiter() == Delimiter::Brace,
        _ => false,
    }
}

/// The expansion without a semicolon at its end, which the compiler ignores in an expression.
fn without_end(expansion: &TokenStream) -> TokenStream {
    let mut tokens: Vec<TokenTree> = expansion.clone().into_iter().collect();
    if matches!(tokens.last(), Some(TokenTree::Punct(end)) if end.as_char() == ';') {
        tokens.pop();
    }
    tokens.into_iter().collect()
}

/// The code without groups that have no delimiters: they are lost on the way through the compiler. Operators in one get parentheses.
fn without_groups(code: TokenStream) -> TokenStream {
    let mut written = TokenStream::new();
    for token in code {
        let TokenTree::Group(group) = token else {
            written.extend([token]);
            continue;
        };
        let inner = without_groups(group.stream());
        let is_expression = || {
            !matches!(
                syn::parse2(inner.clone()),
                Err(_) | Ok(Expr::Let(_) | Expr::Path(_) | Expr::Lit(_) | Expr::Paren(_) | Expr::Block(_))
            )
        };
        match group.delimiter() {
            Delimiter::None if !is_expression() => written.extend(inner),
            Delimiter::None => written.extend([TokenTree::Group(Group::new(Delimiter::Parenthesis, inner))]),
            delimiter => {
                let mut same = Group::new(delimiter, inner);
                same.set_span(group.span());
                written.extend([TokenTree::Group(same)]);
            }
        }
    }
    written
}
