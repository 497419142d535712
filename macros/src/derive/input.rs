//! What the derive takes: structs and enums that own their fields.

use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, Data, DataEnum, DeriveInput, Fields, GenericParam, Generics, Ident, Index, Member, Path, PathArguments,
    Visibility,
};

use super::{Field, Item, Kind, Variant, recursive};
use crate::library::Root;
use crate::report::Report;
use crate::variant;
use crate::words::words;

/// Checks the item and takes it apart.
pub(super) fn accept(mut input: DeriveInput, report: &mut Report) -> Option<Item> {
    spell_out_self(&mut input);
    let DeriveInput { attrs, vis, ident: name, generics, data } = input;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("constant")) {
        report.refuse(attr, "`#[constant]` belongs to a field\nhelp: put it on each field that is not differentiated");
    }
    let (mut fields, named, variants) = match data {
        Data::Struct(data) => {
            let named = matches!(data.fields, Fields::Named(_));
            told_from_variants(&name, &data.fields, report);
            (accept_fields(&name, data.fields, &generics, report), named, None)
        }
        Data::Enum(data) => {
            let (fields, variants) = accept_variants(&name, data, &vis, &generics, report);
            (fields, true, Some(variants))
        }
        Data::Union(data) => {
            report.refuse(data.union_token, "a `union` has no tangent space\nhelp: make it a struct");
            return None;
        }
    };
    let mut borrows = false;
    for lifetime in generics.lifetimes() {
        borrows = true;
        report.refuse(
            lifetime,
            "a type that borrows cannot be differentiated\nhelp: let it own its fields, or pass the borrowed values as separate parameters",
        );
    }
    if borrows {
        return None;
    }
    let bare = |field: &Field| matches!(&field.ty, syn::Type::TraitObject(ty) if !field.is_constant() || ty.dyn_token.is_none());
    if fields.iter().any(bare) {
        return None;
    }
    recursive::accept(&name, &mut fields, report);
    let tangent = format_ident!("{name}Tangent");
    Some(Item { vis, name, tangent, generics, fields, named, variants })
}

/// The fields of all variants, under the names that they have in the tangent.
fn accept_variants(
    of: &Ident,
    data: DataEnum,
    vis: &Visibility,
    generics: &Generics,
    report: &mut Report,
) -> (Vec<Field>, Vec<Variant>) {
    let mut fields = Vec::new();
    let mut variants = Vec::new();
    for variant in data.variants {
        let mut members = Vec::new();
        told_from_variants(&variant.ident, &variant.fields, report);
        for mut field in accept_fields(of, variant.fields, generics, report) {
            let name = variant::field(&variant.ident, &field.member);
            members.push(std::mem::replace(&mut field.member, Member::Named(name)));
            field.vis = vis.clone();
            fields.push(field);
        }
        variants.push(Variant { name: variant.ident, members });
    }
    (fields, variants)
}

/// Where the library is, by `#[differentiable(crate = path)]`.
pub(super) fn root(input: &DeriveInput, report: &mut Report) -> Option<Root> {
    let attr = input.attrs.iter().find(|attr| attr.path().is_ident("differentiable"))?;
    let root = attr.parse_args().ok();
    if root.is_none() {
        report.refuse(attr, "the derive accepts only `#[differentiable(crate = path)]`\nhelp: remove the attribute");
    }
    root
}

/// Refuses a field that a pattern could mistake for another. A path like `Shape::Circle` is taken for that of a variant, whose field
/// `radius` is `circle_radius` in the tangent. It may be that of a struct in a module, or the other way round: then there must be no field
/// of that name.
fn told_from_variants(of: &Ident, fields: &Fields, report: &mut Report) {
    let names: Vec<&Ident> = fields.iter().filter_map(|field| field.ident.as_ref()).collect();
    let taken = names.iter().find_map(|name| {
        let variant = variant::field(of, &Member::Named((*name).clone()));
        names.iter().find(|other| ***other == variant).map(|other| (*other, *name))
    });
    if let Some((taken, name)) = taken {
        report.refuse(
            taken,
            format!("`{taken}` is already the name of the derivative with respect to field `{name}` of variant `{of}`\nhelp: give the field another name"),
        );
    }
}

fn accept_fields(of: &Ident, fields: Fields, generics: &Generics, report: &mut Report) -> Vec<Field> {
    let types: Vec<&Ident> = generics.type_params().map(|param| &param.ident).collect();
    for field in &fields {
        if let syn::Type::TraitObject(ty) = &field.ty
            && !(is_marked(field) && ty.dyn_token.is_some())
        {
            report.refuse(
                ty,
                "a trait object has no tangent space\nhelp: name the type, or mark the field `#[constant]`",
            );
        }
    }
    fields
        .into_iter()
        .enumerate()
        .map(|(i, field)| Field {
            kind: kind(&field.attrs, report),
            recursive: recursive::is_recursive(of, &field.ty),
            generic: words(field.ty.to_token_stream()).iter().any(|word| types.contains(&word)),
            vis: field.vis,
            member: field.ident.map_or_else(|| Member::Unnamed(Index::from(i)), Member::Named),
            ty: field.ty,
        })
        .collect()
}

/// Whether `#[constant]` is among the attributes of a field.
fn is_marked(field: &syn::Field) -> bool {
    field.attrs.iter().any(|attr| attr.path().is_ident("constant"))
}

/// What the tangent has of a field with these attributes.
fn kind(attrs: &[Attribute], report: &mut Report) -> Kind {
    let mut marks = attrs.iter().filter(|attr| attr.path().is_ident("constant"));
    let Some(mark) = marks.next() else { return Kind::Active };
    if mark.meta.require_path_only().is_err() && !is_extent(mark) {
        report.refuse(
            mark,
            "a field is `#[constant]`, or `#[constant(extent)]` where `index` reads it\nhelp: write `#[constant]`",
        );
    }
    for again in marks {
        report.refuse(again, "the field is already `#[constant]`\nhelp: remove one of the two");
    }
    if is_extent(mark) { Kind::Extent } else { Kind::Constant }
}

/// Whether an attribute of a field is `#[constant(extent)]`.
fn is_extent(attr: &Attribute) -> bool {
    attr.path().is_ident("constant") && attr.parse_args::<Ident>().is_ok_and(|argument| argument == "extent")
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
