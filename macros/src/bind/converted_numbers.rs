//! `x.to_f64().unwrap()` is the conversion of `num_traits::ToPrimitive`, which gives an `Option`; the one of the library gives a number.

use std::rc::Rc;

use syn::{Block, Expr, ExprMethodCall, parse_quote, parse_quote_spanned};

use super::{Binder, peel};

/// What is asked of an `Option`.
const ASKED: [&str; 7] = ["expect", "map", "ok_or", "ok_or_else", "unwrap", "unwrap_or", "unwrap_or_else"];

impl Binder<'_> {
    /// The call with the name of the rule of this conversion, if it asks for what one gives.
    pub(super) fn converted_number(&mut self, call: &ExprMethodCall) -> Option<Rc<Block>> {
        let Expr::MethodCall(conversion) = peel(&call.receiver) else { return None };
        let name = match conversion.method.to_string().as_str() {
            "to_f32" => "to_f32_of_num_traits",
            "to_f64" => "to_f64_of_num_traits",
            _ => return None,
        };
        let is_one = conversion.args.is_empty() && ASKED.iter().any(|asked| call.method == asked);
        if !is_one || !self.is_active(&conversion.receiver) {
            return None;
        }
        self.rewritten(std::ptr::from_ref(call).cast(), |_| {
            let (of, name) = (&conversion.receiver, syn::Ident::new(name, conversion.method.span()));
            let receiver = parse_quote_spanned!(name.span()=> (#of).#name());
            let call = ExprMethodCall { receiver, ..call.clone() };
            Ok(parse_quote!({ #call }))
        })
    }
}
