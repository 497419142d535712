//! Early exits, in terms of branches: after this every block is left at its end only.
//!
//! An exit that ends its block anyway is simply the other branch; else it raises a flag, and what follows runs unless a flag is
//! up. A loop that may be left early ends each iteration with `if flag { break; }`, the one exit that stays.
//!
//! ```text
//! // in                                      // out
//! for i in 0..n {                            let mut left = false;
//!     if x[i] < 0.0 { continue; }            for i in 0..n {
//!     s += x[i];                                 if x[i] < 0.0 {} else {
//!     if s > 1.0 { break; }                          s += x[i];
//!     s *= 2.0;                                      if s > 1.0 { left = true; } else { s *= 2.0; }
//! }                                              }
//!                                                if left { break; }
//!                                            }
//! ```

mod block_ends;
mod carried_values;
mod conditions;
mod endless_ends;
mod hoisting;
mod late_values;

use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprClosure, ExprIf, Ident, Label, Lifetime, ReturnType, Stmt, parse_quote};

pub(super) use self::block_ends::{always_leaves, has_exit};
use self::block_ends::{
    any, closed, closed_unless, declares, in_block, is_compound_value, is_loop, statements, unless_raised,
};
pub(super) use self::endless_ends::close;
use crate::naming::hygienic;
use crate::report::Report;
use crate::syntax::peel;

/// The prefix of variables that carry the value of an exit.
const CARRIER: &str = "__carried";

/// The same of the value of a variable of the user's, which a loop may assign in each iteration.
const LATE: &str = "__carried_late";

/// Whether a variable is one of these.
pub(crate) fn is_late_carrier(name: &Ident) -> bool {
    name.to_string().starts_with(LATE)
}

/// Whether a variable carries the value of an exit: it has none until the exit is reached.
pub(crate) fn is_carrier(name: &Ident) -> bool {
    name.to_string().starts_with(CARRIER)
}

/// The prefix of variables that hold what was taken out of a carrier, while it changes.
const CHANGED: &str = "__changed";

/// Whether a variable is one of these.
pub(crate) fn is_taken_out(name: &Ident) -> bool {
    name.to_string().starts_with(CHANGED)
}

/// A function body without early exits.
pub(super) fn structured(body: &Block, output: &ReturnType, report: &mut Report) -> Block {
    let mut body = body.clone();
    conditions::Conditions.visit_block_mut(&mut body);
    // `return` in a closure leaves the closure.
    Closures(report).visit_block_mut(&mut body);
    hoisting::hoist(&mut body, output, report);
    let mut exits = Exits { frames: Vec::new(), numbers: 0, report };
    exits.frames.push(Frame::new(Kind::Function, None));
    let Sequence { mut stmts, .. } = exits.sequence(&body.stmts, End::Function);
    let frame = exits.frames.pop();
    if let Some(declarations) = frame.map(|frame| frame.declarations()) {
        stmts.splice(0..0, declarations);
    }
    Block { brace_token: body.brace_token, stmts }
}

struct Closures<'r>(&'r mut Report);

impl VisitMut for Closures<'_> {
    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        if has_exit(&closure.body) {
            let stmts = statements(&closure.body);
            *closure.body = in_block(&structured(&parse_quote!({ #(#stmts)* }), &closure.output, self.0).stmts);
        } else {
            visit_mut::visit_expr_closure_mut(self, closure);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
}

/// What can be left early.
struct Frame {
    kind: Kind,
    label: Option<Lifetime>,
    /// The flag for leaving it, once it is needed.
    left: Option<Ident>,
    /// The flag for going on with the next iteration.
    skipped: Option<Ident>,
    /// The variable for its value.
    value: Option<Ident>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Function,
    Loop,
    Block,
}

impl Frame {
    fn new(kind: Kind, label: Option<&Label>) -> Self {
        Self { kind, label: label.map(|label| label.name.clone()), left: None, skipped: None, value: None }
    }

    /// What has to stand before it.
    fn declarations(&self) -> Vec<Stmt> {
        let flag = self.left.iter().map(|flag| parse_quote!(let mut #flag = false;));
        let value = self.value.iter().map(|value| parse_quote!(let #value;));
        value.chain(flag).collect()
    }
}

/// What the end of a block means: an exit to there needs no flag.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// The function returns the block's value.
    Function,
    /// The next iteration of the loop that is this frame.
    Iteration(usize),
    /// Something else.
    Other,
}

/// Statements, and the flags that they may raise.
#[derive(Default)]
struct Sequence {
    stmts: Vec<Stmt>,
    raised: Vec<Ident>,
    /// Whether the end is never reached otherwise than by an exit.
    leaves: bool,
}

struct Exits<'r> {
    frames: Vec<Frame>,
    numbers: usize,
    report: &'r mut Report,
}

impl Exits<'_> {
    fn name(&mut self, prefix: &str) -> Ident {
        self.numbers += 1;
        hygienic(&format!("{prefix}{}", self.numbers))
    }

    fn sequence(&mut self, stmts: &[Stmt], end: End) -> Sequence {
        let mut out = Sequence::default();
        let stmts = self.late(stmts);
        for (i, stmt) in stmts.iter().enumerate() {
            let rest = &stmts[i + 1..];
            let is_last = rest.is_empty();
            match stmt {
                Stmt::Expr(expr, semi) if has_exit(expr) => {
                    if is_last && semi.is_none() && end == End::Function && !is_loop(expr) {
                        let (value, raised) = self.tail(expr);
                        out.stmts.push(Stmt::Expr(value, None));
                        out.raised.extend(raised);
                        return out;
                    }
                    // Its value is dropped.
                    let nothing = [Stmt::Expr(parse_quote!(()), None)];
                    let is_dropped = is_last && semi.is_some() && end == End::Function;
                    return self.leaving(out, expr, if is_dropped { &nothing } else { rest }, end);
                }
                Stmt::Local(local)
                    if local.init.as_ref().is_some_and(|init| init.diverge.is_some() || has_exit(&init.expr)) =>
                {
                    return self.local(out, local, rest, end);
                }
                other => out.stmts.push(other.clone()),
            }
        }
        out
    }

    /// A statement that may leave, and what follows it.
    fn leaving(&mut self, mut out: Sequence, expr: &Expr, rest: &[Stmt], end: End) -> Sequence {
        match peel(expr) {
            Expr::Return(exit) => {
                self.leave(&mut out, 0, exit.expr.as_deref(), end);
                out
            }
            Expr::Break(exit) => {
                if let Some(frame) = self.target(exit.label.as_ref()) {
                    self.leave(&mut out, frame, exit.expr.as_deref(), end);
                }
                out
            }
            Expr::Continue(exit) => {
                out.leaves = true;
                if let Some(frame) = self.target(exit.label.as_ref())
                    && end != End::Iteration(frame)
                {
                    let flag = self.frames[frame].skipped.clone().unwrap_or_else(|| self.name("__skipped"));
                    self.frames[frame].skipped = Some(flag.clone());
                    out.stmts.push(parse_quote!(#flag = true;));
                    out.raised.push(flag);
                }
                out
            }
            Expr::If(branch) => self.branch(out, branch, rest, end),
            Expr::Match(branches) => {
                let mut branches = branches.clone();
                let mut raised = Vec::new();
                for arm in &mut branches.arms {
                    if let Some((_, guard)) = arm.guard.as_ref().filter(|(_, guard)| has_exit(guard)) {
                        self.refuse(guard);
                    }
                    let body = self.sequence(&statements(&arm.body), End::Other);
                    *arm.body = in_block(&body.stmts);
                    raised.extend(body.raised);
                }
                out.stmts.push(Stmt::Expr(Expr::Match(branches), Some(parse_quote!(;))));
                self.unless(out, raised, rest, end)
            }
            Expr::Block(block) => {
                let inner = match &block.label {
                    None => self.sequence(&block.block.stmts, End::Other),
                    Some(label) => {
                        self.framed(Kind::Block, Some(label), |exits| exits.sequence(&block.block.stmts, End::Other))
                    }
                };
                let (attrs, stmts) = (&block.attrs, inner.stmts);
                out.stmts.push(parse_quote!(#(#attrs)* { #(#stmts)* }));
                self.unless(out, inner.raised, rest, end)
            }
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => {
                let looped = self.repetition(expr);
                out.stmts.extend(looped.stmts);
                self.unless(out, looped.raised, rest, end)
            }
            Expr::Assign(assign) if is_compound_value(&assign.right) => {
                let mut inner = self.assigned(&assign.left, &assign.right);
                out.stmts.append(&mut inner.stmts);
                self.unless(out, inner.raised, rest, end)
            }
            other => {
                self.refuse(other);
                out
            }
        }
    }

    /// `if c { leave } rest` is `if c { leave } else { rest }`.
    fn branch(&mut self, mut out: Sequence, branch: &ExprIf, rest: &[Stmt], end: End) -> Sequence {
        let mut branch = branch.clone();
        if has_exit(&branch.cond) {
            self.refuse(&branch.cond);
            return out;
        }
        let otherwise = branch.else_branch.as_ref().map(|(_, otherwise)| statements(otherwise)).unwrap_or_default();
        let then_leaves = always_leaves(&branch.then_branch.stmts);
        // Where what follows would see the names of the condition, it stays outside.
        let follows = then_leaves || !declares(&branch.cond.to_token_stream(), rest);
        let gives_result = end == End::Function && rest.is_empty() && branch.else_branch.is_some();
        if then_leaves || gives_result || (follows && !otherwise.is_empty() && always_leaves(&otherwise)) {
            // The end of both branches is the end of this block.
            let follow = |own: &[Stmt]| {
                let mut stmts = if rest.is_empty() { own.to_vec() } else { closed(own) };
                if declares(&quote!(#(#own)*), rest) {
                    stmts = vec![parse_quote!({ #(#own)* })];
                }
                stmts.extend(rest.iter().cloned());
                stmts
            };
            let then = if then_leaves { branch.then_branch.stmts.clone() } else { follow(&branch.then_branch.stmts) };
            let otherwise = if then_leaves { follow(&otherwise) } else { otherwise };
            let then = self.sequence(&closed_unless(&then, end), end);
            let otherwise = self.sequence(&closed_unless(&otherwise, end), end);
            out.raised.extend(then.raised);
            out.raised.extend(otherwise.raised);
            out.leaves = then.leaves && otherwise.leaves;
            branch.then_branch.stmts = then.stmts;
            let stmts = otherwise.stmts;
            branch.else_branch = Some((parse_quote!(else), parse_quote!({ #(#stmts)* })));
            out.stmts.push(Stmt::Expr(Expr::If(branch), None));
            return out;
        }
        let then = self.sequence(&branch.then_branch.stmts, End::Other);
        branch.then_branch.stmts = then.stmts;
        let mut raised = then.raised;
        if let Some((token, _)) = &branch.else_branch {
            let inner = self.sequence(&otherwise, End::Other);
            let stmts = inner.stmts;
            branch.else_branch = Some((*token, parse_quote!({ #(#stmts)* })));
            raised.extend(inner.raised);
        }
        out.stmts.push(Stmt::Expr(Expr::If(branch), Some(parse_quote!(;))));
        self.unless(out, raised, rest, end)
    }

    /// What follows runs unless a flag is up.
    fn unless(&mut self, mut out: Sequence, raised: Vec<Ident>, rest: &[Stmt], end: End) -> Sequence {
        let follow = self.sequence(rest, end);
        if raised.is_empty() {
            out.stmts.extend(follow.stmts);
        } else if end == End::Function {
            // Only `return` leaves a block that ends the function.
            let value = self.frames[0].value.clone();
            let (flags, stmts) = (any(&raised), follow.stmts);
            out.stmts.push(Stmt::Expr(parse_quote!(if #flags { #value } else { #(#stmts)* }), None));
        } else if !follow.stmts.is_empty() {
            let (flags, stmts) = (any(&raised), follow.stmts);
            out.stmts.push(parse_quote!(if !(#flags) { #(#stmts)* }));
        }
        for flag in raised.into_iter().chain(follow.raised) {
            if !out.raised.contains(&flag) {
                out.raised.push(flag);
            }
        }
        out
    }

    /// An exit with a value.
    fn leave(&mut self, out: &mut Sequence, frame: usize, value: Option<&Expr>, end: End) {
        out.leaves = true;
        if frame == 0 && end == End::Function {
            if let Some(value) = value {
                let (value, raised) = if has_exit(value) { self.tail(value) } else { (value.clone(), Vec::new()) };
                out.stmts.push(Stmt::Expr(value, None));
                out.raised.extend(raised);
            }
            return;
        }
        // `break` alone gives `()` where a value is wanted.
        let nothing = parse_quote!(());
        let wanted = self.frames[frame].value.is_some() && frame != 0;
        if let Some(value) = value.or(wanted.then_some(&nothing)) {
            let carrier = self.frames[frame].value.clone().unwrap_or_else(|| self.name(CARRIER));
            self.frames[frame].value = Some(carrier.clone());
            let mut inner = self.assigned(&parse_quote!(#carrier), value);
            out.stmts.append(&mut inner.stmts);
            out.raised.append(&mut inner.raised);
        }
        let flag = self.frames[frame].left.clone().unwrap_or_else(|| self.name("__left"));
        self.frames[frame].left = Some(flag.clone());
        out.stmts.push(parse_quote!(#flag = true;));
        out.raised.push(flag);
    }

    fn repetition(&mut self, expr: &Expr) -> Sequence {
        self.repetition_into(expr, None)
    }

    /// A loop; its value goes to `place`.
    fn repetition_into(&mut self, expr: &Expr, place: Option<&Expr>) -> Sequence {
        let (label, body) = match peel(expr) {
            Expr::ForLoop(each) => (&each.label, &each.body),
            Expr::While(each) => (&each.label, &each.body),
            Expr::Loop(each) => (&each.label, &each.body),
            _ => return Sequence::default(),
        };
        if let Expr::While(each) = peel(expr)
            && has_exit(&each.cond)
        {
            self.refuse(&each.cond);
            return Sequence::default();
        }
        let mut frame = Frame::new(Kind::Loop, label.as_ref());
        if place.is_some() {
            frame.value = Some(self.name(CARRIER));
        }
        self.frames.push(frame);
        let at = self.frames.len() - 1;
        let mut inner = self.sequence(&closed(&body.stmts), End::Iteration(at));
        let Some(frame) = self.frames.pop() else { return inner };
        let skipped = frame.skipped.clone();
        inner.raised.retain(|flag| Some(flag) != skipped.as_ref());
        let mut stmts: Vec<Stmt> = skipped.iter().map(|flag| parse_quote!(let mut #flag = false;)).collect();
        stmts.extend(inner.stmts);
        if !inner.raised.is_empty() {
            let flags = any(&inner.raised);
            stmts.push(parse_quote!(if #flags { break; }));
        }
        let body = Block { brace_token: body.brace_token, stmts };
        let looped: Expr = match peel(expr) {
            Expr::ForLoop(each) => Expr::ForLoop(syn::ExprForLoop { label: None, body, ..each.clone() }),
            Expr::While(each) => Expr::While(syn::ExprWhile { label: None, body, ..each.clone() }),
            Expr::Loop(each) => {
                let attrs = &each.attrs;
                parse_quote!(#(#attrs)* while true #body)
            }
            other => other.clone(),
        };
        let mut out = Sequence { stmts: frame.declarations(), raised: inner.raised, leaves: false };
        out.stmts.push(Stmt::Expr(looped, Some(parse_quote!(;))));
        out.raised.retain(|flag| Some(flag) != frame.left.as_ref());
        if let (Some(place), Some(value)) = (place, &frame.value) {
            out.stmts.push(unless_raised(&out.raised, parse_quote!(#place = #value;)));
        }
        out
    }

    /// A labelled block.
    fn framed(&mut self, kind: Kind, label: Option<&Label>, body: impl FnOnce(&mut Self) -> Sequence) -> Sequence {
        self.frames.push(Frame::new(kind, label));
        let mut inner = body(self);
        let Some(frame) = self.frames.pop() else { return inner };
        inner.stmts.splice(0..0, frame.declarations());
        inner.raised.retain(|flag| Some(flag) != frame.left.as_ref());
        inner
    }

    /// The frame that `break` or `continue` names. If there is none, the compiler says so about the function itself.
    fn target(&self, label: Option<&Lifetime>) -> Option<usize> {
        self.frames.iter().rposition(|frame| match label {
            Some(label) => frame.label.as_ref().is_some_and(|own| own.ident == label.ident),
            None => frame.kind == Kind::Loop,
        })
    }

    fn refuse(&mut self, expr: &Expr) {
        struct First(Option<proc_macro2::TokenStream>);
        impl<'ast> Visit<'ast> for First {
            fn visit_expr(&mut self, expr: &'ast Expr) {
                let exit = match expr {
                    Expr::Return(e) => e.return_token.to_token_stream(),
                    Expr::Break(e) => e.break_token.to_token_stream(),
                    Expr::Continue(e) => e.continue_token.to_token_stream(),
                    Expr::Loop(e) => e.loop_token.to_token_stream(),
                    _ => return visit::visit_expr(self, expr),
                };
                self.0.get_or_insert(exit);
            }
        }
        let mut first = First(None);
        first.visit_expr(expr);
        let token = first.0.unwrap_or_else(|| expr.to_token_stream());
        self.report.refuse(
            token,
            "an early exit in the middle of an expression is not supported\nhelp: bind the value with `let` first",
        );
    }
}

/// The body of a loop without its last statement `if flags { break; }`, and these flags.
pub(crate) fn until(body: &Block) -> (&[Stmt], Option<Box<Expr>>) {
    if let [rest @ .., Stmt::Expr(Expr::If(last), _)] = body.stmts.as_slice()
        && let [Stmt::Expr(Expr::Break(_), _)] = last.then_branch.stmts.as_slice()
    {
        return (rest, Some(last.cond.clone()));
    }
    (&body.stmts, None)
}
