//! `map` of an `Option` or a `Result`, where its place shows that it is one: `map` of an array has the same form.
//!
//! ```text
//! // in                                    // out
//! fn f(x: f64) -> Option<f64> {            fn f(x: f64) -> Option<f64> {
//!     let y = g(x).map(|y| y * x)?;            let y = { let y = g(x)?; y * x };
//!     h(x).map(|z| y * z)                      h(x).and_then(|z| Some(y * z))
//! }                                        }
//! ```

use std::collections::HashMap;

use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprMethodCall, Ident, Pat, ReturnType, Type, parse_quote, parse_quote_spanned};

use super::exits::has_exit;
use super::iterators::selections::is_selection;
use super::matched_references::lent_by_method;
use super::optional_elements;
use crate::accept::signature::Parameter;
use crate::syntax::patterns::names_in;
use crate::syntax::{after_let, apart_from_blocks, callee, each_value, each_value_of_block, peel};

/// Rewrites it in the body of a function with that result.
pub(super) fn write_out(parameters: &[Parameter], body: &mut Block, output: &ReturnType) {
    let result = match output {
        ReturnType::Type(_, ty) => Kind::of(ty),
        ReturnType::Default => None,
    };
    if let Some(kind) = result {
        each_value_of_block(body, &mut |value| kind.value(value));
    }
    let mut used = Used { result, names: HashMap::new(), declared: HashMap::new() };
    parameters.iter().for_each(|parameter| used.visit_pat(&parameter.pat));
    used.visit_block(body);
    Places { result, declared: HashMap::new(), used: used.alone() }.visit_block_mut(body);
}

/// Whether a type is spelled as a `Result`.
pub(super) fn is_result(ty: &Type) -> bool {
    matches!(Kind::of(ty), Some(Kind::Result))
}

/// Whether a function says that it gives one.
pub(super) fn gives_result(output: &ReturnType) -> bool {
    matches!(output, ReturnType::Type(_, ty) if is_result(ty))
}

/// Whether some value of an expression is `Ok(..)` or `Err(..)`.
pub(super) fn gives_ok_or_err(expr: &Expr) -> bool {
    matches!(Kind::given(expr), Some(Kind::Result))
}

/// The methods that give an outcome of the kind that they are called of.
const KEEPS: [&str; 6] = ["map", "and_then", "filter", "or", "or_else", "clone"];

/// What an outcome is.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Option,
    Result,
}

impl Kind {
    fn named(name: &Ident) -> Option<Self> {
        match name.to_string().as_str() {
            "Option" | "Some" | "None" => Some(Self::Option),
            "Result" | "Ok" | "Err" => Some(Self::Result),
            _ => None,
        }
    }

    /// By the spelling of its type.
    pub(super) fn of(ty: &Type) -> Option<Self> {
        let Type::Path(path) = ty else { return None };
        let last = path.path.segments.last().filter(|last| !last.arguments.is_none())?;
        Self::named(&last.ident)
    }

    /// What makes one of a value.
    pub(super) fn found(self) -> Expr {
        match self {
            Self::Option => parse_quote!(::core::option::Option::Some),
            Self::Result => parse_quote!(::core::result::Result::Ok),
        }
    }

    /// By a pattern that it is compared with.
    fn matched(pat: &Pat) -> Option<Self> {
        match pat {
            Pat::TupleStruct(variant) => Self::named(&variant.path.segments.last()?.ident),
            Pat::Ident(name) => Self::named(&name.ident),
            Pat::Path(variant) => Self::named(&variant.path.segments.last()?.ident),
            _ => None,
        }
    }

    /// By a value that has the name of a variant, as that of some branch.
    fn given(value: &Expr) -> Option<Self> {
        let variant = match peel(value) {
            Expr::Call(call) => peel(&call.func),
            Expr::Block(_) | Expr::If(_) | Expr::Match(_) => {
                let (mut value, mut found) = (value.clone(), None);
                each_value(&mut value, &mut |value| found = found.or_else(|| Self::given(value)));
                return found;
            }
            value => value,
        };
        match variant {
            Expr::Path(path) => Self::named(&path.path.segments.last()?.ident),
            _ => None,
        }
    }

    /// An expression that gives such an outcome.
    fn value(self, expr: &mut Expr) {
        each_value(expr, &mut |value| {
            if let Expr::MethodCall(call) = value {
                self.method(call);
            }
        });
    }

    /// A call of a method that gives such an outcome.
    fn method(self, call: &mut ExprMethodCall) {
        // The closure need not show what it gives.
        if let (Self::Result, "try_fold", None) = (self, call.method.to_string().as_str(), &call.turbofish) {
            call.turbofish = Some(parse_quote_spanned!(call.method.span()=> ::<_, _, ::core::result::Result<_, _>>));
        }
        let of = match (call.method.to_string().as_str(), self) {
            ("map" | "and_then" | "filter" | "or" | "or_else" | "map_err", _) => self,
            ("ok_or" | "ok_or_else", Self::Result) => Self::Option,
            ("ok", Self::Option) => Self::Result,
            _ => return,
        };
        of.value(&mut call.receiver);
        if (call.method == "and_then" || call.method == "or_else")
            && let Some(Expr::Closure(with)) = call.args.first_mut()
        {
            self.value(&mut with.body);
        }
        if is_map(call) {
            let found = self.found();
            let span = call.method.span();
            let with: Expr = match &mut call.args[0] {
                Expr::Closure(with) => {
                    let (input, value) = (&with.inputs, &with.body);
                    parse_quote_spanned!(span=> |#input| #found(#value))
                }
                function => {
                    let function = callee(function);
                    parse_quote_spanned!(span=> |__value| #found(#function(__value)))
                }
            };
            call.method = Ident::new("and_then", span);
            call.args[0] = with;
        }
    }
}

/// Whether a call is one of `map` that nothing else knows: elements of lists and of iterators do.
fn is_map(call: &ExprMethodCall) -> bool {
    let [with] = call.args.iter().collect::<Vec<_>>()[..] else { return false };
    let is_known = is_selection(&call.receiver) || optional_elements::list_of(&call.receiver).is_some();
    let is_function = match peel(with) {
        Expr::Closure(with) => with.inputs.len() == 1 && !has_exit(&with.body),
        with => matches!(with, Expr::Path(_)),
    };
    call.method == "map" && is_function && !is_known
}

/// What variables are by how they are used, which only an `Option` and a `Result` are.
struct Used {
    /// What the function returns.
    result: Option<Kind>,
    names: HashMap<Ident, Kind>,
    /// How often names are declared.
    declared: HashMap<Ident, usize>,
}

impl Used {
    /// Those whose names mean one variable.
    fn alone(self) -> HashMap<Ident, Kind> {
        let is_one = |name: &Ident| self.declared.get(name) == Some(&1);
        self.names.into_iter().filter(|(name, _)| is_one(name)).collect()
    }

    /// A part that may give the content of a variable its name, `if let Some(y) = y { .. }`: nothing there has the form in question.
    fn opened(&mut self, of: &Expr, pat: &Pat, part: &Expr) {
        if let (Expr::Path(of), Pat::TupleStruct(variant)) = (peel(of), pat)
            && let (Some(name), Some(Pat::Ident(content))) = (of.path.get_ident(), variant.elems.first())
            && *name == content.ident
            && !maps(name, part)
            && let Some(count) = self.declared.get_mut(name)
        {
            *count -= 1;
        }
    }

    fn is(&mut self, expr: &Expr, kind: Option<Kind>) {
        let expr = if let Expr::Reference(reference) = peel(expr) { &reference.expr } else { expr };
        if let (Expr::Path(path), Some(kind)) = (peel(expr), kind) {
            self.names.extend(path.path.get_ident().map(|name| (name.clone(), kind)));
        }
    }
}

impl<'ast> Visit<'ast> for Used {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let kind = match call.method.to_string().as_str() {
            "is_ok" | "is_err" | "is_ok_and" | "ok" | "unwrap_err" => Some(Kind::Result),
            "is_some" | "is_none" | "is_some_and" | "is_none_or" | "ok_or" | "ok_or_else" | "unwrap" | "unwrap_or"
            | "unwrap_or_else" | "unwrap_or_default" | "map_or" | "map_or_else" => Some(Kind::Option),
            _ => None,
        };
        self.is(&call.receiver, kind);
        visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_try(&mut self, tried: &'ast syn::ExprTry) {
        self.is(&tried.expr, self.result);
        visit::visit_expr_try(self, tried);
    }

    fn visit_expr_let(&mut self, found: &'ast syn::ExprLet) {
        self.is(&found.expr, Kind::matched(&found.pat));
        visit::visit_expr_let(self, found);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            self.is(&init.expr, Kind::matched(&local.pat));
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_match(&mut self, branches: &'ast syn::ExprMatch) {
        self.is(&branches.expr, branches.arms.iter().find_map(|arm| Kind::matched(&arm.pat)));
        visit::visit_expr_match(self, branches);
        branches.arms.iter().for_each(|arm| self.opened(&branches.expr, &arm.pat, &arm.body));
    }

    fn visit_expr_if(&mut self, branch: &'ast syn::ExprIf) {
        visit::visit_expr_if(self, branch);
        if let Expr::Let(found) = peel(&branch.cond) {
            let block =
                Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: branch.then_branch.clone() });
            self.opened(&found.expr, &found.pat, &block);
        }
    }

    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        *self.declared.entry(name.ident.clone()).or_default() += 1;
        visit::visit_pat_ident(self, name);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// The closure of a method of iterators that wants an `Option` of it. What has a name may be a reference to one.
fn optional_closure(call: &mut ExprMethodCall) -> Option<&mut syn::ExprClosure> {
    fn begins_with_a_call(value: &Expr) -> bool {
        match peel(value) {
            Expr::MethodCall(call) if KEEPS.iter().any(|name| call.method == name) => {
                begins_with_a_call(&call.receiver)
            }
            value => matches!(value, Expr::Call(_)),
        }
    }
    let wants = ["filter_map", "find_map", "map_while", "scan"].iter().any(|method| call.method == method);
    match call.args.last_mut() {
        Some(Expr::Closure(with)) if wants && begins_with_a_call(&with.body) => Some(with),
        _ => None,
    }
}

/// Whether `name.map(..)` stands in an expression.
fn maps(name: &Ident, part: &Expr) -> bool {
    struct Maps<'n>(&'n Ident, bool);
    impl<'ast> Visit<'ast> for Maps<'_> {
        fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
            self.1 |=
                call.method == "map" && matches!(peel(&call.receiver), Expr::Path(of) if of.path.is_ident(self.0));
            visit::visit_expr_method_call(self, call);
        }
    }
    let mut found = Maps(name, false);
    found.visit_expr(part);
    found.1
}

/// Looks for the places.
struct Places {
    /// What the function returns.
    result: Option<Kind>,
    /// The variables whose declarations show what they are: `let mut best = None;`
    declared: HashMap<Ident, Option<Kind>>,
    /// What variables are by how they are used.
    used: HashMap<Ident, Kind>,
}

impl Places {
    /// What a variable is.
    fn kind_of(&self, expr: &Expr) -> Option<Kind> {
        let Expr::Path(name) = peel(expr) else { return None };
        let name = name.path.get_ident()?;
        self.declared.get(name).copied().flatten().or_else(|| self.used.get(name).copied())
    }

    /// What a value shows to be, by its variant or as what a method makes of a variable.
    fn shown(&self, value: &Expr) -> Option<Kind> {
        match peel(value) {
            Expr::MethodCall(call) if KEEPS.iter().any(|name| call.method == name) => self.shown(&call.receiver),
            Expr::Path(_) => self.kind_of(value).or_else(|| Kind::given(value)),
            value => Kind::given(value),
        }
    }
}

impl VisitMut for Places {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Return(exit) => {
                if let (Some(kind), Some(value)) = (self.result, &mut exit.expr) {
                    kind.value(value);
                }
            }
            Expr::Let(found) => {
                if let Some(kind) = Kind::matched(&found.pat) {
                    kind.value(&mut found.expr);
                }
            }
            Expr::Match(branches) => {
                if let Some(kind) = branches.arms.iter().find_map(|arm| Kind::matched(&arm.pat)) {
                    kind.value(&mut branches.expr);
                }
            }
            Expr::Assign(assign) => {
                if let Some(kind) = self.kind_of(&assign.left) {
                    kind.value(&mut assign.right);
                }
            }
            Expr::MethodCall(call) => {
                if let Some(kind) = self.shown(&call.receiver) {
                    kind.method(call);
                }
                if let Some(with) = optional_closure(call) {
                    Kind::Option.value(&mut with.body);
                }
            }
            Expr::Try(tried) => {
                if let Some(value) = tried_map(&tried.expr) {
                    *expr = value;
                } else if let (Some(kind), Expr::MethodCall(call)) = (self.result, &mut *tried.expr)
                    && call.method == "try_fold"
                {
                    kind.method(call);
                }
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        let kind = match &local.pat {
            Pat::Type(typed) => Kind::of(&typed.ty),
            pat => Kind::matched(pat),
        };
        let kind = kind.or_else(|| match &local.pat {
            Pat::Ident(name) => self.used.get(&name.ident).copied(),
            _ => None,
        });
        if let (Some(kind), Some(init)) = (kind, &mut local.init) {
            kind.value(&mut init.expr);
        }
        visit_mut::visit_local_mut(self, local);
        let pat = if let Pat::Type(typed) = &local.pat { &typed.pat } else { &local.pat };
        let kind = kind.or_else(|| self.shown(&local.init.as_ref()?.expr)).filter(|_| matches!(pat, Pat::Ident(_)));
        self.declared.extend(names_in(pat).into_iter().map(|name| (name.ident.clone(), kind)));
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let outside = self.declared.clone();
        visit_mut::visit_block_mut(self, block);
        self.declared = outside;
    }

    /// `return` in a closure is one of the closure.
    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        Self { result: None, declared: self.declared.clone(), used: self.used.clone() }
            .visit_expr_mut(&mut closure.body);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
}

/// `{ let y = f(x)?; value }` for `f(x).map(|y| value)?`
fn tried_map(tried: &Expr) -> Option<Expr> {
    let Expr::MethodCall(call) = peel(tried) else { return None };
    if !is_map(call) {
        return None;
    }
    let (receiver, span) = (&call.receiver, call.method.span());
    let none = quote::quote!(::core::option::Option::None);
    Some(match &call.args[0] {
        // Only an `Option` fails without saying why.
        Expr::Closure(with) if let Some(lent) = lent_by_method(receiver) => {
            let (input, value) = (with.inputs.first()?, apart_from_blocks(&with.body));
            let pat = if let Pat::Type(typed) = input { &typed.pat } else { input };
            parse_quote_spanned!(span=> {
                let ::core::option::Option::Some(#pat) = #lent else { return #none };
                #value
            })
        }
        Expr::Closure(with) => {
            let (input, value) = (with.inputs.first()?, apart_from_blocks(&with.body));
            let input = match input {
                Pat::Type(typed) => {
                    let (pat, ty) = (after_let(&typed.pat), &typed.ty);
                    quote::quote!(#pat: #ty)
                }
                pat => after_let(pat),
            };
            parse_quote_spanned!(span=> { let #input = #receiver?; #value })
        }
        function => {
            let function = callee(function);
            parse_quote_spanned!(span=> #function(#receiver?))
        }
    })
}
