//! Macros that are given values with a derivative.
//!
//! Those of `core` and `std` are called by their full path, so nobody else's is. Those that compare approximately get values that they
//! cannot change. Of any other the definition is not known: it gets values that can be formatted and nothing else.

use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Expr, Ident, Macro, Token, parse_quote_spanned};

use super::Observed;
use crate::accept::body::{Family, family, shown_names, unknown_macro};
use crate::syntax::expression;
use crate::words::words;

/// `::core::stringify!(..)`: the text of its argument.
fn takes_text(mac: &Macro) -> bool {
    mac.path.leading_colon.is_some() && mac.path.segments.last().is_some_and(|last| last.ident == "stringify")
}

impl Observed<'_, '_> {
    /// A macro, wherever it stands.
    pub(super) fn look_at(&mut self, mac: &mut Macro) {
        if takes_text(mac) || !self.is_given_to(mac) {
            return;
        }
        if self.look_inside(mac).is_none() {
            self.binder.report.refuse(
                &mac.path,
                "cannot see what this macro does with values that have a derivative\nhelp: compute its arguments first, inside `stop_gradient(..)`",
            );
        }
    }

    /// A macro that gives a constant. It must change no variable, and leave neither a loop nor the function.
    pub(super) fn macro_of_the_user(&mut self, expr: &mut Expr) {
        let Expr::Macro(e) = expr else { return };
        let mac = &e.mac;
        if takes_text(mac) {
            return;
        }
        let names = words(mac.tokens.clone()).into_iter().chain(shown_names(mac));
        let may_change = |name: Ident| self.binder.is_changed(&expression(name));
        if self.is_given_to(mac) || names.into_iter().any(may_change) {
            self.binder.report.refuse(&mac.path, unknown_macro(mac));
            return;
        }
        *expr = parse_quote_spanned!(mac.path.span()=>
            ::cotangent::generated::isolated(|| ::cotangent::generated::isolate(#mac))
        );
    }

    /// Whether a macro is given a value with a derivative.
    pub(super) fn is_given_to(&self, mac: &Macro) -> bool {
        self.binder.mentions_active(&Expr::Macro(syn::ExprMacro { attrs: Vec::new(), mac: mac.clone() }))
    }

    /// A macro that is given values with a derivative; nothing if its tokens are no list of expressions.
    fn look_inside(&mut self, mac: &mut Macro) -> Option<()> {
        let captured: Vec<Ident> = shown_names(mac)
            .into_iter()
            .filter(|name| self.binder.meaning(name).is_some_and(|meaning| self.binder.vars[meaning.var.0].active))
            .collect();
        let arguments = Punctuated::<Expr, Token![,]>::parse_terminated;
        let mut arguments = arguments.parse2(mac.tokens.clone()).ok()?;
        let family = family(mac)?;
        for argument in &mut arguments {
            // `name = value` of a format. Another macro could take it for an assignment.
            let (is_variable, value) = match argument {
                Expr::Assign(named) if matches!(*named.left, Expr::Path(_)) => {
                    (self.binder.lookup(&named.left).is_some(), &mut *named.right)
                }
                value => (false, value),
            };
            if matches!(family, Family::Compares) && is_variable {
                return None;
            }
            let is_given = is_variable || self.binder.mentions_active(value);
            let names_a_variable =
                words(value.to_token_stream()).iter().any(|name| self.binder.meaning(name).is_some());
            self.proved_if(true, |inner| inner.visit_expr_mut(value));
            let span = value.span();
            match family {
                Family::Shows | Family::Fails if is_given => {
                    *value = parse_quote_spanned!(span=> ::cotangent::generated::shown(&(#value)));
                }
                Family::Compares if names_a_variable => {
                    *value = parse_quote_spanned!(span=> *::cotangent::generated::compared(&(#value)));
                }
                _ => {}
            }
        }
        match family {
            Family::Shows | Family::Fails => {
                let is_given = |name: &Ident| {
                    let mut left = arguments.iter().filter_map(|argument| match argument {
                        Expr::Assign(named) => Some(&*named.left),
                        _ => None,
                    });
                    left.any(|left| matches!(left, Expr::Path(path) if path.path.is_ident(name)))
                };
                let captured: Vec<Ident> = captured.into_iter().filter(|name| !is_given(name)).collect();
                for name in captured {
                    arguments.push(parse_quote_spanned!(name.span()=> #name = ::cotangent::generated::shown(&#name)));
                }
            }
            Family::Compares => {}
            Family::Core | Family::Std => {
                let (name, span) = (mac.path.segments.last()?.ident.clone(), mac.path.span());
                let of = if matches!(family, Family::Core) { quote!(::core) } else { quote!(::std) };
                mac.path = syn::parse2(quote_spanned!(span=> #of::#name)).ok()?;
            }
        }
        mac.tokens = arguments.to_token_stream();
        Some(())
    }
}

/// Whether several crates have a macro of this name.
pub(super) fn is_of_anybody(mac: &Macro) -> bool {
    matches!(family(mac), Some(Family::Shows | Family::Compares))
}

/// Such a macro, where it leaves neither a loop nor the function.
pub(super) fn called(mac: &Macro) -> Expr {
    parse_quote_spanned!(mac.path.span()=> (|| #mac)())
}
