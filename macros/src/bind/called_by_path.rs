//! Operators and functions that are called by another path than their own: `Add::add(x, y)`, and `let f = square; f(x)`.

use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Block, Expr, ExprCall, ExprPath, Ident, Local, Pat, parse_quote_spanned};

use super::{Binder, peel};
use crate::features::NALGEBRA;
use crate::ir::{Method, Op};
use crate::syntax::is_constructor;

/// The traits of operators and their functions.
const OPERATORS: [(&str, &str); 6] =
    [("Add", "add"), ("Sub", "sub"), ("Mul", "mul"), ("Div", "div"), ("Rem", "rem"), ("Neg", "neg")];

impl Binder<'_> {
    /// `x + y` for `Add::add(x, y)`. That the trait is the one of the operator the compiler checks.
    pub(super) fn operator_by_path(&mut self, call: &ExprCall, path: &ExprPath) -> Option<Op> {
        let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
        let (function, of) = (names.next()?, names.next()?);
        let (of, name) = OPERATORS.iter().find(|(known, name)| of == known && function == name)?;
        let (span, arguments) = (call.span(), call.args.iter().collect::<Vec<_>>());
        let value: Block = match (*of, arguments.as_slice()) {
            ("Neg", [x]) => parse_quote_spanned!(span=> { -#x }),
            ("Add", [x, y]) => parse_quote_spanned!(span=> { #x + #y }),
            ("Sub", [x, y]) => parse_quote_spanned!(span=> { #x - #y }),
            ("Mul", [x, y]) => parse_quote_spanned!(span=> { #x * #y }),
            ("Div", [x, y]) => parse_quote_spanned!(span=> { #x / #y }),
            ("Rem", [x, y]) => parse_quote_spanned!(span=> { #x % #y }),
            _ => return None,
        };
        let (mut written, span) = (path.path.clone(), path.span());
        written.segments.pop();
        written.segments.pop_punct();
        let [of, name] = [of, name].map(|name| Ident::new(name, span));
        self.verbatim(quote_spanned!(span=>
            let _ = ::cotangent::generated::the_same(
                <::core::primitive::i8 as #written>::#name,
                <::core::primitive::i8 as ::core::ops::#of>::#name,
            );
        ));
        let block = self.rewritten(std::ptr::from_ref(call).cast(), |_| Ok(value))?;
        Some(Op::Scope(self.block(&block.stmts, true)))
    }

    /// A function of points by its path, `nalgebra::distance(&a, &b)`: its rule is that of a method. That it is nalgebra's the compiler
    /// checks.
    pub(super) fn function_of_nalgebra(&mut self, call: &ExprCall, path: &ExprPath) -> Option<Op> {
        let names: Vec<_> = path.path.segments.iter().map(|segment| &segment.ident).collect();
        let ([library, name], 2) = (names.as_slice(), call.args.len()) else { return None };
        let is_known = ["center", "distance", "distance_squared"].iter().any(|known| name == known);
        let has_generics = path.path.segments.iter().any(|segment| !segment.arguments.is_none());
        if !NALGEBRA || !is_known || has_generics || *library != "nalgebra" && *library != "na" {
            return None;
        }
        let (written, name) = (&path.path, (*name).clone());
        self.verbatim(quote_spanned!(path.span()=>
            let _ = ::cotangent::generated::the_same(
                #written::<::core::primitive::f64, 3>,
                ::cotangent::generated::of_nalgebra::#name::<::core::primitive::f64, 3>,
            );
        ));
        let operands = self.operands_of_rule(call.args.iter().map(lent));
        let (link, either) = (self.link(), Vec::new());
        Some(Op::Method(Method { of: None, name, generics: None, operands, link, is_call: false, either }))
    }

    /// Notes that a variable is another name of a function, if its declaration is `let name = path;`.
    pub(super) fn note_function(&mut self, local: &Local) {
        let (pat, init) = (&local.pat, local.init.as_ref());
        let pat = if let Pat::Type(typed) = pat { &*typed.pat } else { pat };
        if let (Pat::Ident(name), Some(init)) = (pat, init)
            && name.mutability.is_none()
            && let Expr::Path(path) = peel(&init.expr)
            && !is_constructor(path)
            && (path.path.segments.len() > 1 || self.lookup(peel(&init.expr)).is_none())
            && let Some(scope) = self.scopes.last_mut()
        {
            scope.functions.insert(name.ident.clone(), path.clone());
        }
    }

    /// The call of the function that a variable is another name of.
    pub(super) fn by_its_own_name(&mut self, call: &ExprCall) -> Option<Op> {
        let Expr::Path(variable) = peel(&call.func) else { return None };
        let name = variable.path.get_ident()?;
        let scope = self.scope_of(name)?;
        let path = scope.functions.get(name)?.clone();
        // Its name may be hidden here.
        if path.path.get_ident().is_some_and(|name| self.meaning(name).is_some()) {
            return None;
        }
        let tree = self.rewritten(std::ptr::from_ref(call).cast(), |_| {
            let arguments = &call.args;
            Ok(parse_quote_spanned!(call.span()=> { #path(#arguments) }))
        })?;
        let [syn::Stmt::Expr(Expr::Call(call), None)] = tree.stmts.as_slice() else { return None };
        self.call(call)
    }
}

/// What a reference is to, if an argument is one.
fn lent(argument: &Expr) -> &Expr {
    match peel(argument) {
        Expr::Reference(reference) => &reference.expr,
        argument => argument,
    }
}
