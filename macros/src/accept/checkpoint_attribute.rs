//! `#[checkpoint]` on loops, blocks and calls, and on functions.

use syn::visit_mut::VisitMut;
use syn::{Attribute, Block, Expr, ExprBlock, ExprCall, ExprMethodCall, Meta, Stmt};

use crate::ir::Schedule;
use crate::report::Report;

/// Whether an attribute is this one.
pub(crate) fn is_checkpoint(attr: &Attribute) -> bool {
    attr.path().is_ident("checkpoint")
}

/// The attributes of a loop.
pub(crate) fn of_loop(expr: &Expr) -> &[Attribute] {
    match expr {
        Expr::ForLoop(each) => &each.attrs,
        Expr::While(each) => &each.attrs,
        Expr::Loop(each) => &each.attrs,
        _ => &[],
    }
}

/// The attributes of a block or a call.
pub(crate) fn of_value(expr: &Expr) -> &[Attribute] {
    match expr {
        Expr::Block(ExprBlock { attrs, .. })
        | Expr::Call(ExprCall { attrs, .. })
        | Expr::MethodCall(ExprMethodCall { attrs, .. }) => attrs,
        _ => &[],
    }
}

/// Whether an expression is run again.
pub(crate) fn is_marked(expr: &Expr) -> bool {
    of_loop(expr).iter().chain(of_value(expr)).any(is_checkpoint)
}

/// The same body, as a block that is run again if one of the attributes of the function says so.
pub(crate) fn whole(body: &Block, attrs: &[Attribute], report: &mut Report) -> Block {
    let mut marks = attrs.iter().filter(|attr| is_checkpoint(attr));
    let Some(mark) = marks.next() else { return body.clone() };
    accept_once(mark, marks, report);
    syn::parse_quote!({ #mark #body })
}

/// The body of a function that is run again as a whole, and what says so.
pub(crate) fn whole_of(body: &Block) -> Option<(&Attribute, &Block)> {
    match body.stmts.as_slice() {
        [Stmt::Expr(Expr::Block(ExprBlock { attrs, label: None, block }), None)] => {
            Some((attrs.iter().find(|attr| is_checkpoint(attr))?, block))
        }
        _ => None,
    }
}

/// The schedule that an attribute asks for.
pub(crate) fn schedule(attr: &Attribute) -> Option<Schedule> {
    match &attr.meta {
        Meta::Path(_) => Some(Schedule::Root),
        Meta::List(list) => match syn::parse2::<Meta>(list.tokens.clone()).ok()? {
            Meta::Path(path) if path.is_ident("bisection") => Some(Schedule::Bisection),
            Meta::NameValue(every) if every.path.is_ident("every") => Some(Schedule::Every(every.value)),
            _ => None,
        },
        Meta::NameValue(_) => None,
    }
}

/// Checks the attributes of what runs once.
fn accept_once<'a>(mark: &Attribute, more: impl Iterator<Item = &'a Attribute>, report: &mut Report) {
    if !matches!(mark.meta, Meta::Path(_)) {
        report.refuse(&mark.meta, "this runs once\nhelp: write `#[checkpoint]`");
    }
    for again in more {
        report.refuse(again, "there already is a `#[checkpoint]`\nhelp: remove one of the two");
    }
}

/// Checks the attributes of a loop, a block or a call.
pub(super) fn accept(expr: &Expr, report: &mut Report) {
    let mut marks = of_value(expr).iter().filter(|attr| is_checkpoint(attr));
    if let Some(mark) = marks.next() {
        accept_once(mark, marks, report);
        return;
    }
    let mut marks = of_loop(expr).iter().filter(|attr| is_checkpoint(attr));
    let Some(mark) = marks.next() else { return };
    match (schedule(mark), expr) {
        (None, _) => report.refuse(
            &mark.meta,
            "`#[checkpoint]` has no such argument\nhelp: write `#[checkpoint]`, `#[checkpoint(every = 100)]` or `#[checkpoint(bisection)]`",
        ),
        (Some(Schedule::Root), Expr::While(_) | Expr::Loop(_)) => report.refuse(
            mark,
            "the number of iterations of this loop is not known in advance\nhelp: write `#[checkpoint(every = 100)]` or `#[checkpoint(bisection)]`",
        ),
        _ => {}
    }
    for again in marks {
        report.refuse(again, "the loop already has a `#[checkpoint]`\nhelp: remove one of the two");
    }
}

/// The same code without the attribute.
pub(crate) fn without<T: Clone>(code: &T, visit: impl FnOnce(&mut Strip, &mut T)) -> T {
    let mut code = code.clone();
    visit(&mut Strip, &mut code);
    code
}

/// The same block without the attribute.
pub(crate) fn block_without(block: &Block) -> Block {
    without(block, Strip::visit_block_mut)
}

/// Removes the attribute.
pub(crate) struct Strip;

impl VisitMut for Strip {
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
        attrs.retain(|attr| !is_checkpoint(attr));
    }
}
