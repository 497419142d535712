//! `let pattern: Type = value else { .. }`: the value gets a name with that type, because `if let` takes none.
//!
//! A reference would be one in an `Option`, which has no derivative (`docs/language.md`): its type is left out.

use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Pat, Stmt, parse_quote_spanned};

use crate::naming::hygienic;

/// Names such values.
#[derive(Default)]
pub(super) struct Named {
    values: usize,
}

impl VisitMut for Named {
    fn visit_block_mut(&mut self, block: &mut Block) {
        for mut stmt in std::mem::take(&mut block.stmts) {
            if let Stmt::Local(local) = &mut stmt
                && let Pat::Type(typed) = &local.pat
                && let Some(init) = local.init.as_mut().filter(|init| init.diverge.is_some())
            {
                let is_of_references = typed.ty.to_token_stream().to_string().contains('&');
                if !is_of_references {
                    let name = hygienic(&format!("__typed{}", self.values));
                    self.values += 1;
                    let (ty, value, span) = (&typed.ty, &init.expr, typed.colon_token.span);
                    block.stmts.push(parse_quote_spanned!(span=> let #name: #ty = #value;));
                    *init.expr = parse_quote_spanned!(span=> #name);
                }
                local.pat = (*typed.pat).clone();
            }
            block.stmts.push(stmt);
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
