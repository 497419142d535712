//! The `Index` of a tangent: that of the value, whose body leads to the fields of the same names.

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use syn::{ImplItem, ItemImpl, ReturnType, Type, parse_quote};

use super::with_type;
use crate::library::private_path;
use crate::quoting::quiet;

/// `impl Index<I> for S` is the same for the tangent of `S`, whose fields have the same names.
pub(super) fn write(block: &ItemImpl) -> TokenStream {
    let (quiet, mut block, this) = (quiet(), block.clone(), (*block.self_ty).clone());
    let method = block.items.iter().find_map(|item| match item {
        ImplItem::Fn(method) => Some((method.sig.clone(), method.block.clone())),
        _ => None,
    });
    if let Some((sig, body)) = method
        && let (.., Some(bounded)) = crate::numbers::bounded(&sig, &body, Some(&block))
    {
        block.generics = bounded.generics;
    }
    for item in &mut block.items {
        match item {
            ImplItem::Type(item) => item.ty = tangent_of(&item.ty),
            ImplItem::Fn(method) => {
                let body = &method.block;
                let body = reads(with_type(quote!(#body), &this));
                method.block = syn::parse2(body).unwrap_or_else(|_| method.block.clone());
                if let ReturnType::Type(_, ty) = &mut method.sig.output
                    && let Type::Reference(reference) = &mut **ty
                {
                    *reference.elem = parse_quote!(Self::Output);
                }
            }
            _ => {}
        }
    }
    if let Type::Path(path) = &mut *block.self_ty
        && let Some(last) = path.path.segments.last_mut()
    {
        last.ident = format_ident!("{}Tangent", last.ident, span = last.ident.span());
    }
    let mutable = mutable(&block);
    quote!(#quiet const _: () = { #block #mutable };)
}

/// Fields that are read as values, `self.columns`, are read of the tangent if it knows them. The others lead to the element: they are
/// borrowed, indexed or called. The code is looked at as tokens because macros, `assert!(j < self.columns)`, read fields too.
fn reads(code: TokenStream) -> TokenStream {
    let private = private_path();
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let mut written = TokenStream::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        if let Some(field) = value_of_field(before, &tokens[at..]) {
            written.extend(quote_spanned!(field.span()=> #private::ReadByIndex::read(&self.#field)));
            at += 3;
            continue;
        }
        written.extend([match token {
            TokenTree::Group(group) => within(group, reads),
            token => token.clone(),
        }]);
        at += 1;
    }
    written
}

/// The field of `self.field` at the beginning of `tokens`, if its value is what is read.
fn value_of_field<'t>(before: Option<&TokenTree>, tokens: &'t [TokenTree]) -> Option<&'t TokenTree> {
    let is_sign =
        |token: Option<&TokenTree>, sign| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign);
    let is_word = |token: Option<&TokenTree>, name: &str| matches!(token, Some(TokenTree::Ident(word)) if word == name);
    let field = tokens.get(2).filter(|field| matches!(field, TokenTree::Ident(_) | TokenTree::Literal(_)))?;
    let is_borrowed = is_sign(before, '&') || is_word(before, "mut");
    let leads_on = match tokens.get(3) {
        Some(TokenTree::Group(group)) => group.delimiter() != Delimiter::Brace,
        next => is_sign(next, '.') && !is_sign(tokens.get(4), '.'),
    };
    let is_field = is_word(tokens.first(), "self") && is_sign(tokens.get(1), '.');
    (is_field && !is_borrowed && !leads_on).then_some(field)
}

/// A group with other content.
fn within(group: &Group, write: impl Fn(TokenStream) -> TokenStream) -> TokenTree {
    let mut inner = Group::new(group.delimiter(), write(group.stream()));
    inner.set_span(group.span());
    TokenTree::Group(inner)
}

/// `impl IndexMut` of an `impl Index`: `&mut` for `&`.
fn mutable(block: &ItemImpl) -> Option<ItemImpl> {
    let mut block = block.clone();
    block.items.retain(|item| matches!(item, ImplItem::Fn(_)));
    let (_, of, _) = block.trait_.as_mut()?;
    let arguments = &of.segments.last()?.arguments;
    *of = parse_quote!(::core::ops::IndexMut #arguments);
    let Some(ImplItem::Fn(method)) = block.items.first_mut() else { return None };
    method.sig.ident = format_ident!("index_mut", span = method.sig.ident.span());
    let (receiver, output, body) = (method.sig.inputs.first_mut()?, &mut method.sig.output, &method.block);
    *receiver = parse_quote!(&mut self);
    *output = parse_quote!(-> &mut Self::Output);
    method.block = syn::parse2(with_mut(quote!(#body))).ok()?;
    Some(block)
}

/// Writes `&mut x` for `&x`, and names of what gives a reference to a part in its form for writing.
fn with_mut(code: TokenStream) -> TokenStream {
    const READING: [&str; 5] = ["index", "get", "first", "last", "as_ref"];
    let mut is_operand = false;
    let mut written = TokenStream::new();
    let mut tokens = code.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_borrow = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == '&' && sign.spacing() == Spacing::Alone)
            && !is_operand
            && !matches!(tokens.peek(), Some(TokenTree::Ident(word)) if word == "mut");
        is_operand = match &token {
            TokenTree::Ident(word) => !["return", "match", "if", "else", "in"].iter().any(|known| word == known),
            TokenTree::Literal(_) | TokenTree::Group(_) => true,
            // The first half of `&&`.
            TokenTree::Punct(sign) if sign.as_char() == '&' && sign.spacing() == Spacing::Joint => is_operand,
            TokenTree::Punct(_) => false,
        };
        let is_called =
            matches!(tokens.peek(), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
        written.extend(match token {
            TokenTree::Ident(word) if is_called && READING.iter().any(|known| word == known) => {
                let name = if word == "as_ref" { "as_mut".to_owned() } else { format!("{word}_mut") };
                TokenTree::Ident(syn::Ident::new(&name, word.span())).into()
            }
            TokenTree::Group(group) => within(&group, with_mut).into(),
            token if is_borrow => quote!(#token mut),
            token => token.into(),
        });
    }
    written
}

/// The tangent of a type.
fn tangent_of(ty: &Type) -> Type {
    let private = private_path();
    if let Type::Slice(slice) = ty {
        let element = &slice.elem;
        return parse_quote!([#private::Ct<#element>]);
    }
    parse_quote!(#private::Ct<#ty>)
}
