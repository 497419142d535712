//! Constants that a body declares.

use std::collections::HashSet;

use quote::ToTokens;
use syn::visit::Visit;
use syn::{Block, Ident};

use crate::words::words;

/// The names of the constants in a body.
pub(super) fn names(body: &Block) -> HashSet<Ident> {
    struct Constants(HashSet<Ident>);
    impl<'ast> Visit<'ast> for Constants {
        fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
            self.0.insert(item.ident.clone());
        }
    }
    let mut constants = Constants(HashSet::new());
    constants.visit_block(body);
    constants.0
}

/// The names of constants of inner blocks that stand outside of these blocks too: there they mean something else.
pub(super) fn hiding(body: &Block) -> HashSet<Ident> {
    struct Hiding(Vec<Ident>, HashSet<Ident>);
    impl<'ast> Visit<'ast> for Hiding {
        fn visit_block(&mut self, block: &'ast Block) {
            let inside = words(block.to_token_stream());
            for stmt in &block.stmts {
                if let syn::Stmt::Item(syn::Item::Const(item)) = stmt {
                    let count = |all: &[Ident]| all.iter().filter(|word| **word == item.ident).count();
                    if count(&self.0) > count(&inside) {
                        self.1.insert(item.ident.clone());
                    }
                }
            }
            syn::visit::visit_block(self, block);
        }
    }
    let mut hiding = Hiding(words(body.to_token_stream()), HashSet::new());
    hiding.visit_block(body);
    hiding.1
}
