//! `impl` blocks of the operators of the language: `impl Mul<V3> for f64`.
//!
//! A type may have several `Mul`, and the type may be `f64` or a reference. So the derivative of such a method is no inherent method: it is
//! that of a hidden function, and a trait of the library leads to it by the types of the operands (`emit/operator_companion.rs`).

use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::visit_mut::VisitMut;
use syn::{
    Block, FnArg, ImplItem, ImplItemFn, ItemImpl, Path, PathArguments, ReturnType, Signature, Type, Visibility,
    parse_quote,
};

use crate::accept::signature::this;
use crate::emit;
use crate::expand::{rename_self, stages_of};
use crate::impl_block::rule_among;
use crate::library::private_path;
use crate::quoting::quiet;
use crate::report::Report;
use crate::syntax::associated_types;
use crate::words::replaced;

/// The operators: the trait, the rule, and whether it assigns.
const OPERATORS: [(&str, &str, bool); 11] = [
    ("Add", "add", false),
    ("Sub", "sub", false),
    ("Mul", "mul", false),
    ("Div", "div", false),
    ("Rem", "rem", false),
    ("Neg", "neg", false),
    ("AddAssign", "add", true),
    ("SubAssign", "sub", true),
    ("MulAssign", "mul", true),
    ("DivAssign", "div", true),
    ("RemAssign", "rem", true),
];

/// An operator of the user's.
pub(crate) struct Operator {
    /// The name of its rule.
    pub rule: &'static str,
    pub assigns: bool,
    /// The types of its operands, as the user has them.
    pub operands: Vec<Type>,
    /// The path of its trait and its method.
    pub of: Path,
    pub method: syn::Ident,
}

/// The name of an operator's trait, if it is that of the language: `Add`, `ops::Add`, `std::ops::Add`.
pub(crate) fn named<'p>(of: &'p Path, names: &[&str]) -> Option<&'p syn::Ident> {
    let mut segments = of.segments.iter().rev();
    let last = &segments.next()?.ident;
    let module = segments.next().is_none_or(|module| ["ops", "iter"].iter().any(|known| module.ident == known));
    (module && names.iter().any(|known| last == known)).then_some(last)
}

/// What stands beside such a block for its derivative; nothing for any other block.
pub(crate) fn derived(block: &ItemImpl, report: &mut Report) -> Option<TokenStream> {
    let (_, of, _) = block.trait_.as_ref()?;
    if let Some(name) = named(of, &["Sum", "Product"]) {
        let operator = if name == "Sum" { '+' } else { '*' };
        report.refuse(
            of,
            format!(
                "`{name}` of a type of yours has no derivative, because it may do anything with the elements\nhelp: write \
                 `.fold(first, |all, x| all {operator} x)` where the elements are added, and this `impl` without `#[differentiable]`"
            ),
        );
        return Some(TokenStream::new());
    }
    // What leads to a part of the tangent leads to it for writing too.
    if named(of, &["IndexMut"]).is_some() {
        refuse_rules(block, report);
        return Some(TokenStream::new());
    }
    if named(of, &["Index"]).is_some() {
        refuse_rules(block, report);
        return Some(of_tangent(block));
    }
    let name = named(of, &OPERATORS.map(|(name, ..)| name))?;
    refuse_rules(block, report);
    let (_, rule, assigns) = OPERATORS.into_iter().find(|(known, ..)| name == known)?;
    let method = block.items.iter().find_map(|item| match item {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    })?;
    let mut own = Report::default();
    let body = crate::accept::checkpoint_attribute::whole(&method.block, &method.attrs, &mut own);
    let method = ImplItemFn { block: body, ..associated_types::written_out(block, method) };
    let (sig, body) = as_function(block, &method)?;
    let operands: Vec<Type> = sig.inputs.iter().filter_map(operand).collect();
    let mut of = of.clone();
    Unnamed.visit_path_mut(&mut of);
    let operator = Operator { rule, assigns, operands, of, method: method.sig.ident.clone() };
    let inherited = Visibility::Inherited;
    let written = stages_of(&inherited, &sig, &body, None, None, &mut own, &|unit| emit::operator(unit, &operator));
    report.merge(own);
    Some(written.unwrap_or_default())
}

/// Refuses the rules of methods: a hidden function has no place for one, and its body would count in silence.
fn refuse_rules(block: &ItemImpl, report: &mut Report) {
    for item in &block.items {
        let ImplItem::Fn(method) = item else { continue };
        if let Some(attr) = method.attrs.iter().find(|attr| rule_among(attr, &mut Report::default()).is_some()) {
            report.refuse(
                attr,
                "the rule of an operator cannot be given here\nhelp: give it to a function, `#[differentiable(vjp = ..)] fn ..`, and call \
                 that in the operator",
            );
        }
    }
}

/// `impl Index<I> for S` is the same for the tangent of `S`, whose fields have the same names.
fn of_tangent(block: &ItemImpl) -> TokenStream {
    let (quiet, mut block, this) = (quiet(), block.clone(), (*block.self_ty).clone());
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
    let method = block.items.iter().find_map(|item| match item {
        ImplItem::Fn(method) => Some((method.sig.clone(), method.block.clone())),
        _ => None,
    });
    if let Some((sig, body)) = method
        && let (.., Some(bounded)) = crate::numbers::bounded(&sig, &body, Some(&block))
    {
        block.generics = bounded.generics;
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
/// borrowed, indexed or called.
fn reads(code: TokenStream) -> TokenStream {
    let private = private_path();
    let mut tokens: Vec<TokenTree> = code.into_iter().collect();
    for token in &mut tokens {
        if let TokenTree::Group(group) = token {
            let mut inner = Group::new(group.delimiter(), reads(group.stream()));
            inner.set_span(group.span());
            *token = TokenTree::Group(inner);
        }
    }
    let is_sign =
        |token: Option<&TokenTree>, sign| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign);
    let mut written = TokenStream::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let field = match tokens.get(at + 2) {
            Some(field @ (TokenTree::Ident(_) | TokenTree::Literal(_))) => Some(field),
            _ => None,
        };
        let is_field = matches!(token, TokenTree::Ident(word) if word == "self") && is_sign(tokens.get(at + 1), '.');
        let next = tokens.get(at + 3);
        let is_value = !matches!(next, Some(TokenTree::Group(group)) if group.delimiter() != Delimiter::Brace)
            && (!is_sign(next, '.') || is_sign(tokens.get(at + 4), '.'));
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let is_borrowed = matches!(before, Some(TokenTree::Punct(sign)) if sign.as_char() == '&')
            || matches!(before, Some(TokenTree::Ident(word)) if word == "mut");
        if let Some(field) = field.filter(|_| is_field && is_value && !is_borrowed) {
            written.extend(quote_spanned!(field.span()=> #private::ReadByIndex::read(&self.#field)));
            at += 3;
        } else {
            written.extend([token.clone()]);
            at += 1;
        }
    }
    written
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
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), with_mut(group.stream()));
                inner.set_span(group.span());
                TokenTree::Group(inner).into()
            }
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

/// Writes a type for `Self`.
pub(crate) fn with_type(code: TokenStream, this: &Type) -> TokenStream {
    replaced(code, "Self", &as_path(this))
}

/// The method as a function of its own, which has the generics of the block.
fn as_function(block: &ItemImpl, method: &ImplItemFn) -> Option<(Signature, Block)> {
    let (this_type, this) = (&*block.self_ty, this());
    let written = |code: TokenStream| rename_self(with_type(code, this_type));
    let mut sig = method.sig.clone();
    sig.ident = format_ident!("own_{}", sig.ident, span = sig.ident.span());
    for input in &mut sig.inputs {
        if let FnArg::Receiver(receiver) = input {
            let reference = receiver.reference.as_ref().map(|(and, lifetime)| {
                let mutability = &receiver.mutability;
                quote!(#and #lifetime #mutability)
            });
            let mutability = if reference.is_none() { receiver.mutability } else { None };
            let attrs = &receiver.attrs;
            *input = syn::parse2(quote!(#(#attrs)* #mutability #this: #reference #this_type)).ok()?;
        }
    }
    let output = written(sig.output.to_token_stream());
    sig.output = syn::parse2(output).ok()?;
    for input in &mut sig.inputs {
        *input = syn::parse2(written(input.to_token_stream())).ok()?;
    }
    let generics = &block.generics;
    sig.generics.params.extend(generics.params.iter().cloned());
    if let Some(clause) = &generics.where_clause {
        let clause = written(quote!(#clause));
        sig.generics.where_clause = Some(syn::parse2(clause).ok()?);
    }
    let body = &method.block;
    Some((sig, syn::parse2(written(quote!(#body))).ok()?))
}

/// A type where a value or a pattern may stand too: `Dual::<T>`.
fn as_path(ty: &Type) -> TokenStream {
    let Type::Path(path) = ty else { return ty.to_token_stream() };
    let mut path = path.clone();
    for segment in &mut path.path.segments {
        if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            arguments.colon2_token.get_or_insert_default();
        }
    }
    path.to_token_stream()
}

/// The type of an operand, without the names of lifetimes.
fn operand(input: &FnArg) -> Option<Type> {
    let FnArg::Typed(input) = input else { return None };
    let mut ty = (*input.ty).clone();
    Unnamed.visit_type_mut(&mut ty);
    Some(ty)
}

/// Takes the names of lifetimes away.
struct Unnamed;

impl VisitMut for Unnamed {
    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        reference.lifetime = None;
        syn::visit_mut::visit_type_reference_mut(self, reference);
    }
    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        if lifetime.ident != "static" {
            *lifetime = syn::Lifetime::new("'_", lifetime.span());
        }
    }
}
