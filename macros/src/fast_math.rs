//! `#[differentiable(fast_math)]`: `x.exp()` becomes `x.fast_exp()`, before all else.
//!
//! The names are listed here, and nowhere else in the macro: a method that a number has hides every other of its name, so another one
//! must have another name. From there on they are methods with a rule, as any.

use syn::visit_mut::{VisitMut, visit_expr_mut};
use syn::{Block, Expr, ExprCall, ExprMethodCall, ExprPath, Ident, ImplItem, Item, parse_quote};

use crate::accept::signature::is_real;

/// Methods that have a fast twin, with the numbers that they take beside the receiver.
const FUNCTIONS: [(&str, usize); 19] = [
    ("exp", 0),
    ("exp2", 0),
    ("exp_m1", 0),
    ("ln", 0),
    ("ln_1p", 0),
    ("log2", 0),
    ("log10", 0),
    ("tanh", 0),
    ("sin", 0),
    ("cos", 0),
    ("erf", 0),
    ("erfc", 0),
    ("sigmoid", 0),
    ("log_sigmoid", 0),
    ("softplus", 0),
    ("gelu", 0),
    ("gelu_tanh", 0),
    ("silu", 0),
    ("powf", 1),
];

/// Calls them, in a function or in all methods of an `impl` block.
pub(crate) fn rename(item: &mut Item) {
    match item {
        Item::Fn(function) => body(&mut function.block),
        Item::Impl(block) => {
            for item in &mut block.items {
                if let ImplItem::Fn(method) = item {
                    body(&mut method.block);
                }
            }
        }
        _ => {}
    }
}

fn body(block: &mut Block) {
    let mut names = Names(false);
    names.visit_block_mut(block);
    if names.0 {
        block.stmts.insert(
            0,
            parse_quote!(
                use ::cotangent::ops::FastMath as _;
            ),
        );
    }
}

/// Renames, and tells whether anything was.
struct Names(bool);

impl Names {
    fn twin(&mut self, name: &Ident, others: usize) -> Option<Ident> {
        FUNCTIONS.iter().find(|(known, takes)| name == known && others == *takes)?;
        self.0 = true;
        Some(Ident::new(&format!("fast_{name}"), name.span()))
    }

    /// `f64::exp(x)`, or `f64::exp` as a value.
    fn function(&mut self, path: &ExprPath, others: Option<usize>) -> Option<(Ident, Ident)> {
        let mut segments = path.path.segments.iter().rev();
        let (function, of) = (segments.next()?, segments.next()?);
        if path.qself.is_some() || !is_real(&of.ident) {
            return None;
        }
        Some((self.twin(&function.ident, others.unwrap_or_default())?, of.ident.clone()))
    }
}

impl VisitMut for Names {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Call(ExprCall { func, args, .. }) => {
                // A literal alone does not say its type.
                if let Expr::Path(path) = &**func
                    && !matches!(args.first(), Some(Expr::Lit(_)))
                    && let Some((twin, _)) = self.function(path, args.len().checked_sub(1))
                {
                    let mut args = args.iter();
                    let receiver = args.next();
                    *expr = parse_quote!((#receiver).#twin(#(#args),*));
                }
            }
            Expr::Path(path) => {
                if let Some((twin, of)) = self.function(path, None) {
                    *expr = parse_quote!(|x: #of| x.#twin());
                }
            }
            _ => {}
        }
        visit_expr_mut(self, expr);
    }

    fn visit_expr_method_call_mut(&mut self, call: &mut ExprMethodCall) {
        syn::visit_mut::visit_expr_method_call_mut(self, call);
        if call.turbofish.is_none()
            && let Some(twin) = self.twin(&call.method, call.args.len())
        {
            call.method = twin;
        }
    }
}
