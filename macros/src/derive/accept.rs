//! What the derive takes: structs that own at least one field.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Data, DeriveInput, Fields, GenericParam, Generics, Ident, Index, Member, Path, PathArguments};

use super::{Field, Struct};
use crate::report::Report;

/// Checks the item and takes it apart.
pub(super) fn accept(mut input: DeriveInput, report: &mut Report) -> Option<Struct> {
    spell_out_self(&mut input);
    let DeriveInput { attrs, vis, ident: name, generics, data } = input;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("constant")) {
        report.refuse(attr, "`#[constant]` belongs to a field\nhelp: put it on each field that is not differentiated");
    }
    let fields = match data {
        Data::Struct(data) => data.fields,
        Data::Enum(data) => {
            report.refuse(
                data.enum_token,
                "an `enum` has no tangent space\nhelp: make it a `#[constant]` field or parameter",
            );
            return None;
        }
        Data::Union(data) => {
            report.refuse(data.union_token, "a `union` has no tangent space\nhelp: make it a struct");
            return None;
        }
    };
    if fields.is_empty() {
        let advice = "help: make it a `#[constant]` field or parameter";
        report.refuse(&name, format!("`{name}` has no fields to differentiate\n{advice}"));
        return None;
    }
    let mut borrows = false;
    for lifetime in generics.lifetimes() {
        borrows = true;
        report.refuse(
            lifetime,
            "a struct that borrows cannot be differentiated\nhelp: let it own its fields, or pass what it borrows as parameters of their own",
        );
    }
    if borrows {
        return None;
    }
    let named = matches!(fields, Fields::Named(_));
    let fields = accept_fields(fields, &generics, report);
    let tangent = format_ident!("{name}Tangent");
    Some(Struct { vis, name, tangent, generics, fields, named })
}

fn accept_fields(fields: Fields, generics: &Generics, report: &mut Report) -> Vec<Field> {
    let types: Vec<&Ident> = generics.type_params().map(|param| &param.ident).collect();
    fields
        .into_iter()
        .enumerate()
        .map(|(i, field)| Field {
            constant: is_constant(&field.attrs, report),
            generic: mentions(field.ty.to_token_stream(), &types),
            vis: field.vis,
            member: field.ident.map_or_else(|| Member::Unnamed(Index::from(i)), Member::Named),
            ty: field.ty,
        })
        .collect()
}

/// Whether `#[constant]` is among the attributes of a field.
fn is_constant(attrs: &[Attribute], report: &mut Report) -> bool {
    let mut marks = attrs.iter().filter(|attr| attr.path().is_ident("constant"));
    let Some(mark) = marks.next() else { return false };
    if mark.meta.require_path_only().is_err() {
        report.refuse(mark, "`#[constant]` takes no arguments\nhelp: write `#[constant]`");
    }
    for again in marks {
        report.refuse(again, "the field is a `#[constant]` already\nhelp: remove one of the two");
    }
    true
}

/// Whether one of the names stands in the tokens.
fn mentions(tokens: TokenStream, names: &[&Ident]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.contains(&&ident),
        TokenTree::Group(group) => mentions(group.stream(), names),
        _ => false,
    })
}

/// Writes the name of the struct for `Self`, which is another type in the tangent struct.
fn spell_out_self(input: &mut DeriveInput) {
    struct SpellOut {
        name: Ident,
        arguments: PathArguments,
    }
    impl VisitMut for SpellOut {
        fn visit_path_mut(&mut self, path: &mut Path) {
            if let Some(first) = path.segments.first_mut()
                && first.ident == "Self"
            {
                first.ident = Ident::new(&self.name.to_string(), first.ident.span());
                first.arguments = self.arguments.clone();
            }
            visit_mut::visit_path_mut(self, path);
        }
    }
    let arguments = input.generics.params.iter().map(|param| match param {
        GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
        GenericParam::Type(param) => param.ident.to_token_stream(),
        GenericParam::Const(param) => param.ident.to_token_stream(),
    });
    let arguments = match syn::parse2(quote!(::<#(#arguments),*>)) {
        Ok(arguments) if !input.generics.params.is_empty() => PathArguments::AngleBracketed(arguments),
        _ => PathArguments::None,
    };
    let mut spell_out = SpellOut { name: input.ident.clone(), arguments };
    spell_out.visit_generics_mut(&mut input.generics);
    spell_out.visit_data_mut(&mut input.data);
}
