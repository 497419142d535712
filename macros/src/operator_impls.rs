//! `impl` blocks of the operators of the language: `impl Mul<V3> for f64`.
//!
//! A type may have several `Mul`, and the type may be `f64` or a reference. So the derivative of such a method is no inherent method: it is
//! that of a hidden function, and a trait of the library leads to it by the types of the operands (`emit/operator_companion.rs`).

mod index_of_tangent;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::VisitMut;
use syn::{Block, FnArg, ImplItem, ImplItemFn, ItemImpl, Path, PathArguments, Signature, Type, Visibility};

use crate::accept::signature::this;
use crate::emit;
use crate::expand::{rename_self, stages_of};
use crate::impl_block::rule_among;
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
        return Some(index_of_tangent::write(block));
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
