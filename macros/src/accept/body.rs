//! Statements and expressions.

use std::collections::HashSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprMatch, Ident, Item, Local, Pat, Stmt, Token, UnOp, parse_quote_spanned};

use super::matrix_macros::matrix;
use super::{checkpoint_attribute as checkpoint, signature};
use crate::naming::hygienic;
use crate::report::Report;
use crate::syntax::peel;
use crate::words::words;

/// Checks a function body.
pub(crate) fn accept(block: &Block, report: &mut Report) {
    struct Declared(HashSet<Ident>);
    impl<'ast> Visit<'ast> for Declared {
        fn visit_item(&mut self, item: &'ast Item) {
            self.0.extend(match item {
                Item::Struct(item) => Some(item.ident.clone()),
                Item::Enum(item) => Some(item.ident.clone()),
                Item::Trait(item) => Some(item.ident.clone()),
                _ => None,
            });
        }
    }
    Hidden(report).visit_block(block);
    let mut declared = Declared(HashSet::new());
    declared.visit_block(block);
    Body { report, declared: declared.0 }.visit_block(block);
}

/// Refuses attributes that stand for others, which decide what the body is.
struct Hidden<'r>(&'r mut Report);

impl<'ast> Visit<'ast> for Hidden<'_> {
    fn visit_attribute(&mut self, attr: &'ast syn::Attribute) {
        if let syn::Meta::List(list) = &attr.meta
            && list.path.is_ident("cfg_attr")
            && words(list.tokens.clone()).iter().skip(1).any(|word| word == "cfg" || word == "checkpoint")
        {
            self.0.refuse(attr, "what this attribute stands for is not known here\nhelp: write that attribute itself");
        }
    }
}

/// Macros that only look at values, and say so or stop: the forward half repeats them, word for word.
const CHECKS: [(&str, Family); 40] = [
    ("assert", Family::Core),
    ("assert_eq", Family::Core),
    ("assert_ne", Family::Core),
    ("debug_assert", Family::Core),
    ("debug_assert_eq", Family::Core),
    ("debug_assert_ne", Family::Core),
    ("panic", Family::Core),
    ("todo", Family::Core),
    ("unimplemented", Family::Core),
    ("unreachable", Family::Core),
    ("dbg", Family::Std),
    ("format", Family::Shows),
    ("print", Family::Shows),
    ("println", Family::Shows),
    ("eprint", Family::Shows),
    ("eprintln", Family::Shows),
    ("log", Family::Shows),
    ("trace", Family::Shows),
    ("debug", Family::Shows),
    ("info", Family::Shows),
    ("warn", Family::Shows),
    ("error", Family::Shows),
    ("anyhow", Family::Fails),
    ("bail", Family::Fails),
    ("ensure", Family::Fails),
    ("eyre", Family::Fails),
    ("format_err", Family::Fails),
    ("abs_diff_eq", Family::Compares),
    ("abs_diff_ne", Family::Compares),
    ("relative_eq", Family::Compares),
    ("relative_ne", Family::Compares),
    ("ulps_eq", Family::Compares),
    ("ulps_ne", Family::Compares),
    ("approx_eq", Family::Compares),
    ("assert_abs_diff_eq", Family::Compares),
    ("assert_abs_diff_ne", Family::Compares),
    ("assert_relative_eq", Family::Compares),
    ("assert_relative_ne", Family::Compares),
    ("assert_ulps_eq", Family::Compares),
    ("assert_ulps_ne", Family::Compares),
];

/// What a macro that only looks at values can do with them.
#[derive(Clone, Copy)]
pub(crate) enum Family {
    /// It is one of `core`.
    Core,
    /// It is one of `std`.
    Std,
    /// It formats them. Several crates declare one of this name.
    Shows,
    /// It formats them in an error, which it gives or returns. The exit is written out later.
    Fails,
    /// It compares them approximately. It is one of the crates `approx` and `float_cmp`.
    Compares,
}

/// Whether the macro is one that is repeated word for word.
pub(crate) fn is_check(mac: &syn::Macro) -> bool {
    mac.path.segments.last().is_some_and(|last| is_name_of_check(&last.ident))
}

/// Whether one of them has this name.
pub(crate) fn is_name_of_check(name: &Ident) -> bool {
    CHECKS.iter().any(|(check, _)| name == check)
}

/// Whether a macro is one of the user's: what it stands for is not known.
pub(crate) fn is_of_the_user(mac: &syn::Macro) -> bool {
    !is_check(mac) && made(mac).is_none() && matches(mac).is_none()
}

/// What is refused of a macro of the user's.
pub(crate) fn unknown_macro(mac: &syn::Macro) -> String {
    let name = mac.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    format!(
        "cannot look inside `{name}!`\nhelp: write the expression out, or call a function; a `macro_rules!` of yours is expanded with `#[differentiable(macros({name}))]` here and `#[differentiable]` on the macro"
    )
}

/// The family of a macro that is repeated word for word.
pub(crate) fn family(mac: &syn::Macro) -> Option<Family> {
    let name = &mac.path.segments.last()?.ident;
    CHECKS.iter().find(|(check, _)| name == check).map(|(_, family)| *family)
}

/// How many arguments stand before the format of a macro. That of a macro that may be anybody's is the first text.
fn before_the_format(mac: &syn::Macro) -> usize {
    match mac.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default().as_str() {
        "assert" | "debug_assert" => 1,
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => 2,
        _ => 0,
    }
}

/// Changes the values that a macro is given, and gives it those that its format names. Whether it is given values.
pub(crate) fn change_values(
    mac: &mut syn::Macro,
    shown: &[(Ident, impl ToTokens)],
    change: &mut dyn FnMut(&mut Expr),
) -> bool {
    let values = Punctuated::<Expr, Token![,]>::parse_terminated;
    let Ok(mut values) = values.parse2(mac.tokens.clone()) else { return false };
    for value in &mut values {
        match value {
            Expr::Assign(named) if matches!(*named.left, Expr::Path(_)) => change(&mut named.right),
            value => change(value),
        }
    }
    values.extend(shown.iter().map(|(name, value)| -> Expr { syn::parse_quote!(#name = #value) }));
    mac.tokens = values.to_token_stream();
    true
}

/// The variables that the format of a macro names, each once: `x` of `println!("{x:.3} {x}")`.
pub(crate) fn shown_names(mac: &syn::Macro) -> Vec<Ident> {
    let mut names = Vec::new();
    let tokens: Vec<TokenTree> = mac.tokens.clone().into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    let texts = tokens.split(is_comma).skip(before_the_format(mac)).filter_map(|argument| match argument {
        [TokenTree::Literal(literal)] => match syn::parse_str(&literal.to_string()) {
            Ok(syn::Lit::Str(text)) => Some((literal, text)),
            _ => None,
        },
        _ => None,
    });
    if let Some((literal, text)) = texts.into_iter().next() {
        let text = text.value().replace("{{", "").replace("}}", "");
        for part in text.split('{').skip(1) {
            let Some((argument, _)) = part.split_once('}') else { continue };
            let name = argument.split(':').next().unwrap_or_default().trim();
            if let Ok(name) = syn::parse_str::<Ident>(name)
                && !names.contains(&name)
            {
                names.push(Ident::new(&name.to_string(), literal.span()));
            }
        }
    }
    names
}

/// What `matches!` stands for; nothing if the macro is another.
pub(crate) fn matches(mac: &syn::Macro) -> Option<ExprMatch> {
    struct Matches(ExprMatch);
    impl Parse for Matches {
        fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
            let value: Expr = input.parse()?;
            input.parse::<Token![,]>()?;
            let pattern = Pat::parse_multi_with_leading_vert(input)?;
            let guard = if input.peek(Token![if]) { Some(input.parse::<TokenStream>()?) } else { None };
            let guard = guard.map(|guard| {
                // Without the comma at the end.
                let mut guard: Vec<_> = guard.into_iter().collect();
                guard.pop_if(|last| last.to_string() == ",");
                guard.into_iter().collect::<TokenStream>()
            });
            input.parse::<Option<Token![,]>>()?;
            Ok(Self(syn::parse2(quote!(match #value { #pattern #guard => true, _ => false }))?))
        }
    }
    let is_matches = mac.path.segments.last().is_some_and(|last| last.ident == "matches");
    is_matches.then(|| syn::parse2(mac.tokens.clone()).ok()).flatten().map(|Matches(branches)| branches)
}

/// The first `?` among some tokens.
fn question(tokens: TokenStream) -> Option<TokenTree> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Punct(ref punct) if punct.as_char() == '?' => Some(token),
        TokenTree::Group(group) => question(group.stream()),
        _ => None,
    })
}

const ASYNC: &str = "`async` code cannot be differentiated\nhelp: move the arithmetic into a plain function";

/// `{ let shown = value; eprintln!(..); shown }` for `dbg!(value)`, with the same output.
pub(crate) fn debugged(mac: &syn::Macro) -> Option<Expr> {
    if mac.path.segments.last().is_none_or(|last| last.ident != "dbg") {
        return None;
    }
    let value: Expr = syn::parse2(mac.tokens.clone()).ok()?;
    let shown = hygienic("shown");
    Some(parse_quote_spanned!(value.span()=> {
        let #shown = #value;
        ::std::eprintln!("[{}:{}:{}] {} = {:#?}", ::core::file!(), ::core::line!(), ::core::column!(), ::core::stringify!(#value), &#shown);
        #shown
    }))
}

/// The call that a macro stands for which makes a list or a matrix.
pub(crate) fn made(mac: &syn::Macro) -> Option<Expr> {
    vector(mac).or_else(|| matrix(mac))
}

/// What `vec![..]` stands for.
fn vector(mac: &syn::Macro) -> Option<Expr> {
    struct Elements(Expr);
    impl Parse for Elements {
        fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
            if input.is_empty() {
                return Ok(Self(parse_quote_spanned!(input.span()=> ::cotangent::generated::vector([]))));
            }
            let first: Expr = input.parse()?;
            let span = first.span();
            if input.parse::<Option<Token![;]>>()?.is_some() {
                let count: Expr = input.parse()?;
                return Ok(Self(parse_quote_spanned!(span=> ::cotangent::generated::vector_of(#first, #count))));
            }
            input.parse::<Option<Token![,]>>()?;
            let others = Punctuated::<Expr, Token![,]>::parse_terminated(input)?.into_iter();
            Ok(Self(parse_quote_spanned!(span=> ::cotangent::generated::vector([#first #(, #others)*]))))
        }
    }
    let is_vec = mac.path.segments.last().is_some_and(|last| last.ident == "vec");
    is_vec.then(|| syn::parse2(mac.tokens.clone()).ok()).flatten().map(|Elements(list)| list)
}

struct Body<'r> {
    report: &'r mut Report,
    /// The types and traits that the body declares.
    declared: HashSet<Ident>,
}

impl Body<'_> {
    /// Derived code repeats an item, which must not have an effect outside of the function.
    fn item(&mut self, item: &Item) {
        match item {
            Item::Const(_)
            | Item::Enum(_)
            | Item::Fn(_)
            | Item::Struct(_)
            | Item::Trait(_)
            | Item::Type(_)
            | Item::Use(_) => {}
            // The copy of derived code says the same.
            Item::Static(item) if matches!(item.mutability, syn::StaticMutability::None) && is_plain(&item.ty) => {}
            Item::Impl(block) => {
                let of = block.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
                let ty = match &*block.self_ty {
                    syn::Type::Path(ty) => ty.path.segments.last(),
                    _ => None,
                };
                if !of.into_iter().chain(ty).any(|name| self.declared.contains(&name.ident)) {
                    self.report.refuse(&block.self_ty, "an `impl` block in a differentiable function must be of a type or a trait that the function declares\nhelp: move the `impl` out of the function");
                }
            }
            item => self.report.refuse(
                item,
                "this item is not supported in a differentiable function\nhelp: move it out of the function",
            ),
        }
    }
}

/// Whether a type is spelled as one of numbers, texts and lists of these, which do not change behind a shared reference.
fn is_plain(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Array(array) => is_plain(&array.elem),
        syn::Type::Slice(slice) => is_plain(&slice.elem),
        syn::Type::Reference(reference) => is_plain(&reference.elem),
        syn::Type::Tuple(parts) => parts.elems.iter().all(is_plain),
        syn::Type::Path(path) => path.path.get_ident().is_some_and(|name| signature::is_primitive(&name.to_string())),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Body<'_> {
    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        match stmt {
            Stmt::Item(item) => self.item(item),
            Stmt::Macro(mac) => self.visit_macro(&mac.mac),
            Stmt::Local(local) => self.visit_local(local),
            // A `;` alone.
            Stmt::Expr(Expr::Verbatim(nothing), _) if nothing.is_empty() => {}
            Stmt::Expr(expr, _) => self.visit_expr(expr),
        }
    }

    fn visit_item(&mut self, item: &'ast Item) {
        self.item(item);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        local.attrs.iter().for_each(|attr| self.visit_attribute(attr));
        // A pattern that may not match is one of a branch.
        if local.init.as_ref().is_none_or(|init| init.diverge.is_none()) {
            signature::pattern(&local.pat, self.report);
        }
        match &local.init {
            None => {}
            Some(init) => {
                if let Some((_, otherwise)) = &init.diverge {
                    self.visit_expr(otherwise);
                }
                self.visit_expr(&init.expr);
            }
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        if let Some(list) = made(mac) {
            self.visit_expr(&list);
        } else if is_of_the_user(mac) {
            self.report.refuse(&mac.path, unknown_macro(mac));
        } else if let Some(question) = question(mac.tokens.clone()) {
            self.report.refuse(question, "a `?` in a macro is not supported\nhelp: bind the value with `let` first");
        }
    }

    fn visit_pat(&mut self, pat: &'ast Pat) {
        signature::pattern(pat, self.report);
    }

    // What a `match` or an `if let` compares with is not restricted: most often it is constant.
    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = &arm.guard {
            self.visit_expr(guard);
        }
        self.visit_expr(&arm.body);
    }

    fn visit_attribute(&mut self, attr: &'ast syn::Attribute) {
        if checkpoint::is_checkpoint(attr) {
            self.report.refuse(
                attr,
                "`#[checkpoint]` belongs to a loop, a block, a call or a function\nhelp: write `let y = #[checkpoint] f(x);`, or put the code to recompute into a block",
            );
        }
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        checkpoint::accept(expr, self.report);
        match expr {
            Expr::ForLoop(e) => {
                self.visit_pat(&e.pat);
                self.visit_expr(&e.expr);
                self.visit_block(&e.body);
            }
            Expr::While(e) => {
                self.visit_expr(&e.cond);
                self.visit_block(&e.body);
            }
            Expr::Loop(e) => self.visit_block(&e.body),
            Expr::Block(e) => self.visit_block(&e.block),
            Expr::Call(e) if matches!(peel(&e.func), Expr::Path(path) if path.path.is_ident("self")) => self.report.refuse(
                &e.func,
                "a call of `self` is not in the differentiable language\nhelp: give the closure to a function as a parameter, `f: impl Fn(f64) -> f64`",
            ),
            Expr::Call(e) => {
                self.visit_expr(&e.func);
                e.args.iter().for_each(|argument| self.visit_expr(argument));
            }
            Expr::MethodCall(e) => {
                self.visit_expr(&e.receiver);
                e.args.iter().for_each(|argument| self.visit_expr(argument));
            }
            Expr::Closure(e) => {
                if let Some(token) = &e.asyncness {
                    self.report.refuse(token, ASYNC);
                }
                self.visit_expr(&e.body);
            }
            Expr::Unsafe(e) if leaves(&e.block) => self.report.refuse(e.unsafe_token, UNSAFE),
            // With values that have a derivative `bind` refuses it.
            Expr::Unsafe(e) => self.visit_block(&e.block),
            Expr::Async(e) => self.report.refuse(e.async_token, ASYNC),
            // In a function that is not `async` itself, which has been refused.
            Expr::Await(_) => self.report.leave_to_the_compiler(),
            Expr::Unary(e) if matches!(e.op, UnOp::Not(_)) => visit::visit_expr(self, expr),
            // It may give a constant, which only names tell.
            Expr::Macro(e) if is_of_the_user(&e.mac) && question(e.mac.tokens.clone()).is_none() => {}
            Expr::Macro(e) => self.visit_macro(&e.mac),
            Expr::Let(e) => self.visit_expr(&e.expr),
            Expr::Const(_) => {}
            Expr::Array(_) | Expr::Assign(_) | Expr::Binary(_) | Expr::Break(_) | Expr::Cast(_) | Expr::Continue(_) | Expr::Field(_) | Expr::Group(_)
            | Expr::If(_) | Expr::Index(_) | Expr::Infer(_) | Expr::Lit(_) | Expr::Match(_) | Expr::Paren(_) | Expr::Path(_)
            | Expr::Range(_) | Expr::Reference(_) | Expr::Repeat(_) | Expr::Return(_) | Expr::Struct(_) | Expr::Try(_) | Expr::Tuple(_) | Expr::Unary(_) => visit::visit_expr(self, expr),
            other => self.report.refuse(other, "this expression is not in the differentiable language\nhelp: compute it outside and pass it as a parameter"),
        }
    }
}

/// What is refused of `unsafe` code that is not constant.
pub(crate) const UNSAFE: &str = "`unsafe` code cannot be differentiated\nhelp: wrap it in a safe function";

/// Whether there is an exit in a block.
fn leaves(block: &syn::Block) -> bool {
    struct Look(bool);
    impl<'ast> Visit<'ast> for Look {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            self.0 |= matches!(expr, Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Try(_));
            visit::visit_expr(self, expr);
        }
    }
    let mut look = Look(false);
    look.visit_block(block);
    look.0
}

/// Whether a statement is one of the macros that only look at values.
pub(crate) fn is_check_statement(statement: &TokenStream) -> bool {
    syn::parse2::<Stmt>(statement.clone())
        .is_ok_and(|statement| matches!(statement, Stmt::Macro(statement) if is_check(&statement.mac)))
}
