//! A closure that is passed on, in each half: a closure again, with the code of that half.
//!
//! ```text
//! // forward half
//! let c0 = Passed::new(__simpson.takes_0(&a, &b), captured(&k, Ty::<NoGrad>::new()));
//! let v0 = c0.forward(|t, argument0| { let b0 = c0.inner(); let x = c0.argument_0(argument0); .. b0.is(..); value });
//! // reverse half
//! let v0 = c0.reverse(|t, argument0, bar, captured_bar, argument0_bar| { let (..) = b0.links(); .. });
//! simpson.bwd(t, v0.get(), .., Out::new(&mut v0_bar), ..);
//! give_captured(&k, k_bar.whole(), &v0_bar.0);
//! ```

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::dual::Dual;
use super::forward::{Forward, called};
use super::reference;
use super::reverse::{Cotangent, Reverse};
use super::slots::Slots;
use super::split::claim_of_constant;
use crate::classify::classify;
use crate::differentiate::{MirrorBlock, RuleStep, Target, differentiate};
use crate::ir::{Function, Op, Operand, Param, PassedClosure, Step};
use crate::library::{private, private_at};
use crate::naming::{argument, bar, block_link, captured_bar, count, dot, hygienic, incoming, link, tape, width};
use crate::plan::{Plan, plan};

impl PassedClosure {
    fn plan<'f>(&'f self, facts: &'f crate::classify::Classified) -> Plan<'f> {
        let mirror = differentiate(&self.function, &facts.tangents);
        plan(&self.function, facts, mirror, None)
    }

    /// The parameters that stand for what is captured.
    fn captured(&self) -> impl Iterator<Item = (&Param, &Operand)> {
        self.function.params.iter().zip(&self.captures)
    }

    /// What it takes.
    fn own(&self) -> impl Iterator<Item = (usize, &Param)> {
        self.function.params.iter().skip(self.captures.len()).enumerate()
    }

    fn name(&self, param: &Param) -> &Ident {
        &self.function.var(param.var).name
    }

    fn is_active(&self, param: &Param) -> bool {
        self.function.var(param.var).active
    }

    /// The references to the arguments.
    fn arguments(&self) -> Vec<Ident> {
        self.own().map(|(i, _)| argument(i)).collect()
    }

    /// What gives the arguments the user's names, and takes patterns apart.
    fn named(&self, with_patterns: bool) -> TokenStream {
        let link = link(self.link);
        self.own()
            // The forward half takes patterns apart, and has the places that change.
            .filter(|(_, param)| with_patterns || !param.lent)
            .map(|(i, param)| {
                let (name, given) = (self.name(param), argument(i));
                let ty = (!matches!(param.ty, syn::Type::Infer(_))).then(|| {
                    let ty = param.written();
                    quote!(: #ty)
                });
                let parts =
                    param.pattern.as_ref().filter(|_| with_patterns).map(|pattern| quote!(let #pattern = #name;));
                if param.lent {
                    let take = format_ident!("changed_{i}");
                    return quote!(let #name #ty = #link.#take(#given); #parts);
                }
                let var = self.function.var(param.var);
                if let (true, Some(whole)) = (var.handed_on, &var.reference) {
                    let [take, see] = if with_patterns { ["whole", "seen"] } else { ["again", "seen_again"] };
                    let (take, see) = (format_ident!("{take}_{i}"), format_ident!("{see}_{i}"));
                    return quote!(let #whole = #link.#take(#given); let #name = #link.#see(&#whole););
                }
                let (look, take) = (format_ident!("shared_{i}"), format_ident!("argument_{i}"));
                let whole = var.reference.as_ref().map(|whole| quote!(let #whole = #given;));
                let claim = with_patterns.then(|| claim_of_constant(param)).flatten();
                quote!(#claim let #given = #link.#look(#given); #whole let #name #ty = #link.#take(#given); #parts)
            })
            .collect()
    }

    /// The claims of what the body shows of its arguments.
    fn claims(&self) -> TokenStream {
        let link = link(self.link);
        let known = self.own().filter(|(_, param)| !self.function.var(param.var).handed_on);
        let claims = known.map(|(i, param)| {
            let claim = Ident::new(if param.lent { "changes" } else { "looks" }, Span::call_site());
            let (span, passing) = (self.name(param).span(), format_ident!("passing_{i}"));
            let private = private_at(span);
            // Named, so that what does not fit is reported where the user wrote it.
            quote_spanned!(span=> #private::callables::#claim({ let given = #link.#passing(); given });)
        });
        claims.collect()
    }

    /// The links of the body.
    fn links(&self) -> TokenStream {
        let (name, link) = (block_link(self.function.body.id), link(self.link));
        quote!(let #name = #link.inner();)
    }

    /// The same if there are none.
    fn no_links(&self, plan: &Plan<'_>, of: crate::plan::link_layout::Of) -> Option<TokenStream> {
        let body = self.function.body.id;
        let name = block_link(body);
        plan.links(of).blocks[body].is_empty().then(|| quote!(#name.is(&());))
    }

    /// What the forward half tells of it: its signature, and what it captures.
    fn told(&self) -> TokenStream {
        let (private, link) = (private(), link(self.link));
        let companion = called(&self.callee, self.others.first());
        let (takes, others) = (format_ident!("takes_{}", self.position), self.others.iter().map(reference));
        let none = quote!(#private::Ty::<#private::NoGrad>::new());
        let active: Vec<_> = self.active_captures().map(|(_, operand)| reference(operand)).collect();
        let list = active.iter().rev().fold(none, |rest, value| quote!(#private::callables::captured(#value, #rest)));
        quote!(let #link = #private::callables::Passed::new(#companion.#takes(#(#others),*), #list);)
    }
}

/// The value of a function, for a closure.
fn value(function: &Function, forward: &Forward<'_>) -> Option<TokenStream> {
    forward.inner_value(&function.body)
}

impl Forward<'_> {
    /// What has to stand before a closure, and the closure.
    #[expect(clippy::unused_self, reason = "a step like any other")]
    pub(super) fn closure(&self, closure: &PassedClosure, before: &mut TokenStream) -> TokenStream {
        let facts = classify(&closure.function, false);
        let plan = closure.plan(&facts);
        let (t, link, arguments) = (tape(), link(closure.link), closure.arguments());
        let forward = Forward::new(&plan);
        let none = closure.no_links(&plan, forward.links.of);
        let (items, links, named) = (&closure.function.items, closure.links(), closure.named(true));
        let (steps, value) = (forward.block(&closure.function.body), value(&closure.function, &forward));
        before.extend(closure.told());
        before.extend(closure.claims());
        quote!(#link.forward(|#t, #(#arguments),*| { #items #links #none #named #steps #value }))
    }
}

impl Dual<'_> {
    /// What has to stand before a closure, and the closure.
    pub(super) fn closure(&self, closure: &PassedClosure) -> (TokenStream, TokenStream) {
        let facts = classify(&closure.function, false);
        let plan = closure.plan(&facts);
        let (t, link, count, y_dot) = (tape(), link(closure.link), count(), crate::naming::result_dot());
        let inner = Dual::new(&plan, self.sees);
        let none = closure.no_links(&plan, inner.links().of);
        let (items, links, named) = (&closure.function.items, closure.links(), closure.named(true));
        let given = closure.own().map(|(i, _)| {
            let (value, tangents) = (argument(i), dot(&argument(i)));
            quote!(#value, #tangents)
        });
        let captured = closure.captured().filter(|(param, _)| closure.is_active(param)).map(|(param, operand)| {
            let (private, width, value) = (private(), width(), reference(operand));
            let (name, tangents) = (dot(closure.name(param)), self.tangents(operand));
            quote! {
                let #name = #tangents;
                let #name = #private::callables::captured_tangents(#width, #value, &#name);
            }
        });
        let own = closure.own().map(|(i, param)| {
            let (name, tangents) = (dot(closure.name(param)), dot(&argument(i)));
            if closure.function.var(param.var).handed_on {
                let take = format_ident!("tangents_{i}");
                quote!(let mut #name = #link.#take(#tangents);)
            } else if param.lent {
                quote!(let mut #name = #tangents.places();)
            } else {
                quote!(let #name = #tangents.along();)
            }
        });
        let indices = inner.parameters();
        let steps = inner.block(&closure.function.body);
        let result = inner.result_of_closure(&y_dot);
        let code = quote! {
            #link.dual::<#count, _>(|#t, #y_dot, #(#given),*| {
                #items #links #none #named #(#captured)* #(#own)* #indices #steps #result
            })
        };
        (closure.told(), code)
    }
}

impl Reverse<'_> {
    /// The closures of a block, for what is called with them.
    pub(super) fn closures(&self, mirror: &MirrorBlock<'_>) -> TokenStream {
        mirror
            .block
            .steps
            .iter()
            .filter_map(|step| match step {
                Step::Let { var, op: Op::Closure(closure), .. } => {
                    let name = &self.function.var(*var).unique;
                    let code = self.closure(closure);
                    Some(quote!(let #name = #code;))
                }
                _ => None,
            })
            .collect()
    }

    fn closure(&self, closure: &PassedClosure) -> TokenStream {
        let facts = classify(&closure.function, false);
        let plan = closure.plan(&facts);
        let inner = if self.is_dual() { Reverse::dual(&plan) } else { Reverse::new(&plan) };
        let (private, t, y_bar, all) = (private(), tape(), incoming(), captured_bar());
        let (items, links, named) = (&closure.function.items, closure.links(), closure.named(false));
        let values = closure.captured().map(|(param, operand)| self.captured_value(closure, param, operand));
        let given = closure.own().map(|(i, _)| {
            let (value, tangent) = (argument(i), dot(&argument(i)));
            if self.is_dual() { quote!(#value, #tangent) } else { quote!(#value) }
        });
        let bars = closure.own().map(|(i, _)| bar(&argument(i)));
        let opened = closure.own().map(|(i, param)| {
            let (name, place) = (bar(closure.name(param)), bar(&argument(i)));
            if param.lent {
                quote!(let mut #name = #place;)
            } else if self.is_dual() {
                let (dot, given) = (dot(closure.name(param)), dot(&argument(i)));
                quote!(let mut #name = #place.into_outs(); let #dot = #given;)
            } else {
                quote!(let mut #name = #private::Out::new(#place);)
            }
        });
        let rest = hygienic("rest");
        let places = closure.active_captures().map(|(i, _)| {
            let name = closure.name(&closure.function.params[i]);
            let bar = bar(name);
            if self.is_dual() {
                let d = crate::naming::part();
                quote! {
                    let (#bar, mut #rest) = #rest.apart(|#d| (&mut #d.0, &mut #d.1));
                    let mut #bar = #private::callables::pair_place_of(&*#name, #bar);
                }
            } else {
                quote!(let (#bar, #rest) = #rest; let mut #bar = #private::callables::place_of(&*#name, #bar);)
            }
        });
        let mutable = self.is_dual().then(|| quote!(mut));
        let body = inner.body(&plan.mirror, &y_bar);
        let half = format_ident!("{}", if self.is_dual() { "reverse_dual" } else { "reverse" });
        let link = link(closure.link);
        quote! {
            #link.#half(|#t, #(#given,)* #y_bar, #all, #(#bars),*| {
                #items #links #(#values)* #named #(#opened)*
                let #mutable #rest = #all;
                #(#places)*
                #body
            })
        }
    }

    /// A captured value under its name.
    fn captured_value(&self, closure: &PassedClosure, param: &Param, operand: &Operand) -> TokenStream {
        let private = private();
        let var = closure.function.var(param.var);
        let (name, value) = (&var.name, self.again(operand));
        let whole = var.reference.as_ref().map(|whole| quote!(let #whole = #name;));
        if !var.active && param.reference.is_none() {
            return quote!(let #name = #private::of(#value).own(); #whole);
        }
        let tangent = (self.is_dual() && var.active).then(|| {
            let (dot, tangent) = (dot(name), self.directions(operand));
            quote! {
                let #dot = #tangent;
                let #dot = #private::callables::captured_tangents(#private::Width::<1, ()>::new(), #name, &#dot);
            }
        });
        quote!(let #name = #value; #whole #tangent)
    }

    /// The cotangent of a closure goes to what it captures.
    pub(super) fn give_captured(&self, step: &RuleStep<'_>, closure: &PassedClosure, y_bar: &Cotangent) -> TokenStream {
        let private = private();
        let mut way = TokenStream::new();
        let mut code = TokenStream::new();
        for (i, operand) in closure.active_captures() {
            let of_this = quote!(#way.0);
            way.extend(quote!(.1));
            let target = &step.targets[i];
            if matches!(target, Target::Nowhere) {
                continue;
            }
            let slots = Slots::new(self, std::slice::from_ref(target));
            let (before, slot) = (&slots.before, &slots.each[0]);
            let (value, part) = (self.again(operand), self.part_of(y_bar, &of_this));
            let give = format_ident!("{}", if self.is_dual() { "give_captured_pair" } else { "give_captured" });
            code.extend(quote!(#before #private::callables::#give(#value, #slot, #part);));
        }
        code
    }
}
