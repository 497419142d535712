//! Calls of derivatives: `g::grad(x)`, or `g::at(x).grad()`, with the derivative of `g`.
//!
//! What `g` is, only the compiler knows: a function with `#[differentiable]`, or a module with a function `grad`. The former is
//! meant, and the latter can be called by another name.

use syn::{Expr, ExprCall, ExprMethodCall, ExprPath, Path};

use super::{Binder, peel};
use crate::features::SECOND_ORDER;
use crate::ir::{Differentiated, Nested, Op};
use crate::syntax::starts_upper;

/// Those that have a derivative.
const DIFFERENTIABLE: [&str; 4] = ["grad", "value_and_grad", "vjp", "jvp"];

impl Binder<'_> {
    /// The call of a derivative, if it is one.
    pub(super) fn derivative(&mut self, call: &ExprCall, path: &ExprPath) -> Option<Op> {
        let (function, name) = of_function(path)?;
        let differentiated = match name.as_str() {
            "grad" => Differentiated::Grad,
            "value_and_grad" => Differentiated::ValueAndGrad,
            "vjp" => Differentiated::Vjp,
            "jvp" => Differentiated::Jvp,
            _ => {
                let way_out = way_out(&name)?;
                let of: Vec<_> = function.segments.iter().map(|segment| segment.ident.to_string()).collect();
                let of = of.join("::");
                self.report.refuse(
                    &call.func,
                    format!(
                        "`{name}` cannot be differentiated\nhelp: {way_out}\nhelp: if `{of}` is a module: `use {of}::{name} as ..`"
                    ),
                );
                return None;
            }
        };
        if !SECOND_ORDER {
            self.report.refuse(
                &call.func,
                "the derivative of a derivative needs the feature `second-order` of `cotangent`\nhelp: add `second-order` to the features of `cotangent`",
            );
        }
        let mut arguments = call.args.iter();
        if let Some(argument) = arguments.find(|argument| is_mutable(argument) || self.is_lent(argument)) {
            self.report.refuse(
                argument,
                "a derivative of a function that changes an argument cannot be differentiated\nhelp: take the value and return the new one",
            );
        }
        let operands = call.args.iter().map(|argument| self.operand(argument)).collect();
        Some(Op::Nested(Nested { function, call: differentiated, written: call.clone(), operands }))
    }
}

/// `g::grad(x)` for `g::at(x).grad()`.
pub(super) fn shorthand(call: &ExprMethodCall) -> Option<ExprCall> {
    let Expr::Call(at) = peel(&call.receiver) else { return None };
    let Expr::Path(path) = peel(&at.func) else { return None };
    let (_, name) = of_function(path)?;
    let is_derivative = DIFFERENTIABLE.iter().any(|known| call.method == known);
    if name != "at" || !is_derivative && way_out(&call.method.to_string()).is_none() {
        return None;
    }
    let mut shorthand = at.clone();
    let mut path = path.clone();
    path.path.segments.last_mut()?.ident = call.method.clone();
    *shorthand.func = Expr::Path(path);
    shorthand.args.extend(call.args.iter().cloned());
    Some(shorthand)
}

/// The function of which a path is spelled like a derivative.
pub(super) fn differentiated(path: &ExprPath) -> Option<Path> {
    let (function, name) = of_function(path)?;
    let is_call = DIFFERENTIABLE.contains(&name.as_str()) || way_out(&name).is_some();
    is_call.then_some(function)
}

/// `&mut place`
fn is_mutable(argument: &Expr) -> bool {
    matches!(peel(argument), Expr::Reference(reference) if reference.mutability.is_some())
}

/// The function in `function::derivative`, with the generic arguments of the latter, and the name of that.
fn of_function(path: &ExprPath) -> Option<(Path, String)> {
    let mut function = path.path.clone();
    let last = function.segments.pop()?.into_value();
    function.segments.pop_punct();
    let of = function.segments.last_mut()?;
    let owner = of.ident.to_string();
    if path.qself.is_some() || starts_upper(&owner) || ["self", "super", "crate"].contains(&owner.as_str()) {
        return None;
    }
    of.arguments = last.arguments;
    Some((function, last.ident.to_string()))
}

/// What to call instead of one that has no derivative.
fn way_out(name: &str) -> Option<&'static str> {
    Some(match name {
        "jvp_many" | "jacobian_fwd" => "call `jvp` for each direction",
        "hvp" | "value_grad_and_hvp" | "hessian" | "value_grad_and_hessian" | "gauss_newton" => {
            "call it in a function with a rule of yours: `#[differentiable(vjp = .., jvp = ..)]`"
        }
        "on" => "leave it out: `g::at(x).grad()` has a tape of its own",
        "value_and_grad_into" => "call `value_and_grad`",
        "vjp_into" => "call `vjp`",
        "jacobian_rev" => "call `vjp` for each number of the result",
        "pullback" => "call `vjp` for each cotangent",
        _ => return None,
    })
}
