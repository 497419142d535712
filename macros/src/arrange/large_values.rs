//! Whether values of a function may be large: then places in memory are used again, and nothing is added to zeros.

use syn::Type;

use crate::accept::signature::{is_constant_type, is_number};
use crate::ir::Function;

/// Whether values of a function may be large.
pub(crate) fn may_be_large(function: &Function) -> bool {
    function.params.iter().any(|param| is_large(&param.ty))
}

/// Whether a value of a type may be more than some numbers, as far as the spelling tells.
fn is_large(ty: &Type) -> bool {
    match ty {
        Type::Array(list) => is_large(&list.elem),
        Type::Slice(list) => is_large(&list.elem),
        Type::Tuple(tuple) => tuple.elems.iter().any(is_large),
        Type::Path(path) => {
            !is_constant_type(ty) && !path.path.get_ident().is_some_and(|name| is_number(&name.to_string()))
        }
        _ => true,
    }
}
