//! The stages in order, for a function or a method.

use std::collections::HashMap;

use proc_macro2::{Group, Spacing, TokenStream, TokenTree};
use quote::quote;
use syn::{Item, ItemFn, ItemImpl, ReturnType, Signature, TraitItemFn, Visibility};

use crate::accept::functions::Rewritten;
use crate::accept::rule_arguments::Rule;
use crate::accept::signature::Origin;
use crate::accept::{chaining, lent_results};
use crate::desugar::constructors::with_constructors;
use crate::emit::Unit;
use crate::own_macros::Returned;
use crate::own_macros::local::Moved;
use crate::report::Report;
use crate::syntax::typed_receivers;
use crate::words::{plain, words};
use crate::{
    accept, arrange, bind, classify, configure, conversions_to_self, desugar, differentiate, emit, explain, fast_math,
    groups, impl_block, nested_functions, numbers, own_macros, plan, refused, show, trait_block,
};

/// `#[differentiable]`. What the user wrote always comes out again; an item that does not parse comes out untouched. The compiler has
/// reported it already, unless the parser does not take what a macro has passed on.
pub(crate) fn attribute(arguments: &TokenStream, item: TokenStream) -> TokenStream {
    let item = plain(item);
    if let Some(Moved { macros, arguments, item }) = own_macros::local::moved(arguments, &item) {
        let written = attribute(&arguments, item);
        return quote!(#macros #written);
    }
    let mut report = Report::default();
    let (macros, known) = own_macros::named(arguments);
    let (is_shown, known) = show::wanted("show", &known);
    let (is_fast, known) = show::wanted("fast_math", &known);
    let (rule, known) = accept::rule_arguments::wanted(&known, &mut report);
    let root = accept::signature::arguments(&known, &mut report);
    let written = own_macros::called(&macros, arguments, &item).unwrap_or_else(|| {
        let mut parsed = match groups::parsed(&item) {
            Ok(parsed) => parsed,
            Err(error) if groups::has_some(item.clone()) => {
                let advice =
                    format!("what a macro passes on here cannot be read: {error}\nhelp: write it without the macro");
                let error = syn::Error::new(error.span(), advice).into_compile_error();
                return quote!(#item #error);
            }
            Err(_) => return item,
        };
        groups::parenthesise(&mut parsed);
        typed_receivers::shorten(&mut parsed);
        if is_fast {
            fast_math::rename(&mut parsed);
        }
        expand(arguments, is_shown, rule.as_ref(), &item, parsed, report)
    });
    match root {
        Some(root) => root.respell(written),
        None => written,
    }
}

/// What a macro of the user's gave back, which was called by the attribute.
pub(crate) fn expanded(returned: TokenStream) -> TokenStream {
    match syn::parse2::<Returned>(returned) {
        Ok(Returned { arguments, item }) => attribute(&arguments, item),
        Err(error) => error.into_compile_error(),
    }
}

/// What other items begin with.
const KEYWORDS: [&str; 8] = ["const", "enum", "extern", "mod", "static", "struct", "type", "union"];

fn expand(
    arguments: &TokenStream,
    is_shown: bool,
    rule: Option<&Rule>,
    item: &TokenStream,
    parsed: Item,
    mut report: Report,
) -> TokenStream {
    if words(item.clone()).iter().any(|word| word == "cfg")
        && let Some(versions) = configure::versions(&parsed, &quote!(#[::cotangent::differentiable(#arguments)]))
    {
        return versions;
    }
    let expanded = match parsed {
        Item::Fn(function) => free_function(function, rule, report),
        Item::Impl(block) => {
            if let Some(path) = rule.and_then(|rule| rule.vjp.as_ref().or(rule.jvp.as_ref())) {
                report.refuse(
                    path,
                    "a rule belongs to one method\nhelp: put it on the method, inside of this block: `#[differentiable(vjp = function)]`",
                );
            }
            impl_block::impl_block(block, report)
        }
        Item::Trait(block) => trait_block::trait_block(block, report),
        Item::Macro(item) if item.ident.is_some() => {
            let (item, errors) = (own_macros::that_hands_on(item), report.into_errors());
            quote!(#item #errors)
        }
        _ if without_body(item).is_some() => {
            let semicolon = without_body(item);
            report.refuse(
                semicolon,
                "a function without a body has no derivative\nhelp: put `#[differentiable]` on the trait, or on its `impl` blocks",
            );
            let errors = report.into_errors();
            quote!(#item #errors)
        }
        _ => {
            let keyword = words(item.clone()).into_iter().find(|word| KEYWORDS.iter().any(|keyword| word == keyword));
            report.refuse(
                keyword,
                "`#[differentiable]` applies to functions, traits and `impl` blocks\nhelp: a struct takes `#[derive(Differentiable)]`",
            );
            let errors = report.into_errors();
            quote!(#item #errors)
        }
    };
    if is_shown { show::documented(expanded) } else { expanded }
}

/// The semicolon of a function of a trait.
fn without_body(item: &TokenStream) -> Option<syn::Token![;]> {
    syn::parse2::<TraitItemFn>(item.clone()).ok()?.semi_token
}

fn free_function(mut function: ItemFn, rule: Option<&Rule>, mut report: Report) -> TokenStream {
    let name = &function.sig.ident;
    if accept::signature::is_primitive(&name.to_string()) {
        report.refuse(name, format!("the macro defines a struct with the name of the function, which would hide the type `{name}`\nhelp: give the function another name"));
        let errors = report.into_errors();
        return quote!(#function #errors);
    }
    if let Some(again) = function
        .attrs
        .iter()
        .find(|attr| attr.path().segments.last().is_some_and(|last| last.ident == "differentiable"))
    {
        report.refuse(again, "the function is already `#[differentiable]`\nhelp: remove one of the two");
        function.attrs.retain(|attr| attr.path().segments.last().is_none_or(|last| last.ident != "differentiable"));
    }
    accept::functions::name_types(&mut function.sig);
    let derived = {
        let body = accept::checkpoint_attribute::whole(&function.block, &function.attrs, &mut report);
        stages(&function.vis, &function.sig, &body, rule, None, &mut report)
    };
    function.attrs.retain(|attr| !accept::checkpoint_attribute::is_checkpoint(attr));
    strip(&mut function.sig);
    if is_silenced(&mut function.sig) {
        *function.block = syn::parse_quote!({ loop {} });
        function.attrs.push(syn::parse_quote!(#[allow(unused)]));
    }
    *function.block = accept::checkpoint_attribute::block_without(&function.block);
    let errors = report.into_errors();
    match (derived, errors) {
        (Some(derived), errors) => quote!(#function #derived #errors),
        // A method: the `impl` block that it stands in takes no other items.
        (None, Some(errors)) if function.sig.receiver().is_some() => {
            let refused = refused::method(&function.vis, &function.sig, &errors);
            quote!(#function #refused)
        }
        (None, Some(errors)) => {
            let refused = refused::free_function(&function.vis, &function.sig.ident, &errors);
            quote!(#function #refused)
        }
        (None, None) => quote!(#function),
    }
}

/// The stages; nothing if the signature is refused. A body that is refused counts as one that stops the program: then the calls
/// are there all the same, for those who use them.
pub(crate) fn stages(
    vis: &Visibility,
    sig: &Signature,
    body: &syn::Block,
    rule: Option<&Rule>,
    owner: Option<&ItemImpl>,
    report: &mut Report,
) -> Option<TokenStream> {
    stages_of(vis, sig, body, rule, owner, report, &|unit| {
        if owner.is_some() { emit::method(unit) } else { emit::free_function(unit) }
    })
}

/// The same, with what is written at the end.
pub(crate) fn stages_of(
    vis: &Visibility,
    sig: &Signature,
    body: &syn::Block,
    rule: Option<&Rule>,
    owner: Option<&ItemImpl>,
    report: &mut Report,
    write: &dyn Fn(&Unit<'_>) -> TokenStream,
) -> Option<TokenStream> {
    let as_written = &accept::checkpoint_attribute::block_without(body);
    let mut sig = without_defaults(sig);
    accept::texts::mark(&mut sig);
    let (lent, chains) = without_references(&mut sig, body, rule, owner);
    let mut own = Report::default();
    let Rewritten { sig, named, mut functions } = if rule.is_none() {
        accept::functions::rewritten(&sig, &mut own)
    } else {
        Rewritten { named: sig.clone(), sig, functions: HashMap::new() }
    };
    accept::signature::no_number_without_bound(&sig, body, &mut own);
    let (named, ..) = numbers::bounded(&named, body, owner);
    let (sig, body, owner) = &numbers::bounded(&sig, body, owner);
    let owner = owner.as_ref();
    if !own.is_empty() {
        report.merge(own);
        return None;
    }
    let mut parameters = accept::signature::accept(sig, owner.is_some(), &mut own);
    for (i, parameter) in parameters.iter_mut().enumerate() {
        if let Some(function) = functions.remove(&i) {
            parameter.origin = Origin::Function(function);
        }
        parameter.own = parameter.receiver && owner.is_some_and(|owner| owner.trait_.is_none());
    }
    let has_calls = own.is_empty() && !accept::signature::has_functions(&parameters);
    // What stands for a body that is not looked at.
    let never = || syn::parse_quote!({ ::core::panic!("this function does not compile") });
    let body = &if rule.is_some() {
        accept::rule_arguments::accept(sig, &parameters, &mut own);
        never()
    } else {
        accept::body::accept(body, &mut own);
        accept::items::accept(&parameters, body, &mut own);
        if accept::missing_value::is_missing(body, &sig.output) {
            own.leave_to_the_compiler();
        }
        if chains { chaining::marked(body) } else { body.clone() }
    };
    let renamed = owner.and_then(|owner| of_owner(body, owner));
    let body = &configure::decided(renamed.as_ref().unwrap_or(body));
    let derive = |written: &syn::Block, rule: Option<&Rule>, own: &mut Report| {
        let body = &lent.as_ref().map_or_else(|| written.clone(), |lent| lent_results::copied(lent, written));
        let generics = owner.map(|owner| &owner.generics).into_iter().chain([&sig.generics]);
        let mut names = generics.clone().flat_map(syn::Generics::type_params).map(|param| &param.ident);
        let has_own_numbers = names.any(|name| name == "f32" || name == "f64");
        let numbers = generics.flat_map(numbers::of).cloned().collect();
        let desugared = desugar::desugar(&parameters, &sig.output, numbers, body, own);
        let mut function = bind::bind(&parameters, &sig.output, &desugared, own);
        let nested = nested_functions::called(body, &function);
        if !nested.is_empty() && own.is_empty() {
            let body = nested_functions::annotated(body, &nested);
            let desugared = desugar::desugar(&parameters, &sig.output, desugared.numbers, &body, own);
            function = bind::bind(&parameters, &sig.output, &desugared, own);
        }
        let generics = owner.map(|owner| &owner.generics).into_iter().chain([&sig.generics]);
        function.vectors = generics.flat_map(numbers::vectors).cloned().collect();
        arrange::arrange(&mut function);
        own.is_empty().then(|| {
            let classified = classify::classify_whole(&mut function, rule.is_none() && !has_own_numbers);
            let mirror = differentiate::differentiate(&function, &classified.tangents);
            let mut plan = plan::plan(&function, &classified, mirror, rule);
            // Each implementation may read other parameters.
            if owner.is_some_and(accept::owners::has_halves_in_the_trait) {
                plan.unread.clear();
            }
            if rule.is_none() {
                explain::on_request(&sig.ident, &plan);
            }
            let written = &lent.as_ref().map_or_else(|| written.clone(), |lent| lent_results::looked_at(lent, written));
            let body = &with_constructors(&accept::checkpoint_attribute::block_without(written));
            let unit = Unit::new(vis, sig, &named, body, rule, owner, &plan);
            write(&Unit { as_written, lent: lent.as_ref(), chains, ..unit })
        })
    };
    let derived = if own.is_empty() { derive(body, rule, &mut own) } else { None };
    report.merge(own);
    match derived {
        None if has_calls => derive(&never(), None, &mut Report::default()),
        derived => derived,
    }
}

/// The body of a method with names for what `self` stands for.
fn of_owner(body: &syn::Block, owner: &ItemImpl) -> Option<syn::Block> {
    let mut renamed = syn::parse2(rename_self(quote!(#body))).ok()?;
    conversions_to_self::named(&mut renamed, &owner.self_ty);
    Some(renamed)
}

/// Writes what derived code gives for a reference: what is lent, and whether the receiver is given back.
fn without_references(
    sig: &mut Signature,
    body: &syn::Block,
    rule: Option<&Rule>,
    owner: Option<&ItemImpl>,
) -> (Option<syn::Type>, bool) {
    let lent = lent_results::lent(sig).filter(|_| rule.is_none()).cloned();
    let chains = rule.is_none() && chaining::gives_receiver(sig, body, owner);
    let mark = chains.then(chaining::type_of_mark);
    if let Some(given) = lent.as_ref().map(lent_results::type_of_copy).or(mark) {
        sig.output = ReturnType::Type(<syn::Token![->]>::default(), Box::new(given));
    }
    (lent, chains)
}

/// The same without defaults of type parameters, which the compiler reports where the user wrote them.
fn without_defaults(sig: &Signature) -> Signature {
    let mut sig = sig.clone();
    sig.generics.type_params_mut().for_each(|param| {
        param.eq_token = None;
        param.default = None;
    });
    sig
}

/// Writes `__self` for `self`: the derived code of a method is no method. In the path `self::constants::G` it is a module.
pub(crate) fn rename_self(tokens: TokenStream) -> TokenStream {
    let mut renamed = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        renamed.extend([match token {
            TokenTree::Ident(name) if name == "self" && !tokens.peek().is_some_and(is_half_of_two_colons) => {
                let mut this = accept::signature::this();
                this.set_span(name.span());
                TokenTree::Ident(this)
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), rename_self(group.stream()));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            other => other,
        }]);
    }
    renamed
}

fn is_half_of_two_colons(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(sign) if sign.as_char() == ':' && sign.spacing() == Spacing::Joint)
}

/// Removes the attributes that only the macro understands.
pub(crate) fn strip(sig: &mut Signature) {
    for input in &mut sig.inputs {
        let attrs = match input {
            syn::FnArg::Receiver(receiver) => &mut receiver.attrs,
            syn::FnArg::Typed(typed) => &mut typed.attrs,
        };
        attrs.retain(|attr| !attr.path().is_ident("constant"));
    }
}

/// Whether the signature is refused for something that the compiler would report in the body again; then the body goes, and so do
/// patterns that may not match.
pub(crate) fn is_silenced(sig: &mut Signature) -> bool {
    let mut silenced = false;
    for input in &mut sig.inputs {
        if let syn::FnArg::Typed(typed) = input
            && accept::signature::may_fail(&typed.pat).is_some()
        {
            *typed.pat = syn::parse_quote!(_);
            silenced = true;
        }
    }
    silenced
}

/// `derivatives_of! { name: Rule; other<const N: usize>: Other<N>; fn new: New; .. }` in a trait, `pub name: Rule;` in an `impl` block.
pub(crate) fn derivatives_of(rows: TokenStream) -> TokenStream {
    struct Rows(Vec<(syn::Visibility, Option<syn::Token![fn]>, syn::Ident, syn::Generics, syn::Type)>);
    impl syn::parse::Parse for Rows {
        fn parse(input: syn::parse::ParseStream<'_>) -> syn::Result<Self> {
            let mut rows = Vec::new();
            while !input.is_empty() {
                let (visibility, function) = (input.parse()?, input.parse()?);
                let (name, generics) = (input.parse()?, input.parse()?);
                input.parse::<syn::Token![:]>()?;
                rows.push((visibility, function, name, generics, input.parse()?));
                input.parse::<syn::Token![;]>()?;
            }
            Ok(Self(rows))
        }
    }
    let rows = match syn::parse2::<Rows>(rows) {
        Ok(Rows(rows)) => rows,
        Err(error) => return error.to_compile_error(),
    };
    let methods = rows.iter().map(|(visibility, function, name, generics, rule)| {
        let (method, this) = match function {
            Some(_) => (quote::format_ident!("derivative_of_function_{name}"), None),
            None => (quote::format_ident!("derivative_of_{name}"), Some(quote!(&self))),
        };
        let doc = format!("The rule of [`{name}`](Self::{name}).");
        quote! {
            #[doc(hidden)]
            #[doc = #doc]
            #[inline(always)]
            #[must_use]
            #visibility fn #method #generics (#this) -> #rule {
                <#rule as ::cotangent::generated::Derivative>::THIS
            }
        }
    });
    quote!(#(#methods)*)
}
