//! A type that has parts of its own type, as a node of a tree has children. They are in a `Vec`: its zero has none, so the tangent ends.

use proc_macro2::TokenStream;
use quote::quote;
use syn::visit::{self, Visit};
use syn::{Ident, Path, PathSegment, Type};

use super::{Field, Item, Kind, private};
use crate::report::Report;

/// Whether a field has parts of the type itself.
pub(super) fn is_recursive(of: &Ident, ty: &Type) -> bool {
    let found = look(of, ty);
    found.endless.is_some() || !found.lists.is_empty()
}

/// Refuses parts that are not in a `Vec`; they count as constants then.
pub(super) fn accept(of: &Ident, fields: &mut [Field], report: &mut Report) {
    for field in fields.iter_mut().filter(|field| field.recursive && !field.is_constant()) {
        let Some(endless) = look(of, &field.ty).endless else { continue };
        report.refuse(
            endless,
            format!(
                "the tangent of `{of}` would contain itself without end\nhelp: keep the parts in a `Vec<{of}>`, or mark the field \
                 `#[constant]`"
            ),
        );
        field.kind = Kind::Constant;
    }
}

/// Whether a constant is a part of the type itself that is in no list.
pub(super) fn is_endless(item: &Item) -> bool {
    item.fields.iter().any(|field| field.recursive && look(&item.name, &field.ty).endless.is_some())
}

/// That what is called `Vec` is one.
pub(super) fn claims(item: &Item) -> TokenStream {
    let private = private();
    let lists = item.active().filter(|field| field.recursive).flat_map(|field| look(&item.name, &field.ty).lists);
    let claims = lists.map(|list| quote!(const _: fn() -> #list<()> = || #private::vector::<(), 0>([]);));
    quote!(#(#claims)*)
}

/// The places of the type in the type of a field.
struct Found<'t> {
    of: &'t Ident,
    /// The innermost list around the present place.
    list: Option<Path>,
    lists: Vec<Path>,
    /// One that is in no list.
    endless: Option<&'t PathSegment>,
}

fn look<'t>(of: &'t Ident, ty: &'t Type) -> Found<'t> {
    let mut found = Found { of, list: None, lists: Vec::new(), endless: None };
    found.visit_type(ty);
    found
}

impl<'t> Visit<'t> for Found<'t> {
    fn visit_path(&mut self, path: &'t Path) {
        let before = self.list.clone();
        if let Some(last) = path.segments.last().filter(|last| last.ident == "Vec") {
            let mut list = path.clone();
            list.segments.pop();
            list.segments.push(last.ident.clone().into());
            self.list = Some(list);
        }
        visit::visit_path(self, path);
        self.list = before;
    }

    fn visit_path_segment(&mut self, segment: &'t PathSegment) {
        if segment.ident == *self.of {
            match &self.list {
                Some(list) => self.lists.push(list.clone()),
                None => self.endless = Some(segment),
            }
        }
        visit::visit_path_segment(self, segment);
    }
}
