//! The types that an `impl` block of a trait defines, written out: derived code stands in an `impl` block of the type, where `Self::Output`
//! is no type.

use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ImplItem, ImplItemFn, ItemImpl, Path, QSelf, Type};

/// A method with what `Self::Name` means for each `Name` that the block defines.
pub(crate) fn written_out(block: &ItemImpl, method: &ImplItemFn) -> ImplItemFn {
    let types = block.items.iter().filter_map(|item| match item {
        ImplItem::Type(item) if item.generics.params.is_empty() => Some((item.ident.to_string(), item.ty.clone())),
        _ => None,
    });
    let mut written = Written(types.collect());
    let mut method = method.clone();
    if !written.0.is_empty() {
        written.visit_impl_item_fn_mut(&mut method);
    }
    method
}

struct Written(Vec<(String, Type)>);

impl Written {
    /// The type that a path begins with, and the rest of the path.
    fn split(&self, qself: Option<&QSelf>, path: &Path) -> Option<(Type, Vec<syn::PathSegment>)> {
        let mut segments = path.segments.iter();
        let (first, name) = (segments.next()?, segments.next()?);
        if qself.is_some() || first.ident != "Self" {
            return None;
        }
        let (_, ty) = self.0.iter().find(|(of, _)| name.ident == of)?;
        let mut ty = ty.clone();
        // A definition may name others; one that names itself is an error that the compiler reports.
        self.clone_without(&name.ident).visit_type_mut(&mut ty);
        Some((ty, segments.cloned().collect()))
    }

    fn clone_without(&self, name: &syn::Ident) -> Self {
        Self(self.0.iter().filter(|(of, _)| name != of).cloned().collect())
    }

    /// `<Type>::rest`
    fn qualified(ty: Type, rest: Vec<syn::PathSegment>) -> (QSelf, Path) {
        let qself = QSelf {
            lt_token: <syn::Token![<]>::default(),
            ty: Box::new(ty),
            position: 0,
            as_token: None,
            gt_token: <syn::Token![>]>::default(),
        };
        (qself, Path { leading_colon: Some(<syn::Token![::]>::default()), segments: rest.into_iter().collect() })
    }
}

impl VisitMut for Written {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        if let Type::Path(path) = ty
            && let Some((definition, rest)) = self.split(path.qself.as_ref(), &path.path)
        {
            *ty = if rest.is_empty() {
                definition
            } else {
                let (qself, path) = Self::qualified(definition, rest);
                Type::Path(syn::TypePath { qself: Some(qself), path })
            };
            return;
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Path(path) => {
                if let Some((definition, rest)) = self.split(path.qself.as_ref(), &path.path)
                    && !rest.is_empty()
                {
                    let (qself, of) = Self::qualified(definition, rest);
                    (path.qself, path.path) = (Some(qself), of);
                }
            }
            Expr::Struct(literal) => {
                if let Some((Type::Path(definition), rest)) = self.split(literal.qself.as_ref(), &literal.path)
                    && rest.is_empty()
                {
                    (literal.qself, literal.path) = (definition.qself, definition.path);
                }
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}
