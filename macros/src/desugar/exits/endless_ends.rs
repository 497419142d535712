//! In a function without a result, loops at its end that only `return` leaves: they have no value either, so each is a statement.
//!
//! ```text
//! fn grow(a: &mut f64) { loop { if *a > 5.0 { return; }  *a *= 2.0; } }       loop { .. };
//! ```

use syn::{Block, Expr, ReturnType, Stmt, Type, parse_quote};

/// Writes them as statements.
pub(in crate::desugar) fn close(body: &mut Block, output: &ReturnType) {
    let has_result = match output {
        ReturnType::Default => false,
        ReturnType::Type(_, ty) => !matches!(&**ty, Type::Tuple(parts) if parts.elems.is_empty()),
    };
    if !has_result {
        close_end(body);
    }
}

fn close_end(block: &mut Block) {
    if let Some(Stmt::Expr(end, semi @ None)) = block.stmts.last_mut() {
        if matches!(end, Expr::Loop(_)) {
            *semi = Some(parse_quote!(;));
        } else {
            close_in(end);
        }
    }
}

fn close_in(end: &mut Expr) {
    match end {
        Expr::Loop(_) => *end = parse_quote!({ #end; }),
        Expr::Block(block) => close_end(&mut block.block),
        Expr::If(branch) => {
            close_end(&mut branch.then_branch);
            if let Some((_, otherwise)) = &mut branch.else_branch {
                close_in(otherwise);
            }
        }
        Expr::Match(branches) => branches.arms.iter_mut().for_each(|arm| close_in(&mut arm.body)),
        _ => {}
    }
}
