//! Stage B: from the user's tree to steps.
//!
//! Names are resolved, every intermediate value of an active expression gets a name of its own (A-normal form), other names for
//! the same place (`let w = &m.w1;`, patterns) become places. What no derivative flows through stays the expression it was.
//!
//! ```text
//! // in
//! let h = dense(x, &m.w1);  (h * 2.0).sum()
//! // out
//! h  = call dense(x, m.w1)
//! v0 = h * 2.0
//! v1 = method v0.sum()
//! value v1
//! ```

mod activity;
mod names;

use std::collections::{HashMap, HashSet};

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Ident, Index, Local, Member, Pat, Stmt, Type, UnOp};

use crate::accept::{body::is_check, signature::Parameter};
use crate::ir::{Block, Function, Method, Op, Operand, Operator, Place, Projection, Step, Var, VarId, VarKind};
use crate::report::Report;

/// Binds an accepted function.
pub(crate) fn bind(parameters: Vec<Parameter>, body: &syn::Block, report: &mut Report) -> Function {
    let mut binder = Binder {
        vars: Vec::new(),
        names: HashSet::new(),
        scopes: vec![Scope::default()],
        items: TokenStream::new(),
        blocks: 0,
        links: 0,
        temporaries: 0,
        report,
    };
    let params = parameters.into_iter().enumerate().map(|(i, parameter)| binder.parameter(i, parameter)).collect();
    let body = binder.block(body);
    Function { vars: binder.vars, params, items: binder.items, body, blocks: binder.blocks }
}

/// What a name stands for.
#[derive(Clone)]
struct Meaning {
    var: VarId,
    path: Vec<Projection>,
    /// Whether the name has a reference type.
    is_ref: bool,
    /// Whether `stop_gradient` stands around it.
    stopped: bool,
}

#[derive(Default)]
struct Scope {
    names: HashMap<Ident, Meaning>,
    steps: Vec<Step>,
}

struct Binder<'r> {
    vars: Vec<Var>,
    /// Unique names given so far.
    names: HashSet<String>,
    scopes: Vec<Scope>,
    items: TokenStream,
    blocks: usize,
    links: usize,
    temporaries: usize,
    report: &'r mut Report,
}

impl Binder<'_> {
    // ---- statements ----

    fn block(&mut self, block: &syn::Block) -> Block {
        let id = self.blocks;
        self.blocks += 1;
        self.scopes.push(Scope::default());
        let mut value = None;
        for (i, stmt) in block.stmts.iter().enumerate() {
            match stmt {
                Stmt::Local(local) => self.local(local),
                Stmt::Expr(expr, None) if i + 1 == block.stmts.len() => value = self.tail(expr),
                Stmt::Item(item) => self.items.extend(quote!(#item)),
                other => self.verbatim(quote!(#other)),
            }
        }
        let steps = self.scopes.pop().map(|scope| scope.steps).unwrap_or_default();
        Block { id, steps, value }
    }

    /// The value of a block; a macro that stops the program has none.
    fn tail(&mut self, expr: &Expr) -> Option<Operand> {
        if let Expr::Macro(mac) = expr
            && is_check(&mac.mac)
        {
            self.verbatim(quote!(#expr;));
            return None;
        }
        Some(self.operand(expr))
    }

    fn local(&mut self, local: &Local) {
        let Some(init) = &local.init else { return };
        let (pat, ty) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some((*typed.ty).clone())),
            pat => (pat, None),
        };
        if !self.is_active(&init.expr) && !self.is_stopped_place(&init.expr) {
            let binds = self.name_constants(pat);
            self.step(Step::Verbatim { tokens: quote!(#local), binds });
            return;
        }
        if let Pat::Ident(name) = pat
            && let Some(op) = self.operation(&init.expr)
        {
            let var = self.fresh(name.ident.clone(), VarKind::Local, true);
            self.step(Step::Let { var, ty, op });
            self.name(name.ident.clone(), Meaning { var, path: Vec::new(), is_ref: false, stopped: false });
            return;
        }
        let Operand::Place(place) = self.operand_typed(&init.expr, ty.clone()) else { return };
        let Place { written, is_ref, var, path, stopped } = place;
        let colon = ty.map(|ty| quote!(: #ty));
        self.verbatim(quote!(let #pat #colon = #written;));
        self.name_parts(pat, &Meaning { var, path, is_ref, stopped });
    }

    fn verbatim(&mut self, tokens: TokenStream) {
        self.step(Step::Verbatim { tokens, binds: Vec::new() });
    }

    fn step(&mut self, step: Step) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.steps.push(step);
        }
    }

    fn link(&mut self) -> usize {
        self.links += 1;
        self.links - 1
    }

    // ---- expressions ----

    fn operand(&mut self, expr: &Expr) -> Operand {
        self.operand_typed(expr, None)
    }

    /// The value of an expression as an operand: a place if it is one, else a new variable.
    fn operand_typed(&mut self, expr: &Expr, ty: Option<Type>) -> Operand {
        let expr = peel(expr);
        let active = self.is_active(expr);
        if !active && self.is_repeatable(expr) && self.lookup(expr).is_none() {
            let is_ref = is_reference(expr);
            let expr =
                if matches!(expr, Expr::Lit(_) | Expr::Path(_)) { expr.clone() } else { syn::parse_quote!((#expr)) };
            return Operand::Constant { expr, is_ref };
        }
        if let Some(operand) = self.place(expr) {
            return operand;
        }
        let op = match self.operation(expr) {
            Some(op) if active => op,
            _ => Op::Inactive(Box::new(expr.clone())),
        };
        let name = Ident::new(&format!("v{}", self.temporaries), Span::mixed_site().located_at(expr.span()));
        self.temporaries += 1;
        let var = self.fresh(name.clone(), VarKind::Local, active);
        self.step(Step::Let { var, ty, op });
        Operand::Place(Place {
            written: syn::parse_quote!(#name),
            is_ref: false,
            var,
            path: Vec::new(),
            stopped: false,
        })
    }

    /// A constant, a variable, or a part of one; `None` if the expression computes something.
    fn place(&mut self, expr: &Expr) -> Option<Operand> {
        match expr {
            Expr::Lit(_) => Some(Operand::Constant { expr: expr.clone(), is_ref: is_reference(expr) }),
            Expr::Path(_) => match self.lookup(expr).cloned() {
                None => Some(Operand::Constant { expr: expr.clone(), is_ref: false }),
                Some(Meaning { var, path, is_ref, stopped }) => {
                    Some(Operand::Place(Place { written: expr.clone(), is_ref, var, path, stopped }))
                }
            },
            Expr::Reference(reference) => {
                let inner = peel(&reference.expr);
                let operand = self.place(inner).unwrap_or_else(|| self.operand(inner));
                Some(match operand {
                    Operand::Constant { .. } => Operand::Constant { expr: expr.clone(), is_ref: true },
                    Operand::Place(place) => {
                        let written = &place.written;
                        Operand::Place(Place { written: syn::parse_quote!(&#written), is_ref: true, ..place })
                    }
                })
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => match self.place(peel(&unary.expr))? {
                Operand::Constant { .. } => Some(Operand::Constant { expr: expr.clone(), is_ref: false }),
                Operand::Place(place) => {
                    let written = &place.written;
                    Some(Operand::Place(Place { written: syn::parse_quote!(*#written), is_ref: false, ..place }))
                }
            },
            Expr::Call(call) if self.is_stopped_place(expr) => match self.place(peel(&call.args[0]))? {
                Operand::Constant { .. } => None,
                Operand::Place(place) => Some(Operand::Place(Place { written: expr.clone(), stopped: true, ..place })),
            },
            Expr::Field(field) => {
                let member = field.member.clone();
                let base = self.base(&field.base)?;
                Some(Self::project(
                    base,
                    expr,
                    Projection::Field(member.clone()),
                    |base| syn::parse_quote!(#base.#member),
                ))
            }
            Expr::Index(index) => {
                let at = (*index.index).clone();
                let repeatable = self.is_repeatable(&at);
                if !repeatable && !self.is_active(&index.expr) {
                    return None;
                }
                let base = self.base(&index.expr)?;
                if !repeatable {
                    self.report.refuse(&at, "only constant indices are supported yet\nhelp: use a literal, a `const` or a `#[constant]` parameter");
                }
                Some(Self::project(base, expr, Projection::Index(at.clone()), |base| syn::parse_quote!(#base[#at])))
            }
            _ => None,
        }
    }

    /// Whether an expression is `stop_gradient` of a variable or of a part of one: then it is that place, without a cotangent.
    fn is_stopped_place(&self, expr: &Expr) -> bool {
        let Expr::Call(call) = peel(expr) else { return false };
        let [argument] = call.args.iter().collect::<Vec<_>>()[..] else { return false };
        let mut place = peel(argument);
        loop {
            place = match place {
                Expr::Reference(reference) => peel(&reference.expr),
                Expr::Field(field) => peel(&field.base),
                place => break activity::is_stop(call) && self.lookup(place).is_some(),
            }
        }
    }

    /// What a field or an index is taken of. An active expression gets a variable to take it of.
    fn base(&mut self, base: &Expr) -> Option<Operand> {
        let base = peel(base);
        self.place(base).or_else(|| self.is_active(base).then(|| self.operand(base)))
    }

    fn project(base: Operand, whole: &Expr, projection: Projection, write: impl FnOnce(&Expr) -> Expr) -> Operand {
        match base {
            Operand::Constant { .. } => Operand::Constant { expr: whole.clone(), is_ref: false },
            Operand::Place(mut place) => {
                place.written = if place.is_ref && matches!(place.written, Expr::Reference(_)) {
                    let inner = &place.written;
                    write(&syn::parse_quote!((#inner)))
                } else {
                    write(&place.written)
                };
                place.path.push(projection);
                Operand::Place(Place { is_ref: false, ..place })
            }
        }
    }

    /// Whether the reverse half can write the expression down again: literals, constants, constant parameters.
    fn is_repeatable(&self, expr: &Expr) -> bool {
        match peel(expr) {
            Expr::Lit(_) => true,
            Expr::Path(_) => self.lookup(expr).is_none_or(|meaning| {
                let var = &self.vars[meaning.var.0];
                matches!(var.kind, VarKind::Param { .. }) && !var.active && meaning.path.is_empty()
            }),
            Expr::Array(array) => array.elems.iter().all(|elem| self.is_repeatable(elem)),
            Expr::Tuple(tuple) => tuple.elems.iter().all(|elem| self.is_repeatable(elem)),
            Expr::Binary(binary) => self.is_repeatable(&binary.left) && self.is_repeatable(&binary.right),
            Expr::Unary(unary) => !matches!(unary.op, UnOp::Deref(_)) && self.is_repeatable(&unary.expr),
            Expr::Reference(reference) => self.is_repeatable(&reference.expr),
            Expr::Repeat(repeat) => self.is_repeatable(&repeat.expr),
            Expr::Cast(cast) => self.is_repeatable(&cast.expr),
            _ => false,
        }
    }

    /// The operation at the root of an active expression, its operands bound before it; `None` if it is a place.
    #[expect(clippy::too_many_lines, reason = "one arm for each form of expression")]
    fn operation(&mut self, expr: &Expr) -> Option<Op> {
        let expr = peel(expr);
        Some(match expr {
            Expr::Unary(unary) => match unary.op {
                UnOp::Neg(minus) if !matches!(peel(&unary.expr), Expr::Lit(_)) => {
                    Op::Neg(minus, self.operand(&unary.expr))
                }
                _ => return None,
            },
            Expr::Binary(binary) => {
                let operator = match binary.op {
                    BinOp::Add(_) => Operator::Add,
                    BinOp::Sub(_) => Operator::Sub,
                    BinOp::Mul(_) => Operator::Mul,
                    BinOp::Div(_) => Operator::Div,
                    BinOp::Rem(_) => Operator::Rem,
                    _ => return None,
                };
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
            Expr::Call(call) => {
                let Expr::Path(path) = peel(&call.func) else {
                    self.report.refuse(&call.func, "only functions called by their path can be differentiated\nhelp: call the function by its name");
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
                    return Some(Op::Struct {
                        path: path.path.clone(),
                        fields: members.zip(operands).collect(),
                        base: None,
                    });
                }
                if path.qself.is_some()
                    || names
                        .next()
                        .is_some_and(|name| starts_upper(&name) || crate::accept::signature::is_number(&name))
                {
                    self.report.refuse(
                        &call.func,
                        "associated functions cannot be differentiated by their path\nhelp: call a method as `x.method(..)`, or use a free function",
                    );
                }
                Op::Call { path: path.path.clone(), operands, link: self.link() }
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
            Expr::If(branch) => {
                let then = self.block(&branch.then_branch);
                let otherwise = match &branch.else_branch {
                    Some((_, otherwise)) => match peel(otherwise) {
                        Expr::Block(block) => self.block(&block.block),
                        nested => self.block(&syn::parse_quote!({ #nested })),
                    },
                    None => self.block(&syn::parse_quote!({})),
                };
                Op::If { cond: branch.cond.clone(), then, otherwise }
            }
            Expr::Block(block) => Op::Scope(self.block(&block.block)),
            _ => return None,
        })
    }
}

/// Whether the spelling of an expression shows that it is a reference.
fn is_reference(expr: &Expr) -> bool {
    match expr {
        Expr::Reference(_) => true,
        Expr::Lit(lit) => matches!(lit.lit, syn::Lit::Str(_) | syn::Lit::ByteStr(_) | syn::Lit::CStr(_)),
        _ => false,
    }
}

/// Whether a name is that of a type, by the convention of the language.
fn starts_upper(name: &str) -> bool {
    name.trim_start_matches("r#").starts_with(char::is_uppercase)
}

/// Without parentheses and invisible groups.
fn peel(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => peel(&inner.expr),
        Expr::Group(inner) => peel(&inner.expr),
        _ => expr,
    }
}
