//! `impl From<A> for B`: a type may be made from several others, and either may be of another crate. So the derivative of such a function is
//! that of a function of a hidden type, and a trait of the library leads to it by the two types.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{FnArg, ImplItem, ImplItemFn, ItemImpl, Path, PathArguments, Signature, Type, Visibility};

use crate::emit;
use crate::expand::stages_of;
use crate::impl_block::rule_among;
use crate::operator_impls::with_type;
use crate::quoting::arguments;
use crate::report::Report;

/// A conversion of the user's.
pub(crate) struct Conversion {
    pub from: Type,
    pub to: Type,
    /// The path of its trait.
    pub of: Path,
}

/// What is refused of a conversion from a reference: by the types alone it would be that from the value.
const BY_REFERENCE: &str =
    "a conversion from a reference has no derivative\nhelp: write `impl From<T>` for the value, or a method";

/// What stands beside such a block for its derivative; nothing for any other block.
pub(crate) fn derived(block: &ItemImpl, report: &mut Report) -> Option<TokenStream> {
    let (_, of, _) = block.trait_.as_ref()?;
    let from = source(of)?;
    let method = block.items.iter().find_map(|item| match item {
        ImplItem::Fn(method) if method.sig.ident == "from" => Some(method),
        _ => None,
    })?;
    let has_lifetimes = block.generics.lifetimes().next().is_some();
    let has_rule = method.attrs.iter().any(|attr| rule_among(attr, &mut Report::default()).is_some());
    if let Type::Reference(_) = from {
        report.refuse(from, BY_REFERENCE);
        return Some(TokenStream::new());
    }
    if has_lifetimes || has_rule {
        return None;
    }
    let mut own = Report::default();
    let body = crate::accept::checkpoint_attribute::whole(&method.block, &method.attrs, &mut own);
    let (sig, body) = without_self(block, &method.sig, &body)?;
    let holder = holder(block, ImplItemFn { sig: sig.clone(), block: body.clone(), ..method.clone() });
    let conversion = Conversion { from: from.clone(), to: (*block.self_ty).clone(), of: of.clone() };
    let everywhere = Visibility::Public(<syn::Token![pub]>::default());
    let written =
        stages_of(&everywhere, &sig, &body, None, Some(&holder), &mut own, &|unit| emit::conversion(unit, &conversion));
    report.merge(own);
    Some(written.unwrap_or_default())
}

/// What a type is made from, if the trait is `From`.
fn source(of: &Path) -> Option<&Type> {
    let last = of.segments.last().filter(|last| last.ident == "From")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first()? {
        syn::GenericArgument::Type(from) => Some(from),
        _ => None,
    }
}

/// The function with the type in place of `Self`.
fn without_self(block: &ItemImpl, sig: &Signature, body: &syn::Block) -> Option<(Signature, syn::Block)> {
    let written = |code: TokenStream| with_type(code, &block.self_ty);
    let mut sig = sig.clone();
    sig.output = syn::parse2(written(sig.output.to_token_stream())).ok()?;
    for input in &mut sig.inputs {
        if let FnArg::Typed(input) = input {
            let ty = &input.ty;
            *input.ty = syn::parse2(written(quote!(#ty))).ok()?;
        }
    }
    Some((sig, syn::parse2(written(quote!(#body))).ok()?))
}

/// The block of the hidden type.
fn holder(block: &ItemImpl, method: ImplItemFn) -> ItemImpl {
    let (name, arguments) = (emit::holder_of_conversion(), arguments(&block.generics));
    ItemImpl {
        trait_: None,
        self_ty: syn::parse_quote!(#name<#(#arguments),*>),
        items: vec![ImplItem::Fn(method)],
        ..block.clone()
    }
}
