//! A program as text, and the modules made of it.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, BinOp, Expr, Fields, File, FnArg, Item, ItemEnum, ItemFn, ItemStruct, Lit, Token, Type, parse_quote,
};

/// The text of a syntax tree.
pub fn text(file: &File) -> String {
    prettyplease::unparse(file)
}

/// What the module of a program has beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The twin, but no derivatives: whether the program is one.
    Plain,
    /// The gradient, the twin, and the case for a judge of values and gradients.
    Quick,
    /// Derivatives, the twin, and the case for the judge.
    Judged {
        /// Whether second derivatives are judged too.
        second: bool,
    },
    /// First derivatives and a case, but no twin.
    Again,
}

/// The module of a program in a generated crate, with the twin of the program that it must be like: itself, or what it was
/// before it was rewritten.
pub fn module(name: &str, program: &File, like: &File, form: Form) -> String {
    let (derivatives, twinned) = (form != Form::Plain, form != Form::Again);
    let mut program = program.clone();
    let main = program.items.iter().find_map(|item| match item {
        Item::Fn(f) if f.sig.ident == "f" => Some(f.clone()),
        _ => None,
    });
    let mut twin = like.clone();
    Twin.visit_file_mut(&mut twin);
    if !derivatives {
        Plain.visit_file_mut(&mut program);
    }
    let case = main.filter(|_| derivatives).map(|main| case(name, &main, &program, form));
    let flats = program.items.iter().filter_map(|item| match item {
        Item::Struct(item) if derivatives => Some(flat(item, twinned)),
        Item::Enum(item) if derivatives => Some(flat_variants(item, twinned)),
        _ => None,
    });
    let twin = if twinned {
        format!("pub mod twin {{\nuse cotangent_random_programs::dual::*;\n{}\n}}\n", text(&twin))
    } else {
        String::new()
    };
    format!(
        "pub mod real {{\nuse cotangent::prelude::*;\nuse cotangent_random_programs::planted::{{Planted as _, PlantedForward as _, PlantedSecond as _}};\n{}\n}}\n\
         {twin}{}\n{}",
        text(&program),
        quote!(#(#flats)*),
        case.unwrap_or_default(),
    )
}

/// The case of a program.
#[expect(clippy::too_many_lines, reason = "one template")]
fn case(name: &str, main: &ItemFn, program: &File, form: Form) -> TokenStream {
    let (mut takes, mut twin_takes, mut arguments) = (Vec::new(), Vec::new(), Vec::new());
    let mut all = Vec::new();
    let (mut bars, mut starts, mut active) = (Vec::new(), Vec::new(), Vec::new());
    for (i, input) in main.sig.inputs.iter().enumerate() {
        let FnArg::Typed(input) = input else { continue };
        let constant =
            input.attrs.iter().any(|attr| attr.path().is_ident("constant")) || !mentions_numbers(&input.ty, program);
        let (ty, borrow) = match &*input.ty {
            Type::Reference(reference) => (&*reference.elem, quote!(&)),
            ty => (ty, TokenStream::new()),
        };
        let mut twin_ty = ty.clone();
        Twin.visit_type_mut(&mut twin_ty);
        let (argument, bar) = (format_ident!("a{i}"), format_ident!("b{i}"));
        let take = if constant { quote!(constant) } else { quote!(active) };
        takes.push(quote!(let #argument: #ty = s.#take::<_, f64>();));
        twin_takes.push(quote!(let #argument: #twin_ty = s.#take::<_, Dual>();));
        arguments.push(quote!(#borrow #argument));
        all.push(argument.clone());
        if !constant {
            starts.push(quote!(let mut #bar: <#ty as cotangent::differentiable::Differentiable>::Tangent = from_list(&mut start);));
            bars.push(bar);
            active.push(argument);
        }
    }
    let exact = !has_branches(program);
    let tangents = if let [one] = &bars[..] { quote!(#one) } else { quote!((#(#bars),*)) };
    let twin = if form == Form::Again {
        quote!(None)
    } else {
        quote!({
            use twin::*;
            Some(|s: &mut Source| { #(#twin_takes)* Flat::<Dual>::flat(&f(#(#arguments),*)) })
        })
    };
    let names = Names { all: &all, active: &active, bars: &bars, tangents: &tangents };
    let second = if form == (Form::Judged { second: true }) {
        let halves = second(&takes, &starts, &names, exact);
        quote!({
            use real::*;
            Some(#halves)
        })
    } else {
        quote!(None)
    };
    let (words, known, forward) = if form == Form::Quick {
        (quote!(None), quote!(None), quote!(None))
    } else {
        let words = quote!({
            use real::*;
            Some(|s: &mut Source| { #(#takes)* f::at(#(#arguments),*).tape_words() })
        });
        let known = quote!({
            let words = real::f::words_if_known(0, cotangent::generated::Sweeps::Whole).words();
            if words >= cotangent::generated::UNBOUNDED { None } else { Some(words) }
        });
        (words, known, forward(&takes, &starts, &arguments, &names))
    };
    quote! {
        pub const CASE: cotangent_random_programs::check::Case = {
            use cotangent_random_programs::{check::Case, dual::Dual, flat::{Flat, Source, from_list, is_there}};
            Case {
                name: #name,
                twin: #twin,
                primal: {
                    use real::*;
                    |s: &mut Source| { #(#takes)* Flat::<f64>::flat(&f(#(#arguments),*)) }
                },
                words: #words,
                known: #known,
                exact: #exact,
                reverse: {
                    use real::*;
                    |s: &mut Source, tape: &mut [u64], seed: &[f64], bars: &mut Vec<f64>| {
                        #(#takes)*
                        let mut start = bars.iter().copied();
                        #(#starts)*
                        let seed = from_list(&mut seed.iter().copied());
                        let y = f::at(#(#arguments),*).on(tape).try_vjp_into(seed, (#(&mut #bars),*)).map_err(|e| e.needed)?;
                        bars.clear();
                        #(Flat::<f64>::put(&#bars, bars);)*
                        Ok(Flat::<f64>::flat(&y))
                    }
                },
                forward: #forward,
                second: #second,
            }
        };
    }
}

/// Forward mode: the value and its tangent.
fn forward(takes: &[TokenStream], starts: &[TokenStream], arguments: &[TokenStream], names: &Names<'_>) -> TokenStream {
    let Names { active, tangents, .. } = names;
    quote!({
        use real::*;
        Some(|s: &mut Source, dots: &[f64]| {
            #(#takes)*
            let mut there = Vec::new();
            #(Flat::<f64>::put(&#active, &mut there);)*
            let mut start = dots.iter().zip(there).map(|(dot, x)| if is_there(x) { *dot } else { 0.0 });
            #(#starts)*
            let (y, y_dot) = f::jvp(#(#arguments,)* #tangents);
            (Flat::<f64>::flat(&y), Flat::<f64>::flat(&y_dot))
        })
    })
}

/// What the variables of a case are called: all arguments, those with a derivative, their cotangents one by one and together.
struct Names<'n> {
    all: &'n [syn::Ident],
    active: &'n [syn::Ident],
    bars: &'n [syn::Ident],
    tangents: &'n TokenStream,
}

/// Both halves with tangents: value, cotangents, and how these move.
fn second(takes: &[TokenStream], starts: &[TokenStream], names: &Names<'_>, exact: bool) -> TokenStream {
    let Names { all, active, bars, tangents } = names;
    let along = bars.iter().rev().fold(quote!(()), |rest, bar| quote!((&[#bar], #rest)));
    quote! {
                    |s: &mut Source, seed: &[f64], dots: &[f64]| {
                        #(#takes)*
                        let mut there = Vec::new();
                        #(Flat::<f64>::put(&#active, &mut there);)*
                        let mut start = dots.iter().zip(there).map(|(dot, x)| if is_there(x) { *dot } else { 0.0 });
                        #(#starts)*
                        let seed = from_list(&mut seed.iter().copied());
                        let mut tape = cotangent::tape::GrowableTape::new();
                        let still = cotangent::differentiable::Tangent::zero();
                        let seeds = cotangent::generated::Seen::new(&seed, &still);
                        let pass = (f {}).second_pass(&mut tape, #(&#all,)* seeds, #along);
                        let (y, _, #tangents, moved) = pass.expect("the tape grows");
                        let known = f::words_if_known(0, cotangent::generated::Sweeps::WithTangents).words();
                        let (needed, is_exact) = (tape.words(), #exact && known < cotangent::generated::UNBOUNDED);
                        assert!(needed == known || needed < known && !is_exact, "{known} words are known, {needed} needed");
                        let mut found = Vec::new();
                        #(Flat::<f64>::put(&#bars, &mut found);)*
                        let #tangents = moved;
                        let mut products = Vec::new();
                        #(Flat::<f64>::put(&#bars, &mut products);)*
                        (Flat::<f64>::flat(&y), found, products)
                    }
    }
}

/// How the values of a struct, of its twin and of its tangent are made of numbers.
fn flat(item: &ItemStruct, twinned: bool) -> TokenStream {
    let Fields::Named(fields) = &item.fields else { return TokenStream::new() };
    let (name, tangent) = (&item.ident, format_ident!("{}Tangent", item.ident));
    let is_constant = |field: &&syn::Field| field.attrs.iter().any(|attr| attr.path().is_ident("constant"));
    let all: Vec<_> = fields.named.iter().map(|field| &field.ident).collect();
    let active: Vec<_> = fields.named.iter().filter(|field| !is_constant(field)).map(|field| &field.ident).collect();
    let implement = |ty: TokenStream, number: TokenStream| {
        quote! {
            impl cotangent_random_programs::flat::Flat<#number> for #ty {
                fn take(next: cotangent_random_programs::flat::Giver<'_, #number>) -> Self {
                    Self { #(#all: cotangent_random_programs::flat::Flat::<#number>::take(next)),* }
                }
                fn put(&self, out: &mut Vec<#number>) {
                    #(cotangent_random_programs::flat::Flat::<#number>::put(&self.#active, out);)*
                }
            }
        }
    };
    let (own, of_tangent) =
        (implement(quote!(real::#name), quote!(f64)), implement(quote!(real::#tangent), quote!(f64)));
    let of_twin = twinned.then(|| implement(quote!(twin::#name), quote!(cotangent_random_programs::dual::Dual)));
    quote!(#own #of_tangent #of_twin)
}

/// How the values of an enum, of its twin and of its tangent are made of numbers: those of all variants, one after the other.
/// What is not there is 0.
fn flat_variants(item: &ItemEnum, twinned: bool) -> TokenStream {
    let (name, tangent) = (&item.ident, format_ident!("{}Tangent", item.ident));
    let member = |i: usize, field: &syn::Field| field.ident.clone().map_or(syn::Member::from(i), syn::Member::Named);
    let variable = |variant: &syn::Variant, member: &syn::Member| match member {
        syn::Member::Named(name) => format_ident!("{}_{name}", variant.ident.to_string().to_lowercase()),
        syn::Member::Unnamed(index) => format_ident!("{}_{}", variant.ident.to_string().to_lowercase(), index.index),
    };
    // Its fields, their variables, their types.
    let fields = |variant: &syn::Variant| -> Vec<(syn::Member, syn::Ident, Type)> {
        let fields = variant.fields.iter().enumerate();
        let members = fields.map(|(i, field)| (member(i, field), field.ty.clone()));
        members.map(|(member, ty)| (member.clone(), variable(variant, &member), ty)).collect()
    };
    let variables: Vec<_> = item.variants.iter().flat_map(fields).map(|(_, variable, _)| variable).collect();
    let implement = |module: TokenStream, number: TokenStream, lifted: bool| {
        let (mut makes, mut puts) = (Vec::new(), Vec::new());
        for (at, variant) in item.variants.iter().enumerate() {
            let (own, is_last) = (fields(variant), at + 1 == item.variants.len());
            let (members, names): (Vec<_>, Vec<_>) = own.iter().map(|(member, name, _)| (member, name)).unzip();
            let (number_of, ident) = (proc_macro2::Literal::usize_unsuffixed(at), &variant.ident);
            let pattern = if is_last { quote!(_) } else { quote!(#number_of) };
            makes.push(quote!(#pattern => Self::#ident { #(#members: #names),* }));
            let all = item.variants.iter().flat_map(|of| fields(of).into_iter().map(move |field| (of, field)));
            let put = all.map(|(of, (_, name, mut ty))| {
                if of.ident == *ident {
                    return quote!(Flat::<#number>::put(#name, out););
                }
                if lifted {
                    Twin.visit_type_mut(&mut ty);
                }
                quote!(put_nothing::<#number, #ty>(out);)
            });
            puts.push(quote!(Self::#ident { #(#members: #names),* } => { #(#put)* }));
        }
        quote! {
            const _: () = {
                use cotangent_random_programs::flat::{Flat, Giver, put_nothing};
                use cotangent_random_programs::dual::Dual;
                use #module::*;
                impl Flat<#number> for #module::#name {
                    fn take(next: Giver<'_, #number>) -> Self {
                        let which = <usize as Flat<#number>>::take(next);
                        #(let #variables = Flat::<#number>::take(next);)*
                        match which { #(#makes),* }
                    }
                    fn put(&self, out: &mut Vec<#number>) {
                        match self { #(#puts)* }
                    }
                }
            };
        }
    };
    let (own, of_twin) =
        (implement(quote!(real), quote!(f64), false), twinned.then(|| implement(quote!(twin), quote!(Dual), true)));
    quote! {
        #own
        #of_twin
        impl cotangent_random_programs::flat::Flat<f64> for real::#tangent {
            fn take(next: cotangent_random_programs::flat::Giver<'_, f64>) -> Self {
                Self { #(#variables: cotangent_random_programs::flat::Flat::<f64>::take(next)),* }
            }
            fn put(&self, out: &mut Vec<f64>) {
                #(cotangent_random_programs::flat::Flat::<f64>::put(&self.#variables, out);)*
            }
        }
    }
}

/// Whether a type has a derivative: it mentions `f64` or one of the structs.
fn mentions_numbers(ty: &Type, program: &File) -> bool {
    fn search(tokens: TokenStream, names: &[String]) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Group(group) => search(group.stream(), names),
            token => names.contains(&token.to_string()),
        })
    }
    let structs = program.items.iter().filter_map(|item| match item {
        Item::Struct(item) => Some(item.ident.to_string()),
        Item::Enum(item) => Some(item.ident.to_string()),
        _ => None,
    });
    let names: Vec<_> = structs.chain(std::iter::once("f64".to_owned())).collect();
    search(quote!(#ty), &names)
}

/// Whether runs may need less tape than others: branches, and loops in loops that are run again, each after the other.
fn has_branches(program: &File) -> bool {
    fn search(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            proc_macro2::TokenTree::Group(group) => search(group.stream()),
            token => ["if", "match", "while", "loop", "break", "return", "else", "filter", "?", "checkpoint"]
                .contains(&token.to_string().as_str()),
        })
    }
    search(quote!(#program))
}

/// Takes the attributes away.
struct Plain;

fn strip(attrs: &mut Vec<Attribute>) {
    attrs.retain(|attr| !["differentiable", "constant", "checkpoint"].iter().any(|name| attr.path().is_ident(name)));
    for attr in attrs {
        if attr.path().is_ident("derive")
            && let Ok(traits) = attr.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated)
        {
            let kept = traits.into_iter().filter(|path| !path.is_ident("Differentiable"));
            *attr = parse_quote!(#[derive(#(#kept),*)]);
        }
    }
}

impl VisitMut for Plain {
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
        strip(attrs);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        visit_arguments(self, mac);
    }
}

/// Makes the twin: `f64` becomes `Dual`, numbers are lifted.
struct Twin;

impl VisitMut for Twin {
    fn visit_attributes_mut(&mut self, attrs: &mut Vec<Attribute>) {
        strip(attrs);
    }

    fn visit_type_mut(&mut self, ty: &mut Type) {
        if matches!(ty, Type::Path(path) if path.path.is_ident("f64")) {
            *ty = parse_quote!(Dual);
        } else {
            visit_mut::visit_type_mut(self, ty);
        }
    }

    fn visit_expr_for_loop_mut(&mut self, each: &mut syn::ExprForLoop) {
        visit_mut::visit_expr_for_loop_mut(self, each);
        each.body.stmts.insert(0, parse_quote!(tick();));
    }

    fn visit_expr_while_mut(&mut self, each: &mut syn::ExprWhile) {
        visit_mut::visit_expr_while_mut(self, each);
        each.body.stmts.insert(0, parse_quote!(tick();));
    }

    fn visit_expr_loop_mut(&mut self, each: &mut syn::ExprLoop) {
        visit_mut::visit_expr_loop_mut(self, each);
        each.body.stmts.insert(0, parse_quote!(tick();));
    }

    fn visit_item_fn_mut(&mut self, item: &mut ItemFn) {
        visit_mut::visit_item_fn_mut(self, item);
        item.block.stmts.insert(0, parse_quote!(tick();));
    }

    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        visit_mut::visit_expr_path_mut(self, path);
        // `f64::sin`
        if path.path.segments.len() > 1
            && let Some(first) = path.path.segments.first_mut()
            && first.ident == "f64"
        {
            first.ident = format_ident!("Dual");
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Lit(literal) if matches!(literal.lit, Lit::Float(_)) => *expr = parse_quote!(lit(#literal)),
            Expr::Cast(cast) if matches!(&*cast.ty, Type::Path(path) if path.path.is_ident("f64")) => {
                self.visit_expr_mut(&mut cast.expr);
                let inner = &cast.expr;
                *expr = parse_quote!(lit(#inner as f64));
            }
            Expr::Binary(binary) if is_compound(&binary.op) => {
                visit_mut::visit_expr_binary_mut(self, binary);
                // Of numbers the right side is computed first, of what has operators of its own the left side.
                let (left, op, right) = (&binary.left, &binary.op, &binary.right);
                *expr = parse_quote!({ let right = #right; #left #op right });
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        visit_arguments(self, mac);
    }
}

/// The expressions in a macro: `a, b` or `a; n`.
fn visit_arguments(visit: &mut impl VisitMut, mac: &mut syn::Macro) {
    if let Ok(mut arguments) = mac.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
        arguments.iter_mut().for_each(|argument| visit.visit_expr_mut(argument));
        mac.tokens = quote!(#arguments);
    } else if let Ok(mut repeated) = syn::parse2::<syn::ExprRepeat>({
        let tokens = &mac.tokens;
        quote!([#tokens])
    }) {
        visit.visit_expr_mut(&mut repeated.expr);
        let (value, count) = (&repeated.expr, &repeated.len);
        mac.tokens = quote!(#value; #count);
    }
}

fn is_compound(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::AddAssign(_) | BinOp::SubAssign(_) | BinOp::MulAssign(_) | BinOp::DivAssign(_) | BinOp::RemAssign(_)
    )
}
