//! `Self::from(x)` in a block for `f32` or `f64` is `f64::from(x)`. Left as it is, it would be that of any type, among them those with a
//! `NumCast::from`.

use syn::visit_mut::{self, VisitMut};
use syn::{Block, ExprPath, Ident, Type};

use crate::accept::signature::is_real;

/// The body of a function in a block for this type, with such calls by the name of the number.
pub(crate) fn named(body: &mut Block, of: &Type) {
    if let Type::Path(path) = of
        && let Some(number) = path.path.get_ident().filter(|name| is_real(name))
    {
        Named { number }.visit_block_mut(body);
    }
}

struct Named<'n> {
    number: &'n Ident,
}

impl VisitMut for Named<'_> {
    fn visit_expr_path_mut(&mut self, path: &mut ExprPath) {
        let names: Vec<_> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if path.qself.is_none() && names == ["Self", "from"] {
            let this = &mut path.path.segments[0].ident;
            *this = Ident::new(&self.number.to_string(), this.span());
        }
        visit_mut::visit_expr_path_mut(self, path);
    }

    // There `Self` may be another type.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
