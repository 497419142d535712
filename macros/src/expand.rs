//! The stages in order, for a function and for the methods of an `impl` block.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;
use syn::{ImplItem, Item, ItemFn, ItemImpl, Signature, Visibility};

use crate::emit::Unit;
use crate::report::Report;
use crate::{accept, bind, classify, differentiate, emit, show};

/// `#[differentiable]`. What the user wrote always comes out again; an item that does not parse comes out untouched, because the
/// compiler has reported it already.
pub(crate) fn attribute(arguments: &TokenStream, item: TokenStream) -> TokenStream {
    let Ok(parsed) = syn::parse2::<Item>(item.clone()) else { return item };
    let mut report = Report::default();
    let (is_shown, arguments) = show::wanted(arguments);
    accept::signature::arguments(&arguments, &mut report);
    let expanded = match parsed {
        Item::Fn(function) => free_function(function, report),
        Item::Impl(block) => impl_block(block, report),
        _ => {
            let keyword = item.clone().into_iter().next();
            report.refuse(keyword, "`#[differentiable]` applies to functions and `impl` blocks\nhelp: a struct takes `#[derive(Differentiable)]`");
            let errors = report.into_errors();
            quote!(#item #errors)
        }
    };
    if is_shown { show::documented(expanded) } else { expanded }
}

fn free_function(mut function: ItemFn, mut report: Report) -> TokenStream {
    if let Some(again) = function
        .attrs
        .iter()
        .find(|attr| attr.path().segments.last().is_some_and(|last| last.ident == "differentiable"))
    {
        report.refuse(again, "the function is `#[differentiable]` already\nhelp: remove one of the two");
        function.attrs.retain(|attr| attr.path().segments.last().is_none_or(|last| last.ident != "differentiable"));
    }
    let derived = stages(&function.vis, &function.sig, &function.block, None, &mut report);
    strip(&mut function.sig);
    *function.block = accept::checkpoint::block_without(&function.block);
    let errors = report.into_errors();
    quote!(#function #derived #errors)
}

fn impl_block(mut block: ItemImpl, mut report: Report) -> TokenStream {
    if let Some((_, of, _)) = &block.trait_ {
        report.refuse(of, "the methods of a trait cannot be differentiated\nhelp: put them into an `impl` block of the type, and call them from the trait's");
    }
    if let Some(lifetime) = block.generics.lifetimes().next() {
        report.refuse(
            lifetime,
            "an `impl` block with lifetime parameters cannot be differentiated yet\nhelp: write a free function",
        );
    }
    let mut derived = TokenStream::new();
    for item in &block.items {
        if let ImplItem::Fn(method) = item {
            if method.sig.receiver().is_some() {
                derived.extend(stages(&method.vis, &method.sig, &method.block, Some(&block), &mut report));
            } else {
                report.refuse(
                    &method.sig.ident,
                    "only methods with `&self` can be differentiated\nhelp: move the function out of the annotated `impl` block",
                );
            }
        }
    }
    for item in &mut block.items {
        if let ImplItem::Fn(method) = item {
            strip(&mut method.sig);
            method.block = accept::checkpoint::block_without(&method.block);
        }
    }
    let errors = report.into_errors();
    quote!(#block #derived #errors)
}

/// The five stages. Nothing comes out if one of them refuses the function.
fn stages(
    vis: &Visibility,
    sig: &Signature,
    body: &syn::Block,
    owner: Option<&ItemImpl>,
    report: &mut Report,
) -> TokenStream {
    let mut own = Report::default();
    let parameters = accept::signature::accept(sig, owner.is_some(), &mut own);
    accept::body::accept(body, &mut own);
    let renamed = owner.and_then(|_| syn::parse2(rename_self(quote!(#body))).ok());
    let body = renamed.as_ref().unwrap_or(body);
    if own.is_empty() {
        let function = bind::bind(&parameters, &sig.output, body, &mut own);
        if own.is_empty() {
            let facts = classify::classify(&function);
            let mirror = differentiate::differentiate(&function, &facts);
            let body = &accept::checkpoint::block_without(body);
            let unit = Unit::new(vis, sig, body, owner, &function, &facts, &mirror);
            return if owner.is_some() { emit::method(&unit) } else { emit::free_function(&unit) };
        }
    }
    report.merge(own);
    TokenStream::new()
}

/// Writes `__self` for `self`: the derived code of a method is no method.
fn rename_self(tokens: TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Ident(name) if name == "self" => {
                let mut this = accept::signature::this();
                this.set_span(name.span());
                TokenTree::Ident(this)
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), rename_self(group.stream()));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            other => other,
        })
        .collect()
}

/// Removes the attributes that only the macro understands.
fn strip(sig: &mut Signature) {
    for input in &mut sig.inputs {
        let attrs = match input {
            syn::FnArg::Receiver(receiver) => &mut receiver.attrs,
            syn::FnArg::Typed(typed) => &mut typed.attrs,
        };
        attrs.retain(|attr| !attr.path().is_ident("constant"));
    }
}

/// `derivatives_of! { name: Rule; other<const N: usize>: Other<N>; .. }`.
pub(crate) fn derivatives_of(rows: TokenStream) -> TokenStream {
    struct Rows(Vec<(syn::Ident, syn::Generics, syn::Type)>);
    impl syn::parse::Parse for Rows {
        fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
            let mut rows = Vec::new();
            while !input.is_empty() {
                let name = input.parse()?;
                let generics = input.parse()?;
                input.parse::<syn::Token![:]>()?;
                rows.push((name, generics, input.parse()?));
                input.parse::<syn::Token![;]>()?;
            }
            Ok(Self(rows))
        }
    }
    let rows = match syn::parse2::<Rows>(rows) {
        Ok(Rows(rows)) => rows,
        Err(error) => return error.to_compile_error(),
    };
    let methods = rows.iter().map(|(name, generics, rule)| {
        let method = quote::format_ident!("derivative_of_{name}");
        let doc = format!("The rule of [`{name}`](Self::{name}).");
        quote! {
            #[doc(hidden)]
            #[doc = #doc]
            #[inline(always)]
            #[must_use]
            fn #method #generics (&self) -> #rule {
                <#rule as ::cotangent::rule::Companion>::THIS
            }
        }
    });
    quote!(#(#methods)*)
}
