//! The operation at the root of an expression.

use quote::quote;
use syn::{BinOp, Expr, Index, Member, UnOp};

use super::{Binder, iterate, peel};
use crate::ir::{Method, Op, Operator};

impl Binder<'_> {
    /// The operation at the root of an active expression, its operands bound before it; `None` if it is a place.
    pub(super) fn operation(&mut self, expr: &Expr) -> Option<Op> {
        let expr = peel(expr);
        Some(match expr {
            Expr::Unary(unary) => match unary.op {
                UnOp::Neg(minus) if !matches!(peel(&unary.expr), Expr::Lit(_)) => {
                    Op::Neg(minus, self.operand(&unary.expr))
                }
                _ => return None,
            },
            Expr::Binary(binary) => {
                if is_bitwise(&binary.op) {
                    self.report.refuse(
                        binary.op,
                        "bit operations have no derivative\nhelp: compute the value outside and pass it as a parameter",
                    );
                }
                let operator = operator(&binary.op)?;
                let (a, b) = (self.operand(&binary.left), self.operand(&binary.right));
                let token = &binary.op;
                Op::Binary(operator, quote!(#token), a, b)
            }
            Expr::Cast(cast) => {
                if crate::accept::signature::is_constant_type(&cast.ty) {
                    self.report.refuse(
                        &cast.ty,
                        "a cast to an integer drops the gradient\nhelp: compute the whole number outside, or from a `#[constant]` parameter",
                    );
                }
                Op::Cast(self.operand(&cast.expr), (*cast.ty).clone())
            }
            Expr::Call(call) => return self.call(call),
            Expr::MethodCall(call) if iterate::is_chain(call) => {
                let block = self.rewritten(std::ptr::from_ref(call).cast(), |binder| {
                    iterate::value(call, &|place| binder.is_reference(place))
                })?;
                Op::Scope(self.block(&block.stmts, true))
            }
            Expr::MethodCall(call) => {
                let receiver = self.operand(&call.receiver);
                let operands = std::iter::once(receiver).chain(call.args.iter().map(|arg| self.operand(arg))).collect();
                let link = self.link();
                let generics = call.turbofish.clone().map(syn::PathArguments::AngleBracketed);
                Op::Method(Method { name: call.method.clone(), generics, operands, link })
            }
            Expr::Tuple(tuple) => Op::Tuple(tuple.elems.iter().map(|elem| self.operand(elem)).collect()),
            Expr::Array(array) => Op::Array(array.elems.iter().map(|elem| self.operand(elem)).collect()),
            Expr::Repeat(repeat) => {
                if self.is_active(&repeat.expr) {
                    self.report.refuse(
                        repeat.semi_token,
                        "`[x; N]` is not supported yet\nhelp: write the elements out, or use `Tensor::broadcast_to`",
                    );
                }
                return None;
            }
            Expr::Struct(literal) => Op::Struct {
                path: literal.path.clone(),
                fields: literal.fields.iter().map(|field| (field.member.clone(), self.operand(&field.expr))).collect(),
                base: literal.rest.as_ref().map(|base| self.operand(base)),
            },
            Expr::If(branch) => self.branch(branch, true),
            Expr::Match(branches) => self.matching(branches, true),
            Expr::Block(block) => Op::Scope(self.block(&block.block.stmts, true)),
            _ => return None,
        })
    }

    /// A call of a function, or of the constructor of a tuple struct.
    fn call(&mut self, call: &syn::ExprCall) -> Option<Op> {
        if let Some((name, closure)) = self.called_closure(call) {
            return Some(self.call_closure(call, &name, &closure));
        }
        let Expr::Path(path) = peel(&call.func) else {
            self.report.refuse(
                &call.func,
                "only functions called by their path can be differentiated\nhelp: call the function by its name",
            );
            return None;
        };
        if path.path.get_ident().is_some() && self.lookup(peel(&call.func)).is_some() {
            self.report.refuse(
                &call.func,
                "a function in a variable cannot be differentiated\nhelp: call the function by its name",
            );
            return None;
        }
        let operands: Vec<_> = call.args.iter().map(|arg| self.operand(arg)).collect();
        let mut names = path.path.segments.iter().rev().map(|segment| segment.ident.to_string());
        if names.next().is_some_and(|name| starts_upper(&name)) {
            let members = (0..).map(|i| Member::Unnamed(Index::from(i)));
            return Some(Op::Struct { path: path.path.clone(), fields: members.zip(operands).collect(), base: None });
        }
        if path.qself.is_some()
            || names.next().is_some_and(|name| starts_upper(&name) || crate::accept::signature::is_number(&name))
        {
            self.report.refuse(
                &call.func,
                "associated functions cannot be differentiated by their path\nhelp: call a method as `x.method(..)`, or use a free function",
            );
        }
        Some(Op::Call { path: path.path.clone(), operands, link: self.link() })
    }
}

/// The operator of an expression that gives a number, or that of an assignment with one.
pub(super) fn operator(op: &BinOp) -> Option<Operator> {
    Some(match op {
        BinOp::Add(_) | BinOp::AddAssign(_) => Operator::Add,
        BinOp::Sub(_) | BinOp::SubAssign(_) => Operator::Sub,
        BinOp::Mul(_) | BinOp::MulAssign(_) => Operator::Mul,
        BinOp::Div(_) | BinOp::DivAssign(_) => Operator::Div,
        BinOp::Rem(_) | BinOp::RemAssign(_) => Operator::Rem,
        _ => return None,
    })
}

fn is_bitwise(op: &BinOp) -> bool {
    matches!(op, BinOp::BitXor(_) | BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::Shl(_) | BinOp::Shr(_))
}

/// Whether a name is that of a type, by the convention of the language.
fn starts_upper(name: &str) -> bool {
    name.trim_start_matches("r#").starts_with(char::is_uppercase)
}
