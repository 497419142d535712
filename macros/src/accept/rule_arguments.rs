//! A rule of the user's: `vjp = function`, `jvp = function` and `forward = function` among the arguments of the attribute.
//!
//! With one of them the body is not looked at. What the functions take and return the compiler checks, see `emit/custom_rule.rs`.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprPath, Ident, Path, Signature, Token};

use super::signature::Parameter;
use crate::report::Report;

/// The functions that stand for the derivative of another.
#[derive(Clone, Default)]
pub(crate) struct Rule {
    /// The cotangents of the arguments.
    pub vjp: Option<Path>,
    /// The tangent of the result.
    pub jvp: Option<Path>,
    /// The value, and what `vjp` reads again.
    pub forward: Option<Path>,
}

impl Rule {
    fn place(&mut self, name: &Ident) -> Option<&mut Option<Path>> {
        match name.to_string().as_str() {
            "vjp" => Some(&mut self.vjp),
            "jvp" => Some(&mut self.jvp),
            "forward" => Some(&mut self.forward),
            _ => None,
        }
    }
}

/// `name = value`, or anything else up to the next comma.
enum Argument {
    Named(Ident, Expr),
    Other(TokenStream),
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Ident) && input.peek2(Token![=]) {
            let name = input.parse()?;
            input.parse::<Token![=]>()?;
            return Ok(Self::Named(name, input.parse()?));
        }
        let mut other = TokenStream::new();
        while !input.is_empty() && !input.peek(Token![,]) {
            other.extend([input.parse::<TokenTree>()?]);
        }
        Ok(Self::Other(other))
    }
}

/// The rule among the arguments of the attribute, if there is one, and the other arguments.
pub(crate) fn wanted(arguments: &TokenStream, report: &mut Report) -> (Option<Rule>, TokenStream) {
    let parse = Punctuated::<Argument, Token![,]>::parse_terminated;
    let Ok(all) = syn::parse::Parser::parse2(parse, arguments.clone()) else { return (None, arguments.clone()) };
    let (mut rule, mut found, mut others) = (Rule::default(), false, Vec::new());
    for argument in all {
        let (name, value) = match argument {
            Argument::Named(name, value) => (name, value),
            Argument::Other(other) => {
                others.push(other);
                continue;
            }
        };
        let Some(place) = rule.place(&name) else {
            others.push(quote!(#name = #value));
            continue;
        };
        found = true;
        if place.is_some() {
            report.refuse(&name, format!("`{name}` is given twice\nhelp: remove one of the two"));
        }
        match value {
            Expr::Path(ExprPath { qself: None, path, .. }) => *place = Some(path),
            other => report.refuse(
                other,
                format!("`{name}` is the name of a function\nhelp: define the function next to this one and write `{name} = its_name`"),
            ),
        }
    }
    if let (Some(forward), None) = (&rule.forward, &rule.vjp) {
        report.refuse(forward, "`forward` needs a `vjp`, and there is none\nhelp: add `vjp = function`");
    }
    if found { (Some(rule), quote!(#(#others),*)) } else { (None, arguments.clone()) }
}

/// What functions with a rule cannot take.
pub(crate) fn accept(sig: &Signature, parameters: &[Parameter], report: &mut Report) {
    let typed = sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(typed) => Some(typed),
        syn::FnArg::Receiver(_) => None,
    });
    for (parameter, typed) in parameters.iter().filter(|parameter| !parameter.receiver).zip(typed) {
        if parameter.lent {
            report.refuse(&typed.ty, "a function with a rule cannot change its argument\nhelp: return the new value");
        }
    }
}
