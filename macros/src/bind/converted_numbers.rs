//! `x.to_f64().unwrap()` is the conversion of `num_traits::ToPrimitive`, which gives an `Option`; the one of the library gives a number.

use syn::{Expr, ExprMethodCall, Ident, parse_quote, parse_quote_spanned};

use super::{Binder, peel};
use crate::ir::Op;

/// What is asked of an `Option`.
const ASKED: [&str; 7] = ["expect", "map", "ok_or", "ok_or_else", "unwrap", "unwrap_or", "unwrap_or_else"];

impl Binder<'_> {
    /// Whether a call asks for what such a conversion gives.
    pub(super) fn is_conversion(&self, call: &ExprMethodCall) -> bool {
        let Expr::MethodCall(conversion) = peel(&call.receiver) else { return false };
        name_of_rule(&conversion.method).is_some()
            && conversion.args.is_empty()
            && ASKED.iter().any(|asked| call.method == asked)
            && self.is_active(&conversion.receiver)
    }

    /// The call with the name of the rule of the conversion.
    pub(super) fn conversion(&mut self, call: &ExprMethodCall) -> Option<Op> {
        let Expr::MethodCall(conversion) = peel(&call.receiver) else { return None };
        let block = self.rewritten(std::ptr::from_ref(call).cast(), |_| {
            let name = name_of_rule(&conversion.method).unwrap_or("to_f64");
            let (of, name) = (&conversion.receiver, Ident::new(name, conversion.method.span()));
            let receiver = parse_quote_spanned!(name.span()=> (#of).#name());
            let call = ExprMethodCall { receiver, ..call.clone() };
            Ok(parse_quote!({ #call }))
        })?;
        Some(Op::Scope(self.block(&block.stmts, true)))
    }
}

fn name_of_rule(conversion: &Ident) -> Option<&'static str> {
    match conversion.to_string().as_str() {
        "to_f32" => Some("to_f32_of_num_traits"),
        "to_f64" => Some("to_f64_of_num_traits"),
        _ => None,
    }
}
