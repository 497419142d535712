//! `self: &mut Self` is `&mut self`.

use syn::visit_mut::VisitMut;
use syn::{Item, Receiver, Type};

/// Gives the receivers of the methods of an item their short form, if they have one.
pub(crate) fn shorten(item: &mut Item) {
    struct Shorten;
    impl VisitMut for Shorten {
        fn visit_receiver_mut(&mut self, receiver: &mut Receiver) {
            if receiver.colon_token.is_none() {
                return;
            }
            match &*receiver.ty {
                Type::Reference(reference) if is_self(&reference.elem) && receiver.mutability.is_none() => {
                    receiver.reference = Some((reference.and_token, reference.lifetime.clone()));
                    receiver.mutability = reference.mutability;
                    receiver.colon_token = None;
                }
                ty if is_self(ty) => receiver.colon_token = None,
                _ => {}
            }
        }
    }
    Shorten.visit_item_mut(item);
}

fn is_self(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("Self"))
}
